# SPDX-License-Identifier: Apache-2.0
"""Names in an instruction: ids and labels of the scene graph and words of the ontology, longest first."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from makedo_core.conversation.habit import SPEAKER, Habit, HabitKind, ToldHabits
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.here import ThingsHere
from planner_node.language.words.ids import ids_as_said, joined_id
from planner_node.language.words.labels import Labels

_NO_NUMBERS = frozenset({"both", "single", "dozen", "hundred"})
_NOUN = 4  # letters of a noun that compounds are made of
_AMOUNTS = frozenset("stack pile roll sheet bundle ream pad packet slice piece bunch heap".split())
_PLACES = frozenset({"furniture", "room", "container", "surface"})  # kinds of what may be a place
_WEARERS = frozenset({"my", "your", "his", "her"})
_LONGEST_LOOK_UP = 60  # longer texts resemble no name

_TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof"})
"""None of these alone is anybody's name."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name that was recognised: a node or a class, and how many words it took.

    Attributes:
        among: the only nodes of the class that it names, as their ids are called so; None: any.
    """

    length: int
    concept: str | None
    node_id: str | None = None
    is_plural: bool = False
    among: frozenset[str] | None = None


class _SceneNames:
    """The names of one scene as far as nobody told any: made once for a snapshot, whoever reads sentences about it.

    Attributes:
        labels: of the scene, by what they are called.
        attributes: how things of the scene look.
        places: labels of furniture, and the classes that they name.
        ids: by how they are said.
        longest: most words in a name.
        owned: nodes by whose their ids may say they are.
    """

    def __init__(self, ontology: Ontology, graph: SceneGraph) -> None:
        self._ontology, self._graph = ontology, graph
        self.labels = Labels(ontology, graph)
        self.attributes = frozenset(a for node in graph for a in node.attributes)
        furniture = {node.label for node in graph.of_kind(NodeKind.ASSET)}
        self.places = furniture | {of for label in furniture if (of := ontology.class_of(label)) is not None}
        self.ids = ids_as_said(graph, self.labels.names_another)
        self.longest = max((len(form.split()) for form in self.labels.forms), default=1)
        self.owned = _by_owner(graph)

    @classmethod
    def of(cls, ontology: Ontology, graph: SceneGraph) -> _SceneNames:
        """Those of a snapshot."""
        return graph.once((cls, ontology), lambda: cls(ontology, graph))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of every name; numbers in ids are left out."""
        ids = " ".join(node.id.lower().replace("_", " ") for node in self._graph)
        own = " ".join((ids, *self.labels.forms)).split()
        return self._ontology.words_of_names.union(word for word in own if not word.isdigit())


