# SPDX-License-Identifier: Apache-2.0
"""The basic colours of a detection's pixels."""

from __future__ import annotations

import numpy as np
import pytest

from makedo_core.sight.colours import NOT_MEASURED, Colour
from perception_node.detectors.detector import Detection
from perception_node.lifting.colouring import LEAST_PIXELS, colouring_of


def picture(*patches, size=40):
    """An image of vertical stripes of these colours, and a detection that is all of it."""
    image = np.zeros((size, size, 3), np.uint8)
    width = size // len(patches)
    for i, colour in enumerate(patches):
        image[:, i * width : (i + 1) * width] = colour
    return Detection("thing", 1.0, slice(0, size), slice(0, size), np.ones((size, size), bool)), image


@pytest.mark.parametrize(
    ("rgb", "colour"),
    [
        ((204, 33, 31), Colour.RED),
        ((90, 15, 14), Colour.RED),  # in the shade
        ((247, 135, 20), Colour.ORANGE),
        ((245, 209, 51), Colour.YELLOW),
        ((115, 173, 51), Colour.GREEN),
        ((51, 102, 191), Colour.BLUE),
        ((110, 50, 150), Colour.PURPLE),
        ((242, 168, 194), Colour.PINK),
        ((120, 75, 35), Colour.BROWN),
        ((242, 242, 237), Colour.WHITE),
        ((128, 128, 130), Colour.GREY),
        ((18, 18, 20), Colour.BLACK),
    ],
)
def test_a_plain_surface_is_of_its_colour(rgb, colour):
    assert colouring_of(*picture(rgb)).share(colour) == pytest.approx(1.0)


def test_shares_are_those_of_the_pixels():
    seen = colouring_of(*picture((204, 33, 31), (242, 242, 237)))
    assert seen.share(Colour.RED) == pytest.approx(0.5, abs=0.05)
    assert sum(seen.shares) == pytest.approx(1.0)


def test_the_rim_of_a_mask_where_colours_mix_does_not_count():
    detection, image = picture((204, 33, 31))
    image[0], image[-1], image[:, 0], image[:, -1] = (51, 102, 191), (51, 102, 191), (51, 102, 191), (51, 102, 191)
    assert colouring_of(detection, image).share(Colour.BLUE) == 0.0


def test_without_an_image_or_with_few_pixels_colours_are_not_measured():
    detection, image = picture((204, 33, 31))
    assert colouring_of(detection, None) == NOT_MEASURED
    few = np.zeros(detection.mask.shape, bool)
    few[0, : LEAST_PIXELS - 1] = True
    assert colouring_of(Detection("thing", 1.0, slice(0, 40), slice(0, 40), few), image) == NOT_MEASURED
