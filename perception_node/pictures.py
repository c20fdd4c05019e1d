# SPDX-License-Identifier: Apache-2.0
"""Colour images as small JPEG files, for vision models and for people."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from makedo_core.failure import MakedoError
from perception_node.camera import ColourImage


class PictureError(MakedoError):
    """An image that cannot be made a picture."""


@dataclass(frozen=True, slots=True)
class Jpeg:
    """A JPEG file's content and its size [px]."""

    content: bytes
    width: int
    height: int


def jpeg(colour: ColourImage, longest_px: int, quality: int = 88) -> Jpeg:
    """An image as JPEG, made smaller where its longer side has more than `longest_px`.

    Args:
        colour: shape (h, w, 3), red first.
        longest_px: of the picture's longer side.
        quality: 1..100.

    Raises:
        PictureError: if the image has no pixels.
    """
    if colour.size == 0:
        raise PictureError(f"an image of shape {colour.shape} has no pixels")
    height, width = colour.shape[:2]
    scale = min(1.0, longest_px / max(height, width))
    image = np.ascontiguousarray(colour[:, :, ::-1])
    if scale < 1.0:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise PictureError(f"OpenCV cannot encode an image of shape {colour.shape}")
    return Jpeg(content.tobytes(), image.shape[1], image.shape[0])
