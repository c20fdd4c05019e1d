# SPDX-License-Identifier: Apache-2.0
"""The ultralytics backend against a stand-in for the package, and against the package itself where it is installed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.ontology import load_ontology
from perception_node.detectors import DetectorError, DetectorSettings
from perception_node.detectors.detector import ImageSet
from perception_node.detectors.ultralytics import UltralyticsDetector

HERE = all(importlib.util.find_spec(name) is not None for name in ("torch", "ultralytics"))
real = pytest.mark.skipif(not HERE, reason="ultralytics is not installed")
VOCABULARY = frozenset({"apple", "cola_can", "mug"})


@pytest.fixture(scope="module")
def ontology():
    return load_ontology()


class Model:
    """Stands in for a model of the library; remembers what it was asked."""

    task = "segment"

    def __init__(self, weights, task=None):
        self.weights, self.asked, self.classes = weights, {}, None
        self.names = {0: "apple", 1: "coke can", 2: "zebra"}
        self.boxes, self.masks = [], []

    def set_classes(self, classes):
        if "noclip" in self.weights:
            raise FileNotFoundError("mobileclip_blt.ts")
        self.classes, self.names = classes, list(classes)

    def predict(self, image, **more):
        self.image, self.asked = image, more
        rows = np.array(self.boxes, float).reshape(-1, 6)
        boxes = SimpleNamespaceWithLength(len(rows), xyxy=rows[:, :4], conf=rows[:, 4], cls=rows[:, 5])
        masks = None if self.task == "detect" else SimpleNamespace(data=np.array(self.masks, float))
        return [SimpleNamespace(boxes=boxes, masks=masks)]


class SimpleNamespaceWithLength(SimpleNamespace):
    def __init__(self, length, **more):
        super().__init__(**more)
        self._length = length

    def __len__(self):
        return self._length


@pytest.fixture
def weights(tmp_path) -> Path:
    path = tmp_path / "some-seg.pt"
    path.write_bytes(b"weights")
    return path


@pytest.fixture
def torch(monkeypatch):
    """A machine whose torch sees no GPU, whether there is a torch or not."""
    cuda = SimpleNamespace(is_available=lambda: False, device_count=lambda: 0)
    fake = SimpleNamespace(cuda=cuda, set_num_threads=lambda n: None)
    monkeypatch.setitem(sys.modules, "torch", fake)
    return fake


@pytest.fixture
def make(weights, torch, ontology):
    """Make a detector with the stand-in; its model is in `models`."""
    models: list[Model] = []

    def library() -> ModuleType:
        def new(path, task=None):
            models.append(Model(path, task))
            return models[-1]

        return SimpleNamespace(YOLO=new, YOLOE=new, YOLOWorld=new)  # type: ignore[return-value]

    def build(**more) -> UltralyticsDetector:
        given = {"vocabulary": VOCABULARY, "weights": str(weights), "min_pixels": 4, **more}
        settings = DetectorSettings("ultralytics", **given)
        return UltralyticsDetector(settings, ontology, library)

    build.models = models
    return build


def images(height: int = 20, width: int = 30) -> ImageSet:
    return ImageSet(0.0, np.ones((height, width), np.float32), np.full((height, width, 3), (250, 0, 5), np.uint8))


def mask(rows: slice, columns: slice, shape=(20, 30)) -> np.ndarray:
    found = np.zeros(shape)
    found[rows, columns] = 1
    return found


def test_instances_become_detections_of_our_classes_best_first(make):
    detector = make()
    model = make.models[0]
    model.boxes = [(0, 0, 4, 4, 0.5, 0), (10, 5, 20, 15, 0.9, 1), (0, 0, 9, 9, 0.99, 2)]
    model.masks = [mask(slice(0, 4), slice(0, 4)), mask(slice(5, 15), slice(10, 20)), mask(slice(0, 9), slice(0, 9))]
    found = detector.detect(images())
    assert [(d.label, d.score, d.area) for d in found] == [("cola_can", 0.9, 100), ("apple", 0.5, 16)]
    assert (found[0].rows, found[0].columns) == (slice(5, 15), slice(10, 20))
    assert detector.diagnostics()["classes of the network that are left out"] == "zebra"
    assert detector.diagnostics()["detections of these"] == "1"


def test_the_library_gets_blue_first_and_the_settings(make):
    detector = make(confidence=0.2, iou=0.7, image_size=320, threads=3)
    detector.detect(images())
    model = make.models[0]
    assert model.image[0, 0].tolist() == [5, 0, 250]
    asked = {k: model.asked[k] for k in ("conf", "iou", "imgsz", "device", "quantize")}
    assert asked == {"conf": 0.2, "iou": 0.7, "imgsz": 320, "device": "cpu", "quantize": None}


def test_on_a_gpu_half_precision_is_used(make, torch):
    torch.cuda = SimpleNamespace(is_available=lambda: True, device_count=lambda: 2)
    detector = make()
    detector.detect(images())
    assert (make.models[0].asked["device"], make.models[0].asked["quantize"]) == ("cuda:0", 16)
    assert make(device="cuda:1").diagnostics()["detector runs on"] == "cuda:1"
    assert make(device="cpu").diagnostics()["detector runs on"] == "cpu"


@pytest.mark.parametrize(("device", "expected"), [("cuda:0", "is not there"), ("gpu", "expected auto, cpu or cuda:N")])
def test_a_device_that_is_not_there_is_told(make, device, expected):
    with pytest.raises(DetectorError, match=expected):
        make(device=device)


def test_masks_below_the_smallest_size_are_left_out(make):
    detector = make(min_pixels=17)
    make.models[0].boxes = [(0, 0, 4, 4, 0.5, 0)]
    make.models[0].masks = [mask(slice(0, 4), slice(0, 4))]
    assert detector.detect(images()) == ()


def test_boxes_without_masks_get_them_by_depth(make, monkeypatch, render, solid, table):
    monkeypatch.setattr(Model, "task", "detect")
    detector = make()
    item = solid("apple", Shape.SPHERE, (0.075, 0.075, 0.075), Pose((1.0, 0.1, 0.75)))
    picture = render([table, item], (0.1, 0.1, 1.15), (1.0, 0.0, 0.75))
    true = picture.images.labels == 2
    rows, columns = np.flatnonzero(true.any(1)), np.flatnonzero(true.any(0))
    box = (columns[0] - 3, rows[0] - 3, columns[-1] + 4, rows[-1] + 4)
    make.models[0].boxes = [(*box, 0.8, 0), (100, 100, 140, 140, 0.9, 0)]  # the second: nothing is there
    (found,) = detector.detect(picture.images)
    whole = np.zeros_like(true)
    whole[found.rows, found.columns] = found.mask
    assert np.count_nonzero(whole & true) > 0.85 * np.count_nonzero(whole | true)


def test_an_image_without_pixels_holds_nothing(make):
    empty = ImageSet(0.0, np.ones((0, 0), np.float32), np.zeros((0, 0, 3), np.uint8))
    assert make().detect(empty) == ()


def test_masks_of_another_size_are_refused(make):
    detector = make()
    make.models[0].boxes, make.models[0].masks = [(0, 0, 4, 4, 0.5, 0)], [np.ones((5, 5))]
    with pytest.raises(DetectorError, match="masks of"):
        detector.detect(images())


@pytest.mark.parametrize("name", ["yoloe-11s-seg.pt", "yolov8s-worldv2.pt"])
def test_a_model_of_open_vocabulary_is_told_our_classes(make, tmp_path, name):
    (tmp_path / name).write_bytes(b"x")
    make(weights=str(tmp_path / name))
    assert make.models[0].classes == ["apple", "cola can", "mug"]
    make(weights=str(tmp_path / name), set_vocabulary=False)
    assert make.models[1].classes is None


def test_a_missing_text_encoder_is_told_with_the_remedy(make, tmp_path):
    (tmp_path / "yoloe-noclip.pt").write_bytes(b"x")
    with pytest.raises(DetectorError, match=r"mobileclip_blt\.ts.*set_vocabulary off"):
        make(weights=str(tmp_path / "yoloe-noclip.pt"))


def test_weights_must_be_given_and_be_there(make):
    with pytest.raises(DetectorError, match="set `weights`"):
        make(weights="")
    with pytest.raises(DetectorError, match=r"no weights at /nowhere/x\.pt; nothing is downloaded"):
        make(weights="/nowhere/x.pt")


def test_a_network_without_any_of_our_classes_is_refused(make):
    with pytest.raises(DetectorError, match="no class that is to be reported; it has apple, coke can, zebra"):
        make(vocabulary=frozenset({"fork"}))


def test_a_model_for_another_task_is_refused(make, monkeypatch):
    monkeypatch.setattr(Model, "task", "pose")
    with pytest.raises(DetectorError, match="a model for 'pose', expected one for segment or detect"):
        make()


def test_an_operators_own_mapping_comes_first(make, tmp_path):
    (tmp_path / "map.yaml").write_text("zebra: mug\n")
    detector = make(class_map=str(tmp_path / "map.yaml"))
    make.models[0].boxes = [(0, 0, 9, 9, 0.99, 2)]
    make.models[0].masks = [mask(slice(0, 9), slice(0, 9))]
    assert [d.label for d in detector.detect(images())] == ["mug"]


def test_a_missing_package_is_told_with_its_licence(weights, ontology, monkeypatch):
    monkeypatch.setitem(sys.modules, "ultralytics", None)
    with pytest.raises(DetectorError, match=r"pip install ultralytics-opencv-headless \(AGPL-3.0\)"):
        UltralyticsDetector(DetectorSettings("ultralytics", VOCABULARY, weights=str(weights)), ontology)


@real
def test_a_file_that_is_no_model_is_told(tmp_path, ontology):
    (tmp_path / "x.pt").write_bytes(b"no model")
    with pytest.raises(DetectorError, match="cannot be read as a model of ultralytics"):
        UltralyticsDetector(DetectorSettings("ultralytics", VOCABULARY, weights=str(tmp_path / "x.pt")), ontology)


@pytest.fixture(scope="module")
def untrained(tmp_path_factory) -> Path:
    """Weights of an untrained network that takes everything for an apple."""
    from ultralytics import YOLO

    model = YOLO("yolo11n-seg.yaml", task="segment")
    for branch in model.model.model[-1].cv3:
        branch[-1].bias.data[47] = 2.0
    model.model.names = {i: {22: "zebra", 47: "apple"}.get(i, f"thing {i}") for i in range(80)}
    path = tmp_path_factory.mktemp("weights") / "untrained-seg.pt"
    model.save(path)
    return path


@real
def test_the_real_package_finds_what_an_untrained_network_sees(untrained, ontology):
    settings = DetectorSettings("ultralytics", VOCABULARY, 4, str(untrained), 0.3, 0.5, 320, device="cpu")
    detector = UltralyticsDetector(settings, ontology)
    pixels = np.random.default_rng(0).integers(0, 255, (120, 160, 3)).astype(np.uint8)
    picture = ImageSet(0.0, np.ones((120, 160), np.float32), pixels)
    found = detector.detect(picture)
    assert found
    assert {d.label for d in found} == {"apple"}
    assert all(d.mask.shape == (d.rows.stop - d.rows.start, d.columns.stop - d.columns.start) for d in found)
    assert all(d.rows.stop <= 120 and d.columns.stop <= 160 and d.area >= 4 for d in found)
    again = detector.detect(picture)
    assert [(d.score, d.rows, d.columns) for d in again] == [(d.score, d.rows, d.columns) for d in found]
    assert "thing 0" in detector.diagnostics()["classes of the network that are left out"]


@real
def test_the_real_yoloe_without_its_text_encoder_is_told_with_the_remedy(tmp_path, ontology, monkeypatch):
    from ultralytics import YOLOE

    monkeypatch.chdir(tmp_path)
    YOLOE("yoloe-11s-seg.yaml").save(tmp_path / "yoloe-11s-seg.pt")
    settings = DetectorSettings("ultralytics", VOCABULARY, weights=str(tmp_path / "yoloe-11s-seg.pt"))
    with pytest.raises(DetectorError, match=r"mobileclip_blt\.ts for YOLOE"):
        UltralyticsDetector(settings, ontology)
