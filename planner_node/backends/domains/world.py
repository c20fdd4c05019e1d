# SPDX-License-Identifier: Apache-2.0
"""The part of a scene that matters for some literals, as a task of a user's domain.

Taken are the nodes that the literals name, where those are, the robot, and for each type that the relevant operators
need besides (a mop, a bin, detergent) the nodes of that type. If the goal cannot be reached like this, everything is
taken (`whole`): nothing is called hopeless for what was left out.

Where the scene graph says nothing, the world is as one expects: what has a door is closed, hands and machines are
empty, and what is to be cleaned is dirty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from makedo_core.goals.goal import AllOf, Variable, literals
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.skills import Literal
from planner_node.backends.domains.roles import Roles
from planner_node.backends.domains.vocabulary import OPPOSITES, PLAIN, Meaning, Vocabulary, plain
from planner_node.pddl.model import Domain, Operator, PddlTask, Symbol

_MOST_HELPERS = 6
_STATES: Mapping[Meaning, tuple[frozenset[State], bool]] = {
    Meaning.OPEN: (frozenset({State.OPEN}), False),
    Meaning.CLOSED: (frozenset({State.OPEN, State.AJAR}), True),
    Meaning.SWITCHED_ON: (frozenset({State.ON}), False),
    Meaning.SWITCHED_OFF: (frozenset({State.ON}), True),
}
_DOORS = frozenset({State.OPEN, State.AJAR, State.CLOSED})
_AT_REST = {Meaning.CLEAN: True, Meaning.DIRTY: False, Meaning.EMPTY: True, Meaning.FULL: False}
_ATTRIBUTES = {
    Meaning.CLEAN: ("clean", "washed"),
    Meaning.DIRTY: ("dirty", "used", "stained", "muddy"),
    Meaning.EMPTY: ("empty",),
    Meaning.FULL: ("full", "filled"),
}


@dataclass(frozen=True)
class DomainWorld:
    """A user's domain over a scene graph."""

    domain: Domain
    vocabulary: Vocabulary
    roles: Roles
    graph: SceneGraph

    @cached_property
    def keeps_rooms(self) -> bool:
        """Whether what rests somewhere is said to be in a room too: some operator that puts it there says so."""

        def said_of(operator: Operator, *meanings: Meaning) -> set[str]:
            added = (e.literal for e in operator.effects if not e.literal.negated)
            return {x.terms[0] for x in added if x.terms and self.vocabulary.meanings.get(x.predicate) in meanings}

        placing = (Meaning.ON, Meaning.INSIDE)
        operators = self.domain.operators.values()
        return any(said_of(a, *placing) & said_of(a, Meaning.LOCATED) for a in operators)

    def task(self, wanted: Sequence[Literal], whole: bool = False, means: Collection[str] = ()) -> PddlTask:
        """The task in which the wanted literals can be reached, if they can be at all; its goal is empty.

        Args:
            wanted: literals.
            whole: take in every node.
            means: classes to be preferred among what the operators need besides.
        """
        nodes = list(self.graph) if whole else self._relevant(wanted, means)
        types = self.roles.assigned(nodes, wanted)
        included = [n for n in nodes if n.id in types]
        objects = tuple(Variable(n.id, t) for n in included for t in types[n.id])
        facts = frozenset(f for n in included for f in self._facts(n, types, wanted))
        return PddlTask("makedo", self.domain, objects, facts, AllOf(()))

    def _relevant(self, wanted: Sequence[Literal], means: Collection[str]) -> list[Node]:
        graph = self.graph
        ids = dict.fromkeys(t for literal in wanted for t in literal.terms if t in graph)
        ids.setdefault(AGENT_ID)
        held = graph.held()
        if held is not None:
            ids.setdefault(held)
        for needed in self._needed_types(wanted):
            have = [i for i in ids if self._may_be(graph[i], needed)]
            if not have:
                usual = sorted(self.roles.usual(needed), key=lambda n: n.id)
                meant = [n for n in usual if any(self.roles.ontology.is_a(n.label, m) for m in means)]
                ids.update(dict.fromkeys(n.id for n in (meant or usual)[:_MOST_HELPERS]))
        for literal in wanted:
            if self.vocabulary.meanings.get(literal.predicate) is Meaning.EMPTY:
                ids.update(dict.fromkeys(c for t in literal.terms if t in graph for c in graph.contents(t)))
        for node_id in list(ids):
            if graph[node_id].kind is NodeKind.ASSET and self._moves(node_id, wanted):
                ids.update(dict.fromkeys(graph.contents(node_id)))
        for node_id in list(ids):
            below = graph.placement(node_id) if graph[node_id].kind is NodeKind.OBJECT else None
            while below is not None and below.target not in ids:
                ids.setdefault(below.target)
                below = graph.placement(below.target)
        for node_id in list(ids):
            room = graph.room_of(node_id)
            if room is not None:
                ids.setdefault(room)
        return [graph[i] for i in ids if i in graph]

    def _moves(self, node_id: str, wanted: Sequence[Literal]) -> bool:
        """Whether furniture itself is wanted in another room, so that what is in it matters."""
        located = [x for x in wanted if self.vocabulary.meanings.get(x.predicate) is Meaning.LOCATED]
        return any(x.terms[0] == node_id for x in located)

    def _may_be(self, node: Node, type_name: str) -> bool:
        return self.roles.is_usual(node, type_name)

    def _needed_types(self, wanted: Sequence[Literal]) -> list[str]:
        """Types of parameters of the operators that can lead to the wanted predicates, most specific first."""
        predicates = {x.predicate for x in wanted}
        operators: dict[str, Operator] = {}
        while True:
            predicates |= {
                x.predicate
                for name, rule in self.domain.derived.items()
                if name in predicates
                for x in literals(rule.condition)
            }
            fresh = [
                a
                for a in self.domain.operators.values()
                if a.name not in operators and any(e.literal.predicate in predicates for e in a.effects)
            ]
            if not fresh:
                break
            operators.update({a.name: a for a in fresh})
            predicates |= {x.predicate for a in fresh for x in literals(a.precondition)}
        types = {v.type for a in operators.values() for v in a.parameters if not self._is_general(v.type)}
        return sorted(types, key=self.roles.leaves.index)

    def _is_general(self, type_name: str) -> bool:
        """Types of which any thing can be: no reason to take more things than those that are spoken of."""
        special = [t for t in self.roles.leaves if self.domain.is_a(t, type_name)]
        return type_name not in self.domain.types or any(
            self.vocabulary.is_room(t) or self.vocabulary.is_robot(t) or plain(t) in PLAIN for t in special
        )

    def _facts(self, node: Node, types: Mapping[str, tuple[str, ...]], wanted: Sequence[Literal]) -> Iterable[Literal]:
        """What is true of a node, as far as its types allow to say it."""
        place = self.graph.placement(node.id) if node.kind is NodeKind.OBJECT else None
        for meaning, symbol in self._stated_of(types[node.id]):
            literal = self._about(node, meaning, symbol, place, types, wanted)
            if literal is not None and self._is_typed(literal, types):
                yield literal

    @cached_property
    def _stated_of(self) -> Callable[[tuple[str, ...]], tuple[tuple[Meaning, Symbol], ...]]:
        """From the types of a node to the predicates that can be stated of it."""

        def is_stated(meaning: Meaning, symbol: Symbol, types: tuple[str, ...]) -> bool:
            if not symbol.parameters or meaning is Meaning.HOLDING:  # said of nothing, or of the robot
                return True
            return any(self.domain.is_a(t, symbol.parameters[0].type) for t in types)

        return cache(lambda types: tuple((m, s) for m, s in self._stated if is_stated(m, s, types)))

    @cached_property
    def _stated(self) -> tuple[tuple[Meaning, Symbol], ...]:
        """Predicates with a meaning that do not derive from others."""
        symbols = self.vocabulary.symbols.items()
        return tuple((m, s) for m, some in symbols for s in some if s.name not in self.domain.derived)

    def _about(
        self,
        node: Node,
        meaning: Meaning,
        symbol: Symbol,
        place: Relation | None,
        types: Mapping[str, tuple[str, ...]],
        wanted: Sequence[Literal],
    ) -> Literal | None:
        """What is true of a node, in one predicate."""
        arity = len(symbol.parameters)
        match meaning:
            case Meaning.LOCATED:
                if node.kind is NodeKind.ROOM or (place is not None and place.type is RelationType.HELD_BY):
                    return None
                room = self.graph.room_of(node.id)
                if room is None or (not self.keeps_rooms and self._is_said(place, types)):
                    return None
                return Literal(symbol.name, (node.id, room))
            case Meaning.ON | Meaning.INSIDE:
                kind = RelationType.ON if meaning is Meaning.ON else RelationType.INSIDE
                if place is None or place.type is not kind or place.target not in types:
                    return None
                return Literal(symbol.name, (node.id, place.target))
            case Meaning.HOLDING:
                if place is None or place.type is not RelationType.HELD_BY:
                    return None
                return Literal(symbol.name, (AGENT_ID, node.id)[2 - arity :])
            case Meaning.FREE:
                if node.kind is not NodeKind.AGENT or self.graph.held() is not None:
                    return None
                return Literal(symbol.name, (node.id,)[:arity])
            case Meaning.THROWN_AWAY:
                return None
        return Literal(symbol.name, (node.id,)) if self._is(node, meaning, wanted) else None

    def _is_said(self, place: Relation | None, types: Mapping[str, tuple[str, ...]]) -> bool:
        """Whether the task says what a thing rests on or in."""
        resting = place is not None and place.type in (RelationType.ON, RelationType.INSIDE)
        return place is not None and resting and self._sayable(place.type) and place.target in types

    def _sayable(self, relation: RelationType) -> bool:
        meaning = Meaning.ON if relation is RelationType.ON else Meaning.INSIDE
        return bool(self.vocabulary.symbols.get(meaning))

    def _is(self, node: Node, meaning: Meaning, wanted: Sequence[Literal]) -> bool:
        """Whether a state holds: as the graph says, else as one expects."""
        if meaning in _STATES:
            states, turned = _STATES[meaning]
            if meaning is Meaning.CLOSED and not node.states & _DOORS:
                return "openable" in self.roles.ontology.affordances(node.label)
            return bool(states & node.states) is not turned
        opposite = OPPOSITES[meaning]
        for known, holds in ((meaning, True), (opposite, False)):
            if node.attributes & set(_ATTRIBUTES[known]):
                return holds
        asked = {x.predicate for x in wanted if node.id in x.terms}
        for known, holds in ((meaning, False), (opposite, True)):
            if any(self.vocabulary.meanings.get(p) is known for p in asked):
                return holds  # asked for: so it is not yet
        return _AT_REST[meaning]

    def _is_typed(self, literal: Literal, types: Mapping[str, tuple[str, ...]]) -> bool:
        is_a = self.domain.is_a
        for term, variable in zip(literal.terms, self.domain.predicates[literal.predicate].parameters, strict=True):
            if not any([is_a(t, variable.type) for t in types.get(term, ())]):
                return False
        return True
