# SPDX-License-Identifier: Apache-2.0
"""Furniture in the map frame: where its moving parts are at a joint value, its regions, and its footprint."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Box, Pose, Vector
from makedo_core.graph.asset_model import Articulation, AssetModel, Region, RegionKind, articulated
from makedo_core.graph.openings import value_of
from makedo_core.graph.scene_graph import Node

LOW_HEADROOM_M = 0.55


@dataclass(frozen=True, slots=True)
class AssetRegion:
    """A region of an asset in the map frame.

    Attributes:
        pose: of the middle of the rectangle, at the height that things rest at.
        size: x and y extents of the rectangle and the free height above it [m].
        enclosed: whether it can be reached from the front only.
    """

    asset_id: str
    name: str
    kind: RegionKind
    pose: Pose
    size: Vector
    enclosed: bool


@dataclass(frozen=True, slots=True)
class Furniture:
    """An asset with its joint at a value."""

    node: Node
    value: float = 0.0

    @property
    def model(self) -> AssetModel:
        """Geometry; empty where none is known."""
        return self.node.model or AssetModel()

    @property
    def articulation(self) -> Articulation:
        """Its door or drawer.

        Raises:
            ValueError: if it has none.
        """
        articulation = self.model.articulation
        if articulation is None:
            raise ValueError(f"{self.node.id} has no handle: it cannot be opened")
        return articulation

    @property
    def front(self) -> float:
        """Direction that its front faces, map frame [rad]."""
        return self.node.pose.yaw

    def moved(self, pose: Pose, moving: bool) -> Pose:
        """Pose in the asset frame -> map frame, following the joint if it moves."""
        articulation = self.model.articulation
        if moving and articulation is not None:
            pose = articulated(pose, articulation, self.value)
        return self.node.pose @ pose

    def boxes(self) -> tuple[tuple[str, Box, bool], ...]:
        """Name, box in the map frame and whether it moves, of every part."""
        return tuple((p.name, Box(self.moved(p.pose, p.moving), p.size), p.moving) for p in self.model.parts)

    def places(self, kind: RegionKind | None = None) -> tuple[AssetRegion, ...]:
        """Regions in the map frame, of one kind or all."""
        return tuple(
            AssetRegion(
                self.node.id,
                region.name,
                region.kind,
                self.moved(region.pose, region.moving),
                region.size,
                self._enclosed(region),
            )
            for region in self.model.regions
            if kind is None or region.kind is kind
        )

    def _enclosed(self, region: Region) -> bool:
        """Whether something of the furniture covers the region, so that a hand cannot come from above."""
        if region.size[2] >= LOW_HEADROOM_M:
            return False
        place = self.moved(region.pose, region.moving)
        top = place.position[2] + region.size[2]
        for _, box, _ in self.boxes():
            if box.pose.position[2] + box.size[2] / 2 < top - 0.02:
                continue
            local = box.pose.inverse().transform((place.position[0], place.position[1], box.pose.position[2]))
            if abs(local[0]) <= box.size[0] / 2 and abs(local[1]) <= box.size[1] / 2:
                return True
        return False

    def place_below(self, point: Vector) -> AssetRegion | None:
        """The region that a point rests in: the highest one below it that spans it."""
        best: AssetRegion | None = None
        for place in self.places():
            x, y, z = place.pose.inverse().transform(point)
            if abs(x) > place.size[0] / 2 + 0.02 or abs(y) > place.size[1] / 2 + 0.02 or z < -0.03:
                continue
            if best is None or place.pose.position[2] > best.pose.position[2]:
                best = place
        return best

    def footprint(self) -> tuple[float, float, float, float]:
        """Smallest and largest x, smallest and largest y of the static parts, asset frame [m]."""
        inverse = self.node.pose.inverse()
        corners = [
            inverse.transform((x, y, 0.0))
            for _, box, moving in self.boxes()
            if not moving or self.value == 0.0
            for x, y in box.footprint()
        ]
        if not corners:
            dx, dy, _ = self.node.size
            return (-dx / 2, dx / 2, -dy / 2, dy / 2)
        xy = np.asarray(corners)[:, :2]
        low, high = xy.min(axis=0), xy.max(axis=0)
        return (float(low[0]), float(high[0]), float(low[1]), float(high[1]))

    def handle(self) -> tuple[Vector, Vector, Vector]:
        """Middle of the handle, direction of the bar and direction inwards, map frame, at the joint value.

        Raises:
            ValueError: if the asset has no articulation.
        """
        articulation = self.articulation
        pose = self.moved(Pose(articulation.handle.position), True)
        rotation = self.moved(Pose(), True).matrix()[:3, :3]
        bar = rotation @ np.asarray(articulation.handle.direction, float)
        inward = rotation @ np.array([-1.0, 0.0, 0.0])
        return pose.position, _vector(bar), _vector(inward)


def _vector(values: np.ndarray) -> Vector:
    x, y, z = (float(v) for v in values)
    return (x, y, z)


def furniture(node: Node, supposed: float | None = None) -> Furniture:
    """An asset with its joint as it is known, or where it is supposed to be."""
    return Furniture(node, value_of(node) if supposed is None else supposed)
