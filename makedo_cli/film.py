# SPDX-License-Identifier: Apache-2.0
"""Films a run from the overview camera, as a moving picture (GIF)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from makedo_core.failure import MakedoError

if TYPE_CHECKING:
    from rclpy.node import Node

TOPIC = "overview_camera/image_raw"
WIDTH_PX = 400
MOST_FRAMES = 48  # about 2 MB
FRAME_MS = 250
LAST_FRAME_MS = 3000  # the end can be looked at


class Film:
    """Keeps images of the overview camera from now on, at equal distances and no more than a film needs.

    Args:
        node: spins while the run goes on.
        topic: of the camera.
    """

    def __init__(self, node: Node, topic: str = TOPIC) -> None:
        from sensor_msgs.msg import Image

        from makedo_ros.runtime.qos import SENSOR

        self._node = node
        self._lock = threading.Lock()
        self._frames: list[np.ndarray] = []
        self._every, self._seen = 1, 0  # keep every so-many-th image of those seen
        self._subscription = node.create_subscription(Image, topic, self._on_image, SENSOR)

    def write(self, path: Path) -> int:
        """Stop filming and write the film; return its number of frames.

        Raises:
            MakedoError: if no image came, or the file cannot be written.
        """
        self._node.destroy_subscription(self._subscription)
        with self._lock:
            frames = list(self._frames)
        frames = thinned(frames)
        write_gif(path, frames)
        return len(frames)

    def _on_image(self, message: Any) -> None:
        from makedo_ros.conversions.images import to_bgr

        self._seen += 1
        if self._seen % self._every:
            return
        frame = reduced(to_bgr(message))
        with self._lock:
            self._frames.append(frame)
            if len(self._frames) > 2 * MOST_FRAMES:
                self._frames = self._frames[1::2]
                self._every *= 2


def reduced(picture: np.ndarray, width_px: int = WIDTH_PX) -> np.ndarray:
    """A picture of shape (h, w, 3) brought down to a width; one that is narrower stays as it is."""
    height, width = picture.shape[:2]
    if width <= width_px:
        return np.array(picture)
    size = (width_px, round(height * width_px / width))
    smaller: np.ndarray = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return smaller


def thinned(frames: Sequence[np.ndarray], most: int = MOST_FRAMES) -> list[np.ndarray]:
    """At most so many of the frames, at equal distances, the first and the last among them."""
    if len(frames) <= most:
        return list(frames)
    return [frames[round(i * (len(frames) - 1) / (most - 1))] for i in range(most)]


def write_gif(path: Path, frames: Sequence[np.ndarray]) -> None:
    """Write pictures of one size, each of shape (h, w, 3), blue first, as a moving picture.

    Raises:
        MakedoError: if there are none, or the file cannot be written.
    """
    if not frames:
        raise MakedoError(f"{path}: nothing to write, the overview camera sent no image")
    if path.suffix.lower() != ".gif":
        raise MakedoError(f"{path}: a film's name ends in .gif")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MakedoError(f"{path}: {error.strerror}") from error
    film = cv2.Animation()
    film.frames = list(frames)
    film.durations = [FRAME_MS] * (len(frames) - 1) + [LAST_FRAME_MS]
    try:
        written = cv2.imwriteanimation(str(path), film)
    except cv2.error as error:
        raise MakedoError(f"{path}: {error.err}") from error
    if not written:
        raise MakedoError(f"{path}: cannot be written")
