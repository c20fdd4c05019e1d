# SPDX-License-Identifier: Apache-2.0
"""Detections against the truth of an image: which are right, what was missed, what is not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from perception_node.detectors.detector import Detection

MIN_PIXELS = 120  # of an object that must be found; less of it in view is neither asked for nor held against anyone
MIN_OVERLAP = 0.5  # intersection over union of two masks of the same thing

Labels = npt.NDArray[np.int32]


@dataclass
class Tally:
    """Counts over many images, by class."""

    found: dict[str, int] = field(default_factory=dict)
    missed: dict[str, int] = field(default_factory=dict)
    wrong: dict[str, int] = field(default_factory=dict)  # detections of nothing, or of another class

    def add(self, detections: Sequence[Detection], labels: Labels, classes: Mapping[int, str]) -> None:
        """Compare the detections in one image, best first, with its label image.

        Args:
            detections: best first.
            labels: label id of each pixel, shape (h, w).
            classes: label id -> class, of the objects.
        """
        areas = {int(i): int(n) for i, n in zip(*np.unique(labels, return_counts=True), strict=True)}
        open_ids = {i for i in areas if i in classes}
        for detection in detections:
            i = _best(detection, labels, open_ids, areas)
            if i is None or (detection.label != classes[i] and areas[i] >= MIN_PIXELS):
                _count(self.wrong, detection.label)
                continue
            open_ids.discard(i)
            if areas[i] >= MIN_PIXELS:
                _count(self.found, detection.label)
        for i in open_ids:
            if areas[i] >= MIN_PIXELS:
                _count(self.missed, classes[i])

    def recall(self, label: str | None = None) -> float:
        """Share of what is in view that was found, of one class or of all; 1 where nothing was in view."""
        return _share(_sum(self.found, label), _sum(self.missed, label))

    def precision(self, label: str | None = None) -> float:
        """Share of the detections that are right, of one class or of all; 1 where nothing was detected."""
        return _share(_sum(self.found, label), _sum(self.wrong, label))

    @property
    def labels(self) -> list[str]:
        """All classes that occur."""
        return sorted({*self.found, *self.missed, *self.wrong})


def _best(detection: Detection, labels: Labels, among: set[int], areas: Mapping[int, int]) -> int | None:
    """The label id whose pixels overlap most with a detection's mask."""
    under = labels[detection.rows, detection.columns][detection.mask]
    ids, shared = np.unique(under, return_counts=True)
    best, most = None, MIN_OVERLAP
    for i, count in zip(ids.tolist(), shared.tolist(), strict=True):
        if i in among:
            overlap = count / (areas[i] + len(under) - count)
            if overlap >= most:
                best, most = i, overlap
    return best


def _count(table: dict[str, int], label: str) -> None:
    table[label] = table.get(label, 0) + 1


def _sum(table: Mapping[str, int], label: str | None) -> int:
    return sum(table.values()) if label is None else table.get(label, 0)


def _share(right: int, not_right: int) -> float:
    return right / (right + not_right) if right + not_right else 1.0
