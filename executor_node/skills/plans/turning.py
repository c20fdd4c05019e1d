# SPDX-License-Identifier: Apache-2.0
"""How to turn over what stands loosely: its handle is taken level from outside, and the wrist turns by half a turn.

The hand comes along the line from the handle to the asset's middle, at half its height: so it is as far above the
table afterwards as before, and only the wrist has to turn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from executor_node.context import HalfTurned, SkillContext
from executor_node.geometry.furniture import Furniture
from executor_node.geometry.grasps import tool_pose
from executor_node.motion.reach import Attempt, Reasons, plan_lines, shifted, show
from executor_node.motion.surroundings import surroundings
from executor_node.skills.plans.tries import others_first
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import Handle, turned_over

BACK_M = 0.06
CLEAR_M = 0.03  # between what turns and what it stood on
SET_DOWN_M = 0.003  # it is let go this far above where it rests
STEPS = 4  # of the half turn: with fewer the arm could take the wrong way round
# The fingers are alike, so the hand can come either way up; a wrist that can turn by a bit more than a whole turn has
# room for half a turn in one sense then.
HALF_TURNS = ((0.0, -math.pi), (math.pi, 0.0), (0.0, math.pi), (math.pi, 2 * math.pi))  # rolls, first and last [rad]
TRIES = 2  # of each way: not all first joint values leave the wrist half a turn


@dataclass(frozen=True, slots=True, eq=False)
class TurnPlan:
    """Lines to the handle, up, around, down, and away again, planned from one base pose.

    Attributes:
        rest: pose of the asset in the end, map frame.
        back: where the hand comes from and goes to, map frame.
        lines: waypoints of the tool of each line of the attempt, map frame.
        moved_from: number of the first line that moves the asset.
    """

    rest: Pose
    back: Pose
    attempt: Attempt
    lines: tuple[tuple[Pose, ...], ...]
    moved_from: int = 1


def plan_turn(context: SkillContext, furniture: Furniture, base: Pose, reasons: Reasons) -> TurnPlan | None:
    """Lines that turn an asset over; None if it cannot be done from the base pose.

    The asset itself is no obstacle meanwhile: it moves with the hand.
    """
    handle = furniture.model.turning
    if handle is None:
        return None
    obstacles = surroundings(context, base, leave_out={furniture.node.id})
    if not show(context, obstacles, None, reasons):
        return None
    up = lift_m(furniture, handle)
    grasp = furniture.moved(Pose(handle.position), False).position
    middle = furniture.moved(Pose((0.0, 0.0, handle.position[2])), False).position
    yaw = math.atan2(middle[1] - grasp[1], middle[0] - grasp[0])
    rest = turned_over(furniture.node.pose, furniture.node.size[2], handle)
    for first, last in others_first(HALF_TURNS, context.attempt) * TRIES:
        taken = tool_pose(grasp, yaw, 0.0, first)
        turns = [tool_pose(grasp, yaw, 0.0, float(roll)) for roll in np.linspace(first, last, STEPS + 1)[1:]]
        back = turns[-1] @ Pose((-BACK_M, 0.0, 0.0))
        lines = (
            (taken,),
            (shifted(taken, 0.0, 0.0, up),),
            tuple(shifted(turn, 0.0, 0.0, up) for turn in turns),
            (shifted(turns[-1], 0.0, 0.0, SET_DOWN_M),),
            (shifted(back, 0.0, 0.0, SET_DOWN_M),),
        )
        attempt = plan_lines(context, base, taken @ Pose((-BACK_M, 0.0, 0.0)), lines, reasons)
        if attempt is not None:
            return TurnPlan(rest, shifted(back, 0.0, 0.0, SET_DOWN_M), attempt, lines)
    return None


def half_turned(asset_id: str, plan: TurnPlan, number: int, tool: Pose) -> HalfTurned:
    """What is left of a plan whose line of a number was cut short.

    Args:
        asset_id: of what is turned over.
        plan: that was carried out.
        number: of the line that was under way.
        tool: where the tool is, map frame.
    """
    line = plan.lines[number]
    ahead = tuple(w for w in line if angle_between(w, line[-1]) < angle_between(tool, line[-1]))
    return HalfTurned(asset_id, plan.rest, (ahead or line[-1:], *plan.lines[number + 1 :]), tool)


def plan_rest_of_turn(context: SkillContext, half: HalfTurned, base: Pose) -> TurnPlan | None:
    """Lines from where the arm is through what is left of a turn; None if there are none."""
    start = context.ports.arm.joints()
    attempt = plan_lines(context, base, half.tool, half.lines, Reasons(), start=start)
    return None if attempt is None else TurnPlan(half.rest, half.lines[-1][-1], attempt, half.lines, 0)


def angle_between(one: Pose, other: Pose) -> float:
    """Angle between two orientations [rad]."""
    dot = abs(sum(a * b for a, b in zip(one.orientation, other.orientation, strict=True)))
    return 2.0 * math.acos(min(1.0, dot))


def lift_m(furniture: Furniture, handle: Handle) -> float:
    """How far an asset is lifted so that it can turn about the line from its middle to its handle [m]."""
    x, y, z = handle.position
    across = math.atan2(y, x) + math.pi / 2
    dx, dy, height = furniture.node.size
    half_width = (abs(math.cos(across)) * dx + abs(math.sin(across)) * dy) / 2
    return math.hypot(half_width, max(z, height - z)) - min(z, height - z) + CLEAR_M
