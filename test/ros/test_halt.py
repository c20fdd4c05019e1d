# SPDX-License-Identifier: Apache-2.0
"""A halt: everything that moves something gets stops, repeated for a moment, until something may move again."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

import rclpy
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Twist, TwistStamped
from rclpy.impl.implementation_singleton import rclpy_implementation
from std_msgs.msg import String

from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.robot_config import RobotConfig
from makedo_ros.halt import GOALS_FOR_S, REPEAT_FOR_S, REPEAT_S, Halt
from support.spinning import Spinning

ROBOT = robot_config_from_yaml(Path(__file__).resolve().parents[2] / "config/robots/tiago_sim.yaml")
CANCEL = "/_action/cancel_goal"
LIMIT_S = 30.0


class Robot:
    """A node whose messages and requests are written down, and whose time is a test's."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.halts: list[Halt] = []
        self.now_s = 100.0
        self.ends = False
        self.deaf: frozenset[str] = frozenset()
        self.messages: list[object] = []
        self._wakes_at: float | None = None
        self._turn = threading.Condition()

    def halt(self, config: RobotConfig = ROBOT, *, only_arm: bool = False) -> Halt:
        """Halts it for the first time."""
        self.halts.append(Halt(self, config, only_arm=only_arm, clock=self))
        self.halts[-1].halt()
        return self.halts[-1]

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        with self._turn:
            self._wakes_at = self.now_s + seconds
            self._turn.notify_all()
            assert self._turn.wait_for(lambda: self._wakes_at is None, LIMIT_S)

    def create_publisher(self, kind, topic, qos):
        return _Told(self, topic, kind)

    def create_client(self, kind, name, callback_group):
        return _Told(self, name, kind.Request)

    def get_clock(self):
        raise AssertionError("a halt does not need the robot's clock, which may stand still")

    @property
    def repeats(self) -> bool:
        """Whether the stops are repeated: the next repetition is then waited for."""
        with self._turn:
            while any(halt.repeating for halt in self.halts):
                if self._turn.wait_for(lambda: self._wakes_at is not None, 0.01):
                    return True
        return False

    def later(self, after_s: float) -> list[str]:
        """What is said in the meantime."""
        until = self.now_s + after_s
        del self.said[:]
        while self.repeats and self._wakes_at <= until:
            with self._turn:
                self.now_s, self._wakes_at = self._wakes_at, None
                self._turn.notify_all()
        self.now_s = until
        return list(self.said)


class _Told:
    """Takes what is sent under a name, of the type that was declared for it and no other."""

    def __init__(self, robot: Robot, name: str, kind: type) -> None:
        self._robot, self._name, self._kind = robot, name, kind

    def publish(self, message: object) -> None:
        assert isinstance(message, self._kind)
        if self._robot.ends:
            raise rclpy_implementation.InvalidHandle("it was destroyed")
        self._robot.said.append(self._name)
        self._robot.messages.append(message)

    def service_is_ready(self) -> bool:
        return self._name.removesuffix(CANCEL) not in self._robot.deaf

    def call_async(self, request: object) -> None:
        assert request == self._kind()  # zero id and stamp: every goal
        self._robot.said.append(self._name)


@pytest.fixture
def robot():
    made = Robot()
    yield made
    made.later(10.0)
    assert not made.repeats


def _everything() -> set[str]:
    assert ROBOT.base is not None
    actions = [f"{controller}/follow_joint_trajectory" for controller in ROBOT.controllers]
    actions += [ROBOT.execute_action, ROBOT.move_action, ROBOT.base.navigate, "discover_objects"]
    actions += [ROBOT.base.back_up, ROBOT.base.drive_on_heading]
    return {ROBOT.execution_event, ROBOT.base.velocity_topic, *(action + CANCEL for action in actions)}


def test_everything_is_told_at_once(robot):
    robot.halt()
    assert set(robot.said) == _everything()


def test_the_arm_is_told_to_stop_and_the_base_to_stand(robot):
    robot.halt()
    assert String(data="stop") in robot.messages
    assert Twist() in robot.messages
    assert all(message in (String(data="stop"), Twist()) for message in robot.messages)


