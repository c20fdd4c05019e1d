# SPDX-License-Identifier: Apache-2.0
"""Conditions of actions as alternatives of literals, for engines that know nothing but conjunctions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product
from math import comb

from makedo_core.goals.goal import (
    AllOf,
    AnyOf,
    AtLeast,
    Compare,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    Universe,
    bound,
    grounded,
    satisfied,
)
from makedo_core.skills import Literal
from planner_node.pddl.model import Derived, Domain, DomainError

MOST_ALTERNATIVES = 512

Branch = frozenset[Literal]
"""Literals that must hold together; negated ones must not hold."""


def without_derived(goal: Goal, domain: Domain, path: tuple[str, ...] = ()) -> Goal:
    """The same condition with derived predicates replaced by what they stand for.

    Raises:
        DomainError: if one is defined by itself.
    """
    match goal:
        case Holds(literal) if literal.predicate in domain.derived:
            if literal.predicate in path:
                circle = " -> ".join((*path, literal.predicate))
                raise DomainError(f"the derived predicate {literal.predicate} is defined by itself: {circle}")
            meaning = _meaning(domain.derived[literal.predicate], literal)
            inner = without_derived(meaning, domain, (*path, literal.predicate))
            return Not(inner) if literal.negated else inner
        case Not(part):
            return Not(without_derived(part, domain, path))
        case AllOf(parts):
            return AllOf(tuple(without_derived(p, domain, path) for p in parts))
        case AnyOf(parts):
            return AnyOf(tuple(without_derived(p, domain, path) for p in parts))
        case InOrder(parts):
            return InOrder(tuple(without_derived(p, domain, path) for p in parts))
        case Exists(variables, part):
            return Exists(variables, without_derived(part, domain, path))
        case ForAll(variables, part):
            return ForAll(variables, without_derived(part, domain, path))
        case AtLeast(count, objects, literal) if literal.predicate in domain.derived:
            cases = tuple(without_derived(Holds(i), domain, path) for i in goal.instances())
            return AnyOf(tuple(AllOf(chosen) for chosen in _choices(cases, count, len(objects))))
    return goal


def _choices(cases: tuple[Goal, ...], count: int, total: int) -> list[tuple[Goal, ...]]:
    ways = comb(total, count)
    if ways > MOST_ALTERNATIVES:
        raise DomainError(f"{count} of {total} can be chosen in {ways} ways; at most {MOST_ALTERNATIVES} are tried")
    return list(combinations(cases, count))


def _meaning(rule: Derived, literal: Literal) -> Goal:
    names = [v.name for v in rule.symbol.parameters]
    fresh = {n: f"{n}'" for n in names}  # a term may be called like a variable of the rule
    renamed = bound(rule.condition, fresh)
    return bound(renamed, {fresh[n]: term for n, term in zip(names, literal.terms, strict=True)})


def branches(goal: Goal, universe: Universe) -> tuple[Branch, ...]:
    """Alternatives of literals that make a closed condition true; none: it cannot hold.

    Raises:
        DomainError: if there are too many, or for what conjunctions of literals cannot say.
    """
    return _branches(grounded(goal, universe), universe, False)


def _branches(goal: Goal, universe: Universe, negated: bool) -> tuple[Branch, ...]:
    match goal:
        case Holds(Literal("=", (first, second), no)):
            return (frozenset(),) if (first == second) is not (no is not negated) else ()
        case Holds(literal):
            return (frozenset({~literal if negated else literal}),)
        case Not(part):
            return _branches(part, universe, not negated)
        case AllOf(parts) | AnyOf(parts):
            if isinstance(goal, AllOf) is not negated:
                return _both([_branches(p, universe, negated) for p in parts])
            return _minimal(branch for p in parts for branch in _branches(p, universe, negated))
        case AtLeast(count, objects):
            needed = len(objects) - count + 1 if negated else count  # not two of three: two of three do not
            instances = [~i if negated else i for i in goal.instances()]
            if needed <= 0:
                return (frozenset(),)
            cases = _choices(tuple(Holds(i) for i in instances), needed, len(objects))
            return tuple(frozenset(h.literal for h in chosen if isinstance(h, Holds)) for chosen in cases)
        case Compare():
            return (frozenset(),) if satisfied(goal, (), universe) is not negated else ()
    raise DomainError(f"{type(goal).__name__} cannot be said with literals alone")


def _both(parts: list[tuple[Branch, ...]]) -> tuple[Branch, ...]:
    total = 1
    for part in parts:
        total *= len(part)
    if total > MOST_ALTERNATIVES:
        raise DomainError(f"a condition has {total} alternatives; at most {MOST_ALTERNATIVES} are tried")
    return _minimal(frozenset().union(*chosen) for chosen in product(*parts))


def _minimal(found: Iterable[Branch]) -> tuple[Branch, ...]:
    """Without contradictions and without what another alternative makes superfluous."""
    ways = {b for b in found if not any(~x in b for x in b)}
    if len(ways) > MOST_ALTERNATIVES:
        raise DomainError(f"a condition has {len(ways)} alternatives; at most {MOST_ALTERNATIVES} are tried")
    minimal = [b for b in ways if not any(other < b for other in ways)]
    return tuple(sorted(minimal, key=lambda b: sorted(map(str, b))))
