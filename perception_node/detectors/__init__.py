# SPDX-License-Identifier: Apache-2.0
"""Detector backends: each turns an image set into detections. Their libraries are imported when one is chosen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from makedo_core.cancel import IsCancelled
from makedo_core.extensions import EntryPointGroup, Registry
from perception_node.detectors.detector import Detector
from perception_node.detectors.settings import PERSON, DetectorError, DetectorSettings

FIND_PERSONS = ("onnx", "simulation")
"""Backends whose answer about persons may be trusted to be there for each image."""

__all__ = ["BACKENDS", "FIND_PERSONS", "DetectorError", "DetectorSettings", "build_detector"]


def _simulation(settings: DetectorSettings, _: IsCancelled) -> Detector:
    from perception_node.detectors.simulation import SimulationDetector

    return SimulationDetector(settings.vocabulary, settings.min_pixels)


def _onnx(settings: DetectorSettings, _: IsCancelled) -> Detector:
    from makedo_core.ontology import load_ontology
    from perception_node.detectors.onnx import DescribedOnnxDetector, OnnxDetector, weights_file
    from perception_node.detectors.sidecar import sidecar_file

    described = sidecar_file(weights_file(settings)).is_file()
    return (DescribedOnnxDetector if described else OnnxDetector)(settings, load_ontology())


def _ultralytics(settings: DetectorSettings, _: IsCancelled) -> Detector:
    from makedo_core.ontology import load_ontology
    from perception_node.detectors.ultralytics import UltralyticsDetector

    return UltralyticsDetector(settings, load_ontology())


def _vlm(settings: DetectorSettings, cancelled: IsCancelled) -> Detector:
    from makedo_core.ontology import load_ontology
    from makedo_llm.set_up import make_ladder
    from makedo_llm.settings import llm_settings_from_yaml
    from perception_node.detectors.vlm import VlmDetector

    if not settings.llm_file:
        raise DetectorError("the detector 'vlm' needs llm_file: a file like config/llm.yaml with a vision model in it")
    ladder = make_ladder(llm_settings_from_yaml(Path(settings.llm_file)), os.environ, "the picture")
    return VlmDetector(settings, load_ontology(), ladder, cancelled, time.monotonic)


BACKENDS: Mapping[str, Callable[[DetectorSettings, IsCancelled], Detector]] = Registry(
    EntryPointGroup.DETECTORS,
    {
        "onnx": _onnx,
        "simulation": _simulation,
        "ultralytics": _ultralytics,
        "vlm": _vlm,
    },
)


def build_detector(settings: DetectorSettings, cancelled: IsCancelled = lambda: False) -> Detector:
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
    if PERSON in settings.vocabulary and settings.kind not in FIND_PERSONS:
        raise DetectorError(
            f"the detector {settings.kind!r} is not made to watch for persons (safety.camera of the robot's "
            f"description): take {' or '.join(FIND_PERSONS)}, or set safety.camera to false"
        )
    return build(settings, cancelled)
