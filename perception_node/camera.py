# SPDX-License-Identifier: Apache-2.0
"""Raw camera images to arrays, by their encodings. What does not fit is refused with what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from makedo_core.failure import MakedoError
from makedo_core.sight.view import Intrinsics

DepthImage = npt.NDArray[np.float32]
ColourImage = npt.NDArray[np.uint8]
LabelImage = npt.NDArray[np.int32]

_COLOUR = {"rgb8": (3, (0, 1, 2)), "bgr8": (3, (2, 1, 0)), "rgba8": (4, (0, 1, 2)), "bgra8": (4, (2, 1, 0))}


class ImageError(MakedoError):
    """An image that cannot be used; the message names the remedy."""


@dataclass(frozen=True, slots=True)
class RawImage:
    """An image as it comes over the wire.

    Attributes:
        source: topic, for messages.
        step: bytes of a row.
    """

    source: str
    encoding: str
    width: int
    height: int
    step: int
    big_endian: bool
    content: bytes | memoryview


def depth_from_raw(raw: RawImage) -> DepthImage:
    """Depth along the optical axis, shape (height, width) [m]; 0: no reading.

    The unit follows the encoding (REP-118): 32FC1 is metres, 16UC1 is millimetres.

    Raises:
        ImageError: for any other encoding or a wrong length.
    """
    if raw.encoding == "32FC1":
        metres = _pixels(raw, "f4", 1)[..., 0].astype(np.float32)
        measured: npt.NDArray[np.float32] = np.where(np.isfinite(metres), metres, np.float32(0))
        return measured
    if raw.encoding in ("16UC1", "mono16"):
        scaled: npt.NDArray[np.float32] = _pixels(raw, "u2", 1)[..., 0].astype(np.float32) * np.float32(1e-3)
        return scaled
    raise ImageError(
        f"{raw.source}: depth encoding {raw.encoding!r} is not supported; publish 32FC1 (metres) or 16UC1 (millimetres)"
    )


def colour_from_raw(raw: RawImage) -> ColourImage:
    """Colour image, shape (height, width, 3), red first.

    Raises:
        ImageError: for an unknown encoding or a wrong length.
    """
    if raw.encoding not in _COLOUR:
        known = ", ".join(_COLOUR)
        raise ImageError(f"{raw.source}: colour encoding {raw.encoding!r} is not supported; publish one of {known}")
    channels, order = _COLOUR[raw.encoding]
    return _pixels(raw, "u1", channels)[..., list(order)]


def labels_from_raw(raw: RawImage) -> LabelImage:
    """Instance numbers, shape (height, width).

    Raises:
        ImageError: if it is not 32SC1 or of a wrong length.
    """
    if raw.encoding != "32SC1":
        raise ImageError(f"{raw.source}: encoding {raw.encoding!r} is not supported; a label image is 32SC1")
    return _pixels(raw, "i4", 1)[..., 0]


def check_same_size(camera: Intrinsics, **images: tuple[int, ...]) -> None:
    """Check that images (name -> shape) are of the camera's size.

    Raises:
        ImageError: naming the first that is not.
    """
    for name, shape in images.items():
        if shape[:2] != (camera.height, camera.width):
            raise ImageError(
                f"the {name} image is {shape[1]}x{shape[0]}, but camera_info says {camera.width}x{camera.height}; "
                "register the depth to the colour camera and publish its camera_info"
            )


def intrinsics_from_matrix(k: npt.ArrayLike, width: int, height: int) -> Intrinsics:
    """Intrinsics of a row-major 3x3 camera matrix.

    Raises:
        ImageError: if there is no positive focal length or size, as in an uncalibrated camera's camera_info.
    """
    matrix = np.asarray(k, float).reshape(3, 3)
    if not np.isfinite(matrix).all() or matrix[0, 0] <= 0 or matrix[1, 1] <= 0 or width <= 0 or height <= 0:
        raise ImageError(
            f"camera_info has focal lengths {matrix[0, 0]:g}, {matrix[1, 1]:g} and size {width}x{height}; "
            "calibrate the camera, or publish its calibration"
        )
    return Intrinsics(matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2], width, height)


def _pixels(raw: RawImage, kind: str, channels: int) -> npt.NDArray[Any]:
    """Pixels of an image with padded rows, shape (height, width, channels)."""
    dtype = np.dtype(kind).newbyteorder(">" if raw.big_endian else "<")
    row = raw.width * channels * dtype.itemsize
    if raw.width <= 0 or raw.height <= 0 or raw.step < row or len(raw.content) < raw.step * raw.height:
        raise ImageError(
            f"{raw.source}: {len(raw.content)} bytes with rows of {raw.step} are not a {raw.width}x{raw.height} image "
            f"in {raw.encoding} (rows of at least {row} bytes)"
        )
    flat = np.frombuffer(raw.content, np.uint8, raw.step * raw.height).reshape(raw.height, raw.step)
    pixels: npt.NDArray[Any] = np.ascontiguousarray(flat[:, :row]).view(dtype).reshape(raw.height, raw.width, channels)
    return pixels.astype(dtype.newbyteorder("="), copy=False)
