# SPDX-License-Identifier: Apache-2.0
"""Turns the head for discover_objects and waits for steady images of what it then sees.

Belongs to node.py: it may import rclpy.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from rclpy.callback_groups import CallbackGroup
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from makedo_core.failure import FailureCause, MakedoError, Outcome
from makedo_core.geometry import Pose
from makedo_core.robot_config import HeadConfig, RobotConfig
from makedo_core.sight.observation import Frame
from makedo_core.sight.view import Intrinsics
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import CallError, finish, send_goal
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.without_ros.tf import TransformBuffer, TransformError
from perception_node.camera import ColourImage
from perception_node.discovery.head_poses import DiscoverySettings, HeadGeometry, HeadPose, directions
from perception_node.discovery.neck import Touches, free_way, way

HEAD_TIMEOUT_S = 20.0
CAMERA_TIMEOUT_S = 5.0
POLL_S = 0.05
SHORTEST_TURN_S = 0.3
_REACHED = (FollowJointTrajectory.Result.SUCCESSFUL, FollowJointTrajectory.Result.GOAL_TOLERANCE_VIOLATED)
CheckEnded = Callable[[], None]
"""Goes on, or raises DiscoveryError when looking was to end."""


class DiscoveryError(MakedoError):
    """Looking ended early; carries the outcome."""

    def __init__(self, cause: FailureCause, message: str) -> None:
        super().__init__(message)
        self.outcome = Outcome(cause, message)


@dataclass(frozen=True, slots=True)
class SteadyFrames:
    """What a head pose showed: its steady frames, and the last one's colour image where the camera sends one."""

    frames: tuple[Frame, ...]
    colour: ColourImage | None


