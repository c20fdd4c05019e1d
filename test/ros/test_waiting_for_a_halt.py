# SPDX-License-Identifier: Apache-2.0
"""After a halt nothing new is sent until the stops cancel no goals any more."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("rclpy")

from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_ros.halt import GOALS_FOR_S, REPEAT_S, Halt

ROBOT = robot_config_from_yaml(Path(__file__).resolve().parents[2] / "config/robots/tiago_sim.yaml")
LIMIT_S = 30.0


class Node:
    """A node to which nobody listens, and the time: only the thread of the test gets on with what it waits for."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.waited_s: list[float] = []
        self.over = threading.Event()
        self._tests = threading.current_thread()

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        if threading.current_thread() is self._tests:
            self.waited_s.append(seconds)
        else:
            self.over.wait(LIMIT_S)

    def create_publisher(self, kind, topic, qos) -> Node:
        return self

    def create_client(self, kind, name, callback_group) -> Node:
        return self

    def publish(self, message) -> None:
        """Nobody listens."""

    def service_is_ready(self) -> bool:
        return False


@pytest.fixture
def node() -> Iterator[Node]:
    made = Node()
    yield made
    made.now_s = 1e9  # whatever is repeated is over
    made.over.set()


def waited(halt: Halt, node: Node) -> float:
    halt.wait_told()
    return node.waited_s[-1]


def test_a_new_goal_waits_until_goals_are_not_cancelled_any_more(node):
    halt = Halt(node, ROBOT, clock=node)
    halt.halt()
    assert waited(halt, node) == pytest.approx(GOALS_FOR_S + REPEAT_S)
    node.now_s += 0.2
    assert waited(halt, node) == pytest.approx(GOALS_FOR_S + REPEAT_S - 0.2)
    node.now_s += GOALS_FOR_S
    assert waited(halt, node) == 0.0


def test_another_halt_in_the_meantime_makes_it_wait_longer(node):
    halt = Halt(node, ROBOT, clock=node)
    halt.halt()
    node.now_s += 0.3
    halt.halt()
    assert waited(halt, node) == pytest.approx(GOALS_FOR_S + REPEAT_S)


def test_without_a_halt_nothing_waits(node):
    halt = Halt(node, ROBOT, clock=node)
    assert waited(halt, node) == 0.0
    halt.halt()
    halt.release()
    assert waited(halt, node) == 0.0
