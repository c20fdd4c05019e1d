# SPDX-License-Identifier: Apache-2.0
"""Goals as people would say them: the way back from a formula to a sentence, which shares nothing with the grammar."""

from __future__ import annotations

from random import Random

from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AtLeast, Goal, Holds
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.skills import Literal, Predicate

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_STATES = {
    Predicate.OPEN: ("fridge_1", "drawer_1"),
    Predicate.CLOSED: ("fridge_1", "drawer_1"),
    Predicate.SWITCHED_ON: ("lamp_1",),
}
_SURFACES = ("table_1", "table_2", "table_3", "counter_1", "shelf_1")
_BOXES = ("fridge_1", "drawer_1")


def draw_goal(random: Random, graph: SceneGraph) -> AllOf:
    """A goal of one to three parts, each about other things."""
    by_label: dict[str, list[str]] = {}
    for node in graph.of_kind(NodeKind.OBJECT):
        if graph.support(node.id) is not None:
            by_label.setdefault(node.label, []).append(node.id)
    labels = random.sample(sorted(by_label), min(len(by_label), random.randint(1, 2)))
    parts = [_about(random, sorted(by_label[label])) for label in labels]
    if random.random() < 0.4 or not parts:
        predicate = random.choice(list(_STATES))
        parts.append(Holds(Literal(predicate, (random.choice(_STATES[predicate]),))))
    return AllOf(tuple(parts))


def _about(random: Random, things: list[str]) -> Goal:
    inside = random.random() < 0.3
    place = random.choice(_BOXES if inside else _SURFACES)
    literal = Literal(Predicate.INSIDE if inside else Predicate.ON, (OBJECT_VARIABLE, place))
    if random.random() < 0.4:
        return Holds(literal.bind({OBJECT_VARIABLE: random.choice(things)}))
    return AtLeast(random.randint(1, len(things)), tuple(things), literal)


def said(goal: AllOf, random: Random) -> str:
    """An instruction that asks for a goal."""
    return random.choice((" and ", ". ", ", and ")).join(_order(part, random) for part in goal.parts)


def _order(part: Goal, random: Random) -> str:
    match part:
        case Holds(Literal(Predicate.OPEN, (furniture,))):
            return f"open {_name(furniture)}"
        case Holds(Literal(Predicate.CLOSED, (furniture,))):
            return f"{random.choice(('close', 'shut'))} {_name(furniture)}"
        case Holds(Literal(Predicate.SWITCHED_ON, (furniture,))):
            return random.choice((f"turn on {_name(furniture)}", f"switch {_name(furniture)} on"))
        case Holds(Literal(predicate, (thing, place))):
            return f"put {_name(thing)} {_side(predicate)} {_name(place)}"
        case AtLeast(count, things, Literal(predicate, (_, place))):
            noun = _name(things[0].rsplit("_", 1)[0])
            amount = "all" if count == len(things) > 1 else _NUMBERS[count]
            plural = "s" if count > 1 else ""
            return f"{random.choice(('put', 'place'))} {amount} {noun}{plural} {_side(predicate)} {_name(place)}"
    raise ValueError(part)


def _side(predicate: str) -> str:
    return "in" if predicate == Predicate.INSIDE else "on"


def _name(node_id: str) -> str:
    return node_id.replace("_", " ")
