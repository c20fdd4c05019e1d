# SPDX-License-Identifier: Apache-2.0
"""Detector backends: each turns an image set into detections. Their libraries are imported when one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from perception_node.detector import Detector
from perception_node.detectors.settings import DetectorError, DetectorSettings

Cancelled = Callable[[], bool]
"""Asked often by a backend that takes long; True: give up."""

__all__ = ["BACKENDS", "DetectorError", "DetectorSettings", "build_detector"]


def _simulation(settings: DetectorSettings, _: Cancelled) -> Detector:
    from perception_node.detectors.simulation import SimulationDetector

    return SimulationDetector(settings.vocabulary, settings.min_pixels)


def _onnx(settings: DetectorSettings, _: Cancelled) -> Detector:
    from perception_node.detectors.onnx import OnnxDetector

    return OnnxDetector(settings)


BACKENDS: Mapping[str, Callable[[DetectorSettings, Cancelled], Detector]] = MappingProxyType(
    {
        "onnx": _onnx,
        "simulation": _simulation,
    }
)


def build_detector(settings: DetectorSettings, cancelled: Cancelled = lambda: False) -> Detector:
    """The detector that the settings name.

    Args:
        settings: what the operator set.
        cancelled: asked often by a backend that takes long; True: give up.

    Raises:
        DetectorError: if there is no such backend, or it cannot be used as set.
    """
    build = BACKENDS.get(settings.kind)
    if build is None:
        raise DetectorError(f"detector {settings.kind!r} is not known; available: {', '.join(sorted(BACKENDS))}")
    return build(settings, cancelled)
