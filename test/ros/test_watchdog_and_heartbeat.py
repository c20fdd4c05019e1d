# SPDX-License-Identifier: Apache-2.0
"""Heartbeats and the watchdog, with real nodes."""

from __future__ import annotations

import math
import time

import pytest
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.lifecycle import TransitionCallbackReturn

from makedo_core.failure import MakedoError
from makedo_core.health.motion_lease import BUSY_S
from makedo_core.health.processes import name_of_this_process
from makedo_core.heartbeat import NodeCondition
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.watchdog import LOOK_S, Watchdog


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ros():
    rclpy.init()
    executor = SingleThreadedExecutor()
    nodes = []

    def add(node):
        nodes.append(node)
        executor.add_node(node)
        return node

    add.executor = executor
    yield add
    executor.shutdown()
    for node in nodes:
        node.destroy_node()
    rclpy.try_shutdown()


def spin_until(executor, condition, timeout_s=90.0):
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline and not condition():
        executor.spin_once(timeout_sec=0.05)
    return condition()


def test_a_silent_component_is_lost_after_the_limit(ros):
    clock = Clock()
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["planner"], timeout_s=5.0, clock=clock)
    _look_on(watchdog, clock, 4.9)
    assert watchdog.lost() == ()
    _look_on(watchdog, clock, 5.1)
    assert watchdog.lost() == ("planner",)
    watchdog.feed("planner")
    assert watchdog.lost() == ()


def _look_on(watchdog, clock, until_s):
    while clock.now < until_s:
        clock.now = min(until_s, clock.now + LOOK_S)
        watchdog.look()


def test_a_watchdog_that_was_kept_from_the_processor_hears_out_all_before_it_calls_them_lost(ros):
    clock = Clock()
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["planner", "supervisor"], timeout_s=2.0, clock=clock)
    _look_on(watchdog, clock, 1.0)
    clock.now = 3.5
    assert watchdog.lost() == () and watchdog.awake_s == 0.0
    watchdog.feed("planner")  # what was said meanwhile
    _look_on(watchdog, clock, 5.4)
    assert watchdog.lost() == () and watchdog.awake_s == pytest.approx(1.9)
    watchdog.feed("planner")
    _look_on(watchdog, clock, 5.6)
    assert watchdog.lost() == ("supervisor",)


def test_a_look_that_comes_a_little_late_excuses_nobody(ros):
    clock = Clock()
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["planner"], timeout_s=2.0, clock=clock)
    for now in (BUSY_S, 2 * BUSY_S, 2.5 * BUSY_S):
        clock.now = now
        watchdog.look()
    assert watchdog.awake_s == math.inf and watchdog.lost() == ("planner",)


def test_a_watchdog_looks_at_the_clock_by_itself(ros):
    clock = Clock()
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["planner"], clock=clock)
    clock.now = 2 * BUSY_S
    seen = lambda: watchdog._looked == clock.now  # noqa: E731
    assert spin_until(ros.executor, seen)
    clock.now = 3 * BUSY_S
    assert watchdog.awake_s == pytest.approx(BUSY_S)


def test_a_heartbeat_says_whether_the_node_is_active(ros):
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["worker"])
    worker = ros(MakedoNode("worker"))
    assert watchdog.condition("worker") is None and watchdog.said("worker") == ""
    assert spin_until(ros.executor, lambda: watchdog.condition("worker") is NodeCondition.INACTIVE)
    worker.trigger_configure()
    worker.trigger_activate()
    assert spin_until(ros.executor, lambda: watchdog.said("worker") == "active")


