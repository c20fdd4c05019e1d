# SPDX-License-Identifier: Apache-2.0
"""Joints of the description against those that the robot reports; postures against their ranges and axes."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from makedo_core.conversation.suggestions import choices
from makedo_core.doctor.finding import APART, Area, Finding, Level, some
from makedo_core.doctor.snapshot import Joint, Topic
from makedo_core.files.joint_ranges import JointRange
from makedo_core.geometry import Vector
from makedo_core.robot_config import RobotConfig

_SHOWN = 3  # joints of another robot
_SAME_RAD = math.radians(20.0)  # a calibrated arm is off by less


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


def axes_reversed(robot: RobotConfig, axes: Mapping[str, Vector]) -> tuple[Finding, ...]:
    """The joints that do not turn as the postures take it: these values bring the arm elsewhere.

    Args:
        robot: with the axes for which its postures hold.
        axes: as the robot's own description (URDF) has them, in the same frame; a joint without one is not checked.
    """
    pairs = ((joint, axis, axes[joint]) for joint, axis in robot.arm.axes.items() if joint in axes)
    return tuple(
        _turned(joint, wanted, there, apart_rad)
        for joint, wanted, there in pairs
        if (apart_rad := _angle(wanted, there)) > _SAME_RAD
    )


def check_axes(robot: RobotConfig, axes: Mapping[str, Vector]) -> tuple[Finding, ...]:
    """Those joints, or that there is none."""
    compared = sum(joint in axes for joint in robot.arm.axes)
    turned = axes_reversed(robot, axes)
    if turned or not compared:
        return turned
    return (Finding(Area.JOINTS, "axes", Level.OK, f"{compared} joints of the arm turn as the postures take it"),)


def _turned(joint: str, wanted: Vector, there: Vector, apart_rad: float) -> Finding:
    told = f"its axis in the URDF is {_rounded(there)}, all joints at 0; arm.axes has {_rounded(wanted)}"
    if apart_rad > math.pi - _SAME_RAD:
        found = f"turns the other way than the postures take it: {told}"
        remedy = (
            f"change the sign of {joint} in arm.postures and arm.carry_slim of the robot's description, and in "
            "arm.axes; then move to each posture slowly by hand"
        )
    else:
        found = f"its axis is {math.degrees(apart_rad):.0f} degrees from where the postures take it to be: {told}"
        remedy = "find arm.postures and arm.carry_slim anew for this arm, slowly by hand, and correct arm.axes"
    return Finding(Area.JOINTS, joint, Level.FAULT, found, remedy)


def _angle(one: Vector, other: Vector) -> float:
    """Between two directions [rad]."""
    cosine = sum(a * b for a, b in zip(one, other, strict=True)) / (math.hypot(*one) * math.hypot(*other))
    return math.acos(max(-1.0, min(1.0, cosine)))


def _rounded(axis: Sequence[float]) -> str:
    return "(" + ", ".join(f"{v + 0.0:.3g}" for v in (round(v, 3) for v in axis)) + ")"
