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
from simulation_node.motion_planning.timing import densified

RESOLUTION = 0.0025  # of the space's extent, between states that OMPL checks on an edge
RANGE = 0.6  # longest edge of a tree
CHECK_STEP = 0.012  # rad or m between checked states of a finished path
SIMPLIFY_S = 0.25
SHORTEN_S = 0.15
SHORTCUTS = 60
SAVES_S = 0.01  # less is not worth a shortcut
BUSY = 3.0  # wall time that work may take, in times of what it takes on an idle machine

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


def plan_path(
    start: Array, goals: Sequence[Array], limits: Array, speeds: Array, valid: Valid, deadline: Deadline
) -> PathResult:
    """Plan from a start to the goal that is reached first.

    Args:
        start: joint values inside the limits, valid, shape (n,).
        goals: valid joint values, each shape (n,); nearest first.
        limits: lowest and highest values, shape (n, 2).
        speeds: largest, of each joint, shape (n,): a path is shortened in time.
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
            spare = Deadline(min(SHORTEN_S, deadline.left_s), deadline.cancelled)
            return PathResult(shortened(path, speeds, valid, spare))
    if deadline.cancelled():
        return PathResult(None, PlanFailure.CANCELLED, "planning was stopped")
    if deadline.left_s <= 0:
        return PathResult(
            None, PlanFailure.TIMED_OUT, f"no path within the time allowed ({search.checks} states checked)"
        )
    return PathResult(None, PlanFailure.NO_PATH, search.status)


def travel_s(path: Array, speeds: Array) -> float:
    """Time that a polyline, shape (k, n), takes at the joints' speeds, shape (n,), without accelerations [s]."""
    return float((np.abs(np.diff(path, axis=0)) / speeds).max(axis=1).sum())


def shortened(path: Array, speeds: Array, valid: Valid, deadline: Deadline) -> Array:
    """A valid path, shape (k, n), made faster by shortcuts, as long as there is time.

    OMPL's metric knows no speeds: on its paths a slow torso wanders up and down. So a shortcut straightens a stretch of
    all joints or of one alone (after Geraerts and Overmars, "Creating high-quality paths for motion planning", 2007),
    and is taken if it is valid and saves time. The slowest joints come first, over the whole way.
    """
    rng = np.random.default_rng(0)
    whole = [(joint, 0.0, 1.0) for joint in np.argsort(speeds)]
    for i in range(SHORTCUTS):
        if len(path) < 3 or deadline.reached():
            break
        low, high = np.sort(rng.uniform(0.0, 1.0, 2))
        joint, low, high = whole[i] if i < len(whole) else (int(rng.integers(-len(speeds), len(speeds))), low, high)
        shorter = _shortcut(path, speeds, joint, low, high)
        if travel_s(shorter, speeds) < travel_s(path, speeds) - SAVES_S and path_is_valid(shorter, valid):
            path = shorter
    return path


def _shortcut(path: Array, speeds: Array, joint: int, low: float, high: float) -> Array:
    """The path with the stretch between two shares of its time made straight: of one joint, or of all if it is < 0."""
    at = np.concatenate(([0.0], np.cumsum((np.abs(np.diff(path, axis=0)) / speeds).max(axis=1))))
    low, high = low * at[-1], high * at[-1]
    ends = np.stack([[np.interp(t, at, column) for column in path.T] for t in (low, high)])
    before, within, after = path[at < low], path[(at > low) & (at < high)], path[at > high]
    if joint < 0:
        return np.concatenate((before, ends, after))
    share = (at[(at > low) & (at < high)] - low) / max(high - low, 1e-9)
    within = within.copy()
    within[:, joint] = ends[0, joint] + share * (ends[1, joint] - ends[0, joint])
    return np.concatenate((before, ends[:1], within, ends[1:], after))


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
