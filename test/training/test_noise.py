# SPDX-License-Identifier: Apache-2.0
"""What the noise does to images, and what it must not do."""

from __future__ import annotations

import numpy as np
import pytest

from training.noise import noisy_colour, noisy_depth


@pytest.mark.parametrize("seed", range(12))
def test_colour_keeps_shape_and_type_and_what_is_in_the_picture(seed):
    image = np.zeros((60, 80, 3), np.uint8)
    image[:, 40:] = 200
    noisy = noisy_colour(image, np.random.default_rng(seed))
    assert noisy.shape == image.shape
    assert noisy.dtype == np.uint8
    assert noisy[:, 60:].mean() > noisy[:, :20].mean() + 60


def test_equal_seeds_give_equal_images():
    image = np.random.default_rng(0).integers(0, 255, (60, 80, 3), np.uint8)
    one, other = (noisy_colour(image, np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(one, other)


def test_the_image_given_is_left_as_it_is():
    image = np.full((20, 20, 3), 100, np.uint8)
    for seed in range(8):
        noisy_colour(image, np.random.default_rng(seed))[:] = 0
    assert (image == 100).all()


def test_depth_noise_grows_with_the_range():
    rng = np.random.default_rng(1)
    near, far = (noisy_depth(np.full((200, 200), z, np.float32), rng) for z in (0.5, 3.0))
    spread = [np.std(d[d > 0]) for d in (near, far)]
    assert spread[1] > 10 * spread[0]


def test_depth_has_holes_at_edges_and_no_reading_stays_none():
    depth = np.full((100, 100), 2.0, np.float32)
    depth[:, 50:] = 1.0
    depth[:10] = 0.0
    noisy = noisy_depth(depth, np.random.default_rng(2))
    assert noisy.dtype == np.float32
    assert (noisy[:10] == 0).all()
    assert (noisy[12:, 49] == 0).all()
    assert (noisy[12:] == 0).mean() < 0.1
