# SPDX-License-Identifier: Apache-2.0
"""What real cameras do to images: exposure, white balance, blur, grain; noise of depth, and holes in it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Colour = npt.NDArray[np.uint8]
Depth = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float64]

DEPTH_NOISE_M = 0.0012  # standard deviation at 1 m; it grows with the square of the range
CLEAN_SHARE = 0.3  # of the colour images are left as they are
EDGE_M = 0.03  # a step between neighbours that leaves no reading


def noisy_colour(image: Colour, rng: np.random.Generator) -> Colour:
    """An image as another camera in other light would have taken it, shape (h, w, 3)."""
    if rng.random() < CLEAN_SHARE:
        clean: Colour = image.copy()
        return clean
    gain = rng.uniform(0.7, 1.25) * rng.uniform(0.94, 1.06, 3)
    pixels: Floats = (image / 255.0) ** rng.uniform(0.8, 1.25) * gain
    if rng.random() < 0.3:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.4, 1.2))), float)
    if rng.random() < 0.15:
        pixels = _smeared(pixels, rng)
    pixels = pixels + rng.normal(0.0, rng.uniform(0.0, 0.025), image.shape)
    return (np.clip(pixels, 0.0, 1.0) * 255.0 + 0.5).astype(np.uint8)


def noisy_depth(depth: Depth, rng: np.random.Generator) -> Depth:
    """Depth as a structured-light camera measures it, shape (h, w) [m]; 0: no reading.

    Noise grows with the square of the range, steps between near and far have no reading, and some patches fail.
    """
    measured = depth + rng.normal(0.0, 1.0, depth.shape) * DEPTH_NOISE_M * depth**2
    measured = np.round(measured, 3)
    near = cv2.erode(np.where(depth > 0, depth, np.float32(99.0)), np.ones((3, 3), np.uint8))
    holes = depth - near > EDGE_M
    for _ in range(int(rng.integers(0, 8))):
        centre = (int(rng.integers(depth.shape[1])), int(rng.integers(depth.shape[0])))
        patch = np.zeros(depth.shape, np.uint8)
        axes = (int(rng.integers(2, 9)), int(rng.integers(2, 9)))
        cv2.ellipse(patch, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1, -1)
        holes |= patch > 0
    holes |= rng.random(depth.shape) < 0.003
    return np.where(holes | (depth <= 0), 0.0, measured).astype(np.float32)


def _smeared(pixels: Floats, rng: np.random.Generator) -> Floats:
    """Motion blur along a random direction."""
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length))
    angle = rng.uniform(0, np.pi)
    middle = (length - 1) / 2
    for t in np.linspace(-middle, middle, 2 * length):
        kernel[round(middle + t * np.sin(angle)), round(middle + t * np.cos(angle))] = 1.0
    return np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum()), float)
