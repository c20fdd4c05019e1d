# SPDX-License-Identifier: Apache-2.0
"""How to put down what is held, on or inside furniture, from where the robot stands or might stand."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from executor_node.context import Held, SkillContext, spoken
from executor_node.geometry.furniture import AssetRegion, Furniture
from executor_node.geometry.obstacles import Clearance
from executor_node.geometry.placing import APART_M, GRID_M, Disc, apart, footprint, footprint_of, free_spots, tool_for
from executor_node.motion.reach import LINE_COMPLETE, Attempt, Reasons, plan_lines, shifted, show
from executor_node.motion.surroundings import held_as_obstacle, surroundings
from executor_node.skills.plans.picking import distance_out
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose, Vector
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import PLACEMENTS, Node, NodeKind, SceneGraph
from makedo_core.sight.coverage import CELL_M, cell_centres, grid_shape

ABOVE_M = 0.10
OVER_STEP_M = 0.03  # above the board while reaching in
OVER_RIM_M = 0.03
RETREAT_M = 0.13
RETREAT_SHARE = 0.7  # of that is enough in the open: the fingers are clear of what they held
SHALLOW_M = 0.25  # a container deeper than this is dropped into from above its rim
SPOTS = 5
POSES_WITH_ROOM = 8  # in each place, that are tried with room beside what stands there
POSES = 15  # in each place; where the best of them cannot be reached, the others hardly can
TURN_COST = 0.001  # per degree, in metres of distance
TURNS = (0.0, -25.0, 25.0, -50.0, 50.0, 90.0)
DROP_TURNS = (0.0, -45.0, 45.0, 90.0)
HEADROOM_M = 0.04
INSIDE_REACH_M = 0.12
ASKEW_RAD = math.radians(8.0)  # fingers that open by 1.5 cm more than they held come off so much askew


@dataclass(frozen=True, slots=True, eq=False)
class PutPlan:
    """Motions that put down what is held, planned from one base pose.

    Attributes:
        rest: where the object's base comes to, map frame.
        pre: first tool pose, before or above the spot, map frame.
        tool: tool pose in which it is let go, map frame.
        retreat: waypoints of the tool after opening, map frame.
    """

    rest: Pose
    pre: Pose
    tool: Pose
    attempt: Attempt
    retreat: tuple[Pose, ...]


def plan_put(
    context: SkillContext, furniture: Furniture, kind: RegionKind, base: Pose, reasons: Reasons
) -> PutPlan | None:
    """The first free spot that what is held can be put at from a base pose; None if there is none."""
    held = context.memory.held
    graph = context.ports.graph.newest()
    if held is None or held.object_id not in graph:
        reasons.add("putting down", Outcome(FailureCause.PRECONDITION_FAILED, "nothing is held"))
        return None
    node = graph[held.object_id]
    search = _Search(context, furniture, kind, base, held, node)
    if kind is RegionKind.ON and _has_others(graph, node.id, furniture):
        plan = _found(search, Clearance.BESIDE, POSES_WITH_ROOM, Reasons())
        if plan is not None:
            return plan
    return _found(search, Clearance.TIGHT, POSES, reasons)


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """What is to be put where, from a base pose."""

    context: SkillContext
    furniture: Furniture
    kind: RegionKind
    base: Pose
    held: Held
    node: Node


def _has_others(graph: SceneGraph, held_id: str, furniture: Furniture) -> bool:
    """Whether something is known to stand there, which the hand could push."""
    there = (graph[r.source] for r in graph.incoming(furniture.node.id) if r.type in PLACEMENTS)
    return any(n.id != held_id and n.pose.is_known and not n.is_belief for n in there)


def _found(search: _Search, clearance: Clearance, most: int, reasons: Reasons) -> PutPlan | None:
    """The first of so many poses in each place for which there is a way with a clearance."""
    context, furniture, base = search.context, search.furniture, search.base
    graph, held, node = context.ports.graph.newest(), search.held, search.node
    around = surroundings(context, base, clearance=clearance)
    if not show(context, around, held_as_obstacle(context, graph), reasons):
        return None
    any_spot = False
    found_before = context.memory.rests.get((node.id, furniture.node.id)) if context.attempt == 0 else None
    tried = context.memory.came_upon if search.kind is RegionKind.ON else ()
    for place in _by_ease(furniture.places(search.kind)):
        ahead = (furniture.front + math.pi if place.enclosed else base.yaw) - heading_in_object(held)
        unseen = unseen_parts(context, search.furniture, place)
        poses = _poses(graph, node, place, base, ahead, context.attempt, found_before, tried, unseen)
        for position, yaw in itertools.islice(poses, most):
            any_spot = True
            plan = _plan_at(context, held, furniture, place, position, yaw, base, reasons)
            if plan is not None:
                context.memory.rests[node.id, furniture.node.id] = plan.rest
                return plan
    if not any_spot:
        what = f"no free space for {spoken(node.id)} at {spoken(furniture.node.id)}"
        reasons.add("choosing a spot", Outcome(FailureCause.NO_FREE_SPACE, what))
    return None


def unseen_parts(context: SkillContext, furniture: Furniture, place: AssetRegion) -> tuple[Disc, ...]:
    """Parts of a region on top of furniture that no image has shown; none where that does not count, or is not known.

    Within furniture the view is narrow: what is put there is put where there seems to be room.
    """
    shown = context.memory.shown.get(furniture.node.id)
    region = next((r for r in furniture.model.regions if r.name == place.name), None)
    if shown is None or region is None or place.kind is not RegionKind.ON:
        return ()
    seen = shown.get(place.name)
    if seen is None or seen.shape != grid_shape(region):
        return ()
    hidden = cell_centres(region)[~seen.ravel()]
    points = (place.pose.transform((float(x), float(y), float(z))) for x, y, z in hidden)
    return tuple(Disc(x, y, CELL_M / 2) for x, y, _ in points)


def is_hidden(context: SkillContext, furniture: Furniture) -> bool:
    """Whether there are parts on top of furniture that no image has shown."""
    return any(unseen_parts(context, furniture, place) for place in furniture.places(RegionKind.ON))


def is_on_hidden(context: SkillContext, furniture: Furniture, node: Node, rest: Pose) -> bool:
    """Whether a thing whose base is at a pose of the map would stand on a part that no image has shown."""
    x, y, _ = rest.position
    own = [(x + d.x, y + d.y, d.radius) for d in footprint(node.size, node.shape, rest.yaw)]
    parts = [part for place in furniture.places(RegionKind.ON) for part in unseen_parts(context, furniture, place)]
    return any(math.hypot(a - p.x, b - p.y) < r + p.radius for a, b, r in own for p in parts)


def nearest_target(context: SkillContext, furniture: Furniture, kind: RegionKind | None) -> Vector:
    """A point to stand near for putting something somewhere: in the easiest region, on the robot's side."""
    places = _by_ease(furniture.places(kind)) or _by_ease(furniture.places())
    if not places:
        x, y, _ = furniture.node.pose.position
        return (x, y, furniture.node.size[2])
    place = places[0]
    lx, ly, _ = place.pose.inverse().transform(context.ports.base.pose().position)
    if place.enclosed:
        return place.pose.transform((place.size[0] / 2 - INSIDE_REACH_M, 0.0, 0.0))
    inner_x = max(place.size[0] / 2 - 0.2, 0.0)
    inner_y = max(place.size[1] / 2 - 0.2, 0.0)
    return place.pose.transform((float(np.clip(lx, -inner_x, inner_x)), float(np.clip(ly, -inner_y, inner_y)), 0.0))