class Names:
    """What can be named in one scene.

    Attributes:
        here: what the scene has of what phrases name.
        attributes: how things of the scene look.
        used: habits that were asked for and found; whether they were used, the request tells.
    """

    def __init__(self, ontology: Ontology, graph: SceneGraph, habits: ToldHabits | None = None) -> None:
        """Index the scene's own names.

        Args:
            ontology: classes of things, and what they are called.
            graph: the scene.
            habits: where people are to be found, where things belong, what is called how; None: nobody told.
        """
        self.ontology = ontology
        self.graph = graph
        self._habits = habits or ToldHabits()
        self.used: list[Habit] = []
        self.here = ThingsHere(ontology, graph)
        self._scene = _SceneNames.of(ontology, graph)
        self._labels = self._scene.labels
        self.attributes = self._scene.attributes
        self._called = {h.about.removeprefix("the "): h for h in self._habits if h.kind is HabitKind.MEANT}
        called = max((len(words.split()) for words in self._called), default=1)
        self._longest = max(ontology.longest_name, self._scene.longest, called, 4)
        self._matched: dict[tuple[str, ...], Name | None] = {}

    def match(self, words: Sequence[str], at: int) -> Name | None:
        """The longest name that begins at a position; None if there is none."""
        if at >= len(words):
            return None
        key = (words[at - 1] if at else "", *words[at:])
        if key not in self._matched:
            self._matched[key] = self._match(words, at)
        return self._matched[key]

    def _match(self, words: Sequence[str], at: int) -> Name | None:
        for length in range(min(self._longest, len(words) - at), 0, -1):
            said = words[at : at + length]
            node_id = "_".join(said)
            if node_id not in self.graph:
                node_id = self._scene.ids.get(joined_id("".join(said))) or self._numbered(words, at, length) or ""
            if node_id:
                return Name(length, self.graph[node_id].label, node_id)
            phrase = " ".join(said).replace("_", " ")
            has_number = at > 0 and (words[at - 1] in lx.NUMBERS or words[at - 1].isdigit())
            is_owned = at > 0 and (words[at - 1] in _WEARERS or words[at - 1].endswith("'s"))
            label = self._labels.called(phrase, has_number, is_owned) or self.ontology.names.get(phrase)
            if label is None and length > 1 and said[0].endswith("'s"):
                if (possessed := self._possessed(said)) is not None:
                    return possessed
            if label is None and length > 1 and (near := self._labels.respelt(said)):
                label, phrase = self._labels.forms[near], near
            if label is None and (called := self._told(self._called.get(phrase))) is not None:  # "Anna's desk"
                return Name(length, called.label, called.id)
            joined = "".join(said)
            if label is None and length == 2 and joined in self.ontology.names:  # "dish washer"
                label, phrase = self.ontology.names[joined], joined
            if label is None:
                label = self._labels.standing_for(phrase)
            packed = self._labels.pack_of(phrase, label)
            if packed is not None:
                return Name(length, packed, is_plural=self._labels.are_in_several(phrase, packed))
            if label is not None:
                plural, among = self._labels.is_plural(phrase, label), self._labels.ids_called(phrase, label)
                return Name(length, label, is_plural=plural, among=among)
            if length == 2 and said[1] == "room" and (room := self._room_called(said[0])):
                return Name(2, self.graph[room].label, room)
        if counted := self._counted_off(words, at):
            return counted
        if (somebody := self._person_called(words, at)) is not None:
            return somebody
        if owned := self.owned(words[at]):
            return self._owned_name(owned, words[at + 1 :])
        place = self._told_to_be(words[at]) if words[at] != SPEAKER else None
        return None if place is None else Name(1, place.label, place.id)

    def _possessed(self, said: Sequence[str]) -> Name | None:
        """What is said with a possessive here: "the teacher's desk" is the teacher_desk, or the only one called so."""
        owner = said[0].removesuffix("'s")
        for form in (owner, f"{owner}s"):
            called = "_".join((form, *said[1:]))
            nodes = [n for n in self.graph if n.id == called or n.id.rstrip("0123456789") == f"{called}_"]
            if called in self._labels.present:
                return Name(len(said), called)
            if len(nodes) == 1:
                return Name(len(said), nodes[0].label, nodes[0].id)
        return None

    def _numbered(self, words: Sequence[str], at: int, length: int) -> str | None:
        """The node whose number is said as a word: "table three". In "table two cups" it counts what follows."""
        end = at + length
        if length == 2 and words[end - 1].isdigit():
            return self._short_numbered(words[at], words[end - 1])
        number = lx.NUMBERS.get(words[end - 1], 0) if length > 1 and words[end - 1] not in _NO_NUMBERS else 0
        node_id = self._scene.ids.get(joined_id("".join(words[at : end - 1])) + str(number)) if number else None
        return None if node_id is None or self.match(words, end) is not None else node_id

    def _short_numbered(self, noun: str, number: str) -> str | None:
        """The node of that number where all that a noun names are called alike: of two desk lamps "lamp 1"."""
        concept = self.ontology.names.get(noun)
        if concept is None or noun in self._labels.present or self._labels.is_plural(noun, concept):
            return None
        nodes = [n for n in self.graph if self.ontology.is_a(n.label, concept)]
        numbered = [n.id for n in nodes if n.id == f"{n.label}_{number}"]
        alike = len(nodes) > 1 and len({n.label for n in nodes}) == 1
        return numbered[0] if alike and len(numbered) == 1 else None

    def _counted_off(self, words: Sequence[str], at: int) -> Name | None:
        """Furniture by its number among several: "the second nightstand" is nightstand_2."""
        number = lx.ORDINALS.get(words[at])
        if number is None or at == 0 or words[at - 1] not in lx.DEFINITE:
            return None
        name = self.match(words, at + 1)
        behind = at + 1 + (name.length if name is not None else 0)
        if words[behind : behind + 2] == ("from", "the") and words[behind + 2 : behind + 3] in (("left",), ("right",)):
            return None  # another order than that of the numbers
        if name is None or name.node_id is not None or name.is_plural or name.concept is None:
            return None
        node = self.graph.nodes.get(f"{name.concept}_{number}")
        if node is None or node.kind is not NodeKind.ASSET:
            return None
        return Name(1 + name.length, name.concept, node.id)

    def _told_to_be(self, name: str) -> Node | None:
        """Where somebody is to be found, as it was told."""
        return self._told(self._habits.where(name))

    def told_place(self, label: str, node_id: str = "") -> Node | None:
        """Where such things, or this one, belong, as it was told; None: nobody told."""
        above = sorted(self.ontology.ancestors(label), key=lambda c: -len(self.ontology.ancestors(c)))
        return self._told(self._habits.place((label, *above), node_id))

    def _told(self, habit: Habit | None) -> Node | None:
        """The place of a habit, if the scene has it."""
        if habit is None or habit.value not in self.graph:
            return None
        self.used.append(habit)
        return self.graph[habit.value]

    def _owned_name(self, owned: str, behind: Sequence[str]) -> Name | None:
        """Somebody's room; or somebody's thing with its name behind: "Anna's plate" for annas_plate_1."""
        node = self.graph[owned]
        label = node.label.split("_")
        if node.kind is NodeKind.ROOM:
            return Name(1, node.label, owned)
        return Name(1 + len(label), node.label, owned) if list(behind[: len(label)]) == label else None

    def called_with(self, word: str) -> Node | None:
        """The only furniture whose name begins with a word: the left_tray."""
        found = [n for n in self.graph.of_kind(NodeKind.ASSET) if n.id.startswith(f"{word}_")]
        return found[0] if len(found) == 1 else None

    @cached_property
    def _people(self) -> tuple[Node, ...]:
        return tuple(n for n in self.graph.of_kind(NodeKind.ASSET) if self.ontology.is_a(n.label, "person"))

    def _person_called(self, words: Sequence[str], at: int) -> Name | None:
        """The only person here of whose name these are words: "the nurse", "Jane" of nurse_jane."""
        for length in (2, 1):
            said = set(words[at : at + length])
            if len(said) < length or said <= _TITLES or not all(w.isalpha() for w in said):
                continue
            found = [n for n in self._people if said <= set(n.id.split("_")) - {n.label}]
            goes_on = {w.removesuffix("'s") for w in words[at + length : at + length + 1]}
            if len(found) == 1 and goes_on.isdisjoint(found[0].id.split("_")):  # "Mr" of "Mr Smith's phone" is nobody
                return Name(length, found[0].label, found[0].id)
        return None

    def _room_called(self, word: str) -> str | None:
        """The only room whose name begins with a word: "the supplies room" is the supplies_station."""
        rooms = [n.id for n in self.graph.of_kind(NodeKind.ROOM) if n.id.startswith(f"{word}_")]
        return rooms[0] if len(rooms) == 1 else None

    def room_beginning_with(self, word: str) -> str | None:
        """The only room of several words whose name begins with one; None if there is none, or the word is a room's."""
        known = self.ontology.names.get(word)
        if known is not None and self.ontology.is_a(known, "room"):
            return None
        return self._room_called(word)

    def is_room(self, name: Name) -> bool:
        """Whether a name is a room's."""
        if name.node_id is not None:
            return self.graph[name.node_id].kind is NodeKind.ROOM
        return name.concept is not None and self.ontology.is_a(name.concept, "room")

    def is_place(self, name: Name) -> bool:
        """Whether a name is a room's or that of furniture."""
        if name.node_id is not None:
            return self.graph[name.node_id].kind in (NodeKind.ROOM, NodeKind.ASSET)
        concept = name.concept or ""
        return concept in self._scene.places or any(self.ontology.is_a(concept, a) for a in ("room", "furniture"))

    def has_room(self, name: Name) -> bool:
        """Whether the scene has a room of that name."""
        return any(
            node.id == name.node_id or (name.concept is not None and self.ontology.is_a(node.label, name.concept))
            for node in self.graph.of_kind(NodeKind.ROOM)
        )

    def is_present(self, name: Name) -> bool:
        """Whether the scene has anything of that name."""
        return name.node_id is not None or self._labels.has(name.concept or "")

    def is_person(self, name: Name | None) -> bool:
        """Whether a name is that of people."""
        return name is not None and name.concept is not None and self.ontology.is_a(name.concept, "person")

    def speaker(self) -> NounPhrase | None:
        """Who says "me": the only person of the scene, one of several, or None if it knows of nobody."""
        people = [n.id for n in self._people if "operator" in n.attributes] or [n.id for n in self._people]
        place = self._told_to_be(SPEAKER) if len(people) != 1 else None
        if place is not None:
            return NounPhrase("you", place.label, place.id, definite=True)
        if not people:
            return None
        return NounPhrase("you", "person", people[0] if len(people) == 1 else None, definite=True)

    def called_like(self, word: str, name: Name) -> frozenset[str]:
        """Ids of what a noun names that no class here is called: paper, where there is a newspaper or a paper stack."""
        if name.node_id is not None or name.concept is None or self.is_present(name):
            return frozenset()
        compound = word if len(word) >= _NOUN and not name.is_plural else ""
        things = self.graph.of_kind(NodeKind.OBJECT)
        return frozenset(n.id for n in things if _is_of(n.label, name.concept, compound))

    def owned(self, word: str) -> str | None:
        """The only id that says whose it is: "filipes_office" for "Filipe's"; a room's for "Filipe" himself too."""
        name = word.removesuffix("'s")
        ids = [n.id for n in self._scene.owned.get(name, ()) if n.kind is NodeKind.ROOM or name != word]
        return ids[0] if len(ids) == 1 else None

    def is_owner(self, words: Sequence[str], at: int) -> bool:
        """Whether a word names somebody who is known by a room: "Peter", "Peter's"."""
        return at < len(words) and (self.owned(words[at]) is not None or self._habits.where(words[at]) is not None)

    def known(self, *concepts: str) -> str | None:
        """The first of some classes that the ontology describes; None if it describes none."""
        return next((c for c in concepts if c in self.ontology), None)

    @property
    def words(self) -> frozenset[str]:
        """Every word of every name; numbers in ids are left out."""
        return self._scene.words

    def nouns_among(self, words: Iterable[str]) -> frozenset[str]:
        """Those words that name a group of things, whether or not anything here belongs to it: no typing errors."""
        return frozenset(word for word in words if self.ontology.group_called(word))

    def nearest(self, word: str, choices: Collection[str] = (), places: bool = False) -> tuple[str, ...]:
        """Names of this scene, then of the ontology, that look most like an unknown word."""
        if len(word) > _LONGEST_LOOK_UP:
            return ()
        if choices:
            return tuple(difflib.get_close_matches(word, choices, n=3, cutoff=0.6))
        wanted = (NodeKind.ASSET, NodeKind.ROOM) if places else (NodeKind.OBJECT,)
        scene = [node.id for node in self.graph if node.kind in wanted]
        labels = sorted({node.label.replace("_", " ") for node in self.graph if node.kind in wanted})
        near = [
            *difflib.get_close_matches(word.replace(" ", "_"), scene, n=3, cutoff=0.6),
            *difflib.get_close_matches(word, labels, n=3, cutoff=0.6),
        ]
        others = [n for n in self.ontology.nearest_names(word) if not places or _PLACES & self.ontology.ancestors(n)]
        found = [name for name in (*near, *others) if self._may_mean(word, name)]
        return tuple(dict.fromkeys(found))[:4]

    def _may_mean(self, word: str, name: str) -> bool:
        """Whether an unknown word may stand for a name: by its meaning or, where that is unknown, by its spelling."""
        return self.ontology.may_mean(word, self.graph[name].label if name in self.graph else name) or (
            name in self.graph and self.ontology.may_mean(word, name)
        )

    def surfaces(self) -> tuple[str, ...]:
        """Tables, worktops and shelves of the scene, for a question back."""
        found = [
            node.id
            for node in self.graph.of_kind(NodeKind.ASSET)
            if {"worktop", "storage", "seat"} & self.ontology.ancestors(node.label)
        ]
        return tuple(sorted(found, key=lambda i: not self.ontology.is_a(self.graph[i].label, "worktop")))


def _by_owner(graph: SceneGraph) -> dict[str, list[Node]]:
    """Nodes by whose their ids may say they are: filipes_office by "filipe"."""
    found: dict[str, list[Node]] = {}
    for node in graph:
        at = node.id.find("s_", 1)
        while at > 0:
            found.setdefault(node.id[:at], []).append(node)
            at = node.id.find("s_", at + 1)
    return found


def _is_of(label: str, concept: str, noun: str) -> bool:
    """Whether a label is a compound with a noun ("newspaper"), or so much of a class ("paper_stack")."""
    content, _, amount = label.rpartition("_")
    return (bool(noun) and amount.endswith(noun)) or (content == concept and amount in _AMOUNTS)
