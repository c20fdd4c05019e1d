# SPDX-License-Identifier: Apache-2.0
"""What is said to the robot just as an instruction begins or ends counts for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from std_msgs.msg import Bool

from executor_node.instruction.approval import Precautions
from executor_node.instruction.recovery import RecoveryLimits
from executor_node.instruction.safety import NEAR, PERSON, SafetyInputs
from executor_node.instruction.task import Task
from executor_node.ros import operator as operator_module
from executor_node.ros import server as server_module
from executor_node.ros.operator import OPERATOR, OperatorServices, safety_inputs
from executor_node.ros.server import InstructionServer
from makedo_core.failure import FailureCause, Outcome
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.replay.bounds import RunsFolder
from makedo_core.robot_config import SafetyConfig

STOPPED = Outcome(FailureCause.STOPPED, "it was stopped")


class Wiring:
    """A robot that is asked for its ports while an instruction is made out, which takes a moment."""

    def __init__(self) -> None:
        self.meanwhile = lambda: None

    @property
    def ports(self) -> None:
        self.meanwhile()


class Robot:
    """A server of instructions that nothing listens to, with its inputs and a wall clock that a test sets."""

    def __init__(self, path, inputs=SafetyInputs) -> None:
        publisher = SimpleNamespace(publish=lambda _: None)
        self.node = SimpleNamespace(create_publisher=lambda *_: publisher, is_active=True, was_active=True)
        self.wiring, self.now, self.halts = Wiring(), 100.0, []
        halt = SimpleNamespace(halt=lambda: self.halts.append("halt"), release=lambda: self.halts.append("go on"))

        def heard(server: InstructionServer) -> SafetyInputs:
            return inputs(
                lambda: server.cancel(STOPPED),
                lambda: server.running,
                server.pause,
                server.resume,
                clear_s=1.0,
                silence_s=20.0,
                clock=lambda: self.now,
            )

        limits, precautions = RecoveryLimits(), Precautions()
        runs = RunsFolder(path, pictures=False)
        self.server = InstructionServer(self.node, self.wiring, halt, limits, precautions, runs, None, None, heard)
        self.inputs = self.server.inputs

    def begin(self) -> Task | Outcome:
        return self.server._claim("Bring a can", "")

    def nobody_is_near(self) -> None:
        for _ in range(2):
            self.now += 1.0
            self.inputs.on_person(False)

TIAGO = Path("config/robots/tiago.yaml")


@pytest.fixture(autouse=True)
def no_action(monkeypatch):
    monkeypatch.setattr(server_module, "ActionServer", lambda *_, **__: None)


@pytest.fixture
def robot(tmp_path) -> Robot:
    return Robot(tmp_path)


def test_a_button_that_is_pressed_just_as_an_instruction_begins_refuses_it(robot):
    robot.wiring.meanwhile = lambda: robot.inputs.on_button(True)
    refused = robot.begin()
    assert refused == Outcome(FailureCause.NOT_ACTIVE, "the stop button is pressed; release it first")
    robot.wiring.meanwhile = lambda: None
    robot.inputs.on_button(False)
    assert isinstance(robot.begin(), Task)


def test_an_executor_that_is_deactivated_just_as_an_instruction_begins_refuses_it(robot):
    def deactivated() -> None:
        robot.node.is_active = False
        robot.server.cancel(STOPPED)

    robot.wiring.meanwhile = deactivated
    assert robot.begin() == Outcome(FailureCause.NOT_ACTIVE, "the executor is not active; nothing will move")
    assert not robot.server.running


def test_an_instruction_that_comes_while_the_stack_starts_is_told_so(robot):
    robot.node.is_active = robot.node.was_active = False
    refused = robot.begin()
    said = "Makedo is not ready yet, and nothing will move: `makedo status` tells what it waits for"
    assert refused == Outcome(FailureCause.NOT_ACTIVE, said)


def test_a_button_that_was_pressed_before_ends_what_runs_when_it_says_so_again(robot):
    task = robot.begin()
    robot.inputs.pressed = True
    robot.inputs.on_button(True)
    assert task.token.outcome == STOPPED


def test_a_person_who_is_near_holds_an_instruction_from_its_begin_until_they_are_away(robot):
    robot.inputs.on_person(True)
    task = robot.begin()
    assert task.hold.held_by(PERSON) == NEAR
    robot.nobody_is_near()
    assert not task.hold.paused


def test_a_person_who_goes_away_just_as_an_instruction_begins_does_not_hold_it_for_good(tmp_path):
    class GoesAway(SafetyInputs):
        """As soon as somebody has asked."""

        @property
        def reason(self) -> str:
            said = super().reason
            robot.nobody_is_near()
            return said

    robot = Robot(tmp_path, GoesAway)
    robot.inputs.on_person(True)
    task = robot.begin()
    robot.nobody_is_near()
    assert not task.hold.paused


def test_what_was_stopped_while_it_was_paused_does_not_go_on(robot):
    task = robot.begin()
    robot.server.pause(OPERATOR, "coffee")
    robot.server.cancel(STOPPED)
    ending = Outcome(FailureCause.PRECONDITION_FAILED, "the instruction is ending: it was stopped")
    assert robot.server.resume(OPERATOR) == ending
    assert task.hold.paused and "go on" not in robot.halts


def test_the_words_of_a_button_and_of_a_person_detector_are_taken_one_after_another(robot):
    groups = {}

    def subscribed(kind, topic, heard, qos, callback_group) -> None:
        groups[topic] = (kind, callback_group)

    robot.node.create_service = robot.node.create_timer = lambda *_, **__: None
    robot.node.create_subscription = subscribed
    OperatorServices(robot.node, robot.server, None, robot_config_from_yaml(TIAGO))
    assert set(groups) == {"stop_button", "person_near"}
    for kind, group in groups.values():
        assert kind is Bool and isinstance(group, MutuallyExclusiveCallbackGroup)


def test_a_stop_halts_the_robot_and_ends_what_runs(robot):
    task = robot.begin()
    robot.server.stop("the stop button was pressed")
    assert task.token.outcome == Outcome(FailureCause.STOPPED, "the stop button was pressed")
    assert "halt" in robot.halts and not robot.server.running


def test_a_stop_while_nothing_runs_halts_the_robot_all_the_same(robot):
    robot.server.stop("the stop button was pressed")
    assert robot.halts == ["halt"]


def test_the_button_of_the_robots_description_stops_what_runs(robot, words):
    task = robot.begin()
    inputs = safety_inputs(robot.server, SafetyConfig())
    inputs.on_button(True)
    assert task.token.outcome == Outcome(FailureCause.STOPPED, "the stop button was pressed")
    words(inputs.reason)


@pytest.mark.parametrize(("camera", "told"), [(True, [3.0, 1.0]), (False, None)])
def test_where_a_camera_watches_the_navigation_is_told_how_fast_it_may_drive(robot, monkeypatch, camera, told):
    tiago, said, ticks = robot_config_from_yaml(TIAGO), [], []
    monkeypatch.setattr(operator_module, "SpeedLimit", lambda node, topic: SimpleNamespace(say=said.append))
    robot.node.create_service = robot.node.create_subscription = robot.node.create_publisher = lambda *_, **__: None
    robot.node.create_timer = lambda period_s, tick, **_: ticks.append(tick)
    robot.server.recipient = lambda: None
    OperatorServices(robot.node, robot.server, None, replace(tiago, safety=SafetyConfig(camera=camera)))
    if told is None:
        assert len(ticks) == 1 and not said
        return
    for pace in told:
        robot.server.pace = lambda pace=pace: pace
        ticks[-1]()
    assert said == told
