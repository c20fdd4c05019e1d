# SPDX-License-Identifier: Apache-2.0
"""Detections against the truth: each verdict by itself."""

from __future__ import annotations

import numpy as np
import pytest

from perception_node.detectors.detector import Detection
from training.gate import shortfalls, table
from training.score import Tally

CLASSES = {1: "apple", 2: "mug", 3: "mug"}


def truth(*places: tuple[int, slice, slice]) -> np.ndarray:
    labels = np.zeros((100, 100), np.int32)
    for number, rows, columns in places:
        labels[rows, columns] = number
    return labels


def detection(label: str, rows: slice, columns: slice, score: float = 0.9) -> Detection:
    mask = np.ones((rows.stop - rows.start, columns.stop - columns.start), bool)
    return Detection(label, score, rows, columns, mask)


APPLE = (slice(10, 30), slice(10, 30))
MUG = (slice(50, 80), slice(50, 80))
SCENE = truth((1, *APPLE), (2, *MUG))


def tally(*detections: Detection, labels: np.ndarray = SCENE) -> Tally:
    result = Tally()
    result.add(detections, labels, CLASSES)
    return result


def test_what_overlaps_well_and_has_the_right_class_is_found():
    result = tally(detection("apple", slice(12, 30), slice(10, 31)), detection("mug", *MUG))
    assert (result.found, result.missed, result.wrong) == ({"apple": 1, "mug": 1}, {}, {})
    assert result.recall() == result.precision() == 1.0


def test_what_is_not_detected_is_missed():
    result = tally(detection("apple", *APPLE))
    assert result.missed == {"mug": 1}
    assert result.recall("mug") == 0.0
    assert result.recall() == 0.5


def test_another_class_is_wrong_and_the_thing_is_missed():
    result = tally(detection("apple", *APPLE), detection("apple", *MUG))
    assert (result.found, result.missed, result.wrong) == ({"apple": 1}, {"mug": 1}, {"apple": 1})
    assert result.precision("apple") == 0.5


def test_a_detection_of_nothing_is_wrong():
    assert tally(detection("mug", slice(80, 95), slice(0, 15))).wrong == {"mug": 1}


def test_a_mask_that_covers_less_than_half_is_not_of_the_thing():
    result = tally(detection("apple", slice(10, 18), slice(10, 30)))
    assert (result.found, result.wrong) == ({}, {"apple": 1})


def test_the_second_detection_of_one_thing_is_wrong():
    result = tally(detection("mug", *MUG), detection("mug", *MUG, score=0.5))
    assert (result.found, result.wrong) == ({"mug": 1}, {"mug": 1})


def test_what_is_hardly_in_view_is_neither_asked_for_nor_held_against_anyone():
    small = (slice(0, 8), slice(0, 8))
    labels = truth((1, *small))
    for detections in ((), (detection("apple", *small),), (detection("mug", *small),)):
        result = tally(*detections, labels=labels)
        assert (result.found, result.missed, result.wrong) == ({}, {}, {})


def test_nothing_seen_counts_as_nothing_wrong():
    assert Tally().recall() == Tally().precision() == 1.0


LIMITS = {"recall": 0.8, "precision": 0.8, "class_recall": 0.5}


def test_good_weights_have_no_shortfall():
    assert shortfalls(tally(detection("apple", *APPLE), detection("mug", *MUG)), LIMITS) == []


@pytest.mark.parametrize(
    ("detections", "words"),
    [
        ((detection("apple", *APPLE),), ["recall is 0.500", "recall of mug is 0.000, at least 0.500"]),
        (
            (detection("apple", *APPLE), detection("mug", *MUG), detection("mug", slice(0, 9), slice(60, 80))),
            ["precision is 0.667, at least 0.800"],
        ),
    ],
)
def test_each_shortfall_is_said_with_its_number(detections, words):
    found = shortfalls(tally(*detections), LIMITS)
    assert len(found) == len(words)
    for line, word in zip(found, words, strict=True):
        assert word in line


def test_the_table_has_a_line_for_each_class_and_one_for_all():
    lines = table(tally(detection("apple", *APPLE))).splitlines()
    assert [line.split()[0] for line in lines] == ["class", "apple", "mug", "all"]
    assert lines[-1].split()[1:] == ["2", "0.500", "1.000"]
