# SPDX-License-Identifier: Apache-2.0
"""The joint trajectory controllers: what they reject, when they abort, and where the joints are held afterwards."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from action_msgs.msg import GoalStatus
from builtin_interfaces.msg import Duration, Time
from control_msgs.action import FollowJointTrajectory
from control_msgs.msg import JointTolerance

from support.stack import Stack, trajectory
from support.waiting import until

pytestmark = pytest.mark.ros
source = pytest.mark.source

FILE = "ros2_controllers joint_trajectory_controller.cpp"
CHECKS = f"{FILE}, validate_trajectory_msg"
UPDATE = f"{FILE}, update"
Result = FollowJointTrajectory.Result


@pytest.fixture
def joints(stack: Stack, work) -> list[str]:
    """Those of the arm's controller."""
    assert stack.robot.arm.controllers
    return [n for n in work if n != "torso_lift_joint"]


@pytest.fixture
def controller(stack: Stack) -> str:
    """The arm's."""
    return stack.robot.arm.controllers[0]


def way(stack: Stack, joints, by=0.4, step_s=1.5, first_s=0.1):
    here = stack.measured(joints)
    return trajectory([here, {**here, joints[-1]: here[joints[-1]] + by}], step_s, first_s)


def under_way(stack: Stack, joints, work) -> None:
    until(lambda: abs(stack.joints[joints[-1]] - work[joints[-1]]) > 0.03, "motion", 60)


def rejected(stack: Stack, controller, message) -> None:
    assert not stack.control(controller, message).accepted


@source(UPDATE)
def test_a_trajectory_is_followed_to_its_end(stack, controller, joints, work):
    status, result = stack.result(stack.control(controller, way(stack, joints)))
    assert (status, result.error_code) == (GoalStatus.STATUS_SUCCEEDED, Result.SUCCESSFUL)
    assert stack.near({joints[-1]: work[joints[-1]] + 0.4}, 0.03)


@source(f"{FILE}, sort_to_local_joint_order")
def test_joints_may_come_in_another_order(stack, controller, joints, work):
    here = stack.measured(joints[::-1])
    there = {**here, joints[-1]: here[joints[-1]] + 0.2}
    status, _ = stack.result(stack.control(controller, trajectory([here, there], 1.0, 0.1)))
    assert status == GoalStatus.STATUS_SUCCEEDED
    assert stack.near({joints[-1]: work[joints[-1]] + 0.2}, 0.03)


@source(CHECKS)
def test_too_few_joints_are_rejected(stack, controller, joints):
    rejected(stack, controller, way(stack, joints[1:]))


@source(CHECKS)
def test_a_joint_of_another_controller_is_rejected(stack, controller, joints):
    message = way(stack, joints)
    message.joint_names = [*joints[:-1], "tail_joint"]
    rejected(stack, controller, message)


@source(CHECKS)
def test_no_joints_are_rejected(stack, controller, joints):
    message = way(stack, joints)
    message.joint_names = []
    rejected(stack, controller, message)


@source(CHECKS)
def test_no_points_are_rejected(stack, controller, joints):
    message = way(stack, joints)
    message.points = []
    rejected(stack, controller, message)


@source(f"{FILE}, validate_trajectory_point_field")
def test_too_few_positions_are_rejected(stack, controller, joints):
    message = way(stack, joints)
    message.points[1].positions = message.points[1].positions[:-1]
    rejected(stack, controller, message)


@source(f"{FILE}, validate_trajectory_point_field")
def test_too_few_velocities_are_rejected(stack, controller, joints):
    message = way(stack, joints)
    message.points[0].velocities = message.points[0].velocities[:-1]
    rejected(stack, controller, message)


@source(CHECKS)
def test_times_that_do_not_rise_are_rejected(stack, controller, joints):
    rejected(stack, controller, way(stack, joints, step_s=0.0))


@source(CHECKS)
def test_an_end_in_motion_is_rejected(stack, controller, joints):
    message = way(stack, joints)
    message.points[-1].velocities[-1] = 0.1
    rejected(stack, controller, message)


