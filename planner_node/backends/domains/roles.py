# SPDX-License-Identifier: Apache-2.0
"""Which types of a user's domain a node of the scene graph can have, and which one it is given.

A PDDL object has one type, a thing of a home several roles: a shelf is a surface and a container. What is asked of a
thing decides: where the goal puts something inside the shelf, it is a container. Only while several goals are weighed
against each other it may be asked to be both, and then it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from makedo_core.graph.scene_graph import OPENINGS, Node, NodeKind, RelationType, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal
from planner_node.backends.domains.vocabulary import (
    ASSETS,
    CARRIABLE,
    CONTAINERS,
    ROBOTS,
    ROOMS,
    SURFACES,
    THINGS,
    plain,
)
from planner_node.pddl.model import OBJECT, Domain

_KEPT = 8  # domains
_REMEMBERED = 10_000
_NO, _AT_A_PINCH, _IF_ASKED, _USUAL, _EXACT = range(5)


class _Known(NamedTuple):
    """What the types of a node depend on."""

    kind: NodeKind
    label: str
    contains: bool


class TypeRanking:
    """What the types of a domain mean for nodes of each kind and label: the same in every scene."""

    def __init__(self, domain: Domain, ontology: Ontology) -> None:
        """Hold the parts; what is found is kept."""
        self._domain, self._ontology = domain, ontology
        self.leaves = tuple(sorted(domain.types, key=lambda t: (-len(tuple(domain.supertypes(t))), t)))
        """Types from the most specific up: those with a longer way to the root first."""
        self.below = cache(self._find_below)
        """From a type to itself and those below it, the most specific first."""
        self.ranks = lru_cache(_REMEMBERED)(self._find_ranks)
        """How well a node is what each type says, its subtypes not looked at; the most specific type first."""
        self.covering = lru_cache(_REMEMBERED)(self._cover)
        """From a node and what is demanded of it to types that together are all that, as far as the node can be it."""

    def _find_below(self, name: str) -> tuple[str, ...]:
        return tuple(t for t in (*self.leaves, OBJECT) if self._domain.is_a(t, name))

    def _find_ranks(self, known: _Known) -> Mapping[str, int]:
        return {t: self._rank(known, t) for t in (*self.leaves, OBJECT)}

    def _cover(self, known: _Known, demanded: tuple[str, ...]) -> tuple[str, ...]:
        demands = list(demanded)
        least = _AT_A_PINCH if demands else _IF_ASKED
        ranks = self.ranks(known)
        options = [(ranks[t], -index, t) for index, t in enumerate(self.leaves) if ranks[t] >= least]
        chosen: list[str] = []
        while options:
            best = max(options, key=lambda r: (sum(self._domain.is_a(r[2], d) for d in demands), r))
            covered = [d for d in demands if self._domain.is_a(best[2], d)]
            if demands and not covered:
                break
            chosen.append(best[2])
            demands = [d for d in demands if d not in covered]
            if not demands:
                break
        return tuple(chosen)

    def _rank(self, known: _Known, type_name: str) -> int:
        name, kind = plain(type_name), known.kind
        if kind is NodeKind.AGENT:
            return _EXACT if name in ROBOTS else _NO
        if kind is NodeKind.ROOM:
            return _EXACT if name in ROOMS else _NO
        if name in ROBOTS or name in ROOMS or name in THINGS:
            return _NO
        if name in ASSETS:
            return _EXACT if kind is NodeKind.ASSET else _NO
        if name in CARRIABLE:
            return _USUAL if kind is NodeKind.OBJECT else _IF_ASKED
        if name in CONTAINERS:
            return _USUAL if known.contains else _AT_A_PINCH
        if name in SURFACES:
            supports = "supports" in self._ontology.affordances(known.label)
            return _USUAL if kind is NodeKind.ASSET and supports else _AT_A_PINCH
        if known.label == name or self._ontology.is_a(known.label, name):
            return _EXACT
        carried = any(plain(t) in CARRIABLE for t in self._domain.supertypes(type_name))
        return _IF_ASKED if carried and kind is NodeKind.OBJECT else _NO


_ranking = lru_cache(_KEPT)(TypeRanking)


@dataclass(frozen=True)
class Roles:
    """What the types of a domain mean for nodes."""

    domain: Domain
    ontology: Ontology
    graph: SceneGraph

    @cached_property
    def _ranking(self) -> TypeRanking:
        return _ranking(self.domain, self.ontology)

    @property
    def leaves(self) -> tuple[str, ...]:
        """Types from the most specific up: those with a longer way to the root first."""
        return self._ranking.leaves

    def fits(self, node: Node, type_name: str) -> bool:
        """Whether a node can be of a type (or of one below it) if that is asked."""
        ranks = self._ranked(node)
        return any(ranks[t] for t in self._ranking.below(type_name))

    def usual(self, type_name: str) -> tuple[Node, ...]:
        """Nodes that are what a type says, without anybody asking."""
        return tuple(n for n in self.graph if self.is_usual(n, type_name))

    def is_usual(self, node: Node, type_name: str) -> bool:
        """Whether a node is what a type says, without anybody asking."""
        ranks = self._ranked(node)
        return any(ranks[t] >= _USUAL for t in self._ranking.below(type_name) if t != OBJECT)

    def assigned(self, nodes: Iterable[Node], wanted: Iterable[Literal]) -> Mapping[str, tuple[str, ...]]:
        """Types for each node: the most fitting one that all literals about it allow, more if none allows all.

        Nodes without any possible type are left out.
        """
        asked: dict[str, dict[str, None]] = {}
        for literal in wanted:
            for term, type_name in zip(literal.terms, self._types(literal), strict=False):
                asked.setdefault(term, {})[type_name] = None
        result = {}
        for node in nodes:
            types = self._ranking.covering(self._known(node), tuple(asked.get(node.id, ())))
            if types:
                result[node.id] = types
        return result

    def _types(self, literal: Literal) -> tuple[str, ...]:
        symbol = self.domain.predicates.get(literal.predicate)
        if symbol is None and literal.predicate in self.domain.derived:
            symbol = self.domain.derived[literal.predicate].symbol
        return tuple(v.type for v in symbol.parameters) if symbol else ()

    def _ranked(self, node: Node) -> Mapping[str, int]:
        return self._ranking.ranks(self._known(node))

    @cached_property
    def _known(self) -> Callable[[Node], _Known]:
        """What the types of each node of the graph depend on."""
        known: dict[str, _Known] = {}

        def of(node: Node) -> _Known:
            if node.id not in known:
                contains = node.kind is NodeKind.ASSET and self._contains(node)
                known[node.id] = _Known(node.kind, node.label, contains)
            return known[node.id]

        return of

    def _contains(self, node: Node) -> bool:
        if node.states & OPENINGS:
            return True
        if any(r.type is RelationType.INSIDE for r in self.graph.incoming(node.id)):
            return True
        return "contains" in self.ontology.affordances(node.label)
