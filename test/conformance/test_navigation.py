# SPDX-License-Identifier: Apache-2.0
"""Nav2: how drives and questions for a way end, which code says why, and what becomes of two goals at once.

The places are those of the simulated home. Straight ways are tried where somebody serves them; our stand-in does not.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("rclpy")

from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Duration
from geometry_msgs.msg import Point, PoseStamped
from nav2_msgs.action import BackUp, ComputePathToPose, DriveOnHeading, NavigateToPose
from nav2_msgs.msg import SpeedLimit
from nav_msgs.msg import Odometry

from makedo_core.geometry import Pose, wrap_angle
from makedo_ros.conversions.nouns import pose_from_ros, pose_to_ros
from makedo_ros.runtime.qos import RELIABLE, SENSOR
from support.stack import Stack
from support.waiting import until

pytestmark = [
    pytest.mark.ros,
    pytest.mark.skipif(
        os.environ.get("MAKEDO_CONFORMANCE_ROBOT", "tiago_sim") != "tiago_sim",
        reason="the places are of the simulated home",
    ),
]
source = pytest.mark.source

NAVIGATOR = "nav2_bt_navigator navigate_to_pose.cpp"
ACTIONS = "nav2_util simple_action_server.hpp"
TREES = "nav2_behavior_tree bt_action_server_impl.hpp"
PLANNER = "nav2_planner planner_server.cpp, computePlan"
NAVFN = "nav2_navfn_planner navfn_planner.cpp, createPlan"
PURSUIT = "nav2_regulated_pure_pursuit_controller regulated_pure_pursuit_controller.cpp"
STRAIGHT = "nav2_behaviors drive_on_heading.hpp"
TIMED = "nav2_behaviors timed_behavior.hpp, execute"
Codes = ComputePathToPose.Result
SUCCEEDED, CANCELED, ABORTED = GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_ABORTED

HERE, THERE = Pose.planar(1.0, 1.0, 0.0), Pose.planar(1.7, 1.1, 0.3)  # the arm, 0.52 m ahead, turns clear of walls
FAR_OFF = Pose.planar(1000.0, 0.0, 0.0)
IN_THE_TABLE, BESIDE_THE_TABLE = Pose.planar(-0.85, -2.35, 0.0), Pose.planar(-0.85, -1.75, 0.0)
AT_THE_TABLE = Pose.planar(-0.85, -1.47, -math.pi / 2)
NEAR_M, NEAR_RAD = 0.1, 0.3  # config/nav2/goal_tolerance.yaml asks for half of it


def at(pose: Pose, frame: str = "map") -> PoseStamped:
    message = PoseStamped(pose=pose_to_ros(pose))
    message.header.frame_id = frame
    return message


def drive(stack: Stack, goal: PoseStamped, tree: str = "", on_feedback: Callable[[Any], None] | None = None) -> Any:
    name = stack.robot.base.navigate
    return stack.send(NavigateToPose, name, NavigateToPose.Goal(pose=goal, behavior_tree=tree), on_feedback)


def ended(stack: Stack, handle: Any) -> tuple[int, int]:
    """Status and code."""
    assert handle.accepted
    status, result = stack.result(handle)
    return status, result.error_code


def ask(stack: Stack, goal: PoseStamped, **fields: Any) -> tuple[int, Any]:
    return stack.result(
        stack.send(ComputePathToPose, stack.robot.base.plan, ComputePathToPose.Goal(goal=goal, **fields))
    )


def is_near(stack: Stack, pose: Pose) -> bool:
    here = stack.base()
    return here.distance(pose) < NEAR_M and abs(wrap_angle(here.yaw - pose.yaw)) < NEAR_RAD


def at_rest(stack: Stack) -> None:
    def stands() -> bool:
        before = stack.base()
        time.sleep(0.3)
        return stack.base().distance(before) < 1e-3

    until(stands, "standstill of the base")


def moving(stack: Stack) -> None:
    begin = stack.base()
    until(lambda: stack.base().distance(begin) > 0.05, "motion of the base", 60)


@pytest.fixture
def base(driven_stack: Stack) -> Stack:
    """The base on free floor, at rest."""
    if not is_near(driven_stack, HERE):
        assert ended(driven_stack, drive(driven_stack, at(HERE))) == (SUCCEEDED, Codes.NONE)
    at_rest(driven_stack)
    return driven_stack


@source("nav2_controller simple_goal_checker.cpp, isGoalReached")
def test_a_drive_ends_near_its_goal_and_says_nothing_more(base):
    assert ended(base, drive(base, at(THERE))) == (SUCCEEDED, Codes.NONE)
    at_rest(base)
    assert is_near(base, THERE)


@source("nav2_controller simple_goal_checker.cpp, isGoalReached")
def test_a_goal_where_the_base_stands_is_reached_at_once(base):
    here = base.base()
    assert ended(base, drive(base, at(here))) == (SUCCEEDED, Codes.NONE)
    assert base.base().distance(here) < 0.02


@source(f"{NAVIGATOR}, initializeGoalPose")
def test_a_goal_may_be_given_from_the_base(base):
    target = base.base() @ Pose.planar(0.4, 0.0, 0.0)
    assert ended(base, drive(base, at(Pose.planar(0.4, 0.0, 0.0), base.robot.frames.base)))[0] == SUCCEEDED
    at_rest(base)
    assert is_near(base, target)


@source(f"{TREES}, populateErrorCode")
@pytest.mark.parametrize(
    ("goal", "code"),
    [
        (FAR_OFF, Codes.GOAL_OUTSIDE_MAP),
        (IN_THE_TABLE, Codes.GOAL_OCCUPIED),  # of a planner without a tolerance
        (BESIDE_THE_TABLE, Codes.NO_VALID_PATH),  # nearer than the base is wide
    ],
)
def test_a_drive_fails_with_the_planners_code(base, goal, code):
    here = base.base()
    assert ended(base, drive(base, at(goal))) == (ABORTED, code)
    assert base.base().distance(here) < 0.02


@source(f"{NAVIGATOR}, goalReceived")
@pytest.mark.parametrize(
    ("frame", "tree"), [("nowhere", ""), ("", ""), ("map", "/no/such/tree.xml")], ids=["frame", "no frame", "tree"]
)
def test_an_unknown_frame_or_tree_is_accepted_and_fails_without_a_code(base, frame, tree):
    assert ended(base, drive(base, at(THERE, frame), tree)) == (ABORTED, Codes.NONE)


@source(f"{ACTIONS}, accept_pending_goal")
def test_a_second_goal_replaces_the_first_which_fails_without_a_code(base):
    first = drive(base, at(THERE))
    moving(base)
    second = drive(base, at(HERE))
    assert ended(base, first) == (ABORTED, Codes.NONE)
    assert ended(base, second) == (SUCCEEDED, Codes.NONE)
    at_rest(base)
    assert is_near(base, HERE)


@source(f"{NAVIGATOR}, onPreempt")
def test_a_second_goal_by_another_tree_fails_and_the_first_goes_on(base, tmp_path):
    other = tmp_path / "tree.xml"
    other.write_text("<root/>")
    first = drive(base, at(THERE))
    moving(base)
    assert ended(base, drive(base, at(HERE), str(other))) == (ABORTED, Codes.NONE)
    assert ended(base, first) == (SUCCEEDED, Codes.NONE)
    assert is_near(base, THERE)


@source(f"{ACTIONS}, terminate_all")
def test_a_cancelled_drive_stops_the_base_and_has_no_code(base):
    handle = drive(base, at(THERE))
    moving(base)
    base.done(handle.cancel_goal_async(), "cancellation")
    assert ended(base, handle) == (CANCELED, Codes.NONE)
    time.sleep(1.0)
    here = base.base()
    time.sleep(0.5)
    assert base.base().distance(here) < 0.01
    assert not is_near(base, THERE)


@source(f"{ACTIONS}, handle_cancel")
def test_cancelling_the_replaced_goal_leaves_the_newer_one_alone(base):
    first = drive(base, at(THERE))
    moving(base)
    second = drive(base, at(HERE))
    assert ended(base, first) == (ABORTED, Codes.NONE)
    base.done(first.cancel_goal_async(), "cancellation")
    assert ended(base, second) == (SUCCEEDED, Codes.NONE)


@source(f"nav2_controller controller_server.cpp, speedLimitCallback; {PURSUIT}, setSpeedLimit")
@pytest.mark.parametrize(("limit", "is_percentage", "fastest"), [(0.12, False, 0.16), (25.0, True, 0.19)])
def test_a_speed_limit_holds_for_later_drives_until_zero_lifts_it(base, limit, is_percentage, fastest):
    speeds: list[float] = []
    told = base.node.create_publisher(SpeedLimit, "speed_limit", RELIABLE)
    odometry = base.node.create_subscription(
        Odometry, base.robot.base.odom_topic, lambda message: speeds.append(abs(message.twist.twist.linear.x)), SENSOR
    )

    def fastest_of(speed_limit: float, goal: Pose) -> float:
        told.publish(SpeedLimit(percentage=is_percentage, speed_limit=speed_limit))
        time.sleep(0.5)  # no answer tells that it was heard
        speeds.clear()
        assert ended(base, drive(base, at(goal))) == (SUCCEEDED, Codes.NONE)
        return max(speeds)

    try:
        until(told.get_subscription_count, "somebody who takes the limit")
        assert 0.05 < fastest_of(limit, THERE) < fastest
        assert fastest_of(0.0, HERE) > 0.25
    finally:
        told.publish(SpeedLimit())
        base.node.destroy_publisher(told)
        base.node.destroy_subscription(odometry)


@source(f"{NAVIGATOR}, onLoop")
def test_feedback_tells_where_the_base_is_and_how_far_it_has_to_go(base):
    told: list[Any] = []
    begin = base.base()
    assert (
        ended(base, drive(base, at(THERE), on_feedback=lambda message: told.append(message.feedback)))[0] == SUCCEEDED
    )
    assert len(told) > 5 and {f.current_pose.header.frame_id for f in told} == {"map"}
    assert pose_from_ros(told[0].current_pose.pose).distance(begin) < 0.05
    assert max(f.distance_remaining for f in told) > 0.4 > told[-1].distance_remaining
    times = [f.navigation_time.sec + f.navigation_time.nanosec * 1e-9 for f in told]
    assert times == sorted(times) and times[-1] > 0.5
    assert {f.number_of_recoveries for f in told} == {0}


@source(PLANNER)
@pytest.mark.parametrize("start", [None, THERE])
def test_a_way_leads_from_where_it_is_asked_for_to_the_goal_and_nothing_moves(base, start):
    here, goal = base.base(), AT_THE_TABLE
    fields = {} if start is None else {"start": at(start), "use_start": True}
    status, result = ask(base, at(goal), **fields)
    assert (status, result.error_code, result.path.header.frame_id) == (SUCCEEDED, Codes.NONE, "map")
    first, last = (pose_from_ros(result.path.poses[i].pose) for i in (0, -1))
    assert first.distance(start or here) < 0.06  # a cell
    assert last.distance(goal) < 0.06 and last.yaw == pytest.approx(goal.yaw, abs=1e-3)
    assert base.base().distance(here) < 0.01


@source(f"{PLANNER} (getStartPose)")
def test_a_start_that_is_not_to_be_used_is_ignored(base):
    status, result = ask(base, at(AT_THE_TABLE), start=at(FAR_OFF))
    assert status == SUCCEEDED
    assert pose_from_ros(result.path.poses[0].pose).distance(base.base()) < 0.06


@source(NAVFN)
@pytest.mark.parametrize(
    ("start", "goal", "code"),
    [
        (HERE, FAR_OFF, Codes.GOAL_OUTSIDE_MAP),
        (FAR_OFF, HERE, Codes.START_OUTSIDE_MAP),
        (HERE, IN_THE_TABLE, Codes.GOAL_OCCUPIED),
        (HERE, BESIDE_THE_TABLE, Codes.NO_VALID_PATH),
    ],
)
def test_where_there_is_no_way_the_code_says_why_and_the_path_is_empty(base, start, goal, code):
    status, result = ask(base, at(goal), start=at(start), use_start=True)
    assert (status, result.error_code, len(result.path.poses)) == (ABORTED, code, 0)


@source(f"{PLANNER} (transformPosesToGlobalFrame)")
def test_a_way_in_an_unknown_frame_is_not_looked_for(base):
    status, result = ask(base, at(THERE, "nowhere"))
    assert (status, result.error_code) == (ABORTED, Codes.TF_ERROR)


@source("nav2_planner planner_server.cpp, getPlan")
def test_an_unknown_planner_is_not_asked(base):
    status, result = ask(base, at(THERE), planner_id="nobody")
    assert (status, result.error_code) == (ABORTED, Codes.INVALID_PLANNER)


@pytest.fixture
def straight(base: Stack) -> Callable[..., Any]:
    """Sends a goal for a straight way; its handle."""
    names = {BackUp: "backup", DriveOnHeading: "drive_on_heading"}
    topics = {name for name, _ in base.node.get_topic_names_and_types()}
    if not topics & {f"/{name}/_action/status" for name in names.values()}:
        pytest.skip("nobody serves straight ways here")

    def send(kind: type, x: float, speed: float, y: float = 0.0, limit_s: int = 20) -> Any:
        goal = kind.Goal(target=Point(x=x, y=y), speed=speed, time_allowance=Duration(sec=limit_s))
        return base.send(kind, names[kind], goal)

    return send


def gone(stack: Stack, begin: Pose) -> float:
    """How far ahead of where it was the base stands."""
    at_rest(stack)
    return (begin.inverse() @ stack.base()).position[0]


@source(f"{STRAIGHT}, onCycleUpdate")
@pytest.mark.parametrize(("kind", "x"), [(DriveOnHeading, 0.15), (DriveOnHeading, -0.15), (BackUp, -0.15)])
def test_a_straight_way_is_as_long_as_asked_or_a_little_longer(base, straight, kind, x):
    begin = base.base()
    assert ended(base, straight(kind, x, math.copysign(0.1, x))) == (SUCCEEDED, kind.Result.NONE)
    assert 0.14 < abs(gone(base, begin)) < 0.19 and gone(base, begin) * x > 0.0


@source("nav2_behaviors back_up.cpp, onRun")
def test_backup_goes_back_whatever_the_signs(base, straight):
    begin = base.base()
    assert ended(base, straight(BackUp, 0.1, 0.1)) == (SUCCEEDED, BackUp.Result.NONE)
    assert gone(base, begin) < -0.08


@source(f"{STRAIGHT}, onRun")
@pytest.mark.parametrize(
    ("kind", "way"),
    [
        (DriveOnHeading, {"x": 0.1, "speed": -0.1}),
        (DriveOnHeading, {"x": 0.1, "speed": 0.0}),
        (DriveOnHeading, {"x": 0.1, "speed": 0.1, "y": 0.1}),
        (BackUp, {"x": -0.1, "speed": -0.1, "y": 0.1}),
    ],
)
def test_a_straight_way_that_is_none_fails_as_invalid(base, straight, kind, way):
    begin = base.base()
    assert ended(base, straight(kind, **way)) == (ABORTED, kind.Result.INVALID_INPUT)
    assert abs(gone(base, begin)) < 0.01


@source(f"{STRAIGHT}, onCycleUpdate")
def test_a_straight_way_that_takes_too_long_is_given_up(base, straight):
    assert ended(base, straight(DriveOnHeading, 0.4, 0.05, limit_s=2)) == (ABORTED, DriveOnHeading.Result.TIMEOUT)


@source(TIMED)
def test_a_cancelled_straight_way_stops_the_base(base, straight):
    handle = straight(DriveOnHeading, 0.4, 0.05)
    moving(base)
    base.done(handle.cancel_goal_async(), "cancellation")
    assert ended(base, handle) == (CANCELED, DriveOnHeading.Result.NONE)


@source(TIMED)
def test_a_second_straight_way_ends_the_first_and_is_driven(base, straight):
    first = straight(DriveOnHeading, 0.4, 0.05)
    moving(base)
    begin = base.base()
    second = straight(DriveOnHeading, -0.1, -0.1)
    assert ended(base, first) == (ABORTED, DriveOnHeading.Result.NONE)
    assert ended(base, second) == (SUCCEEDED, DriveOnHeading.Result.NONE)
    assert gone(base, begin) < -0.05


@source(f"{STRAIGHT}, isCollisionFree")
def test_a_straight_way_into_something_ends_ahead_of_it(base, straight):
    assert ended(base, drive(base, at(AT_THE_TABLE)))[0] == SUCCEEDED
    at_rest(base)
    assert ended(base, straight(DriveOnHeading, 0.4, 0.1)) == (ABORTED, DriveOnHeading.Result.COLLISION_AHEAD)
    at_rest(base)
    assert base.base().position[1] > -1.95 + 0.25  # the table's edge, and the base's radius
