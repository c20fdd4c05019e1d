# SPDX-License-Identifier: Apache-2.0
"""Draws the objects' first poses: on the regions of the asset where each is believed to be, well apart."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import Region, RegionKind
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, SceneGraph
from simulation_node.scene.scene import ObjectClass, Placement, SceneDescription, SceneError

Outline = tuple[tuple[float, float], ...]

DROP = 0.001  # objects start this far above their region [m]
TRIES = 60  # random poses of one object before the draw of its region starts anew
ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Placed:
    """An object's first pose.

    Attributes:
        pose: of the centre of the base in the map frame.
        asset: the asset that it rests on or in; differs from the belief for misplaced objects.
    """

    id: str
    label: str
    asset: str
    region: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class _Place:
    asset: Node
    region: Region

    @property
    def key(self) -> str:
        return f"{self.asset.id}.{self.region.name}"


def place_objects(scene: SceneDescription, seed: int, misplaced: int = 0) -> tuple[Placed, ...]:
    """Draw all first poses; the same seed gives the same poses.

    Args:
        scene: rooms, furniture and beliefs.
        seed: of the draw.
        misplaced: how many objects start at another asset than graph.json believes.

    Raises:
        SceneError: if a region is too full.
    """
    rng = np.random.default_rng(seed)
    objects = scene.graph.of_kind(NodeKind.OBJECT)
    wrong = (
        set(rng.choice([o.id for o in objects], size=min(misplaced, len(objects)), replace=False))
        if misplaced
        else set()
    )
    wanted: dict[str, tuple[_Place, list[Node]]] = {}
    for node in objects:
        place = _draw_place(scene, node, rng, elsewhere=node.id in wrong)
        wanted.setdefault(place.key, (place, []))[1].append(node)
    placed: list[Placed] = []
    for place, nodes in wanted.values():
        placed += _fill(scene, place, nodes, rng)
    return tuple(sorted(placed, key=lambda p: p.id))


def _draw_place(scene: SceneDescription, node: Node, rng: np.random.Generator, *, elsewhere: bool) -> _Place:
    graph, size = scene.graph, scene.classes[node.label].size
    belief = graph.placement(node.id)
    assert belief is not None  # checked by load_scene
    if not elsewhere:
        asset = graph[belief.target]
        kind = RegionKind.INSIDE if belief.type is RelationType.INSIDE else RegionKind.ON
        places = [_Place(asset, r) for r in asset.model.regions if r.kind is kind]  # type: ignore[union-attr]
        nearest = min(places, key=lambda p: (p.asset.pose @ p.region.pose).distance(node.pose))
        return nearest
    open_surfaces = [
        _Place(asset, region)
        for asset in graph.of_kind(NodeKind.ASSET)
        if asset.id != belief.target and asset.model is not None
        for region in asset.model.regions
        if region.kind is RegionKind.ON and region.pose.position[2] <= 1.2 and region.size[2] > size[2] + 0.1
    ]
    return open_surfaces[int(rng.integers(len(open_surfaces)))]


def _fill(scene: SceneDescription, place: _Place, nodes: list[Node], rng: np.random.Generator) -> list[Placed]:
    for _ in range(ROUNDS):
        result: dict[str, Pose] = {}  # in the region's frame
        outlines: list[Outline] = []
        for node in nodes:
            local = _try_one(scene, place, node, outlines, rng)
            if local is None:
                break
            result[node.id] = local
            outlines.append(outline(local, scene.classes[node.label]))
        else:
            frame = place.asset.pose @ place.region.pose
            return [Placed(n.id, n.label, place.asset.id, place.region.name, frame @ result[n.id]) for n in nodes]
    raise SceneError(f"{place.key} is too full for {[n.id for n in nodes]}; take some away or lower placement.gap")


def _try_one(
    scene: SceneDescription, place: _Place, node: Node, others: list[Outline], rng: np.random.Generator
) -> Pose | None:
    """A pose in the region's frame, clear of the others' outlines; None if none was found."""
    settings, kind = scene.setting.placement, scene.classes[node.label]
    gap = settings.gaps.get(place.key, settings.gap)
    for _ in range(TRIES):
        local = _draw(settings, place.region, node.id, kind, rng)
        if local is None:
            return None
        mine = outline(local, kind)
        if all(separation(mine, other) >= gap for other in others):
            return local
    return None


def _draw(settings: Placement, region: Region, name: str, kind: ObjectClass, rng: np.random.Generator) -> Pose | None:
    """A random pose within reach from the region's front edge; None if the object does not fit."""
    turn = float(rng.uniform(-1, 1)) * (math.pi if kind.yaw is None else kind.yaw)
    half_x, half_y = _half_extents(kind, turn)
    if name in settings.ranges:
        near, far = settings.ranges[name].depth
    else:
        near, far = settings.edge + half_x, max(settings.depth, settings.edge + 2 * half_x)
    far = min(far, region.size[0] - settings.edge / 2 - half_x)
    side = region.size[1] / 2 - half_y - settings.edge / 2
    if far < near - 1e-6 or side < 0:
        return None
    x, y = region.size[0] / 2 - float(rng.uniform(near, max(near, far))), float(rng.uniform(-side, side))
    return Pose.planar(x, y, turn, DROP)


def _half_extents(kind: ObjectClass, turn: float) -> tuple[float, float]:
    x, y, _ = kind.size
    if kind.shape != "box":
        return x / 2, y / 2
    c, s = abs(math.cos(turn)), abs(math.sin(turn))
    return (c * x + s * y) / 2, (s * x + c * y) / 2


def outline(pose: Pose, kind: ObjectClass) -> Outline:
    """Corners of an object's upright box seen from above, in order [m]."""
    c, s = math.cos(pose.yaw), math.sin(pose.yaw)
    x, y, dx, dy = *pose.position[:2], kind.size[0] / 2, kind.size[1] / 2
    corners = ((dx, dy), (-dx, dy), (-dx, -dy), (dx, -dy))
    return tuple((x + c * u - s * v, y + s * u + c * v) for u, v in corners)


def separation(a: Outline, b: Outline) -> float:
    """Largest gap between two rectangles along any of their edges [m]; negative if they overlap.

    It never exceeds the true distance, so keeping it above a gap keeps the outlines apart by the gap.
    Plain Python: for four corners numpy takes five times as long.
    """
    best = -math.inf
    for polygon in (a, b):
        for i in (0, 1):  # opposite edges of a rectangle are parallel
            (x0, y0), (x1, y1) = polygon[i], polygon[i + 1]
            length = math.hypot(x1 - x0, y1 - y0)
            nx, ny = (x1 - x0) / length, (y1 - y0) / length
            on_a = [nx * x + ny * y for x, y in a]
            on_b = [nx * x + ny * y for x, y in b]
            best = max(best, min(on_b) - max(on_a), min(on_a) - max(on_b))
    return best


def misplaced_ids(graph: SceneGraph, placed: tuple[Placed, ...]) -> tuple[str, ...]:
    """Objects that start elsewhere than graph.json believes."""
    return tuple(p.id for p in placed if (r := graph.placement(p.id)) is not None and r.target != p.asset)
