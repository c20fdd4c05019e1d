# SPDX-License-Identifier: Apache-2.0
"""Whether a thing can be put down at a spot: on the surface, under what is above, and apart from what stands there.

Boxes stand for things, upright and turned about the vertical. What has no known size, place or region is not judged.
Inside a place things may lie on each other; there only the fit is judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import Region, RegionKind
from makedo_core.graph.scene_graph import Node, RelationType, SceneGraph

_SLACK_M = 1e-6
_RELATIONS = {RelationType.ON: RegionKind.ON, RelationType.INSIDE: RegionKind.INSIDE}


@dataclass(frozen=True, slots=True)
class PlacedPose:
    """Where the middle of a thing's base goes, map frame [m], and how it is turned [rad]."""

    x: float
    y: float
    yaw: float = 0.0


@dataclass(frozen=True)
class Standing:
    """Where things stand by now.

    Attributes:
        graph: the scene as it was.
        rests: place and kind of what rests directly at furniture.
        poses: of things that were put down at a spot, map frame.
    """

    graph: SceneGraph
    rests: Mapping[str, tuple[str, RegionKind]]
    poses: Mapping[str, Pose]

    @staticmethod
    def of(graph: SceneGraph) -> Standing:
        """As the scene is."""
        placed = (r for r in graph.relations if r.type in _RELATIONS)
        return Standing(graph, {r.source: (r.target, _RELATIONS[r.type]) for r in placed}, {})

    def lifted(self, thing: str) -> Standing:
        """Without a thing."""
        return replace(self, rests={i: at for i, at in self.rests.items() if i != thing})

    def put(self, thing: str, place: str, kind: RegionKind, spot: PlacedPose | None) -> Standing:
        """With a thing at a place; without a spot where there is room for it, nobody knows where there."""
        rests = {**self.rests, thing: (place, kind)}
        poses = {i: pose for i, pose in self.poses.items() if i != thing}
        if spot is not None:
            surfaces = surfaces_of(self.graph[place], kind)
            fitting = next((s for s in surfaces if not self._wrong(thing, place, kind, spot, s)), None)
            if fitting is not None:
                poses[thing] = Pose.planar(spot.x, spot.y, spot.yaw, fitting.pose.position[2])
        return replace(self, rests=rests, poses=poses)

    def is_judged(self, thing: str, place: str, kind: RegionKind) -> bool:
        """Whether it is known well enough how large a thing is and where there is room at a place."""
        return all(self.graph[thing].size) and bool(surfaces_of(self.graph[place], kind))

    def wrong(self, thing: str, place: str, kind: RegionKind, spot: PlacedPose) -> str:
        """Why a thing cannot be put down at a spot; empty if it can, on one of the surfaces of the place."""
        faults = [self._wrong(thing, place, kind, spot, surface) for surface in surfaces_of(self.graph[place], kind)]
        return "" if not all(faults) else "; ".join(dict.fromkeys(faults))

    def _wrong(self, thing: str, place: str, kind: RegionKind, spot: PlacedPose, surface: Box) -> str:
        """The same for one surface, a box of the free room above it."""
        size = self.graph[thing].size
        base = surface.pose.position[2]
        corners = Box(Pose.planar(spot.x, spot.y, spot.yaw, base), size).footprint()
        inside = Box(surface.pose, (surface.size[0], surface.size[1], 1.0))
        if not all(inside.contains((x, y, base), _SLACK_M) for x, y in corners):
            return f"{thing} would reach beyond {place}"
        if size[2] > surface.size[2] + _SLACK_M:
            return f"{thing} is {size[2]:.2f} m high, and above {place} there are {surface.size[2]:.2f} m"
        if kind is RegionKind.INSIDE:
            return ""
        hit = [other for other in self._others(thing, place, kind) if self._hits(other, corners, base, size[2])]
        return f"{thing} would collide with {', '.join(hit)}" if hit else ""

    def _others(self, thing: str, place: str, kind: RegionKind) -> list[str]:
        return sorted(i for i, at in self.rests.items() if at == (place, kind) and i != thing)

    def _hits(self, other: str, corners: NDArray[np.float64], base: float, height: float) -> bool:
        node = self.graph[other]
        pose = self.poses.get(other, node.pose)
        if not all(node.size) or not pose.is_known:
            return False
        low = pose.position[2]
        if low >= base + height - _SLACK_M or low + node.size[2] <= base + _SLACK_M:
            return False
        return overlap(corners, Box(pose, node.size).footprint())


def surfaces_of(asset: Node, kind: RegionKind) -> tuple[Box, ...]:
    """Where things can be put at furniture: rectangles with the free height above, poses of their middles, map frame.

    Those that move with a door or drawer are not known, as nobody says how far it is open.
    """
    if asset.model is None or not asset.pose.is_known:
        return ()
    return tuple(_box(asset, region) for region in asset.model.regions if region.kind is kind and not region.moving)


def _box(asset: Node, region: Region) -> Box:
    return Box(asset.pose @ region.pose, region.size)


def overlap(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether two convex polygons share more than a border.

    Args:
        a: corners in order, shape (n, 2) [m].
        b: corners of the other, shape (m, 2) [m].

    Source: the separating axis theorem.
    """
    return not any(_apart(a, b, axis) for axis in (*_normals(a), *_normals(b)))


def _normals(corners: NDArray[np.float64]) -> Sequence[NDArray[np.float64]]:
    edges = np.roll(corners, -1, axis=0) - corners
    return [np.array([-y, x]) / np.hypot(x, y) for x, y in edges]


def _apart(a: NDArray[np.float64], b: NDArray[np.float64], axis: NDArray[np.float64]) -> bool:
    along_a, along_b = a @ axis, b @ axis
    return bool(along_a.max() <= along_b.min() + _SLACK_M or along_b.max() <= along_a.min() + _SLACK_M)
