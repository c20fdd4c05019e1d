# SPDX-License-Identifier: Apache-2.0
"""Pictures for the run folder: subscribes to a camera for one image at a time, so that it costs nothing otherwise."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node
from sensor_msgs.msg import Image

from makedo_core.robot_config import CameraConfig
from makedo_ros.qos import SENSOR

WAIT_S = 3.0
_log = logging.getLogger(__name__)


def to_bgr(image: Image) -> np.ndarray:
    """An 8-bit colour image as an array, shape (h, w, 3), blue first.

    Raises:
        ValueError: on another encoding.
    """
    if image.encoding not in ("rgb8", "bgr8"):
        raise ValueError(f"image encoding {image.encoding!r}; expected rgb8 or bgr8")
    rows = np.frombuffer(image.data, np.uint8).reshape(image.height, image.step)
    pixels = rows[:, : 3 * image.width].reshape(image.height, image.width, 3)
    return pixels[:, :, ::-1] if image.encoding == "rgb8" else pixels


class Camera:
    """Takes pictures in the background; implements the port `Photographer`.

    Args:
        node: subscribes on its behalf.
        config: topics.
        store: takes the name of a file and writes it: returns its path, or None when there is no run.
    """

    def __init__(self, node: Node, config: CameraConfig, folder: Callable[[], Path | None]) -> None:
        self._node = node
        self._topics = {"head": config.image, "overview": config.overview}
        self._folder = folder
        self._orders: queue.Queue[tuple[str, Path] | None] = queue.Queue()
        self._worker = threading.Thread(target=self._work, daemon=True, name="camera")
        self._worker.start()

    def take(self, name: str) -> None:
        """Order pictures from all cameras under a name; they arrive a moment later."""
        folder = self._folder()
        if folder is not None:
            self._orders.put((name, folder))

    def finish(self, timeout_s: float = 5.0) -> None:
        """Wait until what was ordered is written."""
        waiting = threading.Thread(target=self._orders.join, daemon=True)
        waiting.start()
        waiting.join(timeout_s)

    def close(self) -> None:
        """End the worker."""
        self._orders.put(None)
        self._worker.join(WAIT_S + 1.0)

    def _work(self) -> None:
        while (order := self._orders.get()) is not None:
            name, folder = order
            for camera, topic in self._topics.items():
                if topic:
                    self._one(topic, folder / f"{name}_{camera}.png")
            self._orders.task_done()
        self._orders.task_done()

    def _one(self, topic: str, path: Path) -> None:
        arrived, images = threading.Event(), []

        def on_image(image: Image) -> None:
            if not arrived.is_set():
                images.append(image)
                arrived.set()

        subscription = self._node.create_subscription(
            Image, topic, on_image, SENSOR, callback_group=ReentrantCallbackGroup()
        )
        try:
            if not arrived.wait(WAIT_S):
                _log.info("no picture from %s within %.0f s", topic, WAIT_S)
                return
            cv2.imwrite(str(path), to_bgr(images[0]))
        except ValueError as error:
            _log.warning("picture from %s left out: %s", topic, error)
        finally:
            self._node.destroy_subscription(subscription)
