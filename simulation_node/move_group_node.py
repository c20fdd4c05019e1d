# SPDX-License-Identifier: Apache-2.0
"""ROS node `move_group`: MoveIt's own interface on the planner of this package.

It knows the robot, joint_states, /tf and what it was told through apply_planning_scene, nothing else of the simulation.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

from moveit_msgs.action import ExecuteTrajectory, MoveGroup as MoveGroupAction
from moveit_msgs.msg import AttachedCollisionObject, CollisionObject, PlanningScene as SceneMessage
from moveit_msgs.srv import ApplyPlanningScene, GetCartesianPath, GetMotionPlan, GetPlanningScene, GetPositionIK
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_ros.qos import RELIABLE, SENSOR
from makedo_ros.spin import run
from makedo_ros.tf import TransformBuffer, TransformError
from simulation_node.collision import Padding
from simulation_node.motion_requests import Code, PlanAnswer, RequestError, Scaling, Verdict
from simulation_node.move_group import MoveGroup, MoveGroupConfig
from simulation_node.move_group_execution import TrajectoryExecution
from simulation_node.move_group_messages import (
    error_code,
    ik_request,
    joints_of,
    line_request,
    plan_request,
    state_message,
    trajectory_message,
)
from simulation_node.planning_scene import PlanningScene, SceneError
from simulation_node.robot import ARM_JOINTS, BASE_FRAME, GRIPPER_JOINTS, HEAD_JOINTS, TORSO_JOINT
from simulation_node.scene_messages import changed_scene, scene_message, scene_with_state, with_attached, with_object

THREADS = 8  # a motion that is carried out holds one, a plan another
TRANSFORM_WAIT_S = 1.0  # for a frame that is not known yet
CONTROLLERS = {
    "arm_controller": ARM_JOINTS,
    "torso_controller": (TORSO_JOINT,),
    "head_controller": HEAD_JOINTS,
    "gripper_controller": GRIPPER_JOINTS,
}


class MoveGroupNode(Node):
    """MoveIt's move_group, as far as Makedo needs it."""

    def __init__(self) -> None:
        # Limits of planning are wall time and motions are timed from their start: nothing here needs the clock, and
        # listening to /clock would cost more than all the rest while idle. The same goes for /tf, see _frame.
        super().__init__("move_group", parameter_overrides=[Parameter("use_sim_time", value=False)])
        number = self._number
        self._default = Scaling(number("default_velocity_scaling", 0.5), number("default_acceleration_scaling", 0.5))
        self._cancel_stops = bool(self._parameter("cancel_stops_execution", False))
        self._group = MoveGroup(
            MoveGroupConfig(
                Padding(
                    number("robot_padding", 0.004), number("world_padding", 0.004), number("attached_padding", 0.0)
                ),
                number("arm_acceleration", 2.0),
                number("torso_acceleration", 0.2),
                number("default_planning_time", 5.0),
                int(self._parameter("seed", 1)),
            )
        )
        self._transforms: TransformBuffer | None = None
        parallel = ReentrantCallbackGroup()
        self._execution = TrajectoryExecution(self, CONTROLLERS, number("start_tolerance", 0.03), parallel)
        self._offer_topics()
        self._offer_services(parallel)
        self._offer_actions(parallel)
        self.get_logger().info("ready: groups arm, arm_torso and gripper, planning frame base_footprint")

    def close(self) -> None:
        """Give up what runs."""
        self._group.stop()
        self._execution.stop()

    def _parameter(self, name: str, default: Any) -> Any:
        return self.declare_parameter(name, default, ParameterDescriptor(description=name.replace("_", " "))).value

    def _number(self, name: str, default: float) -> float:
        return float(self._parameter(name, default))

    def _offer_topics(self) -> None:
        quick, scene = MutuallyExclusiveCallbackGroup(), MutuallyExclusiveCallbackGroup()
        subscribe = self.create_subscription
        subscribe(JointState, "joint_states", self._joint_states, SENSOR, callback_group=quick)
        subscribe(String, "trajectory_execution_event", self._event, RELIABLE, callback_group=quick)
        subscribe(SceneMessage, "planning_scene", self._scene_update, RELIABLE, callback_group=scene)
        subscribe(CollisionObject, "collision_object", self._object_update, RELIABLE, callback_group=scene)
        subscribe(
            AttachedCollisionObject, "attached_collision_object", self._attached_update, RELIABLE, callback_group=scene
        )

    def _offer_services(self, parallel: ReentrantCallbackGroup) -> None:
        for kind, name, callback in (
            (GetPositionIK, "compute_ik", self._compute_ik),
            (GetMotionPlan, "plan_kinematic_path", self._plan_kinematic_path),
            (GetCartesianPath, "compute_cartesian_path", self._compute_cartesian_path),
            (ApplyPlanningScene, "apply_planning_scene", self._apply_planning_scene),
            (GetPlanningScene, "get_planning_scene", self._get_planning_scene),
        ):
            self.create_service(kind, name, callback, callback_group=parallel)

    def _offer_actions(self, parallel: ReentrantCallbackGroup) -> None:
        self._servers = [
            ActionServer(
                self, kind, name, callback, callback_group=parallel, cancel_callback=lambda _: CancelResponse.ACCEPT
            )
            for kind, name, callback in (
                (MoveGroupAction, "move_action", self._move),
                (ExecuteTrajectory, "execute_trajectory", self._execute),
            )
        ]

    # -- what is heard

    def _joint_states(self, message: JointState) -> None:
        self._group.set_measured(joints_of(message))

    def _event(self, message: String) -> None:
        if message.data != "stop":
            self.get_logger().warning(f"unknown trajectory execution event {message.data!r}; known is 'stop'")
            return
        self._execution.stop()
        self._group.stop()
        self.get_logger().info("stopped")

    def _scene_update(self, message: SceneMessage) -> None:
        self._change(lambda s: changed_scene(s, message, self._frame, self._group.robot.links))

    def _object_update(self, message: CollisionObject) -> None:
        self._change(lambda s: with_object(s, message, self._frame))

    def _attached_update(self, message: AttachedCollisionObject) -> None:
        self._change(lambda s: with_attached(s, message, self._frame, self._group.robot.links))

    def _change(self, change: Callable[[PlanningScene], PlanningScene]) -> bool:
        try:
            self._group.apply(change)
        except (SceneError, RequestError) as error:
            self.get_logger().error(f"the planning scene stays as it was: {error}")
            return False
        return True

    # -- services

    def _compute_ik(self, request: Any, response: Any) -> Any:
        asked = request.ik_request
        try:
            scene = self._scene_of(asked.robot_state)
            answer = self._group.solve_ik(ik_request(asked, self._frame), scene)
        except (RequestError, SceneError) as error:
            response.error_code = error_code(_verdict(error))
            return response
        response.error_code = error_code(answer.verdict)
        if answer.verdict.ok:
            response.solution = state_message(answer.state)
        return response

    def _plan_kinematic_path(self, request: Any, response: Any) -> Any:
        asked, given = request.motion_plan_request, response.motion_plan_response
        answer = self._plan(asked, lambda: False)
        given.group_name = asked.group_name
        given.planning_time = answer.planning_time_s
        given.error_code = error_code(answer.verdict)
        given.trajectory_start = state_message(answer.start)
        given.trajectory = trajectory_message(answer.motion)
        return response

    def _compute_cartesian_path(self, request: Any, response: Any) -> Any:
        try:
            scene = self._scene_of(request.start_state)
            answer = self._group.plan_line(line_request(request, self._frame, self._default), scene)
        except (RequestError, SceneError) as error:
            response.error_code, response.fraction = error_code(_verdict(error)), -1.0  # as MoveIt
            return response
        response.error_code = error_code(answer.verdict)
        response.fraction = answer.fraction if answer.verdict.ok else -1.0
        response.start_state = state_message(answer.start)
        response.solution = trajectory_message(answer.motion)
        return response

    def _apply_planning_scene(self, request: Any, response: Any) -> Any:
        message = request.scene
        response.success = self._change(lambda s: changed_scene(s, message, self._frame, self._group.robot.links))
        return response

    def _get_planning_scene(self, request: Any, response: Any) -> Any:
        try:
            state = self._group.state()
        except RequestError:
            state = {}  # asked before the first joint_states: the rest of the scene is known
        touching = self._group.robot.touching_links
        response.scene = scene_message(self._group.scene, state, touching, int(request.components.components))
        return response

    # -- ROS actions

    def _move(self, handle: ServerGoalHandle) -> Any:
        asked, options = handle.request.request, handle.request.planning_options
        result = MoveGroupAction.Result()

        def cancelled() -> bool:
            return bool(handle.is_cancel_requested)

        self._say(handle, "PLANNING")
        attempts = 1 + (max(0, options.replan_attempts) if options.replan else 0)
        for _ in range(attempts):
            answer = self._plan(asked, cancelled, options.planning_scene_diff)
            if answer.verdict.ok or answer.verdict.code is Code.PREEMPTED:
                break
        result.planning_time = answer.planning_time_s
        result.trajectory_start = state_message(answer.start)
        result.planned_trajectory = trajectory_message(answer.motion)
        verdict = answer.verdict
        if verdict.ok and not options.plan_only:
            self._say(handle, "MONITOR")
            verdict = self._carry_out(result.planned_trajectory.joint_trajectory, cancelled)
            if verdict.ok:
                result.executed_trajectory = result.planned_trajectory
        return self._finish(handle, result, verdict)

    def _execute(self, handle: ServerGoalHandle) -> Any:
        self._say(handle, "MONITOR", ExecuteTrajectory.Feedback())
        trajectory = handle.request.trajectory.joint_trajectory
        verdict = self._carry_out(trajectory, lambda: self._cancel_stops and bool(handle.is_cancel_requested))
        return self._finish(handle, ExecuteTrajectory.Result(), verdict)

    def _carry_out(self, trajectory: Any, cancelled: Callable[[], bool]) -> Verdict:
        try:
            return self._execution.run(trajectory, self._group.state(), cancelled)
        except RequestError as error:
            return error.verdict

    def _finish(self, handle: ServerGoalHandle, result: Any, verdict: Verdict) -> Any:
        result.error_code = error_code(verdict)
        if verdict.ok:
            handle.succeed()
        elif verdict.code is Code.PREEMPTED and handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
            self.get_logger().warning(f"{verdict.code.name}: {verdict.reason}")
        return result

    def _say(self, handle: ServerGoalHandle, state: str, feedback: Any = None) -> None:
        feedback = feedback or MoveGroupAction.Feedback()
        feedback.state = state
        handle.publish_feedback(feedback)

    # -- common

    def _plan(self, asked: Any, cancelled: Callable[[], bool], difference: Any = None) -> PlanAnswer:
        try:
            scene = self._scene_of(asked.start_state, difference)
            answer = self._group.plan(plan_request(asked, self._frame, self._default), cancelled, scene)
        except (RequestError, SceneError) as error:
            answer = PlanAnswer(_verdict(error))
        except Exception:  # a bug must not take the planner down with all that it was told
            self.get_logger().error(traceback.format_exc())
            answer = PlanAnswer(Verdict(Code.FAILURE, "internal error, see the log"))
        if not answer.verdict.ok:
            self.get_logger().info(f"no plan: {answer.verdict.code.name}: {answer.verdict.reason}")
        return answer

    def _scene_of(self, state: Any, difference: Any = None) -> PlanningScene:
        """The scene that a request is for: the known one, changed for this request alone."""
        scene, links = self._group.scene, self._group.robot.links
        if difference is not None and difference.is_diff:
            scene = changed_scene(scene, difference, self._frame, links)
        return scene_with_state(scene, state, self._frame, links)

    def _frame(self, frame: str) -> Pose:
        """Pose of a frame in the planning frame: of the robot's links by kinematics, of others from /tf.

        Raises:
            RequestError: FRAME_TRANSFORM_FAILURE.
        """
        name = frame.lstrip("/")
        if name in ("", BASE_FRAME):
            return Pose()
        if name in self._group.robot.links:
            link = self._group.link_pose(name, self._group.state())
            assert link is not None
            return link
        return self._transform(name)

    def _transform(self, frame: str) -> Pose:
        """Pose of a frame that is not the robot's; /tf is listened to from the first time on that one is named."""
        if self._transforms is None:
            self._transforms = TransformBuffer(self)
        deadline = time.monotonic() + TRANSFORM_WAIT_S
        while True:
            try:
                return self._transforms.lookup(BASE_FRAME, frame)
            except TransformError as error:
                if time.monotonic() > deadline:
                    raise RequestError(Code.FRAME_TRANSFORM_FAILURE, str(error)) from error
            time.sleep(0.02)


def _verdict(error: Exception) -> Verdict:
    return error.verdict if isinstance(error, RequestError) else Verdict(Code.INVALID_OBJECT_NAME, str(error))


def main() -> int:
    """Run the node; 1 if the robot's description is missing."""
    try:
        run(MoveGroupNode, threads=THREADS)
    except MakedoError as error:
        print(f"move_group: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
