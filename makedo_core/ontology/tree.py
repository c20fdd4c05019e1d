# SPDX-License-Identifier: Apache-2.0
"""Who is above whom, and what is said above: closures over the parents of classes and relations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from makedo_core.ontology.concept import Concept, ContradictionError, Statement


def closure(above: Mapping[str, tuple[str, ...]], kind: str, edge: str) -> dict[str, frozenset[str]]:
    """Everything above each node, itself included.

    Args:
        above: the direct parents of each node.
        kind: what a node is called in errors, e.g. "class".
        edge: the property that states a parent, e.g. "subClassOf".

    Raises:
        ContradictionError: on a parent that is no node, and on a cycle.
    """
    found: dict[str, frozenset[str]] = {}

    def collect(node: str, path: tuple[str, ...]) -> frozenset[str]:
        if node in path:
            cycle = (*path[path.index(node) :], node)
            edges = [Statement(low, edge, high) for low, high in pairwise(cycle)]
            raise ContradictionError(f"{kind} cycle: {' < '.join(cycle)}", *edges)
        if node not in above:
            message = f"{path[-1]} is under {node}, which is not described"
            raise ContradictionError(message, Statement(path[-1], edge, node))
        if node not in found:
            higher = [collect(parent, (*path, node)) for parent in above[node]]
            found[node] = frozenset({node}).union(*higher)
        return found[node]

    for node in above:
        collect(node, ())
    return found


def inherited(
    concepts: Mapping[str, Concept],
    ancestors: Mapping[str, frozenset[str]],
    said: Callable[[Concept], frozenset[str]],
) -> dict[str, frozenset[str]]:
    """What holds for each class because it, or a class above it, says so. Equal sets are one object."""
    shared: dict[frozenset[str], frozenset[str]] = {}
    result = {}
    for name, above in ancestors.items():
        union = frozenset[str]().union(*(said(concepts[a]) for a in above))
        result[name] = shared.setdefault(union, union)
    return result


def nearest(
    concepts: Mapping[str, Concept], start: str | None, said: Callable[[Concept], frozenset[str] | tuple[str, ...]]
) -> frozenset[str]:
    """What the nearest class says, going up from one level of parents to the next; empty if none does."""
    level = {start} if start is not None else set()
    while level:
        values = frozenset(v for c in level for v in said(concepts[c]))
        if values:
            return values
        level = {p for c in level for p in concepts[c].parents}
    return frozenset()


def way_up(concepts: Mapping[str, Concept], start: str, end: str) -> tuple[str, ...]:
    """A shortest way from a class up to another; where it is not above, the way up to the first class without parents.

    Args:
        concepts: all classes.
        start: the class to begin with.
        end: the class to arrive at.
    """
    ways: list[tuple[str, ...]] = [(start,)]
    for way in ways:
        if way[-1] == end:
            return way
        ways += [(*way, parent) for parent in concepts[way[-1]].parents]
    return next((way for way in ways if not concepts[way[-1]].parents), (start,))
