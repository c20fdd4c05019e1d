# SPDX-License-Identifier: Apache-2.0
"""What a file beside an ONNX network says of it: what it takes, what its outputs mean, what its classes are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import cv2
import numpy as np
import numpy.typing as npt
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from perception_node.camera import ColourImage
from perception_node.detectors.box_mask import PixelBox
from perception_node.detectors.settings import DetectorError
from perception_node.detectors.yolo import GREY, Letterbox

Floats = npt.NDArray[np.float32]
_Three = tuple[float, float, float]


class NetworkInput(BaseModel):
    """How the network wants an image.

    Attributes:
        width, height: of its input [px].
        layout: nchw: channels first; nhwc: last.
        order: of the channels.
        fit: letterbox: whole, with grey beside it; stretch: as wide and as high as the input.
        mean, scale: what the network gets is (value - mean) * scale, for each channel, of values 0..255.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    width: int = Field(ge=1)
    height: int = Field(ge=1)
    layout: Literal["nchw", "nhwc"] = "nchw"
    order: Literal["rgb", "bgr"] = "rgb"
    fit: Literal["letterbox", "stretch"] = "letterbox"
    mean: _Three = (0.0, 0.0, 0.0)
    scale: _Three = (1 / 255, 1 / 255, 1 / 255)


class NetworkOutput(BaseModel):
    """What the outputs mean; each is a name of the network's.

    Attributes:
        boxes: four numbers for each of n candidates, shape (1, n, 4) or (n, 4).
        form: of these numbers: corners by column and row, corners by row and column, or middle, width and height.
        unit: of these numbers: shares of the input, or its pixels.
        scores: shape (1, n, classes) or (n, classes); with `numbers`, (1, n) or (n,).
        numbers: number of each candidate's class, shape (1, n) or (n,); empty: the class with the best score.
        masks: shape (1, n, h, w), (n, 1, h, w) or (n, h, w), over the whole input, 0..1; empty: only boxes.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    boxes: str
    form: Literal["xyxy", "yxyx", "cxcywh"] = "xyxy"
    unit: Literal["share", "pixel"] = "pixel"
    scores: str
    numbers: str = ""
    masks: str = ""


class Sidecar(BaseModel):
    """The whole file; `classes` has the name of each class number, a list from 0 on or number -> name."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    input: NetworkInput
    output: NetworkOutput
    classes: Annotated[dict[int, str], Field(min_length=1)]


@dataclass(frozen=True, slots=True, eq=False)
class NetworkFinding:
    """One thing that the network says is there.

    Attributes:
        number: of its class.
        score: 0..1.
        box: in the image [px].
        mask: probabilities, shape of the image; None: the network draws boxes only.
    """

    number: int
    score: float
    box: PixelBox
    mask: Floats | None


def sidecar_file(weights: Path) -> Path:
    """Where the file beside a network is looked for: net.onnx -> net.yaml."""
    return weights.with_suffix(".yaml")


def read_sidecar(path: Path) -> Sidecar:
    """Read the file.

    Raises:
        DetectorError: if it is no such file; the message names what is wrong in it.
    """
    try:
        raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError, UnicodeDecodeError) as error:
        raise DetectorError(f"{path} cannot be read: {error}") from None
    if isinstance(raw, dict) and isinstance(raw.get("classes"), list):
        raw = {**raw, "classes": dict(enumerate(raw["classes"]))}
    try:
        return Sidecar.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise DetectorError(f"{path}: {where}: {first['msg']} (docs/detectors.md#networks-of-other-kinds)") from None


def given_to(network: NetworkInput, image: ColourImage, kind: type) -> tuple[npt.NDArray[np.generic], Letterbox]:
    """An image as the network wants it, and how it lies in the input.

    Args:
        network: what it wants.
        image: shape (h, w, 3), red first.
        kind: np.float32 or np.uint8, of the network's input.
    """
    fitted = network.fit == "letterbox"
    box = Letterbox.of(image.shape, network.height, network.width)
    size = (box.width, box.height) if fitted else (network.width, network.height)
    small = cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)
    canvas = np.full((network.height, network.width, 3), GREY, np.uint8)
    left, top = (box.left, box.top) if fitted else (0, 0)
    canvas[top : top + size[1], left : left + size[0]] = small
    if network.order == "bgr":
        canvas = canvas[:, :, ::-1]
    values: npt.NDArray[np.generic] = canvas if kind is np.uint8 else _scaled(canvas, network)
    ordered = values if network.layout == "nhwc" else values.transpose(2, 0, 1)
    return np.ascontiguousarray(ordered[None].astype(kind)), box


