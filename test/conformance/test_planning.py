# SPDX-License-Identifier: Apache-2.0
"""plan_kinematic_path and move_action without execution: what a plan is, and how a refusal looks."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

pytest.importorskip("rclpy")

from action_msgs.msg import GoalStatus
from moveit_msgs.msg import MoveItErrorCodes

from support.stack import Stack, box, joint_goal, rows, times
from support.waiting import until

pytestmark = pytest.mark.ros
source = pytest.mark.source

PLAN = "moveit2 plan_service_capability.cpp, computePlanService"
PIPELINE = "moveit2 planning_pipeline.cpp, generatePlan"
RESPONSE = "moveit2 planning_response.cpp, MotionPlanResponse::getMessage"
SCALING = "moveit2 time_optimal_trajectory_generation.cpp, verifyScalingFactor"
BOUNDS = "moveit2 check_start_state_bounds.cpp, adapt; robot_model.cpp, jointBoundsFromURDF"
MOVE = "moveit2 move_action_capability.cpp"
MEASURED = "measured on move_group 2.12.4"


def turned(work, by=0.4):
    """The last joint elsewhere: a motion that hits nothing."""
    last = list(work)[-1]
    return {**work, last: work[last] + by}


def at_hand(stack: Stack, name="block", size=(0.12, 0.12, 0.12)):
    """A box around the hand."""
    return box(name, stack.tool().position, size, frame=stack.robot.frames.base)


def refused_without_a_reason(answer) -> None:
    code = answer.error_code
    assert code.val == MoveItErrorCodes.FAILURE, code
    if hasattr(code, "message"):  # Humble's has no such field
        assert (code.message, code.source) == ("", "")
    assert not answer.trajectory.joint_trajectory.points


@source(PIPELINE)
def test_a_plan_leads_from_where_the_arm_is_to_the_goal(stack, work):
    answer = stack.plan(joint_goal(turned(work)))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    trajectory = answer.trajectory.joint_trajectory
    assert sorted(trajectory.joint_names) == sorted(work)
    found = rows(trajectory)
    first, last = (dict(zip(trajectory.joint_names, row, strict=True)) for row in (found[0], found[-1]))
    assert first == pytest.approx(stack.measured(), abs=2e-3)
    assert last == pytest.approx(turned(work), abs=3e-3)


@source("moveit2 time_optimal_trajectory_generation.cpp, doTimeParameterizationCalculations")
def test_the_times_of_a_plan_rise_from_zero_with_velocities_and_accelerations(stack, work):
    trajectory = stack.plan(joint_goal(turned(work))).trajectory.joint_trajectory
    found = times(trajectory)
    assert found[0] == 0.0 and all(a < b for a, b in pairwise(found))
    count = len(trajectory.joint_names)
    assert all(len(p.velocities) == len(p.accelerations) == count for p in trajectory.points)
    assert all(abs(v) < 2e-3 for p in (trajectory.points[0], trajectory.points[-1]) for v in p.velocities)


@source(RESPONSE)
def test_a_plan_names_its_group_and_the_whole_state_that_it_starts_from(stack, work):
    answer = stack.plan(joint_goal(turned(work)))
    assert answer.group_name == stack.robot.arm.group
    named = set(answer.trajectory_start.joint_state.name)
    assert {*stack.robot.arm.joints, *stack.robot.gripper.joints} <= named


@source(RESPONSE)
def test_a_refusal_names_no_group_and_no_start(stack, work):
    stack.tell(at_hand(stack))
    answer = stack.plan(joint_goal(turned(work)))
    assert answer.group_name == "" and not answer.trajectory_start.joint_state.name


@source(PLAN, MEASURED)
def test_a_start_in_collision_is_a_failure_without_a_reason(stack, work):
    stack.tell(at_hand(stack))
    refused_without_a_reason(stack.plan(joint_goal(turned(work))))


@source(PLAN, MEASURED)
def test_a_plan_from_a_posture_to_itself_does_not_say_that_it_is_in_collision(stack, work):
    assert stack.plan(joint_goal(work), start=work).error_code.val == MoveItErrorCodes.SUCCESS
    stack.tell(at_hand(stack))
    refused_without_a_reason(stack.plan(joint_goal(work), start=work))


@source(PLAN, MEASURED)
def test_a_goal_in_collision_is_a_failure_without_a_reason(stack, work):
    stack.tell(at_hand(stack, size=(0.05, 0.05, 0.05)))
    away = {**work, list(work)[1]: work[list(work)[1]] + 0.7}
    refused_without_a_reason(stack.plan(joint_goal(work), start=away, allowed_planning_time=1.0))


@source(PLAN, MEASURED)
def test_an_unknown_group_is_a_failure_without_a_reason(stack, work):
    refused_without_a_reason(stack.plan(joint_goal(work), group_name="leg"))


@source(PLAN, MEASURED)
def test_an_unknown_joint_is_a_failure_without_a_reason(stack):
    refused_without_a_reason(stack.plan(joint_goal({"tail_joint": 0.5})))


@source(PLAN, MEASURED)
def test_no_goal_is_a_failure_without_a_reason(stack):
    refused_without_a_reason(stack.plan())


@source("moveit2 kinematic_constraint.cpp, JointConstraint::configure", MEASURED)
def test_a_goal_outside_the_range_of_a_joint_is_brought_to_its_end(stack, work):
    last = list(work)[-1]
    answer = stack.plan(joint_goal({**work, last: 4.0}))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    trajectory = answer.trajectory.joint_trajectory
    end = dict(zip(trajectory.joint_names, trajectory.points[-1].positions, strict=True))[last]
    assert work[last] < end < 4.0


@source(BOUNDS)
def test_a_start_outside_the_range_of_a_joint_is_a_failure(stack, work):
    last = list(work)[-1]
    refused_without_a_reason(stack.plan(joint_goal(work), start={**work, last: 4.0}))


@source(BOUNDS, MEASURED)
def test_the_range_of_a_joint_is_that_of_its_soft_limits(stack, work):
    if not stack.robot.name.startswith("tiago"):
        pytest.skip("another robot's limits")
    inside, outside = {**work, "arm_2_joint": 1.02}, {**work, "arm_2_joint": 1.03}  # soft 1.0208, hard 1.0908
    assert stack.plan(joint_goal(work), start=inside).error_code.val == MoveItErrorCodes.SUCCESS
    refused_without_a_reason(stack.plan(joint_goal(work), start=outside))


@source("moveit2 robot_state/conversions.cpp, robotStateMsgToRobotState")
def test_a_start_state_overrides_measured_joints_and_leaves_the_others(stack, work):
    answer = stack.plan(joint_goal(work), start=turned(work))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    start = answer.trajectory_start.joint_state
    begun = dict(zip(start.name, start.position, strict=True))
    assert begun[list(work)[-1]] == pytest.approx(turned(work)[list(work)[-1]], abs=1e-3)
    torso = next(iter(work))
    assert begun[torso] == pytest.approx(stack.measured()[torso], abs=2e-3)


@source(SCALING, MEASURED)
def test_a_scaling_of_zero_means_full_speed(stack, work):
    def lasts(scaling: float) -> float:
        answer = stack.plan(
            joint_goal(turned(work, 0.8)), max_velocity_scaling_factor=scaling, max_acceleration_scaling_factor=scaling
        )
        assert answer.error_code.val == MoveItErrorCodes.SUCCESS
        return times(answer.trajectory.joint_trajectory)[-1]

    assert lasts(0.0) == pytest.approx(lasts(1.0), rel=0.25)
    assert lasts(0.1) > 2 * lasts(0.0)


@source(SCALING)
def test_a_scaling_of_more_than_one_means_full_speed(stack, work):
    def lasts(scaling: float) -> float:
        answer = stack.plan(joint_goal(turned(work, 0.8)), max_velocity_scaling_factor=scaling)
        return times(answer.trajectory.joint_trajectory)[-1]

    assert lasts(3.0) == pytest.approx(lasts(1.0), rel=0.25)


@source(PLAN, MEASURED)
def test_services_answer_one_after_another(stack, work):
    from moveit_msgs.srv import GetMotionPlan, GetStateValidity

    order: list[str] = []
    stack.tell(at_hand(stack, size=(0.05, 0.05, 0.05)))
    away = {**work, list(work)[1]: work[list(work)[1]] + 0.7}
    slow = stack.plan_request(joint_goal(work), start=away, allowed_planning_time=2.0)
    stack.validity()  # its client exists from here on
    plan = stack.call_async(GetMotionPlan, "plan_kinematic_path", GetMotionPlan.Request(motion_plan_request=slow))
    plan.add_done_callback(lambda _: order.append("plan"))
    time.sleep(0.3)  # of two that come at the same moment, either may be first
    quick = stack.call_async(GetStateValidity, "check_state_validity", GetStateValidity.Request())
    quick.add_done_callback(lambda _: order.append("validity"))
    stack.done(plan)
    stack.done(quick)
    until(lambda: len(order) == 2, "both answers")
    assert order == ["plan", "validity"]


@source(f"{MOVE}, executeMoveCallbackPlanOnly")
def test_a_move_that_is_only_planned_moves_nothing(stack, work):
    before = stack.measured()
    status, result = stack.result(stack.move(stack.plan_request(joint_goal(turned(work))), plan_only=True))
    assert status == GoalStatus.STATUS_SUCCEEDED
    assert result.planned_trajectory.joint_trajectory.points
    assert not result.executed_trajectory.joint_trajectory.points
    assert stack.measured() == pytest.approx(before, abs=2e-3)


@source(f"{MOVE}, executeMoveCallbackPlanOnly")
def test_a_move_that_is_only_planned_and_fails_is_aborted_as_a_failure(stack, work):
    stack.tell(at_hand(stack))
    status, result = stack.result(stack.move(stack.plan_request(joint_goal(turned(work))), plan_only=True))
    assert status == GoalStatus.STATUS_ABORTED
    assert result.error_code.val == MoveItErrorCodes.FAILURE
