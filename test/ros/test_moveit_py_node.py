# SPDX-License-Identifier: Apache-2.0
"""The node of the arm backend `moveit_py` answers to the names of move_group."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

pytest.importorskip("rclpy")

import rclpy
from moveit_msgs.action import ExecuteTrajectory
from moveit_msgs.msg import MotionPlanResponse, MoveItErrorCodes
from moveit_msgs.srv import ApplyPlanningScene, GetCartesianPath, GetMotionPlan, GetPositionIK, GetStateValidity
from std_srvs.srv import Empty

from executor_node.robot.arms import moveit_py_node
from executor_node.robot.arms.moveit_py import MoveItPyError
from executor_node.robot.arms.moveit_py_node import MoveItPyNode
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import call, finish, send_goal
from support.spinning import Spinning

pytestmark = pytest.mark.ros
ROOT = Path(__file__).resolve().parents[2]


class Planner:
    """Answers with something to be recognised; a motion ends when it is stopped, or at once."""

    def __init__(self) -> None:
        self.stopped, self.endless = threading.Event(), False
        self.throws, self.cleared = False, 0

    def __getattribute__(self, name):
        if name in ("plan", "solve_ik", "follow_line", "check", "apply", "execute") and self.throws:
            return self.throw
        return super().__getattribute__(name)

    def throw(self, _):
        """As pybind11 hands on what MoveIt throws."""
        raise RuntimeError("Variable 'tail_joint' is not known to model 'tiago'")

    def clear_octomap(self) -> None:
        self.cleared += 1

    def plan(self, request):
        return MotionPlanResponse(group_name=request.group_name)

    def solve_ik(self, request):
        return GetPositionIK.Response(error_code=MoveItErrorCodes(val=MoveItErrorCodes.NO_IK_SOLUTION))

    def follow_line(self, request):
        return GetCartesianPath.Response(fraction=0.25)

    def check(self, request):
        return GetStateValidity.Response(valid=request.group_name == "arm")

    def apply(self, scene) -> bool:
        return bool(scene.is_diff)

    def execute(self, trajectory):
        if self.endless:
            assert self.stopped.wait(60)
            return MoveItErrorCodes(val=MoveItErrorCodes.PREEMPTED)
        return MoveItErrorCodes(val=MoveItErrorCodes.SUCCESS)

    def stop(self) -> None:
        self.stopped.set()


@pytest.fixture
def planner(ros_domain_id):
    answers = Planner()
    rclpy.init()
    node = MoveItPyNode(answers)
    spinning = Spinning(node, threads=3)
    answers.node = node
    yield answers
    spinning.close()


def test_every_service_answers_under_move_groups_name(planner):
    node = planner.node
    request = GetMotionPlan.Request()
    request.motion_plan_request.group_name = "arm"
    planned = call(node.create_client(GetMotionPlan, "plan_kinematic_path"), request)
    assert planned.motion_plan_response.group_name == "arm"
    solved = call(node.create_client(GetPositionIK, "compute_ik"), GetPositionIK.Request())
    assert solved.error_code.val == MoveItErrorCodes.NO_IK_SOLUTION
    line = call(node.create_client(GetCartesianPath, "compute_cartesian_path"), GetCartesianPath.Request())
    assert line.fraction == 0.25
    validity = node.create_client(GetStateValidity, "check_state_validity")
    assert call(validity, GetStateValidity.Request(group_name="arm")).valid
    client = node.create_client(ApplyPlanningScene, "apply_planning_scene")
    assert not call(client, ApplyPlanningScene.Request()).success
    call(node.create_client(Empty, "clear_octomap"), Empty.Request())
    assert planner.cleared == 1


def test_what_moveit_throws_is_a_refusal_and_does_not_end_the_node(planner):
    node, planner.throws = planner.node, True
    failure = MoveItErrorCodes.FAILURE
    planned = call(node.create_client(GetMotionPlan, "plan_kinematic_path"), GetMotionPlan.Request())
    assert planned.motion_plan_response.error_code.val == failure
    solved = call(node.create_client(GetPositionIK, "compute_ik"), GetPositionIK.Request())
    assert solved.error_code.val == failure
    line = call(node.create_client(GetCartesianPath, "compute_cartesian_path"), GetCartesianPath.Request())
    assert (line.error_code.val, line.fraction) == (failure, 0.0)
    validity = node.create_client(GetStateValidity, "check_state_validity")
    assert not call(validity, GetStateValidity.Request()).valid
    assert not call(
        node.create_client(ApplyPlanningScene, "apply_planning_scene"), ApplyPlanningScene.Request()
    ).success
    client = ActionClient(node, ExecuteTrajectory, "execute_trajectory")
    handle = send_goal(client, ExecuteTrajectory.Goal(), "execute_trajectory")
    result = finish(handle, "execute_trajectory", 60.0).result
    assert result.error_code.val == MoveItErrorCodes.CONTROL_FAILED
    planner.throws = False
    assert call(validity, GetStateValidity.Request(group_name="arm")).valid


@pytest.mark.parametrize("endless", [False, True])
def test_a_motion_is_carried_out_and_a_cancel_stops_it(planner, endless):
    planner.endless = endless
    client = ActionClient(planner.node, ExecuteTrajectory, "execute_trajectory")
    handle = send_goal(client, ExecuteTrajectory.Goal(), "execute_trajectory")
    if endless:
        handle.cancel_goal_async()
    result = finish(handle, "execute_trajectory", 60.0).result
    expected = MoveItErrorCodes.PREEMPTED if endless else MoveItErrorCodes.SUCCESS
    assert result.error_code.val == expected
    assert planner.stopped.is_set() == endless


def test_where_moveit_is_missing_the_program_ends_and_says_what_to_install(ros_domain_id):
    done = subprocess.run([sys.executable, ROOT / "bin" / "moveit_py"], capture_output=True, text=True, timeout=200)
    assert done.returncode == 1
    assert "install ros-jazzy-moveit-py" in done.stderr and "Traceback" not in done.stderr


PARAMETERS = """
/**:
  ros__parameters:
    robot_description: "<robot name='a'/>"
    planning_pipelines: [ompl, chomp]
    ompl: {planning_plugins: [ompl_interface/OMPLPlanner]}
/robot1/moveit_py_arm:
  ros__parameters:
    use_sim_time: true
"""


@pytest.mark.parametrize(
    ("more", "pipelines"),
    [
        ([], ["ompl", "chomp"]),
        (["-p", "planning_pipelines.pipeline_names:=[pilz]"], None),  # MoveItPy's own name for them: nothing to add
    ],
)
def test_what_move_groups_parameters_lack_for_moveit_py_is_told_to_it(
    tmp_path, monkeypatch, ros_domain_id, more, pipelines
):
    """move_group's `planning_pipelines` by MoveItPy's name, and the time, which is set for our node alone."""
    file = tmp_path / "move_group.yaml"
    file.write_text(PARAMETERS)
    told = []

    def start(name, namespace, extra):
        told.append((name, namespace, extra))
        raise MoveItPyError("enough")

    monkeypatch.setattr(moveit_py_node, "start", start)
    rclpy.init(args=["moveit_py", "--ros-args", "--params-file", str(file), *more, "-r", "__ns:=/robot1"])
    try:
        with pytest.raises(MoveItPyError):
            MoveItPyNode()
    finally:
        rclpy.shutdown()
    expected = {"use_sim_time": True, "plan_request_params": moveit_py_node.UNNAMED}
    if pipelines:
        expected["planning_pipelines.pipeline_names"] = pipelines
    assert told == [("moveit_py", "/robot1", expected)]
