# SPDX-License-Identifier: Apache-2.0
"""Monte Carlo tree search over applicable skill calls, the paper's planner without a model.

The paper names the method and no parameters. Here a state is worth the share of the goal that holds in it, and twice
as much as any other if all of it holds; a playout applies random calls; after so many playouts the robot's next call is
the one tried most. A playout that reaches the whole goal ends the search: its calls are the plan.

Sources: Coulom, Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search, CG 2006; Kocsis and Szepesvari,
Bandit Based Monte-Carlo Planning, ECML 2006 (the choice by upper confidence bounds).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from planner_node.proof.problem import OperatorInstance, Problem
from planner_node.proof.search import SearchLimits, SearchResult, Status, after
from planner_node.strategies.prune.state_space import applicable


@dataclass(frozen=True, slots=True)
class Playouts:
    """How much is tried.

    Attributes:
        each_step: playouts before each step of the robot.
        depth: longest playout [calls].
        steps: longest plan [calls].
        exploration: weight of what was tried little.
        seed: of the playouts.
    """

    each_step: int = 50
    depth: int = 20
    steps: int = 150
    exploration: float = 1.4
    seed: int = 0


@dataclass(slots=True)
class _Branch:
    """A state in the tree, with the calls that were tried in it."""

    state: frozenset[int]
    untried: list[OperatorInstance]
    instance: OperatorInstance | None = None
    parent: _Branch | None = None
    children: list[_Branch] = field(default_factory=list)
    visits: int = 0
    worth: float = 0.0


def tree_search(
    problem: Problem, goal: frozenset[int], limits: SearchLimits, playouts: Playouts | None = None
) -> SearchResult:
    """Calls that reach a goal from the initial state; MEMORY if none were found: that proves nothing."""
    chances = playouts or Playouts()
    random = Random(chances.seed)
    state, taken, tried = problem.initial, list[OperatorInstance](), 0
    while not goal <= state:
        root = _Branch(state, applicable(problem, state))
        for _ in range(chances.each_step):
            limit = limits.reached(tried)
            if limit is not None:
                return SearchResult(limit, states=tried)
            tried += 1
            rest = _playout(problem, goal, root, chances, random)
            if rest is not None:
                return SearchResult(Status.SOLVED, (*taken, *rest), tried)
        if len(taken) >= chances.steps or not root.children:
            return SearchResult(Status.MEMORY, states=tried)
        best = max(root.children, key=lambda branch: branch.visits)
        state = best.state
        taken.append(_instance(best))
    return SearchResult(Status.SOLVED, tuple(taken), tried)


def _playout(
    problem: Problem, goal: frozenset[int], root: _Branch, playouts: Playouts, random: Random
) -> tuple[OperatorInstance, ...] | None:
    """One playout; its calls if it reaches the whole goal."""
    branch = root
    while not branch.untried and branch.children:
        branch = _most_promising(branch, playouts.exploration)
    if branch.untried:
        branch = _grown(problem, branch, random)
    state, calls = branch.state, list[OperatorInstance]()
    while not goal <= state and len(calls) < playouts.depth:
        choices = applicable(problem, state)
        if not choices:
            break
        calls.append(random.choice(choices))
        state = after(state, calls[-1])
    reached = goal <= state
    worth = 1.0 if reached else 0.5 * len(goal & state) / len(goal)
    path: list[OperatorInstance] = []
    up: _Branch | None = branch
    while up is not None:
        up.visits += 1
        up.worth += worth
        if up.instance is not None:
            path.append(up.instance)
        up = up.parent
    return (*reversed(path), *calls) if reached else None


def _most_promising(branch: _Branch, exploration: float) -> _Branch:
    """The child with the largest upper confidence bound."""
    whole = math.log(branch.visits)
    return max(branch.children, key=lambda c: c.worth / c.visits + exploration * math.sqrt(whole / c.visits))


def _grown(problem: Problem, branch: _Branch, random: Random) -> _Branch:
    """A child for a call that was not tried yet."""
    instance = branch.untried.pop(random.randrange(len(branch.untried)))
    state = after(branch.state, instance)
    child = _Branch(state, applicable(problem, state), instance, branch)
    branch.children.append(child)
    return child


def _instance(branch: _Branch) -> OperatorInstance:
    assert branch.instance is not None
    return branch.instance
