# SPDX-License-Identifier: Apache-2.0
"""The head turns no longer than its way takes, and only frames that it is to see by are worth processing."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("rclpy")

from control_msgs.action import FollowJointTrajectory

from makedo_core.failure import FailureCause
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.geometry import Pose, quaternion_from_rotation
from makedo_ros.without_ros.tf import TransformError
from perception_node.discovery import gaze as gaze_module
from perception_node.discovery.gaze import SHORTEST_TURN_S, DiscoveryError, Gaze
from perception_node.discovery.head_poses import DiscoverySettings, HeadPose
from perception_node.discovery.neck import STEP

ROBOT = robot_config_from_yaml(Path(__file__).resolve().parents[3] / "config/robots/tiago_sim.yaml")
HEAD = ROBOT.head
STRAIGHT = [[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]  # optical axes (right, down, ahead) in the base


def camera(pan: float, tilt: float) -> Pose:
    """Where the camera is when the head's joints have these values [rad]."""
    c, s = math.cos(-HEAD.tilt_sign * tilt), math.sin(-HEAD.tilt_sign * tilt)
    pitch = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    turned = Pose.planar(0.0, 0.0, pan).matrix()[:3, :3] @ pitch @ np.array(STRAIGHT)
    return Pose((0.2, 0.0, 1.1), quaternion_from_rotation(turned))


class Robot:
    """A head that is where it is commanded to be, a clock, and transforms."""

    def __init__(self) -> None:
        self.now, self.pan, self.tilt = 100.0, 0.0, 0.0
        self.turns: list[float] = []  # [s]
        self.wanted_meanwhile: list[bool] = []
        self.lost = False
        self.gaze: Gaze | None = None

    def now_s(self) -> float:
        return self.now

    def lookup(self, parent, child, stamp=None):
        if self.lost:
            raise TransformError("no transform")
        return camera(self.pan, self.tilt)

    def send(self, client, goal, what, *, cancelled):
        (point,) = goal.trajectory.points
        self.turns.append(point.time_from_start.sec + point.time_from_start.nanosec / 1e9)
        self.wanted_meanwhile.append(self.gaze.wants(self.now))
        self.pan, self.tilt = point.positions
        self.now += self.turns[-1]
        return None

    def finish(self, *_):
        code = FollowJointTrajectory.Result.SUCCESSFUL
        return SimpleNamespace(status=0, result=SimpleNamespace(error_code=code, error_string=""))


@pytest.fixture
def robot(monkeypatch):
    made = Robot()
    monkeypatch.setattr(gaze_module, "ActionClient", lambda *_, **__: "head")
    monkeypatch.setattr(gaze_module, "send_goal", made.send)
    monkeypatch.setattr(gaze_module, "finish", made.finish)
    made.gaze = Gaze(made, ROBOT, made, lambda: None, DiscoverySettings(frames=2, patience_s=0.2), None)
    return made


def turn(robot: Robot, pan: float, tilt: float) -> None:
    robot.gaze.turn(HeadPose(pan, tilt), lambda: False, lambda: None)


def frame(stamp: float, *, steady: bool = True) -> SimpleNamespace:
    return SimpleNamespace(stamp=stamp, steady=steady)


@pytest.mark.parametrize(("pan", "tilt"), [(0.8, -0.2), (-0.3, -0.9), (0.0, 0.2)])
def test_a_turn_takes_as_long_as_its_way_the_first_one_too(robot, pan, tilt):
    robot.pan, robot.tilt = 0.1, -0.4
    robot.gaze.look(True)
    turn(robot, pan, tilt)
    way = max(abs(pan - 0.1), abs(tilt + 0.4))
    assert robot.turns == [pytest.approx(1.5 * way / HEAD.speed, abs=1e-3)]


def test_who_looks_there_already_hardly_turns(robot):
    turn(robot, 0.0, 0.0)
    assert robot.turns == [SHORTEST_TURN_S]


@pytest.mark.parametrize(("limit", "turned_to"), [(0.3, 0.3), (-1.0, 0.0), (2.0, 0.8)])
def test_a_head_that_would_touch_the_arm_stops_before_and_shows_what_it_sees_from_there(robot, limit, turned_to):
    settings = DiscoverySettings(frames=2, patience_s=0.2)
    touches = lambda pose: pose.pan > max(limit, 1e-6)  # noqa: E731
    robot.gaze = Gaze(robot, ROBOT, robot, lambda: None, settings, None, touches)
    robot.gaze.look(True)
    turn(robot, 0.8, 0.0)
    assert turned_to - STEP < robot.pan <= turned_to + 1e-9
    assert len(robot.turns) == (turned_to > 0.0)
    frames = iter([robot.now + 0.1, robot.now + 0.2])
    assert len(robot.gaze.wait(lambda: robot.gaze.notice(frame(next(frames)), None)).frames) == 2


def test_a_head_that_nobody_knows_the_place_of_is_not_turned(robot):
    robot.lost = True
    with pytest.raises(DiscoveryError) as error:
        turn(robot, 0.5, 0.0)
    assert error.value.outcome.cause is FailureCause.COMPONENT_LOST and not robot.turns


def test_any_image_is_wanted_while_nobody_looks_about(robot):
    assert robot.gaze.wants(0.0)
    robot.gaze.look(True)
    assert not robot.gaze.wants(robot.now)
    robot.gaze.look(False)
    assert robot.gaze.wants(robot.now)


def test_images_are_wanted_from_when_the_head_is_there_until_there_are_enough(robot):
    robot.gaze.look(True)
    turn(robot, 0.8, 0.0)
    frames = iter([robot.now - 0.1, robot.now + 0.1, robot.now + 0.3])
    wanted = []

    def check() -> None:
        stamp = next(frames)
        wanted.append(robot.gaze.wants(stamp))
        robot.gaze.notice(frame(stamp), None)

    since = robot.now
    sight = robot.gaze.wait(check)
    assert [f.stamp for f in sight.frames] == [since + 0.1, since + 0.3]
    assert wanted == [False, True, True] and not robot.gaze.wants(since + 0.5)
    turn(robot, -0.8, 0.0)
    assert robot.wanted_meanwhile == [False, False]


def test_frames_of_a_camera_in_motion_do_not_count(robot):
    robot.gaze.look(True)
    turn(robot, 0.8, 0.0)
    with pytest.raises(DiscoveryError, match=r"only 0 steady images within 0 s; see /diagnostics") as error:
        robot.gaze.wait(lambda: robot.gaze.notice(frame(robot.now, steady=False), None))
    assert error.value.outcome.cause is FailureCause.NOT_VISIBLE
