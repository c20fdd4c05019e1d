# SPDX-License-Identifier: Apache-2.0
"""Whether a mask agrees with the shape that its class is known to have: the network proposes, geometry judges.

A mask that runs over the outline of its fitted shape is of something larger. An outline through which the camera looks
is of something smaller. What is merely hidden speaks against nothing.
"""

from __future__ import annotations

import cv2
import numpy as np

from makedo_core.geometry import Array
from perception_node.camera import DepthImage
from perception_node.detectors.detector import Detection

OVER_FREE, OVER = 0.04, 0.03  # share of the mask outside of the outline that a right class has, and what is too much
THROUGH_FREE, THROUGH = 0.25, 0.1  # the same of the outline that is looked through
BEHIND_M = 0.04  # farther than the object: the view goes past it
LEAST = 0.1  # shapes are a little wrong, and things lean: what disagrees is slow to be believed, but not left out


def agreement(detection: Detection, outline: Array, depth: DepthImage) -> float:
    """How well a mask agrees with an outline, LEAST..1.

    Args:
        detection: its mask.
        outline: corners of a convex outline in the image, shape (n, 2) [px].
        depth: whole image, shape (h, w) [m].
    """
    (left, top), (right, bottom) = np.floor(outline.min(axis=0)), np.ceil(outline.max(axis=0)) + 1
    y0 = int(np.clip(min(top, detection.rows.start) - 1, 0, depth.shape[0]))
    y1 = int(np.clip(max(bottom, detection.rows.stop) + 1, 0, depth.shape[0]))
    x0 = int(np.clip(min(left, detection.columns.start) - 1, 0, depth.shape[1]))
    x1 = int(np.clip(max(right, detection.columns.stop) + 1, 0, depth.shape[1]))
    mask = np.zeros((y1 - y0, x1 - x0), bool)
    mask[
        detection.rows.start - y0 : detection.rows.stop - y0,
        detection.columns.start - x0 : detection.columns.stop - x0,
    ] = detection.mask
    inside = np.zeros(mask.shape, np.uint8)
    hull = cv2.convexHull((outline - (x0, y0)).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(inside, np.round(hull).astype(np.int32), 1)
    seen = depth[y0:y1, x0:x1]
    own = seen[mask & (seen > 0)]
    if len(own) == 0:
        return LEAST
    wider = cv2.dilate(inside, np.ones((3, 3), np.uint8)) > 0  # masks are a pixel wrong
    over = int(np.count_nonzero(mask & ~wider)) / int(np.count_nonzero(mask))
    past = (inside > 0) & ~mask & (seen > float(np.median(own)) + BEHIND_M)
    through = np.count_nonzero(past) / max(1, int(np.count_nonzero(inside)))
    against = max(0.0, over - OVER_FREE) / OVER + max(0.0, through - THROUGH_FREE) / THROUGH
    return max(LEAST, float(np.exp(-against)))
