# SPDX-License-Identifier: Apache-2.0
"""Label images to the outlines that YOLO's segmentation networks are trained on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

MIN_PIXELS = 50  # of an object in view; less is not asked of the network
PIECE_SHARE = 0.2  # of the largest piece: smaller ones are left out
TOLERANCE_PX = 0.7

Labels = npt.NDArray[np.int32]
Polygon = npt.NDArray[np.float64]


def outlines(labels: Labels, classes: Mapping[int, int]) -> list[tuple[int, Polygon]]:
    """Class number and outline, shape (n, 2) as shares of width and height, of each object that is seen.

    An object in several pieces (a can behind a bottle) becomes one outline: its pieces, joined by seams of no width.

    Args:
        labels: label id of each pixel, shape (h, w).
        classes: label id -> class number; other ids are background.
    """
    size = np.array([labels.shape[1], labels.shape[0]], float)
    found = []
    for label in np.unique(labels):
        if int(label) not in classes:
            continue
        mask = (labels == label).astype(np.uint8)
        if int(mask.sum()) < MIN_PIXELS:
            continue
        polygon = _outline(mask)
        if polygon is not None:
            found.append((classes[int(label)], polygon / size))
    return found


def yolo_lines(found: Sequence[tuple[int, Polygon]]) -> str:
    """The contents of a label file."""
    return "\n".join(f"{number} " + " ".join(f"{v:.4f}" for v in polygon.ravel()) for number, polygon in found)


def _outline(mask: npt.NDArray[np.uint8]) -> Polygon | None:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    areas = [max(cv2.contourArea(c), 1.0) for c in contours]
    pieces = [
        cv2.approxPolyDP(contour, TOLERANCE_PX, True).reshape(-1, 2).astype(float)
        for contour, area in zip(contours, areas, strict=True)
        if area >= PIECE_SHARE * max(areas)
    ]
    pieces = [p for p in pieces if len(p) >= 3]
    if not pieces:
        return None
    joined = pieces[0]
    for piece in pieces[1:]:
        joined = _joined(joined, piece)
    return joined


def _joined(one: Polygon, other: Polygon) -> Polygon:
    """Two closed outlines as one that runs to the other's nearest corner, around it, and back."""
    distances = np.linalg.norm(one[:, None] - other[None], axis=2)
    i, j = np.unravel_index(int(distances.argmin()), distances.shape)
    around = np.roll(other, -j, axis=0)
    return np.concatenate([one[: i + 1], around, around[:1], one[i:]])
