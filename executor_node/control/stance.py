# SPDX-License-Identifier: Apache-2.0
"""How the robot stands when a person takes it and when the person gives it back, and what is forgotten between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from executor_node.context import Memory, Ports
from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose, wrap_angle
from makedo_core.robot_config import GripperConfig

SAME_JOINT = 0.02  # [rad or m]; joints that differ by less were not moved
SAME_M, SAME_RAD = 0.03, 0.05  # of the base; the localisation of a robot that stands wanders by less
SAME_WIDTH_M = 0.006  # fingers that differ by less hold the same thing, or are as empty as before
_OPEN_M = 0.003


@dataclass(frozen=True, slots=True)
class Stance:
    """How the robot stands.

    Attributes:
        joints: of the arm [rad or m].
        base: map frame.
        width: between the fingers [m].
    """

    joints: Mapping[str, float]
    base: Pose
    width: float

    def is_where(self, other: Stance) -> bool:
        """Whether arm and base are where they are in another one."""
        still = all(abs(value - other.joints.get(name, value)) <= SAME_JOINT for name, value in self.joints.items())
        turned = abs(wrap_angle(self.base.yaw - other.base.yaw))
        return still and self.base.distance(other.base) <= SAME_M and turned <= SAME_RAD


class HandAfter(StrEnum):
    """What is known of the hand once a person has given the robot back."""

    AS_BEFORE = "as before"
    EMPTY = "empty"
    UNKNOWN = "unknown"  # something is between the fingers that was not there, or is not what was


def stance_of(ports: Ports) -> Stance | None:
    """How the robot stands now; None if it does not tell."""
    try:
        return Stance(dict(ports.arm.joints()), ports.base.pose(), ports.gripper.width())
    except MakedoError:
        return None


def hand_after(before: Stance | None, now: Stance, gripper: GripperConfig) -> HandAfter:
    """Compare the fingers with how they were; what was not known before counts as changed."""
    if before is not None and abs(now.width - before.width) <= SAME_WIDTH_M:
        return HandAfter.AS_BEFORE
    closed, opened = now.width <= gripper.min_held_m, now.width > gripper.max_width_m - _OPEN_M
    return HandAfter.EMPTY if closed or opened else HandAfter.UNKNOWN


def forget_surroundings(memory: Memory, *, moved: bool) -> None:
    """Forget what was known of places: the person may have changed them, and did what cannot be seen from here.

    What was done before stays, and so does what is in the hand: the fingers tell whether it is there.

    Args:
        memory: of the executor.
        moved: whether arm or base are elsewhere, so that the hand's way out of furniture is another one.
    """
    for known in (memory.supposed, memory.looked_over, memory.stands, memory.postures, memory.carried):
        known.clear()
    for found in (memory.grasps, memory.rests, memory.swings, memory.refused):
        found.clear()
    memory.felt.clear()
    memory.stowed = False
    memory.folded = memory.makeshift = memory.way = None
    if moved:
        memory.came_from = memory.way_out = None
        if memory.held is not None:
            memory.held = replace(memory.held, out=())
