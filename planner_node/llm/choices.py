# SPDX-License-Identifier: Apache-2.0
"""The names that a model may choose from: those of the scene, and those of the ontology that the instruction says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from makedo_core.goals.facts import facts
from makedo_core.graph.scene_graph import NodeKind, SceneGraph, State
from makedo_core.ontology import Ontology
from makedo_core.skills import Predicate
from planner_node.language.words.naming import Names
from planner_node.llm.words import words_of

NONE_OF_THESE = "(none of these)"
"""What a model says of words that no name fits: it is never made to choose a wrong one."""

MOST_NAMES = 150
"""Longest list of names to choose from; where there are more, a model is free, and that is told."""

_STATES = {Predicate.OPENABLE: (State.OPEN, State.CLOSED), Predicate.SWITCHABLE: (State.ON, State.OFF)}


@dataclass(frozen=True, slots=True)
class NameChoices:
    """Names by their use; an empty tuple of names: there are too many to list.

    Attributes:
        things: what can be carried, as people would say it, with general words for it.
        places: furniture and people by id and class, rooms.
        looks: attributes and states that tell things apart.
        states: what can be brought about of some furniture.
    """

    things: tuple[str, ...]
    places: tuple[str, ...]
    looks: tuple[str, ...]
    states: tuple[State, ...]

    @property
    def free(self) -> tuple[str, ...]:
        """Of what there are too many names to list."""
        lists = (("things", self.things), ("places", self.places))
        return tuple(name for name, names in lists if not names)


def choices_of(instruction: str, graph: SceneGraph, ontology: Ontology) -> NameChoices:
    """What may matter to an instruction.

    Things go by their classes; single ones by id only where the instruction has a word of the id that the class has
    not ("mug 2"). Of furniture there are the ids, and, where these are too many, those that the instruction has a word
    of.
    """
    said = _named(instruction, graph, ontology)
    objects = graph.of_kind(NodeKind.OBJECT)
    labels = {_spoken(node.label) for node in objects}
    general = {_spoken(a) for node in objects for a in ontology.ancestors(node.label)}
    placed = [*graph.of_kind(NodeKind.ASSET), *graph.of_kind(NodeKind.ROOM)]
    words = frozenset(words_of(instruction.replace("_", " ")))
    single = {node.id for node in objects if not _only_in(node.id, node.label).isdisjoint(words)}
    kinds = {_spoken(node.label) for node in placed}
    things = _bounded(said - (kinds - labels), single, labels, general)  # furniture is not carried
    near = {node.id for node in placed if not frozenset(node.id.split("_")).isdisjoint(words)}
    places = _bounded(said, {node.id for node in placed}, kinds) or _bounded(said, near, kinds)
    looks = {a.lower() for node in graph for a in (*node.attributes, *map(str, node.states))}
    return NameChoices(things, places, tuple(sorted(looks)[:MOST_NAMES]), tuple(_states(graph)))


def _named(instruction: str, graph: SceneGraph, ontology: Ontology) -> set[str]:
    """Names of classes that the instruction says, whether or not there is anything of the kind here."""
    names, words = Names(ontology, graph), words_of(instruction)
    found = (names.match(words, at) for at in range(len(words)))
    return {_spoken(name.concept) for name in found if name is not None and name.concept is not None}


def _only_in(node_id: str, label: str) -> frozenset[str]:
    return frozenset(node_id.lower().split("_")) - frozenset(label.lower().split("_"))


def _bounded(*names: Iterable[str]) -> tuple[str, ...]:
    """All of them, sorted; none where they are too many for a list."""
    every = sorted({name for some in names for name in some})
    return tuple(every) if len(every) <= MOST_NAMES else ()


def _spoken(label: str) -> str:
    return label.replace("_", " ")


def _states(graph: SceneGraph) -> Iterator[State]:
    """States that some furniture can be brought into."""
    known = {literal.predicate for literal in facts(graph)}
    for predicate, states in _STATES.items():
        if predicate in known:
            yield from states
