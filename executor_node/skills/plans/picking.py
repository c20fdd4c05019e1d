# SPDX-License-Identifier: Apache-2.0
"""How to take an object from where the robot stands (or might stand): the dry run of pick_up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from executor_node.context import FoundGrasp, SkillContext, spoken
from executor_node.geometry.furniture import AssetRegion, Furniture
from executor_node.geometry.grasps import Grasp, grasps
from executor_node.geometry.obstacles import Clearance, for_motions
from executor_node.geometry.rims import rim_grasps
from executor_node.motion.reach import STRAIGHT, Attempt, Reasons, lifts, plan_lines, shifted, show
from executor_node.motion.surroundings import asset as asset_of
from executor_node.motion.surroundings import held_as_obstacle, surroundings
from executor_node.skills.plans.tries import SAME_PLACE_M, others_first
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import Node
from makedo_core.robot_config import GripperConfig

PRE_GRASP_M = 0.12
OUTSIDE_M = 0.06  # this far in front of the furniture, what is held is out of it
TRIES = 12
NARROW_M = 0.02  # both sides together: what is seen is where it is to within less
SKIP_PER_ATTEMPT = 4


@dataclass(frozen=True, slots=True, eq=False)
class PickPlan:
    """Motions that take an object, planned from one base pose.

    Attributes:
        pre: tool pose before the object, map frame.
        lift: waypoints of the tool after closing, map frame, one line each.
    """

    grasp: Grasp
    pre: Pose
    attempt: Attempt
    lift: tuple[tuple[Pose, ...], ...]


def place_of(node: Node, asset: Furniture) -> AssetRegion | None:
    """The region that an object rests in."""
    x, y, z = node.pose.position
    return asset.place_below((x, y, z + 0.01))


def distance_out(point: Pose, asset: Furniture) -> float:
    """From a point inside furniture to just outside its front [m]."""
    x, _, _ = asset.node.pose.inverse().transform(point.position)
    return max(0.12, asset.footprint()[1] - x + OUTSIDE_M)


def plan_pick(
    context: SkillContext, node: Node, asset: Furniture, base: Pose, reasons: Reasons
) -> PickPlan | None:
    """The first grasp that can be approached and lifted from a base pose; None if there is none."""
    away = math.dist(node.centre[:2], base.position[:2])
    far_m = context.ports.config.arm.reach.far_m
    if away > far_m:  # a solver takes its full time for each pose that it does not reach
        reasons.too_far(away, far_m)
        return None
    place = place_of(node, asset)
    if place is not None:
        node = _not_below(node, place)
    enclosed = place is not None and place.enclosed
    headroom = place.size[2] if place is not None and enclosed else math.inf
    facing = asset.front + math.pi if enclosed else base.yaw
    gripper = context.ports.config.gripper
    options = grasps(node, facing, gripper, headroom=headroom)
    if not options and not enclosed:
        options = rim_grasps(node, facing, gripper)
    if not options:
        what = f"the hand does not fit around {spoken(node.id)} as it is there"
        reasons.add("choosing a grasp", Outcome(FailureCause.UNREACHABLE, what))
        return None
    if _is_poured_from(context, node.id):
        options = tuple(g for g in options if g.level)
        if not options:
            what = f"{spoken(node.id)} cannot be taken from the side, and what is taken from above cannot be poured"
            reasons.add("choosing a grasp", Outcome(FailureCause.UNREACHABLE, what))
            return None
    flat = [g for g in options if not g.steep] if _goes_where_a_hand_is_flat(context, node.id) else []
    others = [g for g in options if g not in flat] if context.attempt or not flat else []  # from elsewhere, flat may do
    tried = context.attempt - context.looks
    options = (*_rotated(flat, tried)[: TRIES // 2 if others else TRIES], *_rotated(others, tried))
    clearances = for_motions(context.ports.graph.newest())
    tries = [(options[:TRIES], clearance) for clearance in clearances]  # first those that leave room to the neighbours
    narrow = _narrow(options[:TRIES], gripper)
    for some, clearance in (*_found_before(context, node, base, options), *tries, (narrow, Clearance.TIGHT)):
        if some is narrow and not reasons.failed(STRAIGHT):
            break  # it is not beside the object that room is wanting
        obstacles = surroundings(context, base, leave_out={node.id}, clearance=clearance)
        held = held_as_obstacle(context, context.ports.graph.newest(), clearance)
        if not show(context, obstacles, held, reasons):
            return None
        for grasp in some:
            plan = _plan_grasp(context, grasp, asset, base, headroom, enclosed, reasons)
            if plan is not None:
                context.memory.grasps[node.id] = FoundGrasp(base, node.pose.inverse() @ grasp.tool, clearance)
                return plan
    return None


def _found_before(
    context: SkillContext, node: Node, base: Pose, options: Sequence[Grasp]
) -> tuple[tuple[Sequence[Grasp], Clearance], ...]:
    """The grasp that is most like the one that was found from here last; none at a second try."""
    found = context.memory.grasps.get(node.id)
    if found is None or context.attempt > 0 or not options or found.base.distance(base) > SAME_PLACE_M:
        return ()

    def off(grasp: Grasp) -> float:
        *_, w = (found.in_object.inverse() @ node.pose.inverse() @ grasp.tool).orientation
        return 1.0 - abs(w)

    return (((min(options, key=off),), found.clearance),)


def _narrow(options: Sequence[Grasp], gripper: GripperConfig) -> Sequence[Grasp]:
    """The same grasps with the fingers hardly wider than the object, where something beside it leaves no more room."""
    return tuple(
        replace(grasp, opening=grasp.width + NARROW_M)
        for grasp in options
        if grasp.opening is None and grasp.width + NARROW_M < gripper.max_width_m
    )


def _not_below(node: Node, place: AssetRegion) -> Node:
    """An object seen a little too low: a low grasp of it would have the fingers in what it rests on."""
    up = place.pose.position[2] - node.pose.position[2]
    return node if up <= 0 else replace(node, pose=shifted(node.pose, 0.0, 0.0, up))


def _goes_where_a_hand_is_flat(context: SkillContext, object_id: str) -> bool:
    """Whether what is taken will be put where a hand cannot come from above, for a ceiling or for the height."""
    for call in context.upcoming:
        if call.skill in ("put_on", "put_inside") and call.arguments[0] == object_id:
            kind = RegionKind.ON if call.skill == "put_on" else RegionKind.INSIDE
            high_m = context.ports.config.arm.from_above_m
            places = asset_of(context, call.arguments[1]).places(kind)
            return any(place.enclosed or place.pose.position[2] > high_m for place in places)
    return False


def _is_poured_from(context: SkillContext, object_id: str) -> bool:
    """Whether what is taken will be poured from, for which the hand must be at its side."""
    return any(call.skill == "pour" and call.arguments[0] == object_id for call in context.upcoming)


def _rotated(options: Sequence[Grasp], tried: int) -> Sequence[Grasp]:
    """Others first, after so many tries; neighbours of one that failed would fail too."""
    return others_first(options, tried * min(SKIP_PER_ATTEMPT, max(1, len(options) // 2)))


def _plan_grasp(
    context: SkillContext,
    grasp: Grasp,
    asset: Furniture,
    base: Pose,
    headroom: float,
    enclosed: bool,
    reasons: Reasons,
) -> PickPlan | None:
    length = distance_out(grasp.tool, asset) if enclosed else 0.0
    front = (math.cos(asset.front) * length, math.sin(asset.front) * length)
    up = lifts(grasp, headroom, front)
    pre = grasp.backed_off(max(PRE_GRASP_M, length))
    attempt = plan_lines(context, base, pre, ((grasp.tool,), *up), reasons, opening=grasp.opening)
    return None if attempt is None else PickPlan(grasp, pre, attempt, up)
