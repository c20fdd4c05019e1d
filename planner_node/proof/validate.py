# SPDX-License-Identifier: Apache-2.0
"""Simulates a plan on a scene graph, independently of the search, and says where and why it fails."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.facts import apply, failing_preconditions
from makedo_core.goals.facts import facts as facts_of
from makedo_core.goals.goal import Goal, literals, satisfied_along
from makedo_core.goals.goal_text import failing
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.known_failure import KnownFailure
from makedo_core.skills import SKILLS, Literal, SkillCall, Type

_KINDS = {Type.ASSET: NodeKind.ASSET, Type.OBJECT: NodeKind.OBJECT}


@dataclass(frozen=True, slots=True)
class Validation:
    """What the simulation of a plan showed.

    Attributes:
        outcome: success, INVALID_PLAN, UNGROUNDED, or INVALID_GOAL.
        failing_step: index of the first call that cannot be made; -1: none.
        reasons: each failing precondition of that call, or each failing conjunct of the goal, in plain words.
        end: what is true at the end of a valid plan, of all that the plan and the goal name.
    """

    outcome: Outcome
    failing_step: int = -1
    reasons: tuple[str, ...] = ()
    end: Collection[Literal] = ()


def validate(
    calls: Sequence[SkillCall],
    goal: Goal,
    graph: SceneGraph,
    known_failures: Collection[KnownFailure] = (),
) -> Validation:
    """Simulate a plan from the facts of a graph and check the goal: its order along the way, the rest at the end."""
    for index, call in enumerate(calls):
        problem = ungrounded(call, graph)
        if problem:
            message = f"Step {index + 1}, {call}: {problem}."
            return Validation(Outcome(FailureCause.UNGROUNDED, message), index, (problem,))
    unknown = sorted({t for literal in literals(goal) for t in literal.terms if t not in graph})
    if unknown:
        reason = f"the goal names {', '.join(unknown)}, which the graph does not have"
        return Validation(Outcome(FailureCause.INVALID_GOAL, f"{reason[0].upper()}{reason[1:]}."), -1, (reason,))
    named = {t for call in calls for t in call.arguments}
    named |= {t for literal in literals(goal) for t in literal.terms}
    held = graph.held()
    named |= {held} if held else set()
    for node_id in tuple(named):
        named.update(graph.contents(node_id))
    facts = facts_of(graph, known_failures, only=named)
    states = [facts]
    for index, call in enumerate(calls):
        reasons = failing_preconditions(call, facts)
        if reasons:
            message = f"Step {index + 1}, {call.describe()}, cannot be made: {'; '.join(reasons)}."
            return Validation(Outcome(FailureCause.INVALID_PLAN, message), index, reasons)
        facts = apply(call, facts)
        states.append(facts)
    if not satisfied_along(goal, states):
        reasons = failing(goal, facts) or ("the parts were not reached in their order",)
        message = f"The plan ends without reaching the goal: {'; '.join(reasons)}."
        return Validation(Outcome(FailureCause.INVALID_PLAN, message), -1, reasons)
    return Validation(Outcome(), end=facts)


def ungrounded(call: SkillCall, graph: SceneGraph) -> str:
    """What is wrong with the names of a call; empty if every argument is a node of the right kind."""
    spec = SKILLS.get(call.skill)
    if spec is None:
        return f"there is no skill {call.skill!r}; known are {', '.join(SKILLS)}"
    if len(call.arguments) != len(spec.parameters):
        return f"{call.skill} takes {len(spec.parameters)} arguments, got {len(call.arguments)}"
    for argument, parameter in zip(call.arguments, spec.parameters, strict=True):
        if argument not in graph:
            return f"the graph has no node {argument!r}"
        if graph[argument].kind is not _KINDS[parameter.type]:
            kind = graph[argument].kind.name.lower()
            return f"{argument!r} is of kind {kind}, {parameter.type} is needed"
    return ""
