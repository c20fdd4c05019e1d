# SPDX-License-Identifier: Apache-2.0
"""Scenes behind a user's own domain, and behind a domain that a model wrote for the operators of another one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from makedo_core.goals.goal import Goal, Variable, literals
from makedo_core.graph.scene_graph import Node, SceneGraph
from makedo_core.skills import Literal, SkillCall
from planner_node.backends.domains.domain_backend import DomainBackend
from planner_node.backends.domains.roles import Roles
from planner_node.backends.domains.world import DomainWorld
from planner_node.pddl.model import Domain, PddlTask
from planner_node.pddl.names import node_id, pddl_name
from planner_node.pddl.simulate import simulate
from planner_node.proof.validate import Validation
from planner_node.strategies.reality import Reality, surroundings
from planner_node.strategies.statement import ProblemStatement


@dataclass(frozen=True)
class _StatedRoles(Roles):
    """Types as a problem states them; of what it does not state, those that fit what is wanted."""

    stated: Mapping[str, str] = field(default_factory=dict)

    def assigned(self, nodes: Iterable[Node], wanted: Iterable[Literal]) -> Mapping[str, tuple[str, ...]]:
        """The stated type of each node where it fits, else as usual."""
        everything = tuple(nodes)
        own = {n.id: (self.stated[n.id],) for n in everything if n.id in self.stated}
        fitting = {i: types for i, types in own.items() if self.fits(self.graph[i], types[0])}
        return {**super().assigned(everything, wanted), **fitting}


@dataclass(frozen=True)
class DomainReality:
    """A user's domain over a scene graph."""

    backend: DomainBackend
    graph: SceneGraph

    @property
    def domain(self) -> Domain:
        """The user's."""
        return self.backend.domain

    @property
    def library(self) -> Domain:
        """The user's."""
        return self.backend.domain

    @property
    def predicates(self) -> Mapping[str, str]:
        """Predicates of a user's domain are plain text."""
        return {}

    @cached_property
    def types(self) -> Mapping[str, str]:
        """What nodes are when nobody asks."""
        return {i: types[0] for i, types in self.backend.roles.assigned(self.graph, ()).items()}

    def misfit(self, node_id: str, type_name: str) -> str:
        """Roles decide."""
        if self.backend.roles.fits(self.graph[node_id], type_name):
            return ""
        usual = self.types.get(node_id)
        return f"{node_id} is no {type_name}" + (f" but a {usual}" if usual else "; no type of the domain fits it")

    def unsayable(self, literal: Literal) -> str:
        """Every predicate can be asked for in the end."""
        return ""

    def _whole(self, statement: ProblemStatement, goal: Goal) -> PddlTask:
        roles = _StatedRoles(self.domain, self.backend.roles.ontology, self.graph, statement.types)
        world = DomainWorld(self.domain, self.backend.vocabulary, roles, self.graph)
        return replace(world.task(tuple(literals(goal)), whole=True), goal=goal)

    def facts(self, statement: ProblemStatement) -> frozenset[Literal]:
        """What the graph says, in the predicates whose meaning is known."""
        return self._whole(statement, statement.goal).initial

    def task(self, statement: ProblemStatement) -> PddlTask:
        """The stated things and what is around them."""
        whole = self._whole(statement, statement.goal)
        near = surroundings(statement.types, self.graph)
        objects = tuple(o for o in whole.objects if o.name in near)
        names = {o.name for o in objects}
        return replace(whole, objects=objects, initial=frozenset(f for f in whole.initial if names.issuperset(f.terms)))

    def call(self, call: SkillCall) -> SkillCall:
        """Tasks have ids already."""
        return call

    def validate(self, statement: ProblemStatement, calls: Sequence[SkillCall], goal: Goal) -> Validation:
        """On the domain as it is written and the whole scene."""
        run = simulate(self._whole(statement, goal), calls)
        return Validation(run.outcome, run.failing_step, run.reasons, run.states[-1], run.states[0])


