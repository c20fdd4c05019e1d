# SPDX-License-Identifier: Apache-2.0
"""What looking at an asset changed: two snapshots of the scene graph compared."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.graph.scene_graph import NodeKind, RelationType, SceneGraph

MOVED_M = 0.05


@dataclass(frozen=True, slots=True)
class AssetChanges:
    """Ids of objects at an asset, sorted.

    Attributes:
        added: at the asset now, and unknown or without a place before.
        moved: at the asset now, and elsewhere (or more than 5 cm away) before.
        confirmed: at the asset before (or believed there), and seen there now.
        missing: at the asset before (or believed there), and not now.
        unseen: at the asset before (or believed there), and neither seen now nor ruled out.
    """

    added: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [
            f"{len(ids)} {name}"
            for name, ids in (
                ("added", self.added),
                ("moved", self.moved),
                ("confirmed", self.confirmed),
                ("missing", self.missing),
                ("not seen", self.unseen),
            )
            if ids
        ]
        return ", ".join(parts) or "nothing is there"


def changes_at(asset_id: str, before: SceneGraph, after: SceneGraph, since: float) -> AssetChanges:
    """Compare what is at an asset.

    Args:
        asset_id: the asset that was looked at.
        before: snapshot from before looking.
        after: snapshot that contains what was seen.
        since: when looking began [s]; an object that was not seen after it is not confirmed.
    """
    old, new = objects_at(asset_id, before), objects_at(asset_id, after)
    added, moved, confirmed, unseen = [], [], [], []
    for object_id in sorted(new):
        seen = after[object_id].last_seen
        if seen is None or seen < since:
            if object_id in old:
                unseen.append(object_id)
        elif object_id not in before or before.placement(object_id) is None:
            added.append(object_id)
        elif object_id not in old or _shifted(object_id, before, after):
            moved.append(object_id)
        else:
            confirmed.append(object_id)
    missing = sorted(i for i in old - new if not _is_held(i, after))
    return AssetChanges(tuple(added), tuple(moved), tuple(confirmed), tuple(missing), tuple(unseen))


def objects_at(asset_id: str, graph: SceneGraph) -> frozenset[str]:
    """Objects that rest on or in an asset, directly or on other objects."""
    return frozenset(n.id for n in graph.of_kind(NodeKind.OBJECT) if graph.support(n.id) == asset_id)


def _shifted(object_id: str, before: SceneGraph, after: SceneGraph) -> bool:
    old, new = before[object_id], after[object_id]
    if old.is_belief or not (old.pose.is_known and new.pose.is_known):
        return False
    return old.pose.distance(new.pose) > MOVED_M


def _is_held(object_id: str, graph: SceneGraph) -> bool:
    placement = graph.placement(object_id) if object_id in graph else None
    return placement is not None and placement.type is RelationType.HELD_BY
