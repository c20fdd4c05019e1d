# SPDX-License-Identifier: Apache-2.0
"""ROS action discover_objects: turn the head over an asset, let the graph take in what is seen, say what changed.

The second half of node.py: it may import rclpy.
"""

from __future__ import annotations

import math
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from builtin_interfaces.msg import Duration
from control_msgs.action import FollowJointTrajectory
from rclpy.action import CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from makedo_core.coverage import cells_seen, region_pose
from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.geometry import Pose
from makedo_core.observation import Frame
from makedo_core.robot_config import RobotConfig
from makedo_core.scene_graph import Node, NodeKind, SceneGraph, State
from makedo_core.view import Intrinsics
from makedo_ros.action_client import ActionClient
from makedo_ros.action_server import ActionServer
from makedo_ros.clients import CallError, call, finish, send_goal
from makedo_ros.conversions import graph_from_ros, outcome_from_ros, outcome_to_ros
from makedo_ros.tf import TransformBuffer, TransformError
from perception_node.changes import Changes, changes_at
from perception_node.looking import HeadGeometry, Look, LookSettings, plan_looks, visible_regions

if TYPE_CHECKING:
    from perception_node.node import PerceptionNode

from makedo.action import DiscoverObjects  # isort: skip
from makedo.srv import GetSceneGraph  # isort: skip

HEAD_TIMEOUT_S = 20.0
CAMERA_TIMEOUT_S = 5.0
GRAPH_TIMEOUT_S = 5.0
LEAST_SEEN = 0.05  # share of an asset's cells below which it was not in view
POLL_S = 0.05
LONGEST_TURN = 1.5  # rad
SHORTEST_TURN_S = 0.3
_REACHED = (FollowJointTrajectory.Result.SUCCESSFUL, FollowJointTrajectory.Result.GOAL_TOLERANCE_VIOLATED)


@dataclass(frozen=True, slots=True)
class DiscoverySettings:
    """How thoroughly to look.

    Attributes:
        frames: steady frames to wait for at each head pose.
        patience_s: how long to wait for them [s, wall].
    """

    looks: LookSettings = field(default_factory=LookSettings)
    frames: int = 2
    patience_s: float = 15.0


class DiscoveryError(MakedoError):
    """Looking ended early; carries the outcome."""

    def __init__(self, cause: FailureCause, message: str) -> None:
        super().__init__(message)
        self.outcome = Outcome(cause, message)


