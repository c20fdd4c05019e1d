# SPDX-License-Identifier: Apache-2.0
"""How to hold something out to a person, from where the robot stands or might stand."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from executor_node.context import SkillContext, spoken
from executor_node.geometry.furniture import AssetRegion, Furniture
from executor_node.geometry.placing import tool_for
from executor_node.motion.reach import Attempt, Reasons, plan_lines, shifted, show
from executor_node.motion.surroundings import held_as_obstacle, surroundings
from executor_node.skills.plans.putting import heading_in_object
from executor_node.skills.plans.tries import others_first
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose, Vector
from makedo_core.graph.asset_model import RegionKind

BEFORE_M = 0.20  # from here on, out of the reach of a person, the hand comes slowly
SPARE_M = 0.1  # people do not stand like statues
BEYOND_M = (0.0, 0.1, 0.2, 0.3, 0.4)
TURNS = (0.0, -30.0, 30.0, -60.0, 60.0)
HEIGHTS_M = (0.0, -0.10, 0.10)  # about the middle of where a person takes things


@dataclass(frozen=True, slots=True, eq=False)
class OfferPlan:
    """Motions that hold out what is in the hand, planned from one base pose.

    Attributes:
        rest: where the object's base is then, map frame.
        back: waypoint of the tool on its way back, map frame.
    """

    rest: Pose
    attempt: Attempt
    back: Pose


def plan_offer(context: SkillContext, person: Furniture, base: Pose, reasons: Reasons) -> OfferPlan | None:
    """A pose in the reach of a person and the slow way to it; None if the arm does not get there."""
    held = context.memory.held
    graph = context.ports.graph.newest()
    hands = person.places(RegionKind.HAND)
    if held is None or held.object_id not in graph or not hands:
        what = "nothing is held" if hands else f"{spoken(person.node.id)} takes nothing"
        reasons.add("holding it out", Outcome(FailureCause.PRECONDITION_FAILED, what))
        return None
    if is_too_near(context, person, base):
        why = "the person would be too near to the robot"
        raw = f"{why}: the camera that watches for persons holds it there (safety.recipient_m)"
        reasons.add("holding it out", Outcome(FailureCause.UNREACHABLE, why, raw))
        return None
    if not show(context, surroundings(context, base), held_as_obstacle(context, graph), reasons):
        return None
    ahead = base.yaw - heading_in_object(held)
    half_m = graph[held.object_id].size[2] / 2
    x, y, z = middle_of(hands[0])
    for height, turn in others_first(tuple(itertools.product(HEIGHTS_M, TURNS)), context.attempt):
        yaw = ahead + math.radians(turn)
        rest = Pose.planar(x, y, yaw, z + height - half_m)
        tool = tool_for(held.in_tool, rest.position, yaw)
        back = shifted(tool, -BEFORE_M * math.cos(base.yaw), -BEFORE_M * math.sin(base.yaw), 0.0)
        attempt = plan_lines(context, base, back, ((tool,),), reasons)
        if attempt is not None:
            return OfferPlan(rest, attempt, back)
    return None


def is_too_near(context: SkillContext, person: Furniture, base: Pose) -> bool:
    """Whether a base would stand where the camera that watches for persons holds the robot."""
    limit = nearest_m(context)
    if limit is None:
        return False
    x, y, _ = person.node.pose.inverse().transform(base.position)
    x0, x1, y0, y1 = person.footprint()
    return math.hypot(max(0.0, x0 - x, x - x1), max(0.0, y0 - y, y - y1)) < limit


def nearest_m(context: SkillContext) -> float | None:
    """How near to a person's edge the middle of the base may stand [m]; None: no camera watches for persons."""
    safety = context.ports.config.safety
    return min(safety.recipient_m, safety.near_m) + SPARE_M if safety.camera else None


def distances_m(context: SkillContext) -> tuple[float, ...] | None:
    """From a person's edge to the middle of the base [m]; None: as at furniture."""
    limit = nearest_m(context)
    return None if limit is None else tuple(limit + more for more in BEYOND_M)


def middle_of(place: AssetRegion) -> Vector:
    """The middle of where a person takes things, map frame [m]."""
    return place.pose.transform((0.0, 0.0, place.size[2] / 2))
