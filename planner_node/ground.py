# SPDX-License-Identifier: Apache-2.0
"""From a request to demands: every name tied to nodes of the scene graph, or reported.

A demand says that at least `count` of some nodes satisfy one literal. Things of one class are interchangeable
("the apple" is any apple); places are not ("the table" with three tables is ambiguous).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from makedo_core.asset_model import RegionKind
from makedo_core.facts import FailureKind, KnownFailure, is_gone
from makedo_core.failure import FailureCause
from makedo_core.goal import OBJECT_VARIABLE, AtLeast, Goal
from makedo_core.goal_text import enumerate_words, spoken
from makedo_core.ontology import Ontology
from makedo_core.scene_graph import Node, NodeKind, RelationType, SceneGraph, State
from makedo_core.skills import Literal, Predicate
from planner_node import lexicon
from planner_node.request import (
    Change,
    Clause,
    GoTo,
    Hold,
    Look,
    NounPhrase,
    Place,
    Put,
    PutBack,
    Refusal,
    Request,
    SetState,
    Side,
)

_DETERMINERS = lexicon.DEFINITE | set(lexicon.NUMBERS) | frozenset("a an some any all every each of another".split())
KID_SAFE = "kid_safe"
NON_ALCOHOLIC = "non_alcoholic"
_STATES = {
    State.OPEN: Literal(Predicate.OPEN, (OBJECT_VARIABLE,)),
    State.CLOSED: ~Literal(Predicate.OPEN, (OBJECT_VARIABLE,)),
    State.ON: Literal(Predicate.SWITCHED_ON, (OBJECT_VARIABLE,)),
    State.OFF: ~Literal(Predicate.SWITCHED_ON, (OBJECT_VARIABLE,)),
}
_STATE_WORDS = {
    State.OPEN: "opening {0}",
    State.CLOSED: "closing {0}",
    State.ON: "turning on {0}",
    State.OFF: "turning off {0}",
}


@dataclass(frozen=True, slots=True)
class Demand:
    """At least `count` of the wanted nodes are to satisfy one and the same of the literals.

    Attributes:
        text: what was asked, for people.
        count: how many.
        wanted: ids of everything that is exactly what was asked for.
        literals: alternatives, e.g. one per table of a room; "?object" stands for the node.
        phrase: the words that it came from, for substitutes; None: nothing may stand in.
        place: where things are to go, for other places; None: it is not about a place.
    """

    text: str
    count: int
    wanted: tuple[str, ...]
    literals: tuple[Literal, ...]
    phrase: NounPhrase | None = None
    place: Place | None = None

    def goal(self, literal: Literal) -> Goal:
        """The demand as a formula with one of its literals."""
        return AtLeast(self.count, self.wanted, literal)


class Scene:
    """A scene graph with what is known about it: what grounding, shifting and pruning ask."""

    def __init__(
        self,
        graph: SceneGraph,
        ontology: Ontology,
        known_failures: Collection[KnownFailure] = (),
        already: Collection[str] = (),
        to_close: Collection[str] = (),
    ) -> None:
        """Hold the parts.

        Args:
            graph: the snapshot.
            ontology: classes of things.
            known_failures: what was learnt while moving.
            already: objects that an earlier goal for the same instruction named: where they came from is no
                longer asked.
            to_close: furniture that an earlier plan opened and has to close again.
        """
        self.graph = graph
        self.ontology = ontology
        self.known_failures = tuple(known_failures)
        self.already = frozenset(already)
        self.to_close = frozenset(a for a in to_close if a in graph)
        missing = {f.node_id for f in known_failures if f.kind is FailureKind.MISSING}
        self.objects = tuple(
            node
            for node in graph.of_kind(NodeKind.OBJECT)
            if not is_gone(node) and node.id not in missing and graph.placement(node.id) is not None
        )
        here = {node.id for node in self.objects}
        self.lost = tuple(n for n in graph.of_kind(NodeKind.OBJECT) if n.id not in here)

    def meets(self, node: Node, requirement: str) -> bool:
        """Whether a thing is known to be what it must be."""
        if requirement == KID_SAFE:
            return self.ontology.kid_safe(node.label)
        if requirement == NON_ALCOHOLIC:
            return "alcoholic" not in self.ontology.hazards(node.label)
        return requirement in self.ontology.qualities(node.label)

    def is_named(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether a node is of the class, or is the node, that a phrase names."""
        if phrase.node_id is not None:
            return node.id == phrase.node_id
        return phrase.concept is None or self.ontology.is_a(node.label, phrase.concept)

    def matches(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether an object is exactly what a phrase asks for."""
        return (
            self.is_named(node, phrase)
            and phrase.attributes <= node.attributes | {str(s) for s in node.states}
            and self.allowed(node, phrase)
            and (phrase.source is None or node.id in self.already or self.is_at(node, phrase.source))
        )

    def allowed(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether an object is what it must be and is not excluded; this is never relaxed."""
        if any(self.is_named(node, e) and e.attributes <= node.attributes for e in phrase.excluded):
            return False
        return all(self.meets(node, requirement) for requirement in phrase.requirements)

    def is_at(self, node: Node, place: Place) -> bool:
        """Whether an object rests at a place (or in a room)."""
        room = self.graph.room_of(node.id)
        if room is not None and self.is_named(self.graph[room], place.what):
            return True
        relation = self.graph.placement(node.id)
        while relation is not None:
            if self.is_named(self.graph[relation.target], place.what):
                side = {RelationType.ON: Side.ON, RelationType.INSIDE: Side.INSIDE}.get(relation.type)
                return place.side in (Side.ANY, side)
            relation = self.graph.placement(relation.target)
        return False

    def assets(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """Furniture that a phrase names."""
        return tuple(
            node
            for node in self.graph.of_kind(NodeKind.ASSET)
            if self.is_named(node, phrase) and phrase.attributes <= node.attributes
        )

    def rooms(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """Rooms that a phrase names."""
        return tuple(node for node in self.graph.of_kind(NodeKind.ROOM) if self.is_named(node, phrase))

    def in_room(self, rooms: Iterable[Node]) -> tuple[Node, ...]:
        """Furniture in some rooms, tables and worktops first."""
        ids = {room.id for room in rooms}
        found = [n for n in self.graph.of_kind(NodeKind.ASSET) if self.graph.room_of(n.id) in ids]
        return tuple(sorted(found, key=lambda n: not self.ontology.is_a(n.label, "worktop")))

    def offers(self, node: Node, side: Side) -> bool:
        """Whether things can rest on that side of furniture, as far as its model tells."""
        if node.model is None:
            return side is not Side.INSIDE or bool(node.states & {State.OPEN, State.CLOSED})
        kinds = {region.kind for region in node.model.regions}
        return (RegionKind.INSIDE if side is Side.INSIDE else RegionKind.ON) in kinds

    def usual_side(self, node: Node) -> Side:
        """Where something "to the fridge" goes: inside what has a door or no top, else on top."""
        openable = node.model is not None and node.model.articulation is not None
        openable = openable or bool(node.states & {State.OPEN, State.CLOSED})
        if self.offers(node, Side.INSIDE) and (openable or not self.offers(node, Side.ON)):
            return Side.INSIDE
        return Side.ON


def placed(side: Side, asset_id: str) -> Literal:
    """The literal that "?object" rests on or inside furniture."""
    predicate = Predicate.INSIDE if side is Side.INSIDE else Predicate.ON
    return Literal(predicate, (OBJECT_VARIABLE, asset_id))


def ground(request: Request, scene: Scene) -> tuple[Demand, ...] | Refusal:
    """Tie every name of a request to the graph."""
    demands: list[Demand] = []
    for clause in request.clauses:
        found = _clause(clause, scene)
        if isinstance(found, Refusal):
            return found
        demands.extend(found)
    return tuple(demands)


def _clause(clause: Clause, scene: Scene) -> tuple[Demand, ...] | Refusal:
    match clause:
        case Put(things, place):
            return _put(things, place, scene)
        case Hold(thing):
            holding = (Literal(Predicate.HOLDING, (OBJECT_VARIABLE,)),)
            return _things(thing, scene) or (_demand(thing, scene, holding, None),)
        case SetState(what, state):
            assets = _furniture(what, scene)
            if isinstance(assets, Refusal):
                return assets
            text = _STATE_WORDS[state].format(what.text)
            return (_over(assets, what, text, _STATES[state]),)
        case GoTo(what):
            return _go(what, scene)
        case Look(what):
            return _look(what, scene)
        case Change(_, quality):
            return Refusal(FailureCause.NOT_CAPABLE, f"I have no skill that makes anything {quality}.")
        case PutBack():
            return Refusal(FailureCause.NOT_CAPABLE, "I cannot put things back yet; say where they go.")


def _over(assets: tuple[Node, ...], what: NounPhrase, text: str, literal: Literal) -> Demand:
    count = len(assets) if what.count is None else min(what.count, len(assets))
    return Demand(text, count, tuple(a.id for a in assets), (literal,))


def _go(what: NounPhrase, scene: Scene) -> tuple[Demand, ...] | Refusal:
    rooms = scene.rooms(what)
    assets = scene.in_room(rooms) if rooms else _furniture(what, scene)
    if isinstance(assets, Refusal):
        return assets
    if not assets:
        return Refusal(FailureCause.UNKNOWN_PLACE, f"I know of no furniture in {what.text} to drive to.")
    literal = Literal(Predicate.AT, (OBJECT_VARIABLE,))
    return (_over(assets, replace(what, count=1), f"going to {what.text}", literal),)


def _look(what: NounPhrase, scene: Scene) -> tuple[Demand, ...] | Refusal:
    """Look at furniture, or at where something is thought to be."""
    literal = Literal(Predicate.EXPLORED, (OBJECT_VARIABLE,))
    assets = scene.in_room(scene.rooms(what)) or scene.assets(what)
    if not assets:
        supports = dict.fromkeys(scene.graph.support(n.id) for n in scene.objects if scene.matches(n, what))
        assets = tuple(scene.graph[s] for s in supports if s and scene.graph[s].kind is NodeKind.ASSET)
        what = replace(what, count=1)
    if not assets:
        return not_found(what, scene)
    return (_over(assets, what, f"looking for {what.text}", literal),)


def _put(things: tuple[NounPhrase, ...], place: Place, scene: Scene) -> tuple[Demand, ...] | Refusal:
    literals = _targets(place, scene)
    if isinstance(literals, Refusal):
        return literals
    demands = []
    for thing in things:
        wrong = _things(thing, scene)
        if wrong is not None:
            return wrong
        demands.append(_demand(thing, scene, literals, place))
    return tuple(demands)


def _things(phrase: NounPhrase, scene: Scene) -> Refusal | None:
    """Why things cannot be carried, if they are not things at all."""
    fixed = scene.ontology.is_a(phrase.concept, "furniture") if phrase.concept else False
    node = scene.graph.nodes.get(phrase.node_id) if phrase.node_id else None
    if (node is not None and node.kind is not NodeKind.OBJECT) or (fixed and scene.assets(phrase)):
        return Refusal(FailureCause.NOT_CAPABLE, f"I cannot carry {phrase.text}; it is part of the home.")
    if phrase.source is not None:
        assets = _furniture(phrase.source.what, scene) if not scene.rooms(phrase.source.what) else ()
        objects = [n for n in scene.objects if scene.is_named(n, phrase.source.what)]
        if isinstance(assets, Refusal) and assets.cause is not FailureCause.AMBIGUOUS and not objects:
            return assets
    return None


def _demand(phrase: NounPhrase, scene: Scene, literals: tuple[Literal, ...], place: Place | None) -> Demand:
    wanted = tuple(node.id for node in scene.objects if scene.matches(node, phrase))
    targets = {literal.terms[-1] for literal in literals}
    if phrase.count is None and phrase.source is None:
        wanted = tuple(w for w in wanted if w not in targets)
    count = len(wanted) if phrase.count is None else phrase.count
    return Demand(asked_text(phrase), count, wanted, literals, phrase, place)


def _targets(place: Place, scene: Scene) -> tuple[Literal, ...] | Refusal:
    """Where things are to go: one literal per alternative, best first."""
    rooms = scene.rooms(place.what)
    if rooms:
        assets = tuple(a for a in scene.in_room(rooms) if scene.offers(a, Side.ON))
        if not assets:
            return Refusal(FailureCause.UNKNOWN_PLACE, f"I know of nothing in {place.what.text} to put things on.")
        return tuple(placed(Side.ON, a.id) for a in assets)
    found = _furniture(place.what, scene)
    if isinstance(found, Refusal):
        return found
    sides = [(scene.usual_side(a) if place.side is Side.ANY else place.side, a.id) for a in found]
    return tuple(placed(side, asset_id) for side, asset_id in sides)


def _furniture(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...] | Refusal:
    """Furniture that a phrase names: at least one piece, and only one where a certain one was meant."""
    assets = scene.assets(phrase)
    if not assets:
        held = [n for n in scene.graph.of_kind(NodeKind.OBJECT) if scene.is_named(n, phrase)]
        if held:
            return Refusal(FailureCause.NOT_CAPABLE, f"I can use furniture as a place, not a thing like {phrase.text}.")
        return _no_place(phrase, scene)
    if phrase.definite and len(assets) > 1:
        ids = tuple(a.id for a in assets)
        names = enumerate_words((spoken(i) for i in ids), "or")
        return Refusal(FailureCause.AMBIGUOUS, f"Which one is meant by '{phrase.text}': {names}?", ids)
    return assets


def _no_place(phrase: NounPhrase, scene: Scene) -> Refusal:
    """There is no such furniture: say so, and what serves the same use."""
    similar = []
    for node in scene.graph.of_kind(NodeKind.ASSET):
        common = scene.ontology.functional_class(phrase.concept or "", node.label)
        if common is not None:
            similar.append((common.breadth, node.id))
    candidates = tuple(node_id for _, node_id in sorted(similar))
    names = enumerate_words((spoken(c) for c in candidates), "or")
    hint = f" Did you mean {names}?" if candidates else ""
    return Refusal(FailureCause.UNKNOWN_PLACE, f"I know of no {bare_text(phrase)} here.{hint}", candidates)


def not_found(phrase: NounPhrase, scene: Scene) -> Refusal:
    """There is nothing of the kind: say so, and where it could be looked for."""
    places = places_to_look(phrase, scene)
    hint = f" It could be looked for at {enumerate_words(map(spoken, places), 'or')}." if places else ""
    lost = [n for n in scene.lost if scene.is_named(n, phrase)]
    what = f"I do not know where {phrase.text} is." if lost else f"I know of no {bare_text(phrase)} here."
    return Refusal(FailureCause.OBJECT_NOT_FOUND, what + hint, places)


def bare_text(phrase: NounPhrase) -> str:
    """What was asked for without article and number: "white mug", "snacks at table_1"."""
    words = phrase.text.split()
    while len(words) > 1 and (words[0].isdigit() or words[0] in _DETERMINERS):
        words.pop(0)
    source = f" {str(phrase.source).replace('to ', 'at ', 1)}" if phrase.source else ""
    return " ".join(words) + source


def asked_text(phrase: NounPhrase) -> str:
    """What was asked for with where it was to come from."""
    return f"{phrase.text} from {phrase.source.what.text}" if phrase.source else phrase.text


def places_to_look(phrase: NounPhrase, scene: Scene) -> tuple[str, ...]:
    """Furniture that was not looked at yet and where such things usually are."""
    usual = scene.ontology.usual_places(phrase.concept) if phrase.concept else frozenset()
    return tuple(
        node.id
        for node in scene.graph.of_kind(NodeKind.ASSET)
        if node.last_seen is None and scene.ontology.ancestors(node.label) & usual
    )
