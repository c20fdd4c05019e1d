# SPDX-License-Identifier: Apache-2.0
"""Motions of move_group: planned, carried out by the controllers, stopped, and refused with a reason."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("rclpy")

from action_msgs.msg import GoalStatus
from moveit_msgs.action import ExecuteTrajectory
from moveit_msgs.action import MoveGroup as MoveGroupAction
from moveit_msgs.msg import Constraints, JointConstraint, MoveItErrorCodes
from std_msgs.msg import String
from trajectory_msgs.msg import JointTrajectoryPoint

from makedo_ros.runtime.qos import RELIABLE
from simulation_node.robots.tiago import ARM_JOINTS, TORSO_JOINT

pytestmark = pytest.mark.ros
DOWN = {TORSO_JOINT: 0.12, "arm_7_joint": -1.0}
LONG_S = 60.0


def refused(code: MoveItErrorCodes, value: int) -> None:
    """MoveIt gives no reasons."""
    assert code.val == value, code
    assert getattr(code, "message", "") == ""


def move_goal(joints=DOWN, group="arm_torso", *, plan_only=False):
    goal = MoveGroupAction.Goal()
    goal.request.group_name = group
    goal.request.allowed_planning_time = 10.0
    goal.request.start_state.is_diff = True
    goal.request.goal_constraints = [
        Constraints(
            joint_constraints=[
                JointConstraint(joint_name=n, position=v, tolerance_above=1e-3, tolerance_below=1e-3)
                for n, v in joints.items()
            ]
        )
    ]
    goal.planning_options.plan_only = plan_only
    return goal


def trajectory_goal(robot, joints=DOWN, *, start=None):
    goal = ExecuteTrajectory.Goal()
    trajectory = goal.trajectory.joint_trajectory
    trajectory.joint_names = list(joints)
    start = start or robot.joints
    for time_s, values in ((0, [start.get(n, 0.0) for n in joints]), (1, list(joints.values()))):
        point = JointTrajectoryPoint(positions=[float(v) for v in values])
        point.time_from_start.sec = time_s
        trajectory.points.append(point)
    return goal


def move(robot, goal, on_feedback=None):
    return robot.send(MoveGroupAction, "move_action", goal, on_feedback)


def execute(robot, goal):
    return robot.send(ExecuteTrajectory, "execute_trajectory", goal)


def slow_down(robot):
    for controller in robot.controllers.values():
        controller.motion_s = LONG_S


def under_way(robot, *names):
    robot.until(lambda: all(robot.controllers[n].log == ["started"] for n in names), "motion")


def stop(robot):
    publisher = robot.node.create_publisher(String, "trajectory_execution_event", RELIABLE)
    robot.until(publisher.get_subscription_count, "subscription")
    publisher.publish(String(data="stop"))
    return publisher


BOTH = ("arm_controller", "torso_controller")


def test_a_motion_is_planned_and_carried_out_by_the_controllers_of_its_joints(robot):
    phases = []
    status, result = robot.result(move(robot, move_goal(), lambda m: phases.append(m.feedback.state)))
    assert status == GoalStatus.STATUS_SUCCEEDED
    assert result.error_code.val == MoveItErrorCodes.SUCCESS
    assert {n: robot.joints[n] for n in DOWN} == pytest.approx(DOWN, abs=2e-3)
    assert all(robot.controllers[n].log == ["started", "done"] for n in BOTH)
    assert not robot.controllers["gripper_controller"].log
    assert result.executed_trajectory.joint_trajectory.points
    robot.until(lambda: phases[:2] == ["PLANNING", "MONITOR"], "feedback")


def test_a_motion_that_is_only_planned_moves_nothing(robot):
    before = dict(robot.joints)
    status, result = robot.result(move(robot, move_goal(plan_only=True)))
    assert status == GoalStatus.STATUS_SUCCEEDED
    assert result.planned_trajectory.joint_trajectory.points
    assert not result.executed_trajectory.joint_trajectory.points
    assert robot.joints == before and not any(c.log for c in robot.controllers.values())


def test_a_motion_that_cannot_be_planned_is_aborted(robot):
    status, result = robot.result(move(robot, move_goal(group="leg")))
    assert status == GoalStatus.STATUS_ABORTED
    refused(result.error_code, MoveItErrorCodes.INVALID_GROUP_NAME)


def test_cancelling_a_motion_stops_the_controllers(robot):
    slow_down(robot)
    handle = move(robot, move_goal())
    under_way(robot, *BOTH)
    robot.done(handle.cancel_goal_async(), "cancel")
    status, result = robot.result(handle)
    assert status == GoalStatus.STATUS_CANCELED
    refused(result.error_code, MoveItErrorCodes.PREEMPTED)
    assert all(robot.controllers[n].log == ["started", "cancelled"] for n in BOTH)


def test_a_trajectory_is_carried_out(robot):
    status, result = robot.result(execute(robot, trajectory_goal(robot, {"gripper_left_finger_joint": 0.01} | DOWN)))
    assert status == GoalStatus.STATUS_SUCCEEDED
    assert result.error_code.val == MoveItErrorCodes.SUCCESS
    assert robot.joints["gripper_left_finger_joint"] == pytest.approx(0.01)
    assert {n: robot.joints[n] for n in DOWN} == pytest.approx(DOWN)


def test_the_event_stop_ends_a_trajectory(robot):
    slow_down(robot)
    handle = execute(robot, trajectory_goal(robot))
    under_way(robot, *BOTH)
    stop(robot)
    status, result = robot.result(handle)
    assert status == GoalStatus.STATUS_ABORTED
    refused(result.error_code, MoveItErrorCodes.PREEMPTED)
    assert all(robot.controllers[n].log == ["started", "cancelled"] for n in BOTH)
    for controller in robot.controllers.values():  # and leaves nothing behind
        controller.forget()
    assert robot.result(execute(robot, trajectory_goal(robot)))[0] == GoalStatus.STATUS_SUCCEEDED


def test_a_trajectory_that_starts_elsewhere_is_refused(robot):
    elsewhere = robot.joints | {"arm_7_joint": robot.joints["arm_7_joint"] + 0.2}
    status, result = robot.result(execute(robot, trajectory_goal(robot, start=elsewhere)))
    assert status == GoalStatus.STATUS_ABORTED
    refused(result.error_code, MoveItErrorCodes.CONTROL_FAILED)
    assert not any(c.log for c in robot.controllers.values())


def test_a_trajectory_of_a_joint_that_nobody_moves_is_refused(robot):
    _, result = robot.result(execute(robot, trajectory_goal(robot, {"tail_joint": 1.0})))
    refused(result.error_code, MoveItErrorCodes.CONTROL_FAILED)


def test_a_malformed_trajectory_is_refused(robot):
    goal = trajectory_goal(robot)
    goal.trajectory.joint_trajectory.points[1].positions.append(0.0)
    _, result = robot.result(execute(robot, goal))
    refused(result.error_code, MoveItErrorCodes.CONTROL_FAILED)


def test_a_controller_that_rejects_stops_the_others(robot):
    slow_down(robot)
    robot.controllers["torso_controller"].accepts = False
    status, result = robot.result(execute(robot, trajectory_goal(robot)))
    assert status == GoalStatus.STATUS_ABORTED
    refused(result.error_code, MoveItErrorCodes.CONTROL_FAILED)
    assert robot.controllers["arm_controller"].log == ["started", "cancelled"]


def test_a_controller_that_fails_stops_the_others(robot):
    slow_down(robot)
    handle = execute(robot, trajectory_goal(robot))
    under_way(robot, *BOTH)
    robot.controllers["arm_controller"].error = "arm_7_joint left its path"
    status, result = robot.result(handle)
    assert status == GoalStatus.STATUS_ABORTED
    refused(result.error_code, MoveItErrorCodes.CONTROL_FAILED)
    assert robot.controllers["torso_controller"].log == ["started", "cancelled"]


def test_what_is_carried_out_is_what_was_planned(robot):
    planned = robot.result(move(robot, move_goal(plan_only=True)))[1].planned_trajectory
    goal = ExecuteTrajectory.Goal(trajectory=planned)
    assert robot.result(execute(robot, goal))[0] == GoalStatus.STATUS_SUCCEEDED
    end = dict(zip(planned.joint_trajectory.joint_names, planned.joint_trajectory.points[-1].positions, strict=True))
    assert np.allclose([robot.joints[n] for n in ARM_JOINTS], [end[n] for n in ARM_JOINTS])
