# SPDX-License-Identifier: Apache-2.0
"""One version of a problem, from its text to a plan, or to feedback for the model."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from makedo_core.goals.goal import Goal
from makedo_core.plan import Relaxation
from planner_node.pddl.mistakes import PddlError
from planner_node.proof.search import SearchLimits
from planner_node.relaxation.combine import most_acceptable
from planner_node.relaxation.explored import GoalVerdict
from planner_node.strategies.context_matters.asked import Asked
from planner_node.strategies.context_matters.claimed_changes import Claims, relaxations
from planner_node.strategies.context_matters.comparison import Comparison, compare
from planner_node.strategies.context_matters.grounded_plan import Fate, Grounded, GroundedPlanner
from planner_node.strategies.context_matters.judgement import hallucinated, misjudged, unusable_goal
from planner_node.strategies.context_matters.safety import unsafe_reading
from planner_node.strategies.statement import ProblemStatement, StatementError, read_statement

_VERDICTS = {Fate.PLANNED: GoalVerdict.SOLVED, Fate.STOPPED: GoalVerdict.STOPPED, Fate.REFUSED: GoalVerdict.STOPPED}


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known when a problem is tried.

    Attributes:
        asked: the instruction with its reading so far.
        may_change: whether the goal may differ from what was asked.
        claims: of the model about its changes.
        why: for the text of a demand why it cannot be met, as far as that is proven.
        tried: goals that are proven to be out of reach, and why.
        questioned: goals for which the model got the feedback that they hold already.
    """

    asked: Asked
    may_change: bool = False
    claims: Claims = field(default_factory=Claims)
    why: Mapping[str, str] = field(default_factory=dict)
    tried: Mapping[Goal, str] = field(default_factory=dict)
    questioned: Collection[Goal] = ()


@dataclass(frozen=True, slots=True)
class ProblemAttempt:
    """What came of a problem.

    Attributes:
        asked: the instruction, with its reading if this problem gave the first one.
        text: the problem.
        result: plan or feedback.
        comparison: of its goal with what was asked; None: it got no as far as that.
        changes: what was changed, in words for the operator.
        holds_already: whether it was refused because its goal holds.
    """

    asked: Asked
    text: str
    result: Grounded
    comparison: Comparison | None = None
    changes: tuple[Relaxation, ...] = ()
    holds_already: bool = False

    @property
    def fate(self) -> Fate:
        """What came of it."""
        return self.result.fate

    @property
    def verdict(self) -> GoalVerdict:
        """The fate, for the relaxation graph."""
        if self.fate is Fate.UNREACHABLE:
            return GoalVerdict.UNREACHABLE if self.result.hopeless else GoalVerdict.UNSOLVABLE
        return _VERDICTS[self.fate]


def attempt(
    text: str, situation: Situation, planner: GroundedPlanner, max_cost: float, limits: SearchLimits
) -> ProblemAttempt:
    """Read a problem, hold it against the scene and the instruction, and plan with it.

    Args:
        text: PDDL as the model wrote it.
        situation: what is known.
        planner: what plans.
        max_cost: goals changed further are refused; more is allowed where much was asked for.
        limits: of the search.
    """
    asked, scene, reality = situation.asked, planner.scene, planner.reality

    def refused(*faults: str) -> ProblemAttempt:
        return ProblemAttempt(asked, text, Grounded(Fate.REFUSED, faults))

    try:
        statement = read_statement(text, reality.domain, reality.predicates)
    except PddlError as error:
        return refused(*str(error).split("\n"))
    except StatementError as error:
        return refused(str(error))
    unusable = unusable_goal(statement, reality)
    if unusable:
        return refused(*unusable)
    if not asked.demands:
        unsafe = unsafe_reading(statement.wanted, asked, scene)
        if unsafe:
            return refused(unsafe)
        asked = asked.read_as(statement.wanted)
    faults = hallucinated(statement, reality, scene.graph)
    if faults:
        return refused(*faults)
    comparison = compare(statement.wanted, asked.demands, reality.facts(statement), scene.graph, situation.why)
    may_change = situation.may_change or bool(asked.impossible(scene.graph))
    faults = misjudged(comparison, statement, asked, scene, may_change)
    if faults:
        return refused(*faults)
    changes = relaxations(comparison.differences, situation.claims, scene, situation.why)
    cost, most = sum(change.cost for change in changes), most_acceptable(asked.demands, max_cost)
    if cost > most:
        return refused(f"the goal is too far from what was asked: its changes cost {cost:g}, allowed are {most:g}")
    if comparison.goal in situation.tried:
        why = situation.tried[comparison.goal]
        return refused(f"it is proven already that this goal cannot be reached: {why}")
    statement = replace(statement, stages=comparison.stages)
    result = planner.plan(statement, comparison.goal, limits)
    if result.fate is Fate.PLANNED and not result.calls:
        return _already(text, statement, comparison, asked, situation, planner)
    return ProblemAttempt(asked, text, result, comparison, changes)


def _already(
    text: str,
    statement: ProblemStatement,
    comparison: Comparison,
    asked: Asked,
    situation: Situation,
    planner: GroundedPlanner,
) -> ProblemAttempt:
    """A goal that holds at the start: done, if that is what was asked; a model's word alone is questioned once."""
    if comparison.differences:
        fault = "the changed goal holds already, so that nothing would be done for the instruction"
        return ProblemAttempt(asked, text, Grounded(Fate.REFUSED, (fault,)), comparison)
    if asked.unread and comparison.goal not in situation.questioned:
        fault = "the goal holds already in the scene; if the instruction wants anything done, say it in the goal"
        return ProblemAttempt(asked, text, Grounded(Fate.REFUSED, (fault,)), comparison, holds_already=True)
    return ProblemAttempt(asked, text, planner.already(statement, comparison.goal), comparison)