@source(CHECKS)
def test_efforts_are_rejected_by_a_controller_of_positions(stack, controller, joints):
    message = way(stack, joints)
    message.points[0].effort = [0.0] * len(joints)
    rejected(stack, controller, message)


@source(CHECKS)
def test_a_trajectory_that_ended_long_ago_is_rejected(stack, controller, joints):
    message = way(stack, joints)
    message.header.stamp = Time(nanosec=1)
    rejected(stack, controller, message)


@source(f"{FILE}, goal_cancelled_callback")
def test_a_cancelled_motion_ends_where_the_joints_are(stack, controller, joints, work):
    handle = stack.control(controller, way(stack, joints, step_s=6.0))
    under_way(stack, joints, work)
    stack.done(handle.cancel_goal_async(), "answer of the cancellation")
    status, _ = stack.result(handle)
    assert status == GoalStatus.STATUS_CANCELED
    assert stack.joints[joints[-1]] < work[joints[-1]] + 0.35


@source(f"{FILE}, preempt_active_goal")
def test_a_newer_goal_takes_the_place_of_the_older_one(stack, controller, joints, work):
    first = stack.control(controller, way(stack, joints, step_s=6.0))
    under_way(stack, joints, work)
    here = stack.measured(joints)
    second = stack.control(controller, trajectory([{**here, joints[-1]: work[joints[-1]]}], first_s=1.5))
    status, result = stack.result(first)
    assert status in (GoalStatus.STATUS_ABORTED, GoalStatus.STATUS_CANCELED)
    assert result.error_code == Result.INVALID_GOAL
    assert stack.result(second)[0] == GoalStatus.STATUS_SUCCEEDED
    assert stack.near({joints[-1]: work[joints[-1]]}, 0.03)


@source(f"{FILE}, update; tolerances.hpp, check_state_tolerance_per_joint")
def test_leaving_the_path_aborts_and_holds_the_joints_where_they_are(stack, controller, joints, work):
    tight = [JointTolerance(name=joints[-1], position=1e-5)]
    status, result = stack.result(stack.control(controller, way(stack, joints, step_s=0.8), path_tolerance=tight))
    assert (status, result.error_code) == (GoalStatus.STATUS_ABORTED, Result.PATH_TOLERANCE_VIOLATED)
    assert stack.joints[joints[-1]] < work[joints[-1]] + 0.35


@source(f"{FILE}, update; tolerances.hpp, check_state_tolerance_per_joint")
def test_missing_the_goal_aborts_after_its_time_and_holds_the_joints_where_they_are(stack, controller, joints):
    tight = [JointTolerance(name=joints[-1], position=1e-9)]
    goal = way(stack, joints)
    status, result = stack.result(
        stack.control(controller, goal, goal_tolerance=tight, goal_time_tolerance=Duration(nanosec=200_000_000))
    )
    assert (status, result.error_code) == (GoalStatus.STATUS_ABORTED, Result.GOAL_TOLERANCE_VIOLATED)


@source(UPDATE, "pal_gripper gripper_controller.yaml")
def test_the_fingers_are_held_where_they_are_when_they_miss_their_goal(stack):
    gripper = stack.robot.gripper
    closed = dict.fromkeys(gripper.joints, 0.0)
    opened = dict.fromkeys(gripper.joints, 0.03)
    stack.result(stack.control(gripper.controller, trajectory([opened], first_s=1.5)))
    until(lambda: stack.near(opened, 0.01), "open fingers", 60)
    beyond = dict.fromkeys(gripper.joints, -0.03)
    tolerance = [JointTolerance(name=n, position=0.02) for n in gripper.joints]
    status, result = stack.result(
        stack.control(
            gripper.controller,
            trajectory([beyond], first_s=1.5),
            goal_tolerance=tolerance,
            goal_time_tolerance=Duration(nanosec=500_000_000),
        )
    )
    assert (status, result.error_code) == (GoalStatus.STATUS_ABORTED, Result.GOAL_TOLERANCE_VIOLATED)
    assert stack.near(closed, 0.005)
