# SPDX-License-Identifier: Apache-2.0
"""How to pour what is held: its lip comes over the middle of a container, and it turns about the lip.

What is held was taken from the side, so the hand turns about the direction that it points in: mostly by the wrist
alone. The lip stays where it is meanwhile, above the container's rim.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from executor_node.context import Held, SkillContext, spoken
from executor_node.geometry.furniture import AssetRegion, Furniture
from executor_node.geometry.grasps import LEVEL
from executor_node.geometry.placing import tool_for
from executor_node.motion.reach import Attempt, Reasons, plan_lines, shifted, show
from executor_node.motion.surroundings import held_as_obstacle, surroundings
from executor_node.skills.plans.putting import heading_in_object
from executor_node.skills.plans.tries import others_first
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Array, Pose, Vector
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node

TILT = math.radians(125.0)  # from upright: what is loose slides down the wall then
STEPS = 10  # of the turn: with fewer the arm could take the wrong way round
OVER_RIM_M = (0.09, 0.12)  # of the lip: the hand is wide, and turns with it
SHORT_M = 0.02  # so far before the middle is the lip: what leaves it flies on a little
ABOVE_M = 0.02  # on its way there it is higher than where it pours by this
SAME_M = 0.001
HEADINGS = (0.0, -25.0, 25.0, -50.0, 50.0, -75.0, 75.0)
SENSES = (1.0, -1.0)  # to the left of the hand, to its right


@dataclass(frozen=True, slots=True, eq=False)
class PourPlan:
    """Lines over the container (planned from the hand only), around, and back upright, from one base pose.

    Attributes:
        upright: tool pose before and after the turn, map frame.
    """

    upright: Pose
    attempt: Attempt


def why_not_pourable(held: Held, furniture: Furniture) -> str:
    """Why what is held cannot be poured into furniture, wherever the robot stands; empty: it can."""
    if held.pitch >= LEVEL:
        return f"{spoken(held.object_id)} was taken from above, so the hand cannot tilt it"
    if container(furniture) is None:
        return f"{spoken(furniture.node.id)} is not open at the top"
    return ""


def container(furniture: Furniture) -> AssetRegion | None:
    """The region that things can be poured into; None if there is none."""
    return next((p for p in furniture.places(RegionKind.INSIDE) if not p.enclosed), None)


def plan_pour(
    context: SkillContext, furniture: Furniture, base: Pose, reasons: Reasons, *, from_hand: bool = False
) -> PourPlan | None:
    """Lines that pour what is held; None if it cannot be done from the base pose.

    Args:
        context: of the skill.
        furniture: the container.
        base: where the robot stands or would stand, map frame.
        reasons: counts what went wrong.
        from_hand: begin where the hand is now, on a line that keeps what is held upright; else where it pours.
    """
    held, graph = context.memory.held, context.ports.graph.newest()
    if held is None or held.object_id not in graph:
        reasons.add("pouring", Outcome(FailureCause.PRECONDITION_FAILED, "nothing is held"))
        return None
    never = why_not_pourable(held, furniture)
    place = container(furniture)
    if never or place is None:
        reasons.add("pouring", Outcome(FailureCause.NOT_CAPABLE, never))
        return None
    if not show(context, surroundings(context, base), held_as_obstacle(context, graph), reasons):
        return None
    here = base @ context.ports.arm.tool() if from_hand else None
    start = context.ports.arm.joints() if from_hand else None
    for turn in _turns(held, graph[held.object_id], place, base, context.attempt):
        way: tuple[tuple[Pose, ...], ...] = () if here is None else (level_way(here, turn[0]),)
        around_and_back = (turn[1:], tuple(reversed(turn[:-1])))
        attempt = plan_lines(context, base, turn[0], (*way, *around_and_back), reasons, start=start)
        if attempt is not None:
            return PourPlan(turn[0], attempt)
    return None


def level_way(start: Pose, end: Pose) -> tuple[Pose, ...]:
    """Tool poses from one to another that holds the thing upright too: up, over, down. Map frame."""
    top = max(start.position[2], end.position[2] + ABOVE_M)
    over = shifted(end, 0.0, 0.0, top - end.position[2])
    raised = shifted(start, 0.0, 0.0, top - start.position[2])
    return (raised, over, end) if top - start.position[2] > SAME_M else (over, end)


def _turns(held: Held, node: Node, place: AssetRegion, base: Pose, tried: int) -> Iterator[tuple[Pose, ...]]:
    """Tool poses from upright to tilted, in either sense and at several headings of the hand; map frame.

    The best come first, but for those that so many tries began with.
    """
    x, y, z = place.pose.position
    ahead = math.atan2(y - base.position[1], x - base.position[0])
    for over, degrees, sense in others_first(tuple(itertools.product(OVER_RIM_M, HEADINGS, SENSES)), tried):
        heading = ahead + math.radians(degrees)
        sideways = np.array([-math.sin(heading), math.cos(heading), 0.0]) * sense
        lip = np.array([x, y, z + place.size[2] + over]) - SHORT_M * sideways
        yield tuple(_turn(held, node, lip, heading, sense))


def _turn(held: Held, node: Node, lip: Array, heading: float, sense: float) -> Iterator[Pose]:
    """Tool poses with the lip at a point, step by step.

    Args:
        held: what is poured, upright at first.
        node: its node.
        lip: the point of its rim that is lowest in the end, map frame [m], shape (3,).
        heading: of the hand [rad].
        sense: 1: it tilts to the left of the hand; -1: to its right.
    """
    half = held.width / 2  # the fingers are at its sides, where it tilts to
    sideways = np.array([-math.sin(heading), math.cos(heading)]) * sense
    base: Vector = (-half * float(sideways[0]), -half * float(sideways[1]), -node.size[2])  # from the lip
    upright = tool_for(held.in_tool, base, heading - heading_in_object(held))
    x, y, z = (float(v) for v in lip)
    for angle in np.linspace(0.0, TILT, STEPS + 1):
        half_angle = -sense * float(angle) / 2
        about = (math.sin(half_angle) * math.cos(heading), math.sin(half_angle) * math.sin(heading), 0.0)
        yield Pose((x, y, z), (*about, math.cos(half_angle))) @ upright
