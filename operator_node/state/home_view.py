# SPDX-License-Identifier: Apache-2.0
"""The scene graph as the page draws it: furniture as boxes, things with what is known of them. Numbers are rounded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from makedo_core.geometry import Pose, Vector
from makedo_core.goals.facts import is_gone
from makedo_core.graph.asset_model import Articulation, articulated
from makedo_core.graph.changes import place_of
from makedo_core.graph.openings import values_in
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph

MOST_NODES = 2000
"""Of each kind; of more, the page shows the first."""


def furniture_shown(graph: SceneGraph) -> dict[str, Any]:
    """Rooms and furniture: what seldom changes."""
    rooms = [_room(n) for n in graph.of_kind(NodeKind.ROOM)[:MOST_NODES] if n.pose.is_known]
    assets = [_asset(graph, n) for n in graph.of_kind(NodeKind.ASSET)[:MOST_NODES] if n.pose.is_known]
    return {"scene": graph.scene, "rooms": rooms, "assets": assets}


def things_shown(graph: SceneGraph) -> dict[str, Any]:
    """Things, and where the robot is said to be at."""
    things = [_thing(graph, n) for n in graph.of_kind(NodeKind.OBJECT)[:MOST_NODES]]
    return {"revision": graph.revision, "things": things, "held": graph.held()}


def _room(node: Node) -> dict[str, Any]:
    return {"id": node.id, "label": node.label, **_box(node.pose, node.size)}


def _asset(graph: SceneGraph, node: Node) -> dict[str, Any]:
    return {
        "id": node.id,
        "label": node.label,
        **_box(node.pose, node.size),
        "states": sorted(node.states),
        "attributes": sorted(node.attributes),
        "told": _told(node),
        "room": graph.room_of(node.id) or "",
        "parts": list(_parts(node)),
    }


def _parts(node: Node) -> Iterator[dict[str, Any]]:
    """The solid boxes of an asset, where they are now; poses of their centres in the map."""
    if node.model is None:
        yield {"at": _rounded((*node.centre, *node.pose.orientation)), "size": _rounded(node.size)}
        return
    value = _joint(node, node.model.articulation)
    for part in node.model.parts:
        pose = part.pose
        if part.moving and node.model.articulation is not None:
            pose = articulated(pose, node.model.articulation, value)
        here = node.pose @ pose
        yield {"at": _rounded((*here.position, *here.orientation)), "size": _rounded(part.size), "moves": part.moving}


def _joint(node: Node, joint: Articulation | None) -> float:
    """How far something is open, in the middle of what its states leave [rad or m]."""
    if joint is None:
        return 0.0
    if node.opening is not None:
        return node.opening
    low, high = values_in(joint, node.states)
    return (low + high) / 2


def _thing(graph: SceneGraph, node: Node) -> dict[str, Any]:
    place = graph.placement(node.id)
    return {
        "id": node.id,
        "label": node.label,
        **(_box(node.pose, node.size) if node.pose.is_known else {"at": None, "size": _rounded(node.size)}),
        "shape": node.shape.name.lower(),
        "confidence": round(node.confidence, 2),
        "doubt": "gone" if is_gone(node) else "believed" if node.is_belief else "",
        "seen": None if node.last_seen is None else round(node.last_seen, 1),
        "states": sorted(node.states),
        "attributes": sorted(node.attributes),
        "on": "" if place is None else place.target,
        "where": str(place_of(graph, node.id)),
        "told": _told(node),
    }


def _told(node: Node) -> dict[str, Any] | None:
    if node.told is None:
        return None
    return {"of": sorted(node.told.matters), "at": round(node.told.said_s, 1), "formerly": list(node.told.formerly)}


def _box(pose: Pose, size: Vector) -> dict[str, Any]:
    """Centre of the base with its heading [rad], and full extents."""
    return {"at": _rounded((*pose.position, pose.yaw)), "size": _rounded(size)}


def _rounded(numbers: tuple[float, ...]) -> list[float]:
    return [round(v, 3) for v in numbers]
