# SPDX-License-Identifier: Apache-2.0
"""What every detector backend keeps to, whichever is chosen."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from tiny_network import write_network

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.ontology import load_ontology
from makedo_llm.ladder import Ladder
from makedo_llm.settings import Limits, ModelSpec
from perception_node.detectors import BACKENDS, DetectorError, DetectorSettings, build_detector
from perception_node.detectors.detector import Detection, Detector, ImageSet
from perception_node.detectors.onnx import OnnxDetector
from perception_node.detectors.simulation import SimulationDetector
from perception_node.detectors.ultralytics import UltralyticsDetector
from perception_node.detectors.vlm import VlmDetector

VOCABULARY = frozenset({"apple", "cola_can"})
HEIGHT, WIDTH = 480, 640
NAMES = ("apple", "cola_can", "zebra")
DESCRIBED = "onnx, described"  # by a file beside the network
Make = Callable[[int], Detector]


@pytest.fixture
def picture(render, solid, table) -> ImageSet:
    """A can and an apple; what a backend calls a zebra is in no vocabulary."""
    things = [
        table,
        solid("cola_can", Shape.CYLINDER, (0.066, 0.066, 0.115), Pose((1.0, 0.2, 0.75))),
        solid("apple", Shape.SPHERE, (0.075, 0.075, 0.075), Pose((1.1, -0.2, 0.75))),
        solid("zebra", Shape.BOX, (0.1, 0.1, 0.1), Pose((0.9, 0.0, 0.75))),
    ]
    return render(things, (0.1, 0.1, 1.15), (1.0, 0.0, 0.75)).images


@pytest.fixture
def boxes(picture) -> list[tuple[str, tuple[int, int, int, int]]]:
    """Name and left, top, right, bottom of each thing in the picture [px]."""
    found = []
    for number, label in picture.classes.items():
        rows, columns = (np.flatnonzero((picture.labels == number).any(axis)) for axis in (1, 0))
        box = (int(columns[0]) - 4, int(rows[0]) - 4, int(columns[-1]) + 5, int(rows[-1]) + 5)
        found.append((label, box))
    return found


@pytest.fixture
def makers(boxes, picture, tmp_path, monkeypatch, script) -> dict[str, Make]:
    """Makes each backend, with the smallest mask [px], before an engine that answers with the boxes."""
    rows = np.zeros((1, 4 + len(NAMES) + 1, 8), np.float32)
    for i, (name, (x0, y0, x1, y1)) in enumerate(boxes):
        rows[0, :4, i] = ((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0)
        rows[0, 4 + NAMES.index(name), i] = 0.9
        rows[0, 4 + len(NAMES), i] = 1.0
    outputs = {"output0": rows, "output1": np.full((1, 1, HEIGHT // 4, WIDTH // 4), 4.0, np.float32)}
    table = {"names": str(dict(enumerate(NAMES)))}
    network = str(write_network(tmp_path / "tiny.onnx", outputs, table, (1, 3, HEIGHT, WIDTH)))

    described = write_network(
        tmp_path / "described.onnx",
        {
            "boxes": np.array([[b for _, b in boxes]], np.float32),
            "scores": np.full((1, len(boxes)), 0.9, np.float32),
            "numbers": np.array([[NAMES.index(name) for name, _ in boxes]], np.float32),
        },
        {},
        (1, 3, HEIGHT, WIDTH),
    )
    output = {"boxes": "boxes", "scores": "scores", "numbers": "numbers"}
    about = {"input": {"width": WIDTH, "height": HEIGHT}, "output": output, "classes": list(NAMES)}
    described.with_suffix(".yaml").write_text(json.dumps(about))

    class Instances(SimpleNamespace):
        def __len__(self) -> int:
            return len(boxes)

    def predict(*_, **__):
        masks = np.stack([picture.labels == number for number in picture.classes]).astype(float)
        numbers = np.array([NAMES.index(name) for name, _ in boxes])
        found = Instances(xyxy=np.array([b for _, b in boxes]), conf=np.full(len(boxes), 0.9), cls=numbers)
        return [SimpleNamespace(boxes=found, masks=SimpleNamespace(data=masks))]

    model = SimpleNamespace(task="segment", names=dict(enumerate(NAMES)), predict=predict)
    library = SimpleNamespace(YOLO=lambda _: model)
    cuda = SimpleNamespace(is_available=lambda: False)
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=cuda, set_num_threads=lambda _: None))
    weights = tmp_path / "x-seg.pt"
    weights.write_bytes(b"x")

    per_side = (WIDTH / 1000, HEIGHT / 1000) * 2
    things = [{"name": n, "box": [v / s for v, s in zip(b, per_side, strict=True)]} for n, b in boxes]
    parsed = json.dumps({"things": things})
    ontology = load_ontology()

    def settings(kind: str, min_pixels: int, file: str = "") -> DetectorSettings:
        return DetectorSettings(kind, VOCABULARY, min_pixels, file)

    def vlm(min_pixels: int) -> Detector:
        answers = script("what is there", parsed, parsed)  # the second after a complaint about the zebra
        ladder = Ladder((ModelSpec("eyes"),), answers, Limits(), 1)
        return VlmDetector(settings("vlm", min_pixels), ontology, ladder, lambda: False, lambda: 0.0)

    return {
        "onnx": lambda n: OnnxDetector(settings("onnx", n, network), ontology),
        DESCRIBED: lambda n: build_detector(settings("onnx", n, str(described))),
        "simulation": lambda n: SimulationDetector(VOCABULARY, n),
        "ultralytics": lambda n: UltralyticsDetector(
            settings("ultralytics", n, str(weights)),
            ontology,
            lambda: library,  # type: ignore[arg-type,return-value]
        ),
        "vlm": vlm,
    }


@pytest.fixture(params=[*sorted(BACKENDS), DESCRIBED])
def make(request, makers) -> Make:
    """Makes one backend after the other."""
    return makers[request.param]


def said(found: tuple[Detection, ...]) -> list[tuple[str, float, slice, slice, bytes]]:
    return [(d.label, d.score, d.rows, d.columns, d.mask.tobytes()) for d in found]


def test_things_of_the_vocabulary_are_found_and_no_others(make, picture):
    assert {d.label for d in make(20).detect(picture)} == VOCABULARY


def test_masks_lie_in_the_image_and_are_as_tight_as_they_say(make, picture):
    for detection in make(20).detect(picture):
        assert detection.mask.dtype == np.bool_
        assert detection.mask.shape == picture.depth[detection.rows, detection.columns].shape
        assert 0 <= detection.rows.start < detection.rows.stop <= HEIGHT
        assert 0 <= detection.columns.start < detection.columns.stop <= WIDTH
        for axis in (0, 1):
            covered = detection.mask.any(axis)
            assert covered[0] and covered[-1]
        assert 0.0 < detection.score <= 1.0


def test_the_same_image_gives_the_same_in_the_same_order(make, picture):
    detector = make(20)
    assert said(detector.detect(picture)) == said(detector.detect(replace(picture, stamp=1.0))) != []


def test_smaller_masks_than_wanted_are_left_out(make, picture):
    assert make(HEIGHT * WIDTH).detect(picture) == ()


def test_an_image_without_pixels_holds_nothing(make):
    empty = ImageSet(0.0, np.ones((0, 0), np.float32), np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0), np.int32))
    assert make(20).detect(empty) == ()


def test_diagnostics_are_lines_of_text(make, picture):
    detector = make(20)
    detector.detect(picture)
    assert all(isinstance(text, str) and text for item in detector.diagnostics().items() for text in item)


@pytest.mark.parametrize("kind", sorted(set(BACKENDS) - {"simulation"}))  # which looks at no colours
@pytest.mark.parametrize("broken", ["none", "float", "grey"])
def test_a_colour_image_of_another_kind_is_refused(makers, kind, picture, broken):
    colour = {"none": None, "float": picture.colour / 255.0, "grey": picture.colour[:, :, 0]}[broken]
    with pytest.raises(DetectorError, match="colour image"):
        makers[kind](20).detect(replace(picture, colour=colour))
