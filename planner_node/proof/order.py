# SPDX-License-Identifier: Apache-2.0
"""In which order goals are reached, so that the robot drives little."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, permutations

from makedo_core.graph.scene_graph import AGENT_ID, RelationType, SceneGraph
from makedo_core.skills import Literal, Predicate
from planner_node.proof.prune import position

_MOST_PERMUTED = 6
_UNKNOWN_M = 3.0

Position = tuple[float, float]


def best_order(literals: Sequence[Literal], graph: SceneGraph) -> tuple[Literal, ...]:
    """Goal literals in the order of the shortest drive by straight lines; what is in the hand comes first.

    All orders are tried while they are few, else the nearest goal is always next.
    """
    stops = {literal: _stops(literal, graph) for literal in literals}
    here = position(graph, AGENT_ID)
    held = graph.held()
    first = tuple(x for x in literals if x.terms and x.terms[0] == held)
    last = tuple(x for x in literals if x not in first and _ends_plan(x))
    rest = tuple(x for x in literals if x not in first and x not in last)
    if len(rest) <= _MOST_PERMUTED:
        orders = ((*first, *middle, *last) for middle in permutations(rest))
        return min(orders, key=lambda order: _length_m([p for x in order for p in stops[x]], here))
    ordered = list(first)
    pending = list(rest)
    at = stops[ordered[-1]][-1] if ordered and stops[ordered[-1]] else here
    while pending:
        nearest = min(pending, key=lambda x: _length_m(stops[x], at))
        pending.remove(nearest)
        ordered.append(nearest)
        at = stops[nearest][-1] if stops[nearest] else at
    return (*ordered, *last)


def _ends_plan(literal: Literal) -> bool:
    """Goals that any other goal would undo: where the robot is and what it holds in the end."""
    return len(literal.terms) == 1 and literal.predicate in (Predicate.AT, Predicate.HOLDING)


def _stops(literal: Literal, graph: SceneGraph) -> tuple[Position | None, ...]:
    """Where the robot has to be for a goal, in order."""
    placement = graph.placement(literal.terms[0]) if literal.terms and literal.terms[0] in graph else None
    if placement is None:
        return tuple(position(graph, term) for term in literal.terms[-1:])
    held = placement.type is RelationType.HELD_BY
    terms = literal.terms[1:] if held else literal.terms
    return tuple(position(graph, term) for term in terms)


def _length_m(stops: Sequence[Position | None], start: Position | None) -> float:
    way = [p for p in (start, *stops)]
    return sum(math.dist(a, b) if a and b else _UNKNOWN_M for a, b in pairwise(way) if a != b)
