# SPDX-License-Identifier: Apache-2.0
"""MoveIt's messages to and from the planner's own requests. Everything is brought into the planning frame here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from builtin_interfaces.msg import Duration
from geometry_msgs.msg import Pose as PoseMessage
from moveit_msgs.msg import (
    Constraints,
    ContactInformation,
    MotionPlanRequest,
    MoveItErrorCodes,
    RobotState,
    RobotTrajectory,
)
from moveit_msgs.srv import GetCartesianPath
from sensor_msgs.msg import JointState
from shape_msgs.msg import SolidPrimitive
from trajectory_msgs.msg import JointTrajectoryPoint

from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import pose_from_ros
from simulation_node.motion_planning.collision import Contact
from simulation_node.motion_planning.ik import TipTarget
from simulation_node.motion_planning.planning_scene import PlanningScene
from simulation_node.motion_planning.requests import (
    Code,
    IkRequest,
    JointBound,
    LineRequest,
    MotionGoal,
    MotionRequest,
    MotionRequestError,
    MotionVerdict,
    OrientationBound,
    PathBounds,
    PlannedMotion,
    Scaling,
    TipGoal,
)

FramePose = Callable[[str], Pose]
"""Pose of a frame in the planning frame; raises RequestError(FRAME_TRANSFORM_FAILURE)."""

_EXACT = 1e-3  # tolerances below this ask for the value itself


def error_code(verdict: MotionVerdict) -> MoveItErrorCodes:
    """Verdict -> moveit_msgs/MoveItErrorCodes. The reason stays in the log: MoveIt gives none."""
    return MoveItErrorCodes(val=int(verdict.code))


def plan_error_code(verdict: MotionVerdict) -> MoveItErrorCodes:
    """The same for a plan: MoveIt's service and its action, told to plan only, call every failure FAILURE."""
    return error_code(verdict if verdict.ok else MotionVerdict(Code.FAILURE))


def contact_message(contact: Contact, planning_frame: str, scene: PlanningScene) -> ContactInformation:
    """Contact -> moveit_msgs/ContactInformation; where it is, is not told."""
    message = ContactInformation(
        depth=contact.depth,
        contact_body_1=contact.first,
        body_type_1=_body_type(contact.first, scene),
        contact_body_2=contact.second,
        body_type_2=_body_type(contact.second, scene),
    )
    message.header.frame_id = planning_frame
    return message


def _body_type(name: str, scene: PlanningScene) -> int:
    if name in scene.attached:
        return int(ContactInformation.ROBOT_ATTACHED)
    return int(ContactInformation.WORLD_OBJECT if name in scene.world else ContactInformation.ROBOT_LINK)


def duration(seconds: float) -> Duration:
    """Seconds -> builtin_interfaces/Duration."""
    nanoseconds = round(seconds * 1e9)
    return Duration(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)


def seconds(value: Duration) -> float:
    """builtin_interfaces/Duration -> seconds."""
    return float(value.sec + value.nanosec * 1e-9)


def pose_of(message: PoseMessage) -> Pose:
    """geometry_msgs/Pose -> pose; a quaternion of zeros means no rotation, as MoveIt takes it.

    Raises:
        RequestError: a number is not finite.
    """
    pose = pose_from_ros(message)
    if not pose.is_known:
        raise MotionRequestError(Code.INVALID_GOAL_CONSTRAINTS, f"a pose has numbers that are not finite: {pose}")
    return Pose(pose.position) if not any(pose.orientation) else pose


def joints_of(state: RobotState | JointState) -> dict[str, float]:
    """Joint values that a state names.

    Raises:
        RequestError: names and positions do not match, or a value is not finite.
    """
    joints = state.joint_state if isinstance(state, RobotState) else state
    if len(joints.name) != len(joints.position):
        raise MotionRequestError(
            Code.INVALID_ROBOT_STATE, f"{len(joints.name)} joint names with {len(joints.position)} positions"
        )
    if not all(map(math.isfinite, joints.position)):
        raise MotionRequestError(Code.INVALID_ROBOT_STATE, "a joint position is not finite")
    return dict(zip(joints.name, map(float, joints.position), strict=True))


