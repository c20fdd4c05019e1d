# SPDX-License-Identifier: Apache-2.0
"""Pictures of a run: taken where there is a camera, and nobody waits for one that has ended."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

pytest.importorskip("rclpy")

import rclpy
from rclpy.executors import SingleThreadedExecutor
from sensor_msgs.msg import Image

from executor_node.robot import pictures
from executor_node.robot.pictures import Camera
from makedo_ros.conversions.images import to_bgr
from makedo_ros.runtime.qos import SENSOR
from support.spinning import spin

pytestmark = pytest.mark.ros
LIMIT_S = 30.0


@pytest.fixture
def node(ros_domain_id):
    rclpy.init(domain_id=ros_domain_id)
    node = rclpy.create_node("worker")
    yield node
    node.destroy_node()
    rclpy.try_shutdown()


@pytest.fixture
def album():
    """Where pictures go, by name."""
    kept = {}

    def picture(name, content, suffix=".png"):
        kept[name + suffix] = content
        return name + suffix

    return SimpleNamespace(kept=kept, picture=picture)


@pytest.fixture
def camera(node, album):
    """Of two topics; made with an album."""
    camera = Camera(node, SimpleNamespace(image="image", overview="overview"), lambda: album)
    yield camera
    camera.close()


def test_a_picture_of_each_camera_is_taken(node, camera, album):
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    shot = Image(height=2, width=3, step=9, encoding="rgb8", data=bytes([255, 0, 0] * 6))
    publishers = [node.create_publisher(Image, topic, SENSOR) for topic in ("image", "overview")]
    node.create_timer(0.02, lambda: [publisher.publish(shot) for publisher in publishers])
    spinning = threading.Thread(target=spin, args=(executor,))
    spinning.start()
    try:
        camera.take("start")
        camera.finish(LIMIT_S)
    finally:
        executor.shutdown()
        spinning.join()
    assert sorted(album.kept) == ["start_head.png", "start_overview.png"]
    image = cv2.imdecode(np.frombuffer(album.kept["start_head.png"], np.uint8), cv2.IMREAD_COLOR)
    assert image.tolist() == [[[0, 0, 255]] * 3] * 2  # blue first


def test_what_is_no_colour_image_is_left_out():
    with pytest.raises(ValueError, match="image encoding '32FC1'; expected rgb8 or bgr8"):
        to_bgr(Image(encoding="32FC1"))


def test_who_closes_does_not_wait_for_a_camera_that_has_ended(camera, album, monkeypatch):
    monkeypatch.setattr(pictures, "WAIT_S", 600.0)
    waiting = threading.Thread(target=camera.finish, args=(600.0,), daemon=True)
    closing = threading.Thread(target=camera.close, daemon=True)
    for name in ("start", "step_1", "end"):
        camera.take(name)
    waiting.start()
    closing.start()
    for thread in (closing, waiting):
        thread.join(LIMIT_S)
        assert not thread.is_alive()
    camera.take("too late")
    camera.finish(600.0)
    assert not album.kept
