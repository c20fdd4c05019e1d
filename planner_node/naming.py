# SPDX-License-Identifier: Apache-2.0
"""Names in an instruction: ids and labels of the scene graph and words of the ontology, longest first."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from makedo_core.ontology import Ontology
from makedo_core.ontology.taxonomy import plural
from makedo_core.scene_graph import NodeKind, SceneGraph
from planner_node.request import NounPhrase

_JOINTS = re.compile(r"[_'\-]")
_LONGEST_LOOK_UP = 60  # longer texts resemble no name


@dataclass(frozen=True, slots=True)
class Name:
    """A name that was recognised: a node or a class, and how many words it took."""

    length: int
    concept: str | None
    node_id: str | None = None
    is_plural: bool = False


class Names:
    """What can be named in one scene."""

    def __init__(self, ontology: Ontology, graph: SceneGraph) -> None:
        """Index the scene's own names."""
        self.ontology = ontology
        self.graph = graph
        self._present = frozenset(node.label for node in graph)
        spelt = {label: label.replace("_", " ") for label in self._present}
        self._labels = {
            form: label for label, name in spelt.items() if name not in ontology.names for form in (name, plural(name))
        }
        # "table 2", "table-2" and "Jason's office" are table_2 and jasons_office; the words alone must say which.
        self._ids: dict[str, str | None] = {}
        for node in graph:
            key = _JOINTS.sub("", node.id.lower())
            self._ids[key] = None if key in self._ids else node.id
        longest = max((len(form.split()) for form in self._labels), default=1)
        self._longest = max(ontology.longest_name, longest, 4)

    def match(self, words: Sequence[str], at: int) -> Name | None:
        """The longest name that begins at a position; None if there is none."""
        if at >= len(words):
            return None
        for length in range(min(self._longest, len(words) - at), 0, -1):
            said = words[at : at + length]
            node_id = "_".join(said)
            if node_id not in self.graph:
                node_id = self._ids.get(_JOINTS.sub("", "".join(said))) or ""
            if node_id:
                return Name(length, self.graph[node_id].label, node_id)
            phrase = " ".join(said).replace("_", " ")
            label = self._labels.get(phrase) or self.ontology.names.get(phrase)
            joined = "".join(said)
            if label is None and length == 2 and joined in self.ontology.names:  # "dish washer"
                label, phrase = self.ontology.names[joined], joined
            if label is not None:
                return Name(length, label, is_plural=self._is_plural(phrase, label))
        if words[at].endswith("'s") and (owned := self.owned(words[at])):
            return Name(1, self.graph[owned].label, owned)
        return None

    def _is_plural(self, phrase: str, label: str) -> bool:
        """Whether a phrase is a plural and not a word for one thing ("scissors", "a box of cookies")."""
        concept = self.ontology.concepts.get(label)
        singular = {label.replace("_", " ")}
        if concept is not None:
            if phrase in concept.plurals:
                return phrase not in singular
            singular |= {s.lower() for s in concept.synonyms}
        return phrase not in singular

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
        return any(self.ontology.is_a(concept, above) for above in ("room", "furniture")) or any(
            node.label == concept for node in self.graph.of_kind(NodeKind.ASSET)
        )

    def has_room(self, name: Name) -> bool:
        """Whether the scene has a room of that name."""
        return any(
            node.id == name.node_id or (name.concept is not None and self.ontology.is_a(node.label, name.concept))
            for node in self.graph.of_kind(NodeKind.ROOM)
        )

    def is_present(self, name: Name) -> bool:
        """Whether the scene has anything of that name."""
        concept = name.concept or ""
        return name.node_id is not None or any(self.ontology.is_a(label, concept) for label in self._present)

    def is_person(self, name: Name | None) -> bool:
        """Whether a name is that of people."""
        return name is not None and name.concept is not None and self.ontology.is_a(name.concept, "person")

    def speaker(self) -> NounPhrase | None:
        """Who says "me": the only person of the scene, one of several, or None if it knows of nobody."""
        people = [n.id for n in self.graph.of_kind(NodeKind.ASSET) if self.ontology.is_a(n.label, "person")]
        if not people:
            return None
        return NounPhrase("you", "person", people[0] if len(people) == 1 else None, definite=True)

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

    def owned(self, word: str) -> str | None:
        """The only id that says whose it is: "filipes_office" for "Filipe's"."""
        begin = word.replace("'", "") + "_"
        ids = [node.id for node in self.graph if node.id.startswith(begin)]
        return ids[0] if len(ids) == 1 else None

    def known(self, *concepts: str) -> str | None:
        """The first of some classes that the ontology describes; None if it describes none."""
        return next((c for c in concepts if c in self.ontology), None)

    def words(self) -> frozenset[str]:
        """Every word of every name; numbers in ids are left out."""
        ids = " ".join(node.id.lower().replace("_", " ") for node in self.graph)
        text = " ".join((ids, *self._labels, *self.ontology.names))
        return frozenset(word for word in frozenset(text.split()) if not word.isdigit())

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
        return tuple(dict.fromkeys([*near, *self.ontology.nearest_names(word)]))[:4]

    def surfaces(self) -> tuple[str, ...]:
        """Tables, worktops and shelves of the scene, for a question back."""
        found = [
            node.id
            for node in self.graph.of_kind(NodeKind.ASSET)
            if {"worktop", "storage", "seat"} & self.ontology.ancestors(node.label)
        ]
        return tuple(sorted(found, key=lambda i: not self.ontology.is_a(self.graph[i].label, "worktop")))
