# SPDX-License-Identifier: Apache-2.0
"""The kitchen tasks of hierarchical planning: a PDDL task each, with the metrics of the paper.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, section 4.1 and table 2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from makedo_core.ontology import Ontology
from makedo_core.skills import SkillCall
from makedo_eval.case import CaseAttempt, Dataset, Score
from makedo_eval.datasets.end_state import precision
from makedo_eval.kitchen.metrics import aligned, length_discrepancy, plan_correctness, verified_share
from makedo_eval.kitchen.scene import kitchen_graph
from makedo_eval.kitchen.tasks import KitchenTask, kitchen_tasks
from makedo_eval.planning import CasePlanner
from makedo_eval.simulated_model.truth import Truth, chosen
from planner_node.pddl.simulate import simulate
from planner_node.proof.search import SearchLimits
from planner_node.strategies.hierarchical.ablation import Ablation
from planner_node.strategies.hierarchical.guided import Guided
from planner_node.strategies.hierarchical.model_free import plan_task
from planner_node.strategies.hierarchical.strategy import Expansion, Hierarchical
from planner_node.strategies.parts import Strategy
from planner_node.task import PlanningTask

SOURCE = "HVR, table 2, Gemini; it has no SR, and averages over twelve tasks, without T5bis"
COMPARABLE = (
    "domain, goals and ground truths are ours, of the paper's tasks (its kitchen is unpublished); the goal is given "
    "beside the instruction; SR is of the plan in the end, which is the one without a model where the model's fails; "
    "PC, LD, EPV, MPV and AABV are of the model's own plan, as in the paper, and 'own plan' says how often that "
    "reaches the goal; PC is strict: right steps before the first wrong one"
)
_NAMES = ("PC", "LD", "EPV", "MPV before", "MPV", "AABV before", "AABV")
_GEMINI: Mapping[str, Sequence[float | None]] = {
    "HVR": (0.9419, 1.0913, 0.8811, 1.0, 1.0, 0.1633, 0.7983),
    "HV": (0.8527, 0.6725, 1.0, 0.9211, 1.0, 0.4211, 1.0),
    "HR": (0.4901, 0.3231, 0.2582, None, None, 0.2991, None),
    "VR": (0.3021, 0.2002, 0.3214, None, None, None, None),
    "R": (0.2367, -0.0443, 0.1536, None, None, None, None),
    "LLM": (0.1772, -0.0349, 0.1637, None, None, None, None),
}
_BY_ABLATION = {
    f"hierarchical:ablation={name}": {n: x for n, x in zip(_NAMES, row, strict=True) if x is not None}
    for name, row in _GEMINI.items()
}
PUBLISHED: Mapping[str, Mapping[str, float]] = {
    **_BY_ABLATION,
    "hierarchical": _BY_ABLATION["hierarchical:ablation=HVR"],
}


def load(folder: Path | None, ontology: Ontology) -> Dataset:
    """All thirteen tasks; no data is read."""
    cases = tuple(KitchenCase(task) for task in kitchen_tasks())
    return Dataset("kitchen", cases, source=SOURCE, comparable=COMPARABLE, published_more=PUBLISHED, refuses=_refusal)


def _refusal(strategy: Strategy) -> str:
    if isinstance(strategy, Hierarchical):
        return ""
    return "its tasks are PDDL problems without a scene graph, which only the strategy 'hierarchical' plans for"


@dataclass(frozen=True, slots=True)
class KitchenCase:
    """One task."""

    task: KitchenTask

    @property
    def id(self) -> str:
        """E.g. "T5bis"."""
        return self.task.id

    @property
    def family(self) -> str:
        """How complex it is."""
        return str(self.task.level.value)

    def attempt(self, planning: CasePlanner) -> CaseAttempt:
        """A plan for the problem."""
        strategy = planning.strategy
        assert isinstance(strategy, Hierarchical)
        found = planning.measured(
            lambda: strategy.plan_problem(self.task.task, self.task.instruction, planning.time_limit_s),
            lambda: truth_of(self.task),
            Expansion,
        )
        return CaseAttempt(found.outcome, found.calls, "", scored(self.task, found, strategy))


def truth_of(task: KitchenTask) -> Truth:
    """What is right for a task: the model-free plan, and its goal in facts."""
    calls = plan_task(task.task, SearchLimits()).plan.calls
    wanted = chosen(task.task.goal, simulate(task.task, calls).states[-1])
    told = PlanningTask(task.instruction, kitchen_graph(task.task), domain=task.task.domain)
    return Truth(told, wanted, wanted, task.instruction, calls, problem=task.task)


def scored(task: KitchenTask, found: Expansion, strategy: Hierarchical) -> Score:
    """All metrics of an answer; of a model that gave no usable one, no step is right."""
    run = simulate(task.task, found.calls)
    success = found.outcome.ok and run.outcome.ok
    more: dict[str, float] = {}
    if strategy.ladder is None:
        more = _of_plan(task, found.calls)
    elif found.guided is None:
        more = _of_plan(task, ())
    else:
        more = {**_of_plan(task, found.guided.calls), **_of_macros(found.guided, strategy.ablation)}
    if strategy.ladder is not None:
        more["own plan"] = float(found.guided is not None and found.guided.run.outcome.ok)
    note = "" if success else str(run.outcome if found.outcome.ok else found.outcome)
    right = precision(task.task.goal, run.states[0], run.states[-1])
    return Score(success, right, {**more, "steps": float(len(found.calls))}, note)


def _of_plan(task: KitchenTask, calls: Sequence[SkillCall]) -> dict[str, float]:
    truth = aligned(calls, task.truths)
    verified = len(simulate(task.task, calls).states) - 1
    return {
        "PC": plan_correctness(calls, truth),
        "LD": length_discrepancy(calls, truth),
        "EPV": verified_share(verified, len(calls)),
    }


def _of_macros(guided: Guided, ablation: Ablation) -> dict[str, float]:
    """Of macro actions, as far as an ablation has them: conditions are only stated to be verified."""
    if not ablation.plans_macros:
        return {}
    count = len(guided.macros)
    shares = {"AABV before": verified_share(sum(m.accepted_first for m in guided.macros), count)}
    if ablation.verifies:
        shares["AABV"] = verified_share(sum(m.accepted for m in guided.macros), count)
        shares["MPV before"] = verified_share(guided.macros_held_first, count)
        shares["MPV"] = verified_share(guided.macros_held, count)
    return shares
