# SPDX-License-Identifier: Apache-2.0
"""Simulates a plan on a scene graph, independently of the search, and says where and why it fails."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.facts import ELSEWHERE, Facts, apply, failing_clauses, failing_preconditions, holds
from makedo_core.goals.facts import facts as facts_of
from makedo_core.goals.goal import Goal, is_ordered, literals, satisfied_along
from makedo_core.goals.goal_text import failing
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.known_failure import KnownFailure
from makedo_core.skills import SKILLS, Literal, Predicate, SkillCall, Type
from planner_node.proof.causal import SimulatedPlan

_ANYWHERE = frozenset(e.predicate for spec in SKILLS.values() for e in spec.effects if set(e.terms) == {ELSEWHERE})
"""Of what effects take away wherever it is: of the robot, that it is at any place."""
_OF_THINGS = frozenset({Predicate.CLEAR, Predicate.FULL, Predicate.GRASPABLE})
"""What facts say of a thing besides where it is."""
_KINDS = {Type.ASSET: NodeKind.ASSET, Type.OBJECT: NodeKind.OBJECT}


@dataclass(frozen=True, slots=True)
class Validation:
    """What the simulation of a plan showed.

    Attributes:
        outcome: success, INVALID_PLAN, UNGROUNDED, or INVALID_GOAL.
        failing_step: index of the first call that cannot be made; -1: none.
        reasons: each failing precondition of that call, or each failing conjunct of the goal, in plain words.
        end: what is true at the end of a valid plan, of all that the plan and the goal name; of things that only the
            goal names, and of which it wants nothing else, where they are.
        begin: what of that is true before it.
    """

    outcome: Outcome
    failing_step: int = -1
    reasons: tuple[str, ...] = ()
    end: Collection[Literal] = ()
    begin: Collection[Literal] = ()


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
    wanted = tuple(literals(goal))
    in_goal = {t for literal in wanted for t in literal.terms}
    unknown = sorted(t for t in in_goal if t not in graph)
    if unknown:
        reason = f"the goal names {', '.join(unknown)}, which the graph does not have"
        return Validation(Outcome(FailureCause.INVALID_GOAL, f"{reason[0].upper()}{reason[1:]}."), -1, (reason,))
    facts, still = _apart(_facts_about(calls, wanted, graph, known_failures), calls)
    moving = [facts]
    for index, call in enumerate(calls):
        reasons = failing_preconditions(call, facts)
        if reasons:
            message = f"Step {index + 1}, {call.describe()}, cannot be made: {'; '.join(reasons)}."
            return Validation(Outcome(FailureCause.INVALID_PLAN, message), index, reasons)
        facts = apply(call, facts)
        moving.append(facts)
    states = _whole(moving, still, goal)
    if not satisfied_along(goal, states):
        reasons = failing(goal, states[-1]) or ("the parts were not reached in their order",)
        message = f"The plan ends without reaching the goal: {'; '.join(reasons)}."
        return Validation(Outcome(FailureCause.INVALID_PLAN, message), -1, reasons)
    return Validation(Outcome(), end=states[-1], begin=states[0])


def run_of(
    calls: Sequence[SkillCall],
    goal: Goal,
    graph: SceneGraph,
    known_failures: Collection[KnownFailure] = (),
) -> SimulatedPlan:
    """The states that a valid plan runs through, by which literals its preconditions hold, and what it needs."""
    begin, still = _apart(_facts_about(calls, tuple(literals(goal)), graph, known_failures), calls)
    moving = [begin]
    needs = []
    for call in calls:
        needs.append(_needs(call, moving[-1]))
        moving.append(apply(call, moving[-1]))
    needed = tuple(_fails_without(i, calls, goal, moving, still) for i in range(len(calls)))
    return SimulatedPlan(tuple(some | still for some in moving), tuple(needs), needed)


def _apart(facts: Facts, calls: Sequence[SkillCall]) -> tuple[Facts, Facts]:
    """The facts that some calls may ask for or change, and all others.

    A goal that names every thing that would do brings the facts of all of them along, and each call would look through
    them for what it takes from elsewhere. Of what a call takes a thing from, too, it may change whether it is clear.
    """
    named = {argument for call in calls for argument in call.arguments}
    beside = {term for fact in facts if not named.isdisjoint(fact.terms) for term in fact.terms}
    apart = beside.isdisjoint
    still = frozenset([f for f in facts if f.terms and apart(f.terms) and f.predicate not in _ANYWHERE])
    return facts - still, still


def _fails_without(index: int, calls: Sequence[SkillCall], goal: Goal, moving: Sequence[Facts], still: Facts) -> bool:
    """Whether a plan fails without one of its steps: a later one cannot be made, or the goal is not reached."""
    run = list(moving[: index + 1])
    for call in calls[index + 1 :]:
        if failing_clauses(call, run[-1]):
            return True
        run.append(apply(call, run[-1]))
    return not satisfied_along(goal, _whole(run, still, goal))


def _whole(moving: Sequence[Facts], still: Facts, goal: Goal) -> list[Facts]:
    """States of a run with what no call changes; where the goal has no order, the first and the last are enough."""
    return [some | still for some in (moving if is_ordered(goal) else (moving[0], moving[-1]))]


def _needs(call: SkillCall, facts: Facts) -> tuple[Literal, ...]:
    """One literal that holds of each clause of the preconditions, the same for several where it can be."""
    spec = SKILLS[call.skill]
    binding = spec.binding(call.arguments)
    taken: dict[Literal, None] = {}
    for clause in spec.preconditions:
        true = [x for literal in clause if holds(x := literal.bind(binding), facts)]
        if not any(x in taken for x in true):
            taken.update(dict.fromkeys(true[:1]))
    return tuple(taken)


def _facts_about(
    calls: Sequence[SkillCall], wanted: Sequence[Literal], graph: SceneGraph, known_failures: Collection[KnownFailure]
) -> Facts:
    """The facts of what calls and wanted literals name, of what is held, and of what rests on these.

    Of things that no call names only where they are, if nothing else is wanted of any: a goal may name all that would
    do.
    """
    called = {argument for call in calls for argument in call.arguments}
    held = graph.held()
    about = called.union(*(literal.terms for literal in wanted), (held,) if held else ())
    below = {node_id: graph.contents(node_id) for node_id in about}
    about.update(*below.values())
    beside = set[str]()
    if _OF_THINGS.isdisjoint({literal.predicate for literal in wanted}):
        full = called.union((held,) if held else (), *below.values())
        beside = {i for i in about - full if graph.nodes[i].kind is NodeKind.OBJECT}
    return facts_of(graph, known_failures, only=about - beside, resting=beside)


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
