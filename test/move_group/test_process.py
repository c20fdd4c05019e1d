# SPDX-License-Identifier: Apache-2.0
"""move_group from its start to its end."""

from __future__ import annotations

import signal

import pytest

pytest.importorskip("rclpy")

from moveit_msgs.action import ExecuteTrajectory
from moveit_msgs.msg import MoveItErrorCodes
from moveit_msgs.srv import GetPositionIK
from trajectory_msgs.msg import JointTrajectoryPoint

from simulation_node.robots.tiago import TORSO_JOINT
from support.tiers import slow

pytestmark = pytest.mark.ros


def test_before_the_first_joint_states_it_knows_no_state(ros_domain_id, start):
    _, robot = start(ros_domain_id, "-r", "__ns:=/left", namespace="left")  # all names move into the namespace
    robot.silent = True
    request = GetPositionIK.Request()
    request.ik_request.group_name = "arm"
    request.ik_request.pose_stamped.pose.orientation.w = 1.0
    code = robot.call(GetPositionIK, "compute_ik", request).error_code
    assert code.val == MoveItErrorCodes.INVALID_ROBOT_STATE
    assert not robot.scene().robot_state.joint_state.name


@pytest.mark.parametrize("number", [signal.SIGINT, *slow(signal.SIGTERM)])
def test_it_ends_cleanly_in_the_middle_of_a_motion_and_stops_it(ros_domain_id, start, number):
    process, robot = start(ros_domain_id)
    robot.start_anew()
    torso = robot.controllers["torso_controller"]
    torso.motion_s = 60.0
    goal = ExecuteTrajectory.Goal()
    goal.trajectory.joint_trajectory.joint_names = [TORSO_JOINT]
    for seconds, position in ((0, robot.joints[TORSO_JOINT]), (1, 0.05)):
        point = JointTrajectoryPoint(positions=[position])
        point.time_from_start.sec = seconds
        goal.trajectory.joint_trajectory.points.append(point)
    robot.send(ExecuteTrajectory, "execute_trajectory", goal)
    robot.until(lambda: torso.log, "motion")
    status, output = process.end(number)
    assert status == 0, output
    assert "Traceback" not in output and "terminate" not in output and "FATAL" not in output, output
    robot.until(lambda: torso.log == ["started", "cancelled"], "cancelled motion")


@pytest.mark.slow
def test_a_missing_description_of_the_robot_ends_it_with_a_reason(ros_domain_id, start, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    process, _ = start(ros_domain_id)
    assert process.process.wait(timeout=90) == 1
    assert "tiago_description" in process.output() and "Traceback" not in process.output()
