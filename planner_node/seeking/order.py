# SPDX-License-Identifier: Apache-2.0
"""In which order to look into places, so that what is sought is expected to be found soonest.

The thing is at place i with chance p(i); with what is left of 1 it is nowhere. Going to a place and looking there costs
time; the search ends where it is found. Of an order, step k costs c(k) and is taken unless the thing was found before:

    E = sum over k of c(k) * (1 - p of the places before k)

Few places are ordered exactly, by dynamic programming over the sets of places that were looked into. More are ordered
by the best of three greedy rules, improved by moving and reversing parts until nothing helps: never worse than going to
the nearest place first.

Source: Stone, Theory of Optimal Search (1975); as a minimum-latency tour: Held and Karp, "A dynamic programming
    approach to sequencing problems" (1962), over expected instead of whole costs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from makedo_core.failure import MakedoError

EXACT_PLACES = 11
"""So many are ordered exactly, in some 20 ms; each more takes twice that and more."""
IMPROVED_PLACES = 30
"""So many are ordered by local search; of more, the rest comes last, in the order of the best greedy rule."""
_SLACK = 1e-9

Order = tuple[int, ...]


class HuntError(MakedoError):
    """A search that cannot be computed with; the message says what is wrong and what would be right."""


@dataclass(frozen=True)
class Hunt:
    """A thing that is sought in n places.

    Attributes:
        chances: that it is at each place, shape (n,); their sum is 1 at most.
        first_s: time from here to each place, shape (n,) [s].
        between_s: time from place to place, shape (n, n) [s]; the diagonal is not read.
        look_s: time for looking at each place, doors included, shape (n,) [s].

    Raises:
        HuntError: on shapes that do not agree, chances that are negative or more than 1 together, times that are
            negative or no numbers.
    """

    chances: tuple[float, ...]
    first_s: tuple[float, ...]
    between_s: tuple[tuple[float, ...], ...]
    look_s: tuple[float, ...]

    def __post_init__(self) -> None:
        count = len(self.chances)
        rows = {len(self.first_s), len(self.look_s), len(self.between_s), *(len(row) for row in self.between_s)}
        if rows - {count}:
            raise HuntError(f"{count} chances but times for {sorted(rows - {count})} places; give one for each place")
        if any(not 0.0 <= p <= 1.0 for p in self.chances) or sum(self.chances) > 1.0 + 1e-6:
            raise HuntError(f"chances {self.chances} must be 0 or more each, and 1 at most together")
        times = (*self.first_s, *self.look_s, *(t for row in self.between_s for t in row))
        if any(not (math.isfinite(t) and t >= 0.0) for t in times):
            raise HuntError("every time must be a number of seconds, 0 or more")

    def __len__(self) -> int:
        return len(self.chances)

    @cached_property
    def starts_s(self) -> tuple[float, ...]:
        """Going to each place from here and looking there [s]."""
        return tuple(t + look for t, look in zip(self.first_s, self.look_s, strict=True))

    @cached_property
    def steps_s(self) -> tuple[tuple[float, ...], ...]:
        """Going to each place from each other one and looking there [s]."""
        return tuple(tuple(t + look for t, look in zip(row, self.look_s, strict=True)) for row in self.between_s)

    def step_s(self, last: int | None, place: int) -> float:
        """Going to a place and looking there; `last` is where one looked before, None: here [s]."""
        return self.starts_s[place] if last is None else self.steps_s[last][place]


def expected_s(hunt: Hunt, order: Sequence[int]) -> float:
    """The expected time of a search that looks into places in this order until the thing is found [s]."""
    total, left, last = 0.0, 1.0, None
    for place in order:
        total += left * hunt.step_s(last, place)
        left -= hunt.chances[place]
        last = place
    return total


def best_order(hunt: Hunt) -> Order:
    """All places in the order that is expected to find the thing soonest; exactly so for few places."""
    if len(hunt) <= EXACT_PLACES:
        return exact(hunt)
    starts = sorted((rule(hunt) for rule in (nearest_first, likeliest_first, worthiest_first)), key=_cost_of(hunt))
    tried = [improved(hunt, start) for start in starts[:2]]
    return min((*tried, *starts), key=_cost_of(hunt))


def nearest_first(hunt: Hunt) -> Order:
    """Always on to the place that takes the least time."""
    return _greedy(hunt, lambda last, place: hunt.step_s(last, place))


def likeliest_first(hunt: Hunt) -> Order:
    """The likeliest place first; among equals the nearest."""
    return _greedy(hunt, lambda last, place: (-hunt.chances[place], hunt.step_s(last, place)))


def worthiest_first(hunt: Hunt) -> Order:
    """Always on to the place with the most chance for its time: the best there is where all ways are equally long."""

    def unworthiness(last: int | None, place: int) -> tuple[float, float]:
        time_s = hunt.step_s(last, place)
        return -(hunt.chances[place] / time_s if time_s > 0.0 else math.inf), time_s

    return _greedy(hunt, unworthiness)


def exact(hunt: Hunt) -> Order:
    """The order with the least expected time, by dynamic programming: 2^n n^2 steps."""
    count = len(hunt)
    if not count:
        return ()
    everything = (1 << count) - 1
    left = [1.0] * (everything + 1)
    for done in range(1, everything + 1):
        lowest = (done & -done).bit_length() - 1
        left[done] = left[done & (done - 1)] - hunt.chances[lowest]
    ahead_s = [[0.0] * count for _ in range(everything + 1)]  # by set of places looked into and the last of them
    following = [[-1] * count for _ in range(everything + 1)]
    for done in range(everything - 1, 0, -1):
        open_places = [i for i in range(count) if not done >> i & 1]
        for last in range(count):
            if not done >> last & 1:
                continue
            step_s = hunt.steps_s[last]
            options = [(left[done] * step_s[i] + ahead_s[done | 1 << i][i], i) for i in open_places]
            ahead_s[done][last], following[done][last] = min(options)
    _, place = min((hunt.starts_s[i] + ahead_s[1 << i][i], i) for i in range(count))
    order, done = [place], 1 << place
    while done != everything:
        place = following[done][place]
        order.append(place)
        done |= 1 << place
    return tuple(order)


def improved(hunt: Hunt, order: Sequence[int]) -> Order:
    """An order that no moving of one place and no reversing of a part makes better; never worse than the given one."""
    head, tail = tuple(order[:IMPROVED_PLACES]), tuple(order[IMPROVED_PLACES:])
    onward = tail[:1]  # what comes after that costs the same, however the head is ordered
    best_s, better = expected_s(hunt, (*head, *onward)), True
    while better:
        better = False
        for candidate in _neighbours(head):
            candidate_s = expected_s(hunt, (*candidate, *onward))
            if candidate_s < best_s - _SLACK:
                head, best_s, better = candidate, candidate_s, True
                break
    return (*head, *tail)


def _neighbours(order: Order) -> Iterator[Order]:
    count = len(order)
    for i in range(count):
        rest = (*order[:i], *order[i + 1 :])
        yield from ((*rest[:j], order[i], *rest[j:]) for j in range(count) if j != i)
    for i in range(count - 2):
        yield from ((*order[:i], *order[i:j][::-1], *order[j:]) for j in range(i + 3, count + 1))


def _greedy(hunt: Hunt, badness: Callable[[int | None, int], object]) -> Order:
    order: list[int] = []
    left = set(range(len(hunt)))
    last: int | None = None
    while left:
        last = min(left, key=lambda place: (badness(last, place), place))
        order.append(last)
        left.remove(last)
    return tuple(order)


def _cost_of(hunt: Hunt) -> Callable[[Order], float]:
    return lambda order: expected_s(hunt, order)


ORDERS: Mapping[str, Callable[[Hunt], Order]] = MappingProxyType(
    {"soonest": best_order, "nearest": nearest_first, "likeliest": likeliest_first}
)
"""Rules by name, for comparison."""
