# SPDX-License-Identifier: Apache-2.0
"""discover_objects: turn the head over a piece of furniture and have perception say what is there."""

from __future__ import annotations

from makedo_core.failure import Outcome
from makedo_core.geometry import Vector
from makedo_core.plan import SkillCall

from executor_node.context import SkillContext, SkillResult
from executor_node.furniture import Furniture
from executor_node.manipulation import asset, look

WIDE_M = 0.9
STEP_M = 0.55


def discover_objects(context: SkillContext, call: SkillCall) -> SkillResult:
    """Carry out discover_objects(asset)."""
    furniture = asset(context, call.arguments[0])
    outcome = Outcome()
    for point in look_points(furniture):
        outcome = look(context, point)
        if not outcome.ok:
            return SkillResult(outcome)
        found = context.ports.discoverer.discover(furniture.node.id, context.token)
        context.token.check()
        context.note(
            "discovered", asset=furniture.node.id, added=found.added, moved=found.moved, missing=found.missing
        )
        outcome = found.outcome
        if not outcome.ok:
            return SkillResult(outcome)
    return SkillResult(outcome)


def look_points(furniture: Furniture) -> tuple[Vector, ...]:
    """Points to look at, so that wide furniture is seen whole."""
    places = furniture.places()
    if not places:
        return (furniture.node.centre,)
    points: list[Vector] = []
    for place in places:
        half = place.size[1] / 2
        offsets = (0.0,) if place.size[1] < WIDE_M else (-half + STEP_M / 2, 0.0, half - STEP_M / 2)
        points.extend(place.pose.transform((0.0, y, 0.0)) for y in offsets)
    return tuple(points)
