# SPDX-License-Identifier: Apache-2.0
"""Detector backend for a YOLO segmentation network in ONNX form, run by onnxruntime on a CPU. The default.

The package brings a small network of its own (config/detectors/home.onnx, made by training/).
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnxruntime

from perception_node.detectors.detector import Detection, ImageSet
from perception_node.detectors.settings import DetectorError, DetectorSettings
from perception_node.detectors.yolo import DetectionThresholds, Letterbox, detections, network_input
from perception_node.files import shared_file

OWN_WEIGHTS = "config/detectors/home.onnx"


class OnnxDetector:
    """A segmentation network.

    Args:
        settings: weights, thresholds, threads; classes outside of the vocabulary are left out.

    Raises:
        DetectorError: if the file is missing, not ONNX, no YOLO segmentation network, or shares no class with the
            vocabulary.
    """

    def __init__(self, settings: DetectorSettings) -> None:
        path = Path(settings.weights) if settings.weights else shared_file(OWN_WEIGHTS)
        self._session = _session(path, settings.threads)
        self._input = self._session.get_inputs()[0]
        shape = self._input.shape
        outputs = [o.shape for o in self._session.get_outputs()]
        if len(shape) != 4 or len(outputs) != 2 or not all(isinstance(v, int) for v in shape):
            raise DetectorError(
                f"{path}: input {shape} and outputs {outputs} are not those of a YOLO segmentation network of fixed "
                "size; export it with task segment and without dynamic axes"
            )
        self._height, self._width = int(shape[2]), int(shape[3])
        names = _names(self._session, path)
        rows, wanted = outputs[0][1], 4 + len(names) + outputs[1][1]
        if rows != wanted:
            raise DetectorError(
                f"{path} gives {rows} numbers a candidate, expected 4 + {len(names)} classes + {outputs[1][1]} for the "
                f"mask = {wanted}; its metadata `names` may be of another network"
            )
        self._names, self._path = names, path
        self._labels = tuple(name if name in settings.vocabulary else None for name in names)
        if not any(self._labels):
            raise DetectorError(
                f"{path} knows {', '.join(names[:8])}...; none of them is in the catalogue of objects. Give weights "
                "for these objects, or describe the network's classes in objects_file"
            )
        self._limits = DetectionThresholds(settings.confidence, settings.iou, settings.min_pixels)

    def detect(self, images: ImageSet) -> tuple[Detection, ...]:
        """Detections, best first.

        Raises:
            DetectorError: without a colour image, or with one of another kind.
        """
        image = images.colour
        if image is None:
            raise DetectorError("the detector needs a colour image; publish one in step with the depth image")
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
            raise DetectorError(
                f"the colour image is {image.dtype} of shape {image.shape}, expected 3 channels of uint8"
            )
        if image.size == 0:
            return ()
        box = Letterbox.of(image.shape, self._height, self._width)
        given = network_input(image, box, self._height, self._width)
        rows, prototypes = self._session.run(None, {self._input.name: given})
        return detections(rows[0], prototypes[0], self._labels, box, image.shape, self._limits)

    def diagnostics(self) -> Mapping[str, str]:
        """Which network, and which of its classes nobody asked for."""
        unmapped = sorted(n for n, label in zip(self._names, self._labels, strict=True) if label is None)
        return {
            "network": self._path.name,
            "classes of the network that are left out": ", ".join(unmapped[:20]) or "none",
        }


def _session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    if not path.is_file():
        raise DetectorError(f"there are no detector weights at {path}; run `make train`, or set `weights`")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # a waiting thread must not burn a core
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001 - onnxruntime has no common base for its errors
        raise DetectorError(f"{path} is not a network that onnxruntime can run: {str(error)[:200]}") from None


def _names(session: onnxruntime.InferenceSession, path: Path) -> tuple[str, ...]:
    """Class names in the order of the scores, from what Ultralytics writes into the file."""
    text = session.get_modelmeta().custom_metadata_map.get("names", "")
    try:
        table = ast.literal_eval(text)
        return tuple(str(table[i]) for i in range(len(table)))
    except (ValueError, SyntaxError, KeyError, TypeError):
        raise DetectorError(
            f"{path}: its metadata `names` is {text[:60]!r}, expected {{0: 'apple', ...}}; export it with Ultralytics"
        ) from None
