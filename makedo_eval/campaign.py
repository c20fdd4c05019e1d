# SPDX-License-Identifier: Apache-2.0
"""An evaluation as a whole: data sets x strategies x models, over several processes; what is done is not done again.

Workers do tasks; only this process writes results. It may be killed at any moment and begun again.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from makedo_core.failure import MakedoError
from makedo_eval.case import Dataset
from makedo_eval.evaluator import Evaluator, Job
from makedo_eval.models import ModelChoice, check, read_model
from makedo_eval.results import Results, Row


class CampaignError(MakedoError):
    """An evaluation that cannot be begun."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is evaluated.

    Attributes:
        datasets, strategies, models: by name; every combination is.
        folder: of all data that is no part of the repository; None: nobody says where it is.
        out: folder of the results.
        limit: only so many cases of each data set; 0: all.
        processes: that work at the same time.
        seed: of simulated models.
        time_limit_s: of one planning [s, wall].
        backend: of joblib, that runs several processes (`in_parallel`); "": the active one, on this machine by default.
        strategy_modules: with strategies besides our own and the baselines, as of `Evaluator`.
    """

    datasets: tuple[str, ...]
    strategies: tuple[str, ...]
    models: tuple[str, ...]
    folder: Path | None
    out: Path
    limit: int = 0
    processes: int = 1
    seed: int = 0
    time_limit_s: float = 30.0
    backend: str = ""
    strategy_modules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prepared:
    """An evaluation that can be begun.

    Attributes:
        plan: what was asked for.
        datasets: read.
        models: checked.
        jobs: all of them, done or not.
        results: so far.
    """

    plan: Campaign
    datasets: tuple[Dataset, ...]
    models: tuple[ModelChoice, ...]
    jobs: tuple[Job, ...]
    results: Results

    @property
    def open(self) -> tuple[Job, ...]:
        """Jobs that are still to be done."""
        return tuple(job for job in self.jobs if job.key not in self.results.rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Results of the jobs, as far as there are some."""
        found = (self.results.rows.get(job.key) for job in self.jobs)
        return tuple(row for row in found if row is not None)


def prepare(plan: Campaign, evaluator: Evaluator | None = None) -> Prepared:
    """Everything that can be wrong before any work: names, files, keys, servers, strategies without a model.

    Args:
        plan: what is evaluated.
        evaluator: with the folder, seed and time limit of the plan; None: one is made for it.

    Raises:
        MakedoError: what is wrong and what would be right.
    """
    for what in ("datasets", "strategies", "models"):
        if not getattr(plan, what):
            raise CampaignError(f"there are no {what} to evaluate; name at least one")
    if plan.processes < 1 or plan.limit < 0 or not plan.time_limit_s > 0:
        raise CampaignError("there must be at least one process, no negative limit, and some time to plan")
    if plan.backend and plan.processes == 1:
        raise CampaignError(f"the backend {plan.backend!r} is for several processes; ask for them (--jobs N)")
    models = tuple(read_model(name) for name in plan.models)
    try:
        plan.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CampaignError(f"cannot make the folder {plan.out}: {error.strerror}") from None
    results = Results(plan.out / "results.jsonl")
    with _kept(plan, evaluator) as known:
        datasets = tuple(known.dataset(name) for name in plan.datasets)
        for model in models:
            for strategy in plan.strategies:
                for name in plan.datasets:
                    refusal = known.refusal(name, strategy, model)
                    if refusal:
                        raise CampaignError(f"{strategy} cannot be evaluated on {name}: {refusal}")
    for model in models:
        check(model, os.environ)
    jobs = tuple(
        Job(dataset.name, case.id, strategy, model, plan.seed)
        for dataset in datasets
        for model in models
        for strategy in plan.strategies
        for case in dataset.cases[: plan.limit or None]
    )
    return Prepared(plan, datasets, models, jobs, results)


def run(prepared: Prepared, done: Callable[[Row], None], evaluator: Evaluator | None = None) -> None:
    """Run the open tasks; each row is on the disk before `done` is called with it.

    Args:
        prepared: what is to be done.
        done: called with each row.
        evaluator: as of `prepare`; several processes have one each.

    Raises:
        BackendError: as `in_parallel`.
    """
    plan, jobs = prepared.plan, prepared.open
    if not jobs:
        return
    if plan.processes == 1:
        with _kept(plan, evaluator) as known:
            for job in jobs:
                _keep(prepared.results, known.do(job), done)
        return
    from makedo_eval.backend import in_parallel

    with closing(in_parallel(partial(_do, plan), jobs, plan.processes, plan.backend)) as rows:
        for row in rows:
            _keep(prepared.results, row, done)


def _keep(results: Results, row: Row, done: Callable[[Row], None]) -> None:
    results.append(row)
    done(row)


def _kept(plan: Campaign, evaluator: Evaluator | None) -> AbstractContextManager[Evaluator]:
    """An evaluator of one's own, or another's that is left open."""
    return _evaluator(plan) if evaluator is None else nullcontext(evaluator)


def _evaluator(plan: Campaign) -> Evaluator:
    return Evaluator(plan.folder, os.environ, plan.seed, plan.time_limit_s, plan.strategy_modules)


class _Worker(threading.local):
    """What a worker keeps from one job to the next: a process, or a thread of a cluster's process."""

    plan: Campaign | None = None
    evaluator: Evaluator | None = None

    def evaluator_for(self, plan: Campaign) -> Evaluator:
        """The evaluator of a plan; that of the plan before is let go."""
        if self.evaluator is None or self.plan != plan:
            if self.evaluator is not None:
                self.evaluator.__exit__()
            self.plan, self.evaluator = plan, _evaluator(plan).__enter__()
        return self.evaluator


_worker = _Worker()


def _do(plan: Campaign, job: Job) -> Row:
    return _worker.evaluator_for(plan).do(job)
