# SPDX-License-Identifier: Apache-2.0
"""Which basic colours a detection's pixels show.

Hue tells chromatic colours apart; what has hardly any is white, grey or black by its brightness. Lamps make surfaces
brighter and darker, and hardly change their hue.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
from scipy import ndimage

from makedo_core.sight.colours import COLOURS, NOT_MEASURED, Colour, Colouring
from perception_node.camera import ColourImage
from perception_node.detectors.detector import Detection

LEAST_PIXELS = 30  # fewer say nothing of a colour
DARK, BRIGHT = 0.16, 0.72  # brightness of black, and of white
PALE = 0.22  # saturation of what has no colour
_HUES = (  # upper end of a range of hues [deg], its colour where bright and saturated
    (14.0, Colour.RED),
    (41.0, Colour.ORANGE),
    (68.0, Colour.YELLOW),
    (172.0, Colour.GREEN),
    (255.0, Colour.BLUE),
    (300.0, Colour.PURPLE),
    (340.0, Colour.PINK),
    (360.0, Colour.RED),
)
BROWN_BELOW = 0.55  # brightness of orange that is called brown
PINK_PALE, PINK_BRIGHT = 0.5, 0.7  # a red that is paler and brighter is pink


def colouring_of(detection: Detection, image: ColourImage | None) -> Colouring:
    """The colours of a detection; not measured without a colour image or where too little is seen.

    Args:
        detection: its mask; its rim, where colours mix with those behind it, is left out if enough remains.
        image: whole image, shape (h, w, 3), red first.
    """
    if image is None:
        return NOT_MEASURED
    core = ndimage.binary_erosion(detection.mask)
    mask = core if np.count_nonzero(core) >= LEAST_PIXELS else detection.mask
    pixels = image[detection.rows, detection.columns][mask]
    if len(pixels) < LEAST_PIXELS:
        return NOT_MEASURED
    counts = np.bincount(_named(pixels), minlength=len(COLOURS))
    return Colouring(tuple(float(c) / len(pixels) for c in counts))


def _named(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.intp]:
    """Index in COLOURS of each pixel, shape (n,), from pixels of shape (n, 3), red first."""
    hsv = cv2.cvtColor(np.ascontiguousarray(pixels[None]).astype(np.float32) / 255, cv2.COLOR_RGB2HSV)[0]
    hue, saturation, value = hsv[:, 0], hsv[:, 1], hsv[:, 2]
    ends = np.array([end for end, _ in _HUES])
    by_range = np.array([COLOURS.index(colour) for _, colour in _HUES])
    at = np.minimum(np.searchsorted(ends, hue, side="left"), len(_HUES) - 1)
    named: npt.NDArray[np.intp] = by_range[at]
    orange, red = COLOURS.index(Colour.ORANGE), COLOURS.index(Colour.RED)
    named[(named == orange) & (value < BROWN_BELOW)] = COLOURS.index(Colour.BROWN)
    named[(named == red) & (saturation < PINK_PALE) & (value > PINK_BRIGHT)] = COLOURS.index(Colour.PINK)
    pale = saturation < PALE
    named[pale] = COLOURS.index(Colour.GREY)
    named[pale & (value > BRIGHT)] = COLOURS.index(Colour.WHITE)
    named[value < DARK] = COLOURS.index(Colour.BLACK)
    return named
