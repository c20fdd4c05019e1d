# SPDX-License-Identifier: Apache-2.0
"""Whether derived predicates have one meaning: none may depend on its own negation.

Source: Thiebaux, Hoffmann, Nebel, In Defense of PDDL Axioms, AIJ 2005 (stratified axioms).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from makedo_core.goals.goal import AllOf, AnyOf, AtLeast, Exists, ForAll, Goal, Holds, InOrder, Not
from makedo_core.skills import Literal
from planner_node.pddl.model import Derived


def unstratified(derived: Mapping[str, Derived]) -> frozenset[str]:
    """The derived predicates that depend on their own negation."""
    uses = {name: {p for p in _signs(rule.condition, True) if p[0] in derived} for name, rule in derived.items()}
    wrong = set()
    for name, parts in uses.items():
        if any(not positive and name in _reached(part, uses) for part, positive in parts):
            wrong.add(name)
    return frozenset(wrong)


def _reached(start: str, uses: Mapping[str, set[tuple[str, bool]]]) -> set[str]:
    """All derived predicates that one depends on, and itself."""
    seen, frontier = {start}, [start]
    while frontier:
        new = {part for part, _ in uses[frontier.pop()]} - seen
        seen |= new
        frontier.extend(new)
    return seen


def _signs(goal: Goal, positive: bool) -> Iterator[tuple[str, bool]]:
    """Every predicate of a condition, and whether it is asked to be true."""
    match goal:
        case Holds(Literal(predicate, _, negated)) | AtLeast(literal=Literal(predicate, _, negated)):
            yield predicate, positive is not negated
        case Not(part):
            yield from _signs(part, not positive)
        case Exists(_, part) | ForAll(_, part):
            yield from _signs(part, positive)
        case AllOf(parts) | AnyOf(parts) | InOrder(parts):
            for part in parts:
                yield from _signs(part, positive)
