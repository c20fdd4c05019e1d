# SPDX-License-Identifier: Apache-2.0
"""perception as a process of its own tells of persons: an ONNX network finds them, images, depth and clock are real."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import yaml
from test_nodes import CAMERA, LIMIT_S, NAMESPACE, ROOT, Robot, processes  # noqa: F401 - a fixture among them
from tiny_network import write_network

from makedo_core.geometry import Pose
from perception_node.detectors.detector import ImageSet
from support.waiting import until

pytestmark = pytest.mark.ros
BOX = (80.0, 20.0, 240.0, 240.0)  # left, top, right, bottom of the person [px]


def network(folder: Path) -> Path:
    """Says "somebody stands there" of images in which something is bright."""
    outputs = {"boxes": np.array([[BOX]], np.float32), "kinds": np.zeros((1, 1), np.float32)}
    shape = (1, 3, CAMERA.height, CAMERA.width)
    file = write_network(folder / "people.onnx", outputs, {}, shape, brightest="scores")
    takes = {"width": CAMERA.width, "height": CAMERA.height, "fit": "stretch"}
    gives = {"boxes": "boxes", "scores": "scores", "numbers": "kinds"}
    file.with_suffix(".yaml").write_text(yaml.safe_dump({"input": takes, "output": gives, "classes": ["human"]}))
    (folder / "names.yaml").write_text("human: person\n")
    return file


def description(folder: Path) -> Path:
    """Of a robot whose camera watches for persons."""
    file = folder / "watchful.yaml"
    above = ROOT / "config" / "robots" / "tiago_sim.yaml"
    file.write_text(yaml.safe_dump({"extends": str(above), "name": "watchful", "safety": {"camera": True}}))
    return file


class Before:
    """What is before the camera, and what was said of it."""

    def __init__(self) -> None:
        self.bright, self.depth_m = False, 4.0
        self.robot: Robot | None = None
        self.said: list[bool] = []
        self.places: list[Any] = []
        self._lock = threading.Lock()

    def picture(self, pose: Pose) -> SimpleNamespace:
        depth = np.full((CAMERA.height, CAMERA.width), 6.0, np.float32)
        left, top, right, bottom = (int(v) for v in BOX)
        depth[top:bottom, left:right] = self.depth_m
        colour = np.full((CAMERA.height, CAMERA.width, 3), 255 if self.bright else 0, np.uint8)
        labels = np.zeros((CAMERA.height, CAMERA.width), np.int32)
        return SimpleNamespace(images=ImageSet(0.0, depth, colour, labels, {}))

    def show(self, bright: bool, depth_m: float) -> None:
        self.bright, self.depth_m = bright, depth_m
        assert self.robot is not None
        self.robot._pictures.clear()
        time.sleep(0.5)  # what was on its way is through
        self.said.clear()
        self.places.clear()


def serve(robot: Robot, over: threading.Event, place: tuple[float, float, float]) -> None:
    """Say again and again, as the executor does, where somebody stands who is handed something."""
    from geometry_msgs.msg import PointStamped

    from makedo_ros.conversions.persons import RECIPIENT_TOPIC, recipient_to_ros
    from makedo_ros.runtime.qos import RELIABLE

    told = robot.node.create_publisher(PointStamped, RECIPIENT_TOPIC, RELIABLE)
    while not over.wait(0.2):
        told.publish(recipient_to_ros(place, "map", robot.node.get_clock().now().nanoseconds * 1e-9))


def test_a_person_is_told_at_once_and_nobody_only_while_everything_lives(processes, tmp_path):  # noqa: F811
    from geometry_msgs.msg import PoseWithCovarianceStamped
    from std_msgs.msg import Bool

    from makedo_ros.runtime.qos import RELIABLE

    processes(
        "perception",
        robot_file=str(description(tmp_path)),
        weights=str(network(tmp_path)),
        class_map=str(tmp_path / "names.yaml"),
        objects_file=str(ROOT / "scenes" / "objects.yaml"),
    )
    before = Before()
    before.robot = robot = Robot(before.picture)
    robot.node.create_subscription(Bool, "person_near", lambda m: before.said.append(m.data), RELIABLE)
    robot.node.create_subscription(PoseWithCovarianceStamped, "people", before.places.append, RELIABLE)
    try:
        assert robot.transition("perception", 1)
        time.sleep(1.0)
        assert before.said == []  # not active: not a word
        assert robot.transition("perception", 3)
        until(lambda: before.said and before.said[-1] is False, LIMIT_S)

        before.show(True, 1.5)
        until(lambda: before.said and before.said[-1] is True and before.places, LIMIT_S)
        told = before.places[-1]
        assert told.header.frame_id == "map"
        assert told.pose.pose.position.x == pytest.approx(0.2 + 1.5, abs=0.05)
        assert 0.0 < told.pose.covariance[0] == told.pose.covariance[7] < 0.1
        assert robot.node.get_clock().now().nanoseconds * 1e-9 - told.header.stamp.sec < LIMIT_S

        serving = threading.Event()
        threading.Thread(target=serve, args=(robot, serving, (1.7, 0.0, 0.9)), daemon=True).start()
        until(lambda: before.said[-1] is False, LIMIT_S)  # who is handed something may come nearer
        serving.set()
        until(lambda: before.said[-1] is True, LIMIT_S)  # and no longer than that is said

        before.show(True, 4.0)  # far away, and the place before them is seen empty
        until(lambda: before.said and before.said[-1] is False, LIMIT_S)

        before.show(True, 0.0)  # so near that depth has no reading
        until(lambda: before.said and before.said[-1] is True, LIMIT_S)
        assert before.places == []

        before.show(False, 4.0)
        until(lambda: before.said and before.said[-1] is False, LIMIT_S)
        robot.depth_encoding = "8UC1"  # the depth camera breaks: images go on coming
        time.sleep(1.0)
        before.said.clear()
        time.sleep(3.0)
        assert before.said == []
        robot.depth_encoding = "32FC1"
        until(lambda: before.said and before.said[-1] is False, LIMIT_S)

        assert robot.transition("perception", 4)
        before.said.clear()
        time.sleep(2.0)
        assert before.said == []
    finally:
        robot.close()


def test_a_network_that_finds_no_persons_is_refused_with_the_way_out(processes, tmp_path):  # noqa: F811
    processes("perception", robot_file=str(description(tmp_path)))
    robot = Robot(Before().picture)
    try:
        assert not robot.transition("perception", 1)
        told = "finds no persons (safety.camera of the robot's description asks for them)"
        until(lambda: told in robot.health.get(f"/{NAMESPACE}/perception", ""), LIMIT_S)
    finally:
        robot.close()
