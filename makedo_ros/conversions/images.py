# SPDX-License-Identifier: Apache-2.0
"""Colour images from sensor_msgs/Image."""

from __future__ import annotations

import numpy as np
from sensor_msgs.msg import Image


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
