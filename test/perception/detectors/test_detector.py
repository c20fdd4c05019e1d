# SPDX-License-Identifier: Apache-2.0
"""The simulation's detector: masks from the label image, nothing more."""

from __future__ import annotations

import numpy as np
import pytest

from perception_node.detectors import DetectorError, DetectorSettings, build_detector
from perception_node.detectors.detector import ImageSet
from perception_node.detectors.simulation import LabelError, SimulationDetector, classes_from_json

CLASSES = {1: "cola_can", 2: "cola_can", 3: "table", 9: "apple"}


def images(labels: np.ndarray) -> ImageSet:
    return ImageSet(0.0, np.ones(labels.shape, np.float32), None, labels.astype(np.int32), CLASSES)


def test_each_instance_is_a_detection_with_its_mask():
    labels = np.zeros((20, 30), int)
    labels[2:8, 3:9] = 1
    labels[10:18, 20:30] = 2
    found = SimulationDetector({"cola_can"}, 10).detect(images(labels))
    assert [d.label for d in found] == ["cola_can", "cola_can"]
    assert [(d.rows, d.columns, d.area) for d in found] == [
        (slice(2, 8), slice(3, 9), 36),
        (slice(10, 18), slice(20, 30), 80),
    ]


def test_furniture_small_masks_and_unknown_numbers_are_left_out():
    labels = np.zeros((20, 30), int)
    labels[0:10] = 3
    labels[12, 0:5] = 9
    labels[14:20] = 77
    labels[11, 0:5] = -4
    assert SimulationDetector({"cola_can", "apple"}, 10).detect(images(labels)) == ()


def test_renumbering_the_instances_changes_nothing_but_the_order():
    labels = np.zeros((20, 30), int)
    labels[2:8, 3:9], labels[10:18, 20:30] = 1, 2
    swapped = np.where(labels == 1, 2, np.where(labels == 2, 1, labels))
    detector = SimulationDetector({"cola_can"}, 10)
    places = [{(d.label, d.rows.start, d.columns.start) for d in detector.detect(images(x))} for x in (labels, swapped)]
    assert places[0] == places[1]


def test_without_a_label_image_nothing_is_detected():
    assert SimulationDetector({"apple"}).detect(ImageSet(0.0, np.ones((4, 4), np.float32))) == ()


def test_the_table_of_labels_is_read():
    assert classes_from_json('{"7": {"label": "cola_can", "instance": 1}}') == {7: "cola_can"}


@pytest.mark.parametrize("text", ["", "[]", '{"a": {"label": "x"}}', '{"1": {}}', '{"1": "x"}', '{"1": {"label": 3}}'])
def test_a_broken_table_of_labels_is_refused(text):
    with pytest.raises(LabelError, match="expected JSON like"):
        classes_from_json(text)


def test_an_unknown_backend_names_those_that_there_are():
    with pytest.raises(DetectorError, match="simulation"):
        build_detector(DetectorSettings("psychic", frozenset()))


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ({"confidence": 1.5}, "confidence is 1.5, expected 0 to 1"),
        ({"iou": -0.1}, "iou is -0.1, expected 0 to 1"),
        ({"min_pixels": 0}, "min_pixels is 0, expected 1 or more"),
        ({"threads": 0}, "threads is 0, expected 1 or more"),
        ({"image_size": -1}, "image_size is -1, expected 0 or more"),
    ],
)
def test_a_setting_that_cannot_be_right_is_named(setting, expected):
    with pytest.raises(DetectorError, match=expected):
        DetectorSettings("simulation", frozenset(), **setting)
