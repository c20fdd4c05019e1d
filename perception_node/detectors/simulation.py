# SPDX-License-Identifier: Apache-2.0
"""Detector backend for the simulation's label image: perfect masks, everything after them is real.

An instance number only separates one mask from the next; it never leaves this file.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

import numpy as np
from scipy import ndimage

from makedo_core.failure import MakedoError
from perception_node.detectors.detector import Detection, ImageSet

MOST_INSTANCES = 1_000_000


class LabelError(MakedoError):
    """The simulation's table of labels cannot be read."""


class SimulationDetector:
    """Every instance of a known class with at least `min_pixels` visible pixels is a detection.

    Args:
        vocabulary: classes to report; the image also labels furniture and the robot itself.
        min_pixels: smaller masks are left out.
    """

    def __init__(self, vocabulary: Collection[str], min_pixels: int = 40) -> None:
        self._vocabulary = frozenset(vocabulary)
        self._min_pixels = min_pixels

    def detect(self, images: ImageSet) -> tuple[Detection, ...]:
        """Detections in the order of their instance numbers; none without a label image."""
        if images.labels is None or images.labels.size == 0:
            return ()
        numbers = sorted(n for n, label in images.classes.items() if n > 0 and label in self._vocabulary)
        known = np.zeros(max(numbers, default=0) + 1, np.int32)
        for place, number in enumerate(numbers, start=1):
            known[number] = place
        inside = (images.labels > 0) & (images.labels < len(known))
        compact = np.where(inside, known[np.where(inside, images.labels, 0)], 0)
        found = []
        for place, window in enumerate(ndimage.find_objects(compact), start=1):
            if window is None:
                continue
            rows, columns = window
            mask = compact[rows, columns] == place
            if np.count_nonzero(mask) >= self._min_pixels:
                found.append(Detection(images.classes[numbers[place - 1]], 1.0, rows, columns, mask))
        return tuple(found)

    def diagnostics(self) -> Mapping[str, str]:
        """Nothing: its masks are perfect."""
        return {}


def classes_from_json(text: str) -> dict[int, str]:
    """Read the table of labels: a JSON object of instance number -> {"label": class, ...}.

    Raises:
        LabelError: if it is anything else.
    """
    try:
        table = json.loads(text)
        if not isinstance(table, dict):
            raise TypeError("not an object")
        classes = {int(number): _label(entry) for number, entry in table.items()}
        if any(number > MOST_INSTANCES for number in classes):
            raise ValueError(f"instance numbers go up to {MOST_INSTANCES}")
        return classes
    except (ValueError, TypeError, RecursionError) as error:
        expected = '{"3": {"label": "cola_can"}}'
        raise LabelError(f"table of labels: expected JSON like {expected}, got {text[:80]!r}: {error}") from None


def _label(entry: object) -> str:
    label = entry.get("label") if isinstance(entry, dict) else None
    if not isinstance(label, str) or not label:
        raise TypeError(f"{entry!r} has no label")
    return label
