# SPDX-License-Identifier: Apache-2.0
"""One answer to one task, judged: was there a right plan, did it do what was asked, and was it honest about that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.skills import SkillCall
from makedo_eval.contextmatters.dataset import BenchmarkTask
from makedo_eval.contextmatters.end_state import contradictions, end_state
from makedo_eval.contextmatters.expressions import PddlTextError
from makedo_eval.contextmatters.interface import PlanRun
from makedo_eval.contextmatters.pddl_validation import rejection
from makedo_eval.contextmatters.specification import Specification, acceptable, strictly_satisfied

REASONED = frozenset(
    {
        FailureCause.UNKNOWN_OBJECT,
        FailureCause.UNKNOWN_PLACE,
        FailureCause.UNSOLVABLE_PROVEN,
        FailureCause.NOTHING_ACCEPTABLE,
        FailureCause.NOT_CAPABLE,
    }
)
"""Causes of a refusal that concludes something about the scene. Not to understand, or to run out of time, does not."""


_MOVE = "move_to"


class Claim(StrEnum):
    """What an answer says of itself."""

    MET = "met"
    RELAXED = "relaxed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is counted of one answer.

    Attributes:
        task: its id.
        family: its family.
        attainable: whether the stated goal can be met in the scene.
        claim: what the answer says of itself.
        refused_with_reason: a refusal that concludes something about the scene.
        refusal_allowed: whether refusing is a right answer here.
        faults: why it is no success in the paper's sense; none where it is one.
        unmet: what the end lacks of what was asked.
        unacceptable: why the end is no acceptable answer.
        kinds: kinds of the reported changes.
        cost: sum of their costs.
        length: steps of the plan.
        changes_nothing: whether the plan only moves the robot.
        cause: how planning ended.
        message: in a sentence.
        stages_s: CPU time of interpretation, planning and relaxation [s].
        cpu_s: CPU time of the whole call [s].
    """

    task: str
    family: str
    attainable: bool
    claim: Claim
    refused_with_reason: bool
    refusal_allowed: bool
    faults: tuple[str, ...]
    unmet: tuple[str, ...]
    unacceptable: tuple[str, ...]
    kinds: tuple[str, ...]
    cost: float
    length: int
    changes_nothing: bool
    cause: str
    message: str
    stages_s: tuple[float, float, float]
    cpu_s: float

    @property
    def success(self) -> bool:
        """The paper's success: a plan for its own goal that is not empty, valid, and names what is in the scene."""
        return not self.faults

    @property
    def strict(self) -> bool:
        """Whether all that was asked is met at the end of a right plan."""
        return self.success and not self.unmet

    @property
    def apt(self) -> bool:
        """The best answer: all that was asked if it is possible, else an acceptable change that is reported.

        Where nothing acceptable is left, or next to nothing, a refusal that gives a reason is right as well.
        """
        if self.attainable:
            return self.strict and self.claim is Claim.MET
        if self.claim is Claim.REFUSED:
            return self.refusal_allowed and self.refused_with_reason
        return self.success and self.claim is Claim.RELAXED and not self.unacceptable

    @property
    def false_claim(self) -> bool:
        """It claims to do all that was asked, and does not."""
        return self.claim is Claim.MET and not self.strict

    @property
    def silent_relaxation(self) -> bool:
        """A false claim where the goal could not be met: it was changed without a word."""
        return self.false_claim and not self.attainable

    @property
    def needless_relaxation(self) -> bool:
        """It says that it changed the goal, which could have been met."""
        return self.claim is Claim.RELAXED and self.attainable

    @property
    def wrong_refusal(self) -> bool:
        """It refuses where something could be done, or without having concluded anything."""
        return self.claim is Claim.REFUSED and not (self.refusal_allowed and self.refused_with_reason)


def judge(task: BenchmarkTask, spec: Specification, graph: SceneGraph, run: PlanRun, cpu_s: float) -> Judgement:
    """Judge one answer.

    Args:
        task: what was asked.
        spec: what that demands.
        graph: the scene that the planner was given.
        run: its answer.
        cpu_s: CPU time that it took [s].
    """
    domain = task.domain_path.read_text(encoding="utf-8")
    faults = _faults(domain, run, graph)
    state = None if faults else end_state(domain, run.problem, run.steps, graph)
    if state is None:
        unmet: Sequence[str] = ["there is no right plan"]
        unacceptable: Sequence[str] = unmet
    else:
        unmet = strictly_satisfied(spec, state, graph)
        unacceptable = acceptable(spec, run.relaxations, state, graph)
    if not run.outcome.ok:
        claim = Claim.REFUSED
    else:
        claim = Claim.RELAXED if run.relaxations else Claim.MET
    return Judgement(
        task=task.id,
        family=task.family,
        attainable=spec.attainable,
        claim=claim,
        refused_with_reason=run.outcome.cause in REASONED,
        refusal_allowed=spec.may_refuse,
        faults=faults,
        unmet=tuple(unmet),
        unacceptable=tuple(unacceptable),
        kinds=tuple(r.kind.name.lower() for r in run.relaxations),
        cost=sum(r.cost for r in run.relaxations),
        length=len(run.steps),
        changes_nothing=bool(run.steps) and all(step.skill == _MOVE for step in run.steps),
        cause=run.outcome.cause.name.lower(),
        message=run.outcome.message,
        stages_s=(run.interpretation_s, run.planning_s, run.relaxation_s),
        cpu_s=cpu_s,
    )


def _faults(domain: str, run: PlanRun, graph: SceneGraph) -> tuple[str, ...]:
    """Why an answer is no success in the paper's sense, the cheapest test first."""
    if not run.outcome.ok:
        return (str(run.outcome),)
    if not run.steps:
        return ("the plan is empty",)
    strangers = _strangers(run.steps, graph)
    if strangers:
        return tuple(f"{name!r} is not in the scene" for name in strangers)
    try:
        contradicted = contradictions(run.problem, graph)
    except PddlTextError as error:
        return (f"the problem does not parse: {error}",)
    rejected = rejection(domain, run.problem, run.steps)
    return (*contradicted, *((rejected,) if rejected else ()))


def _strangers(steps: Sequence[SkillCall], graph: SceneGraph) -> tuple[str, ...]:
    named = dict.fromkeys(argument for step in steps for argument in step.arguments)
    return tuple(name for name in named if name not in graph)
