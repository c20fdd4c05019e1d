# SPDX-License-Identifier: Apache-2.0
"""Goals that expire: not before their result is there, whatever the clock does."""

from __future__ import annotations

import threading
import time

import pytest

pytest.importorskip("rclpy")

import rclpy
from action_msgs.msg import GoalStatus
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor

from makedo.action import DiscoverObjects
from makedo_core.failure import FailureCause, Outcome
from makedo_ros.conversions.nouns import outcome_to_ros
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.clients import send_goal, wait

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
        self.errors: list[BaseException] = []
        self._executor = MultiThreadedExecutor(4)
        self._executor.add_node(self.node)
        self._thread = threading.Thread(target=self._spin, daemon=True)
        self._thread.start()

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except ExternalShutdownException:
            return
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            self.errors.append(error)

    def _carry_out(self, handle):
        handle.succeed()
        assert self._expired.wait(20)
        return DiscoverObjects.Result(outcome=outcome_to_ros(Outcome(FailureCause.OBJECT_NOT_FOUND, TOLD)))

    def close(self) -> None:
        self._expired.set()
        self._executor.shutdown(timeout_sec=5.0)
        self._thread.join(5.0)
        self.server.destroy()
        self.client.destroy()
        self.node.destroy_node()
        rclpy.try_shutdown()


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
    handle = send_goal(served.client, DiscoverObjects.Goal(asset_id="table_1"), "discover", timeout_s=20)
    answer = wait(handle.get_result_async(), "discover", 20)
    assert answer.status == GoalStatus.STATUS_SUCCEEDED
    assert answer.result.outcome.message == TOLD
    assert served.errors == []


def test_an_expired_goal_is_forgotten_once_its_result_is_there(served):
    served._expired.set()
    handle = send_goal(served.client, DiscoverObjects.Goal(asset_id="table_1"), "discover", timeout_s=20)
    wait(handle.get_result_async(), "discover", 20)
    deadline = time.monotonic() + 20
    while served.server._goal_handles or served.server._result_futures:
        assert time.monotonic() < deadline, "the goal is never forgotten"
        time.sleep(0.02)
    assert served.errors == []
