# SPDX-License-Identifier: Apache-2.0
"""Detector backends: each turns an image set into detections. Their libraries are imported when one is chosen."""

from __future__ import annotations

from collections.abc import Collection

from makedo_core.failure import MakedoError
from perception_node.detector import Detector


class DetectorError(MakedoError):
    """A detector that cannot be built; the message says what would be right."""


def build_detector(kind: str, vocabulary: Collection[str], *, min_pixels: int) -> Detector:
    """A detector by its name in the parameter `detector`.

    Args:
        kind: name of the backend.
        vocabulary: classes to report.
        min_pixels: smaller masks are left out.

    Raises:
        DetectorError: if there is no such backend.
    """
    if kind == "simulation":
        from perception_node.detectors.simulation import SimulationDetector

        return SimulationDetector(vocabulary, min_pixels)
    raise DetectorError(f"detector {kind!r} is not known; available: simulation")
