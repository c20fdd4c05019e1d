# SPDX-License-Identifier: Apache-2.0
"""Does the tasks of an evaluation: those of one process, one after the other."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from makedo_core.failure import FailureCause, Outcome
from makedo_core.ontology import Ontology, load_ontology
from makedo_eval.baselines import registry as baselines
from makedo_eval.case import Case, CaseAttempt, Dataset, Score
from makedo_eval.datasets.registry import load_dataset
from makedo_eval.hand import hand
from makedo_eval.models import ModelChoice, Running, running
from makedo_eval.planning import CasePlanner
from makedo_eval.results import Key, Row
from makedo_llm.budget import Spent
from planner_node.engine import Engine
from planner_node.strategies.context_matters.settings import ContextSettings
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import Strategies, with_strategies_of
from planner_node.task import Settings


@dataclass(frozen=True, slots=True)
class Job:
    """One task with one strategy and one model, by name."""

    dataset: str
    case: str
    strategy: str
    model: ModelChoice
    seed: int = 0

    @property
    def key(self) -> Key:
        """As a row's."""
        return (self.dataset, self.case, self.strategy, self.model.name, self.seed)


class Evaluator:
    """Holds what the jobs of one process share: data, strategies and models, each made when first needed.

    A context manager: models are let go at its end.

    Args:
        folder: of all data that is no part of the repository; None: nobody says where it is.
        environ: where keys are looked up.
        seed: of simulated models.
        time_limit_s: of one planning [s, wall].
        strategies: modules with strategies besides our own and the baselines.

    Raises:
        StrategyError: as `with_strategies_of`.
    """

    def __init__(
        self,
        folder: Path | None,
        environ: Mapping[str, str],
        seed: int = 0,
        time_limit_s: float = 30.0,
        strategies: Sequence[str] = (),
    ) -> None:
        self._strategies = with_strategies_of((baselines.__name__, *strategies))
        self._folder = folder
        self._environ = environ
        self._seed = seed
        self._time_limit_s = time_limit_s
        self._stack = ExitStack()
        self._ontology: Ontology = load_ontology()
        # Truth and strategies have engines of their own, so that neither pays for the other.
        self._oracle = Engine(self._ontology, Settings(time_limit_s=time_limit_s, asks=False))
        self._datasets: dict[str, Dataset] = {}
        self._cases: dict[str, Mapping[str, Case]] = {}
        self._models: dict[str, tuple[Running, Strategies]] = {}

    def __enter__(self) -> Evaluator:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def dataset(self, name: str) -> Dataset:
        """A data set. Raises as `load_dataset`."""
        if name not in self._datasets:
            self._datasets[name] = load_dataset(name, self._folder, self._ontology)
        return self._datasets[name]

    def refusal(self, dataset: str, strategy: str, model: ModelChoice) -> str:
        """Why a strategy cannot be given the tasks of a data set; empty: it can.

        Raises:
            StrategyError: if the strategy does not exist or cannot be made with this model.
            DatasetError: as `load_dataset`.
        """
        return self.dataset(dataset).refuses(self._planner(model)[1].named(strategy))

    def do(self, job: Job) -> Row:
        """Do a job. A bug in a strategy or a judge is the result of the task; it does not end the evaluation."""
        case = self._case(job)
        running, strategies = self._planner(job.model)
        name = f"{job.dataset} {job.case} {job.strategy}"
        planning = CasePlanner(
            name, strategies.named(job.strategy), self._oracle, running.simulated, self._time_limit_s, hand()
        )
        attempt = _attempted(case, planning)
        spent = running.meter.taken() if running.meter is not None else Spent()
        score = attempt.score
        return Row(
            dataset=job.dataset,
            case=job.case,
            family=case.family,
            strategy=job.strategy,
            model=job.model.name,
            seed=self._seed,
            success=score.success,
            precision=score.precision,
            more=dict(score.more),
            note=score.note,
            cause=attempt.outcome.cause.name.lower(),
            steps=len(attempt.calls),
            calls=spent.calls,
            tokens=spent.tokens,
            corrupted=sum(s.corruption is not None for s in planning.said),
            cpu_s=planning.cpu_s,
            wall_s=planning.wall_s,
            plan=tuple(map(str, attempt.calls)),
            explanation=attempt.explanation,
        )

    def _case(self, job: Job) -> Case:
        if job.dataset not in self._cases:
            self._cases[job.dataset] = {case.id: case for case in self.dataset(job.dataset).cases}
        return self._cases[job.dataset][job.case]

    def _planner(self, model: ModelChoice) -> tuple[Running, Strategies]:
        if model.name not in self._models:
            ladder = self._stack.enter_context(running(model, self._environ, self._seed))
            settings = Settings(time_limit_s=self._time_limit_s, asks=False)
            context = ContextSettings(time_limit_s=self._time_limit_s)
            parts = Parts(Engine(self._ontology, settings), ladder.ladder, context=context)
            self._models[model.name] = ladder, Strategies(parts, table=self._strategies)
        return self._models[model.name]


def _attempted(case: Case, planning: CasePlanner) -> CaseAttempt:
    try:
        return case.attempt(planning)
    except Exception:  # noqa: BLE001 - outermost: a bug fails the task, not the evaluation
        last = f"a bug in the judge: {traceback.format_exc().strip().splitlines()[-1]}"
        return CaseAttempt(Outcome(FailureCause.INTERNAL_ERROR, last), (), "", Score(False, 0.0, note=last))
