# SPDX-License-Identifier: Apache-2.0
"""The supervisor calls nothing ready that is not, and goes on trying what came back; its nodes here are scripted."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

import rclpy
from std_msgs.msg import String

from makedo.msg import Control
from makedo_core.failure import MakedoError
from makedo_core.heartbeat import NodeCondition
from makedo_ros import supervisor as module
from makedo_ros.control_feed import CONTROL_TOPIC
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.qos import LATCHED, RELIABLE
from makedo_ros.supervisor import Supervisor
from makedo_ros.watchdog import Watchdog
from support.spinning import Spinning
from support.tiers import slow
from support.waiting import until

pytestmark = pytest.mark.ros
ROBOT_FILE = Path(__file__).parents[2] / "config" / "robots" / "tiago.yaml"
PATIENCE_S = 3.0
BEATS_S = 2.0  # several heartbeats, and looks of the supervisor


class Scripted(MakedoNode):
    """Fails to configure or to activate with what it is given."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.configuring: Exception | None = None
        self.activating: Exception | None = None
        self.asked = 0

    def configure(self) -> None:
        self.asked += 1
        if self.configuring is not None:
            raise self.configuring

    def activate(self) -> None:
        if self.activating is not None:
            raise self.activating

    def begin_anew(self) -> None:
        """Be as a process that was started again."""
        self.trigger_deactivate()
        self.trigger_cleanup()


class Stack:
    def __init__(self) -> None:
        words = (f"robot_file:={ROBOT_FILE}", "nodes:=[planner, executor]", f"bringup_timeout_s:={PATIENCE_S}")
        rclpy.init(args=["--ros-args", *(word for text in words for word in ("-p", f"supervisor:{text}"))])
        self.planner, self.executor = Scripted("planner"), Scripted("executor")
        listener = rclpy.create_node("listener")
        self._watchdog = Watchdog(listener, ["supervisor"])
        self._spinning = Spinning(self.planner, self.executor, listener)

    def supervise(self) -> None:
        self.supervisor = Supervisor()
        self._spinning.add(self.supervisor)

    @property
    def said(self) -> str:
        return self._watchdog.said("supervisor")

    def until(self, *words: str) -> None:
        """Wait until the supervisor says all of it."""
        until(lambda: all(word in self.said for word in words), lambda: f"not said: {words}, but {self.said}")

    def until_active(self) -> None:
        until(lambda: self._watchdog.condition("supervisor") is NodeCondition.ACTIVE, lambda: self.said)

    def close(self) -> None:
        self.supervisor.close()
        self._spinning.close()


@pytest.fixture
def stack(ros_domain_id, monkeypatch):
    monkeypatch.setattr(module, "_AGAIN_S", 4.0)
    running = Stack()
    yield running
    running.close()


def test_a_node_that_an_error_takes_back_to_its_beginning_is_not_ready(stack):
    stack.planner.activating = ValueError("a bug")
    stack.supervise()
    until(lambda: stack.supervisor.heartbeat().gave_up, lambda: stack.said)
    stack.until("a bug")  # what it failed with, whether it was last asked what it is or to activate
    assert not stack.supervisor.is_active and not stack.executor.is_active
    beat = stack.supervisor.heartbeat()
    assert (beat.condition, beat.waits_for, beat.gave_up) == (NodeCondition.TROUBLED, "planner", True)


def test_what_came_back_and_refuses_is_told_until_it_is_up_and_tried_again_now_and_then(stack):
    stack.supervise()
    stack.until_active()
    stack.planner.configuring = MakedoError("no domain file")
    stack.planner.begin_anew()
    stack.until("what came back cannot be brought up", "planner cannot configure", "no domain file")
    assert (stack.supervisor.heartbeat().waits_for, stack.supervisor.heartbeat().gave_up) == ("planner", False)
    asked = stack.planner.asked
    time.sleep(BEATS_S)
    assert "no domain file" in stack.said
    assert stack.planner.asked == asked
    stack.planner.configuring = None
    stack.until_active()
    assert stack.planner.is_active


def test_what_somebody_deactivated_stays_so(stack):
    stack.supervise()
    stack.until_active()
    stack.planner.trigger_deactivate()
    time.sleep(BEATS_S)
    assert not stack.planner.is_active
    assert stack.planner.asked == 1


@pytest.mark.parametrize("handed_over", [False, *slow(True)])
def test_a_lost_node_stops_the_robot_unless_a_person_has_it(stack, handed_over):
    stops: list[str] = []
    stack.executor.create_subscription(String, "trajectory_execution_event", lambda m: stops.append(m.data), RELIABLE)
    control = stack.executor.create_publisher(Control, CONTROL_TOPIC, LATCHED)
    stack.supervise()
    stack.until_active()
    if handed_over:
        control.publish(Control(handed_over=True, person="Anna"))
        until(lambda: stack.supervisor._control.handed_over, "the supervisor knows who has it")
    stack.planner._heartbeat = SimpleNamespace(publish=lambda _: None)
    so = "handed over to Anna, so it was not stopped" if handed_over else "the robot was stopped"
    stack.until("lost planner", so)
    if not handed_over:
        until(lambda: stops, "the robot is stopped")
    assert bool(stops) is not handed_over
