# SPDX-License-Identifier: Apache-2.0
"""How much of each place of an asset was seen from the head's poses, and why the rest was not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from makedo_core.geometry import Array, Pose
from makedo_core.graph.asset_model import Region
from makedo_core.graph.openings import value_of
from makedo_core.graph.scene_graph import Node
from makedo_core.ports import PlaceSeen
from makedo_core.sight.coverage import HEADROOM_M, PROBE_M, Cells, above, cells_seen, grid_shape, region_pose
from makedo_core.sight.view import View
from perception_node.discovery.head_poses import (
    HeadGeometry,
    LookSettings,
    about_the_pivot,
    directions,
    visible_regions,
    within_reach,
)

CLOSED = "it is closed"
NO_TURN = "outside of what the head can turn to"
NO_PICTURE = "outside of the pictures"
NO_DEPTH = "without a depth reading"
BEHIND = "hidden behind something nearer"


def places_seen(
    asset: Node, views: Sequence[View], base: Pose, head: HeadGeometry, settings: LookSettings
) -> tuple[PlaceSeen, ...]:
    """What the views showed of every place of an asset, in the order of its model.

    Args:
        asset: node with a pose; without a model it has no places.
        views: depth images in the map frame.
        base: the robot's base in the map frame when they were taken.
        head: where it can look.
        settings: how far it looks.
    """
    visible = visible_regions(asset)
    regions = () if asset.model is None else asset.model.regions
    return tuple(
        _place(asset, region, views, base, head, settings) if region in visible else PlaceSeen(region.name, 0.0, CLOSED)
        for region in regions
    )


def share_seen(asset: Node, places: Sequence[PlaceSeen]) -> float:
    """Share of an asset that was seen, closed places left out, 0..1."""
    seen = {p.name: p.share for p in places}
    cells = {r.name: float(np.prod(grid_shape(r))) for r in visible_regions(asset)}
    return sum(seen[name] * count for name, count in cells.items()) / max(1.0, sum(cells.values()))


def _place(
    asset: Node, region: Region, views: Sequence[View], base: Pose, head: HeadGeometry, settings: LookSettings
) -> PlaceSeen:
    assert asset.model is not None  # it has a region
    pose = region_pose(asset.pose, asset.model, region, value_of(asset))
    seen: Cells = np.zeros(grid_shape(region), bool)
    for view in views:
        seen |= cells_seen(view, pose, region)
    left = ~seen.ravel()
    points, tops = above(pose, region, PROBE_M)[left], above(pose, region, HEADROOM_M)[left]
    reasons = Counter(_reasons(points, tops, views, base, head, settings))
    hidden = "; ".join(f"{max(0.01, count / seen.size):.0%} {why}" for why, count in reasons.most_common())
    return PlaceSeen(region.name, float(seen.mean()), hidden)


def _reasons(
    points: Array, tops: Array, views: Sequence[View], base: Pose, head: HeadGeometry, settings: LookSettings
) -> list[str]:
    """Why some points, with the air up to their tops, shape (n, 3) each in the map frame, were not seen."""
    if len(points) == 0:
        return []
    local = about_the_pivot(points, base, head)
    far = np.linalg.norm(local, axis=1) > settings.max_range_m
    reachable = within_reach(directions(local), head)
    nothing = np.zeros(len(points), bool)
    whole = [v.contains(points) & v.contains(tops) for v in views]
    pictured = np.logical_or.reduce([nothing, *whole])
    measured = np.logical_or.reduce([nothing, *(w & _measured(v, points) for w, v in zip(whole, views, strict=True))])
    too_far = f"farther than {settings.max_range_m:.1f} m from the head"
    chosen = np.select([measured, pictured, far, ~reachable], [BEHIND, NO_DEPTH, too_far, NO_TURN], default=NO_PICTURE)
    return [str(why) for why in chosen]


def _measured(view: View, points: Array) -> Cells:
    """Which map points, shape (n, 3), project onto a pixel with a reading, shape (n,)."""
    result = view.contains(points)
    u, v, _ = view.project(points[result]).T
    k = view.intrinsics
    column = np.clip(np.rint(u).astype(int), 0, k.width - 1)
    row = np.clip(np.rint(v).astype(int), 0, k.height - 1)
    result[result] = view.has_reading[row, column]
    return result
