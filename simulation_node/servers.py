# SPDX-License-Identifier: Apache-2.0
"""ROS action servers: trajectory controllers, navigation, stored motions. Used by node.py only."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Any

import numpy as np
from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from geometry_msgs.msg import PoseStamped, Twist
from nav2_msgs.action import NavigateToPose
from play_motion2_msgs.action import PlayMotion2
from play_motion2_msgs.srv import IsMotionReady, ListMotions
from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from trajectory_msgs.msg import JointTrajectoryPoint

from makedo_core.geometry import Pose
from makedo_ros.action_server import ActionServer
from makedo_ros.conversions import pose_from_ros, pose_to_ros, time_from_ros, time_to_ros
from makedo_ros.qos import RELIABLE
from simulation_node import base
from simulation_node.controller import End, Finish, Motion, Tolerances
from simulation_node.loop import LoopError, SimulationLoop
from simulation_node.motions import first_collision, trajectories
from simulation_node.navigation import Drive
from simulation_node.publishers import MAP_FRAME, ODOM_FRAME
from simulation_node.robot import Posture
from simulation_node.trajectory import Trajectory, TrajectoryError
from simulation_node.world import World

FEEDBACK_S = 0.1  # wall time between two feedback messages

Codes = FollowJointTrajectory.Result
TRAJECTORY_CODES = {
    End.SUCCEEDED: Codes.SUCCESSFUL,
    End.CANCELED: Codes.INVALID_GOAL,
    End.PREEMPTED: Codes.INVALID_GOAL,
    End.PATH_TOLERANCE: Codes.PATH_TOLERANCE_VIOLATED,
    End.GOAL_TOLERANCE: Codes.GOAL_TOLERANCE_VIOLATED,
}
# Nav2's codes: ComputePathToPose 2xx, FollowPath 1xx.
NAV_UNKNOWN, NAV_STUCK, NAV_TF_ERROR, NAV_GOAL_OCCUPIED, NAV_NO_PATH = 101, 106, 203, 207, 209
NAVIGATION_CODES = {
    End.SUCCEEDED: NavigateToPose.Result.NONE,
    End.BLOCKED: NAV_STUCK,
    End.REFUSED: NAV_GOAL_OCCUPIED,
    End.NO_PATH: NAV_NO_PATH,
}


class Servers:
    """All ROS actions and commands that move the robot."""

    def __init__(self, node: Node, world: World, loop: SimulationLoop) -> None:
        self._servers: list[_GoalServer] = [
            *(TrajectoryServer(node, loop, name, world.controllers[name].joints) for name in world.controllers),
        ]
        self._loop, self._node = loop, node
        if world.robot.motions:
            self._servers.append(MotionServer(node, loop, world.robot.motions))
        if world.robot.base is not None:
            self._servers.append(NavigationServer(node, loop, world.robot.base_frame, world.base.pose))
            node.create_subscription(Twist, "mobile_base_controller/cmd_vel_unstamped", self._command, RELIABLE)

    def _command(self, message: Twist) -> None:
        numbers = (message.linear.x, message.angular.z)
        if not np.isfinite(numbers).all():
            self._node.get_logger().warning("a velocity command that is not finite is ignored")
            return
        twist = base.Twist(*numbers)
        try:
            self._loop.call(lambda world: world.command_base(twist))
        except LoopError:
            return  # the node is closing


class _GoalServer(ABC):
    """One ROS action: a goal becomes something with a `done` future in the physics thread."""

    def __init__(self, node: Node, loop: SimulationLoop, action: type, name: str) -> None:
        self.node, self.loop, self.name = node, loop, name
        self._running: dict[bytes, Any] = {}
        self._server = ActionServer(
            node,
            action,
            name,
            self.execute,
            goal_callback=self.judge,
            cancel_callback=self._cancel,
            callback_group=ReentrantCallbackGroup(),
        )

    def judge(self, goal: Any) -> GoalResponse:
        """Accept or reject a goal."""
        return GoalResponse.ACCEPT

    @abstractmethod
    def execute(self, handle: ServerGoalHandle) -> Any:
        """Carry a goal out."""

    @abstractmethod
    def stop(self, world: World, running: Any) -> None:
        """Stop what was started for a goal; in the physics thread."""

    def _cancel(self, handle: ServerGoalHandle) -> CancelResponse:
        running = self._running.get(bytes(handle.goal_id.uuid))
        if running is not None:
            try:
                self.loop.call(lambda world: self.stop(world, running))
            except LoopError:
                return CancelResponse.REJECT
        return CancelResponse.ACCEPT

    def run(self, handle: ServerGoalHandle, start: Callable[[World], Any], feedback: Callable[[Any], None]) -> Finish:
        """Start in the physics thread and wait for the end.

        Raises:
            LoopError: if the simulation ends first.
        """
        key = bytes(handle.goal_id.uuid)
        running = self._running[key] = self.loop.call(start)
        try:
            if handle.is_cancel_requested:  # it came before there was anything to stop
                self.loop.call(lambda world: self.stop(world, running))
            done: Future[Finish] = running.done
            while True:
                try:
                    return done.result(timeout=FEEDBACK_S)
                except FutureTimeoutError:
                    if not self.loop.running:
                        raise LoopError("the simulation ended") from None
                    feedback(running)
        finally:
            del self._running[key]

    def conclude(self, handle: ServerGoalHandle, finish: Finish) -> None:
        """Set the goal's final state."""
        if finish.end is End.CANCELED:
            until = time.monotonic() + 1.0  # the cancel callback stops the motion before the state changes
            while not handle.is_cancel_requested and time.monotonic() < until:
                time.sleep(0.005)
        if finish.end is End.SUCCEEDED:
            handle.succeed()
        elif finish.end is End.CANCELED and handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
        if finish.end not in (End.SUCCEEDED, End.CANCELED):
            self.node.get_logger().info(f"{self.name}: {finish.end.value} {finish.reason}".rstrip())


