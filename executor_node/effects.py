# SPDX-License-Identifier: Apache-2.0
"""From a skill's effects in the catalogue to facts for the scene graph, and back: were they observed?"""

from __future__ import annotations

from collections.abc import Iterable

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, PLACEMENTS, Relation, RelationType, SceneGraph, State
from makedo_core.ports import GraphChange
from makedo_core.skills import SKILLS, Literal, Predicate, SkillCall

_STATES: dict[tuple[str, bool], State] = {
    (Predicate.OPEN, False): State.OPEN,
    (Predicate.CLOSED, False): State.CLOSED,
    (Predicate.SWITCHED_ON, False): State.ON,
    (Predicate.SWITCHED_ON, True): State.OFF,
    (Predicate.UPSIDE_DOWN, True): State.UPRIGHT,
    (Predicate.FULL, True): State.EMPTY,
}
_PLACING: dict[str, RelationType] = {
    Predicate.ON: RelationType.ON,
    Predicate.INSIDE: RelationType.INSIDE,
    Predicate.GIVEN: RelationType.INSIDE,  # a person's hands
}


def effects_of(call: SkillCall) -> tuple[Literal, ...]:
    """Effects of a skill call with its arguments filled in."""
    spec = SKILLS[call.skill]
    binding = spec.binding(call.arguments)
    return tuple(effect.bind(binding) for effect in spec.effects)


def change_for(call: SkillCall, graph: SceneGraph, poses: Iterable[tuple[str, Pose]] = ()) -> GraphChange:
    """The facts that carrying out a skill call made true.

    Args:
        call: what was done.
        graph: newest snapshot, to know what to drop.
        poses: poses that the skill knows, e.g. of what was put down.
    """
    add: list[Relation] = []
    drop: set[Relation] = set()
    states: list[tuple[str, State]] = []
    for effect in effects_of(call):
        state = _STATES.get((effect.predicate, effect.negated))
        if state is not None:
            states.append((effect.terms[0], state))
        elif effect.predicate is Predicate.AT and not effect.negated:
            add.append(Relation(AGENT_ID, RelationType.AT, effect.terms[0]))
            drop.update(r for r in graph.outgoing(AGENT_ID) if r.type is RelationType.AT)
        elif not effect.negated and (placed := _placement(effect)) is not None:
            add.append(placed)
            old = graph.outgoing(placed.source)
            drop.update(r for r in old if r.type in PLACEMENTS)
    kept = tuple(r for r in add if r not in graph.relations)
    gone = tuple(sorted(drop - set(add), key=str))
    return GraphChange(kept, gone, tuple(states), tuple(poses))


def _placement(effect: Literal) -> Relation | None:
    if effect.predicate in _PLACING:
        return Relation(effect.terms[0], _PLACING[effect.predicate], effect.terms[1])
    if effect.predicate is Predicate.HOLDING:
        return Relation(effect.terms[0], RelationType.HELD_BY, AGENT_ID)
    return None


def contradicted(call: SkillCall, graph: SceneGraph) -> tuple[Literal, ...]:
    """Effects of a call that a snapshot contradicts: what perception saw is not what was expected."""
    wrong = []
    for effect in effects_of(call):
        state = _STATES.get((effect.predicate, effect.negated))
        if state is not None and state not in graph[effect.terms[0]].states:
            wrong.append(effect)
        elif not effect.negated:
            placed = _placement(effect)
            if placed is not None and (placed.source not in graph or graph.placement(placed.source) != placed):
                wrong.append(effect)
    return tuple(wrong)
