# SPDX-License-Identifier: Apache-2.0
"""Judges what Makedo makes of a command: whether it is understood, planned rightly, or refused by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.goals.facts import apply, facts
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType
from makedo_core.skills import Literal, Predicate
from makedo_eval.gpsr.commands import SpokenCommand
from makedo_eval.gpsr.home import PeopledHome
from makedo_eval.gpsr.meaning import TO_PEOPLE, TOLD, WITH_SKILL, Meant, StepKind, StepReader
from makedo_eval.gpsr.staging import staged
from planner_node.engine import Engine
from planner_node.language.interpret import interpret
from planner_node.language.kinds import Deed
from planner_node.language.request import Request
from planner_node.task import PlanningTask, Result

_ACTS = {
    **{deed: (StepKind(str(deed)),) for deed in Deed if str(deed) in set(StepKind)},
    Deed.FIND: (StepKind.FIND_PERSON, StepKind.MEET, StepKind.BRING),
    Deed.SAY: (StepKind.SAY, StepKind.ASPECT, StepKind.COUNT, StepKind.MOST, StepKind.WHAT, StepKind.COUNT_PEOPLE),
    Deed.INTRODUCE: (StepKind.INTRODUCE, StepKind.GREET),
}
"""The steps that a deed may be part of."""


@dataclass(frozen=True, slots=True)
class CommandRecord:
    """What came of a command.

    Attributes:
        command: the command.
        read: the steps that were read; None: it was not understood.
        has_skills: whether the robot has all it needs for what was meant.
        planned: whether there is a plan.
        right: whether the plan brings about what was meant.
        refused_by_kind: whether it was refused for a step that no skill does, and says which.
        told: the explanation or the refusal.
        changed: whether the plan is for less or something else, and says so.
    """

    command: SpokenCommand
    read: tuple[Meant, ...] | None
    has_skills: bool
    planned: bool
    right: bool
    refused_by_kind: bool
    told: str
    changed: bool = False

    @property
    def understood(self) -> bool:
        """Whether what was read is what was meant."""
        return self.read is not None and (self.command.meant is None or self.read == self.command.meant)

    @property
    def wrong(self) -> bool:
        """Whether there is a plan for something else."""
        return self.planned and not self.right and not self.changed


def judged(command: SpokenCommand, home: PeopledHome, engine: Engine, reader: StepReader) -> CommandRecord:
    """Read and plan a command, and judge both."""
    home = staged(home, command.meant or (), engine.ontology)
    request = interpret(command.text, engine.ontology, home.graph, engine.book)
    read = reader.steps(request) if isinstance(request, Request) else None
    result = engine.plan(PlanningTask(command.text, home.graph))
    meant = command.meant or read or ()
    known = all(_is_possible(step, home, reader) for step in meant)
    return CommandRecord(
        command,
        read,
        known,
        result.plan is not None,
        result.plan is not None and _is_right(meant, result, home, reader),
        _is_refused_by_kind(meant, result),
        result.explanation or result.outcome.message,
        result.plan is not None and bool(result.plan.relaxations),
    )


def _is_refused_by_kind(meant: Sequence[Meant], result: Result) -> bool:
    acts = {step.kind for step in meant}
    return bool(result.lacking) and all(acts & set(_ACTS[deed]) for deed in result.lacking)


def _is_possible(step: Meant, home: PeopledHome, reader: StepReader) -> bool:
    """Whether the robot can do it: it has the skill, and whom or what it is about is there."""
    if step.kind not in WITH_SKILL | TO_PEOPLE or step.thing == TOLD:
        return False
    if step.whom not in ("", "me") and step.kind in (StepKind.BRING, *TO_PEOPLE):
        return bool(_people(step.whom, step.place if step.kind is StepKind.BRING else step.source, home))
    return True


def _people(whom: str, where: str, home: PeopledHome) -> list[Node]:
    """Those who are called or look so, at a place if one is said."""
    graph = home.graph
    return [
        node
        for node in graph.of_kind(NodeKind.ASSET)
        if node.label == "person"
        and (whom in ("", node.id) or set(whom.split("+")) <= node.attributes)
        and (not where or where in _whereabouts(node, home))
    ]


def _whereabouts(node: Node, home: PeopledHome) -> set[str]:
    beside = {r.target for r in home.graph.outgoing(node.id) if r.type in (RelationType.NEXT_TO, RelationType.IN)}
    return {home.graph[i].label for i in beside}


def _is_right(meant: Sequence[Meant], result: Result, home: PeopledHome, reader: StepReader) -> bool:
    """Whether a plan, carried out on the facts, does each step in its order."""
    states = [facts(home.graph)]
    for call in result.plan.calls if result.plan is not None else ():
        states.append(apply(call, states[-1]))
    at = 0
    for step in meant:
        reached = next((i for i in range(at, len(states)) if _holds(step, states[i], result, home, reader)), None)
        if reached is None:
            return False
        at = reached if step.kind is StepKind.GO else at
    moved = {c.arguments[0] for c in result.plan.calls if c.skill == "pick_up"} if result.plan else set()
    carried = sum(step.kind in (StepKind.BRING, StepKind.HOLD) for step in meant)
    return len(moved) == carried


def _holds(step: Meant, state: frozenset[Literal], result: Result, home: PeopledHome, reader: StepReader) -> bool:
    """Whether a step is done in a state."""
    graph = home.graph

    def true(predicate: Predicate, *terms: str) -> bool:
        return Literal(predicate, terms) in state

    things = [n.id for n in _things(step, home, reader)]
    match step.kind:
        case StepKind.GO:
            places = _places(step.place, home)
            return any(true(Predicate.AT, place) for place in places)
        case StepKind.FIND:
            return any(true(Predicate.EXPLORED, graph.support(t) or "") for t in things)
        case StepKind.HOLD:
            return any(true(Predicate.HOLDING, t) for t in things)
        case StepKind.BRING if step.whom:
            people = _people(step.whom, step.place, home) if step.whom != "me" else _operator(home)
            return any(true(Predicate.GIVEN, t, p.id) for t in things for p in people)
        case StepKind.BRING:
            there = (Predicate.ON, Predicate.INSIDE)
            return any(true(p, t, place) for p in there for t in things for place in _places(step.place, home))
        case StepKind.FIND_PERSON | StepKind.MEET:
            return any(true(Predicate.AT, p.id) for p in _people(step.whom, step.source, home))
        case _:
            return _answered(step, result, home, reader)


def _operator(home: PeopledHome) -> list[Node]:
    return [n for n in home.graph.of_kind(NodeKind.ASSET) if "operator" in n.attributes]


def _places(label: str, home: PeopledHome) -> list[str]:
    """Furniture of a class, or all of a room."""
    rooms = {n.id for n in home.graph.of_kind(NodeKind.ROOM) if n.label == label}
    assets = home.graph.of_kind(NodeKind.ASSET)
    return [n.id for n in assets if label in (n.label, n.id) or home.graph.room_of(n.id) in rooms]


def _things(step: Meant, home: PeopledHome, reader: StepReader) -> list[Node]:
    """Things of a class, where they are said to be."""
    graph = home.graph
    return [
        node
        for node in graph.of_kind(NodeKind.OBJECT)
        if (not step.thing or reader.ontology.is_a(node.label, step.thing))
        and (
            not step.source
            or step.source in (graph[graph.support(node.id) or ""].label, graph[graph.room_of(node.id) or ""].label)
        )
    ]


def _answered(step: Meant, result: Result, home: PeopledHome, reader: StepReader) -> bool:
    """Whether an answer says what a look through the whole home says."""
    things = _things(step, home, reader)
    people = [p for p in _people(step.whom, step.source, home) if "operator" not in p.attributes or step.source]
    for answer in result.answers:
        found = [s.node_id for s in answer.sightings]
        if step.kind is StepKind.COUNT and answer.count == len(things):
            return True
        if step.kind is StepKind.WHAT and set(found) == {n.id for n in things}:
            return True
        if step.kind is StepKind.MOST and (found[0] if found else "") in _most(step, things):
            return True
        if step.kind is StepKind.COUNT_PEOPLE and set(found) == {p.id for p in people}:
            return True
        if step.kind is StepKind.ASPECT and (not people or set(found) == {p.id for p in people}):
            return True
    return False


def _most(step: Meant, things: Sequence[Node]) -> set[str]:
    """The things of greatest or least measure, or no thing."""
    if not things:
        return {""}
    width = step.measure.endswith("width")
    value = {n.id: min(n.size[:2]) if width else n.size[0] * n.size[1] * n.size[2] for n in things}
    best = (max if step.measure.startswith("greatest") else min)(value.values())
    return {i for i, v in value.items() if abs(v - best) < 1e-9}
