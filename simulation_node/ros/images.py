# SPDX-License-Identifier: Apache-2.0
"""Publishes camera images from a thread of their own; physics goes on meanwhile. Used by node.py only."""

from __future__ import annotations

import json
import threading
from array import array
from collections.abc import Callable
from dataclasses import dataclass

import mujoco
import numpy as np
from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import String

from makedo_core.sight.view import Intrinsics
from makedo_ros.conversions.nouns import time_to_ros
from makedo_ros.runtime.qos import LATCHED
from simulation_node.ros.publishers import MAP_FRAME, Every
from simulation_node.scene.camera import Renderer, RenderError, intrinsics
from simulation_node.scene.labels import label_table
from simulation_node.world.world import World

WALL_S = 0.2  # at high speed no more images are made: they cost every node that sees them more than all the rest
EDGE_M = 1.7  # the overview's middle stays this far from the edge of the home
IMAGES = QoSProfile(depth=2, reliability=ReliabilityPolicy.RELIABLE)
"""Large messages lose pieces on the way without reliability; subscribers may still ask for best effort."""


@dataclass(frozen=True, slots=True)
class ImageSettings:
    """Sizes [px] and rates in simulated time [Hz]."""

    width: int = 640
    height: int = 480
    rate: float = 4.0
    overview_width: int = 960
    overview_height: int = 720
    overview_rate: float = 1.0


@dataclass(frozen=True, slots=True)
class _Order:
    stamp: float
    head: bool
    labels: bool
    overview: bool
    centre: tuple[float, float]


