# SPDX-License-Identifier: Apache-2.0
"""ROS node `moveit_py_arm`: MoveItPy behind the names of move_group, for the arm backend `moveit_py`.

The executor talks to it as to move_group. It must not run beside a move_group under the same namespace.
"""

from __future__ import annotations

import threading
from typing import Any

from moveit_msgs.action import ExecuteTrajectory
from moveit_msgs.srv import ApplyPlanningScene, GetCartesianPath, GetMotionPlan, GetPositionIK, GetStateValidity
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.action import CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.node import Node

from executor_node.robot.arms.moveit_py import MoveItPyPlanner, start
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.spin import run

PIPELINES_OF_MOVE_GROUP = "planning_pipelines"
PIPELINES_OF_MOVEIT_PY = "planning_pipelines.pipeline_names"
MOVEIT_NODE = "moveit_py"  # MoveItPy's own node; it also serves get_planning_scene and hears "stop"


class MoveItPyNode(Node):
    """Serves what the executor asks of move_group: plans, IK, lines, states, the planning scene, execution.

    Args:
        planner: answers; None: MoveItPy is started.
    """

    def __init__(self, planner: MoveItPyPlanner | None = None) -> None:
        super().__init__("moveit_py_arm")
        if planner is None:
            planner = MoveItPyPlanner(start(MOVEIT_NODE, self.get_namespace(), self._moveit_parameters()))
        self._planner = planner
        self._executing = threading.Lock()
        one = MutuallyExclusiveCallbackGroup()  # MoveItPy is not asked two things at once
        for kind, name, callback in (
            (GetMotionPlan, "plan_kinematic_path", self._plan),
            (GetPositionIK, "compute_ik", self._solve_ik),
            (GetCartesianPath, "compute_cartesian_path", self._follow_line),
            (ApplyPlanningScene, "apply_planning_scene", self._apply),
            (GetStateValidity, "check_state_validity", self._check),
        ):
            self.create_service(kind, name, callback, callback_group=one)
        ActionServer(
            self,
            ExecuteTrajectory,
            "execute_trajectory",
            self._execute,
            cancel_callback=self._on_cancel,
            callback_group=ReentrantCallbackGroup(),
        )

    def _moveit_parameters(self) -> dict[str, Any]:
        """What MoveItPy's node has to be told besides the files of parameters, which are written for move_group.

        move_group reads the names of its pipelines from `planning_pipelines`, MoveItPy from
        `planning_pipelines.pipeline_names`; and this node's time is that of MoveItPy.
        """
        told: dict[str, Any] = {"use_sim_time": bool(self.get_parameter("use_sim_time").value)}
        any_type = ParameterDescriptor(dynamic_typing=True, read_only=True)
        own = self.declare_parameter(PIPELINES_OF_MOVEIT_PY, None, any_type).value
        names = self.declare_parameter(PIPELINES_OF_MOVE_GROUP, None, any_type).value
        if own is None and names is not None:
            told[PIPELINES_OF_MOVEIT_PY] = [names] if isinstance(names, str) else list(names)
        return told

    def _plan(self, request: GetMotionPlan.Request, response: GetMotionPlan.Response) -> GetMotionPlan.Response:
        response.motion_plan_response = self._planner.plan(request.motion_plan_request)
        return response

    def _solve_ik(self, request: GetPositionIK.Request, _: Any) -> GetPositionIK.Response:
        return self._planner.solve_ik(request.ik_request)

    def _follow_line(self, request: GetCartesianPath.Request, _: Any) -> GetCartesianPath.Response:
        return self._planner.follow_line(request)

    def _check(self, request: GetStateValidity.Request, _: Any) -> GetStateValidity.Response:
        return self._planner.check(request)

    def _apply(
        self, request: ApplyPlanningScene.Request, response: ApplyPlanningScene.Response
    ) -> ApplyPlanningScene.Response:
        response.success = self._planner.apply(request.scene)
        return response

    def _execute(self, handle: ServerGoalHandle) -> ExecuteTrajectory.Result:
        with self._executing:
            code = self._planner.execute(handle.request.trajectory)
        if code.val == code.SUCCESS:
            handle.succeed()
        elif handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
        return ExecuteTrajectory.Result(error_code=code)

    def _on_cancel(self, _: ServerGoalHandle) -> CancelResponse:
        self._planner.stop()
        return CancelResponse.ACCEPT


def main() -> int:
    """Run the node."""
    return run(MoveItPyNode, threads=4)
