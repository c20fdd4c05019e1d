# SPDX-License-Identifier: Apache-2.0
"""Detector backend for the models of the ultralytics package, the only file that imports it.

Any YOLO segmentation weights (.pt, .onnx, .engine), YOLOE, and YOLO-World, whose boxes get their masks by depth.
The package is under the AGPL-3.0; it is not installed with Makedo and nothing else needs it.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from makedo_core.ontology import Ontology
from perception_node.camera import ColourImage
from perception_node.detectors.box_mask import BoxMaskSettings, PixelBox, mask_in_box
from perception_node.detectors.class_names import ClassNames, class_map_from_yaml, class_names
from perception_node.detectors.contract import colour_of, cropped, in_order
from perception_node.detectors.detector import Detection, ImageSet, Mask
from perception_node.detectors.settings import DetectorError, DetectorSettings

MOST_DETECTIONS = 100
_OPEN_VOCABULARY = {"yoloe": "YOLOE", "world": "YOLOWorld"}  # part of the file's name -> class of the library


class UltralyticsDetector:
    """A model of the ultralytics package.

    Args:
        settings: weights, thresholds, device, classes to report.
        ontology: what the network's classes are called here.
        load: gives the library; a test's own in its place.

    Raises:
        DetectorError: if the package or the weights are missing, the device is not there, the model finds boxes or
            masks of nothing that is to be reported, or a vocabulary cannot be set.
    """

    def __init__(
        self, settings: DetectorSettings, ontology: Ontology, load: Callable[[], ModuleType] | None = None
    ) -> None:
        library = (load or _import_ultralytics)()
        weights = _weights(settings)
        self._settings = settings
        self._model = _model(library, weights)
        if getattr(self._model, "task", "segment") not in ("segment", "detect"):
            raise DetectorError(f"{weights} is a model for {self._model.task!r}, expected one for segment or detect")
        self._device = _device(settings, weights)
        if _kind(weights) and settings.set_vocabulary:
            _set_vocabulary(self._model, weights, sorted(settings.vocabulary))
        given = class_map_from_yaml(Path(settings.class_map)) if settings.class_map else {}
        self._labels = _labels(self._model)
        self._names: ClassNames = class_names(self._labels.values(), settings.vocabulary, ontology, given)
        if not self._names.ours:
            raise DetectorError(
                f"{weights} has no class that is to be reported; it has {', '.join(self._names.unmapped[:12])}. Name "
                "what they are here in class_map, or add shapes to objects_file"
            )
        self._left_out = 0

    def detect(self, images: ImageSet) -> tuple[Detection, ...]:
        """Detections, best first.

        Raises:
            DetectorError: if the image cannot be used.
        """
        colour = colour_of(images)
        if colour.size == 0:
            return ()
        result = self._predict(colour)
        found = []
        for label, score, mask in self._instances(result, images):
            ours = self._names.ours.get(label)
            if ours is None:
                self._left_out += 1
                continue
            detection = cropped(ours, score, mask, self._settings.min_pixels)
            if detection is not None:
                found.append(detection)
        return in_order(found)

    def diagnostics(self) -> Mapping[str, str]:
        """Classes of the network that have no name here."""
        return {
            "detector runs on": self._device,
            "classes of the network that are left out": ", ".join(self._names.unmapped[:20]) or "none",
            "detections of these": str(self._left_out),
        }

    def _predict(self, colour: ColourImage) -> Any:
        size = {"imgsz": self._settings.image_size} if self._settings.image_size else {}
        results = self._model.predict(
            np.ascontiguousarray(colour[:, :, ::-1]),  # the library takes blue first
            conf=self._settings.confidence,
            iou=self._settings.iou,
            device=self._device,
            max_det=MOST_DETECTIONS,
            retina_masks=True,  # masks of the image's size
            verbose=False,
            quantize=16 if self._device.startswith("cuda") else None,
            **size,
        )
        return results[0]

    def _instances(self, result: Any, images: ImageSet) -> Sequence[tuple[str, float, Mask]]:
        """Label, score and mask of the whole image, of each instance."""
        if result.boxes is None or len(result.boxes) == 0:
            return ()
        labels = [self._labels[int(c)] for c in _array(result.boxes.cls)]
        scores = [float(s) for s in _array(result.boxes.conf)]
        if result.masks is not None:
            masks = [mask > 0.5 for mask in _array(result.masks.data)]
            if masks and masks[0].shape != images.depth.shape:
                raise DetectorError(f"masks of {masks[0].shape} pixels for an image of {images.depth.shape}")
            return list(zip(labels, scores, masks, strict=True))
        boxes = [PixelBox(*(float(v) for v in box)) for box in _array(result.boxes.xyxy)]
        settings = BoxMaskSettings()
        by_depth = (mask_in_box(images.depth, box, settings) for box in boxes)
        return [item for item in zip(labels, scores, by_depth, strict=True) if item[2] is not None]  # type: ignore[misc]


def _import_ultralytics() -> ModuleType:
    """Import the package without letting it reach for the network or install anything."""
    os.environ["YOLO_OFFLINE"] = "true"
    os.environ["YOLO_AUTOINSTALL"] = "false"
    try:
        return importlib.import_module("ultralytics")
    except ModuleNotFoundError as error:
        raise DetectorError(
            f"the detector 'ultralytics' needs the Python package {error.name}: python -m pip install "
            "ultralytics-opencv-headless (AGPL-3.0). The detector 'onnx' needs nothing more"
        ) from None
    except (ImportError, RuntimeError, OSError) as error:
        raise DetectorError(f"the package ultralytics is installed and cannot be imported: {error}") from None


def _weights(settings: DetectorSettings) -> Path:
    if not settings.weights:
        raise DetectorError("the detector 'ultralytics' needs weights: set `weights` to a .pt, .onnx or .engine file")
    path = Path(settings.weights)
    if not path.is_file():
        raise DetectorError(f"there are no weights at {path}; nothing is downloaded, fetch them beforehand")
    return path


def _kind(weights: Path) -> str:
    """The library's class for models that take a vocabulary, by the file's name; empty for all others."""
    if weights.suffix != ".pt":
        return ""  # exported: the vocabulary is baked in
    return next((name for part, name in _OPEN_VOCABULARY.items() if part in weights.stem.lower()), "")


def _model(library: ModuleType, weights: Path) -> Any:
    make = getattr(library, _kind(weights) or "YOLO")
    try:
        return make(str(weights)) if weights.suffix == ".pt" else make(str(weights), task="segment")
    except Exception as error:  # noqa: BLE001 - a foreign file read by a library without a common error
        raise DetectorError(f"{weights} cannot be read as a model of ultralytics: {_short(error)}") from None


def _device(settings: DetectorSettings, weights: Path) -> str:
    """The device to run on; "auto" is the first GPU, if there is one."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(settings.threads)
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if settings.device == "auto":
        return "cuda:0" if count else "cpu"
    if settings.device == "cpu":
        return "cpu"
    number = settings.device.removeprefix("cuda:")
    if not number.isdigit() or settings.device == number:
        raise DetectorError(f"device is {settings.device!r}, expected auto, cpu or cuda:N")
    if int(number) >= count:
        raise DetectorError(f"device {settings.device} is not there; this machine has {count} GPUs that torch can use")
    return settings.device


def _set_vocabulary(model: Any, weights: Path, vocabulary: Sequence[str]) -> None:
    """Have an open-vocabulary model look for our classes, said as people do."""
    if sorted(_labels(model).values()) == sorted(_spoken(vocabulary)):
        return  # baked in already
    try:
        model.set_classes(_spoken(vocabulary))
    except Exception as error:  # noqa: BLE001 - a text encoder that is missing fails in many ways
        raise DetectorError(
            f"the classes of {weights} cannot be set: {_short(error)}. That takes the model's text encoder (CLIP for "
            "YOLO-World, mobileclip_blt.ts for YOLOE), which must lie on this machine; or set the classes where it "
            "does, save the model with them, and switch set_vocabulary off"
        ) from None


def _spoken(vocabulary: Sequence[str]) -> list[str]:
    return [name.replace("_", " ") for name in vocabulary]


def _labels(model: Any) -> Mapping[int, str]:
    names = model.names
    return {int(k): str(v) for k, v in (names.items() if isinstance(names, Mapping) else enumerate(names))}


def _array(tensor: Any) -> Any:
    """A tensor of the library, which may be on a GPU, as an array."""
    return tensor.cpu().numpy() if hasattr(tensor, "cpu") else np.asarray(tensor)


def _short(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