class Gaze:
    """The head and the frames that it sees.

    Args:
        node: to turn the head with; its clock decides which frames belong to a head pose.
        robot: names of frames and of the head's controller.
        transforms: where things are.
        camera: its intrinsics; None before the first camera_info.
        settings: how thoroughly to look.
        group: of the client's callbacks.
        touches: what the robot would touch of itself; None: nobody is asked.
    """

    def __init__(
        self,
        node: MakedoNode,
        robot: RobotConfig,
        transforms: TransformBuffer,
        camera: Callable[[], Intrinsics | None],
        settings: DiscoverySettings,
        group: CallbackGroup,
        touches: Touches | None = None,
    ) -> None:
        self._touches = touches
        self._node, self._robot, self._transforms, self._camera = node, robot, transforms, camera
        self._settings = settings
        self._seen = threading.Condition()
        self._looking = False
        self._since: float | None = None  # frames of the head pose that was reached then are wanted
        self._frames: list[Frame] = []
        self._colour: ColourImage | None = None
        self._head: ActionClient | None = None
        if robot.head is not None:
            self._name = f"{robot.head.controller}/follow_joint_trajectory"
            self._head = ActionClient(node, FollowJointTrajectory, self._name, callback_group=group)

    def wants(self, stamp: float) -> bool:
        """Whether an image of a time is worth processing: none is while the head turns, or has seen enough."""
        with self._seen:
            return not self._looking or self._collects(stamp)

    def notice(self, frame: Frame, colour: ColourImage | None) -> None:
        """A frame was published; called by the processing thread."""
        with self._seen:
            if self._collects(frame.stamp) and frame.steady:
                self._frames.append(frame)
                self._colour = colour
                self._seen.notify_all()

    def look(self, wanted: bool) -> None:
        """Begin to look about, or end it."""
        with self._seen:
            self._looking = wanted
            self._since, self._colour = None, None
            self._frames.clear()

    def _collects(self, stamp: float) -> bool:
        return self._since is not None and stamp >= self._since and len(self._frames) < self._settings.frames

    def geometry(self, check: CheckEnded) -> tuple[Pose, HeadGeometry]:
        """The base in the map frame, and where the head can look.

        Raises:
            DiscoveryError: if the camera or a transform is missing.
        """
        k = self._intrinsics(check)
        frames, head = self._robot.frames, self._robot.head
        try:
            base = self._transforms.lookup(frames.map, frames.base)
            camera = self._transforms.lookup(frames.base, frames.camera).position
        except TransformError as error:
            raise DiscoveryError(FailureCause.COMPONENT_LOST, f"cannot aim the camera: {error}") from None
        view = (2 * math.atan(k.width / 2 / k.fx), 2 * math.atan(k.height / 2 / k.fy))
        if head is None:
            return base, HeadGeometry(camera, (0.0, 0.0), (0.0, 0.0), 1.0, view, fixed=True)
        return base, HeadGeometry(camera, head.pan_limits, head.tilt_limits, head.tilt_sign, view)

    def turn(self, look: HeadPose, ended: Callable[[], bool], check: CheckEnded) -> None:
        """Turn the head and wait until it is there; a camera that does not turn is there.

        It turns no farther than to where it would touch the arm, or what that holds: what it shows from there counts.

        Raises:
            DiscoveryError, CallError: if it does not get there.
        """
        head = self._robot.head
        if head is None or self._head is None:
            return
        with self._seen:
            self._since = None
        before = self._look_now(head)
        if self._touches is not None:
            look = free_way(before, look, self._touches)
            if look is before:  # it would touch something at once
                return
        seconds = max(SHORTEST_TURN_S, 1.5 * way(before, look) / head.speed)
        point = JointTrajectoryPoint(positions=[look.pan, look.tilt], time_from_start=_duration(seconds))
        trajectory = JointTrajectory(joint_names=[head.pan, head.tilt], points=[point])
        goal = FollowJointTrajectory.Goal(trajectory=trajectory)
        try:
            sent = send_goal(self._head, goal, self._name, cancelled=ended)
            answer = finish(sent, self._name, HEAD_TIMEOUT_S, ended)
        except CallError:
            check()
            raise
        result = answer.result
        if answer.status == GoalStatus.STATUS_CANCELED:
            check()
            raise DiscoveryError(FailureCause.EXECUTION_FAILED, "the head was stopped")
        if result.error_code not in _REACHED:
            raise DiscoveryError(FailureCause.EXECUTION_FAILED, f"the head did not turn: {result.error_string}")

    def wait(self, check: CheckEnded) -> SteadyFrames:
        """Steady frames taken from now on.

        Raises:
            DiscoveryError: if they do not come in time.
        """
        deadline = time.monotonic() + self._settings.patience_s
        with self._seen:
            self._since, self._colour = self._node.now_s(), None
            self._frames.clear()
            while len(self._frames) < self._settings.frames:
                if time.monotonic() > deadline:
                    raise DiscoveryError(
                        FailureCause.NOT_VISIBLE,
                        f"only {len(self._frames)} steady images within {self._settings.patience_s:.0f} s; "
                        "see /diagnostics",
                    )
                self._seen.wait(POLL_S)
                check()
            return SteadyFrames(tuple(self._frames), self._colour)

    def _look_now(self, head: HeadConfig) -> HeadPose:
        """Where the camera points."""
        frames = self._robot.frames
        try:
            camera = self._transforms.lookup(frames.base, frames.camera)
        except TransformError as error:
            raise DiscoveryError(FailureCause.COMPONENT_LOST, f"cannot aim the camera: {error}") from None
        ((pan, elevation),) = directions(camera.matrix()[None, :3, 2])  # its optical axis is z
        return HeadPose(float(pan), head.tilt_sign * float(elevation))

    def _intrinsics(self, check: CheckEnded) -> Intrinsics:
        """The camera's intrinsics; just after the activation they may not have come yet."""
        deadline = time.monotonic() + CAMERA_TIMEOUT_S
        while True:
            camera = self._camera()
            if camera is not None:
                return camera
            if time.monotonic() > deadline:
                raise DiscoveryError(FailureCause.COMPONENT_LOST, "cannot aim the camera: no usable camera_info")
            time.sleep(POLL_S)
            check()


def _duration(seconds: float) -> Duration:
    nanoseconds = round(seconds * 1e9)
    return Duration(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)
