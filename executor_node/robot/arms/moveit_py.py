# SPDX-License-Identifier: Apache-2.0
"""What move_group's services do, done with MoveItPy: plan, solve, follow lines, keep the scene, carry out.

The only file that imports MoveItPy, which comes with MoveIt on ROS 2 Jazzy and not from PyPI. It holds Python's
lock while it plans, and brings a scene of its own: it runs in a process of its own (`moveit_py_node`).
"""

from __future__ import annotations

import copy
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from moveit_msgs.msg import Constraints, MotionPlanRequest, MotionPlanResponse, MoveItErrorCodes
from moveit_msgs.msg import PlanningScene as SceneMessage
from moveit_msgs.msg import RobotState as StateMessage
from moveit_msgs.msg import RobotTrajectory as TrajectoryMessage
from moveit_msgs.srv import GetCartesianPath, GetPositionIK, GetStateValidity
from trajectory_msgs.msg import JointTrajectoryPoint

from executor_node.robot.arms.moveit_messages import SCALES_LINES
from executor_node.robot.arms.moveit_py_contacts import contacts
from makedo_core.failure import MakedoError
from makedo_core.geometry import Array, Pose
from makedo_ros.conversions.nouns import pose_from_ros, pose_to_ros

PIPELINE = "ompl"
SEED_TRIES = 8  # random seeds for a posture that is free of collisions
LINE_IK_S = 0.02
LARGEST_STEP = 0.35  # rad or m of one joint between two points of a line: beyond it the posture has flipped
TURN_STEP = 0.1  # rad between two points of a line
_ENDS = {"PREEMPTED": MoveItErrorCodes.PREEMPTED, "TIMED_OUT": MoveItErrorCodes.TIMED_OUT}  # as move_group has them


class MoveItPyError(MakedoError):
    """MoveItPy is not here, or does not start."""


def start(node_name: str, namespace: str, extra: Mapping[str, Any] | None = None) -> Any:
    """The MoveItPy instance of this process.

    Its node reads the files of parameters on the command line (`--params-file`) and nothing else of it, so what is set
    there by `-p`, or in a file for another node's name, does not reach it.

    Args:
        node_name: of MoveItPy's own node.
        namespace: of that node.
        extra: its parameters that win over those of the files, by their names.

    Raises:
        MoveItPyError: if MoveItPy is not installed, is that of ROS 2 Humble, or the robot's description is missing.
    """
    try:
        from moveit.core.robot_trajectory import RobotTrajectory
        from moveit.planning import MoveItPy
        from moveit.utils import get_launch_params_filepaths
    except ImportError as error:
        what = f"MoveItPy is not installed ({error}); install ros-jazzy-moveit-py, or set arm.backend: move_group"
        raise MoveItPyError(what) from None
    if not hasattr(RobotTrajectory, "apply_totg_time_parameterization"):
        what = "this MoveItPy is that of ROS 2 Humble, whose calls differ and which cannot time a line of the arm"
        raise MoveItPyError(f"{what}; set arm.backend: move_group")
    with tempfile.TemporaryDirectory(prefix="makedo_moveit_py_") as folder:
        file = Path(folder) / "extra.yaml"
        file.write_text(yaml.safe_dump({"/**": {"ros__parameters": dict(extra or {})}}))
        files = [*get_launch_params_filepaths(), *([str(file)] if extra else [])]
        try:
            return MoveItPy(node_name=node_name, name_space=namespace, launch_params_filepaths=files)
        except RuntimeError as error:
            what = f"MoveItPy did not start ({error}); it needs robot_description, robot_description_semantic, "
            what += "robot_description_kinematics and planning_pipelines as parameters, as move_group does"
            raise MoveItPyError(what) from None