def candidates(
    sidecar: Sidecar, outputs: Mapping[str, Floats], box: Letterbox, image: Sequence[int], least: float, iou: float
) -> list[NetworkFinding]:
    """What the network found, best first; of overlapping boxes of one class the best.

    Args:
        sidecar: what its outputs mean.
        outputs: by name.
        box: how the image lay in the input; only used where it was not stretched.
        image: its shape (h, w, ...).
        least: least score.
        iou: of two boxes that overlap more than this, the weaker is left out.

    Raises:
        DetectorError: if an output has another shape than the file says.
    """
    said = sidecar.output
    boxes = _shaped(outputs[said.boxes], said.boxes, 2)
    scores, numbers = _scores(said, outputs)
    if boxes.shape[1] != 4 or len(boxes) != len(scores):
        raise DetectorError(
            f"{said.boxes} has shape {boxes.shape} beside {len(scores)} scores, expected ({len(scores)}, 4)"
        )
    corners = _in_image(_corners(boxes, said.form), sidecar, box, image)
    kept = np.flatnonzero((scores >= least) & np.isfinite(corners).all(axis=1))
    apart = numbers[kept] * (image[1] + 1.0)  # side by side, so that boxes of two classes never overlap
    around = np.concatenate([corners[kept, :2], corners[kept, 2:] - corners[kept, :2]], axis=1)
    around[:, 0] += apart
    best = cv2.dnn.NMSBoxes(around.tolist(), scores[kept].tolist(), least, iou) if len(kept) else []
    masks = _masks(said, outputs, len(boxes))
    found = []
    for i in kept[np.ravel(best).astype(int)] if len(best) else []:
        mask = None if masks is None else _mask_in_image(masks[i], sidecar, box, image)
        found.append(NetworkFinding(int(numbers[i]), float(scores[i]), PixelBox(*corners[i].tolist()), mask))
    return sorted(found, key=lambda c: -c.score)


def _scaled(canvas: ColourImage, network: NetworkInput) -> Floats:
    values: Floats = canvas.astype(np.float32)
    values -= np.array(network.mean, np.float32)
    values *= np.array(network.scale, np.float32)
    return values


def _shaped(values: Floats, name: str, axes: int) -> Floats:
    """Without the axis of the batch."""
    if values.ndim == axes + 1 and values.shape[0] == 1:
        values = values[0]
    if values.ndim != axes:
        raise DetectorError(f"{name} has shape {values.shape}, expected {axes} axes behind one of length 1")
    return values


def _scores(said: NetworkOutput, outputs: Mapping[str, Floats]) -> tuple[Floats, npt.NDArray[np.int64]]:
    if said.numbers:
        numbers = _shaped(outputs[said.numbers], said.numbers, 1)
        return _shaped(outputs[said.scores], said.scores, 1), np.rint(numbers).astype(np.int64)
    table = _shaped(outputs[said.scores], said.scores, 2)
    return table.max(axis=1), table.argmax(axis=1)


def _corners(boxes: Floats, form: str) -> Floats:
    """Left, top, right, bottom."""
    if form == "yxyx":
        return boxes[:, [1, 0, 3, 2]]
    if form == "cxcywh":
        return np.concatenate([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2], axis=1)
    return boxes


def _in_image(corners: Floats, sidecar: Sidecar, box: Letterbox, image: Sequence[int]) -> Floats:
    """From the input to the image's pixels, cut off at its edges."""
    wide, high = sidecar.input.width, sidecar.input.height
    pixels = corners * np.array([wide, high, wide, high], np.float32) if sidecar.output.unit == "share" else corners
    if sidecar.input.fit == "stretch":
        placed = pixels * np.array([image[1] / wide, image[0] / high] * 2, np.float32)
    else:
        placed = (pixels - np.array([box.left, box.top] * 2, np.float32)) / np.float32(box.scale)
    limited: Floats = np.clip(placed, 0, np.array([image[1], image[0]] * 2, np.float32))
    return limited


def _masks(said: NetworkOutput, outputs: Mapping[str, Floats], count: int) -> Floats | None:
    if not said.masks:
        return None
    masks = outputs[said.masks]
    if masks.ndim == 4 and 1 in masks.shape[:2]:
        masks = masks.reshape(-1, *masks.shape[2:])
    if masks.ndim != 3 or len(masks) != count:
        raise DetectorError(f"{said.masks} has shape {outputs[said.masks].shape}, expected (1, {count}, h, w)")
    return masks


def _mask_in_image(mask: Floats, sidecar: Sidecar, box: Letterbox, image: Sequence[int]) -> Floats:
    whole = cv2.resize(mask, (sidecar.input.width, sidecar.input.height), interpolation=cv2.INTER_LINEAR)
    if sidecar.input.fit == "letterbox":
        whole = whole[box.top : box.top + box.height, box.left : box.left + box.width]
    return np.asarray(cv2.resize(whole, (image[1], image[0]), interpolation=cv2.INTER_LINEAR), np.float32)