class ImagePublisher:
    """Takes a copy of the state when an image is due and somebody listens, and renders it in its own thread.

    Args:
        fail: called with the reason if no picture can be made.
    """

    def __init__(self, node: Node, world: World, settings: ImageSettings, fail: Callable[[str], None]) -> None:
        self._settings, self._fail = settings, fail
        self._node = node
        publisher, camera = node.create_publisher, world.robot.camera
        self._frame = camera.frame
        self._colour = publisher(Image, f"{camera.topics}/rgb/image_raw", IMAGES)
        self._colour_info = publisher(CameraInfo, f"{camera.topics}/rgb/camera_info", IMAGES)
        self._depth = publisher(Image, f"{camera.topics}/depth_registered/image_raw", IMAGES)
        self._depth_info = publisher(CameraInfo, f"{camera.topics}/depth_registered/camera_info", IMAGES)
        self._labels = publisher(Image, f"{camera.topics}/segmentation/image_raw", IMAGES)
        self._label_names = publisher(String, f"{camera.topics}/segmentation/labels", LATCHED)
        self._overview = publisher(Image, "overview_camera/image_raw", IMAGES)
        self._head_due, self._overview_due = Every(settings.rate, WALL_S), Every(settings.overview_rate, WALL_S)
        self._intrinsics = intrinsics(world.model, settings.width, settings.height)
        names, self._table = label_table(world.model, world.scene, world.placed, world.seed, world.robot)
        self._label_names.publish(String(data=_label_json(names)))
        low, high = world.scene.bounds
        self._home = ((low[0] + EDGE_M, low[1] + EDGE_M), (high[0] - EDGE_M, high[1] - EDGE_M))
        self._model, self._data = world.model, mujoco.MjData(world.model)
        self._head = self._above = False  # due, and not yet ordered
        self._order: _Order | None = None
        self._wanted, self._stop = threading.Condition(), False
        self._thread = threading.Thread(target=self._run, name="images", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread; it frees its renderer."""
        with self._wanted:
            self._stop = True
            self._wanted.notify()
        self._thread.join(timeout=5.0)

    def offer(self, world: World) -> None:
        """Called after every control step by the physics thread; never waits for the renderer."""
        self._head |= self._head_due.is_due(world.time)  # stays due while the renderer is busy
        self._above |= self._overview_due.is_due(world.time)
        if not (self._head or self._above) or not self._wanted.acquire(blocking=False):
            return
        try:
            if self._order is not None:
                return
            head = self._head and not world.faults.camera_is_off
            head = head and _heard(self._colour, self._depth, self._labels)
            overview = self._above and _heard(self._overview)
            self._head = self._above = False
            if head or overview:
                mujoco.mj_copyData(self._data, world.model, world.data)
                centre = self._centre(world)
                self._order = _Order(world.time, head, _heard(self._labels), overview, centre)
                self._wanted.notify()
        finally:
            self._wanted.release()

    def _centre(self, world: World) -> tuple[float, float]:
        """Middle of the overview: the robot, but not so near the outer walls that half the picture is empty."""
        x, y, _ = world.base.pose.position
        (low_x, low_y), (high_x, high_y) = self._home
        return min(max(x, low_x), high_x), min(max(y, low_y), high_y)

    def _run(self) -> None:
        try:
            camera = Renderer(self._model, self._table)
        except RenderError as error:
            self._fail(str(error))
            return
        try:
            while True:
                with self._wanted:
                    self._wanted.wait_for(lambda: self._stop or self._order is not None)
                    order = self._order
                    if self._stop or order is None:
                        return
                self._produce(camera, order)
                with self._wanted:
                    self._order = None
        except Exception as error:  # noqa: BLE001 - outermost frame of a thread
            if self._node.context.ok():
                self._fail(f"the camera fails: {error!r}")
        finally:
            camera.close()

    def _produce(self, camera: Renderer, order: _Order) -> None:
        settings = self._settings
        if order.head:
            view = camera.view(self._data, settings.width, settings.height, labels=order.labels)
            self._send(self._colour, view.colour, "rgb8", order.stamp, self._frame)
            self._send(self._depth, view.depth, "32FC1", order.stamp, self._frame)
            if view.labels is not None:
                self._send(self._labels, view.labels, "32SC1", order.stamp, self._frame)
            info = _camera_info(self._intrinsics, order.stamp, self._frame)
            self._colour_info.publish(info)
            self._depth_info.publish(info)
        if order.overview:
            picture = camera.overview(self._data, order.centre, settings.overview_width, settings.overview_height)
            self._send(self._overview, picture, "rgb8", order.stamp, MAP_FRAME)

    def _send(self, publisher: Publisher, image: np.ndarray, encoding: str, stamp: float, frame: str) -> None:
        if not (_heard(publisher) and self._node.context.ok()):
            return
        message = Image(height=image.shape[0], width=image.shape[1], encoding=encoding, is_bigendian=0)
        message.header.frame_id, message.header.stamp = frame, time_to_ros(stamp)
        message.step = image.shape[1] * image.itemsize * (image.shape[2] if image.ndim == 3 else 1)
        data = array("B")
        data.frombytes(np.ascontiguousarray(image).data.cast("B"))
        message.data = data
        publisher.publish(message)


def _heard(*publishers: Publisher) -> bool:
    return any(p.get_subscription_count() > 0 for p in publishers)


def _camera_info(camera: Intrinsics, stamp: float, frame: str) -> CameraInfo:
    info = CameraInfo(width=camera.width, height=camera.height, distortion_model="plumb_bob")
    info.header.frame_id, info.header.stamp = frame, time_to_ros(stamp)
    info.d = [0.0] * 5
    info.k = [camera.fx, 0.0, camera.cx, 0.0, camera.fy, camera.cy, 0.0, 0.0, 1.0]
    info.r = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
    info.p = [camera.fx, 0.0, camera.cx, 0.0, 0.0, camera.fy, camera.cy, 0.0, 0.0, 0.0, 1.0, 0.0]
    return info


def _label_json(names: dict[int, str]) -> str:
    """{"<id>": {"label": class, "instance": number in the class}}; the numbers follow the shuffled ids."""
    seen: dict[str, int] = {}
    result = {}
    for number, label in sorted(names.items()):
        seen[label] = seen.get(label, 0) + 1
        result[str(number)] = {"label": label, "instance": seen[label]}
    return json.dumps(result)
