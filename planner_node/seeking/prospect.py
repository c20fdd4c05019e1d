# SPDX-License-Identifier: Apache-2.0
"""Where to look for a thing in a scene: every place that can be looked into, in the best order, and why there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import auto

from makedo_core.enums import StrEnum
from makedo_core.goals.facts import facts, holds
from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, SceneGraph
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal, Predicate
from planner_node.seeking.chances import Habits, chances, places_to_keep
from planner_node.seeking.order import Hunt, Order, best_order, expected_s
from planner_node.seeking.travel import Pace, Travel, is_shut

NO_HOPE = 0.01
"""A place with less chance is not worth a way."""


class HintKind(StrEnum):
    """What speaks for looking at a place."""

    MEMORY = auto()  # a thing that would do is thought to be there
    USUAL = auto()  # the ontology says that such things are kept there
    COMPANY = auto()  # a thing of the same use is there
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Hint:
    """What speaks for looking at a place, and the node that it is about: furniture or a thing."""

    kind: HintKind
    node_id: str = ""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A search that is worth it.

    Attributes:
        places: ids of furniture, the first to look at first; empty: there is no hope anywhere.
        chances: that the thing is at each of them.
        expected_s: time until it is found, or until all of them were looked at [s].
    """

    places: tuple[str, ...]
    chances: tuple[float, ...]
    expected_s: float


def prospect(
    label: str,
    graph: SceneGraph,
    ontology: Ontology,
    known_failures: Collection[KnownFailure] = (),
    *,
    believed: Iterable[Node] = (),
    habits: Habits | None = None,
    pace: Pace | None = None,
    rule: Callable[[Hunt], Order] = best_order,
) -> Prospect:
    """In which order to look for a thing of a class.

    Args:
        label: the class.
        graph: what is known.
        ontology: where things are kept.
        known_failures: what was learnt while moving: where it was looked in vain, what is blocked or stuck, what is
            missing from where it should be.
        believed: nodes that would do, thought to be somewhere.
        habits: how people leave things.
        pace: how fast the robot is.
        rule: in which order to look.
    """
    places = places_to_keep(graph, ontology)
    shares = chances(
        label,
        graph,
        ontology,
        places,
        believed=believed,
        ruled_out=looked_into(graph, known_failures),
        habits=habits,
    )
    hopeful = [p for p in accessible(graph, places, known_failures) if shares[p] >= NO_HOPE]
    hunt = hunt_in(graph, hopeful, [shares[p] for p in hopeful], pace)
    order = rule(hunt)
    ordered = tuple(hopeful[i] for i in order)
    return Prospect(ordered, tuple(shares[p] for p in ordered), expected_s(hunt, order))


def hunt_in(graph: SceneGraph, places: Sequence[str], shares: Sequence[float], pace: Pace | None = None) -> Hunt:
    """The search from where the robot is; chances beyond 1 by rounding are cut."""
    ways = Travel(graph, pace)
    whole = max(1.0, sum(shares))
    return Hunt(
        tuple(share / whole for share in shares),
        tuple(ways.drive_s(AGENT_ID, p) if AGENT_ID in graph else 0.0 for p in places),
        ways.between_s(places),
        tuple(ways.look_s(p) for p in places),
    )


def looked_into(graph: SceneGraph, known_failures: Iterable[KnownFailure]) -> frozenset[str]:
    """Places that were looked into in vain, also those that something was missing from."""
    found = set()
    for failure in known_failures:
        if failure.kind is FailureKind.SEARCHED:
            found.add(failure.node_id)
        elif failure.kind is FailureKind.MISSING and failure.node_id in graph:
            found.add(graph.support(failure.node_id) or "")
    return frozenset(found - {""})


def accessible(graph: SceneGraph, places: Sequence[str], known_failures: Collection[KnownFailure]) -> tuple[str, ...]:
    """Those of some places that can be driven to and, where they are closed, opened."""
    known = facts(graph, known_failures, only=places)

    def opens(place: str) -> bool:
        if not is_shut(graph[place]):
            return True
        needs = (Literal(Predicate.OPENABLE, (place,)), Literal(Predicate.LOCKED, (place,), negated=True))
        return all(holds(literal, known) for literal in needs)

    return tuple(p for p in places if Literal(Predicate.REACHABLE, (p,)) in known and opens(p))


def reason(label: str, place: str, graph: SceneGraph, ontology: Ontology, believed: Iterable[Node] = ()) -> str:
    """Why a thing may be at furniture, or in a room, in plain words that follow the place's name."""
    hint = hint_of(label, place, graph, ontology, believed)
    match hint.kind:
        case HintKind.MEMORY:
            return "is where it was thought to be"
        case HintKind.USUAL if hint.node_id != place:
            return f"has {spoken(hint.node_id)}, where such things usually are"
        case HintKind.USUAL:
            return "is where such things usually are"
        case HintKind.COMPANY:
            return f"is where {spoken(hint.node_id)} is"
    return "is as good a place to look as any"


def hint_of(label: str, place: str, graph: SceneGraph, ontology: Ontology, believed: Iterable[Node] = ()) -> Hint:
    """What speaks for a place; of a room, what speaks for furniture in it. Only what graph and ontology say.

    Args:
        label: the class that is sought.
        place: id of furniture, or of a room.
        graph: what is known.
        ontology: where things are kept, and what has the same use.
        believed: nodes that would do, wherever they are thought to be.
    """
    is_room = graph[place].kind is NodeKind.ROOM
    within = [n for n in graph.of_kind(NodeKind.ASSET) if graph.room_of(n.id) == place] if is_room else [graph[place]]
    ids = {node.id for node in within}
    remembered = next((n.id for n in believed if graph.support(n.id) in ids), None)
    if remembered is not None:
        return Hint(HintKind.MEMORY, remembered)
    usual = next((n.id for n in within if ontology.usual_places(label) & ontology.ancestors(n.label)), None)
    if usual is not None:
        return Hint(HintKind.USUAL, usual)
    alike = [
        node.id
        for node in graph.of_kind(NodeKind.OBJECT)
        if graph.support(node.id) in ids
        if node.label == label or ontology.functional_class(label, node.label) is not None
    ]
    return Hint(HintKind.COMPANY, min(alike)) if alike else Hint(HintKind.NONE)
