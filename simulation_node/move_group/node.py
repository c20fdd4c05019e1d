# SPDX-License-Identifier: Apache-2.0
"""ROS node `move_group`: MoveIt's own interface on the planner of this package.

It knows the robot, joint_states, /tf and what came through apply_planning_scene, nothing else of the simulation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moveit_msgs.action import ExecuteTrajectory
from moveit_msgs.action import MoveGroup as MoveGroupAction
from rclpy.action import CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.node import Node
from rclpy.parameter import Parameter
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from makedo_ros.runtime.action_server import ActionServer
from makedo_ros.runtime.parameters import T, declare, hold_parameters
from makedo_ros.runtime.qos import RELIABLE, SENSOR
from makedo_ros.runtime.spin import run
from makedo_ros.runtime.streams import streams_of
from simulation_node.motion_planning.collision import Padding
from simulation_node.motion_planning.requests import Code, MotionRequestError, MotionVerdict
from simulation_node.move_group.execution import STOP_S, TrajectoryExecution
from simulation_node.move_group.goals_in_turn import GoalsInTurn
from simulation_node.move_group.messages import (
    error_code,
    joint_bounds,
    joints_of,
    plan_error_code,
    state_message,
    trajectory_message,
)
from simulation_node.move_group.move_group import MoveGroup, MoveGroupConfig
from simulation_node.move_group.services import Services
from simulation_node.robots.by_name import robot_named

THREADS = 16  # a motion that is carried out holds one, a plan another, and what waits for either one each
EXECUTED = "Solution was found and executed."


class MoveGroupNode(Node):
    """MoveIt's move_group, as far as Makedo needs it."""

    def __init__(self) -> None:
        # Limits of planning are wall time and motions are timed from their start: nothing here needs the clock, and
        # listening to /clock costs more than all the rest while idle.
        super().__init__("move_group", parameter_overrides=[Parameter("use_sim_time", value=False)])
        hold_parameters(self)
        number = self._number
        robot = robot_named(str(self._parameter("robot", "tiago_sim")))
        self._frame = robot.base_frame
        self._planner = MoveGroup(
            MoveGroupConfig(
                Padding(
                    number("robot_padding", 0.0), number("world_padding", 0.0), number("attached_padding", 0.0)
                ),
                number("arm_acceleration", 2.0),
                number("torso_acceleration", 0.2),
                number("default_planning_time", 5.0),
                int(self._parameter("seed", 1)),
            ),
            robot,
        )
        parallel, quick = ReentrantCallbackGroup(), MutuallyExclusiveCallbackGroup()
        controllers = {name: kind.joints for name, kind in robot.controllers.items()}
        self._execution = TrajectoryExecution(self, controllers, number("start_tolerance", 0.01), parallel)
        self._moveit = Services(self, self._planner)
        streams_of(self).subscribe(JointState, "joint_states", self._joint_states, SENSOR)
        self.create_subscription(String, "trajectory_execution_event", self._event, RELIABLE, callback_group=quick)
        options: dict[str, Any] = {"callback_group": parallel, "cancel_callback": lambda _: CancelResponse.ACCEPT}
        self._mover = ActionServer(self, MoveGroupAction, "move_action", self._move, **options)
        self._executor_of_one = GoalsInTurn(self, ExecuteTrajectory, "execute_trajectory", self._execute, **options)
        groups = ", ".join(robot.groups)
        self.get_logger().info(f"ready: {robot.name}, groups {groups}, planning frame {robot.base_frame}")

    def close(self) -> None:
        """Give up what runs; controllers that confirm a stop can be heard only while ROS works."""
        self._stop()
        self._execution.wait_idle(STOP_S + 1.0)

    def _parameter(self, name: str, default: T) -> T:
        return declare(self, name, default, name.replace("_", " "))

    def _number(self, name: str, default: float) -> float:
        return self._parameter(name, default)

    def _stop(self) -> None:
        self._execution.stop()
        self._planner.stop()

    def _joint_states(self, message: JointState) -> None:
        try:
            self._planner.set_measured(joints_of(message))
        except MotionRequestError as error:
            self.get_logger().warning(f"joint_states ignored: {error}", throttle_duration_sec=5.0)

    def _event(self, message: String) -> None:
        if message.data != "stop":
            self.get_logger().warning(f"unknown trajectory execution event {message.data!r}; known is 'stop'")
            return
        self._stop()
        self.get_logger().info("stopped")

    def _move(self, handle: ServerGoalHandle) -> Any:
        """ROS action move_action: plan, and unless plan_only carry out. Cancelling stops either."""
        asked, options = handle.request.request, handle.request.planning_options
        result = MoveGroupAction.Result()
        if not options.plan_only and self._is_there(asked):
            handle.publish_feedback(MoveGroupAction.Feedback(state="PLANNING"))
            return self._end_move(handle, result, MotionVerdict(), plan_only=False)

        def cancelled() -> bool:
            return bool(handle.is_cancel_requested)

        handle.publish_feedback(MoveGroupAction.Feedback(state="PLANNING"))
        attempts = 1 + (max(0, options.replan_attempts) if options.replan else 0)
        for _ in range(attempts):
            answer = self._moveit.plan(asked, cancelled, options.planning_scene_diff)
            if answer.verdict.ok or answer.verdict.code is Code.PREEMPTED:
                break
        result.planning_time = answer.planning_time_s
        result.trajectory_start = state_message(answer.start, self._frame)
        result.planned_trajectory = trajectory_message(answer.motion, self._frame)
        verdict = answer.verdict
        if verdict.ok and not options.plan_only:
            handle.publish_feedback(MoveGroupAction.Feedback(state="MONITOR"))
            verdict = self._carry_out(result.planned_trajectory.joint_trajectory, cancelled)
            if verdict.ok:
                result.executed_trajectory = result.planned_trajectory
        return self._end_move(handle, result, verdict, plan_only=options.plan_only)

    def _is_there(self, asked: Any) -> bool:
        """Whether the robot satisfies some goal of joint values as it is: nothing is planned then."""
        try:
            state = self._planner.state()
        except MotionRequestError:
            return False
        goals = [(c, joint_bounds(c)) for c in asked.goal_constraints]
        return any(
            bounds and not (goal.position_constraints or goal.orientation_constraints or goal.visibility_constraints)
            and all(n in state and b.position - b.below <= state[n] <= b.position + b.above for n, b in bounds.items())
            for goal, bounds in goals
        )

    def _end_move(self, handle: ServerGoalHandle, result: Any, verdict: MotionVerdict, *, plan_only: bool) -> Any:
        result = self._finish(handle, result, verdict)
        if plan_only:
            result.error_code = plan_error_code(verdict)
        handle.publish_feedback(MoveGroupAction.Feedback(state="IDLE"))
        return result

    def _execute(self, handle: ServerGoalHandle) -> Any:
        """ROS action execute_trajectory. As with MoveIt, cancelling does not stop the robot (moveit2#2808)."""
        try:
            handle.publish_feedback(ExecuteTrajectory.Feedback(state="MONITOR"))
            verdict = self._carry_out(handle.request.trajectory.joint_trajectory, lambda: False)
            said = EXECUTED if verdict.ok else verdict.code.name
            handle.publish_feedback(ExecuteTrajectory.Feedback(state=said))
            result = self._finish(handle, ExecuteTrajectory.Result(), verdict)
            handle.publish_feedback(ExecuteTrajectory.Feedback(state="IDLE"))
            return result
        finally:
            self._executor_of_one.ended()

    def _carry_out(self, trajectory: Any, cancelled: Callable[[], bool]) -> MotionVerdict:
        try:
            return self._execution.run(trajectory, self._planner.state(), cancelled)
        except MotionRequestError as error:
            return error.verdict

    def _finish(self, handle: ServerGoalHandle, result: Any, verdict: MotionVerdict) -> Any:
        result.error_code = error_code(verdict)
        if verdict.ok:
            handle.succeed()
        elif verdict.code is Code.PREEMPTED and handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
            self.get_logger().warning(f"{verdict.code.name}: {verdict.reason}")
        return result


def main() -> int:
    """Run the node."""
    return run(MoveGroupNode, threads=THREADS)
