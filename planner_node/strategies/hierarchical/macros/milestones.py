# SPDX-License-Identifier: Apache-2.0
"""What macro actions are about: the landmarks of a goal without those that only say where the robot is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import after
from planner_node.strategies.hierarchical.macros.drives import is_drive
from planner_node.strategies.hierarchical.macros.landmarks import landmarks


@dataclass(frozen=True, slots=True)
class Milestones:
    """Facts that a macro plan is made of.

    Attributes:
        before: each milestone, and the milestones that come before it.
        goals: what is to hold in the end.
    """

    before: Mapping[int, frozenset[int]]
    goals: frozenset[int]

    def ready(self, reached: frozenset[int]) -> Iterator[int]:
        """Milestones that were not reached yet, all of those before them were."""
        return (m for m, first in self.before.items() if m not in reached and first <= reached)


def milestones(problem: Problem, start: frozenset[int], goals: Iterable[int]) -> Milestones | None:
    """The milestones of some goals; None: the goals cannot be reached, whatever is done."""
    wanted = tuple(dict.fromkeys(goals))
    found = landmarks(problem, start, wanted)
    if found is None:
        return None
    ways = {f for instance in problem.instances if is_drive(instance, problem) for f in instance.adds}
    kept = [f for f in found.before if f in wanted or (f not in ways and not problem.literals[f].negated)]
    return Milestones({f: frozenset(found.before[f].intersection(kept)) for f in kept}, frozenset(wanted))


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of a plan, and the milestone or goal that its last instance reaches; None: it reaches none."""

    instances: tuple[OperatorInstance, ...]
    reached: int | None


def cut(start: frozenset[int], plan: Sequence[OperatorInstance], stones: Milestones) -> tuple[Cut, ...]:
    """A plan as blocks, each of which ends with the first instance that reaches a milestone or restores a goal.

    Of several that it reaches at once, the last in the order of the landmarks counts, and a goal before all others.
    """
    cuts: list[Cut] = []
    block: list[OperatorInstance] = []
    reached = frozenset(m for m in stones.before if m in start)
    state = start
    for instance in plan:
        block.append(instance)
        later = after(state, instance)
        new = [m for m in stones.before if m in later and m not in reached]
        restored = [g for g in stones.goals if g in later and g not in state]
        state, reached = later, reached.union(new)
        if new or restored:
            best = max((*new, *restored), key=lambda f: (f in stones.goals, len(stones.before.get(f, ())), -f))
            cuts.append(Cut(tuple(block), best))
            block = []
    if block:
        cuts.append(Cut(tuple(block), None))
    return tuple(cuts)
