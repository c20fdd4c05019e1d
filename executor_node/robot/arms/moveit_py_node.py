# SPDX-License-Identifier: Apache-2.0
"""ROS node `moveit_py_arm`: MoveItPy behind the names of move_group, for the arm backend `moveit_py`.

The executor talks to it as to move_group. It must not run beside a move_group under the same namespace.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from moveit_msgs.action import ExecuteTrajectory
from moveit_msgs.msg import MotionPlanResponse, MoveItErrorCodes
from moveit_msgs.srv import ApplyPlanningScene, GetCartesianPath, GetMotionPlan, GetPositionIK, GetStateValidity
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.action import CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.node import Node
from std_srvs.srv import Empty

from executor_node.robot.arms.moveit_py import MoveItPyPlanner, start
from makedo_core.robot_config import MOVEIT_PY
from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.spin import run

PIPELINES_OF_MOVE_GROUP = "planning_pipelines"
PIPELINES_OF_MOVEIT_PY = "planning_pipelines.pipeline_names"
MOVEIT_NODE = MOVEIT_PY  # MoveItPy's own: it has the parameters, hears "stop" and serves get_planning_scene
UNNAMED = {  # each plan has its own; where MoveItPy finds none at first, it warns of each with each plan
    "planning_pipeline": "",
    "planner_id": "",
    "planning_attempts": 1,
    "planning_time": 1.0,
    "max_velocity_scaling_factor": 1.0,
    "max_acceleration_scaling_factor": 1.0,
}
_FAILURE = MoveItErrorCodes(val=MoveItErrorCodes.FAILURE)
Answer = TypeVar("Answer")


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
            (Empty, "clear_octomap", self._clear_octomap),
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
        told: dict[str, Any] = {
            "use_sim_time": bool(self.get_parameter("use_sim_time").value),
            "plan_request_params": UNNAMED,
        }
        any_type = ParameterDescriptor(dynamic_typing=True, read_only=True)
        own = self.declare_parameter(PIPELINES_OF_MOVEIT_PY, None, any_type).value
        names = self.declare_parameter(PIPELINES_OF_MOVE_GROUP, None, any_type).value
        if own is None and names is not None:
            told[PIPELINES_OF_MOVEIT_PY] = [names] if isinstance(names, str) else list(names)
        return told

    def _plan(self, request: GetMotionPlan.Request, response: GetMotionPlan.Response) -> GetMotionPlan.Response:
        asked = request.motion_plan_request
        refused = MotionPlanResponse(error_code=_FAILURE)
        response.motion_plan_response = self._answered(lambda: self._planner.plan(asked), refused)
        return response

    def _solve_ik(self, request: GetPositionIK.Request, _: Any) -> GetPositionIK.Response:
        asked, refused = request.ik_request, GetPositionIK.Response(error_code=_FAILURE)
        return self._answered(lambda: self._planner.solve_ik(asked), refused)

    def _follow_line(self, request: GetCartesianPath.Request, _: Any) -> GetCartesianPath.Response:
        refused = GetCartesianPath.Response(error_code=_FAILURE)
        return self._answered(lambda: self._planner.follow_line(request), refused)

    def _check(self, request: GetStateValidity.Request, _: Any) -> GetStateValidity.Response:
        return self._answered(lambda: self._planner.check(request), GetStateValidity.Response(valid=False))

    def _apply(
        self, request: ApplyPlanningScene.Request, response: ApplyPlanningScene.Response
    ) -> ApplyPlanningScene.Response:
        response.success = self._answered(lambda: self._planner.apply(request.scene), False)
        return response

    def _answered(self, ask: Callable[[], Answer], refused: Answer) -> Answer:
        """The planner's answer; where MoveIt throws (a joint or link that the robot lacks), the log says why."""
        try:
            return ask()
        except RuntimeError as error:
            self.get_logger().error(f"MoveItPy could not do what it was asked for: {error}")
            return refused

    def _clear_octomap(self, _: Empty.Request, response: Empty.Response) -> Empty.Response:
        self._planner.clear_octomap()
        return response

    def _execute(self, handle: ServerGoalHandle) -> ExecuteTrajectory.Result:
        failed = MoveItErrorCodes(val=MoveItErrorCodes.CONTROL_FAILED)
        with self._executing:
            code = self._answered(lambda: self._planner.execute(handle.request.trajectory), failed)
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
