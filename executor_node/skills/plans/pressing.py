# SPDX-License-Identifier: Apache-2.0
"""How to push a button with the closed fingers, from where the robot stands or might stand."""

from __future__ import annotations

import math
from dataclasses import dataclass

from executor_node.context import SkillContext
from executor_node.geometry.furniture import Furniture
from executor_node.geometry.grasps import tool_pose
from executor_node.motion.reach import Attempt, Reasons, plan_lines, show
from executor_node.motion.surroundings import surroundings
from executor_node.skills.plans.tries import others_first
from makedo_core.geometry import Pose

BACK_M = 0.08
PUSH_M = 0.012  # beyond the button's face
PUSHED_M = 0.006  # so far beyond it a button has been pushed, for sure
ROLLS = (0.0, math.pi / 2, -math.pi / 2, math.pi)


@dataclass(frozen=True, slots=True, eq=False)
class PressPlan:
    """Lines to a button and back again, planned from one base pose.

    Attributes:
        pushed: where the tool is when the button is pushed in, map frame.
    """

    attempt: Attempt
    pushed: Pose


def plan_press(context: SkillContext, furniture: Furniture, base: Pose, reasons: Reasons) -> PressPlan | None:
    """Lines to the button and back again; None if it cannot be reached from the base pose."""
    switch = furniture.model.switch
    if switch is None:
        return None
    leave_out = {furniture.node.id}
    face = furniture.moved(Pose(switch.position), False)
    dx, dy, dz = face.matrix()[:3, :3] @ switch.direction
    yaw, pitch = math.atan2(dy, dx), -math.asin(max(-1.0, min(1.0, float(dz))))
    tip = context.ports.config.gripper.tip_m
    for roll in others_first(ROLLS, context.attempt):
        touch = tool_pose(face.position, yaw, pitch, roll) @ Pose((-tip, 0.0, 0.0))
        before, pushed = touch @ Pose((-BACK_M, 0.0, 0.0)), touch @ Pose((PUSH_M, 0.0, 0.0))
        if not show(context, surroundings(context, base, leave_out=leave_out), None, reasons):
            return None
        attempt = plan_lines(context, base, before, ((pushed,), (before,)), reasons)
        if attempt is not None:
            return PressPlan(attempt, pushed)
    return None
