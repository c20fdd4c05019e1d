# SPDX-License-Identifier: Apache-2.0
"""The onnx backend, run by the real onnxruntime on networks whose answers are written by hand."""

from __future__ import annotations

import numpy as np
import pytest
from tiny_network import write_network

from perception_node.detectors import DetectorError, DetectorSettings, build_detector
from perception_node.detectors.detector import ImageSet

NAMES = {"names": "{0: 'apple', 1: 'zebra', 2: 'mug'}"}
VOCABULARY = frozenset({"apple", "mug", "fork"})


def answer() -> dict[str, np.ndarray]:
    """An apple at (100, 200), a zebra and a mug, with masks that fill their boxes."""
    rows = np.zeros((1, 4 + 3 + 1, 20), np.float32)
    for i, (x, number, score) in enumerate(((100, 0, 0.7), (300, 1, 0.95), (500, 2, 0.9))):
        rows[0, :4, i] = (x, 200, 40, 60)
        rows[0, 4 + number, i] = score
        rows[0, 7, i] = 1.0
    return {"output0": rows, "output1": np.full((1, 1, 120, 160), 4.0, np.float32)}


def settings(path, **more) -> DetectorSettings:
    return DetectorSettings("onnx", VOCABULARY, weights=str(path), **more)


def images(colour: np.ndarray | None) -> ImageSet:
    return ImageSet(0.0, np.ones((480, 640), np.float32), colour)


@pytest.fixture
def network(tmp_path):
    return write_network(tmp_path / "tiny.onnx", answer(), NAMES)


GREY_IMAGE = np.full((480, 640, 3), 90, np.uint8)


def test_objects_of_the_vocabulary_are_detected_best_first(network):
    found = build_detector(settings(network)).detect(images(GREY_IMAGE))
    assert [(d.label, round(d.score, 2), d.columns.start) for d in found] == [("mug", 0.9, 480), ("apple", 0.7, 80)]


def test_the_threshold_is_the_settings(network):
    found = build_detector(settings(network, confidence=0.8)).detect(images(GREY_IMAGE))
    assert [d.label for d in found] == ["mug"]


def test_an_image_of_another_size_is_fitted_in_and_masks_are_in_its_own_pixels(network):
    found = build_detector(settings(network)).detect(images(np.zeros((960, 1280, 3), np.uint8)))
    assert [(d.label, d.columns.start, d.rows.start) for d in found] == [("mug", 960, 340), ("apple", 160, 340)]


def test_without_a_colour_image_it_says_what_is_needed(network):
    with pytest.raises(DetectorError, match="needs a colour image"):
        build_detector(settings(network)).detect(images(None))


@pytest.mark.parametrize(
    "colour", [np.zeros((480, 640), np.uint8), np.zeros((480, 640, 4), np.uint8), np.zeros((480, 640, 3), np.float32)]
)
def test_an_image_of_another_kind_is_refused(network, colour):
    with pytest.raises(DetectorError, match="expected 3 channels of uint8"):
        build_detector(settings(network)).detect(images(colour))


def test_a_missing_file_is_said_with_the_remedy(tmp_path):
    with pytest.raises(DetectorError, match=r"no detector weights at .*gone\.onnx; run `make train`, or set `weights`"):
        build_detector(settings(tmp_path / "gone.onnx"))


@pytest.mark.parametrize("content", [b"", b"not a network", bytes(range(256)) * 40])
def test_a_file_that_is_no_network_is_refused(tmp_path, content):
    path = tmp_path / "bad.onnx"
    path.write_bytes(content)
    with pytest.raises(DetectorError, match="is not a network that onnxruntime can run"):
        build_detector(settings(path))


def test_a_truncated_file_is_refused(network):
    network.write_bytes(network.read_bytes()[:-400])
    with pytest.raises(DetectorError, match="tiny"):
        build_detector(settings(network))


@pytest.mark.parametrize("names", [{}, *({"names": n} for n in ("apple, mug", "{1: 'apple'}", "__import__('os')"))])
def test_a_network_without_class_names_is_refused(tmp_path, names):
    path = write_network(tmp_path / "tiny.onnx", answer(), names)
    with pytest.raises(DetectorError, match="metadata `names`"):
        build_detector(settings(path))


def test_a_network_of_other_things_is_refused(tmp_path):
    path = write_network(tmp_path / "tiny.onnx", answer(), {"names": "{0: 'cat', 1: 'dog', 2: 'cow'}"})
    with pytest.raises(DetectorError, match=r"cat, dog, cow.*none of them is in the catalogue"):
        build_detector(settings(path))


def test_a_network_that_finds_boxes_only_is_refused(tmp_path):
    path = write_network(tmp_path / "tiny.onnx", {"output0": answer()["output0"]}, NAMES)
    with pytest.raises(DetectorError, match="not those of a YOLO segmentation network"):
        build_detector(settings(path))


def test_a_network_of_any_input_size_is_refused(tmp_path):
    path = write_network(tmp_path / "tiny.onnx", answer(), NAMES, shape=(1, 3, "height", "width"))
    with pytest.raises(DetectorError, match="of fixed size"):
        build_detector(settings(path))


def test_a_network_whose_numbers_do_not_fit_its_classes_is_refused(tmp_path):
    path = write_network(tmp_path / "tiny.onnx", answer(), {"names": "{0: 'apple', 1: 'mug'}"})
    with pytest.raises(DetectorError, match="8 numbers a candidate, expected 4 \\+ 2 classes \\+ 1"):
        build_detector(settings(path))
