# SPDX-License-Identifier: Apache-2.0
"""The ranges of a robot's joints as MoveIt takes them from a URDF: the soft limits where a joint has any.

Beyond a soft limit MoveIt plans nothing, not even a way back, although the joint can be there.
"""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass, field

from makedo_core.files.joint_axes import joint_axes
from makedo_core.geometry import Vector

_BOUNDED = frozenset({"revolute", "prismatic"})


@dataclass(frozen=True, slots=True)
class JointRange:
    """Lowest and highest value of a joint [rad or m].

    Attributes:
        soft: whether these are the limits of a safety controller, tighter than those of the joint.
    """

    low: float
    high: float
    soft: bool = False

    def holds(self, value: float) -> bool:
        """Whether a value is within it."""
        return self.low <= value <= self.high

    def nearest(self, value: float, margin: float = 0.0) -> float:
        """The value within it, by a margin, that is nearest to a value."""
        return min(max(value, self.low + margin), self.high - margin)


@dataclass(frozen=True, slots=True)
class RobotParts:
    """What a URDF names: links, joints, the ranges of those joints that have one, and their axes, all joints at 0."""

    links: frozenset[str] = frozenset()
    joints: frozenset[str] = frozenset()
    ranges: Mapping[str, JointRange] | None = None
    axes: Mapping[str, Vector] = field(default_factory=dict)


def robot_parts(urdf: str) -> RobotParts:
    """Read a URDF.

    Raises:
        ValueError: it is no XML, or a limit, an axis or an angle is no number.
    """
    try:
        root = ET.fromstring(urdf)
    except ET.ParseError as error:
        raise ValueError(f"the robot's description is no XML: {error}") from error
    joints = {joint.get("name", ""): joint for joint in root.findall("joint")}
    ranges = {name: found for name, joint in joints.items() if (found := _range(joint)) is not None}
    links = frozenset(link.get("name", "") for link in root.findall("link"))
    return RobotParts(links, frozenset(joints), ranges, joint_axes(root))


def _range(joint: ET.Element) -> JointRange | None:
    limit, soft = joint.find("limit"), joint.find("safety_controller")
    if joint.get("type") not in _BOUNDED or limit is None:
        return None
    low, high = float(limit.get("lower", "0")), float(limit.get("upper", "0"))
    if soft is None:
        return JointRange(low, high)
    soft_low, soft_high = float(soft.get("soft_lower_limit", "0")), float(soft.get("soft_upper_limit", "0"))
    if not all(map(math.isfinite, (soft_low, soft_high))):
        return JointRange(low, high)
    return JointRange(max(low, soft_low), min(high, soft_high), soft=soft_low > low or soft_high < high)
