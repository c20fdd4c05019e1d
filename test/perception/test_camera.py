# SPDX-License-Identifier: Apache-2.0
"""Raw images to arrays, and what is said of images that cannot be used."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from makedo_core.sight.view import Intrinsics
from perception_node.camera import (
    ImageError,
    RawImage,
    check_same_size,
    colour_from_raw,
    depth_from_raw,
    intrinsics_from_matrix,
    labels_from_raw,
)


def raw(pixels: np.ndarray, encoding: str) -> RawImage:
    height, width = pixels.shape[:2]
    return RawImage("camera/image", encoding, width, height, pixels[0].nbytes, False, pixels.tobytes())


def test_depth_in_metres_and_in_millimetres_is_the_same_depth():
    metres = np.array([[0.5, 1.25], [2.0, 0.0]], np.float32)
    millimetres = (metres * 1000).astype(np.uint16)
    assert np.allclose(depth_from_raw(raw(metres, "32FC1")), depth_from_raw(raw(millimetres, "16UC1")))


def test_nan_and_infinite_depth_are_no_reading():
    depth = depth_from_raw(raw(np.array([[np.nan, np.inf, 1.0]], np.float32), "32FC1"))
    assert depth.tolist() == [[0.0, 0.0, 1.0]]


def test_big_endian_depth_is_read_as_such():
    millimetres = np.array([[1500]], ">u2")
    image = replace(raw(millimetres, "16UC1"), big_endian=True)
    assert depth_from_raw(image)[0, 0] == pytest.approx(1.5)


def test_rows_may_be_padded():
    pixels = np.arange(12, dtype=np.float32).reshape(3, 4)
    padded = np.zeros((3, 6), np.float32)
    padded[:, :4] = pixels
    image = RawImage("t", "32FC1", 4, 3, 24, False, padded.tobytes())
    assert np.array_equal(depth_from_raw(image), pixels)


def test_colours_come_red_first():
    pixels = np.array([[[1, 2, 3]]], np.uint8)
    assert colour_from_raw(raw(pixels, "bgr8")).tolist() == [[[3, 2, 1]]]
    assert colour_from_raw(raw(pixels, "rgb8")).tolist() == [[[1, 2, 3]]]


@pytest.mark.parametrize(
    ("decode", "encoding", "remedy"),
    [(depth_from_raw, "8UC1", "16UC1"), (colour_from_raw, "yuv422", "rgb8"), (labels_from_raw, "8UC1", "32SC1")],
)
def test_another_encoding_is_refused_with_the_remedy(decode, encoding, remedy):
    with pytest.raises(ImageError, match=remedy):
        decode(raw(np.zeros((2, 2), np.uint8), encoding))


def test_a_short_image_is_refused():
    image = replace(raw(np.zeros((2, 2), np.float32), "32FC1"), content=b"123")
    with pytest.raises(ImageError, match="3 bytes"):
        depth_from_raw(image)


def test_images_of_another_size_than_the_camera_are_refused():
    camera = Intrinsics(500, 500, 320, 240, 640, 480)
    check_same_size(camera, depth=(480, 640), colour=(480, 640, 3))
    with pytest.raises(ImageError, match="depth image is 320x240"):
        check_same_size(camera, depth=(240, 320))


def test_an_uncalibrated_camera_is_refused():
    with pytest.raises(ImageError, match="calibrate"):
        intrinsics_from_matrix([0.0] * 9, 640, 480)