def _by_ease(places: tuple[AssetRegion, ...]) -> list[AssetRegion]:
    """Regions at a comfortable height first."""
    return sorted(places, key=lambda p: abs(p.pose.position[2] - 0.8))


def _poses(
    graph: SceneGraph,
    node: Node,
    place: AssetRegion,
    base: Pose,
    ahead: float,
    attempt: int,
    found_before: Pose | None,
    tried: Sequence[Vector] = (),
    unseen: Sequence[Disc] = (),
) -> Iterator[tuple[Vector, float]]:
    """Free positions for the object's base in a region with headings, best first; snug ones in a container at last.

    Args:
        graph: the newest.
        node: what is held.
        place: the region.
        base: where the robot stands, or would stand.
        ahead: the easiest heading of the object [rad].
        attempt: so many of the best spots come last: what went wrong there may have had nothing to do with them.
        found_before: comes first if it is still free.
        tried: where something unknown stands, map frame: no spot there, whichever way the object is turned.
        unseen: parts of the region that no image has shown: no spot there.
    """
    if place.enclosed and node.size[2] + HEADROOM_M > place.size[2]:
        return
    if _is_drop(place):
        yield from ((place.pose.position, ahead + math.radians(turn)) for turn in DROP_TURNS)
        return
    others = _others(graph, node.id, place)
    if found_before is not None:
        own = footprint(node.size, node.shape, found_before.yaw)
        free = free_spots(place.pose, place.size, own, others, base, unseen=unseen)
        if any(math.dist(spot.position, found_before.position) < GRID_M for spot in free):
            yield found_before.position, found_before.yaw
    for snug in (False, True) if place.kind is RegionKind.INSIDE else (False,):
        found: list[tuple[bool, float, Vector, float]] = []
        for turn in TURNS:
            yaw = ahead + math.radians(turn)
            own = footprint(node.size, node.shape, yaw)
            free = free_spots(place.pose, place.size, own, others, base, snug=snug, unseen=unseen)
            spots = apart(free, SPOTS + attempt)
            for rank, spot in enumerate(spots):
                if all(math.dist(spot.position, at) >= APART_M for at in tried):
                    found.append((rank < attempt, spot.score + TURN_COST * abs(turn), spot.position, yaw))
        yield from ((position, yaw) for _, _, position, yaw in sorted(found, key=lambda f: f[:2]))


