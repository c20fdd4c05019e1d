# SPDX-License-Identifier: Apache-2.0
"""Outlines of label images, checked by filling them again."""

from __future__ import annotations

import cv2
import numpy as np

from training.outlines import MIN_PIXELS, outlines, yolo_lines


def filled(polygon: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    points = np.round(polygon * [shape[1], shape[0]]).astype(np.int32)
    return cv2.fillPoly(np.zeros(shape, np.uint8), [points], 1) > 0


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    return (one & other).sum() / (one | other).sum()


def test_filling_an_outline_gives_the_mask_again():
    labels = np.zeros((120, 160), np.int32)
    cv2.circle(labels, (60, 50), 25, 3, -1)
    cv2.rectangle(labels, (100, 70), (140, 110), 8, -1)
    found = outlines(labels, {3: 0, 8: 5})
    assert [number for number, _ in found] == [0, 5]
    for (_, polygon), label in zip(found, (3, 8), strict=True):
        assert overlap(filled(polygon, labels.shape), labels == label) > 0.93


def test_an_object_in_two_pieces_has_one_outline_around_both():
    labels = np.zeros((120, 160), np.int32)
    labels[30:90, 20:50] = labels[30:90, 70:100] = 4
    labels[30:90, 50:70] = 9  # what is before it, of no class
    ((number, polygon),) = outlines(labels, {4: 2})
    assert number == 2
    assert overlap(filled(polygon, labels.shape), labels == 4) > 0.9


def test_a_crumb_beside_the_object_is_left_out():
    labels = np.zeros((120, 160), np.int32)
    labels[20:80, 20:80], labels[100:104, 120:124] = 4, 4
    ((_, polygon),) = outlines(labels, {4: 0})
    assert polygon[:, 0].max() < 90 / 160


def test_background_and_what_is_hardly_in_view_has_no_outline():
    labels = np.zeros((50, 50), np.int32)
    labels[0, : MIN_PIXELS - 1] = 4
    labels[10:40, 10:40] = 7
    assert outlines(labels, {4: 0}) == []


def test_a_label_file_has_a_line_for_each_object_in_shares_of_the_image():
    labels = np.zeros((100, 200), np.int32)
    labels[20:60, 50:100] = 1
    (line,) = yolo_lines(outlines(labels, {1: 6})).splitlines()
    number, *values = line.split()
    assert number == "6"
    x, y = np.array(values, float).reshape(-1, 2).T
    assert (x.min(), x.max(), y.min(), y.max()) == (50 / 200, 99 / 200, 20 / 100, 59 / 100)