class MoveItPyPlanner:
    """Answers move_group's requests. Not for several threads at once.

    Args:
        moveit: the instance.
        parameters: makes PlanRequestParameters of it; default: MoveItPy's.
        trajectory: makes a RobotTrajectory of a robot model; default: MoveItPy's.
        collisions: has the types of collision checks; default: MoveItPy's.
    """

    def __init__(self, moveit: Any, parameters: Any = None, trajectory: Any = None, collisions: Any = None) -> None:
        if parameters is None or trajectory is None or collisions is None:
            from moveit.core import collision_detection
            from moveit.core.robot_trajectory import RobotTrajectory
            from moveit.planning import PlanRequestParameters

            parameters, trajectory = parameters or PlanRequestParameters, trajectory or RobotTrajectory
            collisions = collisions or collision_detection
        self._moveit = moveit
        self._parameters, self._trajectory, self._collisions = parameters, trajectory, collisions
        self._monitor = moveit.get_planning_scene_monitor()
        self._model = moveit.get_robot_model()
        self._group = ""  # of the newest motion that was planned: a trajectory does not name its own

    def plan(self, request: MotionPlanRequest) -> MotionPlanResponse:
        """A collision-free motion to the joint values of the goal constraints."""
        if not self._model.has_joint_model_group(request.group_name):
            return MotionPlanResponse(error_code=_code(MoveItErrorCodes.INVALID_GROUP_NAME))
        self._group = request.group_name
        component = self._moveit.get_planning_component(request.group_name)
        with self._state(request.start_state) as (_, state):
            component.set_start_state(robot_state=state)
        goals: list[Constraints] = list(request.goal_constraints)
        if not component.set_goal_state(motion_plan_constraints=goals):
            return MotionPlanResponse(error_code=_code(MoveItErrorCodes.INVALID_GOAL_CONSTRAINTS))
        parameters = self._parameters(self._moveit, "")
        parameters.planning_pipeline = request.pipeline_id or PIPELINE
        parameters.planner_id = request.planner_id
        parameters.planning_attempts = max(1, request.num_planning_attempts)
        parameters.planning_time = request.allowed_planning_time
        parameters.max_velocity_scaling_factor = request.max_velocity_scaling_factor or 1.0
        parameters.max_acceleration_scaling_factor = request.max_acceleration_scaling_factor or 1.0
        found = component.plan(single_plan_parameters=parameters)
        if not found:
            return MotionPlanResponse(error_code=found.error_code)
        return MotionPlanResponse(
            group_name=request.group_name,
            error_code=found.error_code,
            trajectory_start=_message(state),
            trajectory=found.trajectory.get_robot_trajectory_msg(),
        )

    def solve_ik(self, request: Any) -> GetPositionIK.Response:
        """Joint values that bring a link to a pose, free of collisions if that is asked for."""
        group = request.group_name
        if not self._model.has_joint_model_group(group):
            return GetPositionIK.Response(error_code=_code(MoveItErrorCodes.INVALID_GROUP_NAME))
        model_group = self._model.get_joint_model_group(group)
        if request.pose_stamped_vector:  # of several links at once
            return GetPositionIK.Response(error_code=_code(MoveItErrorCodes.INVALID_LINK_NAME))
        timeout_s = request.timeout.sec + request.timeout.nanosec * 1e-9
        self._monitor.update_frame_transforms()
        with self._state(request.robot_state) as (scene, state):
            stamped = request.pose_stamped
            frame = _frame(scene, stamped.header.frame_id)
            if frame is None:
                return GetPositionIK.Response(error_code=_code(MoveItErrorCodes.FRAME_TRANSFORM_FAILURE))
            pose = pose_to_ros(frame @ pose_from_ros(stamped.pose))
            solved = False
            for attempt in range(SEED_TRIES if request.avoid_collisions else 1):
                if attempt:
                    state.set_to_random_positions(model_group)
                if not state.set_from_ik(group, pose, request.ik_link_name, timeout_s):
                    continue
                solved = True
                state.update()
                if not request.avoid_collisions or not _collides(scene, state, group):
                    return GetPositionIK.Response(solution=_message(state), error_code=_code(MoveItErrorCodes.SUCCESS))
        code = MoveItErrorCodes.GOAL_IN_COLLISION if solved else MoveItErrorCodes.NO_IK_SOLUTION
        return GetPositionIK.Response(error_code=_code(code))

    def check(self, request: GetStateValidity.Request) -> GetStateValidity.Response:
        """Whether a state is free of collisions, and which bodies touch."""
        group = request.group_name
        with self._state(request.robot_state) as (scene, state):
            if not _collides(scene, state, group):
                return GetStateValidity.Response(valid=True)
            return GetStateValidity.Response(contacts=contacts(scene, state, group, self._collisions))

    def follow_line(self, request: GetCartesianPath.Request) -> GetCartesianPath.Response:
        """A motion of a link along straight lines; `fraction` is the share of it that is possible."""
        group, tip = request.group_name, request.link_name
        if not self._model.has_joint_model_group(group):
            return GetCartesianPath.Response(error_code=_code(MoveItErrorCodes.INVALID_GROUP_NAME))
        if request.max_step <= 0.0:
            return GetCartesianPath.Response(error_code=_code(MoveItErrorCodes.FAILURE))
        self._group = group
        joints = list(self._model.get_joint_model_group(group).active_joint_model_names)
        self._monitor.update_frame_transforms()
        with self._state(request.start_state) as (scene, state):
            begin = copy.copy(state)
            to_model = _frame(scene, request.header.frame_id)
            if to_model is None:
                return GetCartesianPath.Response(error_code=_code(MoveItErrorCodes.FRAME_TRANSFORM_FAILURE))
            goals = [to_model @ pose_from_ros(w) for w in request.waypoints]
            wanted = list(_between(pose_from_ros(state.get_pose(tip)), goals, request.max_step))
            rows = [_values(state, joints)]
            for pose in wanted:
                if not state.set_from_ik(group, pose_to_ros(pose), tip, LINE_IK_S):
                    break
                state.update()
                row = _values(state, joints)
                flipped = np.abs(row - rows[-1]).max() > LARGEST_STEP
                if flipped or (request.avoid_collisions and _collides(scene, state, group)):
                    break
                rows.append(row)
        response = GetCartesianPath.Response(start_state=request.start_state)
        response.fraction = (len(rows) - 1) / len(wanted) if wanted else 0.0
        response.error_code = _code(MoveItErrorCodes.SUCCESS)
        if len(rows) > 1:
            timed = self._timed(group, begin, joints, rows, request)
            if timed is None:
                response.error_code, response.fraction = _code(MoveItErrorCodes.FAILURE), 0.0
            else:
                response.solution = timed
        return response

    def apply(self, message: SceneMessage) -> bool:
        """Take collision objects, in the world and in the hand, into the scene; whether all of them could be.

        As move_group's apply_planning_scene does: what is attached comes first, since a thing that is let go falls back
        into the world, from which the same message may remove it.
        """
        self._monitor.update_frame_transforms()
        return bool(self._monitor.new_planning_scene_message(message))

    def clear_octomap(self) -> None:
        """Take out of the scene what depth images have put there; the next one fills it again."""
        self._monitor.clear_octomap()

    def execute(self, message: TrajectoryMessage) -> MoveItErrorCodes:
        """Carry out a trajectory; blocks. The event "stop" and `stop` end it early."""
        with self._state(StateMessage()) as (_, state):
            trajectory = self._trajectory(self._model)
            trajectory.joint_model_group_name = self._group  # without one MoveItPy finds no controllers and aborts
            trajectory.set_robot_trajectory_msg(state, message)
        status = self._moveit.execute(trajectory, [])
        if status:
            return _code(MoveItErrorCodes.SUCCESS)
        return _code(_ENDS.get(status.status, MoveItErrorCodes.CONTROL_FAILED))

    def stop(self) -> None:
        """End the trajectory that is being carried out."""
        self._moveit.get_trajectory_execution_manager().stop_execution()

    @contextmanager
    def _state(self, wanted: StateMessage) -> Iterator[tuple[Any, Any]]:
        """The scene, locked, and a copy of its robot with some joints set."""
        with self._monitor.read_only() as scene:
            state = copy.copy(scene.current_state)
            if wanted.joint_state.name:
                names, values = wanted.joint_state.name, wanted.joint_state.position
                state.joint_positions = {n: float(v) for n, v in zip(names, values, strict=True)}
            state.update()
            yield scene, state

    def _timed(
        self, group: str, begin: Any, joints: Sequence[str], rows: Sequence[Array], request: GetCartesianPath.Request
    ) -> TrajectoryMessage | None:
        """A trajectory through joint values, shape (n, k), with times; None if none was found."""
        message = TrajectoryMessage()
        message.joint_trajectory.joint_names = list(joints)
        message.joint_trajectory.points = [JointTrajectoryPoint(positions=row.tolist()) for row in rows]
        trajectory = self._trajectory(self._model)
        trajectory.joint_model_group_name = group
        trajectory.set_robot_trajectory_msg(begin, message)
        velocity = (request.max_velocity_scaling_factor if SCALES_LINES else 0.0) or 1.0
        acceleration = (request.max_acceleration_scaling_factor if SCALES_LINES else 0.0) or 1.0
        if not trajectory.apply_totg_time_parameterization(velocity, acceleration):
            return None
        timed: TrajectoryMessage = trajectory.get_robot_trajectory_msg()
        return timed