def _is_drop(place: AssetRegion) -> bool:
    """Whether things are dropped in from above the rim."""
    return place.kind is RegionKind.INSIDE and not place.enclosed and place.size[2] > SHALLOW_M


def _others(graph: SceneGraph, held_id: str, place: AssetRegion) -> list[Disc]:
    """Footprints of what stands in the region already."""
    found: list[Disc] = []
    for node in graph.of_kind(NodeKind.OBJECT):
        if node.id == held_id or not node.pose.is_known or node.is_belief:
            continue
        _, _, z = place.pose.inverse().transform(node.pose.position)
        if -0.1 < z < place.size[2]:
            found.extend(footprint_of(node))
    return found


def _plan_at(
    context: SkillContext,
    held: Held,
    furniture: Furniture,
    place: AssetRegion,
    position: Vector,
    yaw: float,
    base: Pose,
    reasons: Reasons,
) -> PutPlan | None:
    if _is_drop(place):
        top = place.pose.position[2] + place.size[2] + OVER_RIM_M
        tool = pre = tool_for(held.in_tool, (position[0], position[1], top), yaw)
        attempt = plan_lines(context, base, pre, (), reasons)
        retreat: tuple[Pose, ...] = (shifted(tool, 0.0, 0.0, ABOVE_M),)
    else:
        tool = tool_for(held.in_tool, position, yaw)
        pre, lines, retreat = _lines(tool, place, furniture)
        enough = LINE_COMPLETE if place.enclosed else RETREAT_SHARE
        attempt = plan_lines(context, base, pre, lines, reasons, complete=enough)
    if attempt is None:
        return None
    beside = _beside_open_fingers(context, held.object_id, tool)
    if beside is not None and not _is_drop(place):
        what = f"the open fingers would touch {spoken(beside)}"
        reasons.add("opening the hand", Outcome(FailureCause.NO_FREE_SPACE, what))
        return None
    return PutPlan(Pose.planar(position[0], position[1], yaw, position[2]), pre, tool, attempt, retreat)


def _beside_open_fingers(context: SkillContext, held_id: str, tool: Pose) -> str | None:
    """What the fingers would touch when they open at a tool pose (map frame); None: nothing."""
    gripper = context.ports.config.gripper
    points = [
        tool.transform((along, side * gripper.max_width_m / 2, up))
        for along in (-gripper.pad_half_m, gripper.tip_m)
        for side in (-1.0, 1.0)
        for up in (-gripper.finger_half_m, gripper.finger_half_m)
    ]
    for node in context.ports.graph.newest().of_kind(NodeKind.OBJECT):
        if node.id == held_id or not node.pose.is_known or node.is_belief:
            continue
        top = node.pose.position[2] + node.size[2]
        if any(z < top and node.box.gap((x, y)) < gripper.finger_room_m for x, y, z in points):
            return node.id
    return None


def _lines(
    tool: Pose, place: AssetRegion, furniture: Furniture
) -> tuple[Pose, tuple[tuple[Pose, ...], ...], tuple[Pose, ...]]:
    """First tool pose, lines down (and in), and where to retreat to; the retreat is the last line."""
    if not place.enclosed:
        retreat: tuple[Pose, ...] = (tool @ Pose((-RETREAT_M, 0.0, 0.0)),)
        return shifted(tool, 0.0, 0.0, ABOVE_M), ((tool,), retreat), retreat
    over = shifted(tool, 0.0, 0.0, OVER_STEP_M)
    retreat = _ways_out(tool, furniture)
    return _outside(over, furniture), ((over, tool), retreat), retreat


def _ways_out(tool: Pose, furniture: Furniture) -> tuple[Pose, ...]:
    """Out of furniture, off the object first: askew, the open fingers would drag along what is between them."""
    lifted = shifted(tool, 0.0, 0.0, 0.01)
    across_x, across_y = tool.matrix()[:2, 1]  # how the fingers open
    level = math.hypot(across_x, across_y)
    along = (math.cos(furniture.front) * across_y - math.sin(furniture.front) * across_x) / max(level, 1e-6)
    if level < 0.5 or abs(along) > math.cos(ASKEW_RAD):
        return (_outside(lifted, furniture),)
    across_x, across_y = across_x / level, across_y / level
    sign = math.copysign(1.0, along)
    clear = shifted(lifted, sign * RETREAT_M * across_y, -sign * RETREAT_M * across_x, 0.0)
    return clear, _outside(clear, furniture)


def _outside(tool: Pose, furniture: Furniture) -> Pose:
    out = max(0.0, distance_out(tool, furniture))
    return shifted(tool, math.cos(furniture.front) * out, math.sin(furniture.front) * out, 0.0)


def heading_in_object(held: Held) -> float:
    """Heading of the hand relative to the object that it holds [rad]."""
    rotation = held.in_tool.inverse().matrix()[:3, :3]
    if held.pitch > math.radians(80):  # from above: the opening decides
        return math.atan2(-rotation[0, 1], rotation[1, 1])
    return math.atan2(rotation[1, 0], rotation[0, 0])
