# SPDX-License-Identifier: Apache-2.0
"""Makes the choices of a goal that no single demand can express: "all dice in one of the boxes".

Whatever is chosen entails the goal. It is the first choice found that does not contradict itself, not the cheapest one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from makedo_core.goals.goal import AnyOf, AtLeast, Goal, Holds, conjuncts
from makedo_core.skills import Literal

_MOST_WORK = 3_000_000  # comparisons of literals; some seconds
_Facts = tuple[Literal, ...]


def decided(parts: Sequence[Goal], excludes: Callable[[Literal, Literal], bool]) -> tuple[Goal, ...] | None:
    """Parts that entail those given and have no disjunction left; None if no choice was found that is consistent.

    Args:
        parts: conjuncts in negation normal form without quantifiers.
        excludes: whether two literals cannot hold together.
    """
    counts = tuple(part for part in parts if isinstance(part, AtLeast))
    work = 0

    def search(facts: _Facts, open_: tuple[AnyOf, ...]) -> _Facts | None:
        nonlocal work
        if not open_:
            return facts
        work += (len(facts) + 1) * sum(len(part.parts) for part in open_)
        if work > _MOST_WORK:
            return None
        options = [(part, [w for p in part.parts for w in _ways(p) if _fits(w[0], facts, excludes)]) for part in open_]
        tightest, ways = min(options, key=lambda item: len(item[1]))
        rest = tuple(part for part in open_ if part is not tightest)
        for more, inner in ways:
            found = search(tuple(dict.fromkeys((*facts, *more))), (*rest, *inner))
            if found is not None:
                return found
        return None

    choices = tuple(part for part in parts if isinstance(part, AnyOf))
    sure = tuple(part.literal for part in parts if isinstance(part, Holds))
    found = search(sure, choices) if _fits(sure, (), excludes) else None
    if found is None:
        return None
    # What cannot be otherwise needs no demand: what is in one box is not in another.
    needed = (x for x in found if not x.negated or not any(excludes(~x, other) for other in found if other != x))
    return (*counts, *map(Holds, needed))


def _ways(goal: Goal) -> Iterator[tuple[_Facts, tuple[AnyOf, ...]]]:
    """An alternative as literals and what is still to be chosen within it; none if it cannot be written so."""
    literals: list[Literal] = []
    inner: list[AnyOf] = []
    for part in conjuncts(goal):
        match part:
            case Holds(literal):
                literals.append(literal)
            case AtLeast(count, objects) if count == len(objects):
                literals.extend(part.instances())
            case AtLeast(1):
                inner.append(AnyOf(tuple(map(Holds, part.instances()))))
            case AnyOf():
                inner.append(part)
            case _:
                return
    yield tuple(literals), tuple(inner)


def _fits(fresh: Iterable[Literal], facts: Collection[Literal], excludes: Callable[[Literal, Literal], bool]) -> bool:
    """Whether literals can hold together with others, and with each other."""
    known = list(facts)
    for literal in fresh:
        if not literal.negated and len(set(literal.terms)) < len(literal.terms):
            return False  # nothing rests on itself
        if any(excludes(literal, other) or _turned(literal, other) for other in known):
            return False
        known.append(literal)
    return True


def _turned(one: Literal, other: Literal) -> bool:
    """Whether one says of b and a what the other says of a and b: each on the other."""
    both = not one.negated and not other.negated and len(one.terms) == 2
    return both and one.terms == other.terms[::-1]
