# SPDX-License-Identifier: Apache-2.0
"""Collision-free paths between joint values: a straight line if it is free, else OMPL's RRTConnect, then shortened.

Everything OMPL reports is checked again: its resolution is a share of the space's extent, so that a coarse one slips
through thin things, and its "approximate solution" is a timeout.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from ompl import base as ob
from ompl import geometric as og
from ompl import util as ou

from makedo_core.geometry import Array
from simulation_node.motion_timing import densified

RESOLUTION = 0.0025  # of the space's extent, between states that OMPL checks on an edge
RANGE = 0.6  # longest edge of a tree
CHECK_STEP = 0.012  # rad or m between checked states of a finished path
SIMPLIFY_S = 0.25
BUSY = 3.0  # wall time that work may take, in times of what it takes on an idle machine
LIMIT_TOLERANCE = 0.02  # a measured start state may be outside the limits by this much

Valid = Callable[[Array], bool]


class PlanFailure(Enum):
    """Why there is no path."""

    START_OUT_OF_LIMITS = "start out of limits"
    TIMED_OUT = "timed out"
    CANCELLED = "cancelled"
    NO_PATH = "no path"


@dataclass(frozen=True, slots=True)
class PathResult:
    """A path, shape (k, n), from start to goal, or why there is none."""

    path: Array | None
    failure: PlanFailure | None = None
    reason: str = ""


class Deadline:
    """When to give up: this thread has worked long enough, far too long has passed, or somebody said so.

    The time allowed is of work, so that a busy machine finds the paths that an idle one does; a client, who waits in
    wall time, is kept waiting for at most `BUSY` times as long.

    Args:
        timeout_s: time allowed [s]; asked about in the thread that made this.
        cancelled: whether to give up at once.
    """

    def __init__(self, timeout_s: float, cancelled: Callable[[], bool]) -> None:
        self._work_end = time.thread_time() + timeout_s
        self._wall_end = time.monotonic() + BUSY * timeout_s
        self.cancelled = cancelled

    @property
    def left_s(self) -> float:
        """Time left [s], not below zero."""
        return max(0.0, min(self._work_end - time.thread_time(), self._wall_end - time.monotonic()))

    def reached(self) -> bool:
        """Whether to give up."""
        return self.left_s == 0.0 or self.cancelled()


def seed_planner(seed: int) -> None:
    """Make the planner's random numbers repeatable; only before its first use in a process."""
    ou.RNG.setSeed(seed)


def clamped(q: Array, limits: Array) -> Array | None:
    """Bring measured joint values, shape (n,), inside limits, shape (n, 2); None if they are far outside."""
    inside = np.clip(q, limits[:, 0] + 1e-4, limits[:, 1] - 1e-4)
    return inside if np.abs(inside - q).max() < LIMIT_TOLERANCE else None


def path_is_valid(path: Array, valid: Valid, step: float = CHECK_STEP) -> bool:
    """Whether all states along a polyline, shape (k, n), are valid; coarse positions are looked at first."""
    points = densified(path, step)
    stride = 1 << max(0, len(points).bit_length() - 3)
    seen = np.zeros(len(points), bool)
    while stride >= 1:
        for i in range(0, len(points), stride):
            if not seen[i]:
                if not valid(points[i]):
                    return False
                seen[i] = True
        stride //= 2
    return True


def plan_path(start: Array, goals: Sequence[Array], limits: Array, valid: Valid, deadline: Deadline) -> PathResult:
    """Plan from a start to the goal that is reached first.

    Args:
        start: joint values inside the limits, valid, shape (n,).
        goals: valid joint values, each shape (n,); nearest first.
        limits: lowest and highest values, shape (n, 2).
        valid: whether joint values are acceptable.
        deadline: when to give up.
    """
    for goal in goals:
        line = np.stack((start, goal))
        if path_is_valid(line, valid):
            return PathResult(line)
        if deadline.reached():
            break
    search = _Search(limits, valid, deadline)
    while not deadline.reached():
        path = search.run(start, goals)
        if path is None:
            break
        if path_is_valid(path, valid):
            return PathResult(path)
    if deadline.cancelled():
        return PathResult(None, PlanFailure.CANCELLED, "planning was stopped")
    if deadline.left_s <= 0:
        return PathResult(
            None, PlanFailure.TIMED_OUT, f"no path within the time allowed ({search.checks} states checked)"
        )
    return PathResult(None, PlanFailure.NO_PATH, search.status)


class _Search:
    """One RRTConnect search, repeatable."""

    def __init__(self, limits: Array, valid: Valid, deadline: Deadline) -> None:
        ou.setLogLevel(ou.LOG_NONE)
        self.status = "the planner did not start"
        self.checks = 0
        self._n = len(limits)
        self._valid = valid
        self._deadline = deadline
        self._space = ob.RealVectorStateSpace(self._n)
        bounds = ob.RealVectorBounds(self._n)
        for i, (low, high) in enumerate(limits):
            bounds.setLow(i, float(low))
            bounds.setHigh(i, float(high))
        self._space.setBounds(bounds)

    def run(self, start: Array, goals: Sequence[Array]) -> Array | None:
        """Return a shortened path, shape (k, n), or None."""
        setup = og.SimpleSetup(self._space)
        setup.setStateValidityChecker(self._check)
        information = setup.getSpaceInformation()
        information.setStateValidityCheckingResolution(RESOLUTION)
        setup.setStartState(self._state(start))
        goal = ob.GoalStates(information)
        for q in goals:
            goal.addState(self._state(q))
        setup.setGoal(goal)
        planner = og.RRTConnect(information)
        planner.setRange(RANGE)
        setup.setPlanner(planner)
        setup.solve(ob.PlannerTerminationCondition(self._deadline.reached))
        self.status = str(setup.getLastPlannerStatus())
        if not setup.haveExactSolutionPath():
            return None
        found = self._points(setup.getSolutionPath())
        limit = Deadline(min(SIMPLIFY_S, self._deadline.left_s), self._deadline.cancelled)
        setup.simplifySolution(ob.PlannerTerminationCondition(limit.reached))
        shorter = self._points(setup.getSolutionPath())
        return shorter if path_is_valid(shorter, self._valid) else found

    def _check(self, state: Any) -> bool:
        self.checks += 1
        return self._valid(np.array([state[i] for i in range(self._n)]))

    def _state(self, q: Array) -> Any:
        state = self._space.allocState()
        for i, value in enumerate(q):
            state[i] = float(value)
        return state

    def _points(self, path: Any) -> Array:
        states = (path.getState(k) for k in range(path.getStateCount()))
        return np.array([[state[i] for i in range(self._n)] for state in states])
