# SPDX-License-Identifier: Apache-2.0
"""Settings from ROS parameters; takes the function that reads one, so it needs no ROS itself."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

from perception_node.asset_states import StateSettings
from perception_node.detectors import DetectorSettings
from perception_node.discovery.head_poses import DiscoverySettings, LookSettings
from perception_node.lifting.lift import LiftSettings
from perception_node.pipeline import PipelineSettings

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


def pipeline_settings(read: ReadParameter) -> PipelineSettings:
    """Read how an image set is processed."""
    return PipelineSettings(
        LiftSettings(max_depth_m=float(read("max_depth_m", 3.5, "readings beyond are ignored [m]"))),
        StateSettings(
            light_part=str(read("light_part", "shade", "part of a lamp that shines")),
            bright=float(read("light_bright", 225.0, "brightness from which a lamp is on (0..255)")),
            dark=float(read("light_dark", 200.0, "brightness up to which a lamp is off (0..255)")),
        ),
        reduction=int(read("depth_reduction", 4, "rows and columns left out of the small depth image")),
    )


def discovery_settings(read: ReadParameter) -> DiscoverySettings:
    """Read how thoroughly discover_objects looks."""
    return DiscoverySettings(
        LookSettings(
            max_looks=int(read("max_looks", 4, "most head poses for one asset")),
            max_range_m=float(read("look_range_m", 3.0, "assets farther away are not looked at [m]")),
        ),
        frames=int(read("look_frames", 2, "steady frames at each head pose")),
        patience_s=float(read("look_patience_s", 15.0, "how long to wait for them [s, wall]")),
        picture_px=int(read("look_picture_px", 640, "longer side of discover_objects' pictures; 0: none")),
    )