@pytest.mark.parametrize(("after_s", "told"), [(GOALS_FOR_S, True), (GOALS_FOR_S + REPEAT_S, False)])
def test_goals_are_cancelled_up_to_the_moment_by_which_each_is_accepted_or_lost(robot, after_s, told):
    halt = robot.halt()
    robot.now_s += after_s
    del robot.said[:]
    assert halt._told_again()
    assert (ROBOT.execution_event in robot.said) is told


def test_goals_that_are_accepted_a_moment_later_are_cancelled_too(robot):
    robot.halt()
    assert set(robot.later(2 * REPEAT_S)) == _everything()


def test_later_only_the_base_is_told_and_then_nothing(robot):
    assert ROBOT.base is not None
    robot.halt()
    robot.later(GOALS_FOR_S + REPEAT_S)
    assert set(robot.later(REPEAT_FOR_S - GOALS_FOR_S - 2 * REPEAT_S)) == {ROBOT.base.velocity_topic}
    robot.later(2 * REPEAT_S)
    assert not robot.repeats


def test_nothing_is_said_any_more_once_something_may_move_again(robot):
    halt = robot.halt()
    halt.release()
    assert robot.later(REPEAT_FOR_S) == []


def test_a_second_halt_is_repeated_for_as_long_as_the_first(robot):
    halt = robot.halt()
    robot.later(GOALS_FOR_S + REPEAT_S)
    halt.halt()
    assert set(robot.later(2 * REPEAT_S)) == _everything()
    robot.later(REPEAT_FOR_S - 4 * REPEAT_S)
    assert robot.repeats


def test_a_node_that_is_taken_down_ends_it_quietly(robot):
    robot.halt()
    robot.ends = True
    assert robot.later(2 * REPEAT_S) == [] and not robot.repeats


def test_a_halt_of_the_arm_alone_leaves_gripper_head_and_base_as_they_are(robot):
    robot.halt(only_arm=True)
    controllers = {f"{controller}/follow_joint_trajectory{CANCEL}" for controller in ROBOT.arm.controllers}
    moveit = {ROBOT.execute_action + CANCEL, ROBOT.move_action + CANCEL}
    assert set(robot.said) == {ROBOT.execution_event, *controllers, *moveit}
    assert set(robot.later(2 * REPEAT_S)) == set(robot.said)
    robot.later(GOALS_FOR_S)
    assert robot.later(2 * REPEAT_S) == []


def test_whom_nobody_serves_is_named_and_the_rest_is_told(robot):
    robot.deaf = frozenset({ROBOT.move_action})
    halt = robot.halt()
    assert halt.missing() == (ROBOT.move_action,)
    assert set(robot.said) == _everything() - {ROBOT.move_action + CANCEL}
    robot.deaf = frozenset()
    assert halt.missing() == ()
    assert ROBOT.move_action + CANCEL in robot.later(2 * REPEAT_S)


class DatedRobot(Robot):
    """A robot whose clock can be asked, too."""

    def get_clock(self):
        return SimpleNamespace(now=lambda: SimpleNamespace(to_msg=lambda: Time(sec=7)))


def test_a_base_that_takes_dated_velocities_alone_gets_dated_stops():
    assert ROBOT.base is not None
    robot = DatedRobot()
    robot.halt(replace(ROBOT, base=replace(ROBOT.base, velocity_stamped=True)))
    robot.later(10.0)
    stops = [m for m in robot.messages if isinstance(m, TwistStamped)]
    assert stops and not any(isinstance(m, Twist) for m in robot.messages)
    assert {m.header.stamp.sec for m in stops} == {7}
    assert all(m.twist == Twist() for m in stops)


@pytest.mark.ros
def test_who_is_told_to_go_on_while_all_threads_are_busy_spins_on(ros_domain_id):
    """rclpy's timers raise out of the executor's spin where they are cancelled between being due and their turn."""
    rclpy.init()
    node = rclpy.create_node("halted")
    spinning = Spinning(node, threads=2)
    executor = spinning.executor
    free, all_busy = threading.Event(), threading.Barrier(3)
    for _ in range(2):
        executor.create_task(lambda: (all_busy.wait(LIMIT_S), free.wait(LIMIT_S)))
    all_busy.wait(LIMIT_S)
    halt = Halt(node, ROBOT)
    halt.halt()
    time.sleep(2 * REPEAT_S)
    halt.release()
    free.set()
    for _ in range(3):
        done = threading.Event()
        executor.create_task(done.set)
        reached = done.wait(LIMIT_S)
    spinning.close()
    assert reached
