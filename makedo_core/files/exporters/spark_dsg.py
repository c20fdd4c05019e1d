# SPDX-License-Identifier: Apache-2.0
"""Scene graphs as JSON of Spark-DSG, the library behind Hydra: layers of objects, rooms and a building.

Furniture and things are objects whose parent is their room; rooms belong to one building. Places, which are of free
space there, stay empty. What rests on what is an edge between two objects, whose metadata has the relations in words.
Our id of a node is its name; what Spark-DSG has no field for is in its metadata.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from makedo_core.geometry import Quaternion, Vector
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, SceneGraph

VERSION = (1, 1, 3)
"""Of the library whose files these are like."""

_OBJECTS, _PLACES, _ROOMS, _BUILDINGS = 2, 3, 4, 5
_AGENTS = ord("a")  # a partition of the layer of objects
_LAYERS: Mapping[NodeKind, tuple[int, int]] = {
    NodeKind.OBJECT: (_OBJECTS, 0),
    NodeKind.ASSET: (_OBJECTS, 0),
    NodeKind.AGENT: (_OBJECTS, _AGENTS),
    NodeKind.ROOM: (_ROOMS, 0),
}
_CATEGORIES: Mapping[NodeKind, str] = {
    NodeKind.OBJECT: "O",
    NodeKind.ASSET: "O",
    NodeKind.AGENT: "a",
    NodeKind.ROOM: "R",
}
_NAMES = {"OBJECTS": _OBJECTS, "AGENTS": _OBJECTS, "PLACES": _PLACES, "ROOMS": _ROOMS, "BUILDINGS": _BUILDINGS}
_NO_LABEL = 2**32 - 1
_NO_FEATURE = {"cols": 0, "data": None, "rows": 0}
_BLACK = {"a": 255, "b": 0, "g": 0, "r": 0}
_LEVEL: Quaternion = (0.0, 0.0, 0.0, 1.0)


def graph_to_spark_dsg(graph: SceneGraph) -> str:
    """The graph as `DynamicSceneGraph.load` of spark_dsg reads it.

    Ids are symbols by kind and order: O(0), O(1) ... for furniture and things, R(i) rooms, a(0) the robot, B(0) the
    building. Where a pose is not known, the node is at what it rests on or in, else at the origin, and its metadata
    says `position_known: false`.
    """
    ids = _symbols(graph)
    building = _symbol("B", 0)
    labels = sorted({n.label for n in graph if n.kind in (NodeKind.ASSET, NodeKind.OBJECT)})
    rooms = graph.of_kind(NodeKind.ROOM)
    nodes = [_node(graph, node, ids[node.id], labels) for node in graph]
    edges = [_edge(building, ids[room.id], ()) for room in rooms]
    if rooms:
        nodes.append(_building(graph, building))
    for node in graph:
        room = graph.room_of(node.id) if node.kind is not NodeKind.ROOM else None
        if room is not None:
            edges.append(_edge(ids[room], ids[node.id], ()))
    edges.extend(_edge(ids[a], ids[b], told) for (a, b), told in _pairs(graph).items())
    keys = sorted({(layer, 0) for layer in _NAMES.values()} | set(_LAYERS.values()))
    document = {
        "SPARK_DSG_header": {
            "project_name": "main",
            "version": dict(zip(("major", "minor", "patch"), VERSION, strict=True)),
        },
        "directed": False,
        "edges": edges,
        "layer_keys": [_key(*key) for key in keys],
        "layer_names": {name: _key(layer, 0) for name, layer in _NAMES.items()},
        "metadata": {
            "labelspaces": {f"_l{_OBJECTS}p0": [list(pair) for pair in enumerate(labels)]},
            "makedo": {"scene": graph.scene, "revision": graph.revision, "stamp": graph.stamp},
        },
        "multigraph": False,
        "nodes": nodes,
    }
    return json.dumps(document, indent=1, allow_nan=False)


def _symbol(category: str, index: int) -> int:
    """A NodeSymbol: the category in the highest byte, the index in the others."""
    return ord(category) << 56 | index


def _symbols(graph: SceneGraph) -> dict[str, int]:
    """Spark-DSG's id of each node."""
    counts: dict[str, int] = {}
    result = {}
    for node in graph:
        category = _CATEGORIES[node.kind]
        result[node.id] = _symbol(category, counts.get(category, 0))
        counts[category] = counts.get(category, 0) + 1
    return result


def _pairs(graph: SceneGraph) -> dict[tuple[str, str], list[str]]:
    """Relations other than that something is in a room, in words, by the two nodes; one edge joins two nodes there."""
    result: dict[tuple[str, str], list[str]] = {}
    for relation in sorted(graph.relations, key=lambda r: (r.source, r.type, r.target)):
        if relation.type is not RelationType.IN and relation.source != relation.target:
            a, b = sorted((relation.source, relation.target))
            result.setdefault((a, b), []).append(str(relation))
    return result


