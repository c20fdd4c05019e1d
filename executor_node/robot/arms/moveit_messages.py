# SPDX-License-Identifier: Apache-2.0
"""MoveIt's messages: trajectories, states and error codes to and from our nouns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from builtin_interfaces.msg import Duration
from moveit_msgs.msg import ContactInformation, MoveItErrorCodes, RobotState, RobotTrajectory
from moveit_msgs.srv import GetCartesianPath
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from executor_node.robot.arms.moveit_text import BodiesTouch, JointOff, said
from executor_node.wording import joint, off_by, touching
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.ports import Joints, Motion
from makedo_ros.conversions.message_fields import has_field

_NAMES = {
    getattr(MoveItErrorCodes, name): name
    for name in dir(MoveItErrorCodes)
    if name.isupper() and isinstance(getattr(MoveItErrorCodes, name), int)
}
_CAUSES = {
    MoveItErrorCodes.START_STATE_IN_COLLISION: FailureCause.IN_COLLISION,
    MoveItErrorCodes.GOAL_IN_COLLISION: FailureCause.IN_COLLISION,
    MoveItErrorCodes.NO_IK_SOLUTION: FailureCause.UNREACHABLE,
    MoveItErrorCodes.CONTROL_FAILED: FailureCause.EXECUTION_FAILED,
    MoveItErrorCodes.PREEMPTED: FailureCause.CANCELED,
}
_WORDS = {
    MoveItErrorCodes.NO_IK_SOLUTION: "no posture of the arm reaches it",
    MoveItErrorCodes.START_STATE_IN_COLLISION: "the arm touches something where it is",
    MoveItErrorCodes.GOAL_IN_COLLISION: "the arm would touch something there",
    MoveItErrorCodes.TIMED_OUT: "no motion was found within the time",
    MoveItErrorCodes.PLANNING_FAILED: "no motion of the arm was found",
    MoveItErrorCodes.FAILURE: "no motion of the arm was found",  # Jazzy's planning service calls every failure so
    MoveItErrorCodes.START_STATE_INVALID: "the arm stands where no motion can begin",
    MoveItErrorCodes.GOAL_STATE_INVALID: "the arm cannot stand where the motion should end",
    MoveItErrorCodes.MOTION_PLAN_INVALIDATED_BY_ENVIRONMENT_CHANGE: "something came into the way of the arm",
    MoveItErrorCodes.CONTROL_FAILED: "it did not follow the motion",
    MoveItErrorCodes.PREEMPTED: "it was stopped",
}
_EXECUTION_WORDS = {MoveItErrorCodes.TIMED_OUT: "it took longer than MoveIt allows"}
SCALES_LINES = has_field(GetCartesianPath.Request, "max_velocity_scaling_factor")
"""Whether lines come as slow as is asked for: not on Humble, where they come at full speed."""
_SAYS_WHY = has_field(MoveItErrorCodes, "message")  # not on Humble
_CONTACTS = 3  # so many are told
_REFUSED = "the motion planner could not do what it was asked for"


def outcome_of(code: MoveItErrorCodes) -> Outcome:
    """How a request to MoveIt ended, in plain words; MoveIt's own are kept beside them."""
    if code.val == MoveItErrorCodes.SUCCESS:
        return SUCCESS
    name = _NAMES.get(code.val, f"error {code.val}").lower().replace("_", " ")
    reason = code.message if _SAYS_WHY else ""
    cause = _CAUSES.get(code.val, FailureCause.MOTION_PLANNING_FAILED)
    return Outcome(cause, _words(code.val, reason), f"{name} ({reason})" if reason else name)


def execution_outcome(code: MoveItErrorCodes) -> Outcome:
    """The same of a motion that was carried out: its time is another than the planner's, and a failure is its own."""
    outcome = outcome_of(code)
    if outcome.ok:
        return SUCCESS
    words = _EXECUTION_WORDS.get(code.val, outcome.message)
    return Outcome(FailureCause.EXECUTION_FAILED, f"the arm did not finish its motion: {words}", outcome.raw)


def _words(code: int, reason: str) -> str:
    """The message for people: which parts touch if the planner names them, which joint is off if the arm names it."""
    match said(reason):
        case BodiesTouch(first, second):
            return touching(first, second, now=code == MoveItErrorCodes.START_STATE_IN_COLLISION)
        case JointOff(name, by, at_start):
            where = "where the motion begins" if at_start else "where it should be"
            return f"{joint(name)} is {off_by(name, by)} from {where}"
    return _WORDS.get(code, _REFUSED)


def contact_outcome(contacts: Sequence[ContactInformation], *, now: bool) -> Outcome:
    """What check_state_validity found to touch, in plain words.

    Args:
        contacts: pairs of bodies; none: MoveIt did not say which.
        now: whether the arm is so, and not only would be.
    """
    if not contacts:
        return Outcome(FailureCause.IN_COLLISION, f"the arm {'touches' if now else 'would touch'} something")
    pairs = list(dict.fromkeys((c.contact_body_1, c.contact_body_2) for c in contacts))
    first, second = pairs[0]
    raw = ", ".join(f"{a} touches {b}" for a, b in pairs[:_CONTACTS])
    return Outcome(FailureCause.IN_COLLISION, touching(first, second, now=now), raw)


def of_the_robot(contacts: Sequence[ContactInformation]) -> list[ContactInformation]:
    """The contacts of which neither body belongs to the world: the robot with itself, or with what it holds."""
    world = ContactInformation.WORLD_OBJECT
    return [c for c in contacts if world not in (c.body_type_1, c.body_type_2)]


def robot_state(joints: Joints | None) -> RobotState:
    """A robot state: the current one, with some joints set."""
    state = RobotState(is_diff=True)
    if joints:
        state.joint_state = JointState(name=list(joints), position=[float(v) for v in joints.values()])
    return state


def duration(seconds: float) -> Duration:
    """Seconds -> builtin_interfaces/Duration."""
    nanoseconds = round(seconds * 1e9)
    return Duration(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)


def motion_from_ros(trajectory: RobotTrajectory) -> Motion:
    """moveit_msgs/RobotTrajectory -> motion; rows without velocities have zeros."""
    joint = trajectory.joint_trajectory
    count, k = len(joint.points), len(joint.joint_names)
    velocities = np.zeros((count, k))
    accelerations = np.zeros((count, k))
    for i, point in enumerate(joint.points):
        if len(point.velocities) == k:
            velocities[i] = point.velocities
        if len(point.accelerations) == k:
            accelerations[i] = point.accelerations
    return Motion(
        tuple(joint.joint_names),
        np.array([p.positions for p in joint.points], float).reshape(count, k),
        velocities,
        np.array([p.time_from_start.sec + p.time_from_start.nanosec * 1e-9 for p in joint.points]),
        accelerations,
    )


def motion_to_ros(motion: Motion, frame: str) -> RobotTrajectory:
    """Motion -> moveit_msgs/RobotTrajectory."""
    joint = JointTrajectory(joint_names=list(motion.joints))
    joint.header.frame_id = frame
    with_accelerations = motion.accelerations.shape == motion.positions.shape
    for i, time_s in enumerate(motion.times_s):
        joint.points.append(
            JointTrajectoryPoint(
                positions=motion.positions[i].tolist(),
                velocities=motion.velocities[i].tolist(),
                accelerations=motion.accelerations[i].tolist() if with_accelerations else [],
                time_from_start=duration(float(time_s)),
            )
        )
    return RobotTrajectory(joint_trajectory=joint)
