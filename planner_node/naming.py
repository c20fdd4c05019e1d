# SPDX-License-Identifier: Apache-2.0
"""Names in an instruction: ids and labels of the scene graph and words of the ontology, longest first."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from makedo_core.ontology import Ontology
from makedo_core.ontology.taxonomy import plural
from makedo_core.scene_graph import NodeKind, SceneGraph


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
        self._ontology = ontology
        self._graph = graph
        labels = {node.label for node in graph} - ontology.concepts.keys()
        self._labels = {form: label for label in labels for form in _forms(label.replace("_", " "))}
        longest = max((len(form.split()) for form in self._labels), default=1)
        self._longest = max(ontology.longest_name, longest, 4)

    def match(self, words: Sequence[str], at: int) -> Name | None:
        """The longest name that begins at a position; None if there is none."""
        for length in range(min(self._longest, len(words) - at), 0, -1):
            said = words[at : at + length]
            node_id = "_".join(said)
            if node_id in self._graph:
                return Name(length, self._graph[node_id].label, node_id)
            phrase = " ".join(said).replace("_", " ")
            label = self._labels.get(phrase) or self._ontology.names.get(phrase)
            if label is not None:
                return Name(length, label, is_plural=self._is_plural(phrase, label))
        return None

    def _is_plural(self, phrase: str, label: str) -> bool:
        """Whether a phrase is a plural and not a word for one thing ("scissors", "a box of cookies")."""
        concept = self._ontology.concepts.get(label)
        singular = {label.replace("_", " ")}
        if concept is not None:
            if phrase in concept.plurals:
                return phrase not in singular
            singular |= {s.lower() for s in concept.synonyms}
        return phrase not in singular

    def nearest(self, word: str, choices: Collection[str] = (), places: bool = False) -> tuple[str, ...]:
        """Names of this scene, then of the ontology, that look most like an unknown word."""
        if choices:
            return tuple(difflib.get_close_matches(word, choices, n=3, cutoff=0.6))
        wanted = (NodeKind.ASSET, NodeKind.ROOM) if places else (NodeKind.OBJECT,)
        scene = [node.id for node in self._graph if node.kind in wanted]
        labels = sorted({node.label.replace("_", " ") for node in self._graph if node.kind in wanted})
        near = [
            *difflib.get_close_matches(word.replace(" ", "_"), scene, n=3, cutoff=0.6),
            *difflib.get_close_matches(word, labels, n=3, cutoff=0.6),
        ]
        return tuple(dict.fromkeys([*near, *self._ontology.nearest_names(word)]))[:4]

    def surfaces(self) -> tuple[str, ...]:
        """Tables, worktops and shelves of the scene, for a question back."""
        found = [
            node.id
            for node in self._graph.of_kind(NodeKind.ASSET)
            if {"worktop", "storage", "seat"} & self._ontology.ancestors(node.label)
        ]
        return tuple(sorted(found, key=lambda i: not self._ontology.is_a(self._graph[i].label, "worktop")))


def _forms(name: str) -> tuple[str, str]:
    return name, plural(name)
