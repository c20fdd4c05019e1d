# SPDX-License-Identifier: Apache-2.0
"""Images into a YOLO segmentation network and its numbers back into masks, with numbers written by hand."""

from __future__ import annotations

import numpy as np
import pytest

from perception_node.detectors.yolo import GREY, DetectionThresholds, Letterbox, detections, network_input

LIMITS = DetectionThresholds(confidence=0.35, iou=0.5, min_pixels=10)
LABELS = ("apple", None, "mug")
IMAGE = (480, 640, 3)
SAME = Letterbox.of(IMAGE, 480, 640)


def output(*found: tuple[tuple[float, float, float, float], int, float, int]) -> tuple[np.ndarray, np.ndarray]:
    """What a network says of boxes (centre, size), class, score and number of prototype.

    Prototype 0 is positive everywhere, 1 in the left half of the image only, 2 nowhere.
    """
    prototypes = np.full((3, 120, 160), -5.0, np.float32)
    prototypes[0] = 5.0
    prototypes[1, :, :80] = 5.0
    rows = np.zeros((4 + len(LABELS) + 3, 50), np.float32)
    for i, (box, number, score, prototype) in enumerate(found):
        rows[:4, i] = box
        rows[4 + number, i] = score
        rows[4 + len(LABELS) + prototype, i] = 1.0
    return rows, prototypes


def found(*things, box: Letterbox = SAME, image: tuple[int, ...] = IMAGE, limits: DetectionThresholds = LIMITS):
    return detections(*output(*things), LABELS, box, image, limits)


def test_a_box_and_its_mask_are_where_the_network_says():
    (detection,) = found(((100, 200, 40, 60), 0, 0.9, 0))
    assert (detection.label, round(detection.score, 3)) == ("apple", 0.9)
    assert (detection.columns, detection.rows) == (slice(80, 120), slice(170, 230))
    assert detection.mask.shape == (60, 40)
    assert detection.mask.all()


def test_a_mask_ends_where_its_prototype_does():
    (detection,) = found(((320, 240, 100, 40), 2, 0.9, 1))
    edge = detection.mask.any(axis=0).nonzero()[0].max() + detection.columns.start
    assert abs(edge - 320) <= 3


def test_an_empty_mask_is_no_detection():
    assert found(((320, 240, 100, 40), 2, 0.9, 2)) == ()


def test_nothing_above_the_threshold_is_no_detection():
    assert found(((100, 200, 40, 60), 0, 0.34, 0)) == ()
    assert found() == ()


def test_of_boxes_that_overlap_the_best_stays_whatever_its_class():
    things = found(((100, 200, 40, 60), 0, 0.6, 0), ((102, 201, 40, 60), 2, 0.8, 0), ((400, 200, 40, 60), 0, 0.5, 0))
    assert [(d.label, round(d.score, 1)) for d in things] == [("mug", 0.8), ("apple", 0.5)]


def test_a_class_outside_of_the_vocabulary_is_not_reported_and_hides_nothing_elsewhere():
    things = found(((100, 200, 40, 60), 1, 0.9, 0), ((300, 200, 40, 60), 0, 0.7, 0))
    assert [d.label for d in things] == ["apple"]


def test_the_classes_that_come_next_are_told_too():
    rows, prototypes = output(((100, 200, 40, 60), 0, 0.9, 0))
    rows[4:7, 0] = (0.9, 0.5, 0.3)
    (detection,) = detections(rows, prototypes, LABELS, SAME, IMAGE, LIMITS)
    assert detection.others == (("mug", pytest.approx(0.3)),)  # the second one is not of the vocabulary
    rows[6, 0] = 0.01
    (detection,) = detections(rows, prototypes, LABELS, SAME, IMAGE, LIMITS)
    assert detection.others == ()


def test_small_masks_are_left_out():
    assert found(((100, 200, 4, 2), 0, 0.9, 0)) == ()
    assert len(found(((100, 200, 4, 2), 0, 0.9, 0), limits=DetectionThresholds(0.35, 0.5, 4))) == 1


@pytest.mark.parametrize("at", [(0, 0), (639, 0), (0, 479), (639, 479), (320, 479)])
def test_masks_at_the_border_stay_inside_of_the_image(at):
    (detection,) = found(((*at, 60, 60), 0, 0.9, 0))
    assert 0 <= detection.rows.start < detection.rows.stop <= 480
    assert 0 <= detection.columns.start < detection.columns.stop <= 640
    assert detection.mask.shape == (
        detection.rows.stop - detection.rows.start,
        detection.columns.stop - detection.columns.start,
    )


def test_a_box_outside_of_the_image_is_no_detection():
    assert found(((-200, 200, 40, 40), 0, 0.9, 0), ((320, 900, 40, 40), 0, 0.9, 0)) == ()


@pytest.mark.parametrize("shape", [(960, 1280, 3), (240, 320, 3), (360, 640, 3), (480, 480, 3), (101, 77, 3)])
def test_a_place_in_an_image_of_another_size_is_found_again(shape):
    box = Letterbox.of(shape, 480, 640)
    want = np.array([shape[1] * 0.5, shape[0] * 0.6])
    at = want * box.scale + [box.left, box.top]
    (detection,) = found(((*at, 40 * box.scale, 40 * box.scale), 0, 0.9, 0), box=box, image=shape)
    middle = [
        (detection.columns.start + detection.columns.stop) / 2,
        (detection.rows.start + detection.rows.stop) / 2,
    ]
    assert np.abs(middle - want).max() <= 1.0
    assert np.abs(np.array(detection.mask.shape) - 40).max() <= 2


def test_an_image_of_the_networks_size_goes_in_as_it_is():
    image = np.random.default_rng(0).integers(0, 255, IMAGE, np.uint8)
    given = network_input(image, SAME, 480, 640)
    assert given.shape == (1, 3, 480, 640)
    assert given.dtype == np.float32
    assert given.flags.c_contiguous
    assert np.allclose(given[0, :, 7, 9] * 255, image[7, 9], atol=1e-3)


def test_an_image_of_another_shape_has_grey_around_it():
    image = np.full((240, 640, 3), 250, np.uint8)
    given = network_input(image, Letterbox.of(image.shape, 480, 640), 480, 640)
    assert np.allclose(given[0, :, 0, 0] * 255, GREY)
    assert np.allclose(given[0, :, 240, 320] * 255, 250)
