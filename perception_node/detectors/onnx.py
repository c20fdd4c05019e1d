# SPDX-License-Identifier: Apache-2.0
"""Detector backend for networks in ONNX form, run by onnxruntime on a CPU. The default.

A YOLO segmentation network as Ultralytics exports it needs nothing beside it; the package brings a small one of its own
(config/detectors/home.onnx, made by training/). Of any other network a file beside it says what it takes and gives.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnxruntime

from makedo_core.conversation.suggestions import choices
from makedo_core.ontology import Ontology
from perception_node.detectors.box_mask import BoxMaskSettings, mask_in_box, whole_box
from perception_node.detectors.class_names import ClassNames, class_map_from_yaml, class_names
from perception_node.detectors.contract import colour_of, cropped, in_order
from perception_node.detectors.detector import Detection, ImageSet, Mask
from perception_node.detectors.settings import PERSON, DetectorError, DetectorSettings
from perception_node.detectors.sidecar import candidates, given_to, read_sidecar, sidecar_file
from perception_node.detectors.yolo import DetectionThresholds, Letterbox, detections, network_input
from perception_node.files import shared_file

OWN_WEIGHTS = "config/detectors/home.onnx"


class OnnxDetector:
    """A YOLO segmentation network.

    Args:
        settings: weights, thresholds, threads, class_map; classes outside of the vocabulary are left out.
        ontology: what the network's classes are called here.

    Raises:
        DetectorError: if the file is missing, not ONNX, no YOLO segmentation network, or shares no class with the
            vocabulary.
    """

    def __init__(self, settings: DetectorSettings, ontology: Ontology) -> None:
        path = weights_file(settings)
        self._session = _session(path, settings.threads)
        self._input = self._session.get_inputs()[0]
        shape = self._input.shape
        outputs = [o.shape for o in self._session.get_outputs()]
        if len(shape) != 4 or len(outputs) != 2 or not all(isinstance(v, int) for v in shape):
            raise DetectorError(
                f"{path}: input {shape} and outputs {outputs} are not those of a YOLO segmentation network of fixed "
                "size; export it with task segment and without dynamic axes, or describe it in "
                f"{sidecar_file(path).name} beside it (docs/detectors.md#networks-of-other-kinds)"
            )
        self._height, self._width = int(shape[2]), int(shape[3])
        names = _names(self._session, path)
        rows, wanted = outputs[0][1], 4 + len(names) + outputs[1][1]
        if rows != wanted:
            raise DetectorError(
                f"{path} gives {rows} numbers a candidate, expected 4 + {len(names)} classes + {outputs[1][1]} for the "
                f"mask = {wanted}; its metadata `names` may be of another network"
            )
        self._names = _ours(names, settings, ontology, path)
        self._labels = tuple(self._names.ours.get(name) for name in names)
        self._path = path
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
        return _told(self._path, self._names)


class DescribedOnnxDetector:
    """Any network that finds boxes or masks and that a file beside it describes (`Sidecar`).

    Boxes get their masks from the depth image, as those of the backend `ultralytics` do.

    Args:
        settings: as of OnnxDetector.
        ontology: what the network's classes are called here.

    Raises:
        DetectorError: if network or file are missing or do not fit each other, or no class is to be reported.
    """

    def __init__(self, settings: DetectorSettings, ontology: Ontology) -> None:
        self._path = weights_file(settings)
        self._said = read_sidecar(sidecar_file(self._path))
        self._session = _session(self._path, settings.threads)
        self._input = self._session.get_inputs()[0]
        self._check()
        self._kind = np.uint8 if "uint8" in self._input.type else np.float32
        self._names = _ours(tuple(self._said.classes.values()), settings, ontology, self._path)
        self._settings = settings

    def detect(self, images: ImageSet) -> tuple[Detection, ...]:
        """Detections, best first.

        Raises:
            DetectorError: if the image cannot be used, or the network answers otherwise than the file says.
        """
        colour = colour_of(images)
        if colour.size == 0:
            return ()
        given, box = given_to(self._said.input, colour, self._kind)
        names = [output.name for output in self._session.get_outputs()]
        outputs = dict(zip(names, self._session.run(names, {self._input.name: given}), strict=True))
        limits = self._settings
        found = []
        for item in candidates(self._said, outputs, box, colour.shape, limits.confidence, limits.iou):
            ours = self._names.ours.get(self._said.classes.get(item.number, ""))
            if ours is None:
                continue
            if item.mask is not None:
                mask: Mask | None = item.mask > 0.5
            elif ours == PERSON:  # one who is near fills the picture, and stands out from nothing
                mask = whole_box(images.depth.shape, item.box)
            else:
                mask = mask_in_box(images.depth, item.box, BoxMaskSettings())
            detection = None if mask is None else cropped(ours, item.score, mask, limits.min_pixels)
            if detection is not None:
                found.append(detection)
        return in_order(found)

    def diagnostics(self) -> Mapping[str, str]:
        """Which network, and which of its classes nobody asked for."""
        return _told(self._path, self._names)

    def _check(self) -> None:
        """Whether the file speaks of this network."""
        said, there = self._said.output, [output.name for output in self._session.get_outputs()]
        for name in filter(None, (said.boxes, said.scores, said.numbers, said.masks)):
            if name not in there:
                raise DetectorError(
                    f"{sidecar_file(self._path)}: the network has no output {name!r}; {choices(name, there)}"
                )
        wanted: tuple[int, ...] = (1, 3, self._said.input.height, self._said.input.width)
        if self._said.input.layout == "nhwc":
            wanted = (1, *wanted[2:], 3)
        shape = self._input.shape
        if len(shape) != 4 or any(isinstance(v, int) and v != w for v, w in zip(shape, wanted, strict=True)):
            raise DetectorError(
                f"{sidecar_file(self._path)} describes an input of shape {wanted}, the network's is {shape}"
            )


def weights_file(settings: DetectorSettings) -> Path:
    """The network's file: the one that is set, else Makedo's own."""
    return Path(settings.weights) if settings.weights else shared_file(OWN_WEIGHTS)


def _ours(names: Sequence[str], settings: DetectorSettings, ontology: Ontology, path: Path) -> ClassNames:
    given = class_map_from_yaml(Path(settings.class_map)) if settings.class_map else {}
    found = class_names(names, settings.vocabulary, ontology, given)
    if not found.ours:
        raise DetectorError(
            f"{path} knows {', '.join(names[:8])}...; none of them is in the catalogue of objects. Give weights for "
            "these objects, name what they are here in class_map, or describe the network's classes in objects_file"
        )
    if PERSON in settings.vocabulary and PERSON not in found.ours.values():
        raise DetectorError(
            f"{path} finds no persons (safety.camera of the robot's description asks for them); its classes are "
            f"{', '.join(names[:12])}: name the one that is a person in class_map, take another network, or set "
            "safety.camera to false"
        )
    return found


def _told(path: Path, names: ClassNames) -> Mapping[str, str]:
    return {
        "network": path.name,
        "classes of the network that are left out": ", ".join(names.unmapped[:20]) or "none",
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
