# SPDX-License-Identifier: Apache-2.0
"""Whether one goal is weaker than another: every state that satisfies the first satisfies the second.

The rules are sound and not complete: True is a proof, False means that no rule proves it. They cover what relaxing
does: leaving out conjuncts, asking for fewer, allowing more things, more places and more ways, widening numbers, and
generalising predicates.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import combinations

from makedo_core.goals.goal import (
    OBJECT_VARIABLE,
    AllOf,
    AnyOf,
    AtLeast,
    Comparator,
    Compare,
    Exists,
    ForAll,
    Goal,
    Holds,
    InOrder,
    Not,
    conjuncts,
)
from makedo_core.skills import Literal

_MOST_CASES = 200

Weaker = Callable[[str], Collection[str]]
"""The predicates that a predicate implies, itself left out: on -> supported_by."""


def _none(predicate: str) -> Collection[str]:
    return ()


def entails(strong: Goal, weak: Goal, weaker: Weaker = _none) -> bool:
    """Whether `weak` is proven to hold wherever `strong` does.

    Args:
        strong: the goal that is known to hold.
        weak: the goal asked about.
        weaker: hierarchy of predicates.
    """
    if strong == weak:
        return True
    match strong, weak:
        case _, AllOf(parts):
            return all(entails(strong, part, weaker) for part in parts)
        case _, AtLeast(count) if count <= 0:
            return True
        case _, AnyOf(parts) if any(entails(strong, part, weaker) for part in parts):
            return True
        case AnyOf(parts), _:
            return all(entails(part, weak, weaker) for part in parts)
        case InOrder(parts), InOrder(others) if len(parts) == len(others):
            return all(entails(a, b, weaker) for a, b in zip(parts, others, strict=True))
        case InOrder(parts), _ if parts and not isinstance(weak, InOrder):
            return entails(parts[-1], weak, weaker)
        case _, Not(Not(part)):
            return entails(strong, part, weaker)
        case Not(Not(part)), _:
            return entails(part, weak, weaker)
        case Not(first), Not(second):
            return entails(second, first, weaker)
        case Holds(first), Holds(second):
            return _implies(first, second, weaker)
        case Compare(), Compare():
            return _numbers(strong, weak)
        case Exists(first, part), Exists(second, other) if first == second:
            return entails(part, other, weaker)
        case ForAll(first, part), ForAll(second, other) if first == second:
            return entails(part, other, weaker)
        case AtLeast(), AtLeast():
            return _count_in(strong, weak, weaker)
    if any(entails(part, weak, weaker) for part in conjuncts(strong) if part != strong):
        return True
    if isinstance(weak, AtLeast):
        return _enough(conjuncts(strong), weak, weaker)
    return isinstance(strong, AtLeast) and _unfolded(strong, weak, weaker)


def _implies(strong: Literal, weak: Literal, weaker: Weaker) -> bool:
    if strong.terms != weak.terms or strong.negated is not weak.negated:
        return False
    if strong.predicate == weak.predicate:
        return True
    if strong.negated:  # not supported implies not on
        return strong.predicate in weaker(weak.predicate)
    return weak.predicate in weaker(strong.predicate)


def _numbers(strong: Compare, weak: Compare) -> bool:
    """At least 4 implies at least 3, more than 2 and so on."""
    if (strong.function, strong.terms) != (weak.function, weak.terms):
        return False
    at, than = strong.value, weak.value
    up, down = (Comparator.AT_LEAST, Comparator.MORE), (Comparator.AT_MOST, Comparator.LESS)
    match strong.comparator, weak.comparator:
        case Comparator.EQUAL, Comparator.AT_LEAST:
            return at >= than
        case Comparator.EQUAL, Comparator.MORE:
            return at > than
        case Comparator.EQUAL, Comparator.AT_MOST:
            return at <= than
        case Comparator.EQUAL, Comparator.LESS:
            return at < than
        case first, second if first in up and second in up:
            strict = second is Comparator.MORE and first is Comparator.AT_LEAST
            return at > than or (at == than and not strict)
        case first, second if first in down and second in down:
            strict = second is Comparator.LESS and first is Comparator.AT_MOST
            return at < than or (at == than and not strict)
    return (at, strong.comparator) == (than, weak.comparator)


def _count_in(strong: AtLeast, weak: AtLeast, weaker: Weaker) -> bool:
    """Of the strong goal's things, so many are among the weak one's that enough of them remain."""
    if not _implies(_generic(strong), _generic(weak), weaker):
        return False
    outside = len(set(strong.objects) - set(weak.objects))
    return strong.count - outside >= weak.count


def _generic(goal: AtLeast) -> Literal:
    return goal.literal.bind({OBJECT_VARIABLE: "?"})


def _enough(parts: Collection[Goal], weak: AtLeast, weaker: Weaker) -> bool:
    """Conjuncts that each speak of another single thing, added up."""
    literal = weak.literal
    sure = {
        term
        for part in parts
        if isinstance(part, Holds)
        for term in weak.objects
        if _implies(part.literal, literal.bind({OBJECT_VARIABLE: term}), weaker)
    }
    return len(sure) >= weak.count


def _unfolded(strong: AtLeast, weak: Goal, weaker: Weaker) -> bool:
    """Every way to choose the things entails the weak goal, if they are few."""
    instances = strong.instances()
    if strong.count > len(instances):
        return True  # it cannot hold
    chosen: list[Goal] = []
    for number, case in enumerate(combinations(instances, max(strong.count, 0))):
        if number >= _MOST_CASES:
            return False
        chosen.append(AllOf(tuple(Holds(literal) for literal in case)))
    return all(entails(case, weak, weaker) for case in chosen)
