# SPDX-License-Identifier: Apache-2.0
"""How to move a door or a drawer by its handle, from where the robot stands or might stand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from executor_node.context import FoundSwing, SkillContext
from executor_node.geometry.furniture import Furniture
from executor_node.geometry.grasps import Grasp, bar_grasps
from executor_node.motion.reach import Attempt, Reasons, plan_lines, shifted, show
from executor_node.motion.surroundings import surroundings
from executor_node.skills.plans.tries import SAME_PLACE_M, others_first
from makedo_core.geometry import Pose, Vector
from makedo_core.graph.asset_model import Articulation, JointKind, articulated

PRE_GRASP_M = 0.11
RETREAT_M = 0.12  # off the handle, against the hand's direction
RETREAT_SHARE = 0.6
RETREAT_TURNS = (0.0, math.radians(30.0), math.radians(-30.0))  # the bar stays between the open fingers
FINGERS_M = 0.05  # half their height, with some room
WIDEST_RAD = 1.7  # a door is opened this far if its joint and the arm allow
WIDE_RAD = 1.4  # so far that it is hardly in the way of what is brought in; taken from elsewhere for it if need be
LEAST_RAD = 1.2  # a door that opens so far is not left less open: what is brought in would meet its edge
FOLLOW = (0.6, 1.0, 0.35)  # share of the door's turn that the hand follows; the bar turns in the fingers
HINGE_STEP_RAD = 0.08
SLIDE_STEP_M = 0.03
PARTLY_CLOSED = 0.4  # of how far a door stands open: what is left then is closed at the next try, from nearer
SAFE_SHARE = 1.12  # of open_at that must be reachable
UPRIGHT_ANGLES = (0.0, -20.0, 20.0, -40.0, 40.0, 60.0, -60.0)
LEVEL_ANGLES = (0.0, 20.0, -20.0, 40.0)


@dataclass(frozen=True, slots=True, eq=False)
class SwingPlan:
    """Motions that move a door or drawer, planned from one base pose.

    Attributes:
        attempt: lines to the handle and along its way.
        start: joint value at the beginning.
        end: joint value at the end of what can be reached.
        last: tool pose there, map frame.
    """

    grasp: Grasp
    attempt: Attempt
    start: float
    end: float
    last: Pose


def swing_range(furniture: Furniture, opening: bool) -> tuple[float, float, tuple[float, ...]]:
    """Joint value now, wanted, and what is good enough: what is worth going elsewhere for first, the least last.

    Raises:
        ValueError: if the asset has no articulation.
    """
    articulation = furniture.model.articulation
    if articulation is None:
        raise ValueError(f"{furniture.node.id} cannot be opened or closed")
    if not opening:
        hinge = articulation.kind is JointKind.HINGE
        return furniture.value, 0.0, (0.0, PARTLY_CLOSED * furniture.value) if hinge else (0.0,)
    widest = articulation.range[1]
    least = min(widest, SAFE_SHARE * articulation.open_at)
    if articulation.kind is JointKind.SLIDE:
        return furniture.value, widest, (least,)
    widest = min(widest, WIDEST_RAD)
    least = min(widest, max(least, LEAST_RAD))
    wide = min(widest, WIDE_RAD)
    return furniture.value, widest, (wide, least) if wide > least else (least,)


def handle_targets(furniture: Furniture, start: float, end: float) -> tuple[Vector, Vector]:
    """Where the handle is at two joint values, map frame."""
    return (
        Furniture(furniture.node, start).handle()[0],
        Furniture(furniture.node, end).handle()[0],
    )


def plan_swing(
    context: SkillContext,
    furniture: Furniture,
    base: Pose,
    start: float,
    end: float,
    enough: float,
    reasons: Reasons,
) -> SwingPlan | None:
    """The first grasp of the handle with which the hand can follow it far enough; None if there is none.

    Later tries begin with other grasps, of the handle where it is at `start` all the same.
    """
    articulation = furniture.model.articulation
    if articulation is None:
        return None
    if not show(context, surroundings(context, base, **moving_along(context, furniture)), None, reasons):
        return None
    position, bar, inward = Furniture(furniture.node, start).handle()
    upright = abs(bar[2]) > 0.5
    needed = (enough - start) / (end - start) if end != start else 1.0
    fallback: SwingPlan | None = None
    grasps = bar_grasps(position, bar, inward, UPRIGHT_ANGLES if upright else LEVEL_ANGLES)
    follows = FOLLOW if articulation.kind is JointKind.HINGE else (1.0,)
    options = [(grasp, follow) for grasp in others_first(grasps, context.attempt) for follow in follows]
    for grasp, follow in _found_before(context, furniture, base, end, options):
        way = handle_way(furniture, articulation, grasp.tool, start, end, follow)
        attempt = plan_lines(
            context,
            base,
            grasp.backed_off(PRE_GRASP_M),
            ((grasp.tool,), way),
            reasons,
            complete=max(0.05, needed - 0.01),
        )
        if attempt is None:
            continue
        share = _share(attempt)
        reached = start + (end - start) * share
        last = way[min(len(way) - 1, max(0, round(share * len(way)) - 1))]
        plan = SwingPlan(grasp, attempt, start, reached, last)
        if _can_retreat(context, base, furniture, plan):
            in_asset = furniture.node.pose.inverse() @ grasp.tool
            context.memory.swings[furniture.node.id] = FoundSwing(base, end, in_asset, follow)
            return plan
        fallback = fallback or plan
    return fallback


def _found_before(
    context: SkillContext, furniture: Furniture, base: Pose, end: float, options: Sequence[tuple[Grasp, float]]
) -> Sequence[tuple[Grasp, float]]:
    """The options, first what is most like that with which it was found to go from here last; not at a second try."""
    found = context.memory.swings.get(furniture.node.id)
    if found is None or context.attempt > 0 or not options or found.end != end:
        return options
    if found.base.distance(base) > SAME_PLACE_M:
        return options

    def off(option: tuple[Grasp, float]) -> float:
        in_asset = furniture.node.pose.inverse() @ option[0].tool
        *_, w = (found.in_asset.inverse() @ in_asset).orientation
        return 1.0 - abs(w) + abs(option[1] - found.follow)

    first = min(options, key=off)
    return (first, *(option for option in options if option is not first))


def _can_retreat(context: SkillContext, base: Pose, furniture: Furniture, plan: SwingPlan) -> bool:
    """Whether the hand gets off the handle at the end of the way."""
    at_end, to_base = Furniture(furniture.node, plan.end), base.inverse()
    joints = plan.attempt.lines[-1].end
    return any(
        context.ports.arm.plan_line([to_base @ way.to], joints).fraction >= way.enough
        for way in ways_off(at_end, plan.last)
    )


@dataclass(frozen=True, slots=True)
class WayOff:
    """How the open hand leaves a handle: where to, map frame, and how much of the way frees it."""

    to: Pose
    enough: float


def ways_off(furniture: Furniture, tool: Pose) -> tuple[WayOff, ...]:
    """Straight ways off the handle, best first: back out, also askew, or along the bar beyond one of its ends."""
    articulation = furniture.articulation
    back = [(tool @ Pose.planar(0.0, 0.0, turn) @ Pose((-RETREAT_M, 0.0, 0.0))).position for turn in RETREAT_TURNS]
    bar = furniture.handle()[1]
    beyond = articulation.handle.length / 2 + FINGERS_M
    along = [shifted(tool, *(sign * beyond * b for b in bar)) for sign in (1.0, -1.0)]
    return (
        *(WayOff(Pose(position, tool.orientation), RETREAT_SHARE) for position in back),
        *(WayOff(w, 0.95) for w in along),
    )


def moving_along(context: SkillContext, furniture: Furniture) -> dict[str, Any]:
    """What is not kept clear of while a door or drawer moves: its moving parts, and what lies in them."""
    contents = context.ports.graph.newest().contents(furniture.node.id)
    return {"leave_out": set(contents), "leave_out_moving": furniture.node.id}


def _share(attempt: Attempt) -> float:
    """Share of the handle's way that was planned; the last line may be cut short."""
    return attempt.shares[-1]


