# SPDX-License-Identifier: Apache-2.0
"""Image to network input and network output to detections, for the YOLO family's segmentation networks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from perception_node.camera import ColourImage
from perception_node.detectors.detector import Detection

GREY = 114  # around an image of another aspect ratio, as in training
OTHERS, OTHER_SCORE = 3, 0.02  # number of classes reported beside the best one, and their least score

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Letterbox:
    """How an image lies in the network's input: scaled, then moved to the middle [px].

    Attributes:
        left, top, width, height: of the image in the input.
        whole: width of the input.
    """

    scale: float
    left: int
    top: int
    width: int
    height: int
    whole: int

    @staticmethod
    def of(image: tuple[int, ...], height: int, width: int) -> Letterbox:
        """For an image's shape (h, w, ...) and the input's size."""
        scale = min(height / image[0], width / image[1])
        w, h = round(image[1] * scale), round(image[0] * scale)
        return Letterbox(scale, (width - w) // 2, (height - h) // 2, w, h, width)


def network_input(image: ColourImage, box: Letterbox, height: int, width: int) -> Floats:
    """An image as the network sees it, shape (1, 3, height, width), 0..1."""
    if (box.height, box.width) != image.shape[:2]:
        image = cv2.resize(image, (box.width, box.height), interpolation=cv2.INTER_LINEAR)  # type: ignore[assignment]
    if (box.height, box.width) != (height, width):
        canvas = np.full((height, width, 3), GREY, np.uint8)
        canvas[box.top : box.top + box.height, box.left : box.left + box.width] = image
        image = canvas
    scaled = image.astype(np.float32)
    scaled *= np.float32(1 / 255)
    return np.ascontiguousarray(scaled.transpose(2, 0, 1))[None]


@dataclass(frozen=True, slots=True)
class DetectionThresholds:
    """What counts as a detection (see DetectorSettings)."""

    confidence: float
    iou: float
    min_pixels: int


def detections(
    rows: Floats,
    prototypes: Floats,
    labels: Sequence[str | None],
    box: Letterbox,
    image: tuple[int, ...],
    limits: DetectionThresholds,
) -> tuple[Detection, ...]:
    """Detections in an image, best first. Two of different classes at the same place are one: the better.

    Args:
        rows: the network's first output, shape (4 + classes + coefficients, candidates): centre, size, scores, mask.
        prototypes: its second output, shape (coefficients, h / 4, w / 4).
        labels: class of each score; None: not to be reported.
        box: how the image lay in the input.
        image: shape of the image (h, w, ...).
        limits: what counts.
    """
    scores = rows[4 : 4 + len(labels)]
    best = scores.max(axis=0)
    kept = np.flatnonzero(best > limits.confidence)
    if len(kept) == 0:
        return ()
    best, classes = best[kept], scores[:, kept].argmax(axis=0)
    centre, size = rows[:2, kept].T, rows[2:4, kept].T
    boxes = np.concatenate([centre - size / 2, size], axis=1)
    order = np.ravel(cv2.dnn.NMSBoxes(boxes.tolist(), best.tolist(), limits.confidence, limits.iou))
    found = []
    for i in sorted(order.tolist(), key=lambda i: -float(best[i])):
        label = labels[int(classes[i])]
        if label is None:
            continue
        detection = _detection(
            label, float(best[i]), boxes[i], rows[4 + len(labels) :, kept[i]], prototypes, box, image
        )
        if detection is not None and detection.area >= limits.min_pixels:
            found.append(replace(detection, others=_others(scores[:, kept[i]], labels)))
    return tuple(found)


def _others(scores: Floats, labels: Sequence[str | None]) -> tuple[tuple[str, float], ...]:
    """The classes that come after the best one."""
    ranked = ((labels[i], float(scores[i])) for i in np.argsort(-scores)[1 : OTHERS + 1])
    return tuple((label, score) for label, score in ranked if label is not None and score >= OTHER_SCORE)


def _detection(
    label: str,
    score: float,
    at: Floats,
    coefficients: Floats,
    prototypes: Floats,
    box: Letterbox,
    image: tuple[int, ...],
) -> Detection | None:
    """The mask inside of a box, at the image's own resolution."""
    left, top, width, height = (float(v) for v in at)
    low = np.array([left - box.left, top - box.top]) / box.scale
    high = low + np.array([width, height]) / box.scale
    x0, y0 = (int(max(0, round(v))) for v in low)
    x1, y1 = int(min(image[1], round(high[0]))), int(min(image[0], round(high[1])))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    stride = box.whole / prototypes.shape[2]
    # Only the part of the prototypes under the box is worked out, with a pixel around it for the interpolation.
    px0, py0 = (int(max(0, np.floor(v / stride) - 1)) for v in (left, top))
    px1 = int(min(prototypes.shape[2], np.ceil((left + width) / stride) + 1))
    py1 = int(min(prototypes.shape[1], np.ceil((top + height) / stride) + 1))
    if px1 <= px0 or py1 <= py0:
        return None
    part = np.tensordot(coefficients, prototypes[:, py0:py1, px0:px1], axes=1).astype(np.float32)
    columns = ((np.arange(x0, x1) + 0.5) * box.scale + box.left) / stride - 0.5 - px0
    lines = ((np.arange(y0, y1) + 0.5) * box.scale + box.top) / stride - 0.5 - py0
    grid = np.meshgrid(columns.astype(np.float32), lines.astype(np.float32))
    fine = cv2.remap(part, grid[0], grid[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = fine > 0.0  # of a logit: more likely than not
    return Detection(label, score, slice(y0, y1), slice(x0, x1), mask)