def state_message(state: Mapping[str, float], planning_frame: str) -> RobotState:
    """Complete robot state -> moveit_msgs/RobotState."""
    message = RobotState()
    message.joint_state.header.frame_id = planning_frame
    message.joint_state.name = list(state)
    message.joint_state.position = [float(v) for v in state.values()]
    return message


def trajectory_message(motion: PlannedMotion | None, planning_frame: str) -> RobotTrajectory:
    """Motion -> moveit_msgs/RobotTrajectory; no motion has no points."""
    message = RobotTrajectory()
    if motion is None:
        return message
    joint = message.joint_trajectory
    joint.header.frame_id = planning_frame
    joint.joint_names = list(motion.joints)
    timed = motion.timed
    for i, time_s in enumerate(timed.times_s.tolist()):
        joint.points.append(
            JointTrajectoryPoint(
                positions=timed.positions[i].tolist(),
                velocities=timed.velocities[i].tolist(),
                accelerations=timed.accelerations[i].tolist(),
                time_from_start=duration(time_s),
            )
        )
    return message


def ik_request(message: Any, frame: FramePose) -> IkRequest:
    """moveit_msgs/PositionIKRequest -> request.

    Raises:
        RequestError: several tips at once, or an unknown frame.
    """
    if message.pose_stamped_vector:
        raise MotionRequestError(Code.INVALID_LINK_NAME, "IK for several links at once is not supported")
    pose = frame(message.pose_stamped.header.frame_id) @ pose_of(message.pose_stamped.pose)
    matrix = pose.matrix()
    return IkRequest(
        group=message.group_name,
        link=message.ik_link_name,
        target=TipTarget(matrix[:3, 3], matrix[:3, :3]),
        start=joints_of(message.robot_state),
        bounds=path_bounds(message.constraints, frame),
        avoid_collisions=message.avoid_collisions,
        timeout_s=float(message.timeout.sec),  # as MoveIt, whose fractions of a second do not count
    )


def plan_request(message: MotionPlanRequest, frame: FramePose) -> MotionRequest:
    """moveit_msgs/MotionPlanRequest -> request.

    Raises:
        RequestError: constraints that are not understood, or an unknown frame.
    """
    return MotionRequest(
        group=message.group_name,
        goals=tuple(_goal(c, frame) for c in message.goal_constraints),
        start=joints_of(message.start_state),
        bounds=path_bounds(message.path_constraints, frame),
        scaling=_scaling(message),
        timeout_s=float(message.allowed_planning_time),
    )


def line_request(message: GetCartesianPath.Request, frame: FramePose) -> LineRequest:
    """moveit_msgs/GetCartesianPath -> request.

    Raises:
        RequestError: constraints that are not understood, or an unknown frame.
    """
    base = frame(message.header.frame_id)
    return LineRequest(
        group=message.group_name,
        link=message.link_name,
        waypoints=tuple(base @ pose_of(w) for w in message.waypoints),
        max_step_m=float(message.max_step),
        start=joints_of(message.start_state),
        bounds=path_bounds(message.path_constraints, frame),
        jump_threshold=float(message.jump_threshold),
        prismatic_jump_m=float(getattr(message, "prismatic_jump_threshold", 0.0)),
        revolute_jump=float(getattr(message, "revolute_jump_threshold", 0.0)),
        avoid_collisions=message.avoid_collisions,
        scaling=_scaling(message),
    )


def path_bounds(message: Constraints, frame: FramePose) -> PathBounds:
    """Path constraints: joints and orientations are honoured, others refused.

    Raises:
        RequestError: a kind of constraint that is not supported, or an unknown frame.
    """
    if message.position_constraints or message.visibility_constraints:
        raise MotionRequestError(
            Code.INVALID_GOAL_CONSTRAINTS,
            "path constraints of position or visibility are not supported, only of joints and orientation",
        )
    orientations = tuple(_orientation(o, frame) for o in message.orientation_constraints)
    return PathBounds(joint_bounds(message), orientations)


def _scaling(message: Any) -> Scaling:
    speed = float(getattr(message, "max_cartesian_speed", 0.0))
    return Scaling(
        _share(getattr(message, "max_velocity_scaling_factor", 0.0)),
        _share(getattr(message, "max_acceleration_scaling_factor", 0.0)),
        speed if speed > 0 else None,
    )