@dataclass(frozen=True)
class GeneratedReality:
    """A domain that a model wrote, over the reality of the domain whose operators it uses.

    Plans are found in the written domain and hold only if they can be carried out in that reality.
    """

    domain: Domain
    base: Reality

    @property
    def library(self) -> Domain:
        """Of the reality below."""
        return self.base.library

    @property
    def predicates(self) -> Mapping[str, str]:
        """Of the reality below."""
        return self.base.predicates

    @property
    def types(self) -> Mapping[str, str]:
        """The written domain has types of its own."""
        return {}

    def misfit(self, node_id: str, type_name: str) -> str:
        """What a type of the written domain means, nobody knows; the reality below checks every call."""
        return ""

    def unsayable(self, literal: Literal) -> str:
        """Only the predicates of the reality below can be looked up in the scene."""
        arity = self.library.arities.get(literal.predicate)
        if arity == len(literal.terms):
            return ""
        known = ", ".join(sorted(self.library.arities))
        return f"whether {literal.predicate} with {len(literal.terms)} terms holds cannot be told; use {known}"

    def facts(self, statement: ProblemStatement) -> frozenset[Literal]:
        """Facts of the reality below that the written domain can say; its own predicates are false at the start."""
        true = self.base.facts(replace(statement, types={}))
        declared = {name: len(symbol.parameters) for name, symbol in self.domain.predicates.items()}
        return frozenset(f for f in true if declared.get(f.predicate) == len(f.terms))

    def task(self, statement: ProblemStatement) -> PddlTask:
        """Only the stated things, since only they have types; with pddl names."""
        names = {i: pddl_name(i) for i in statement.types}
        facts = frozenset(f.bind(names) for f in self.facts(statement) if names.keys() >= set(f.terms))
        renamed = replace(
            statement,
            wanted=tuple(x.bind(names) for x in statement.wanted),
            stages=tuple(tuple(x.bind(names) for x in stage) for stage in statement.stages),
        )
        objects = tuple(Variable(names[i], t) for i, t in statement.types.items())
        return PddlTask("makedo", self.domain, objects, facts, renamed.goal)

    def call(self, call: SkillCall) -> SkillCall:
        """Ids for pddl names."""
        return SkillCall(call.skill.lower(), tuple(node_id(a) for a in call.arguments))

    def validate(self, statement: ProblemStatement, calls: Sequence[SkillCall], goal: Goal) -> Validation:
        """In the reality below."""
        return self.base.validate(replace(statement, types={}), calls, goal)


def wrong_with_domain(domain: Domain, library: Domain) -> str:
    """Why a written domain cannot be used for the operators of a library; empty if it can."""
    if not domain.operators:
        return f"the domain has no action; use some of {_signatures(library)}"
    for name, operator in domain.operators.items():
        known = library.operators.get(name)
        if known is None:
            return f"the robot has no action {name!r}; it has {_signatures(library)}"
        if len(known.parameters) != len(operator.parameters):
            return f"{name} has {len(operator.parameters)} parameters; the robot's is {_signature(library, name)}"
    for name, symbol in domain.predicates.items():
        arity = library.arities.get(name)
        if arity is not None and arity != len(symbol.parameters):
            return f"{name} has {len(symbol.parameters)} terms; what the scene tells of it has {arity}"
    if domain.functions:
        return f"numbers cannot be looked up in the scene; leave out {', '.join(domain.functions)}"
    if domain.constants:
        names = ", ".join(c.name for c in domain.constants)
        return f"leave out the constants {names}; problems declare the things of the scene as objects"
    return ""


def _signatures(library: Domain) -> str:
    return ", ".join(_signature(library, name) for name in library.operators)


def _signature(library: Domain, name: str) -> str:
    return f"({' '.join((name, *(v.name for v in library.operators[name].parameters)))})"
