# SPDX-License-Identifier: Apache-2.0
"""Whether the arm's postures lie where MoveIt plans: from a joint beyond its range there is no plan, not even back."""

from __future__ import annotations

from collections.abc import Mapping

from executor_node.robot.joint_ranges import JointRange
from makedo_core.doctor.finding import Area, Finding, Level
from makedo_core.robot_config import RobotConfig


def postures_beyond(robot: RobotConfig, ranges: Mapping[str, JointRange]) -> tuple[Finding, ...]:
    """The joints of postures that are beyond their ranges.

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