def _between(begin: Pose, goals: Sequence[Pose], step_m: float) -> Iterator[Pose]:
    """Poses along straight lines, at most `step_m` and TURN_STEP apart."""
    for goal in goals:
        turn = goal.orientation if _dot(begin, goal) >= 0 else tuple(-v for v in goal.orientation)
        angle = 2 * math.acos(min(1.0, abs(_dot(begin, goal))))
        count = max(1, math.ceil(math.dist(begin.position, goal.position) / step_m), math.ceil(angle / TURN_STEP))
        for i in range(1, count + 1):
            share = i / count
            position = np.array(begin.position) * (1 - share) + np.array(goal.position) * share
            blend = np.array(begin.orientation) * (1 - share) + np.array(turn) * share
            blend /= np.linalg.norm(blend)
            yield Pose(tuple(map(float, position)), tuple(map(float, blend)))  # type: ignore[arg-type]
        begin = goal


def _dot(a: Pose, b: Pose) -> float:
    return sum(x * y for x, y in zip(a.orientation, b.orientation, strict=True))


def _frame(scene: Any, name: str) -> Pose | None:
    """Pose of a frame in that of the model; None of one that is unknown, for which MoveIt has the identity."""
    if not name:
        return Pose()
    return Pose.from_matrix(np.asarray(scene.get_frame_transform(name))) if scene.knows_frame_transform(name) else None


def _collides(scene: Any, state: Any, group: str) -> bool:
    return bool(scene.is_state_colliding(robot_state=state, joint_model_group_name=group))


def _values(state: Any, joints: Sequence[str]) -> Array:
    positions = state.joint_positions
    return np.array([positions[name] for name in joints], float)


def _message(state: Any) -> StateMessage:
    message = StateMessage()
    positions = state.joint_positions
    message.joint_state.name, message.joint_state.position = list(positions), [float(v) for v in positions.values()]
    return message


def _code(value: int) -> MoveItErrorCodes:
    return MoveItErrorCodes(val=value)
