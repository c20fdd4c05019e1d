# SPDX-License-Identifier: Apache-2.0
"""What is true in a scene, in the words of a planning domain: what a model's problem and its plan are held against."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from makedo_core.goals.facts import facts as facts_of
from makedo_core.goals.goal import Goal
from makedo_core.graph.scene_graph import AGENT_ID, NodeKind, SceneGraph
from makedo_core.known_failure import KnownFailure
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.pddl.model import Domain, PddlTask
from planner_node.pddl.skill_domain import ASSET, ITEM, catalogue_domain, catalogue_task, skill_call
from planner_node.proof.validate import Validation, validate
from planner_node.strategies.statement import ProblemStatement

_TYPES = {NodeKind.ASSET: ASSET, NodeKind.OBJECT: ITEM}


class Reality(Protocol):
    """A scene graph behind a domain. Everything is in ids of the graph but tasks, whose calls `call` turns back."""

    @property
    def domain(self) -> Domain:
        """What problems are written in."""

    @property
    def library(self) -> Domain:
        """The actions that can be carried out."""

    @property
    def predicates(self) -> Mapping[str, str]:
        """How facts name predicates where that is more than their text."""

    @property
    def types(self) -> Mapping[str, str]:
        """The usual type of each node that has one; empty: problems choose the types."""

    def misfit(self, node_id: str, type_name: str) -> str:
        """Why a node cannot be of a type; empty if it can."""

    def unsayable(self, literal: Literal) -> str:
        """Why it is unknown whether a literal holds in the scene; empty if it is known."""

    def facts(self, statement: ProblemStatement) -> frozenset[Literal]:
        """All that is true, as far as the domain can say it; what a statement says decides on types only."""

    def task(self, statement: ProblemStatement) -> PddlTask:
        """The goal of a statement with its things, those that they rest on, and all that is true of them."""

    def call(self, call: SkillCall) -> SkillCall:
        """A call of a plan for a task, with ids of the graph."""

    def validate(self, statement: ProblemStatement, calls: Sequence[SkillCall], goal: Goal) -> Validation:
        """Carry a plan out on the whole scene and ask for a goal in the end."""


@dataclass(frozen=True)
class CatalogueReality:
    """The robot's own skills over a scene graph."""

    graph: SceneGraph
    known_failures: Collection[KnownFailure] = ()

    @cached_property
    def domain(self) -> Domain:
        """The skill catalogue."""
        return catalogue_domain()

    @property
    def library(self) -> Domain:
        """The skill catalogue."""
        return self.domain

    @property
    def predicates(self) -> Mapping[str, str]:
        """The catalogue's own."""
        return {str(predicate): predicate for predicate in Predicate}

    @cached_property
    def types(self) -> Mapping[str, str]:
        """Furniture and things."""
        return {node.id: _TYPES[node.kind] for node in self.graph if node.kind in _TYPES}

    def misfit(self, node_id: str, type_name: str) -> str:
        """The kind of a node decides."""
        own = self.types.get(node_id)
        if own is None:
            return f"{node_id} is a {self.graph[node_id].kind.name.lower()}, of which the domain does not speak"
        return "" if self.domain.is_a(own, type_name) else f"{node_id} is no {type_name} but an {own}"

    def unsayable(self, literal: Literal) -> str:
        """The graph has facts for every predicate of the catalogue."""
        return ""

    @cached_property
    def _facts(self) -> frozenset[Literal]:
        return facts_of(self.graph, self.known_failures)

    def facts(self, statement: ProblemStatement) -> frozenset[Literal]:
        """What the graph says."""
        return self._facts

    def task(self, statement: ProblemStatement) -> PddlTask:
        """With pddl names."""
        return catalogue_task(self.graph, statement.goal, self.known_failures, only=tuple(statement.types))

    def call(self, call: SkillCall) -> SkillCall:
        """Ids for pddl names."""
        return skill_call(call.skill, call.arguments)

    def validate(self, statement: ProblemStatement, calls: Sequence[SkillCall], goal: Goal) -> Validation:
        """On the facts of the graph, independently of PDDL."""
        return validate(calls, goal, self.graph, self.known_failures)


def surroundings(ids: Iterable[str], graph: SceneGraph) -> frozenset[str]:
    """Nodes with the robot, what they rest on, what rests on those of them that are no furniture, and their rooms."""
    held = graph.held() if AGENT_ID in graph else None
    frontier = [i for i in (*ids, AGENT_ID, *([held] if held else [])) if i in graph]
    found: set[str] = set()
    while frontier:
        node_id = frontier.pop()
        if node_id in found:
            continue
        found.add(node_id)
        if graph[node_id].kind is NodeKind.OBJECT:
            frontier.extend(graph.contents(node_id))
        relation, room = graph.placement(node_id), graph.room_of(node_id)
        frontier.extend(i for i in (relation.target if relation else None, room) if i is not None)
    return frozenset(found)
