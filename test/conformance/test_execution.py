# SPDX-License-Identifier: Apache-2.0
"""execute_trajectory, move_action and the event "stop": when the arm moves, when it stops, what is answered."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from action_msgs.msg import GoalStatus
from action_msgs.srv import CancelGoal
from moveit_msgs.msg import MoveItErrorCodes
from trajectory_msgs.msg import JointTrajectory

from support.stack import Stack, joint_goal, trajectory
from support.waiting import until

pytestmark = pytest.mark.ros
source = pytest.mark.source

EXECUTE = "moveit2 execute_trajectory_action_capability.cpp"
MANAGER = "moveit2 trajectory_execution_manager.cpp"
MOVE = "moveit2 move_action_capability.cpp"
MEASURED = "measured on move_group 2.12.4"
BY = 0.4
SUCCEEDED, ABORTED = GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_ABORTED


def turned(work, by=BY):
    last = list(work)[-1]
    return {**work, last: work[last] + by}


def way(stack: Stack, work, step_s=1.5, by=BY, off=0.0) -> JointTrajectory:
    """The last joint goes elsewhere; its first point is off by so much."""
    here, last = stack.measured(), list(work)[-1]
    first = {**here, last: here[last] + off}
    return trajectory([first, {**here, last: work[last] + by}], step_s)


def under_way(stack: Stack, work) -> None:
    last = list(work)[-1]
    until(lambda: abs(stack.measured()[last] - work[last]) > 0.03, "motion", 60)


def result_is(found, status, code) -> None:
    assert (found[0], found[1].error_code.val) == (status, code), found


@source(EXECUTE)
def test_a_trajectory_is_carried_out(stack, work):
    result_is(stack.result(stack.execute(way(stack, work))), SUCCEEDED, MoveItErrorCodes.SUCCESS)
    stack.arrived(turned(work))


@source(EXECUTE, MEASURED)
def test_feedback_says_monitor_and_then_how_it_ended_and_idle(stack, work):
    said: list[str] = []
    stack.result(stack.execute(way(stack, work), lambda m: said.append(m.feedback.state)))
    until(lambda: len(said) > 1, lambda: f"how it ended, it said {said}")
    assert said == ["MONITOR", "Solution was found and executed.", "IDLE"][: len(said)]  # IDLE comes after the end


@source(f"{MANAGER}, configure and executeThread")
def test_a_trajectory_without_points_is_a_success_of_nothing(stack):
    result_is(stack.result(stack.execute(JointTrajectory())), SUCCEEDED, MoveItErrorCodes.SUCCESS)


@source(f"{MANAGER}, validate", MEASURED)
def test_a_trajectory_that_starts_elsewhere_by_more_than_a_hundredth_fails_without_a_reason(stack, work):
    found = stack.result(stack.execute(way(stack, work, off=0.015)))
    result_is(found, ABORTED, MoveItErrorCodes.CONTROL_FAILED)
    assert getattr(found[1].error_code, "message", "") == ""
    assert stack.near(work)


@source(f"{MANAGER}, validate")
def test_a_trajectory_that_starts_elsewhere_by_less_is_carried_out(stack, work):
    result_is(stack.result(stack.execute(way(stack, work, off=0.006))), SUCCEEDED, MoveItErrorCodes.SUCCESS)


@source(f"{EXECUTE}, initialize: a callback group of its own, blocked by the execution", MEASURED)
def test_cancelling_a_trajectory_does_not_stop_the_arm_and_is_answered_when_it_is_there(stack, work):
    handle = stack.execute(way(stack, work, 3.0))
    under_way(stack, work)
    answer = stack.done(handle.cancel_goal_async(), "answer of the cancellation")
    stack.arrived(turned(work))
    assert answer.return_code == CancelGoal.Response.ERROR_GOAL_TERMINATED
    result_is(stack.result(handle), SUCCEEDED, MoveItErrorCodes.SUCCESS)


@source(f"{EXECUTE}, initialize: a callback group of its own, blocked by the execution", MEASURED)
def test_a_second_trajectory_waits_for_the_first(stack, work):
    first = stack.execute(way(stack, work, 3.0))
    under_way(stack, work)
    last = list(work)[-1]
    there = {**stack.measured(), last: work[last] + BY}
    second = stack.execute(trajectory([there, {**there, last: work[last]}]))  # accepted when the first has ended
    assert stack.near({last: work[last] + BY}, 0.1)
    result_is(stack.result(first), SUCCEEDED, MoveItErrorCodes.SUCCESS)
    result_is(stack.result(second), SUCCEEDED, MoveItErrorCodes.SUCCESS)
    stack.arrived(work)


@source(f"{MANAGER}, receiveEvent and stopExecution", MEASURED)
def test_the_event_stop_ends_a_trajectory_where_the_arm_is(stack, work):
    handle = stack.execute(way(stack, work, 6.0))
    under_way(stack, work)
    stack.stop()
    result_is(stack.result(handle), ABORTED, MoveItErrorCodes.PREEMPTED)
    last = list(work)[-1]
    assert abs(stack.measured()[last] - work[last]) < 0.8 * BY


@source(f"{MANAGER}, stopExecution", MEASURED)
def test_after_a_stop_the_next_trajectory_is_carried_out(stack, work):
    handle = stack.execute(way(stack, work, 6.0))
    under_way(stack, work)
    stack.stop()
    stack.stop()
    stack.result(handle)
    stack.go(work)
    result_is(stack.result(stack.execute(way(stack, work))), SUCCEEDED, MoveItErrorCodes.SUCCESS)


@source(f"{MANAGER}, receiveEvent")
def test_a_stop_while_nothing_moves_is_forgotten(stack, work):
    stack.stop()
    result_is(stack.result(stack.execute(way(stack, work))), SUCCEEDED, MoveItErrorCodes.SUCCESS)


@source(f"{MOVE}, executeMoveCallbackPlanAndExecute")
def test_a_move_is_planned_and_carried_out(stack, work):
    found = stack.result(stack.move(stack.plan_request(joint_goal(turned(work)))))
    result_is(found, SUCCEEDED, MoveItErrorCodes.SUCCESS)
    stack.arrived(turned(work))


@source(f"{MOVE}, executeMoveCallbackPlanAndExecute")
def test_a_move_to_where_the_arm_is_succeeds_without_a_plan(stack, work):
    found = stack.result(stack.move(stack.plan_request(joint_goal(stack.measured(), 0.01))))
    result_is(found, SUCCEEDED, MoveItErrorCodes.SUCCESS)
    assert not found[1].planned_trajectory.joint_trajectory.points


@source(f"{MOVE}, preemptMoveCallback")
def test_cancelling_a_move_stops_the_arm(stack, work):
    request = stack.plan_request(joint_goal(turned(work, 1.5)), max_velocity_scaling_factor=0.1)
    handle = stack.move(request)
    under_way(stack, work)
    stack.done(handle.cancel_goal_async(), "answer of the cancellation")
    status, result = stack.result(handle)
    assert (status, result.error_code.val) == (GoalStatus.STATUS_CANCELED, MoveItErrorCodes.PREEMPTED)
    last = list(work)[-1]
    assert stack.measured()[last] < work[last] + 1.4


@source(f"{MOVE}, setMoveState")
def test_feedback_of_a_move_says_planning_monitor_idle(stack, work):
    said: list[str] = []
    stack.result(stack.move(stack.plan_request(joint_goal(turned(work))), lambda m: said.append(m.feedback.state)))
    until(lambda: "MONITOR" in said, lambda: f"MONITOR, it said {said}")
    order = [s for i, s in enumerate(said) if said[i - 1 : i] != [s]]
    assert order == ["PLANNING", "MONITOR", "IDLE"][: len(order)]  # IDLE comes after the end