def _node(graph: SceneGraph, node: Node, symbol: int, labels: list[str]) -> dict[str, Any]:
    layer, partition = _LAYERS[node.kind]
    metadata = {
        "label": node.label,
        "kind": node.kind.name.lower(),
        "confidence": node.confidence,
        "last_seen": node.last_seen,
        "states": sorted(node.states),
        "attributes": sorted(node.attributes),
        "position_known": node.pose.is_known,
    }
    base = {
        "is_active": False,
        "is_predicted": node.kind is NodeKind.OBJECT and node.is_belief,
        "last_update_time_ns": _nanoseconds(node.last_seen),
        "metadata": metadata,
        "position": list(_position(graph, node)),
    }
    turned = _quaternion(node.pose.orientation if node.pose.is_known else _LEVEL)
    if node.kind is NodeKind.AGENT:
        attributes = {
            **base,
            "type": "AgentNodeAttributes",
            "dbow_ids": None,
            "dbow_values": None,
            "external_key": 0,
            "timestamp": _nanoseconds(graph.stamp),
            "world_R_body": turned,
        }
        return _layered(attributes, symbol, layer, partition)
    semantic = {**base, "name": node.id, **_semantics(node, labels)}
    if node.kind is NodeKind.ROOM:
        attributes = {**semantic, "type": "RoomNodeAttributes", "semantic_class_probabilities": {}}
    else:
        attributes = {
            **semantic,
            "type": "ObjectNodeAttributes",
            "mesh_connections": [],
            "registered": node.pose.is_known,
            "world_R_object": turned,
        }
    return _layered(attributes, symbol, layer, partition)


def _semantics(node: Node, labels: list[str]) -> dict[str, Any]:
    return {
        "bounding_box": _box(node),
        "color": _BLACK,
        "semantic_feature": _NO_FEATURE,
        "semantic_label": labels.index(node.label) if node.label in labels else _NO_LABEL,
    }


def _box(node: Node) -> dict[str, Any]:
    """The upright box, centred; of type INVALID where it is not known."""
    known = node.pose.is_known and min(node.size) > 0
    return {
        "dimensions": list(node.size if known else (0.0, 0.0, 0.0)),
        "type": "RAABB" if known else "INVALID",
        "world_P_center": list(node.centre if known else (0.0, 0.0, 0.0)),
        "world_R_center": _quaternion(node.pose.orientation if known else _LEVEL),
    }


def _building(graph: SceneGraph, symbol: int) -> dict[str, Any]:
    attributes = {
        "bounding_box": _box(Node("building", "building", NodeKind.ROOM)),
        "color": _BLACK,
        "is_active": False,
        "is_predicted": False,
        "last_update_time_ns": 0,
        "metadata": {},
        "name": graph.scene or "building",
        "position": [0.0, 0.0, 0.0],
        "semantic_feature": _NO_FEATURE,
        "semantic_label": _NO_LABEL,
        "type": "SemanticNodeAttributes",
    }
    return _layered(attributes, symbol, _BUILDINGS, 0)


def _position(graph: SceneGraph, node: Node) -> Vector:
    """Of a node's centre, or of what it rests on or in."""
    if node.pose.is_known:
        return node.centre if node.kind is not NodeKind.AGENT else node.pose.position
    rest = graph.placement(node.id)
    room = graph.room_of(node.id)
    below = rest.target if rest is not None and rest.target != node.id else room
    return _position(graph, graph[below]) if below is not None and below != node.id else (0.0, 0.0, 0.0)


def _edge(source: int, target: int, relations: Iterable[str]) -> dict[str, Any]:
    told = list(relations)
    metadata = {"relations": told} if told else {}
    info = {"metadata": metadata, "type": "EdgeAttributes", "weight": 1.0, "weighted": False}
    return {"info": info, "source": source, "target": target}


def _layered(attributes: dict[str, Any], symbol: int, layer: int, partition: int) -> dict[str, Any]:
    return {"attributes": attributes, "id": symbol, **_key(layer, partition)}


def _key(layer: int, partition: int) -> dict[str, int]:
    return {"layer": layer, "partition": partition}


def _quaternion(orientation: Quaternion) -> dict[str, float]:
    x, y, z, w = orientation
    return {"w": w, "x": x, "y": y, "z": z}


def _nanoseconds(seconds: float | None) -> int:
    return 0 if seconds is None or seconds < 0 else round(seconds * 1e9)
