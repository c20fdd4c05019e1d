# SPDX-License-Identifier: Apache-2.0
"""What all backends that look at colours share: the check of the image, and masks in a stable order."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from perception_node.camera import ColourImage
from perception_node.detectors.detector import Detection, ImageSet, Mask
from perception_node.detectors.settings import DetectorError


def colour_of(images: ImageSet) -> ColourImage:
    """The colour image, checked.

    Returns:
        Shape (h, w, 3), red first.

    Raises:
        DetectorError: if there is none, it is no 8-bit RGB image, or it is of another size than the depth image.
    """
    colour = images.colour
    if colour is None:
        raise DetectorError("this detector needs a colour image, and the camera sends none")
    if colour.ndim != 3 or colour.shape[2] != 3 or colour.dtype != np.uint8:
        raise DetectorError(f"the colour image is {colour.dtype} of shape {colour.shape}, expected uint8 (h, w, 3)")
    if images.depth.shape != colour.shape[:2]:
        raise DetectorError(
            f"the colour image is {colour.shape[1]}x{colour.shape[0]} and the depth image "
            f"{images.depth.shape[1]}x{images.depth.shape[0]}; register the depth to the colour camera"
        )
    return colour


def cropped(label: str, score: float, mask: Mask, min_pixels: int) -> Detection | None:
    """A detection from a mask of the whole image, shape (h, w); None when it has fewer than `min_pixels`."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows) == 0 or np.count_nonzero(mask) < min_pixels:
        return None
    window = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
    return Detection(label, float(score), *window, np.ascontiguousarray(mask[window]))


def in_order(detections: Iterable[Detection]) -> tuple[Detection, ...]:
    """Detections with the surest first; equal scores by class and place, so that the order is stable."""
    return tuple(sorted(detections, key=lambda d: (-d.score, d.label, d.rows.start, d.columns.start)))
