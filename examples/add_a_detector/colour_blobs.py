# SPDX-License-Identifier: Apache-2.0
"""A detector that takes each blob of red pixels for an apple and each of yellow ones for a banana.

Install it where Makedo is installed: .venv/bin/pip install --no-deps examples/add_a_detector
Then: .venv/bin/makedo up detector:=colour_blobs
A detector says which pixels belong to which class. Points, poses and identities are made of them by Makedo, and what
contradicts the shape of its class is left out: this one will do on a tidy table only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from scipy import ndimage

from perception_node.detectors import DetectorSettings
from perception_node.detectors.contract import colour_of, cropped, in_order
from perception_node.detectors.detector import Detection, ImageSet

HUES = {"apple": (200, 40, 40), "banana": (230, 210, 60)}  # red, green, blue
NEAR = 60.0  # Euclidean distance of colours, 0..441
SCORE = 0.6  # a colour alone says little


class ColourBlobs:
    """Finds blobs of known colours; implements `perception_node.detectors.detector.Detector`."""

    def __init__(self, settings: DetectorSettings) -> None:
        self._hues = {label: hue for label, hue in HUES.items() if label in settings.vocabulary}
        self._min_pixels = settings.min_pixels

    def detect(self, images: ImageSet) -> tuple[Detection, ...]:
        """All blobs, in a stable order. Raises DetectorError where there is no colour image."""
        colour = colour_of(images).astype(float)  # (h, w, 3)
        found = []
        for label, hue in self._hues.items():
            blobs, count = ndimage.label(np.linalg.norm(colour - hue, axis=2) < NEAR)
            found += [cropped(label, SCORE, blobs == number, self._min_pixels) for number in range(1, count + 1)]
        return in_order(detection for detection in found if detection is not None)

    def diagnostics(self) -> Mapping[str, str]:
        """Which classes it can find; shown on /diagnostics."""
        return {"colours of": ", ".join(self._hues) or "no class of objects_file"}


def make(settings: DetectorSettings, _cancelled: Callable[[], bool]) -> ColourBlobs:
    """Make the detector of an operator's settings; one that takes long would ask `_cancelled` often."""
    return ColourBlobs(settings)
