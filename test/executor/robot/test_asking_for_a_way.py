# SPDX-License-Identifier: Apache-2.0
"""The base asks a navigation for a way: one that answers, one that is late, one that is not there."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import pytest

pytest.importorskip("rclpy")

import rclpy
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import ComputePathToPose
from rclpy.action import CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup

from executor_node.robot.bases import nav2
from executor_node.robot.bases.nav2 import Nav2Base
from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import pose_from_ros, pose_to_ros
from makedo_ros.runtime.action_server import ActionServer
from support.spinning import Spinning
from support.waiting import LIMIT_S

pytestmark = pytest.mark.ros
START, GOAL = Pose.planar(1.0, 2.0, 0.3), Pose.planar(-1.0, 0.5, 1.2)


class Planner:
    """A navigation's planner: `take_s` long for each path; refuses what the test lists."""

    def __init__(self) -> None:
        rclpy.init()
        self.node = rclpy.create_node("planner_of_paths")
        self.goals: list[ComputePathToPose.Goal] = []
        self.take_s, self.accepts, self.code = 0.0, True, 0
        self.cancelled = threading.Event()
        self._server: ActionServer | None = None
        self._spinning = Spinning(self.node)

    def serve(self) -> None:
        self._server = ActionServer(
            self.node,
            ComputePathToPose,
            "compute_path_to_pose",
            self._carry_out,
            goal_callback=lambda _: GoalResponse.ACCEPT if self.accepts else GoalResponse.REJECT,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            callback_group=ReentrantCallbackGroup(),
        )

    def _carry_out(self, handle):
        goal = handle.request
        self.goals.append(goal)
        until = time.monotonic() + self.take_s
        while time.monotonic() < until and not handle.is_cancel_requested:
            time.sleep(0.01)
        result = ComputePathToPose.Result(error_code=self.code)
        if handle.is_cancel_requested:
            self.cancelled.set()
            handle.canceled()
        elif self.code:
            handle.abort()
        else:
            result.path.poses = [PoseStamped(pose=goal.start.pose), PoseStamped(pose=goal.goal.pose)]
            handle.succeed()
        return result

    def close(self) -> None:
        self._spinning.close(*([self._server] if self._server else []))


@pytest.fixture
def planner(ros_domain_id):
    running = Planner()
    yield running
    running.close()


@pytest.fixture
def base(planner, robot, monkeypatch):
    monkeypatch.setattr(nav2, "PLAN_TIMEOUT_S", LIMIT_S)
    transforms = SimpleNamespace(lookup=lambda *_: Pose())
    return Nav2Base(planner.node, robot.frames, robot.base, transforms)


def test_a_way_is_asked_for_from_the_given_start_in_the_map_frame(planner, base):
    planner.serve()
    assert base.plan_to(GOAL, START).ok
    (goal,) = planner.goals
    assert goal.use_start and goal.start.header.frame_id == goal.goal.header.frame_id == "map"
    assert pose_from_ros(goal.goal.pose).distance(GOAL) < 1e-6
    assert pose_to_ros(START) == goal.start.pose


def test_no_way_is_told_apart_from_no_answer(planner, base):
    planner.serve()
    planner.code = ComputePathToPose.Result.NO_VALID_PATH
    assert base.plan_to(GOAL, START).cause is FailureCause.NAVIGATION_FAILED
    planner.accepts = False
    rejected = base.plan_to(GOAL, START)
    assert rejected.cause is FailureCause.COMPONENT_LOST and "rejected" in rejected.message


def test_nobody_who_could_be_asked_is_told_soon(base, monkeypatch):
    monkeypatch.setattr(nav2, "PLAN_TIMEOUT_S", 0.3)
    outcome = base.plan_to(GOAL, START)
    assert outcome.cause is FailureCause.COMPONENT_LOST
    assert "nobody serves compute_path_to_pose" in outcome.message


def test_an_answer_that_is_late_is_not_waited_for_and_called_off(planner, base, monkeypatch):
    planner.serve()
    assert base.plan_to(GOAL, START).ok
    monkeypatch.setattr(nav2, "PLAN_TIMEOUT_S", 1.0)
    planner.take_s = 1000.0  # far longer than a test may take
    outcome = base.plan_to(GOAL, START)
    assert outcome.cause is FailureCause.TIMEOUT and "did not answer" in outcome.message
    assert planner.cancelled.wait(LIMIT_S)
