# SPDX-License-Identifier: Apache-2.0
"""Hierarchical planning without a model: milestones in the order in which the plan as a whole becomes shortest.

A macro plan is an order of the milestones; each is expanded into the shortest block of instances that reaches it. Which
order is good shows only when blocks are put together (who holds the knife cuts everything first), so several are
followed at once, layer by layer, and the most promising of each layer are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import Heuristic, SearchLimits, SearchResult, Status, after
from planner_node.strategies.hierarchical.macros.milestones import Milestones, milestones
from planner_node.strategies.hierarchical.macros.reorder import reordered
from planner_node.strategies.hierarchical.macros.shortest import shortest

WIDTH = 12
BLOCK_STATES = 2000

Expand = Callable[[frozenset[int], int], tuple[OperatorInstance, ...] | None]
"""A block from a state to a fact, from a library; None: it has none that serves."""


def unknown(state: frozenset[int], fact: int) -> None:
    """Of a library without blocks."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A macro plan so far: where it leads, what was reached at some time, and all its instances."""

    state: frozenset[int]
    reached: frozenset[int]
    plan: tuple[OperatorInstance, ...]
    distance: int

    @property
    def estimate(self) -> int:
        """Of the length in the end."""
        return len(self.plan) + self.distance


@dataclass
class Decomposition:
    """The search for a macro plan with its blocks, on one problem. For one thread.

    Attributes:
        known: blocks that a library has.
        width: how many macro plans are followed at once.
        searched: blocks that were found by search.
        reused: blocks that the library had.
        states: that were looked at.
    """

    problem: Problem
    stones: Milestones
    limits: SearchLimits
    known: Expand = unknown
    width: int = WIDTH
    searched: int = 0
    reused: int = 0
    states: int = 0
    _heuristic: Heuristic = field(init=False)
    _blocks: dict[tuple[frozenset[int], frozenset[int]], tuple[OperatorInstance, ...] | None] = field(
        default_factory=dict
    )
    _distances: dict[frozenset[int], int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._heuristic = Heuristic(self.problem)

    def run(self, start: frozenset[int]) -> SearchResult:
        """A plan; UNSOLVABLE only says that no order led to the goal."""
        layer = [_Way(start, frozenset(m for m in self.stones.before if m in start), (), 0)]
        best: _Way | None = None
        followed: dict[tuple[frozenset[int], frozenset[int]], int] = {}  # or goals undo each other for ever
        while layer:
            limit = self.limits.reached(self.states)
            if limit is not None and best is None:
                return SearchResult(limit, states=self.states)
            if limit is not None:
                break
            following: dict[frozenset[int], _Way] = {}
            for way in layer:
                for longer in self._longer(way):
                    if len(longer.plan) >= followed.get((longer.state, longer.reached), len(longer.plan) + 1):
                        continue
                    if self.stones.goals <= longer.state:
                        best = longer if best is None or len(longer.plan) < len(best.plan) else best
                    elif longer.state not in following or len(longer.plan) < len(following[longer.state].plan):
                        following[longer.state] = longer
            ranked = sorted(following.values(), key=lambda w: (w.estimate, w.distance))
            layer = [w for w in ranked[: self.width] if best is None or w.estimate < len(best.plan)]
            followed.update({(w.state, w.reached): len(w.plan) for w in layer})
        if best is None:
            return SearchResult(Status.UNSOLVABLE, states=self.states)
        plan = reordered(self.problem, start, best.plan, self.stones.goals, self.limits)
        return SearchResult(Status.SOLVED, plan, self.states)

    def _longer(self, way: _Way) -> Iterator[_Way]:
        """The way with one more macro action: a milestone that is ready, or a goal that was given up on the way."""
        lost = [g for g in sorted(self.stones.goals) if g not in way.state and g not in self.stones.before]
        again = [g for g in sorted(self.stones.goals) if g not in way.state and g in way.reached]
        targets = [frozenset({m}) for m in (*self.stones.ready(way.reached), *again, *lost)]
        if not targets and not self.stones.goals <= way.state:
            targets = [self.stones.goals]
        for target in targets:
            longer = self._step(way, target)
            if longer is not None:
                yield longer

    def _step(self, way: _Way, target: frozenset[int]) -> _Way | None:
        """The way with the block of one macro action; None: there is none, or nothing to be done, or no way on."""
        block = self._block(way.state, target)
        if not block:
            return None
        state, reached = way.state, way.reached
        for instance in block:
            state = after(state, instance)
            reached = reached.union(m for m in self.stones.before if m in state)
        distance = self._distance(state)
        return None if distance is None else _Way(state, reached, way.plan + block, distance)

    def _block(self, state: frozenset[int], target: frozenset[int]) -> tuple[OperatorInstance, ...] | None:
        key = (state, target)
        if key not in self._blocks:
            self._blocks[key] = self._expanded(state, target)
        return self._blocks[key]

    def _expanded(self, state: frozenset[int], target: frozenset[int]) -> tuple[OperatorInstance, ...] | None:
        """By the library, else by search."""
        known = self.known(state, min(target)) if len(target) == 1 else None
        if known is not None:
            self.reused += 1
            return known
        limits = replace(self.limits, states=BLOCK_STATES)
        found = shortest(self.problem, state, target, limits, self._heuristic)
        self.searched += 1
        self.states += found.states
        return found.instances if found.status is Status.SOLVED else None

    def _distance(self, state: frozenset[int]) -> int | None:
        if state not in self._distances:
            estimate = self._heuristic.estimate(state, self.stones.goals)
            self._distances[state] = None if estimate is None else estimate.distance
        return self._distances[state]


def narrowed(problem: Problem, start: frozenset[int], stones: Milestones) -> Problem:
    """The problem with instances on things only that milestones are about, or a plan that deletes nothing uses."""
    names = {term for fact in (*stones.before, *stones.goals) for term in problem.literals[fact].terms}
    names.update(a for instance in _relaxed(problem, start, stones.goals) for a in instance.call.arguments)
    kept = tuple(o for o in problem.instances if names.issuperset(o.call.arguments))
    return replace(problem, instances=kept)


def _relaxed(problem: Problem, start: frozenset[int], goals: Iterable[int]) -> Sequence[OperatorInstance]:
    """A plan that reaches the goals where nothing is ever deleted, by the cheapest achiever of each fact."""
    cost: dict[int, int] = dict.fromkeys(start, 0)
    by: dict[int, OperatorInstance] = {}
    changed = True
    while changed:
        changed = False
        for instance in problem.instances:
            if any(f not in cost for f in instance.needs):
                continue
            reached = 1 + sum(cost[f] for f in instance.needs)
            for fact in instance.adds:
                if reached < cost.get(fact, reached + 1):
                    cost[fact], by[fact] = reached, instance
                    changed = True
    plan: dict[int, OperatorInstance] = {}
    stack = [g for g in goals if g in by]
    while stack:
        fact = stack.pop()
        if fact not in plan:
            plan[fact] = by[fact]
            stack.extend(f for f in by[fact].needs if f in by)
    return list(plan.values())


@dataclass(frozen=True, slots=True)
class Decomposed:
    """What came of decomposing.

    Attributes:
        status: UNSOLVABLE is a proof only where there are no milestones.
        instances: the plan.
        stones: its milestones; None: the goals cannot be reached, whatever is done.
        states: that were looked at.
        reused: blocks that the library had.
        searched: blocks that were searched for.
    """

    status: Status
    instances: tuple[OperatorInstance, ...] = ()
    stones: Milestones | None = None
    states: int = 0
    reused: int = 0
    searched: int = 0


def decomposed(
    problem: Problem, start: frozenset[int], goals: Sequence[int], limits: SearchLimits, known: Expand = unknown
) -> Decomposed:
    """A plan by milestones, on the things that matter first, then on all."""
    stones = milestones(problem, start, goals)
    if stones is None:
        return Decomposed(Status.UNSOLVABLE)
    if stones.goals <= start:
        return Decomposed(Status.SOLVED, (), stones)
    states = reused = searched = 0
    for part in (narrowed(problem, start, stones), problem):
        search = Decomposition(part, stones, limits, known)
        found = search.run(start)
        states, reused, searched = states + search.states, reused + search.reused, searched + search.searched
        if found.status is not Status.UNSOLVABLE:
            break
    return Decomposed(found.status, found.instances, stones, states, reused, searched)
