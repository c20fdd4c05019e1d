# SPDX-License-Identifier: Apache-2.0
"""Landmarks: facts that every plan brings about on its way to a goal, and which of them come before which.

Those of the problem without deletions are found, all of them, by propagating sets until nothing changes any more.

Source: Keyder, Richter and Helmert, Sound and Complete Landmarks for And/Or Graphs, ECAI 2010, section 3; after Zhu and
    Givan, Landmark Extraction via Planning Graph Propagation, ICAPS 2003.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from planner_node.proof.problem import Problem


@dataclass(frozen=True, slots=True)
class Landmarks:
    """What has to be brought about for some goals.

    Attributes:
        before: each landmark that does not hold at the start, and those of them that come before it.
    """

    before: Mapping[int, frozenset[int]]


def landmarks(problem: Problem, start: frozenset[int], goals: Iterable[int]) -> Landmarks | None:
    """The landmarks of some goals; None: without deletions already they cannot all be reached, so there is no plan."""
    known = _propagated(problem, start)
    wanted = [g for g in goals if g not in start]
    if any(g not in known for g in wanted):
        return None
    found = set(wanted).union(*(_members(known[g]) for g in wanted))
    return Landmarks({f: frozenset(_members(known[f]) & found) for f in sorted(found)})


def _propagated(problem: Problem, start: frozenset[int]) -> dict[int, int]:
    """For each fact that can be reached, as bits, the facts that come before it and do not hold at the start."""
    waiting: dict[int, list[int]] = {}
    missing: list[int] = []
    for index, instance in enumerate(problem.instances):
        open_needs = [f for f in instance.needs if f not in start]
        missing.append(len(open_needs))
        for fact in open_needs:
            waiting.setdefault(fact, []).append(index)
    known: dict[int, int] = {}
    queue = deque(i for i, count in enumerate(missing) if count == 0)
    queued = set(queue)
    while queue:
        index = queue.popleft()
        queued.discard(index)
        instance = problem.instances[index]
        first = 0
        for fact in instance.needs:
            if fact not in start:
                first |= known[fact] | 1 << fact
        for fact in instance.adds:
            if fact in start:
                continue
            old = known.get(fact)
            new = first & ~(1 << fact) if old is None else old & first
            if new == old:
                continue
            known[fact] = new
            for other in waiting.get(fact, ()):
                if old is None:
                    missing[other] -= 1
                if missing[other] == 0 and other not in queued:
                    queued.add(other)
                    queue.append(other)
    return known


def _members(bits: int) -> set[int]:
    """The numbers of the bits that are set."""
    found = set()
    while bits:
        low = bits & -bits
        found.add(low.bit_length() - 1)
        bits ^= low
    return found
