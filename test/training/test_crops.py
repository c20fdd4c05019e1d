# SPDX-License-Identifier: Apache-2.0
"""Crops of training images: what is in them is what was there in the image."""

from __future__ import annotations

import cv2
import numpy as np
import yaml

from training.crops import crops, cut, read_labels
from training.outlines import outlines, yolo_lines

SIZE = (80, 64)


def scene() -> tuple[np.ndarray, np.ndarray]:
    """An image whose colours encode the label ids: a large thing and a small one."""
    labels = np.zeros((240, 320), np.int32)
    labels[20:120, 30:150] = 1
    labels[180:190, 250:262] = 2
    return np.repeat((labels * 90).astype(np.uint8)[..., None], 3, axis=2), labels


def test_a_label_file_is_read_back_as_it_was_written():
    _, labels = scene()
    again, classes = read_labels(yolo_lines(outlines(labels, {1: 4, 2: 7})), 320, 240)
    assert classes == {1: 4, 2: 7}
    for i in (1, 2):
        one, other = again == i, labels == i
        assert (one & other).sum() > 0.75 * (one | other).sum()


def test_a_crop_keeps_the_scale_and_shows_what_its_outlines_say():
    image, labels = scene()
    for crop, found in crops(image, labels, {1: 4, 2: 7}, SIZE, 20, np.random.default_rng(1)):
        assert crop.shape == (SIZE[1], SIZE[0], 3)
        assert found
        for number, polygon in found:
            corners = np.round(polygon * SIZE).astype(np.int32)
            inside = cv2.fillPoly(np.zeros(SIZE[::-1], np.uint8), [corners], 1) > 0
            assert np.median(crop[inside, 0]) == {4: 90, 7: 180}[number]


def test_small_things_are_in_more_crops_than_large_ones():
    image, labels = scene()
    made = crops(image, labels, {1: 4, 2: 7}, SIZE, 200, np.random.default_rng(2))
    small = sum(any(number == 7 for number, _ in found) for _, found in made)
    assert small > 140


def test_an_image_of_nothing_gives_crops_of_nothing():
    image, labels = np.zeros((240, 320, 3), np.uint8), np.zeros((240, 320), np.int32)
    made = crops(image, labels, {}, SIZE, 3, np.random.default_rng(3))
    assert [found for _, found in made] == [[], [], []]


def test_a_data_set_is_cut_anew_and_equally_with_equal_seeds(tmp_path):
    image, labels = scene()
    for kind in ("images", "labels"):
        (tmp_path / kind / "train").mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "images" / "train" / "1.jpg"), image)
    (tmp_path / "labels" / "train" / "1.txt").write_text(yolo_lines(outlines(labels, {1: 4, 2: 7})))
    (tmp_path / "data.yaml").write_text("train: images/train\nval: images/val\nnames: {4: box, 7: crumb}\n")
    description = cut(tmp_path, SIZE, 3, seed=1)
    assert yaml.safe_load(description.read_text())["train"] == "images/crops"
    first = {p.name: p.read_text() for p in sorted((tmp_path / "labels" / "crops").iterdir())}
    assert sorted(first) == ["1_0.txt", "1_1.txt", "1_2.txt"]
    cut(tmp_path, SIZE, 2, seed=1)
    again = {p.name: p.read_text() for p in sorted((tmp_path / "labels" / "crops").iterdir())}
    assert again == {name: first[name] for name in ("1_0.txt", "1_1.txt")}
