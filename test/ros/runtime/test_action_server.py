# SPDX-License-Identifier: Apache-2.0
"""Goals that expire: not before their result is there, whatever the clock does."""

from __future__ import annotations

import threading

import pytest

pytest.importorskip("rclpy")

import rclpy
from action_msgs.msg import GoalStatus
from rclpy.callback_groups import ReentrantCallbackGroup

from makedo.action import DiscoverObjects
from makedo_core.failure import FailureCause, Outcome
from makedo_ros.conversions.nouns import outcome_to_ros
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.clients import send_goal, wait
from support.spinning import Spinning
from support.waiting import LIMIT_S, until

pytestmark = pytest.mark.ros
SOON_S = 0.05
TOLD = "the object is gone"


class Served:
    """A server whose goals expire at once, and a client, on one executor."""

    def __init__(self, expired: threading.Event) -> None:
        self._expired = expired
        rclpy.init()
        self.node = rclpy.create_node("served")
        group = ReentrantCallbackGroup()
        self.server = ActionServer(
            self.node, DiscoverObjects, "discover", self._carry_out, callback_group=group, result_timeout=SOON_S
        )
        self.client = ActionClient(self.node, DiscoverObjects, "discover", callback_group=group)
        self._spinning = Spinning(self.node)

    def _carry_out(self, handle):
        handle.succeed()
        assert self._expired.wait(LIMIT_S)
        return DiscoverObjects.Result(outcome=outcome_to_ros(Outcome(FailureCause.OBJECT_NOT_FOUND, TOLD)))

    def close(self) -> None:
        self._expired.set()
        self._spinning.close(self.server, self.client)


@pytest.fixture
def served(ros_domain_id):
    running = Served(threading.Event())
    yield running
    running.close()


def test_a_goal_that_expires_before_its_callback_returned_still_has_its_result(served, monkeypatch):
    expire = served.server._execute_expire_goals

    async def expire_and_tell(goals):
        await expire(goals)
        served._expired.set()

    monkeypatch.setattr(served.server, "_execute_expire_goals", expire_and_tell)
    handle = send_goal(served.client, DiscoverObjects.Goal(asset_id="table_1"), "discover", timeout_s=LIMIT_S)
    answer = wait(handle.get_result_async(), "discover", LIMIT_S)
    assert answer.status == GoalStatus.STATUS_SUCCEEDED
    assert answer.result.outcome.message == TOLD


def test_an_expired_goal_is_forgotten_once_its_result_is_there(served):
    served._expired.set()
    handle = send_goal(served.client, DiscoverObjects.Goal(asset_id="table_1"), "discover", timeout_s=LIMIT_S)
    wait(handle.get_result_async(), "discover", LIMIT_S)
    until(lambda: not (served.server._goal_handles or served.server._result_futures), "the goal is forgotten")


def test_where_rclpy_keeps_goals_otherwise_it_is_left_to_forget_them(monkeypatch):
    """Another version may keep them under other names."""
    left = []

    async def forget(self, goals):
        left.extend(goals)

    monkeypatch.setattr(rclpy.action.ActionServer, "_execute_expire_goals", forget)
    server = object.__new__(ActionServer)
    with pytest.raises(StopIteration):
        server._execute_expire_goals(["a goal"]).send(None)
    assert left == ["a goal"]
    server._handle = None  # there is nothing to take down