def test_a_component_that_was_active_and_says_that_it_is_not_has_ceased(ros):
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["worker"])
    worker = ros(MakedoNode("worker"))
    assert spin_until(ros.executor, lambda: watchdog.said("worker") == "inactive")
    assert watchdog.ceased() == ()
    worker.trigger_configure()
    worker.trigger_activate()
    assert spin_until(ros.executor, lambda: watchdog.said("worker") == "active")
    assert watchdog.ceased() == ()
    worker.report("the disk is full")
    assert spin_until(ros.executor, lambda: watchdog.said("worker") == "the disk is full")
    assert watchdog.works("worker") and watchdog.condition("worker") is NodeCondition.TROUBLED
    worker.report("")
    worker.trigger_deactivate()
    assert spin_until(ros.executor, lambda: watchdog.ceased() == ("worker",))
    assert not watchdog.works("worker")


def test_a_heartbeat_names_its_process_so_that_one_that_ended_is_told_from_one_that_is_slow(ros):
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["worker"])
    assert not watchdog.may_live("worker") and not watchdog.has_ended("worker")  # it was not heard of
    worker = ros(MakedoNode("worker"))
    assert spin_until(ros.executor, lambda: watchdog.said("worker") == "inactive")
    assert watchdog.sign("worker").beat.process == name_of_this_process()
    assert watchdog.may_live("worker") and not watchdog.has_ended("worker")
    *words, begun = name_of_this_process().split()
    worker._process = " ".join([*words, f"{int(begun) + 1}"])  # of a process that had this one's number before
    assert spin_until(ros.executor, lambda: watchdog.has_ended("worker"))
    assert not watchdog.may_live("worker")


class Refuses(MakedoNode):
    def configure(self) -> None:
        raise MakedoError("the scene file is missing")


class Broken(MakedoNode):
    def configure(self) -> None:
        raise KeyError("bug")


def test_a_node_that_cannot_configure_says_why(ros):
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["refuses"])
    node = ros(Refuses("refuses"))
    assert node.trigger_configure() is TransitionCallbackReturn.FAILURE
    assert spin_until(ros.executor, lambda: "the scene file is missing" in watchdog.said("refuses"))
    assert watchdog.condition("refuses") is NodeCondition.TROUBLED
    assert not node.is_active


def test_a_bug_in_a_transition_is_an_error_with_its_traceback(ros):
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["broken"])
    node = ros(Broken("broken"))
    node.trigger_configure()
    assert spin_until(ros.executor, lambda: "KeyError" in watchdog.said("broken"))


def test_deactivation_ends_the_right_to_move(ros):
    node = ros(MakedoNode("worker"))
    node.trigger_configure()
    node.trigger_activate()
    assert node.is_active
    node.trigger_deactivate()
    assert not node.is_active


class Works(MakedoNode):
    stopped = 0

    def deactivate(self) -> None:
        self.stopped += 1


def test_a_node_that_is_shut_down_while_active_stops_working_first(ros):
    node = ros(Works("worker"))
    node.trigger_configure()
    node.trigger_activate()
    assert node.trigger_shutdown() is TransitionCallbackReturn.SUCCESS
    assert (node.stopped, node.is_active) == (1, False)


def test_a_node_that_is_shut_down_while_inactive_has_nothing_to_stop(ros):
    node = ros(Works("worker"))
    node.trigger_configure()
    node.trigger_activate()
    node.trigger_deactivate()
    assert node.trigger_shutdown() is TransitionCallbackReturn.SUCCESS
    assert node.stopped == 1


class Blind(MakedoNode):
    """Says that what it publishes is out of date."""

    reason = "no image came"

    def outdated(self):
        return self.reason


def test_an_active_component_says_when_what_it_tells_is_out_of_date(ros):
    watchdog = Watchdog(ros(rclpy.create_node("listener")), ["worker"])
    worker = ros(Blind("worker"))
    assert spin_until(ros.executor, lambda: watchdog.said("worker") == "inactive")
    assert watchdog.outdated() == {}
    worker.trigger_configure()
    worker.trigger_activate()
    assert spin_until(ros.executor, lambda: watchdog.outdated() == {"worker": "no image came"})
    assert watchdog.lost() == () and watchdog.ceased() == ()
    worker.reason = ""
    assert spin_until(ros.executor, lambda: watchdog.outdated() == {})
    assert watchdog.said("worker") == "active"
