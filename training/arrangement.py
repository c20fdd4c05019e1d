# SPDX-License-Identifier: Apache-2.0
"""Draws where the objects of a randomised home stand: spread or crowded, some stacked, some tipped over."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from makedo_core.geometry import Pose, quaternion_from_rotation
from makedo_core.graph.asset_model import Region
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.sight.coverage import region_pose
from simulation_node.scene.placement import Outline, outline, separation
from simulation_node.scene.scene import ObjectClass, SceneDescription

TRIES = 30
TIPPED_SHARE = 0.04
STACKED_SHARE = 0.15
OWN_YAW_SHARE = 0.6  # of things with a usual heading keep it
SUPPORTS = frozenset({"plate", "bowl", "book", "tissue_box", "tuna_can"})
STACKABLE_M = 0.12  # wider or higher things are not put on others


@dataclass(frozen=True, slots=True)
class Spot:
    """A region that objects stand on.

    Attributes:
        pose: of the region's frame in the map frame; z is the height of the board.
    """

    asset: Node
    region: Region
    pose: Pose


@dataclass(frozen=True, slots=True)
class Standing:
    """An object's pose: of the centre of its base (tipped: of its underside) in the map frame."""

    label: str
    pose: Pose
    asset: str
    tipped: bool = False


def spots(scene: SceneDescription, joints: Mapping[str, float]) -> tuple[Spot, ...]:
    """All regions of a home, with its doors and drawers at these joint values."""
    found = []
    for asset in scene.graph.of_kind(NodeKind.ASSET):
        if asset.model is None:
            continue
        value = joints.get(asset.model.articulation.joint, 0.0) if asset.model.articulation else 0.0
        found += [Spot(asset, r, region_pose(asset.pose, asset.model, r, value)) for r in asset.model.regions]
    return tuple(found)


def arrange(
    names: Mapping[str, str], classes: Mapping[str, ObjectClass], places: Sequence[Spot], rng: np.random.Generator
) -> dict[str, Standing]:
    """Draw a pose for as many objects as find room.

    Args:
        names: object -> class.
        classes: class -> size.
        places: where things may stand.
        rng: of all draws.
    """
    popularity = np.array([math.sqrt(p.region.size[0] * p.region.size[1]) for p in places])
    popularity *= rng.exponential(1.0, len(places)) + 0.15
    gap = float(rng.choice([0.004, 0.015, 0.04]))
    standing: dict[str, Standing] = {}
    taken: dict[int, list[Outline]] = {}
    free: list[str] = []  # objects that something may be put on
    for name in rng.permutation(sorted(names)):
        kind = classes[names[name]]
        stacked = _stacked(names[name], kind, free, names, classes, standing, rng)
        if stacked is not None:
            standing[str(name)] = stacked
            continue
        index = int(rng.choice(len(places), p=popularity / popularity.sum()))
        others = taken.setdefault(index, [])
        found = _stand(names[name], kind, places[index], others, gap, rng)
        if found is None:
            continue
        standing[str(name)], mine = found
        others.append(mine)
        if names[name] in SUPPORTS and not standing[str(name)].tipped:
            free.append(str(name))
    return standing


def _stand(
    label: str, kind: ObjectClass, place: Spot, others: Sequence[Outline], gap: float, rng: np.random.Generator
) -> tuple[Standing, Outline] | None:
    """A pose on a region clear of the others, and its outline in the region's frame."""
    tipped = kind.shape != "sphere" and max(kind.size) > 1.5 * min(kind.size) and rng.random() < TIPPED_SHARE
    size = (kind.size[0], kind.size[2], kind.size[1]) if tipped else kind.size
    if size[2] > place.region.size[2]:
        return None
    lying = kind.model_copy(update={"size": size, "shape": "box"}) if tipped else kind
    for _ in range(TRIES):
        free_turn = kind.yaw is None or tipped or rng.random() > OWN_YAW_SHARE
        turn = float(rng.uniform(-1, 1)) * (math.pi if free_turn else kind.yaw)  # type: ignore[operator]
        c, s = abs(math.cos(turn)), abs(math.sin(turn))
        room = [place.region.size[i] / 2 - (c * size[i] + s * size[1 - i]) / 2 for i in (0, 1)]
        if min(room) < 0:
            continue
        local = Pose.planar(float(rng.uniform(-room[0], room[0])), float(rng.uniform(-room[1], room[1])), turn)
        mine = outline(local, lying)
        if all(separation(mine, other) >= gap for other in others):
            return Standing(label, place.pose @ local, place.asset.id, tipped), mine
    return None


def _stacked(
    label: str,
    kind: ObjectClass,
    free: list[str],
    names: Mapping[str, str],
    classes: Mapping[str, ObjectClass],
    standing: Mapping[str, Standing],
    rng: np.random.Generator,
) -> Standing | None:
    """A pose on top of another object, which then has no room for a second."""
    if not free or max(kind.size) > STACKABLE_M or rng.random() > STACKED_SHARE:
        return None
    under = free.pop(int(rng.integers(len(free))))
    top = classes[names[under]].size[2]
    aside = rng.normal(0, 0.006, 2)
    local = Pose.planar(float(aside[0]), float(aside[1]), float(rng.uniform(-math.pi, math.pi)), top)
    return Standing(label, standing[under].pose @ local, standing[under].asset)


def body_pose(standing: Standing, kind: ObjectClass) -> Pose:
    """Pose of an object's body, whose frame is the middle of its upright box."""
    if not standing.tipped:
        return standing.pose @ Pose((0.0, 0.0, kind.size[2] / 2))
    on_its_side = np.array([[1.0, 0, 0], [0, 0, -1.0], [0, 1.0, 0]])
    return standing.pose @ Pose((0.0, 0.0, kind.size[1] / 2), quaternion_from_rotation(on_its_side))
