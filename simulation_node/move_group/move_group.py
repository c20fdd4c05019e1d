# SPDX-License-Identifier: Apache-2.0
"""What a move_group does, without ROS: keeps a planning scene, solves IK, plans motions and straight lines.

It knows the robot, the measured joint values and the world as it was sent to it; nothing of the simulation.
Every request works on one snapshot of the scene; requests may run in several threads at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from makedo_core.cancel import IsCancelled
from makedo_core.geometry import Array, Pose
from simulation_node.motion_planning.bounds import BoundsChecker
from simulation_node.motion_planning.collision import Padding, RobotAlone, describe
from simulation_node.motion_planning.goals import Context, GoalSolver, ik_verdict, require_within
from simulation_node.motion_planning.ik import IkSolver
from simulation_node.motion_planning.line import follow_line
from simulation_node.motion_planning.paths import Deadline, PlanFailure, Valid, path_is_valid, plan_path, seed_planner
from simulation_node.motion_planning.planning_scene import PlanningScene
from simulation_node.motion_planning.requests import (
    Code,
    ConstraintKept,
    IkAnswer,
    IkRequest,
    JointBound,
    LineRequest,
    MotionRequest,
    MotionRequestError,
    MotionVerdict,
    PlanAnswer,
    PlannedMotion,
    Scaling,
    StateAnswer,
    arm_tip,
    as_array,
    group_joints,
)
from simulation_node.motion_planning.timing import KNOT_DISTANCE, TimedPath, time_path, time_path_with_stops
from simulation_node.robots.robot import RobotModel
from simulation_node.robots.tiago import TIAGO

FIRST_STATE_S = 2.0

_FAILURES = {
    PlanFailure.TIMED_OUT: Code.TIMED_OUT,
    PlanFailure.CANCELLED: Code.PREEMPTED,
    PlanFailure.NO_PATH: Code.PLANNING_FAILED,
}



def _never() -> bool:
    return False


@dataclass(frozen=True)
class MoveGroupConfig:
    """Settings of the planner; the defaults are those of config/move_group.yaml."""

    padding: Padding = field(default_factory=Padding)
    arm_acceleration: float = 2.0  # rad/s2
    torso_acceleration: float = 0.2  # m/s2, of the gripper's fingers too
    default_planning_time_s: float = 5.0
    seed: int = 1


class MoveGroup:
    """The planner."""

    def __init__(self, config: MoveGroupConfig | None = None, robot: RobotModel = TIAGO) -> None:
        self.config = config or MoveGroupConfig()
        seed_planner(self.config.seed)
        self.kind = robot
        self.robot = RobotAlone(robot, self.config.padding)
        self._goals = GoalSolver(robot, self.robot.limits)
        self._turning = robot.chain[self._goals.chains[robot.tips[0]].slides :]
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
        self._measured = self._measured | known  # a new dict: readers keep theirs

    def state(self, start: Mapping[str, float] | None = None) -> dict[str, float]:
        """Return the complete robot state: measured values, overridden by `start`.

        Raises:
            RequestError: some joint was never measured.
        """
        known = {n: float(v) for n, v in (start or {}).items() if n in self.robot.limits}
        deadline = time.monotonic() + FIRST_STATE_S
        while True:
            state = self._measured | known
            missing = [n for n in self.kind.joints if n not in state]
            if not missing or time.monotonic() > deadline:
                break
            time.sleep(0.02)  # just started: the first joint_states are on their way
        if missing:
            told = f"no measured value of {', '.join(missing)}: is joint_states published?"
            raise MotionRequestError(Code.INVALID_ROBOT_STATE, told)
        return state

    def link_pose(self, link: str, state: Mapping[str, float]) -> Pose:
        """Pose of a link of the robot in the planning frame."""
        return self._model.checker(self.kind.joints, state).link_pose(link, as_array(state, self.kind.joints))

    def stop(self) -> None:
        """Make all plans that are being made give up. Without the lock: a change of the scene may hold it for long."""
        self._stops += 1

    def solve_ik(self, request: IkRequest, scene: PlanningScene | None = None) -> IkAnswer:
        """Solve inverse kinematics.

        Args:
            request: what is asked.
            scene: another than the newest one, for this request alone.
        """
        try:
            tip = arm_tip(self.kind, request.group, request.link)
            context = self._context(request.group, request.start, scene)
            bounds = BoundsChecker(request.bounds, context.joints, context.checker)
        except MotionRequestError as error:
            return IkAnswer(error.verdict)
        valid = _both(context.checker.free if request.avoid_collisions else None, bounds)
        found = self._goals.ik(context, tip, request.target, valid, request.timeout_s)
        if found.q is None:
            return IkAnswer(ik_verdict(found, context, bounds, Code.NO_IK_SOLUTION))
        return IkAnswer(MotionVerdict(), context.state | dict(zip(self.kind.chain, found.q.tolist(), strict=True)))

    def plan(
        self, request: MotionRequest, cancelled: IsCancelled = _never, scene: PlanningScene | None = None
    ) -> PlanAnswer:
        """Plan a motion from the start state to the goal that is reached first; arguments as for `solve_ik`."""
        began, stops = time.monotonic(), self._stops
        timeout_s = request.timeout_s if request.timeout_s > 0 else self.config.default_planning_time_s
        deadline = Deadline(timeout_s, lambda: cancelled() or self._stops != stops)
        try:
            context = self._context(request.group, request.start, scene)
            require_within(context.state, context.joints, self.robot.limits)
            motion = self._plan(context, request, deadline)
        except MotionRequestError as error:
            return PlanAnswer(error.verdict, planning_time_s=time.monotonic() - began)
        return PlanAnswer(MotionVerdict(), motion, context.state, time.monotonic() - began, 1.0)

    def plan_line(self, request: LineRequest, scene: PlanningScene | None = None) -> PlanAnswer:
        """Plan a straight line; less than the whole is a success with a smaller fraction, as MoveIt has it."""
        began = time.monotonic()
        try:
            tip = arm_tip(self.kind, request.group, request.link)
            context = self._context(request.group, request.start, scene)
            bounds = BoundsChecker(request.bounds, context.joints, context.checker)
            if request.max_step_m <= 0:
                raise MotionRequestError(Code.FAILURE, f"max_step must be above 0, got {request.max_step_m}")
            free = context.checker.free if request.avoid_collisions else None
            if not request.waypoints:
                return PlanAnswer(MotionVerdict())
            line = follow_line(
                IkSolver(self._goals.chains[tip], context.joints),
                as_array(context.state, self.kind.chain),
                request,
                _both(free, bounds),
                lambda q: bounds.violation(q) or describe(context.checker.contacts(q)),
            )
            path = line.path[:, context.columns]
            timed = TimedPath.standing(path[0])
            if len(path) > 1:
                timed = self._timed(path, context.joints, request.scaling, tip)
            motion = PlannedMotion(context.joints, timed)
        except MotionRequestError as error:
            return PlanAnswer(error.verdict)
        elapsed_s = time.monotonic() - began
        return PlanAnswer(MotionVerdict(Code.SUCCESS, line.reason), motion, context.state, elapsed_s, line.fraction)

    def check_state(
        self, start: Mapping[str, float], joints: Mapping[str, JointBound], scene: PlanningScene | None = None
    ) -> StateAnswer:
        """What is wrong with a state; whether its joints are within their limits is not looked at, as in MoveIt.

        Args:
            start: joint values that differ from the measured ones.
            joints: constraints that the state has to satisfy.
            scene: another than the newest one, for this request alone.

        Raises:
            RequestError: some joint was never measured.
        """
        model = self._model
        if scene is not None and scene is not model.scene:
            model = self.robot.compile(scene)
        state = self.state(start)
        contacts = model.checker(self.kind.joints, state).contacts(as_array(state, self.kind.joints))
        off = {name: state[name] - bound.position for name, bound in joints.items() if name in state}
        return StateAnswer(contacts, tuple(ConstraintKept(_within(joints[n], by), abs(by)) for n, by in off.items()))

    def _context(self, group: str, start: Mapping[str, float], scene: PlanningScene | None) -> Context:
        """View of a request on the newest scene or on its own.

        Raises:
            RequestError: unknown group, unknown or impossible state.
        """
        joints = group_joints(self.kind, group)
        model = self._model
        if scene is not None and scene is not model.scene:
            model = self.robot.compile(scene)
        state = self.state(start)
        q = as_array(state, joints)
        return Context(self.kind, state, joints, q, model.checker(joints, state))

    def _plan(self, context: Context, request: MotionRequest, deadline: Deadline) -> PlannedMotion:
        bounds = BoundsChecker(request.bounds, context.joints, context.checker)
        valid = _both(context.checker.free, bounds)
        if not context.checker.free(context.q):
            raise MotionRequestError(Code.START_STATE_IN_COLLISION, describe(context.checker.contacts(context.q)))
        if violation := bounds.violation(context.q):
            raise MotionRequestError(Code.START_STATE_VIOLATES_PATH_CONSTRAINTS, violation)
        goals = self._goals.goal_states(context, request, valid)
        tip = next((g.tip.link for g in request.goals if g.tip and g.tip.link), self.kind.tips[0])
        limits = np.array([self.robot.limits[n] for n in context.joints])
        speeds = np.array([self.kind.max_velocity[n] for n in context.joints])
        while True:
            result = plan_path(context.q, goals, limits, speeds, valid, deadline)
            if result.path is None:
                raise MotionRequestError(_FAILURES[result.failure or PlanFailure.NO_PATH], result.reason)
            timed = self._checked_timing(result.path, context.joints, request.scaling, tip, valid)
            if timed is not None:
                return PlannedMotion(context.joints, timed)
            if deadline.reached():
                raise MotionRequestError(Code.TIMED_OUT, "no path was found whose timed form is free of collisions")

    def _checked_timing(
        self, path: Array, joints: tuple[str, ...], scaling: Scaling, tip: str, valid: Valid
    ) -> TimedPath | None:
        """Time a path so that the timed form is valid too.

        A spline through denser knots keeps closer to it; a path without any room gets stops at its corners.
        """
        for knots in (KNOT_DISTANCE, KNOT_DISTANCE / 2, KNOT_DISTANCE / 4, None):
            timed = self._timed(path, joints, scaling, tip, knots)
            if path_is_valid(timed.positions, valid):
                return timed
        return None

    def _timed(
        self, path: Array, joints: tuple[str, ...], scaling: Scaling, tip: str, knots: float | None = KNOT_DISTANCE
    ) -> TimedPath:
        """Time a path within the joints' limits; without a distance of the spline's knots, with stops at corners."""
        fast, slow = self.config.arm_acceleration, self.config.torso_acceleration
        velocity = scaling.velocity * np.array([self.kind.max_velocity[n] for n in joints])
        acceleration = scaling.acceleration * np.array([fast if n in self._turning else slow for n in joints])
        if knots is None:
            timed = time_path_with_stops(path, velocity, acceleration)
        else:
            timed = time_path(path, velocity, acceleration, knots)
        if timed is None:
            raise MotionRequestError(Code.PLANNING_FAILED, "the path cannot be timed within the joints' limits")
        chain = self.kind.chain
        if scaling.tip_speed is None or any(n not in chain for n in joints):
            return timed
        q = np.zeros((len(timed.positions), len(chain)))
        q[:, [chain.index(n) for n in joints]] = timed.positions
        moved = np.linalg.norm(np.diff(self._goals.chains[tip].forward(q)[0], axis=0), axis=1)
        fastest = float((moved / np.diff(timed.times_s)).max())
        return timed.slowed(max(1.0, fastest / scaling.tip_speed))


def _both(free: Valid | None, bounds: BoundsChecker) -> Valid:
    """Whether a state is free, where that is asked, and keeps the bounds."""
    if bounds.empty:
        return free or (lambda q: True)
    return lambda q: bounds.holds(q) and (free is None or free(q))


def _within(bound: JointBound, off: float) -> bool:
    """Whether a joint that is off its wanted value by so much keeps a bound."""
    return -bound.below <= off <= bound.above