def handle_way(
    furniture: Furniture, articulation: Articulation, tool: Pose, start: float, end: float, follow: float
) -> tuple[Pose, ...]:
    """Tool poses (map frame) that follow the handle from one joint value to another.

    Args:
        furniture: whose handle it is.
        articulation: of the furniture.
        tool: tool pose at the start.
        start: joint value where the tool is now.
        end: joint value to follow to.
        follow: share of a hinge's turn that the hand turns with it.
    """
    step = HINGE_STEP_RAD if articulation.kind is JointKind.HINGE else SLIDE_STEP_M
    count = max(1, math.ceil(abs(end - start) / step))
    origin = furniture.node.pose
    at_start = (origin @ articulated(Pose(), articulation, start)).inverse() @ tool
    poses = []
    for i in range(1, count + 1):
        value = start + (end - start) * i / count
        moved = origin @ articulated(Pose(), articulation, value) @ at_start
        if articulation.kind is JointKind.HINGE and follow != 1.0:
            back = articulated(Pose(), articulation, (follow - 1.0) * (value - start))
            turn = (origin @ Pose((0.0, 0.0, 0.0), back.orientation) @ origin.inverse()).orientation
            moved = Pose(moved.position, (Pose(orientation=turn) @ Pose(orientation=moved.orientation)).orientation)
        poses.append(moved)
    return tuple(poses)


def value_at(furniture: Furniture, articulation: Articulation, grasp: Pose, start: float, tool: Pose) -> float:
    """Joint value that explains where the tool is, having taken the handle at `grasp` (map frame)."""
    to_asset = furniture.node.pose.inverse()
    a = to_asset.transform(grasp.position)
    b = to_asset.transform(tool.position)
    o, axis = articulation.origin, articulation.axis
    if articulation.kind is JointKind.SLIDE:
        return start + sum((q - p) * k for p, q, k in zip(a, b, axis, strict=True))
    sign = 1.0 if axis[2] >= 0 else -1.0
    before = math.atan2(a[1] - o[1], a[0] - o[0])
    after = math.atan2(b[1] - o[1], b[0] - o[0])
    return start + sign * math.remainder(after - before, 2 * math.pi)
