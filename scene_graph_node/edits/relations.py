# SPDX-License-Identifier: Apache-2.0
"""Where things rest, from geometry: on and inside of assets and objects, with hysteresis, and which room holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from makedo_core.geometry import Pose, Vector
from makedo_core.graph.asset_model import Region, RegionKind
from makedo_core.graph.openings import values_in
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, State
from makedo_core.sight.coverage import region_pose
from makedo_core.sight.observation import Observation
from scene_graph_node.settings import RelationSettings

_KINDS = {
    RegionKind.ON: RelationType.ON,
    RegionKind.INSIDE: RelationType.INSIDE,
    RegionKind.HAND: RelationType.INSIDE,
}
PENETRATION_M = 0.005  # within the noise of a measured height
HELD_SHARE = 0.6  # of the space in its holder that something inside of it takes at most
_POSITIONS = 4  # joint values at which an open drawer's tray may be


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A possible placement: what supports (an object before an asset) and how far off [m]."""

    relation: Relation
    on_object: bool
    gap_m: float


def placement_of(
    node: Node,
    assets: Iterable[Node],
    objects: Iterable[Node],
    previous: Relation | None,
    settings: RelationSettings,
    containers: frozenset[str],
) -> Relation | None:
    """Where an object rests: the most specific support that fits; None when it hangs in the air or lies on the floor.

    Args:
        node: object with a known pose.
        assets: with models.
        objects: other objects that may support it; those of unknown pose or size are ignored.
        previous: its present placement, which needs less to persist than another to begin.
        settings: gaps and edges.
        containers: classes of objects that things can be inside of.
    """
    found = list(_on_assets(node, assets, previous, settings))
    found += _on_objects(node, objects, previous, settings, containers)
    if not found:
        return None

    def preference(candidate: _Candidate) -> tuple[bool, float, str]:
        bonus = 0.01 if candidate.relation == previous else 0.0
        return (not candidate.on_object, candidate.gap_m - bonus, candidate.relation.target)

    return min(found, key=preference).relation


def leaves_room(holder: Node, thing: Node) -> bool:
    """Whether a thing that is within a deep one leaves some of its space free: what fills a cup stands in its place.

    Of what is stacked, such as bowls, each takes all of the next.
    """
    around = holder.size[0] * holder.size[1] * holder.size[2]
    within = thing.size[0] * thing.size[1] * min(thing.size[2], holder.size[2])
    return thing.label == holder.label or within <= HELD_SHARE * around


def room_of_point(rooms: Iterable[Node], point: Vector, previous: str | None = None, stay_m: float = 0.0) -> str | None:
    """The room whose walls enclose a point, looked at from above; None outside of all.

    Args:
        rooms: with poses and sizes.
        point: map frame [m].
        previous: the room that it was in, which is left only at this distance beyond its walls:
        stay_m: so that nothing on a threshold goes to and fro.
    """
    candidates = sorted(rooms, key=lambda room: room.id != previous)
    for room in candidates:
        x, y, _ = room.pose.inverse().transform(point)
        edge = stay_m if room.id == previous else 0.0
        if abs(x) <= room.size[0] / 2 + edge and abs(y) <= room.size[1] / 2 + edge:
            return room.id
    return None


def raised(observation: Observation, assets: Iterable[Node]) -> Observation:
    """The observation out of the board that it was seen to stick in: solids do not penetrate each other.

    A thing of which only a part is in view has an uncertain height; the board that it stands on has none.
    """
    x, y, z = observation.pose.position
    height = observation.size[2]
    for asset in assets:
        if asset.model is None or not asset.pose.is_known:
            continue
        for region in asset.model.regions:
            if region.moving:
                continue
            surface = asset.pose @ region.pose
            lx, ly, lz = surface.inverse().transform((x, y, z))
            inside = abs(lx) <= region.size[0] / 2 and abs(ly) <= region.size[1] / 2
            if inside and -height < lz < -PENETRATION_M:
                pose = Pose((x, y, z - lz), observation.pose.orientation)
                return replace(observation, pose=pose)
    return observation


def region_poses(asset: Node, region: Region) -> tuple[Pose, ...]:
    """Poses in the map frame that a region can have, given whether its asset is open."""
    if asset.model is None:
        return ()
    joint = asset.model.articulation
    if not region.moving or joint is None or not asset.states & {State.OPEN, State.AJAR}:
        return (region_pose(asset.pose, asset.model, region),)
    if asset.opening is not None:
        return (region_pose(asset.pose, asset.model, region, asset.opening),)
    values = np.linspace(*values_in(joint, asset.states), _POSITIONS)
    return tuple(region_pose(asset.pose, asset.model, region, float(v)) for v in values)


def _on_assets(
    node: Node, assets: Iterable[Node], previous: Relation | None, settings: RelationSettings
) -> Iterator[_Candidate]:
    for asset in assets:
        if asset.model is None:
            continue
        for region in asset.model.regions:
            relation = Relation(node.id, _KINDS[region.kind], asset.id)
            poses = region_poses(asset, region)
            gaps = [_region_gap(node, region, pose, relation == previous, settings) for pose in poses]
            fitting = [gap for gap in gaps if gap is not None]
            if fitting:
                yield _Candidate(relation, False, min(fitting))


def _region_gap(node: Node, region: Region, pose: Pose, stays: bool, settings: RelationSettings) -> float | None:
    """How far a bottom is from a region [m]; None when it does not rest there."""
    slack = settings.stay_m if stays else settings.enter_m
    edge = settings.stay_edge_m if stays else settings.enter_edge_m
    x, y, z = pose.inverse().transform(node.pose.position)
    if abs(x) > region.size[0] / 2 + edge or abs(y) > region.size[1] / 2 + edge:
        return None
    highest = slack if region.kind is RegionKind.ON else region.size[2]
    return abs(z) if -slack <= z <= highest else None


def _on_objects(
    node: Node,
    objects: Iterable[Node],
    previous: Relation | None,
    settings: RelationSettings,
    containers: frozenset[str],
) -> Iterator[_Candidate]:
    bottom = node.pose.position[2]
    for other in objects:
        if other.id == node.id or other.kind is not NodeKind.OBJECT or not other.pose.is_known or other.size[2] <= 0:
            continue
        stays = previous is not None and previous.target == other.id
        edge = settings.stay_edge_m / 3 if stays else settings.enter_edge_m
        x, y, _ = other.pose.inverse().transform(node.pose.position)
        if abs(x) > other.size[0] / 2 + edge or abs(y) > other.size[1] / 2 + edge:
            continue
        slack = settings.stay_m if stays else settings.enter_m
        base = other.pose.position[2]
        top = base + other.size[2]
        smaller = node.size[0] * node.size[1] < other.size[0] * other.size[1]
        contained = base - slack / 2 <= bottom < top - 0.005 and smaller
        if other.label in containers and contained and leaves_room(other, node):
            yield _Candidate(Relation(node.id, RelationType.INSIDE, other.id), True, bottom - base)
        elif abs(bottom - top) <= slack and base + other.size[2] / 2 < bottom:
            yield _Candidate(Relation(node.id, RelationType.ON, other.id), True, abs(bottom - top))
        elif contained and other.size[2] <= settings.flat_m and base < bottom:
            yield _Candidate(Relation(node.id, RelationType.ON, other.id), True, top - bottom)
