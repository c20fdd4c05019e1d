# SPDX-License-Identifier: Apache-2.0
"""ROS action servers: trajectory controllers, stored motions; and all of them together. Used by node.py only."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

import numpy as np
from control_msgs.action import FollowJointTrajectory
from geometry_msgs.msg import Twist, TwistStamped
from nav2_msgs.msg import SpeedLimit
from play_motion2_msgs.action import PlayMotion2
from play_motion2_msgs.srv import IsMotionReady, ListMotions
from rclpy.action import GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.node import Node
from trajectory_msgs.msg import JointTrajectoryPoint

from makedo_ros.conversions.nouns import time_from_ros, time_to_ros
from makedo_ros.runtime.qos import RELIABLE
from simulation_node.control import base
from simulation_node.control.controller import ActiveTrajectory, End, Finish, Tolerances
from simulation_node.control.trajectory import Trajectory, TrajectoryError
from simulation_node.robots.robot import Posture
from simulation_node.ros.goal_server import GoalServer
from simulation_node.ros.navigation_servers import KnownFrames, NavigationServer, PathServer
from simulation_node.world.loop import LoopError, SimulationLoop
from simulation_node.world.motions import first_collision, trajectories
from simulation_node.world.world import COMMAND_TIMEOUT_S, World

AT_REST = 1.2e-7  # of the last point's velocities, as ros2_controllers has it (a float's epsilon)
TrajectoryCodes = FollowJointTrajectory.Result
TRAJECTORY_CODES = {
    End.SUCCEEDED: TrajectoryCodes.SUCCESSFUL,
    End.CANCELED: TrajectoryCodes.INVALID_GOAL,
    End.PREEMPTED: TrajectoryCodes.INVALID_GOAL,
    End.PATH_TOLERANCE: TrajectoryCodes.PATH_TOLERANCE_VIOLATED,
    End.GOAL_TOLERANCE: TrajectoryCodes.GOAL_TOLERANCE_VIOLATED,
}


class Servers:
    """All ROS actions and commands that move the robot.

    Args:
        node: that serves them.
        world: what is moved.
        loop: its physics.
        navigates: whether Nav2's actions are among them; else somebody else serves them and commands the base.
    """

    def __init__(self, node: Node, world: World, loop: SimulationLoop, *, navigates: bool = True) -> None:
        self._servers: list[GoalServer] = [
            *(TrajectoryServer(node, loop, name, world.controllers[name].joints) for name in world.controllers),
        ]
        self._loop, self._node = loop, node
        if world.robot.motions:
            self._servers.append(MotionServer(node, loop, world.robot.motions))
        if world.robot.base is not None:
            if navigates:
                frames = KnownFrames(world.robot.base_frame, world.base.pose)
                self._servers += [NavigationServer(node, loop, frames), PathServer(node, loop, frames)]
                node.create_subscription(SpeedLimit, "speed_limit", self._limit_speed, RELIABLE)
            # both, as the driver of a differential base has it on Humble, and on Jazzy
            node.create_subscription(Twist, "mobile_base_controller/cmd_vel_unstamped", self._command, RELIABLE)
            node.create_subscription(TwistStamped, "mobile_base_controller/cmd_vel", self._command_stamped, RELIABLE)

    def _limit_speed(self, message: SpeedLimit) -> None:
        if not np.isfinite(message.speed_limit) or message.speed_limit < 0.0:
            self._node.get_logger().warning("a speed limit that is no speed is ignored")
            return

        def limit(world: World) -> None:
            world.navigator.limit_speed(message.speed_limit, is_percentage=message.percentage)

        try:
            self._loop.call(limit)
        except LoopError:
            return  # the node is closing

    def _command_stamped(self, message: TwistStamped) -> None:
        """Obey what is not old; a stamp of 0 means now, as for diff_drive_controller."""
        self._command(message.twist, time_from_ros(message.header.stamp))

    def _command(self, message: Twist, stamp_s: float = 0.0) -> None:
        numbers = (message.linear.x, message.angular.z)
        if not np.isfinite(numbers).all():
            self._node.get_logger().warning("a velocity command that is not finite is ignored")
            return
        twist = base.Twist(*numbers)

        def command(world: World) -> bool:
            if stamp_s > 0.0 and world.time - stamp_s > COMMAND_TIMEOUT_S:
                return False
            world.command_base(twist)
            return True

        try:
            obeyed = self._loop.call(command)
        except LoopError:
            return  # the node is closing
        if not obeyed:
            self._node.get_logger().warning("a velocity command whose stamp is old is ignored")


class TrajectoryServer(GoalServer):
    """<controller>/follow_joint_trajectory."""

    def __init__(self, node: Node, loop: SimulationLoop, controller: str, joints: tuple[str, ...]) -> None:
        self._controller, self._joints = controller, joints
        super().__init__(node, loop, FollowJointTrajectory, f"{controller}/follow_joint_trajectory")

    def judge(self, goal: FollowJointTrajectory.Goal) -> GoalResponse:
        """Reject what the controller cannot follow, as ros2_control does."""
        try:
            trajectory = trajectory_from_ros(goal, self._joints)
            begin = time_from_ros(goal.trajectory.header.stamp)
            if 0.0 < begin < self.loop.call(lambda world: world.time) - trajectory.duration:
                raise TrajectoryError("it has ended already, by its header's stamp")
        except (TrajectoryError, LoopError) as error:
            self.node.get_logger().warning(f"{self.name}: goal rejected: {error}")
            return GoalResponse.REJECT
        return GoalResponse.ACCEPT

    def execute(self, handle: ServerGoalHandle) -> FollowJointTrajectory.Result:
        """Follow the trajectory."""
        goal: FollowJointTrajectory.Goal = handle.request
        trajectory = trajectory_from_ros(goal, self._joints)
        begin = time_from_ros(goal.trajectory.header.stamp)

        def start(world: World) -> ActiveTrajectory:
            controller = world.controllers[self._controller]
            tolerances = _tolerances(goal, controller.tolerances)
            delay = max(0.0, begin - world.time) if begin > 0 else 0.0
            if world.faults.pretends(self._controller):
                pretended = ActiveTrajectory(trajectory, tolerances, world.time)
                pretended.done.set_result(Finish(End.SUCCEEDED))
                return pretended
            return controller.start(trajectory, tolerances, delay)

        try:
            finish = self.run(handle, start, lambda _: self._feedback(handle))
        except LoopError as error:
            handle.abort()
            return TrajectoryCodes(error_code=TrajectoryCodes.INVALID_GOAL, error_string=str(error))
        self.conclude(handle, finish)
        words = "" if finish.end is End.SUCCEEDED else f"{finish.end.value}: {finish.reason}".rstrip(": ")
        return TrajectoryCodes(error_code=TRAJECTORY_CODES[finish.end], error_string=words)

    def stop(self, world: World, running: ActiveTrajectory) -> None:
        """Decelerate and hold."""
        world.controllers[self._controller].cancel(running)

    def _feedback(self, handle: ServerGoalHandle) -> None:
        def read(world: World) -> tuple[float, Any, Any]:
            controller = world.controllers[self._controller]
            return world.time, controller.target.tolist(), controller.position.tolist()

        now, target, position = self.loop.call(read)
        message = FollowJointTrajectory.Feedback(joint_names=list(self._joints))
        message.header.stamp = time_to_ros(now)
        message.desired = JointTrajectoryPoint(positions=target)
        message.actual = JointTrajectoryPoint(positions=position)
        message.error = JointTrajectoryPoint(positions=[t - p for t, p in zip(target, position, strict=True)])
        handle.publish_feedback(message)


class _Playing:
    """Motions of several controllers as one; runs in the physics thread until the last has ended."""

    def __init__(self, motions: dict[str, ActiveTrajectory]) -> None:
        self.motions = motions
        self.done: Future[Finish] = Future()
        self._left = len(motions)
        self._worst = Finish(End.SUCCEEDED)
        for motion in motions.values():
            motion.done.add_done_callback(self._one_done)

    def _one_done(self, future: Future[Finish]) -> None:
        finish = future.result()
        if finish.end is not End.SUCCEEDED and self._worst.end is End.SUCCEEDED:
            self._worst = finish
        self._left -= 1
        if self._left == 0:
            self.done.set_result(self._worst)


class MotionServer(GoalServer):
    """play_motion2, list_motions, is_motion_ready."""

    def __init__(self, node: Node, loop: SimulationLoop, motions: Mapping[str, tuple[Posture, ...]]) -> None:
        self._motions = motions
        super().__init__(node, loop, PlayMotion2, "play_motion2")
        node.create_service(ListMotions, "play_motion2/list_motions", self._list)
        node.create_service(IsMotionReady, "play_motion2/is_motion_ready", self._is_ready)

    def execute(self, handle: ServerGoalHandle) -> PlayMotion2.Result:
        """Play a stored motion; unless planning is skipped, only if the straight way is free."""
        name = handle.request.motion_name
        if name not in self._motions:
            problem = f"no motion {name!r}; known: {', '.join(sorted(self._motions))}"
            self.conclude(handle, Finish(End.REFUSED, problem))
            return PlayMotion2.Result(success=False, error=problem)
        postures = self._motions[name]

        def start(world: World) -> _Playing:
            hit = None if handle.request.skip_planning else first_collision(world, postures)
            if hit is not None:
                refused = _Playing({})
                refused.done.set_result(Finish(End.REFUSED, f"on the way {hit}; move the arm to free space first"))
                return refused
            parts = trajectories(world, postures)
            return _Playing({c: world.controllers[c].start(t) for c, t in parts.items()})

        try:
            finish = self.run(handle, start, lambda _: self._feedback(handle))
        except LoopError as error:
            handle.abort()
            return PlayMotion2.Result(success=False, error=str(error))
        self.conclude(handle, finish)
        good = finish.end is End.SUCCEEDED
        return PlayMotion2.Result(success=good, error="" if good else finish.reason or finish.end.value)

    def stop(self, world: World, running: _Playing) -> None:
        """Decelerate and hold all joints of the motion."""
        for controller, motion in running.motions.items():
            world.controllers[controller].cancel(motion)

    def _feedback(self, handle: ServerGoalHandle) -> None:
        now = self.loop.call(lambda world: world.time)
        handle.publish_feedback(PlayMotion2.Feedback(current_time=time_to_ros(now)))

    def _list(self, _: ListMotions.Request, response: ListMotions.Response) -> ListMotions.Response:
        response.motion_keys = sorted(self._motions)
        return response

    def _is_ready(self, request: IsMotionReady.Request, response: IsMotionReady.Response) -> IsMotionReady.Response:
        response.is_ready = not self._running and request.motion_key in self._motions
        return response


def trajectory_from_ros(goal: FollowJointTrajectory.Goal, joints: tuple[str, ...]) -> Trajectory:
    """A goal's trajectory, columns in the controller's order.

    Raises:
        TrajectoryError: if the controller cannot follow it.
    """
    message = goal.trajectory
    points = message.points
    widths = {len(p.positions) for p in points}
    if widths - {len(message.joint_names)}:
        raise TrajectoryError(f"every point needs {len(message.joint_names)} positions, found {sorted(widths)}")
    count = len(message.joint_names)
    for name in ("velocities", "accelerations"):
        if widths := {len(getattr(p, name)) for p in points} - {0, count}:
            raise TrajectoryError(f"every point needs {count} {name} or none, found {sorted(widths)}")
    if any(len(p.effort) for p in points):
        raise TrajectoryError("efforts are for controllers that command efforts")
    if points and any(abs(v) > AT_REST for v in points[-1].velocities):
        raise TrajectoryError("the last point is in motion")
    moving = bool(points) and all(len(p.velocities) for p in points)
    shape = (len(points), len(message.joint_names))
    trajectory = Trajectory(
        tuple(message.joint_names),
        np.array([p.time_from_start.sec + 1e-9 * p.time_from_start.nanosec for p in points]),
        np.array([p.positions for p in points], float).reshape(shape),
        np.array([p.velocities for p in points], float).reshape(shape) if moving else None,
    )
    return trajectory.ordered(joints)


def _tolerances(goal: FollowJointTrajectory.Goal, default: Tolerances) -> Tolerances:
    """A goal's tolerances over the controller's: 0 keeps the default, negative means any (control_msgs)."""
    late = goal.goal_time_tolerance.sec + 1e-9 * goal.goal_time_tolerance.nanosec
    return Tolerances(
        path={**default.path, **{t.name: t.position for t in goal.path_tolerance if t.position != 0}},
        goal={**default.goal, **{t.name: t.position for t in goal.goal_tolerance if t.position != 0}},
        goal_time_s=late if late > 0 else default.goal_time_s,
    )
