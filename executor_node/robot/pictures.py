# SPDX-License-Identifier: Apache-2.0
"""Pictures for the run folder: subscribes to a camera for one image at a time, so that it costs nothing otherwise.

A ROS node of its own is spun by the thread that subscribes and unsubscribes.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import cv2
from rclpy.node import Node
from sensor_msgs.msg import Image

from makedo_core.robot_config import CameraConfig
from makedo_ros.conversions.images import to_bgr
from makedo_ros.runtime.qos import SENSOR
from makedo_ros.runtime.side_node import side_node

WAIT_S = 3.0
_log = logging.getLogger(__name__)


class Album(Protocol):
    """Where the pictures of a run go."""

    def picture(self, name: str, content: bytes, suffix: str = ".png") -> str:
        """Keep a file's content under a name that no other picture has; the name of the file."""


class Camera:
    """Takes pictures in the background; implements the port `Photographer`.

    Args:
        node: whose name, namespace and remappings it takes.
        config: topics.
        album: returns where pictures go now, or None when they go nowhere.
    """

    def __init__(self, node: Node, config: CameraConfig, album: Callable[[], Album | None]) -> None:
        self._node, self._executor = side_node(node, "camera")
        topics = {"head": config.image, "overview": config.overview}
        self._topics = {name: node.resolve_topic_name(topic) for name, topic in topics.items() if topic}
        self._album = album
        self._orders: queue.Queue[tuple[str, Album] | None] = queue.Queue()
        self._closing = threading.Event()
        self._worker = threading.Thread(target=self._work, daemon=True, name="camera")
        self._worker.start()

    def take(self, name: str) -> None:
        """Order pictures from all cameras under a name; they arrive a moment later."""
        album = self._album()
        if album is not None and not self._closing.is_set():
            self._orders.put((name, album))

    def keep(self, name: str, pictures: Sequence[bytes]) -> None:
        """Store pictures that somebody else took, JPEG files' contents, under a name."""
        album = self._album()
        if album is not None:
            for picture in pictures:
                album.picture(name, picture, ".jpg")

    def finish(self, timeout_s: float = 5.0) -> None:
        """Wait until what was ordered is written, or is not any more."""
        waiting = threading.Thread(target=self._orders.join, daemon=True)
        waiting.start()
        waiting.join(timeout_s)

    def close(self) -> None:
        """End the worker. Ordered pictures that have not come yet are left out: the camera may have ended before us."""
        self._closing.set()
        self._orders.put(None)
        self._worker.join(WAIT_S + 1.0)
        self._executor.shutdown()
        self._node.destroy_node()

    def _work(self) -> None:
        while (order := self._orders.get()) is not None:
            name, album = order
            for camera, topic in self._topics.items():
                if not self._closing.is_set():
                    self._one(topic, f"{name}_{camera}", album)
            self._orders.task_done()
        self._orders.task_done()

    def _one(self, topic: str, name: str, album: Album) -> None:
        images: list[Image] = []
        subscription = self._node.create_subscription(Image, topic, images.append, SENSOR)
        deadline = time.monotonic() + WAIT_S
        try:
            while not images and time.monotonic() < deadline and not self._closing.is_set():
                self._executor.spin_once(timeout_sec=0.1)
            if not images:
                if self._closing.is_set():
                    return
                _log.info("no picture from %s within %.0f s", topic, WAIT_S)
                return
            album.picture(name, cv2.imencode(".png", to_bgr(images[0]))[1].tobytes())
        except (ValueError, cv2.error) as error:
            _log.warning("picture from %s left out: %s", topic, error)
        finally:
            self._node.destroy_subscription(subscription)
