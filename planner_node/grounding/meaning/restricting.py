# SPDX-License-Identifier: Apache-2.0
"""Which of several things are meant: "next to the plate", "bigger than the bowl", "that belong here", "Anna's"."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.conversation.habit import as_told, whose
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.grounding.meaning.doubts import Doubts, asked
from planner_node.grounding.meaning.measures import NEAR_M, gap_m, measured
from planner_node.grounding.missing import bare_text
from planner_node.grounding.scene import Scene
from planner_node.language.things import Bearing, Beside, Compared, NounPhrase, OwnedBy, Place, Restriction, UsuallyAt


class Restrictions:
    """Narrows nodes to those of which something is so."""

    def __init__(self, scene: Scene, doubts: Doubts) -> None:
        """Look in a scene; what it does not tell goes to the doubts."""
        self.scene = scene
        self.doubts = doubts

    def restricted(self, phrase: NounPhrase, nodes: tuple[Node, ...], by: Restriction) -> tuple[Node, ...]:
        """Those of some nodes of which something is so."""
        match by:
            case UsuallyAt(place):
                return self._usual(phrase, nodes, place)
            case Beside(word, what):
                return self._beside(phrase, nodes, word, what)
            case Compared():
                return self._compared(phrase, nodes, by)
            case Bearing():
                return self._bearing(phrase, nodes, by)
            case OwnedBy(owner):
                return self._owned(phrase, nodes, owner)

    def _usual(self, phrase: NounPhrase, nodes: tuple[Node, ...], place: Place) -> tuple[Node, ...]:
        """Things whose usual place it is, or furniture of that room."""
        rooms = self.scene.rooms(place.what)
        labels = {n.label for n in (*self.scene.in_room(rooms), *self.scene.places(place.what))}
        is_a, usual = self.scene.ontology.is_a, self.scene.ontology.usual_places
        found = tuple(n for n in nodes if any(is_a(label, kind) for label in labels for kind in usual(n.label)))
        if rooms:
            found = self._of_no_other_room(found, rooms)
        if not found:
            message = f"I know of no {self.doubts.kind(phrase)} here that usually belongs {place}."
            raise asked(FailureCause.OBJECT_NOT_FOUND, message, [n.id for n in nodes])
        self.doubts.notes.append(f"what belongs {place} I take from where such things usually are")
        return found

    def _of_no_other_room(self, nodes: tuple[Node, ...], rooms: Sequence[Node]) -> tuple[Node, ...]:
        """Those that are elsewhere and have no usual place in another room; what may belong there is left, and told."""
        inside = {n.id for n in self.scene.in_room(rooms)}
        nodes = tuple(n for n in nodes if self.scene.graph.support(n.id) not in inside) or nodes
        labels = {n.label for n in self.scene.graph.of_kind(NodeKind.ASSET) if n.id not in inside}
        is_a, usual = self.scene.ontology.is_a, self.scene.ontology.usual_places
        elsewhere = {n.id for n in nodes if any(is_a(label, kind) for label in labels for kind in usual(n.label))}
        left = [n.id for n in nodes if n.id in elsewhere]
        if left:
            self.doubts.notes.append(f"{enumerate_words(map(spoken, left))} may belong in another room; I leave that")
        return tuple(n for n in nodes if n.id not in elsewhere)

    def _beside(self, phrase: NounPhrase, nodes: tuple[Node, ...], word: str, what: NounPhrase) -> tuple[Node, ...]:
        others = [n for n in self.scene.graph if n.kind is not NodeKind.AGENT and self.scene.matches(n, what)]
        gaps = [(n, [g for o in others if o.id != n.id and (g := gap_m(n, o, self.scene)) is not None]) for n in nodes]
        near = tuple(n for n, known in gaps if any(g <= NEAR_M for g in known))
        if near or (nodes and all(known for _, known in gaps)):
            if not near:
                message = f"I know of no {bare_text(phrase)} {word} {what.text}."
                raise asked(FailureCause.OBJECT_NOT_FOUND, message, [n.id for n in nodes])
            return near
        together = tuple(n for n in nodes if any(self._share_support(n, o) for o in others))
        return together if len(together) == 1 else self.doubts.told_apart(phrase, nodes, f"is {word} {what.text}")

    def _bearing(self, phrase: NounPhrase, nodes: tuple[Node, ...], by: Bearing) -> tuple[Node, ...]:
        """Furniture that something is on or in, or that lacks it."""
        graph = self.scene.graph
        borne = {graph.support(n.id) for n in self.scene.objects_matching(by.what)}
        found = tuple(n for n in nodes if (n.id in borne) is not by.is_lacking)
        if not found:
            joint = "without" if by.is_lacking else "with"
            message = f"I know of no {self.doubts.kind(phrase)} here {joint} {by.what.text}."
            raise asked(FailureCause.OBJECT_NOT_FOUND, message, [n.id for n in nodes])
        return found

    def _share_support(self, one: Node, other: Node) -> bool:
        support = self.scene.graph.support(one.id)
        return one.id != other.id and support is not None and support == self.scene.graph.support(other.id)

    def _compared(self, phrase: NounPhrase, nodes: tuple[Node, ...], by: Compared) -> tuple[Node, ...]:
        others = [n for n in self.scene.graph if self.scene.matches(n, by.than)]
        limits = [measured(o, by.measure, self.scene) for o in others]
        values = [(n, measured(n, by.measure, self.scene)) for n in nodes if n not in others]
        if not others:
            raise asked(FailureCause.OBJECT_NOT_FOUND, f"I know of no {bare_text(by.than)} here to compare with.")
        known = [limit for limit in limits if limit is not None]
        if len(known) < len(limits) or any(v is None for _, v in values):
            return self.doubts.told_apart(phrase, nodes, f"is {by.word} than {by.than.text}")
        if by.more:
            found = tuple(n for n, v in values if v is not None and v > max(known))
        else:
            found = tuple(n for n, v in values if v is not None and v < min(known))
        if not found:
            message = f"I know of no {self.doubts.kind(phrase)} here that is {by.word} than {by.than.text}."
            raise asked(FailureCause.OBJECT_NOT_FOUND, message, [n.id for n in nodes])
        return found

    def _owned(self, phrase: NounPhrase, nodes: tuple[Node, ...], owner: str) -> tuple[Node, ...]:
        """Somebody's things: by their attributes or names; one that is the only one of its kind is taken as theirs."""
        told = tuple(h for n in nodes if (h := self.scene.habits.owner(n.id)) is not None and h.value == owner)
        if told:
            self.doubts.notes += [as_told(habit) for habit in told]
            return tuple(n for n in nodes if any(n.id == h.about for h in told))
        theirs = tuple(n for n in nodes if self._says_owner(n, owner)) or self._held_by(nodes, owner)
        if theirs:
            return theirs
        others = {n.id for n in nodes if self.scene.habits.owner(n.id) is not None}
        if others == {n.id for n in nodes}:
            known = enumerate_words(str(self.scene.habits.owner(n.id)) for n in nodes)
            message = f"I know of no {self.doubts.kind(phrase)} here that is {whose(owner)}: {known}."
            raise asked(FailureCause.OBJECT_NOT_FOUND, message, [n.id for n in nodes])
        self.doubts.notes += [as_told(h) for n in nodes if (h := self.scene.habits.owner(n.id)) is not None]
        nodes = tuple(n for n in nodes if n.id not in others)
        if owner == "you":
            return self.doubts.told_apart(phrase, nodes, "is yours", "{} is mine.") if phrase.definite else nodes
        if len(nodes) == 1:
            so = " that looks so" if phrase.attributes else ""
            self.doubts.notes.append(f"nothing tells whose {spoken(nodes[0].id)} is; it is the only one here{so}")
            return nodes
        whose_it_is = f"is {owner.capitalize()}'s"
        return self.doubts.told_apart(phrase, nodes, whose_it_is, f"{{}} {whose_it_is}.")

    def _held_by(self, nodes: tuple[Node, ...], owner: str) -> tuple[Node, ...]:
        """Those that the person of this name has: what somebody holds is meant by "Ben's can"."""
        graph, is_a = self.scene.graph, self.scene.ontology.is_a
        holders = [(n, graph[held]) for n in nodes if (held := graph.support(n.id)) is not None]
        return tuple(n for n, who in holders if is_a(who.label, "person") and self._says_owner(who, owner))

    def _says_owner(self, node: Node, owner: str) -> bool:
        forms = {owner, f"{owner}s", f"{owner}'s"}
        words = {w for text in (*node.attributes, node.id) for w in text.replace("-", "_").split("_")}
        return bool(forms & words)
