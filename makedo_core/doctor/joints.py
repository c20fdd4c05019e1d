# SPDX-License-Identifier: Apache-2.0
"""Joints of the description against those that the robot reports, and postures against the ranges of its joints."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from makedo_core.conversation.suggestions import choices
from makedo_core.doctor.finding import APART, Area, Finding, Level, some
from makedo_core.doctor.snapshot import Joint, Topic
from makedo_core.files.joint_ranges import JointRange
from makedo_core.robot_config import RobotConfig

_SHOWN = 3  # joints of another robot


def named_joints(robot: RobotConfig) -> dict[str, str]:
    """Every joint of the description, by the key that names it."""
    return {
        **{f"arm.joints[{i}]": name for i, name in enumerate(robot.arm.joints)},
        **{f"gripper.joints[{i}]": name for i, name in enumerate(robot.gripper.joints)},
        **({} if robot.head is None else {"head.pan": robot.head.pan, "head.tilt": robot.head.tilt}),
    }


def is_another(robot: RobotConfig, reported: Collection[str]) -> bool:
    """Whether another robot seems to run: there are joints, and none of them, without a prefix, is one of these."""
    own = tuple(named_joints(robot).values())
    return bool(reported) and not any(name.endswith(own) for name in reported)


def unknown_joints(robot: RobotConfig, reported: Collection[str]) -> tuple[Finding, ...]:
    """One fault for each joint of the description that the robot does not report; a single one for another robot."""
    if is_another(robot, reported):
        some = ", ".join(sorted(reported)[:_SHOWN])
        more = ", ..." if len(reported) > _SHOWN else ""
        found = f"none of its joints is reported, but {some}{more}: another robot runs, or this one without its drivers"
        remedy = (
            "take the description of the robot that runs (robot:=NAME; makedo doctor --robot NAME), "
            "or give each robot a ROS_DOMAIN_ID of its own"
        )
        return (Finding(Area.JOINTS, robot.name, Level.FAULT, found, remedy),)
    free = set(reported) - set(named_joints(robot).values())
    return tuple(
        Finding(
            Area.JOINTS,
            name,
            Level.FAULT,
            "the robot does not report this joint",
            f"correct {key} in the robot's description; {choices(name, free or reported)}",
        )
        for key, name in named_joints(robot).items()
        if name not in reported
    )


def doubled_joints(robot: RobotConfig, doubled: Collection[str], name: str, topic: Topic) -> tuple[Finding, ...]:
    """A fault if two publishers report joints of this robot: those of another robot alternate with its own.

    Args:
        robot: description.
        doubled: joints that two publishers were heard to report.
        name: of the topic.
        topic: with its publishers, as far as they are known.
    """
    own = [joint for joint in named_joints(robot).values() if joint in doubled]
    if not own:
        return ()
    found = f"two publishers report {some(own)}{topic.who(name)}: their values alternate"
    return (Finding(Area.JOINTS, name, Level.FAULT, found, APART),)


def check_joints(robot: RobotConfig, joints: Mapping[str, Joint]) -> tuple[Finding, ...]:
    """Joints that are unknown or come without speeds; the check of topics says if nothing is reported at all."""
    if not joints:
        return ()
    unknown = unknown_joints(robot, joints)
    if unknown:
        return unknown
    named = named_joints(robot).values()
    blind = sorted(name for name in named if joints[name].speed is None)
    if blind:
        found = f"no speed of {', '.join(blind)}: a standstill cannot be measured"
        remedy = "have joint_state_broadcaster publish velocities (the hardware's state interface `velocity`)"
        return (Finding(Area.JOINTS, "speeds", Level.WARNING, found, remedy),)
    return (Finding(Area.JOINTS, "joints", Level.OK, f"all {len(named)} are reported, with speeds"),)


def postures_beyond(robot: RobotConfig, ranges: Mapping[str, JointRange]) -> tuple[Finding, ...]:
    """The joints of postures that are beyond their ranges: from there MoveIt finds no plan, not even back.

    Args:
        robot: with the postures [rad or m].
        ranges: of the joints, as the robot's own description (URDF) has them; a joint without one has no limits.
    """
    return tuple(
        _beyond(posture, joint, value, ranges[joint])
        for posture, values in sorted(robot.arm.postures.items())
        for joint, value in values.items()
        if joint in ranges and not ranges[joint].holds(value)
    )


def _beyond(posture: str, joint: str, value: float, limits: JointRange) -> Finding:
    ends = f"{'soft limits' if limits.soft else 'limits'} {limits.low:.4g} to {limits.high:.4g}"
    found = f"{value:g} in the posture {posture!r} is beyond the {ends} of the URDF"
    remedy = f"put arm.postures.{posture} of the robot's description within them; MoveIt plans nothing from there"
    return Finding(Area.JOINTS, joint, Level.FAULT, found, remedy)
