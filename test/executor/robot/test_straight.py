# SPDX-License-Identifier: Apache-2.0
"""Short straight ways: which way is one, and what Nav2's servers for them are asked and answer."""

from __future__ import annotations

import math
import threading

import pytest

pytest.importorskip("rclpy")

import rclpy
from nav2_msgs.action import BackUp, DriveOnHeading
from rclpy.action import CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup

from executor_node.robot.bases import straight
from executor_node.robot.bases.straight import StraightWays, straight_way
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.robot_config import BaseConfig
from makedo_ros.runtime.action_server import ActionServer
from support.spinning import Spinning
from support.waiting import LIMIT_S, until

HERE = Pose.planar(1.0, 2.0, 0.7)


def ahead(x: float, y: float = 0.0, yaw: float = 0.0) -> Pose:
    """A pose in the base's own frame, in the map's."""
    return HERE @ Pose.planar(x, y, yaw)


@pytest.mark.parametrize(
    ("target", "metres"),
    [
        (ahead(-0.15), -0.15),
        (ahead(0.35), 0.35),
        (ahead(0.3, 0.02, 0.04), 0.3),
        (ahead(0.01), None),  # there already
        (ahead(0.6), None),  # not short
        (ahead(-0.2, 0.05), None),  # beside the line
        (ahead(-0.2, 0.0, 0.1), None),  # turned
        (Pose((math.nan,) * 3), None),
    ],
)
def test_a_short_way_without_turning_is_straight(target, metres):
    found = straight_way(HERE, target, 0.5)
    assert found == (None if metres is None else pytest.approx(metres))


class Behaviours:
    """Nav2's behaviour server: `code` is how the next goal ends, `waits` keeps it going until it is cancelled."""

    def __init__(self) -> None:
        rclpy.init()
        self.node = rclpy.create_node("behaviours")
        self.goals: list[BackUp.Goal | DriveOnHeading.Goal] = []
        self.code, self.words, self.waits, self.accepts = 0, "", False, True
        self.cancelled = threading.Event()
        self._servers: list[ActionServer] = []
        self._spinning = Spinning(self.node)

    def serve(self, kind: type, name: str) -> None:
        server = ActionServer(
            self.node, kind, name, lambda handle: self._carry_out(kind, handle),
            goal_callback=lambda _: GoalResponse.ACCEPT if self.accepts else GoalResponse.REJECT,
            cancel_callback=lambda _: CancelResponse.ACCEPT, callback_group=ReentrantCallbackGroup(),
        )  # fmt: skip
        self._servers.append(server)

    def _carry_out(self, kind, handle):
        self.goals.append(handle.request)
        if self.waits:
            until(lambda: handle.is_cancel_requested)
            self.cancelled.set()
            handle.canceled()
        elif self.code:
            handle.abort()
        else:
            handle.succeed()
        return kind.Result(error_code=self.code, error_msg=self.words)

    def ways(self, **names: str) -> StraightWays:
        """A client of these servers, once those are known that are there."""
        ways = StraightWays(self.node, BaseConfig(**names))
        clients = [c for c in (ways._back, ways._ahead) if c is not None]
        if self._servers:
            until(lambda: any(c.is_there() for c in clients))
        return ways

    def close(self) -> None:
        self._spinning.close(*self._servers)


@pytest.fixture
def behaviours(ros_domain_id):
    running = Behaviours()
    yield running
    running.close()


pytestmark = pytest.mark.ros
BOTH = {"back_up": "backup", "drive_on_heading": "drive_on_heading"}


def test_it_goes_back_by_backup_with_a_limit(behaviours):
    behaviours.serve(BackUp, "backup")
    assert behaviours.ways(**BOTH).drive(HERE, ahead(-0.15), CancelToken()) == Outcome()
    (goal,) = behaviours.goals
    assert (goal.target.x, goal.target.y, goal.target.z) == (pytest.approx(-0.15), 0.0, 0.0)
    assert goal.speed == pytest.approx(-0.1)
    assert goal.time_allowance.sec >= 0.15 / 0.1


def test_it_goes_ahead_by_drive_on_heading_with_one_sign_for_way_and_speed(behaviours):
    behaviours.serve(DriveOnHeading, "drive_on_heading")
    ways = behaviours.ways(**BOTH)
    assert ways.drive(HERE, ahead(0.3), CancelToken()) == Outcome()
    assert ways.drive(HERE, ahead(-0.3), CancelToken()) is None  # nobody serves backup
    back = behaviours.ways(drive_on_heading="drive_on_heading").drive(HERE, ahead(-0.3), CancelToken())
    assert back == Outcome()
    assert [(g.target.x > 0.0, g.speed > 0.0) for g in behaviours.goals] == [(True, True), (False, False)]


@pytest.mark.parametrize("target", [ahead(0.3, 0.2), ahead(0.9), ahead(0.0, 0.0, 1.0)])
def test_what_is_no_short_straight_way_is_for_the_navigation(behaviours, target):
    behaviours.serve(BackUp, "backup")
    assert behaviours.ways(**BOTH).drive(HERE, target, CancelToken()) is None
    assert behaviours.goals == []


def test_without_a_name_or_a_server_the_navigation_drives(behaviours):
    assert behaviours.ways().drive(HERE, ahead(-0.15), CancelToken()) is None
    assert behaviours.ways(**BOTH).drive(HERE, ahead(-0.15), CancelToken()) is None


@pytest.mark.parametrize(
    ("code", "words", "told"),
    [
        (BackUp.Result.COLLISION_AHEAD, "", "something is in the way"),
        (BackUp.Result.TIMEOUT, "", "it took too long"),
        (BackUp.Result.UNKNOWN, "", "something is in the way, or it took too long"),
        (BackUp.Result.COLLISION_AHEAD, "a wall", "a wall"),
    ],
)
def test_why_it_did_not_get_there_is_told(behaviours, code, words, told):
    behaviours.serve(BackUp, "backup")
    behaviours.code, behaviours.words = code, words
    outcome = behaviours.ways(**BOTH).drive(HERE, ahead(-0.15), CancelToken())
    assert outcome == Outcome(FailureCause.NAVIGATION_FAILED, f"the base could not go 0.15 m straight back: {told}")


def test_a_humble_server_without_codes_is_told_as_either(behaviours, monkeypatch):
    behaviours.serve(BackUp, "backup")
    behaviours.code = BackUp.Result.COLLISION_AHEAD
    monkeypatch.setattr(straight, "has_field", lambda *_: False)
    outcome = behaviours.ways(**BOTH).drive(HERE, ahead(-0.15), CancelToken())
    assert outcome.message.endswith("straight back: something is in the way, or it took too long")


def test_a_refused_order_is_told(behaviours):
    behaviours.serve(BackUp, "backup")
    behaviours.accepts = False
    outcome = behaviours.ways(**BOTH).drive(HERE, ahead(-0.15), CancelToken())
    assert outcome.cause is FailureCause.EXECUTION_FAILED
    assert outcome.message == "the navigation refused what it was asked for"


def test_a_stop_cancels_the_way(behaviours):
    behaviours.serve(BackUp, "backup")
    behaviours.waits = True
    token, ways = CancelToken(), behaviours.ways(**BOTH)
    ended = []
    driving = threading.Thread(target=lambda: ended.append(ways.drive(HERE, ahead(-0.15), token)))
    driving.start()
    until(lambda: behaviours.goals)
    token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
    driving.join(LIMIT_S)
    assert ended == [Outcome(FailureCause.CANCELED, "it was cancelled")]
    assert behaviours.cancelled.wait(LIMIT_S)