def _share(value: float) -> float:
    """A share of full speed; zero, less and more than all mean all, as in MoveIt."""
    return value if 0 < value <= 1 else 1.0


def joint_bounds(message: Constraints) -> dict[str, JointBound]:
    """Joint constraints by joint."""
    return {
        c.joint_name: JointBound(c.position, c.tolerance_above, c.tolerance_below) for c in message.joint_constraints
    }


def _orientation(message: Any, frame: FramePose) -> OrientationBound:
    if message.parameterization != message.XYZ_EULER_ANGLES:
        raise MotionRequestError(Code.INVALID_GOAL_CONSTRAINTS, "orientation tolerances must be XYZ_EULER_ANGLES")
    q = message.orientation
    pose = frame(message.header.frame_id) @ pose_of(PoseMessage(orientation=q))
    tolerance = (
        message.absolute_x_axis_tolerance,
        message.absolute_y_axis_tolerance,
        message.absolute_z_axis_tolerance,
    )
    return OrientationBound(message.link_name, pose.matrix()[:3, :3], tolerance)


def _goal(message: Constraints, frame: FramePose) -> MotionGoal:
    if message.visibility_constraints:
        raise MotionRequestError(Code.INVALID_GOAL_CONSTRAINTS, "visibility constraints are not supported")
    joints = joint_bounds(message)
    if not message.position_constraints and not message.orientation_constraints:
        return MotionGoal(joints)
    if len(message.position_constraints) != 1 or len(message.orientation_constraints) > 1:
        raise MotionRequestError(
            Code.INVALID_GOAL_CONSTRAINTS,
            "a pose goal needs one position constraint and at most one orientation constraint, got "
            f"{len(message.position_constraints)} and {len(message.orientation_constraints)}",
        )
    position = message.position_constraints[0]
    orientation = next((_orientation(o, frame) for o in message.orientation_constraints), None)
    if orientation is not None and orientation.link != position.link_name:
        raise MotionRequestError(
            Code.INVALID_GOAL_CONSTRAINTS,
            f"position of {position.link_name!r} and orientation of {orientation.link!r}: one link only",
        )
    return MotionGoal(joints, TipGoal(position.link_name, _target(position, orientation, frame)))


def _target(position: Any, orientation: OrientationBound | None, frame: FramePose) -> TipTarget:
    region = position.constraint_region
    if not region.primitives or len(region.primitives) != len(region.primitive_poses):
        raise MotionRequestError(Code.INVALID_GOAL_CONSTRAINTS, "a position constraint needs a primitive with a pose")
    centre = frame(position.header.frame_id) @ pose_of(region.primitive_poses[0])
    offset = position.target_point_offset
    point = np.array(centre.position)
    rotation = None
    turn = (0.0, 0.0, 0.0)
    if orientation is not None:
        rotation = orientation.rotation
        turn = _exact(min(t, math.pi) for t in orientation.tolerance)
    if any((offset.x, offset.y, offset.z)):
        if rotation is None:
            raise MotionRequestError(
                Code.INVALID_GOAL_CONSTRAINTS, "target_point_offset needs an orientation constraint"
            )
        point = point - rotation @ (offset.x, offset.y, offset.z)
    return TipTarget(point, rotation, _half_extents(region.primitives[0], centre), turn)


def _half_extents(primitive: SolidPrimitive, pose: Pose) -> tuple[float, float, float]:
    """Half extents of an upright box inside a region: every point of it satisfies the constraint."""
    size = list(primitive.dimensions)
    if primitive.type == SolidPrimitive.BOX and len(size) == 3:
        if abs(pose.orientation[3]) > 1 - 1e-9:
            return _exact(v / 2 for v in size)
        radius = min(size) / 2
    elif primitive.type == SolidPrimitive.SPHERE and size:
        radius = size[0]
    elif primitive.type == SolidPrimitive.CYLINDER and len(size) == 2:
        radius = min(size[0] / 2, size[1])
    else:
        raise MotionRequestError(
            Code.INVALID_GOAL_CONSTRAINTS,
            f"primitive type {primitive.type} with {len(size)} lengths as a region",
        )
    return _exact([radius / math.sqrt(3)] * 3)


def _exact(values: Iterable[float]) -> tuple[float, float, float]:
    x, y, z = (0.0 if v < _EXACT else float(v) for v in values)
    return (x, y, z)
