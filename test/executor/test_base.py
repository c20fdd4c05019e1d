# SPDX-License-Identifier: Apache-2.0
"""The base behind a navigation whose result comes before the transform that shows it."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Time

from executor_node import measured
from executor_node.bases import nav2
from executor_node.bases.nav2 import Nav2Base
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_ros.clients import CallError

GOAL = Pose.planar(1.0, 0.5, 0.0)
UNKNOWN = Pose((math.nan,) * 3, (math.nan,) * 4)
LATER = SimpleNamespace(nanoseconds=100e9)


@pytest.fixture
def base(robot, monkeypatch):
    """One whose navigation succeeds at once; `poses` are the transforms that are there, the last one for ever."""

    def make(*poses):
        left = list(poses)
        clock = SimpleNamespace(now=lambda: SimpleNamespace(nanoseconds=0, to_msg=Time))
        made = Nav2Base.__new__(Nav2Base)
        made._node = SimpleNamespace(get_clock=lambda: clock)
        made._config, made._frames, made._client = robot.base, robot.frames, None
        made._transforms = SimpleNamespace(lookup=lambda *_: left.pop(0) if len(left) > 1 else left[0])
        return made

    answer = SimpleNamespace(status=GoalStatus.STATUS_SUCCEEDED, result=None)
    monkeypatch.setattr(nav2, "send_goal", lambda *_, **__: None)
    monkeypatch.setattr(nav2, "finish", lambda *_, **__: answer)
    monkeypatch.setattr(measured, "LATE_S", 0.2)
    return make


def test_a_transform_that_is_late_is_waited_for(base):
    assert base(Pose(), Pose.planar(0.5, 0.5, 0.0), GOAL).drive_to(GOAL, CancelToken()).ok


def test_a_success_far_from_the_goal_is_told_as_a_wrong_end(base):
    outcome = base(Pose()).drive_to(GOAL, CancelToken())
    assert outcome.cause is FailureCause.WRONG_END_STATE and "1.12 m" in outcome.message


def test_a_pose_that_is_not_known_is_no_arrival(base):
    assert base(UNKNOWN).drive_to(GOAL, CancelToken()).cause is FailureCause.WRONG_END_STATE


def test_a_base_that_goes_to_and_fro_for_ever_is_given_up(base, monkeypatch):
    def never_ends(handle, name, limit_s, cancelled):
        driver._node = SimpleNamespace(get_clock=lambda: SimpleNamespace(now=lambda: LATER))
        assert cancelled()
        raise CallError(FailureCause.CANCELED, "cancelled")

    driver = base(Pose())
    monkeypatch.setattr(nav2, "finish", never_ends)
    outcome = driver.drive_to(GOAL, CancelToken())
    assert outcome.cause is FailureCause.NAVIGATION_FAILED
    assert outcome.message == "after 94 s the base is still 1.12 m from its goal"


def test_waiting_for_the_transform_ends_when_cancelled(base):
    token = CancelToken()
    token.cancel(Outcome(FailureCause.CANCELED, "it was cancelled"))
    assert base(Pose()).drive_to(GOAL, token).cause is FailureCause.CANCELED