class Discovery:
    """Serves discover_objects, one goal at a time.

    Args:
        node: perception; its state gates goals, its graph names the assets.
        robot: names of frames and of the head's controller.
        transforms: where things are.
        settings: how thoroughly to look.
    """

    def __init__(
        self, node: PerceptionNode, robot: RobotConfig, transforms: TransformBuffer, settings: DiscoverySettings
    ) -> None:
        self._node, self._robot, self._transforms, self._settings = node, robot, transforms, settings
        self._busy = threading.Lock()
        self._seen = threading.Condition()
        self._frames: list[Frame] = []
        group = ReentrantCallbackGroup()
        controller = f"{robot.head.controller}/follow_joint_trajectory"
        self._head = ActionClient(node, FollowJointTrajectory, controller, callback_group=group)
        self._head_name = controller
        self._get_graph = node.create_client(GetSceneGraph, "get_scene_graph", callback_group=group)
        self._server = ActionServer(
            node,
            DiscoverObjects,
            "discover_objects",
            self._execute,
            goal_callback=self._on_goal,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=group,
        )

    def notice(self, frame: Frame) -> None:
        """A frame was published; called by the processing thread."""
        with self._seen:
            if self._busy.locked() and frame.steady:
                self._frames.append(frame)
                self._seen.notify_all()

    def _on_goal(self, _: Any) -> GoalResponse:
        if not self._node.is_active or self._busy.locked():
            return GoalResponse.REJECT
        return GoalResponse.ACCEPT

    def _execute(self, handle: Any) -> Any:
        result = DiscoverObjects.Result()
        if not self._busy.acquire(blocking=False):
            handle.abort()
            result.outcome = outcome_to_ros(Outcome(FailureCause.BUSY, "another discover_objects is under way"))
            return result
        try:
            outcome, changes = self._discover(handle)
        except DiscoveryError as error:
            outcome, changes = error.outcome, Changes()
        except CallError as error:
            outcome, changes = Outcome(error.cause, str(error)), Changes()
        except Exception:  # noqa: BLE001 - outermost callback
            outcome, changes = Outcome(FailureCause.INTERNAL_ERROR, traceback.format_exc(limit=4)), Changes()
        finally:
            with self._seen:
                self._frames.clear()
            self._busy.release()
        if outcome.cause is FailureCause.CANCELED and handle.is_cancel_requested:
            handle.canceled()
        elif outcome.ok:
            handle.succeed()
        else:
            handle.abort()
        result.outcome = outcome_to_ros(outcome)
        result.added, result.moved = list(changes.added), list(changes.moved)
        result.confirmed, result.missing = list(changes.confirmed), list(changes.missing)
        return result

    def _discover(self, handle: Any) -> tuple[Outcome, Changes]:
        asset_id = handle.request.asset_id
        ended = self._ended(handle)
        _tell(handle, f"looking at {asset_id}", 0.0)
        before = self._newest(ended)
        asset = before[asset_id] if asset_id in before else None
        if asset is None or asset.kind is not NodeKind.ASSET or not asset.pose.is_known:
            known = ", ".join(n.id for n in before.of_kind(NodeKind.ASSET))
            message = f"{asset_id!r} is not an asset of the graph; known: {known}"
            raise DiscoveryError(FailureCause.UNKNOWN_PLACE, message)
        base, head = self._geometry(ended)
        plan = plan_looks(asset, base, head, self._settings.looks)
        if not plan.outcome.ok:
            return plan.outcome, Changes()
        since = self._node.now_s()
        frames: list[Frame] = []
        before_look: Look | None = None
        for number, look in enumerate(plan.looks, start=1):
            _tell(handle, f"head pose {number} of {len(plan.looks)}", (number - 1) / len(plan.looks))
            self._turn(look, before_look, ended)
            before_look = look
            frames += self._wait_for_frames(ended)
        after = self._caught_up(frames[-1].stamp, ended)
        share = _share_seen(asset, frames)
        if share < LEAST_SEEN:
            raise DiscoveryError(FailureCause.NOT_VISIBLE, f"{asset_id} is hidden: {share:.0%} of it could be seen")
        changes = changes_at(asset_id, before, after, since)
        _tell(handle, f"{share:.0%} of {asset_id} seen: {changes}", 1.0)
        return SUCCESS, changes

    def _ended(self, handle: Any) -> Callable[[], bool]:
        return lambda: handle.is_cancel_requested or not self._node.is_active

    def _check(self, ended: Callable[[], bool]) -> None:
        if not ended():
            return
        if not self._node.is_active:
            raise DiscoveryError(FailureCause.NOT_ACTIVE, "perception was deactivated while looking")
        raise DiscoveryError(FailureCause.CANCELED, "looking was cancelled")

    def _newest(self, ended: Callable[[], bool]) -> SceneGraph:
        response = self._call_graph(ended)
        outcome = outcome_from_ros(response.outcome)
        if not outcome.ok:
            raise DiscoveryError(outcome.cause, f"no scene graph to compare with: {outcome}")
        return graph_from_ros(response.graph)

    def _call_graph(self, ended: Callable[[], bool]) -> Any:
        try:
            return call(self._get_graph, GetSceneGraph.Request(), GRAPH_TIMEOUT_S, ended)
        except CallError:
            self._check(ended)
            raise

    def _caught_up(self, stamp: float, ended: Callable[[], bool]) -> SceneGraph:
        """The graph once it contains the frame of a time."""
        deadline = time.monotonic() + GRAPH_TIMEOUT_S
        while True:
            graph = self._newest(ended)
            if graph.stamp >= stamp - 1e-3:
                return graph
            if time.monotonic() > deadline:
                raise DiscoveryError(
                    FailureCause.STALE_GRAPH, f"the scene graph stays at {graph.stamp:.2f} s, wanted {stamp:.2f} s"
                )
            time.sleep(POLL_S)
            self._check(ended)

    def _geometry(self, ended: Callable[[], bool]) -> tuple[Pose, HeadGeometry]:
        k = self._camera(ended)
        frames, head = self._robot.frames, self._robot.head
        try:
            base = self._transforms.lookup(frames.map, frames.base)
            camera = self._transforms.lookup(frames.base, frames.camera).position
        except TransformError as error:
            raise DiscoveryError(FailureCause.COMPONENT_LOST, f"cannot aim the camera: {error}") from None
        view = (2 * math.atan(k.width / 2 / k.fx), 2 * math.atan(k.height / 2 / k.fy))
        return base, HeadGeometry(camera, head.pan_limits, head.tilt_limits, head.tilt_sign, view)

    def _camera(self, ended: Callable[[], bool]) -> Intrinsics:
        """The camera's intrinsics; just after the activation they may not have come yet."""
        deadline = time.monotonic() + CAMERA_TIMEOUT_S
        while True:
            camera = self._node.camera
            if camera is not None:
                return camera
            if time.monotonic() > deadline:
                raise DiscoveryError(FailureCause.COMPONENT_LOST, "cannot aim the camera: no usable camera_info")
            time.sleep(POLL_S)
            self._check(ended)

    def _turn(self, look: Look, before: Look | None, ended: Callable[[], bool]) -> None:
        """Turn the head and wait until it is there; where it comes from is not known for the first look."""
        head = self._robot.head
        way = LONGEST_TURN if before is None else max(abs(look.pan - before.pan), abs(look.tilt - before.tilt))
        seconds = max(SHORTEST_TURN_S, 1.5 * way / head.speed)
        point = JointTrajectoryPoint(positions=[look.pan, look.tilt], time_from_start=_duration(seconds))
        trajectory = JointTrajectory(joint_names=[head.pan, head.tilt], points=[point])
        goal = FollowJointTrajectory.Goal(trajectory=trajectory)
        try:
            sent = send_goal(self._head, goal, self._head_name, cancelled=ended)
            result = finish(sent, self._head_name, HEAD_TIMEOUT_S, ended).result
        except CallError:
            self._check(ended)
            raise
        if result.error_code not in _REACHED:
            raise DiscoveryError(FailureCause.EXECUTION_FAILED, f"the head did not turn: {result.error_string}")

    def _wait_for_frames(self, ended: Callable[[], bool]) -> list[Frame]:
        """Steady frames taken from now on."""
        since = self._node.now_s()
        deadline = time.monotonic() + self._settings.patience_s
        with self._seen:
            while True:
                fresh = [f for f in self._frames if f.stamp >= since]
                if len(fresh) >= self._settings.frames:
                    return fresh
                if time.monotonic() > deadline:
                    raise DiscoveryError(
                        FailureCause.NOT_VISIBLE,
                        f"only {len(fresh)} steady images within {self._settings.patience_s:.0f} s; see /diagnostics",
                    )
                self._seen.wait(POLL_S)
                self._check(ended)


def _share_seen(asset: Node, frames: list[Frame]) -> float:
    """Share of an asset's cells that the frames show, 0..1."""
    assert asset.model is not None  # plan_looks has seen to it
    shares = []
    for region in visible_regions(asset):
        joint = asset.model.articulation
        value = joint.range[1] if joint is not None and State.OPEN in asset.states else 0.0
        pose = region_pose(asset.pose, asset.model, region, value)
        seen = np.logical_or.reduce([cells_seen(frame.view, pose, region) for frame in frames])
        shares.append(seen.ravel())
    return float(np.concatenate(shares).mean())


def _tell(handle: Any, message: str, progress: float) -> None:
    handle.publish_feedback(DiscoverObjects.Feedback(message=message, progress=float(progress)))


def _duration(seconds: float) -> Duration:
    nanoseconds = round(seconds * 1e9)
    return Duration(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)
