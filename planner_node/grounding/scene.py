# SPDX-License-Identifier: Apache-2.0
"""A scene graph with what is known about it: what grounding, shifting and pruning ask."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from makedo_core.conversation.habit import ToldHabits
from makedo_core.goals.facts import is_gone
from makedo_core.graph.scene_graph import OPENINGS, Node, NodeKind, RelationType, SceneGraph
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.ontology import Ontology
from makedo_core.ontology.similarity import Similarity
from makedo_core.ontology.words import plural, spaced, tails
from makedo_core.skills import Literal
from planner_node.backends.catalogue import Catalogue
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.request import Request
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.proof.backend import Backend

KID_SAFE = "kid_safe"
HAZARDOUS = "hazardous"
NON_ALCOHOLIC = "non_alcoholic"
UNSPOILT = "unspoilt"
_PACKS = frozenset({"container", "small_container", "sealed_pack", "drinks_pack", "can", "bottle"})
"""Classes of what things to eat and drink are in."""


EMPTY = "empty"


def looks_of(node: Node) -> frozenset[str]:
    """How a node is said to look, its states among that."""
    return node.attributes | {str(state) for state in node.states} if node.states else node.attributes


def says_label(phrase: NounPhrase, label: str) -> bool:
    """Whether a phrase ends in all words of a label: "my reading glasses" says reading_glasses, and not sunglasses."""
    said, words = phrase.text.lower().split(), spaced(label).split()
    return said[-len(words) :] in (words, plural(" ".join(words)).split())


class Scene:
    """A snapshot, the classes of things, what was learnt while moving, and what can be done."""

    def __init__(
        self,
        graph: SceneGraph,
        ontology: Ontology,
        known_failures: Collection[KnownFailure] = (),
        already: Collection[str] = (),
        to_close: Collection[str] = (),
        backend: Backend | None = None,
        asks: bool = True,
        similarity: Similarity | None = None,
        request: Request | None = None,
        book: Phrasebook | None = None,
        habits: ToldHabits | None = None,
    ) -> None:
        """Hold the parts.

        Args:
            graph: the snapshot.
            ontology: classes of things.
            known_failures: what was learnt while moving.
            already: objects that an earlier goal for the same instruction named: where they came from is no
                longer asked.
            to_close: furniture that an earlier plan opened and has to close again.
            backend: what can be done in the snapshot; None: the skill catalogue.
            asks: whether there is somebody who can be asked which of several places is meant.
            similarity: which of equally good substitutes to take; None: the nearest.
            request: what was read of the instruction, which claims are held against; None: a formula was given.
            book: knows which attributes spoil a thing, and which are seldom put down; None: ours.
            habits: what was told before; None: nothing.
        """
        self.habits = habits or ToldHabits()
        self.graph = graph
        self.ontology = ontology
        self.backend: Backend = backend or Catalogue(graph, known_failures, to_close)
        self.asks = asks
        self.similarity = similarity
        self.request = request
        self.book = book or load_phrasebook()
        self.known_failures = tuple(known_failures)
        self.already = frozenset(already)
        self.to_close = frozenset(to_close)
        missing = {f.node_id for f in known_failures if f.kind is FailureKind.MISSING}
        self.objects = tuple(
            node
            for node in graph.of_kind(NodeKind.OBJECT)
            if not is_gone(node) and node.id not in missing and self.backend.is_here(node)
        )
        self.by_label: dict[str, list[Node]] = {}
        for node in self.objects:
            self.by_label.setdefault(node.label, []).append(node)
        self._apart: dict[str, bool] = {}
        self._of: dict[str, tuple[Node, ...]] = {}
        self._here = {node.id: node for node in self.objects}
        self.lost = tuple(n for n in graph.of_kind(NodeKind.OBJECT) if n.id not in self._here)

    @cached_property
    def fixed(self) -> tuple[Node, ...]:
        """What people carry, and the graph has as part of the home."""
        assets = (n for n in self.graph.of_kind(NodeKind.ASSET) if self.ontology.is_a(n.label, "grabbable"))
        return tuple(n for n in assets if not self.backend.is_carried(n))

    def of_graph(self, graph: SceneGraph, backend: Backend | None = None) -> Scene:
        """The scene of another snapshot, with all that is known besides.

        Args:
            graph: the snapshot.
            backend: what can be done in it; None: the skill catalogue.
        """
        return Scene(
            graph,
            self.ontology,
            self.known_failures,
            self.already,
            self.to_close,
            backend,
            self.asks,
            self.similarity,
            self.request,
            self.book,
            self.habits,
        )

    def about(self, request: Request) -> Scene:
        """The scene with what was read of the instruction."""
        other = copy.copy(self)
        other.request = request
        return other

    def objects_named(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """Objects among which all are that a phrase names: those of its class or the one of its id, where it has it."""
        if phrase.parts or (phrase.node_id is None and (phrase.among is not None or phrase.concept is None)):
            return self.objects
        if phrase.node_id is None:
            return self._objects_of(phrase.concept or "")
        node = self._here.get(phrase.node_id)
        return () if node is None else (node,)

    @cached_property
    def furniture_labels(self) -> frozenset[str]:
        """Labels of objects that are furniture, and nothing that people carry."""
        kinds = {label: self.ontology.ancestors(label) for label in self.by_label}
        return frozenset(x for x, above in kinds.items() if "furniture" in above and "grabbable" not in above)

    def assets_named(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """Furniture that a phrase names, in its order; of its class, each label is asked once with the same looks."""
        assets, concept = self.graph.of_kind(NodeKind.ASSET), phrase.concept
        if phrase.node_id is not None and not phrase.parts:
            node = self.graph.nodes.get(phrase.node_id)
            return () if node is None or node.kind is not NodeKind.ASSET else (node,)
        if phrase.parts or phrase.among is not None or concept is None:
            return tuple(n for n in assets if self.is_named(n, phrase))
        alike = {(n.label, looks_of(n)): n for n in assets}
        kinds = {kind for kind, node in alike.items() if self.is_of(node, concept)}
        return tuple(n for n in assets if (n.label, looks_of(n)) in kinds) if kinds else ()

    def objects_matching(self, phrase: NounPhrase) -> Iterator[Node]:
        """The objects that are exactly what a phrase asks for, in their order."""
        by_class = phrase.node_id is None and phrase.among is None and not phrase.parts
        fits = self._is_as_said if by_class else self.matches  # of the class are all of them
        return (node for node in self.objects_named(phrase) if fits(node, phrase))

    def objects_called(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """The objects whose label says the class of a phrase, in their order; asked label by label."""
        labels = {x for x, some in self.by_label.items() if self.is_called(some[0], phrase)}
        return tuple(node for node in self.objects if node.label in labels) if labels else ()

    def _objects_of(self, concept: str) -> tuple[Node, ...]:
        """The objects of a class, as `is_of` has it, in their order; asked label by label: most need no more."""
        if concept not in self._of:
            apart = self.tells_apart(concept)
            whole = {x for x in self.by_label if (x == concept if apart else self.ontology.is_a(x, concept))}
            others = (n for x, some in self.by_label.items() if x not in whole and not apart for n in some)
            by_looks = {n.id for n in others if (n.attributes or n.states) and self.is_of(n, concept)}
            if by_looks or len(whole) > 1:
                self._of[concept] = tuple(n for n in self.objects if n.label in whole or n.id in by_looks)
            else:
                self._of[concept] = tuple(n for label in whole for n in self.by_label[label])
        return self._of[concept]

    def meets(self, node: Node, requirement: str) -> bool:
        """Whether a thing is known to be what it must be; what is spoilt is good for nobody."""
        if requirement in self.book.adjectives.by_kind:
            return self._is_by_kind(node, requirement)
        if requirement in self.ontology.all_materials:
            return requirement in self.made_of(node)
        if node.attributes & self.book.adjectives.spoilt or "spoiled" in self.ontology.hazards(node.label):
            return False
        if requirement == UNSPOILT:
            return True
        if requirement == KID_SAFE:
            return self.ontology.kid_safe(node.label)
        if requirement == NON_ALCOHOLIC:
            drinkable = "drinkable" in self.ontology.qualities(node.label)  # an ashtray is none of it either
            return drinkable and "alcoholic" not in self.ontology.hazards(node.label)
        return requirement in self.ontology.qualities(node.label) | self.ontology.hazards(node.label)

    def made_of(self, node: Node) -> frozenset[str]:
        """What a thing is known to be made of: by its look, the words of its label, or else its kind."""
        told = self.ontology.all_materials & (node.attributes | {*node.label.split("_")})
        return told or self.ontology.materials(node.label)

    def _is_by_kind(self, node: Node, requirement: str) -> bool:
        """Whether the kind of a thing, or a look of it, tells that it is fragile, sharp, electronic and the like."""
        hazards = self.ontology.hazards(node.label)
        if requirement == HAZARDOUS:
            return bool(hazards - self.book.adjectives.harmless)
        known = node.attributes | hazards | self.ontology.qualities(node.label)
        is_class = requirement in self.ontology.concepts and self.ontology.is_a(node.label, requirement)
        return requirement in known or is_class

    def is_named(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether a node is of the class, or is the node, that a phrase names."""
        if phrase.parts:
            return any(self.is_named(node, part) and self.is_where(node, part) for part in phrase.parts)
        if phrase.node_id is not None:
            return node.id == phrase.node_id
        if phrase.among is not None:
            return node.id in phrase.among
        return phrase.concept is None or self.is_of(node, phrase.concept)

    def is_of(self, node: Node, concept: str) -> bool:
        """Whether a node is of a class by its label, or by that with a look of it: a banana that is rotten is waste."""
        if self.tells_apart(concept):
            return node.label == concept
        if self.ontology.is_a(node.label, concept):
            return True
        return any(self.ontology.is_a(f"{look} {node.label}", concept) for look in looks_of(node))

    def tells_apart(self, concept: str) -> bool:
        """Whether a name is on labels here beside that of the class that it is a word for: a shirt, a dress shirt."""
        if concept not in self._apart:  # asked of every thing
            known = self.ontology.class_of(concept)
            others = (x for x in self.by_label if x != concept and self.ontology.class_of(x) == known)
            both = concept in self.by_label and any(others)
            self._apart[concept] = known is not None and known != concept and both
        return self._apart[concept]

    def is_used_up(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether of something to eat or drink only what it was in is left: an empty can is no beer."""
        if phrase.concept is None or phrase.node_id is not None or EMPTY in phrase.attributes:
            return False
        if EMPTY not in looks_of(node):
            return False
        kinds = self.ontology.ancestors(phrase.concept)
        return "consumable" in kinds and (kinds.isdisjoint(_PACKS) or self._is_full_of(phrase))

    def _is_full_of(self, phrase: NounPhrase) -> bool:
        """Whether a pack is told by what is in it: "a can of beer"."""
        words = phrase.text.lower().split()
        at = words.index("of") if "of" in words[1:] else 0
        head = self.ontology.class_of(words[at - 1]) if at else None
        return head is not None and any(self.ontology.is_a(head, pack) for pack in _PACKS)

    def is_called(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether the last words of a node's label say the class of a phrase, whatever the node is known to be."""
        concept = None if phrase.concept is None else self.ontology.class_of(phrase.concept)
        if concept is None or self.tells_apart(phrase.concept or ""):
            return concept is not None and node.label == phrase.concept
        several = plural(concept.replace("_", " "))  # reading glasses are no glass
        said = several != concept and phrase.text.lower().endswith(several) and not phrase.text[:1].isdigit()
        return any(self.ontology.names.get(t) == concept and (t != several or said) for t in tails(node.label))

    def labels_called_so(self, phrase: NounPhrase) -> frozenset[str]:
        """Labels that say the word by which the instruction calls what a phrase names: of soft drinks, "soda" cans.

        The phrase need not have the word itself ("two more"). Empty: none says it, or the class is called by its name.
        """
        concept = self.ontology.concepts.get(phrase.concept or "")
        if concept is None or phrase.node_id is not None or self.request is None:
            return frozenset()
        said = self.request.instruction.lower()
        synonyms = [word for word in concept.synonyms if word in said]
        if not synonyms or not self.ontology.is_a(concept.id, "consumable"):
            return frozenset()
        words = set(said.replace(",", " ").replace(".", " ").split())
        called = [word for word in synonyms if word in words or plural(word) in words]
        kinds = (x for x in self.by_label if self.ontology.is_a(x, concept.id))  # an egg shell is no egg
        return frozenset(x for x in kinds if any(f"{x}_".startswith(f"{w.replace(' ', '_')}_") for w in called))

    def matches(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether an object is exactly what a phrase asks for."""
        return self.is_named(node, phrase) and self._is_as_said(node, phrase)

    def _is_as_said(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether an object that a phrase names is all that it asks for besides."""
        return (
            not self.is_used_up(node, phrase)
            and phrase.attributes <= looks_of(node)
            and self.allowed(node, phrase)
            and (phrase.source is None or node.id in self.already or self.is_at(node, phrase.source))
        )

    def allowed(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether an object is what it must be and is not excluded; this is never relaxed.

        What may be meant by what is excluded is left, too.
        """
        if phrase.among is not None and node.id not in phrase.among:
            return False
        if any(self.covers(node, e) for e in phrase.excluded):
            return False
        if phrase.only_there and phrase.source is not None and node.id not in self.already:
            if not self.is_at(node, phrase.source):
                return False
        return all(self.meets(node, requirement) for requirement in phrase.requirements)

    def covers(self, node: Node, excluded: NounPhrase) -> bool:
        """Whether what must not be taken may be a node: in doubt, it is."""
        named = self.is_named(node, excluded) or (excluded.node_id is None and self.is_called(node, excluded))
        return named and self.matches(node, replace(excluded, concept=None, node_id=None, parts=()))

    def is_where(self, node: Node, phrase: NounPhrase) -> bool:
        """Whether a node is in the room, or at the place, that a phrase says it is at."""
        return phrase.source is None or self.is_at(node, phrase.source)

    def is_at(self, node: Node, place: Place) -> bool:
        """Whether an object rests at a place (or in a room); "in" a sink that has but a top is on it."""
        room = self.graph.room_of(node.id)
        if room is not None and self.is_meant(self.graph[room], place.what):
            return True
        beside = (r.target for r in self.graph.outgoing(node.id) if r.type is RelationType.NEXT_TO)
        if node.kind is NodeKind.ASSET and any(self.is_meant(self.graph[i], place.what) for i in beside):
            return True  # somebody at the sofa
        relation = self.graph.placement(node.id)
        while relation is not None:
            furniture = self.graph[relation.target]
            if self.is_meant(furniture, place.what):
                side = {RelationType.ON: Side.ON, RelationType.INSIDE: Side.INSIDE}.get(relation.type)
                return place.side in (Side.ANY, side) or not self.offers(furniture, place.side)
            relation = self.graph.placement(relation.target)
        return False

    def is_meant(self, place: Node, phrase: NounPhrase) -> bool:
        """Whether a place is one that a phrase means: of its kind, in its room, and as it is said to be."""
        return (
            self.is_named(place, phrase)
            and self.looks_so(place, phrase)
            and (phrase.among is None or place.id in phrase.among)
            and (phrase.source is None or place.kind is NodeKind.ROOM or self.is_at(place, phrase.source))
            and not any(self._is_excepted(place, e) for e in phrase.excluded)
        )

    def places(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """Furniture (and what else can be a place) that a phrase names."""
        among: Iterable[Node] = self.graph
        if phrase.node_id is not None and not phrase.parts:
            among = (self.graph[phrase.node_id],) if phrase.node_id in self.graph else ()
        return tuple(
            node
            for node in among
            if node.kind in (NodeKind.ASSET, NodeKind.OBJECT)
            and self.is_named(node, phrase)
            and self.backend.is_place(node)
            and self.looks_so(node, phrase)
            and (phrase.among is None or node.id in phrase.among)
            and (phrase.source is None or self.is_at(node, phrase.source))
            and not any(self._is_excepted(node, e) for e in phrase.excluded)
        )

    def _is_excepted(self, place: Node, excluded: NounPhrase) -> bool:
        """Whether a place is what is excepted of several: by its name, its look, and where it stands."""
        looks = excluded.attributes <= looks_of(place) | {str(s) for s in place.states}
        is_one = excluded.among is None or place.id in excluded.among
        there = self.is_where(place, excluded) or self._may_stand(place, excluded)
        return looks and is_one and self.is_named(place, excluded) and there

    def _may_stand(self, place: Node, excluded: NounPhrase) -> bool:
        """Whether furniture may stand on other furniture as is said: of most only the room is known."""
        source, relation = excluded.source, self.graph.placement(place.id)
        known = relation is not None and self.graph[relation.target].kind is not NodeKind.ROOM
        if source is None or known or place.kind is not NodeKind.ASSET:
            return False
        concept = source.what.concept or ""
        in_room = bool(self.rooms(source.what)) or (concept in self.ontology and self.ontology.is_a(concept, "room"))
        return not in_room and any(self.is_named(n, source.what) for n in self.graph.of_kind(NodeKind.ASSET))

    def looks_so(self, place: Node, phrase: NounPhrase) -> bool:
        """Whether a place looks as a phrase says: it is empty, too, where nothing is known to be on or in it."""
        missing = phrase.attributes - looks_of(place)
        return not missing or (missing == {EMPTY} and not self.graph.contents(place.id))

    def rooms(self, phrase: NounPhrase) -> tuple[Node, ...]:
        """Rooms that a phrase names."""
        if phrase.concept is None and phrase.node_id is None and not phrase.parts:
            return ()
        return tuple(
            node
            for node in self.graph.of_kind(NodeKind.ROOM)
            if self.is_named(node, phrase) and (phrase.among is None or node.id in phrase.among)
        )

    def in_room(self, rooms: Iterable[Node]) -> tuple[Node, ...]:
        """Furniture in some rooms, tables and worktops first."""
        ids = {room.id for room in rooms}
        found = [n for n in self.graph.of_kind(NodeKind.ASSET) if self.graph.room_of(n.id) in ids]
        return tuple(sorted(found, key=lambda n: not self.ontology.is_a(n.label, "worktop")))

    def offers(self, node: Node, side: Side) -> bool:
        """Whether things can rest on that side of a place."""
        return self.backend.offers(node, side)

    def has_door(self, node: Node) -> bool:
        """Whether furniture can be opened, as far as is known."""
        return bool(node.states & OPENINGS) or (node.model is not None and node.model.articulation is not None)

    def usual_side(self, node: Node) -> Side:
        """Where something "to the fridge" goes: inside what has a door or no top, else on top."""
        worktop = self.ontology.is_a(node.label, "worktop") and self.offers(node, Side.ON)
        holds = (self.has_door(node) and not worktop) or self._only_holds(node) or not self.offers(node, Side.ON)
        if self.offers(node, Side.INSIDE) and holds:
            return Side.INSIDE
        return Side.ON

    def _only_holds(self, node: Node) -> bool:
        """Whether things are kept in such furniture and not on it, where nothing is known of this one but its class."""
        able = self.ontology.affordances(node.label)
        return node.model is None and "contains" in able and "supports" not in able

    def put(self, side: Side, place: Node) -> Literal | None:
        """That "?object" rests at a place, on the side that was said or on its usual one; None: it cannot be said."""
        as_usual = side is Side.ANY or (side is Side.INSIDE and self._is_said_in(place))
        return self.backend.placed(self.usual_side(place) if as_usual else side, place)

    def _is_said_in(self, place: Node) -> bool:
        """Whether people say "in" of what things lie on: "in the sink"."""
        said_in = self.book.places.said_in
        return not self.offers(place, Side.INSIDE) and any(self.ontology.is_a(place.label, kind) for kind in said_in)