class TrajectoryServer(_GoalServer):
    """<controller>/follow_joint_trajectory."""

    def __init__(self, node: Node, loop: SimulationLoop, controller: str, joints: tuple[str, ...]) -> None:
        self._controller, self._joints = controller, joints
        super().__init__(node, loop, FollowJointTrajectory, f"{controller}/follow_joint_trajectory")

    def judge(self, goal: FollowJointTrajectory.Goal) -> GoalResponse:
        """Reject what the controller cannot follow, as ros2_control does."""
        try:
            trajectory_from_ros(goal, self._joints)
        except TrajectoryError as error:
            self.node.get_logger().warning(f"{self.name}: goal rejected: {error}")
            return GoalResponse.REJECT
        return GoalResponse.ACCEPT

    def execute(self, handle: ServerGoalHandle) -> FollowJointTrajectory.Result:
        """Follow the trajectory."""
        goal: FollowJointTrajectory.Goal = handle.request
        trajectory = trajectory_from_ros(goal, self._joints)
        begin = time_from_ros(goal.trajectory.header.stamp)

        def start(world: World) -> Motion:
            controller = world.controllers[self._controller]
            tolerances = _tolerances(goal, controller.tolerances)
            delay = max(0.0, begin - world.time) if begin > 0 else 0.0
            if world.faults.pretends(self._controller):
                pretended = Motion(trajectory, tolerances, world.time)
                pretended.done.set_result(Finish(End.SUCCEEDED))
                return pretended
            return controller.start(trajectory, tolerances, delay)

        try:
            finish = self.run(handle, start, lambda _: self._feedback(handle))
        except LoopError as error:
            handle.abort()
            return Codes(error_code=Codes.INVALID_GOAL, error_string=str(error))
        self.conclude(handle, finish)
        words = "" if finish.end is End.SUCCEEDED else f"{finish.end.value}: {finish.reason}".rstrip(": ")
        return Codes(error_code=TRAJECTORY_CODES[finish.end], error_string=words)

    def stop(self, world: World, running: Motion) -> None:
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


class NavigationServer(_GoalServer):
    """navigate_to_pose."""

    def __init__(self, node: Node, loop: SimulationLoop, base_frame: str, odom: Pose) -> None:
        self._base_frame, self._odom = base_frame, odom  # in the map
        super().__init__(node, loop, NavigateToPose, "navigate_to_pose")

    def execute(self, handle: ServerGoalHandle) -> NavigateToPose.Result:
        """Drive."""
        goal: PoseStamped = handle.request.pose
        frame, pose = goal.header.frame_id.lstrip("/"), pose_from_ros(goal.pose)
        problem = ""
        if frame not in (MAP_FRAME, ODOM_FRAME, self._base_frame):
            problem = f"goal in frame {frame!r}; known: {MAP_FRAME}, {ODOM_FRAME}, {self._base_frame}"
        elif not pose.is_known or abs(np.linalg.norm(pose.orientation) - 1) > 0.1:
            problem = "the goal pose is not finite, or its quaternion is not of length 1"
        if problem:
            self.conclude(handle, Finish(End.REFUSED, problem))
            return NavigateToPose.Result(error_code=NAV_TF_ERROR, error_msg=problem)

        def start(world: World) -> Drive:
            frames = {MAP_FRAME: Pose(), ODOM_FRAME: self._odom, self._base_frame: world.base.pose}
            return world.navigator.start(frames[frame] @ pose)

        try:
            finish = self.run(handle, start, lambda drive: self._feedback(handle, drive))
        except LoopError as error:
            handle.abort()
            return NavigateToPose.Result(error_code=NAV_UNKNOWN, error_msg=str(error))
        self.conclude(handle, finish)
        words = "" if finish.end is End.SUCCEEDED else finish.reason or finish.end.value
        return NavigateToPose.Result(error_code=NAVIGATION_CODES.get(finish.end, NAV_UNKNOWN), error_msg=words)

    def stop(self, world: World, running: Drive) -> None:
        """Brake."""
        world.navigator.cancel(running)

    def _feedback(self, handle: ServerGoalHandle, drive: Drive) -> None:
        now, pose, left = self.loop.call(lambda world: (world.time, world.base.pose, drive.remaining(world.base.pose)))
        message = NavigateToPose.Feedback(distance_remaining=float(left))
        message.current_pose.header.frame_id = MAP_FRAME
        message.current_pose.header.stamp = time_to_ros(now)
        message.current_pose.pose = pose_to_ros(pose)
        message.navigation_time = _duration(now - drive.begun)
        handle.publish_feedback(message)


class _Playing:
    """Motions of several controllers as one; runs in the physics thread until the last has ended."""

    def __init__(self, motions: dict[str, Motion]) -> None:
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


class MotionServer(_GoalServer):
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
        response.is_ready = request.motion_key in self._motions
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
    moving = bool(points) and all(len(p.velocities) == len(message.joint_names) for p in points)
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


def _duration(seconds: float) -> Duration:
    whole = int(seconds)
    return Duration(sec=whole, nanosec=int((seconds - whole) * 1e9))
