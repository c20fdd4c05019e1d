# SPDX-License-Identifier: Apache-2.0
"""What the scene has of what phrases name: where it is, and how it looks."""

from __future__ import annotations

from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, State
from makedo_core.ontology import Ontology
from makedo_core.ontology.words import spaced
from planner_node.language.things import NounPhrase, Place
from planner_node.language.words.labels import last_words


def has_switch(node: Node) -> bool:
    """Whether furniture can be switched on and off."""
    return bool(node.states & {State.ON, State.OFF}) or (node.model is not None and node.model.switch is not None)


def has_door(node: Node) -> bool:
    """Whether furniture can be opened and closed."""
    opens = node.model is not None and node.model.articulation is not None
    return bool(node.states & {State.OPEN, State.CLOSED}) or opens


class ThingsHere:
    """Asks one scene about what phrases name."""

    def __init__(self, ontology: Ontology, graph: SceneGraph) -> None:
        """Keep what is asked."""
        self.ontology = ontology
        self.graph = graph

    def holds(self, room: NounPhrase, phrase: NounPhrase) -> bool:
        """Whether anything that a phrase names is in a room of the scene."""
        if phrase.concept is None:
            return True
        named = (n for n in self.graph if self.ontology.is_a(n.label, phrase.concept or ""))
        return any(self.graph.room_of(n.id) == room.node_id for n in named)

    def looks_so(self, phrase: NounPhrase, attributes: frozenset[str]) -> bool:
        """Whether the scene has something of the kind with some attributes."""
        concept = phrase.concept or ""
        return bool(attributes) and any(
            (self.ontology.is_a(n.label, concept) or spaced(concept) in last_words(n.label))
            and attributes <= n.attributes | {str(s) for s in n.states}
            for n in self.graph.of_kind(NodeKind.OBJECT)
        )

    def looks_of_what_smells(self, smelly: str, spoilt: frozenset[str], place: Place | None) -> frozenset[str]:
        """How that looks which smells: "smelly" where something there is known to be, else as what is spoilt there."""
        objects = self.graph.of_kind(NodeKind.OBJECT)
        there = (node.attributes for node in objects if place is None or self.is_within(node.id, place.what))
        known = frozenset[str]().union(*there)
        return frozenset({smelly}) if smelly in known or not known & spoilt else frozenset(sorted(known & spoilt)[:1])

    def is_any_so(self, phrase: NounPhrase, attributes: frozenset[str]) -> bool:
        """As `looks_so`, of furniture, too; none of what nothing is told apart by."""
        return bool(attributes) and any(
            (n.id == phrase.node_id if phrase.node_id else self.ontology.is_a(n.label, phrase.concept or ""))
            and attributes <= n.attributes | {str(s) for s in n.states}
            for n in self.graph
        )

    def is_elsewhere(self, phrase: NounPhrase) -> bool:
        """Whether some things of a kind are at the place that a phrase names, and some elsewhere."""
        if phrase.concept is None or phrase.source is None:
            return False
        alike = [n.id for n in self.graph.of_kind(NodeKind.OBJECT) if self.ontology.is_a(n.label, phrase.concept)]
        there = [self.lies_at(NounPhrase("", phrase.concept, i), phrase.source) for i in alike]
        return any(there) and not all(there)

    def lies_at(self, phrase: NounPhrase, place: Place) -> bool:
        """Whether a thing that a phrase names lies on, in or at a place of the scene."""
        what = place.what
        for node in self.graph.of_kind(NodeKind.OBJECT):
            if phrase.concept is None or not self.ontology.is_a(node.label, phrase.concept):
                continue
            if phrase.node_id not in (None, node.id):
                continue
            if not phrase.attributes <= node.attributes | {str(s) for s in node.states}:
                continue
            for there in (self.graph.support(node.id), self.graph.room_of(node.id)):
                if there is None or (what.node_id is not None and there != what.node_id):
                    continue
                room = what.source.what.node_id if what.source is not None else None
                named = what.node_id is not None or self.ontology.is_a(self.graph[there].label, what.concept or "")
                if named and (room is None or self.graph.room_of(there) == room):
                    return True
        return False

    def is_one(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether a node is of the class and looks as a phrase says."""
        named = node.id == phrase.node_id if phrase.node_id else self.ontology.is_a(node.label, phrase.concept or "")
        return named and phrase.attributes <= node.attributes | {str(s) for s in node.states}

    def is_within(self, node_id: str, place: NounPhrase) -> bool:
        """Whether a node is a place that a phrase names, or is on or in one."""
        room = self.graph.room_of(node_id)
        around = [node_id, *([room] if room is not None else [])]
        above = self.graph.support(node_id)
        while above is not None and above not in around:
            around.append(above)
            above = self.graph.support(above)
        if place.node_id is not None:
            return place.node_id in around
        return any(self.ontology.is_a(self.graph[n].label, place.concept or "") for n in around)

    def places_of(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """The furniture that what a phrase names is on or in, each once, as far as that is known."""
        found: dict[str, Node] = {}
        for node in self.graph.of_kind(NodeKind.OBJECT):
            named = (
                node.id == phrase.node_id if phrase.node_id else self.ontology.is_a(node.label, phrase.concept or "")
            )
            if not named or not phrase.attributes <= node.attributes:
                continue
            support = self.graph.support(node.id)
            if support is not None:
                found[support] = self.graph[support]
        return tuple(found.values())

    def room_with(self, phrase: NounPhrase) -> NounPhrase | None:
        """The room where the first thing that a phrase names is; None if it is nowhere."""
        if phrase.source is not None and phrase.source.what.node_id is not None:
            node = self.graph[phrase.source.what.node_id]
            room = node.id if node.kind is NodeKind.ROOM else self.graph.room_of(node.id)
            return NounPhrase(room, self.graph[room].label, room) if room else None
        for node in self.graph.of_kind(NodeKind.OBJECT):
            named = self.ontology.is_a(node.label, phrase.concept or "")
            named = node.id == phrase.node_id if phrase.node_id else named
            room = self.graph.room_of(node.id)
            if named and room is not None:
                return NounPhrase(room, self.graph[room].label, room)
        return None

    def has_machine(self, kind: str, runs: bool) -> bool:
        """Whether furniture of a class is here that things can be put into and, if it has to run, that has a switch."""
        for node in self.graph.of_kind(NodeKind.ASSET):
            model = node.model
            holds = model is None or any(region.kind is RegionKind.INSIDE for region in model.regions)
            if holds and (has_switch(node) or not runs) and self.ontology.is_a(node.label, kind):
                return True
        return False

    def stands_in(self, concept: str | None, room: NounPhrase) -> bool:
        """Whether furniture of a class stands in a room of the scene."""
        for node in self.graph.of_kind(NodeKind.ASSET):
            there = self.graph.room_of(node.id)
            if there is None or concept is None or not self.ontology.is_a(node.label, concept):
                continue
            if there == room.node_id or (
                room.node_id is None and self.ontology.is_a(self.graph[there].label, room.concept or "")
            ):
                return True
        return False
