# SPDX-License-Identifier: Apache-2.0
"""A halt: everything that moves something is told, for a moment again and again, until something may move again."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("rclpy")

from makedo_core.robot_config import robot_config_from_yaml
from makedo_ros import halt as halt_module
from makedo_ros.halt import GOALS_FOR_S, REPEAT_FOR_S, REPEAT_S, Halt

ROBOT = robot_config_from_yaml(Path(__file__).resolve().parents[2] / "config/robots/tiago_sim.yaml")
CANCEL = "/_action/cancel_goal"


class Robot:
    """A node whose messages and requests are written down, and whose timer a test rings."""

    def __init__(self, monkeypatch) -> None:
        self.said: list[str] = []
        self.now_s = 100.0
        self._ring, self.rings = None, False
        monkeypatch.setattr(halt_module, "time", self)

    def monotonic(self) -> float:
        return self.now_s

    def create_publisher(self, kind, topic, qos):
        return _Told(self, topic)

    def create_client(self, kind, name, callback_group):
        return _Told(self, name)

    def create_timer(self, period_s, callback, **_):
        self._ring = callback
        return self

    def get_clock(self):
        raise AssertionError("a halt does not need the robot's clock, which may stand still")

    def reset(self) -> None:
        self.rings = True

    def cancel(self) -> None:
        self.rings = False

    def later(self, after_s: float) -> list[str]:
        """What is said in the meantime."""
        del self.said[:]
        until = self.now_s + after_s
        while self.rings and self.now_s + REPEAT_S <= until:
            self.now_s += REPEAT_S
            self._ring()
        self.now_s = until
        return self.said


class _Told:
    def __init__(self, robot: Robot, name: str) -> None:
        self._robot, self._name = robot, name

    def publish(self, message: object) -> None:
        self._robot.said.append(self._name)

    def service_is_ready(self) -> bool:
        return True

    def call_async(self, request: object) -> None:
        self._robot.said.append(self._name)


@pytest.fixture
def robot(monkeypatch):
    return Robot(monkeypatch)


def _everything() -> set[str]:
    assert ROBOT.base is not None
    actions = [f"{controller}/follow_joint_trajectory" for controller in ROBOT.controllers]
    actions += [ROBOT.execute_action, ROBOT.move_action, ROBOT.base.navigate, "discover_objects"]
    return {ROBOT.execution_event, ROBOT.base.velocity_topic, *(action + CANCEL for action in actions)}


def test_everything_is_told_at_once(robot):
    Halt(robot, ROBOT).halt()
    assert set(robot.said) == _everything()


def test_goals_that_are_accepted_a_moment_later_are_cancelled_too(robot):
    Halt(robot, ROBOT).halt()
    assert set(robot.later(2 * REPEAT_S)) == _everything()


def test_later_only_the_base_is_told_and_then_nothing(robot):
    assert ROBOT.base is not None
    Halt(robot, ROBOT).halt()
    robot.later(GOALS_FOR_S + REPEAT_S)
    assert set(robot.later(REPEAT_FOR_S - GOALS_FOR_S - 2 * REPEAT_S)) == {ROBOT.base.velocity_topic}
    robot.later(2 * REPEAT_S)
    assert not robot.rings


def test_nothing_is_said_any_more_once_something_may_move_again(robot):
    halt = Halt(robot, ROBOT)
    halt.halt()
    halt.release()
    assert robot.later(REPEAT_FOR_S) == []


def test_a_halt_of_the_arm_alone_leaves_gripper_head_and_base_as_they_are(robot):
    Halt(robot, ROBOT, only_arm=True).halt()
    controllers = {f"{controller}/follow_joint_trajectory{CANCEL}" for controller in ROBOT.arm.controllers}
    moveit = {ROBOT.execute_action + CANCEL, ROBOT.move_action + CANCEL}
    assert set(robot.said) == {ROBOT.execution_event, *controllers, *moveit}
    assert set(robot.later(2 * REPEAT_S)) == set(robot.said)
    robot.later(GOALS_FOR_S)
    assert robot.later(2 * REPEAT_S) == []
