# SPDX-License-Identifier: Apache-2.0
"""ROS action discover_objects: look over an asset, let the graph take in what is seen, say what changed.

Belongs to node.py: it may import rclpy.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rclpy.action import CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from sensor_msgs.msg import CompressedImage

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph
from makedo_core.ports import PlaceSeen
from makedo_core.robot_config import RobotConfig
from makedo_core.sight.observation import Frame
from makedo_core.sight.view import Intrinsics
from makedo_ros.control_feed import ControlFeed
from makedo_ros.conversions.nouns import graph_from_ros, outcome_from_ros, outcome_to_ros, time_to_ros
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.clients import CallError, call
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.without_ros.tf import TransformBuffer
from perception_node.camera import ColourImage
from perception_node.discovery.asset_changes import AssetChanges, changes_at
from perception_node.discovery.gaze import POLL_S, DiscoveryError, Gaze, SteadyFrames
from perception_node.discovery.head_poses import DiscoverySettings, plan_looks
from perception_node.discovery.neck import MotionPlannersWord
from perception_node.discovery.places import places_seen, share_seen
from perception_node.pictures import jpeg

from makedo.action import DiscoverObjects  # isort: skip
from makedo.srv import GetSceneGraph  # isort: skip

GRAPH_TIMEOUT_S = 5.0
LEAST_SEEN = 0.05  # share of an asset's cells below which it was not in view


@dataclass(slots=True)
class _Findings:
    """Results of looking so far; valid even when it fails afterwards."""

    outcome: Outcome = SUCCESS
    changes: AssetChanges = field(default_factory=AssetChanges)
    places: Sequence[PlaceSeen] = ()
    pictures: list[CompressedImage] = field(default_factory=list)


class DiscoveryServer:
    """Serves discover_objects, one goal at a time.

    Args:
        node: to serve with; goals are accepted while it is active.
        robot: names of frames and of the head's controller.
        transforms: where things are.
        camera: its intrinsics; None before the first camera_info.
        settings: how thoroughly to look.
    """

    def __init__(
        self,
        node: MakedoNode,
        robot: RobotConfig,
        transforms: TransformBuffer,
        camera: Callable[[], Intrinsics | None],
        settings: DiscoverySettings,
    ) -> None:
        self._node, self._settings = node, settings
        self._camera_frame = robot.frames.camera
        self._busy = threading.Lock()
        self._control = ControlFeed(node)
        group = ReentrantCallbackGroup()
        head = robot.head
        touches = None if head is None else MotionPlannersWord(node, head, robot.arm.group, group)
        self._gaze = Gaze(node, robot, transforms, camera, settings, group, touches)
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

    def wants(self, stamp: float) -> bool:
        """Whether an image of a time is worth processing, for this or for anybody."""
        return self._gaze.wants(stamp)

    def notice(self, frame: Frame, colour: ColourImage | None) -> None:
        """A frame was published; called by the processing thread."""
        self._gaze.notice(frame, colour)

    def _on_goal(self, _: Any) -> GoalResponse:
        if not self._node.is_active or self._busy.locked():
            return GoalResponse.REJECT
        return GoalResponse.ACCEPT

    def _execute(self, handle: Any) -> Any:
        found = _Findings()
        if not self._busy.acquire(blocking=False):
            handle.abort()
            found.outcome = Outcome(FailureCause.BUSY, "another discover_objects is under way")
            return _result(found)
        try:
            if not self._control.outcome.ok:
                raise DiscoveryError(FailureCause.HANDED_OVER, str(self._control.outcome))
            self._gaze.look(True)
            self._discover(handle, found)
        except DiscoveryError as error:
            found.outcome = error.outcome
        except CallError as error:
            found.outcome = Outcome(error.cause, str(error))
        except Exception:  # noqa: BLE001 - outermost callback
            found.outcome = Outcome(FailureCause.INTERNAL_ERROR, traceback.format_exc(limit=4))
        finally:
            self._gaze.look(False)
            self._busy.release()
        if found.outcome.cause is FailureCause.CANCELED and handle.is_cancel_requested:
            handle.canceled()
        elif found.outcome.ok:
            handle.succeed()
        else:
            handle.abort()
        return _result(found)

    def _discover(self, handle: Any, found: _Findings) -> None:
        asset_id = handle.request.asset_id

        def ended() -> bool:
            return handle.is_cancel_requested or not self._node.is_active or self._control.handed_over

        def check() -> None:
            self._check(ended)

        _tell(handle, f"looking at {asset_id}", 0.0)
        before = self._newest(ended)
        asset = _asset(before, asset_id)
        base, head = self._gaze.geometry(check)
        looks = self._settings.looks
        found.places = places_seen(asset, (), base, head, looks)
        plan = plan_looks(asset, base, head, looks)
        if not plan.outcome.ok:
            found.outcome = plan.outcome
            return
        since = self._node.now_s()
        frames: list[Frame] = []
        for number, look in enumerate(plan.looks, start=1):
            _tell(handle, f"head pose {number} of {len(plan.looks)}", (number - 1) / len(plan.looks))
            self._gaze.turn(look, ended, check)
            sight = self._gaze.wait(check)
            frames += sight.frames
            found.places = places_seen(asset, [f.view for f in frames], base, head, looks)
            self._picture(sight, found)
        after = self._caught_up(frames[-1].stamp, ended)
        share = share_seen(asset, found.places)
        if share < LEAST_SEEN:
            why = "; ".join(f"{p.name}: {p.hidden}" for p in found.places if p.hidden)
            raise DiscoveryError(FailureCause.NOT_VISIBLE, f"{share:.0%} of {asset_id} could be seen ({why})")
        found.changes = changes_at(asset_id, before, after, since)
        _tell(handle, f"{share:.0%} of {asset_id} seen: {found.changes}", 1.0)

    def _picture(self, sight: SteadyFrames, found: _Findings) -> None:
        """Add the picture of a head pose."""
        if sight.colour is None or self._settings.picture_px == 0:
            return
        message = CompressedImage(format="jpeg")
        message.header.frame_id = self._camera_frame
        message.header.stamp = time_to_ros(sight.frames[-1].stamp)
        message.data.frombytes(jpeg(sight.colour, self._settings.picture_px).content)
        found.pictures.append(message)

    def _check(self, ended: Callable[[], bool]) -> None:
        if not ended():
            return
        if not self._node.is_active:
            raise DiscoveryError(FailureCause.NOT_ACTIVE, "perception was deactivated while looking")
        if self._control.handed_over:
            raise DiscoveryError(FailureCause.HANDED_OVER, str(self._control.outcome))
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


def _asset(graph: SceneGraph, asset_id: str) -> Node:
    asset = graph[asset_id] if asset_id in graph else None
    if asset is None or asset.kind is not NodeKind.ASSET or not asset.pose.is_known:
        known = ", ".join(n.id for n in graph.of_kind(NodeKind.ASSET))
        raise DiscoveryError(FailureCause.UNKNOWN_PLACE, f"{asset_id!r} is not an asset of the graph; known: {known}")
    return asset


def _result(found: _Findings) -> Any:
    changes = found.changes
    return DiscoverObjects.Result(
        outcome=outcome_to_ros(found.outcome),
        added=list(changes.added),
        moved=list(changes.moved),
        confirmed=list(changes.confirmed),
        missing=list(changes.missing),
        unseen=list(changes.unseen),
        place=[p.name for p in found.places],
        place_seen=[p.share for p in found.places],
        place_hidden=[p.hidden for p in found.places],
        images=found.pictures,
    )


def _tell(handle: Any, message: str, progress: float) -> None:
    handle.publish_feedback(DiscoverObjects.Feedback(message=message, progress=float(progress)))
