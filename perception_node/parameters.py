# SPDX-License-Identifier: Apache-2.0
"""The detector's settings from ROS parameters; takes the function that reads one, so it needs no ROS itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

from perception_node.detectors import DetectorSettings

AUTO = "auto"


class ReadParameter(Protocol):
    """Declares a parameter once and returns its value in the type of the default."""

    def __call__(self, name: str, default: Any, description: str) -> Any:
        """The parameter's value."""


def detector_settings(read: ReadParameter, vocabulary: Collection[str], robots: str = "onnx") -> DetectorSettings:
    """Read the parameters of the detector.

    Args:
        read: reads one parameter.
        vocabulary: classes to report.
        robots: backend that the robot's description names, for "auto".

    Raises:
        DetectorError: if a value cannot be right.
    """
    kind = read("detector", AUTO, "detector backend; auto: the one that the robot's description names")
    return DetectorSettings(
        kind=robots if kind == AUTO else kind,
        vocabulary=frozenset(vocabulary),
        min_pixels=int(read("min_pixels", 40.0, "smallest mask [px]")),
        weights=read("weights", "", "file of the network; empty: the backend's own"),
        confidence=read("confidence", 0.35, "detections below this score are left out, 0..1"),
        iou=read("iou", 0.5, "of two boxes that overlap more than this the weaker is left out, 0..1"),
        image_size=int(read("image_size", 0.0, "longer side at which the network sees the image [px]; 0: its own")),
        threads=int(read("detector_threads", 1.0, "threads of the network on a CPU")),
        device=read("device", "auto", "auto, cpu or cuda:N"),
        class_map=read("class_map", "", "YAML file: the network's class -> ours; empty: by name and ontology"),
        set_vocabulary=read("set_vocabulary", True, "have an open-vocabulary model look for our classes"),
        llm_file=read("llm_file", "", "settings of the vision model, in the form of config/llm.yaml"),
    )
