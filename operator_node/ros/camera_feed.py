# SPDX-License-Identifier: Apache-2.0
"""The robot's camera -> small pictures for the page. Subscribes while somebody looks, and not otherwise.

A ROS node of its own is spun by the thread that subscribes and unsubscribes.
"""

from __future__ import annotations

import logging
import threading
import time

import cv2
from rclpy.node import Node
from sensor_msgs.msg import Image

from makedo.msg import Observations
from makedo_core.failure import MakedoError
from makedo_core.robot_config import CameraConfig
from makedo_ros.conversions.images import to_bgr
from makedo_ros.conversions.nouns import time_from_ros
from makedo_ros.conversions.observations import frame_from_ros
from makedo_ros.runtime.qos import RELIABLE, SENSOR
from makedo_ros.runtime.side_node import side_node
from operator_node.panes.camera import MOST_HZ, CameraPane
from operator_node.state.board import Board

WIDTH = 480
"""Of the pictures [px]."""
QUALITY = 65
END_S = 3.0
_log = logging.getLogger(__name__)


class CameraFeed:
    """Takes pictures while somebody looks.

    Args:
        node: whose namespace and remappings it takes.
        board: where the pictures are shown.
        config: topics.
    """

    def __init__(self, node: Node, board: Board, config: CameraConfig) -> None:
        self._pane = CameraPane(board, lambda _: self._changed.set())
        self._node, self._executor = side_node(node, "camera")
        self._topic = node.resolve_topic_name(config.image)
        self._observations = node.resolve_topic_name("observations")
        self._changed = threading.Event()
        self._closing = threading.Event()
        self._next_s = 0.0
        self._worker = threading.Thread(target=self._work, daemon=True, name="page camera")
        self._worker.start()

    def close(self) -> None:
        """End the thread."""
        self._closing.set()
        self._changed.set()
        self._worker.join(END_S)

    def _work(self) -> None:
        while not self._closing.is_set():
            self._changed.wait()
            self._changed.clear()
            if self._pane.wanted and not self._closing.is_set():
                self._watch()
        self._executor.shutdown()
        self._node.destroy_node()

    def _watch(self) -> None:
        """Until nobody looks any more."""
        images = self._node.create_subscription(Image, self._topic, self._on_image, SENSOR)
        seen = self._node.create_subscription(Observations, self._observations, self._on_frame, RELIABLE)
        try:
            while self._pane.wanted and not self._closing.is_set():
                self._executor.spin_once(timeout_sec=0.2)
        finally:
            self._node.destroy_subscription(images)
            self._node.destroy_subscription(seen)

    def _on_image(self, image: Image) -> None:
        now_s = time.monotonic()
        if now_s < self._next_s:
            return
        self._next_s = now_s + 1.0 / MOST_HZ
        try:
            self._pane.on_picture(small_jpeg(image), time_from_ros(image.header.stamp))
        except (ValueError, cv2.error) as error:
            _log.warning("a picture of %s cannot be shown: %s", self._topic, error)

    def _on_frame(self, message: Observations) -> None:
        try:
            self._pane.on_frame(frame_from_ros(message))
        except MakedoError as error:
            _log.warning("what was recognised cannot be shown: %s", error)


def small_jpeg(image: Image) -> bytes:
    """A picture of at most WIDTH columns as a JPEG file's content.

    Raises:
        ValueError: if it is of an encoding that is not known, or of no size.
        cv2.error: if it cannot be written.
    """
    pixels = to_bgr(image)
    height, width = pixels.shape[:2]
    if min(height, width) == 0:
        raise ValueError(f"an image of {width} x {height} pixels")
    if width > WIDTH:
        pixels = cv2.resize(pixels, (WIDTH, max(1, round(height * WIDTH / width))), interpolation=cv2.INTER_AREA)
    done, coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError("the picture could not be written as a JPEG file")
    return bytes(coded.tobytes())
