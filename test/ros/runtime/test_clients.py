# SPDX-License-Identifier: Apache-2.0
"""Waiting for servers: what is given up is not carried out behind one's back."""

from __future__ import annotations

import threading
import time

import pytest

pytest.importorskip("rclpy")

import rclpy
from action_msgs.msg import GoalStatus
from rclpy.action import CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup

from makedo.action import DiscoverObjects
from makedo_core.failure import FailureCause
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.clients import CallError, call, send_goal
from support.spinning import Spinning
from support.waiting import LIMIT_S

pytestmark = pytest.mark.ros


class Hesitant:
    """A server that takes its time to accept a goal, and carries it out until it is cancelled."""

    def __init__(self) -> None:
        rclpy.init()
        self.node = rclpy.create_node("hesitant")
        group = ReentrantCallbackGroup()
        self.asked, self.may_accept, self.ended = threading.Event(), threading.Event(), threading.Event()
        self.status = GoalStatus.STATUS_UNKNOWN
        self.server = ActionServer(
            self.node,
            DiscoverObjects,
            "discover",
            self._carry_out,
            goal_callback=self._judge,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=group,
        )
        self.client = ActionClient(self.node, DiscoverObjects, "discover", callback_group=group)
        self._spinning = Spinning(self.node)

    def _judge(self, _: object) -> GoalResponse:
        self.asked.set()
        assert self.may_accept.wait(LIMIT_S)
        return GoalResponse.ACCEPT

    def _carry_out(self, handle):
        until = time.monotonic() + LIMIT_S
        while not handle.is_cancel_requested and time.monotonic() < until:
            time.sleep(0.01)
        if handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.succeed()
        self.status = handle.status
        self.ended.set()
        return DiscoverObjects.Result()

    def close(self) -> None:
        self.may_accept.set()
        self._spinning.close(self.server, self.client)


@pytest.fixture
def hesitant(ros_domain_id):
    running = Hesitant()
    yield running
    running.close()


def test_a_goal_that_is_accepted_after_the_stop_is_cancelled(hesitant):
    goal = DiscoverObjects.Goal(asset_id="table_1")
    with pytest.raises(CallError) as given_up:
        send_goal(hesitant.client, goal, "discover", timeout_s=LIMIT_S, cancelled=hesitant.asked.is_set)
    assert given_up.value.cause is FailureCause.CANCELED
    hesitant.may_accept.set()
    assert hesitant.ended.wait(LIMIT_S)
    assert hesitant.status == GoalStatus.STATUS_CANCELED


def test_a_goal_whose_answer_comes_too_late_is_cancelled(hesitant):
    goal = DiscoverObjects.Goal(asset_id="table_1")
    with pytest.raises(CallError) as given_up:
        send_goal(hesitant.client, goal, "discover", timeout_s=3.0)
    assert given_up.value.cause is FailureCause.TIMEOUT
    hesitant.may_accept.set()
    assert hesitant.ended.wait(LIMIT_S)
    assert hesitant.status == GoalStatus.STATUS_CANCELED


def test_a_goal_that_is_accepted_after_ctrl_c_is_cancelled(hesitant):
    def ctrl_c() -> bool:
        if hesitant.asked.is_set():
            raise KeyboardInterrupt
        return False

    with pytest.raises(KeyboardInterrupt):
        send_goal(
            hesitant.client, DiscoverObjects.Goal(asset_id="table_1"), "discover", timeout_s=LIMIT_S, cancelled=ctrl_c
        )
    hesitant.may_accept.set()
    assert hesitant.ended.wait(LIMIT_S)
    assert hesitant.status == GoalStatus.STATUS_CANCELED


def test_whoever_gave_a_goal_up_is_told_when_it_is_accepted_all_the_same(hesitant):
    told = threading.Event()
    goal = DiscoverObjects.Goal(asset_id="table_1")
    with pytest.raises(CallError):
        send_goal(hesitant.client, goal, "discover", timeout_s=LIMIT_S, cancelled=hesitant.asked.is_set, late=told.set)
    assert not told.wait(0.2)
    hesitant.may_accept.set()
    assert told.wait(LIMIT_S) and hesitant.ended.wait(LIMIT_S)


def test_what_was_cancelled_before_is_not_sent_at_all(hesitant):
    goal = DiscoverObjects.Goal(asset_id="table_1")
    with pytest.raises(CallError, match="before it was sent"):
        send_goal(hesitant.client, goal, "discover", timeout_s=LIMIT_S, cancelled=lambda: True)
    assert not hesitant.asked.wait(1.0)


class Asked:
    """A client whose server answers only some of what it is asked, and when it is told to."""

    srv_name = "slow"

    def __init__(self) -> None:
        self.futures: list[rclpy.task.Future] = []
        self.twice = threading.Event()

    def service_is_ready(self) -> bool:
        return True

    def call_async(self, _: object) -> rclpy.task.Future:
        self.futures.append(rclpy.task.Future())
        if len(self.futures) == 2:
            self.twice.set()
        return self.futures[-1]


@pytest.fixture
def asked(ros_domain_id):
    rclpy.init()
    yield Asked()
    rclpy.shutdown()


@pytest.mark.parametrize("answered", [0, 1])
def test_of_a_question_that_is_put_again_whichever_answer_comes_first_counts(asked, answered):
    def answer() -> None:
        assert asked.twice.wait(LIMIT_S)
        asked.futures[answered].set_result("the first")
        asked.futures[1 - answered].set_result("too late")

    server = threading.Thread(target=answer)
    server.start()
    assert call(asked, None, LIMIT_S, again_s=0.05) == "the first"
    server.join()
    assert len(asked.futures) == 2


def test_a_question_that_is_not_to_be_put_again_is_put_once(asked):
    with pytest.raises(CallError, match="did not answer within 0 s") as raised:
        call(asked, None, 0.1)
    assert raised.value.cause is FailureCause.TIMEOUT and len(asked.futures) == 1


def test_whoever_cancels_while_the_first_answer_is_waited_for_asks_no_more(asked):
    with pytest.raises(CallError) as raised:
        call(asked, None, LIMIT_S, lambda: True, again_s=LIMIT_S)
    assert raised.value.cause is FailureCause.CANCELED and len(asked.futures) == 1
