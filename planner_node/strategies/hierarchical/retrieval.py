# SPDX-License-Identifier: Apache-2.0
"""Retrieval from the knowledge graph of a task: classes, their instances, and all that is known of some instances.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, sections 2.2 and 3.3 (classes are selected, mapped to instances, and the subgraph is retrieved).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from makedo_core.ontology.similarity import Similarity
from makedo_core.skills import Literal
from planner_node.pddl.model import PddlTask
from planner_node.strategies.hierarchical.actions import nearest
from planner_node.strategies.statement import said


class Knowledge(Protocol):
    """A knowledge graph that can be asked for a part of it."""

    @property
    def classes(self) -> Mapping[str, tuple[str, ...]]:
        """The instances of each class that has any."""

    def subgraph(self, things: Collection[str], state: Collection[Literal]) -> tuple[Literal, ...]:
        """What holds of some things in a state."""

    def properties(self, things: Collection[str]) -> tuple[str, ...]:
        """What else is known of some things, a line each; nothing of those of which nothing is."""


@dataclass(frozen=True)
class TaskKnowledge:
    """What a PDDL task says.

    Attributes:
        class_of: the class of a thing by its name; where it is empty, the thing's type is taken.
    """

    task: PddlTask
    class_of: Callable[[str], str] = lambda name: ""

    @cached_property
    def classes(self) -> Mapping[str, tuple[str, ...]]:
        """Things by their classes."""
        found: dict[str, list[str]] = {}
        for thing in (*self.task.domain.constants, *self.task.objects):
            found.setdefault(self.class_of(thing.name) or thing.type, []).append(thing.name)
        return {kind: tuple(names) for kind, names in found.items()}

    def subgraph(self, things: Collection[str], state: Collection[Literal]) -> tuple[Literal, ...]:
        """Facts all of whose terms are among the things, and those of no thing."""
        return tuple(sorted((fact for fact in state if set(fact.terms) <= set(things)), key=str))

    def properties(self, things: Collection[str]) -> tuple[str, ...]:
        """Nothing: all that a task says is what holds."""
        return ()


def selected(names: Iterable[str], knowledge: Knowledge, similarity: Similarity) -> frozenset[str]:
    """The instances that are meant by names of classes, or of instances; what nothing is like is left out."""
    classes = knowledge.classes
    instances = {thing: kind for kind, things in classes.items() for thing in things}
    found: set[str] = set()
    for name in names:
        thing = name if name in instances else None
        kind = nearest(name, classes, similarity) if thing is None else None
        if thing is None and kind is None:
            thing = nearest(name, instances, similarity)
        found.update([thing] if thing is not None else classes[kind] if kind is not None else ())
    return frozenset(found)


def with_places(things: Collection[str], state: Collection[Literal]) -> frozenset[str]:
    """The things with what they stand in a relation to, so that nobody has to guess where they are."""
    near = {term for fact in state if len(fact.terms) == 2 and fact.terms[0] in things for term in fact.terms}
    return frozenset(things) | near


def facts_text(facts: Iterable[Literal]) -> str:
    """Facts for a prompt, one a line."""
    return "\n".join(said(fact) for fact in facts)
