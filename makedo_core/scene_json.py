# SPDX-License-Identifier: Apache-2.0
"""Scene graphs as JSON: the format of scenes/<home>/graph.json, `makedo graph --json` and the run folder.

The edge is checked by pydantic, so that a wrong file says what is wrong, where, and what would be right.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from makedo_core.asset_model import AssetModel
from makedo_core.geometry import UNKNOWN_POSE, Pose, Vector
from makedo_core.scene_graph import (
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    Shape,
    State,
    validated_pose,
)

FORMAT = "makedo/scene_graph/1"
_ID = r"^[a-z][a-z0-9_]*$"
_MODEL = TypeAdapter(AssetModel)


class _NodeJson(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: str = Field(pattern=_ID)
    label: str = Field(pattern=_ID)
    kind: str
    position: Vector | None = None
    orientation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    size: Vector = (0.0, 0.0, 0.0)
    shape: str = "none"
    confidence: float = Field(1.0, ge=0.0, le=1.0)
    last_seen: float | None = None
    states: list[State] = []
    attributes: list[str] = []
    model: AssetModel | None = None


class _RelationJson(BaseModel):
    model_config = ConfigDict(extra="forbid")
    source: str
    type: str
    target: str


class _GraphJson(BaseModel):
    model_config = ConfigDict(extra="forbid")
    format: str = FORMAT
    scene: str = ""
    revision: int = Field(0, ge=0)
    stamp: float = 0.0
    nodes: list[_NodeJson]
    relations: list[_RelationJson] = []


def graph_from_json(text: str, source: str = "scene graph") -> SceneGraph:
    """Read a scene graph.

    Args:
        text: JSON in the format above.
        source: name of the file for messages.

    Raises:
        GraphError: with the place and the remedy, on anything malformed or contradictory.
    """
    try:
        raw = _GraphJson.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"]) or "top level"
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise GraphError(f"{source}: {place}: {first['msg']}{more}") from None
    if raw.format != FORMAT:
        raise GraphError(f"{source}: format is {raw.format!r}, expected {FORMAT!r}")
    nodes: dict[str, Node] = {}
    for item in raw.nodes:
        if item.id in nodes:
            raise GraphError(f"{source}: two nodes are called {item.id!r}; ids must be unique")
        nodes[item.id] = _node(item, source)
    relations = frozenset(
        Relation(r.source, _member(RelationType, r.type, f"{source}: relation of {r.source!r}"), r.target)
        for r in raw.relations
    )
    try:
        return SceneGraph(nodes, relations, raw.revision, raw.scene, raw.stamp)
    except GraphError as error:
        raise GraphError(f"{source}: {error}") from None


def graph_to_json(graph: SceneGraph, *, indent: int | None = 1) -> str:
    """Write a scene graph; `graph_from_json` reads it back equal."""
    raw = _GraphJson(
        scene=graph.scene,
        revision=graph.revision,
        stamp=graph.stamp,
        nodes=[_node_json(node) for node in graph],
        relations=[
            _RelationJson(source=r.source, type=r.type.name.lower(), target=r.target)
            for r in sorted(graph.relations, key=lambda r: (r.source, r.type, r.target))
        ],
    )
    dumped = raw.model_dump(mode="json", exclude_defaults=True)
    return json.dumps({"format": FORMAT, **dumped}, indent=indent)


def model_to_json(model: AssetModel) -> str:
    """An asset's model on one line."""
    return _MODEL.dump_json(model).decode()


@lru_cache(maxsize=512)
def model_from_json(text: str) -> AssetModel:
    """Read an asset's model.

    Raises:
        GraphError: if the text is not such a model.
    """
    try:
        return _MODEL.validate_json(text)
    except ValidationError as error:
        raise GraphError(f"asset model: {error.errors()[0]['msg']}") from None


def _node(item: _NodeJson, source: str) -> Node:
    where = f"{source}: node {item.id!r}"
    pose = UNKNOWN_POSE
    if item.position is not None:
        pose = validated_pose(Pose(item.position, item.orientation), where)
    if any(not 0.0 <= v < 100.0 for v in item.size):
        raise GraphError(f"{where}: size {item.size} must be three numbers of 0 to 100 m")
    return Node(
        id=item.id,
        label=item.label,
        kind=_member(NodeKind, item.kind, where),
        pose=pose,
        size=item.size,
        shape=_member(Shape, item.shape, where),
        confidence=item.confidence,
        last_seen=item.last_seen,
        states=frozenset(item.states),
        attributes=frozenset(item.attributes),
        model=item.model,
    )


def _node_json(node: Node) -> _NodeJson:
    return _NodeJson(
        id=node.id,
        label=node.label,
        kind=node.kind.name.lower(),
        position=node.pose.position if node.pose.is_known else None,
        orientation=node.pose.orientation if node.pose.is_known else (0.0, 0.0, 0.0, 1.0),
        size=node.size,
        shape=node.shape.name.lower(),
        confidence=node.confidence,
        last_seen=node.last_seen,
        states=sorted(node.states),
        attributes=sorted(node.attributes),
        model=node.model,
    )


def _member(kind: Any, name: str, where: str) -> Any:
    try:
        return kind[name.upper()]
    except KeyError:
        choices = ", ".join(m.name.lower() for m in kind)
        raise GraphError(f"{where}: {name!r} is not one of {choices}") from None
