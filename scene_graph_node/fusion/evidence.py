# SPDX-License-Identifier: Apache-2.0
"""Negative evidence: what should have been seen and was not, and which places have been looked at enough."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import Enum, auto

import numpy as np

from makedo_core.geometry import Box, Pose
from makedo_core.graph.asset_model import Region, RegionKind
from makedo_core.graph.scene_graph import Node, RelationType, State
from makedo_core.sight.coverage import Cells, cells_seen, grid_shape
from makedo_core.sight.view import View
from scene_graph_node.edits.draft import Draft
from scene_graph_node.edits.relations import region_poses
from scene_graph_node.fusion.overlap import SAME_SHARE, share_inside
from scene_graph_node.fusion.tracks import Track
from scene_graph_node.settings import FusionSettings

_SHRINK = 0.8  # rays near the rim of a box say little, poses being a little wrong
_FOOT_M = (
    0.03  # rays that come this near to what an object rests on have passed it, pose and depth being a little wrong
)
_BARE = 0.9  # share of the rays that must; rim and walls of a hollow thing stop more of them than are left then
_AS_FAR = 1.1  # times the largest distance from which it was detected, an object should be detected again
_KINDS = {RelationType.ON: RegionKind.ON, RelationType.INSIDE: RegionKind.INSIDE}


class Visibility(Enum):
    """What a view says of an object that was not detected in it."""

    UNKNOWN = auto()  # hidden, out of the image, too far or too small
    OCCUPIED = auto()  # in plain view, and something is where it should be
    UNDETECTED = auto()  # in plain view, but too flat to stand out from its support; or another thing is in its place
    EMPTY = auto()  # the view goes through where it should be


def sight_of(node: Node, view: View, others: Iterable[Box], settings: FusionSettings) -> Visibility:
    """What a view says of a node that no observation belongs to.

    Args:
        node: object with a known pose.
        view: what the camera saw.
        others: boxes of observations that belong to other nodes or to none, and cannot be inside of it nor around it.
        settings: thresholds.
    """
    if min(node.size) <= 0 or view.pose.distance(node.pose) > settings.max_range_m:
        return Visibility.UNKNOWN
    x, y, z = node.size
    core = Box(node.box.pose, (x * _SHRINK, y * _SHRINK, z * _SHRINK))
    evidence = view.evidence([core])
    if evidence.rays < settings.min_rays or evidence.inside_image < 1.0 or evidence.open_share < settings.open_share:
        return Visibility.UNKNOWN
    if evidence.empty_share >= settings.empty_share or _is_bare(node, view, settings):
        return Visibility.EMPTY
    if z < settings.thin_m or any(share_inside(core, other) >= SAME_SHARE for other in others):
        return Visibility.UNDETECTED
    return Visibility.OCCUPIED


def _is_bare(node: Node, view: View, settings: FusionSettings) -> bool:
    """Whether a view from above shows what an object should rest on, and nothing that sticks up from there.

    Such rays leave the object through its bottom, too near to what is below it to have gone through by that alone.
    """
    x, y, z = node.size
    if z - _FOOT_M < _FOOT_M:
        return False
    centre = node.box.pose.transform((0.0, 0.0, _FOOT_M / 2))
    evidence = view.evidence([Box(Pose(centre, node.box.pose.orientation), (x, y, z - _FOOT_M))])
    enough = evidence.rays >= settings.min_rays and evidence.open_share >= settings.open_share
    return enough and evidence.empty_share >= _BARE


def doubt_from(sight: Visibility, track: Track, distance_m: float, *, lasting: bool, settings: FusionSettings) -> float:
    """How much a frame that does not show an object speaks against it [nat].

    Args:
        sight: what the frame shows instead.
        track: its record so far.
        distance_m: from the camera.
        lasting: whether it is sure that it was there; then anything in its place is taken for it.
        settings: thresholds.
    """
    if sight is Visibility.EMPTY:
        return settings.lost_doubt / settings.lost_frames
    if sight is Visibility.UNKNOWN or (track.farthest_m > 0 and distance_m > _AS_FAR * track.farthest_m):
        return 0.0
    if sight is Visibility.OCCUPIED and lasting:
        return 0.0
    return track.overlooking


def is_out_of_sight(draft: Draft, node: Node, open_now: Collection[str]) -> bool:
    """Whether an object is in something closed, or in a drawer that an image does not show to be open.

    Args:
        draft: the graph.
        node: the object.
        open_now: ids of the assets that the image shows to be open.
    """
    placement = draft.placement(node.id)
    if placement is None or placement.type is not RelationType.INSIDE:
        return False
    asset = draft.nodes[placement.target]
    if asset.model is None:
        return False
    moving = any(r.moving and r.kind is RegionKind.INSIDE for r in asset.model.regions)
    return is_closed(asset) or (moving and asset.id not in open_now)


class Coverage:
    """Remembers which cells of the assets' regions have been seen."""

    def __init__(self, settings: FusionSettings) -> None:
        self._settings = settings
        self._cells: dict[tuple[str, str], Cells] = {}

    def add(self, asset: Node, view: View) -> None:
        """Take in what a view showed of an asset."""
        if asset.model is None:
            return
        for region in asset.model.regions:
            key = (asset.id, region.name)
            known = self._cells.setdefault(key, np.zeros(grid_shape(region), bool))
            if known.all() or _nearest(asset, view) > self._settings.max_range_m + max(region.size[:2]):
                continue
            for pose in region_poses(asset, region):
                known |= cells_seen(view, pose, region)

    def seen(self, asset: Node) -> dict[str, Cells]:
        """Which cells of each region of an asset have been seen, by the region's name."""
        regions = () if asset.model is None else asset.model.regions
        return {r.name: self._known(asset, r).copy() for r in regions}

    def forget(self, asset_id: str, kind: RegionKind, asset: Node) -> None:
        """Forget what was seen of an asset's regions of a kind (it was closed)."""
        if asset.model is not None:
            for region in asset.model.regions:
                if region.kind is kind:
                    self._cells.pop((asset_id, region.name), None)

    def is_covered(self, asset: Node, relation: RelationType) -> bool:
        """Whether enough of the places where something could be `relation` the asset has been seen.

        On top, where another view shows what one thing hides behind it, nothing may be left that hides a thing.
        """
        if asset.model is None or relation not in _KINDS:
            return False
        if relation is RelationType.INSIDE and is_closed(asset):
            return False
        cells = [
            self._known(asset, region)
            for region in asset.model.regions
            if region.kind is _KINDS[relation]
        ]
        on_top = relation is RelationType.ON
        return bool(cells) and all(
            float(c.mean()) >= self._settings.covered_share and not (on_top and _hides_a_thing(c)) for c in cells
        )

    def _known(self, asset: Node, region: Region) -> Cells:
        return self._cells.get((asset.id, region.name), np.zeros(grid_shape(region), bool))


def _hides_a_thing(seen: Cells) -> bool:
    """Whether cells that were not seen lie together in a square of two by two, which most things fit into."""
    unseen = ~seen
    return bool((unseen[:-1, :-1] & unseen[1:, :-1] & unseen[:-1, 1:] & unseen[1:, 1:]).any())


def is_closed(asset: Node) -> bool:
    """Whether the inside of an asset cannot be seen."""
    return asset.model is not None and asset.model.articulation is not None and State.OPEN not in asset.states


def _nearest(asset: Node, view: View) -> float:
    return asset.pose.distance(view.pose)
