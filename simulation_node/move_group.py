# SPDX-License-Identifier: Apache-2.0
"""What a move_group does, without ROS: keeps a planning scene, solves IK, plans motions and straight lines.

It knows the robot, the measured joint values and what it was told of the world; nothing of the simulation.
Every request works on one snapshot of the scene; requests may run in several threads at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from makedo_core.geometry import Array, Pose
from simulation_node.collision import CollisionChecker, CollisionModel, Padding, RobotModel, describe
from simulation_node.ik import CHAIN, TIPS, Chain, IkFailure, IkResult, IkSolver
from simulation_node.motion_bounds import BoundsChecker, PaddingEscape
from simulation_node.motion_line import follow_line
from simulation_node.motion_planning import (
    Deadline,
    PlanFailure,
    clamped,
    path_is_valid,
    plan_path,
    seed_planner,
)
from simulation_node.motion_requests import (
    Code,
    Goal,
    IkAnswer,
    IkRequest,
    LineRequest,
    Motion,
    PlanAnswer,
    PlanRequest,
    RequestError,
    Scaling,
    TipGoal,
    Verdict,
    arm_tip,
    as_array,
    group_joints,
)
from simulation_node.motion_timing import KNOT_DISTANCE, TimedPath, time_path
from simulation_node.planning_scene import PlanningScene
from simulation_node.robot import MAX_VELOCITY, ROBOT_JOINTS

POSE_GOAL_SOLUTIONS = 3  # IK solutions of a pose goal that the planner may choose from
_FAILURES = {
    PlanFailure.TIMED_OUT: Code.TIMED_OUT,
    PlanFailure.CANCELLED: Code.PREEMPTED,
    PlanFailure.NO_PATH: Code.PLANNING_FAILED,
}

Cancelled = Callable[[], bool]


def _never() -> bool:
    return False


@dataclass(frozen=True)
class MoveGroupConfig:
    """Settings of the planner; the defaults are those of config/move_group.yaml."""

    padding: Padding = field(default_factory=Padding)
    arm_acceleration: float = 2.0  # rad/s2
    torso_acceleration: float = 0.2  # m/s2
    default_planning_time_s: float = 5.0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class _Context:
    """One request's view: the snapshot, the complete start state, and a checker of the group's joints."""

    model: CollisionModel
    state: dict[str, float]
    joints: tuple[str, ...]
    q: Array
    checker: CollisionChecker


class MoveGroup:
    """The planner."""

    def __init__(self, config: MoveGroupConfig | None = None) -> None:
        self.config = config or MoveGroupConfig()
        seed_planner(self.config.seed)
        self.robot = RobotModel(self.config.padding)
        self._chains = {tip: Chain(tip) for tip in TIPS}
        self._lock = threading.Lock()
        self._model = self.robot.compile(PlanningScene())
        self._measured: dict[str, float] = {}
        self._stops = 0

    @property
    def scene(self) -> PlanningScene:
        """The newest planning scene."""
        return self._model.scene

    def apply(self, change: Callable[[PlanningScene], PlanningScene]) -> None:
        """Change the planning scene.

        Raises:
            SceneError: from the change; the scene stays as it was.
        """
        with self._lock:
            scene = change(self._model.scene)
            if scene is not self._model.scene:
                self._model = self.robot.compile(scene)

    def set_measured(self, joints: Mapping[str, float]) -> None:
        """Take in measured joint values; names that the planner does not model are left out."""
        known = {n: float(v) for n, v in joints.items() if n in self.robot.limits}
        with self._lock:
            self._measured = self._measured | known

    def state(self, start: Mapping[str, float] | None = None) -> dict[str, float]:
        """Return the complete robot state: measured values, overridden by `start`.

        Raises:
            RequestError: some joint was never measured.
        """
        known = {n: float(v) for n, v in (start or {}).items() if n in self.robot.limits}
        state = self._measured | known
        missing = [n for n in ROBOT_JOINTS if n not in state]
        if missing:
            raise RequestError(
                Code.INVALID_ROBOT_STATE, f"no measured value of {', '.join(missing)}: is joint_states published?"
            )
        return state

    def link_pose(self, link: str, state: Mapping[str, float]) -> Pose | None:
        """Pose of a link in the planning frame; None if the robot has no such link."""
        if link not in self.robot.links:
            return None
        return self._model.checker(ROBOT_JOINTS, state).link_pose(link, as_array(state, ROBOT_JOINTS))

    def stop(self) -> None:
        """Make all running requests give up."""
        with self._lock:
            self._stops += 1

    def solve_ik(self, request: IkRequest, scene: PlanningScene | None = None) -> IkAnswer:
        """Solve inverse kinematics."""
        try:
            tip = arm_tip(request.group, request.link)
            context = self._context(request.group, request.start, scene)
        except RequestError as error:
            return IkAnswer(error.verdict)
        bounds = BoundsChecker(request.bounds, context.joints, context.checker)
        valid = self._valid(context.checker.free if request.avoid_collisions else None, bounds)
        found = self._ik(context, tip, TipGoal(tip, request.target), valid, request.timeout_s)
        if found.q is None:
            return IkAnswer(_ik_verdict(found, context, Code.NO_IK_SOLUTION))
        return IkAnswer(Verdict(), context.state | dict(zip(CHAIN, found.q.tolist(), strict=True)))

    def plan(self, request: PlanRequest, cancelled: Cancelled = _never, scene: PlanningScene | None = None) -> PlanAnswer:
        """Plan a motion from the start state to the goal that is reached first."""
        began = time.monotonic()
        stops = self._stops
        timeout_s = request.timeout_s if request.timeout_s > 0 else self.config.default_planning_time_s
        deadline = Deadline(timeout_s, lambda: cancelled() or self._stops != stops)
        try:
            context = self._context(request.group, request.start, scene)
            motion = self._plan(context, request, deadline)
        except RequestError as error:
            return PlanAnswer(error.verdict, planning_time_s=time.monotonic() - began)
        return PlanAnswer(Verdict(), motion, context.state, time.monotonic() - began, 1.0)

    def plan_line(self, request: LineRequest, scene: PlanningScene | None = None) -> PlanAnswer:
        """Plan a straight line; less than the whole is a success with a smaller fraction, as MoveIt has it."""
        began = time.monotonic()
        try:
            tip = arm_tip(request.group, request.link)
            context = self._context(request.group, request.start, scene)
            if request.max_step_m <= 0:
                raise RequestError(Code.FAILURE, f"max_step must be above 0, got {request.max_step_m}")
        except RequestError as error:
            return PlanAnswer(error.verdict)
        bounds = BoundsChecker(request.bounds, context.joints, context.checker)
        checked = PaddingEscape(context.checker, context.q) if request.avoid_collisions else None
        valid = self._valid(checked, bounds)
        chain_seed = as_array(context.state, CHAIN)
        line = follow_line(
            IkSolver(self._chains[tip], context.joints), chain_seed, request, valid, lambda q: self._why(context, q, bounds)
        )
        columns = [CHAIN.index(n) for n in context.joints]
        motion = None
        if len(line.path) > 1:
            motion = Motion(context.joints, self._timed(line.path[:, columns], context.joints, request.scaling, tip))
        elapsed = time.monotonic() - began
        return PlanAnswer(Verdict(Code.SUCCESS, line.reason), motion, context.state, elapsed, line.fraction)

    def _context(self, group: str, start: Mapping[str, float], scene: PlanningScene | None) -> _Context:
        """Snapshot of the scene and start state, brought inside the joints' limits.

        Raises:
            RequestError: unknown group, unknown or impossible state.
        """
        joints = group_joints(group)
        model = self._model if scene is None or scene is self._model.scene else self.robot.compile(scene)
        state = self.state(start)
        q = clamped(as_array(state, joints), self._limits(joints))
        if q is None:
            outside = [n for n in joints if not _inside(state[n], self.robot.limits[n])]
            raise RequestError(
                Code.START_STATE_INVALID,
                "; ".join(f"{n} is at {state[n]:.3f}, its range is {self.robot.limits[n]}" for n in outside),
            )
        state |= dict(zip(joints, q.tolist(), strict=True))
        return _Context(model, state, joints, q, model.checker(joints, state))

    def _limits(self, joints: tuple[str, ...]) -> Array:
        return np.array([self.robot.limits[n] for n in joints])

    def _valid(self, free: Callable[[Array], bool] | None, bounds: BoundsChecker) -> Callable[[Array], bool]:
        if bounds.empty:
            return free or (lambda q: True)
        return lambda q: bounds.holds(q) and (free is None or free(q))

    def _why(self, context: _Context, q: Array, bounds: BoundsChecker) -> str:
        """Why joint values of the group are not acceptable."""
        return bounds.violation(q) or describe(context.checker.contacts(q))

    def _ik(
        self, context: _Context, tip: str, goal: TipGoal, valid: Callable[[Array], bool], timeout_s: float, seed: int = 0
    ) -> IkResult:
        columns = [CHAIN.index(n) for n in context.joints]
        solver = IkSolver(self._chains[tip], context.joints, seed)
        limit = timeout_s if timeout_s > 0 else 0.1
        start = as_array(context.state, CHAIN)
        return solver.solve(goal.target, start, free=lambda q: valid(q[columns]), timeout_s=limit)

    def _plan(self, context: _Context, request: PlanRequest, deadline: Deadline) -> Motion:
        bounds = BoundsChecker(request.bounds, context.joints, context.checker)
        escape = PaddingEscape(context.checker, context.q)
        valid = self._valid(escape, bounds)
        if not escape(context.q):
            raise RequestError(Code.START_STATE_IN_COLLISION, describe(context.checker.contacts(context.q)))
        if violation := bounds.violation(context.q):
            raise RequestError(Code.START_STATE_VIOLATES_PATH_CONSTRAINTS, violation)
        goals = self._goal_states(context, request, bounds, valid)
        tip = next((g.tip.link for g in request.goals if g.tip), TIPS[0])
        while True:
            result = plan_path(context.q, goals, self._limits(context.joints), valid, deadline)
            if result.path is None:
                raise RequestError(_FAILURES[result.failure or PlanFailure.NO_PATH], result.reason)
            timed = self._checked_timing(result.path, context.joints, request.scaling, tip, valid)
            if timed is not None:
                return Motion(context.joints, timed)
            if deadline.reached():
                raise RequestError(Code.TIMED_OUT, "no path was found whose timed form is free of collisions")

    def _goal_states(
        self, context: _Context, request: PlanRequest, bounds: BoundsChecker, valid: Callable[[Array], bool]
    ) -> list[Array]:
        """Valid joint values that satisfy a goal, nearest first.

        Raises:
            RequestError: no goal, or none that is possible; tells why the first is not.
        """
        if not request.goals:
            raise RequestError(Code.INVALID_GOAL_CONSTRAINTS, "the request has no goal constraints")
        states: list[Array] = []
        refusals: list[RequestError] = []
        for goal in request.goals:
            try:
                states += self._states_of(goal, context, request, bounds, valid)
            except RequestError as error:
                refusals.append(error)
        if not states:
            raise refusals[0]
        return sorted(states, key=lambda q: float(np.abs(q - context.q).max()))

    def _states_of(
        self, goal: Goal, context: _Context, request: PlanRequest, bounds: BoundsChecker, valid: Callable[[Array], bool]
    ) -> list[Array]:
        if goal.tip is not None:
            tip = arm_tip(request.group, goal.tip.link)
            within = BoundsChecker(request.bounds.with_joints(goal.joints), context.joints, context.checker)
            found = [
                self._ik(context, tip, goal.tip, lambda q: within.holds(q) and valid(q), 0.1, seed)
                for seed in range(POSE_GOAL_SOLUTIONS)
            ]
            columns = [CHAIN.index(n) for n in context.joints]
            if solved := [r.q[columns] for r in found if r.q is not None]:
                return solved
            raise RequestError(*_refusal(_ik_verdict(found[0], context, Code.GOAL_IN_COLLISION)))
        q = self._joint_goal(goal, context)
        if violation := bounds.violation(q):
            raise RequestError(Code.GOAL_VIOLATES_PATH_CONSTRAINTS, violation)
        if not context.checker.free(q):
            raise RequestError(Code.GOAL_IN_COLLISION, describe(context.checker.contacts(q)))
        return [q]

    def _joint_goal(self, goal: Goal, context: _Context) -> Array:
        """Joint values of a goal; joints that it does not name keep those of the start."""
        unknown = [n for n in goal.joints if n not in context.joints]
        if unknown or not goal.joints:
            raise RequestError(
                Code.INVALID_GOAL_CONSTRAINTS, f"joints {unknown} are not of the group; it has {list(context.joints)}"
            )
        values = dict(zip(context.joints, context.q.tolist(), strict=True))
        for name, bound in goal.joints.items():
            low, high = self.robot.limits[name]
            value = min(max(bound.position, low + 1e-4), high - 1e-4)
            if not bound.position - bound.below - 2e-4 <= value <= bound.position + bound.above + 2e-4:
                raise RequestError(
                    Code.INVALID_GOAL_CONSTRAINTS, f"{name} cannot reach {bound.position:.3f}, its range is {(low, high)}"
                )
            values[name] = value
        return as_array(values, context.joints)

    def _checked_timing(
        self, path: Array, joints: tuple[str, ...], scaling: Scaling, tip: str, valid: Callable[[Array], bool]
    ) -> TimedPath | None:
        """Time a path so that the timed form is valid too: a spline through denser knots keeps closer to it."""
        for knots in (KNOT_DISTANCE, KNOT_DISTANCE / 2, KNOT_DISTANCE / 4):
            timed = self._timed(path, joints, scaling, tip, knots)
            if path_is_valid(timed.positions, valid):
                return timed
        return None

    def _timed(
        self, path: Array, joints: tuple[str, ...], scaling: Scaling, tip: str, knots: float = KNOT_DISTANCE
    ) -> TimedPath:
        velocity = scaling.velocity * np.array([MAX_VELOCITY[n] for n in joints])
        slow, fast = self.config.torso_acceleration, self.config.arm_acceleration
        acceleration = scaling.acceleration * np.array([fast if n.startswith("arm") else slow for n in joints])
        timed = time_path(path, velocity, acceleration, knots)
        if timed is None:
            raise RequestError(Code.PLANNING_FAILED, "the path cannot be timed within the joints' limits")
        if scaling.tip_speed is None or any(n not in CHAIN for n in joints):
            return timed
        q = np.zeros((len(timed.positions), len(CHAIN)))
        q[:, [CHAIN.index(n) for n in joints]] = timed.positions
        moved = np.linalg.norm(np.diff(self._chains[tip].forward(q)[0], axis=0), axis=1)
        fastest = float((moved / np.diff(timed.times_s)).max())
        return timed.slowed(max(1.0, fastest / scaling.tip_speed))


def _inside(value: float, limits: tuple[float, ...]) -> bool:
    return limits[0] <= value <= limits[1]


def _refusal(verdict: Verdict) -> tuple[Code, str]:
    return verdict.code, verdict.reason


def _ik_verdict(result: IkResult, context: _Context, in_collision: Code) -> Verdict:
    """Why there is no IK solution, in words."""
    if result.failure is IkFailure.OUT_OF_REACH:
        reason = f"the target is {result.distance_m:.2f} m from the shoulder, the arm reaches {result.reach_m:.2f} m"
        return Verdict(Code.NO_IK_SOLUTION, reason)
    if result.colliding is None:
        return Verdict(Code.NO_IK_SOLUTION, "no joint values bring the tip there")
    columns = [CHAIN.index(n) for n in context.joints]
    touching = describe(context.checker.contacts(result.colliding[columns])) or "a constraint is violated"
    return Verdict(in_collision, f"every solution found is unacceptable, e.g. {touching}")
