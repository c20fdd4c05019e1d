# SPDX-License-Identifier: Apache-2.0
"""Scene graphs as JSON: the format of scenes/<home>/graph.json, `makedo graph --json` and the run folder.

The edge is checked by pydantic, so that a wrong file says what is wrong, where, and what would be right.
Read tolerantly: a byte order mark at the beginning, kinds and types of relations in any case, a relation that is
listed twice, numbers in integer notation. Nothing else is guessed: neither numbers in quotes nor the second of two
equal keys.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from makedo_core.files.persons_word_json import PersonsWordJson, word_of, written_word
from makedo_core.geometry import UNKNOWN_POSE, Pose, Vector
from makedo_core.graph.asset_model import AssetModel, Part, Region
from makedo_core.graph.scene_graph import (
    GraphError,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    Shape,
    State,
    check_relations,
    contradiction,
    validated_pose,
)

FORMAT = "makedo/scene_graph/1"
_MAX_NAME = 200
_MAX_REVISION = 2**63 - 1
_MAX_SIZE_M = 100.0
_SLACK = 1e-4  # of joint values that messages round
_Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=_MAX_NAME)]
_Name = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]*$", max_length=_MAX_NAME)]
_Attribute = Annotated[str, Field(pattern=r"^[^\x00-\x20\x7f]+$", max_length=_MAX_NAME)]
_Finite = Annotated[float, Field(allow_inf_nan=False)]
_MODEL = TypeAdapter(AssetModel)


class _NodeJson(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    id: _Id
    label: _Id
    kind: _Name
    position: Vector | None = None
    orientation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    size: Vector = (0.0, 0.0, 0.0)
    shape: _Name = "none"
    confidence: float = Field(1.0, ge=0.0, le=1.0, allow_inf_nan=False)
    last_seen: _Finite | None = None
    states: list[State] = []
    attributes: list[_Attribute] = []
    model: AssetModel | None = None
    opening: _Finite | None = None
    told: PersonsWordJson | None = None


class _RelationJson(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    source: _Name
    type: _Name
    target: _Name


class _GraphJson(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    format: _Name = FORMAT
    scene: _Name = ""
    revision: int = Field(0, ge=0, le=_MAX_REVISION)
    stamp: _Finite = 0.0
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
        text = text.removeprefix("\ufeff")
        raw = _GraphJson.model_validate_json(text)
        json.loads(text, object_pairs_hook=_checked_keys)
    except _RepeatedKeyError as error:
        raise GraphError(f"{source}: an object has the key {str(error)!r} twice; each may be given once") from None
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
        graph = SceneGraph(nodes, relations, raw.revision, raw.scene, raw.stamp)
        check_relations(graph.nodes, graph.relations)
    except GraphError as error:
        raise GraphError(f"{source}: {error}") from None
    return graph


def graph_to_json(graph: SceneGraph, *, indent: int | None = 1) -> str:
    """Write a scene graph; `graph_from_json` reads it back equal.

    Raises:
        GraphError: if it has what the format cannot say, e.g. a node without a label.
    """
    try:
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
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"])
        raise GraphError(f"the graph cannot be written as JSON: {place} {first['input']!r}: {first['msg']}") from None
    dumped = raw.model_dump(mode="json", exclude_defaults=True)
    return json.dumps({"format": FORMAT, **dumped}, indent=indent)


@lru_cache(maxsize=2048)
def model_to_json(model: AssetModel) -> str:
    """An asset's model on one line."""
    return _MODEL.dump_json(model).decode()


@lru_cache(maxsize=512)
def model_from_json(text: str) -> AssetModel:
    """Read an asset's model.

    Raises:
        GraphError: with the place, if the text is not such a model or its numbers are none to compute with.
    """
    try:
        model = _MODEL.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"]) or "top level"
        raise GraphError(f"asset model: {place}: {first['msg']}") from None
    _check_model(model, "asset model")
    return model


class _RepeatedKeyError(Exception):
    """A JSON object has a key twice; the message is the key."""


def _checked_keys(pairs: list[tuple[str, Any]]) -> None:
    """Refuse the same key twice, of which a parser silently takes the last."""
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise _RepeatedKeyError(key)
        seen.add(key)


def _node(item: _NodeJson, source: str) -> Node:
    where = f"{source}: node {item.id!r}"
    pose = UNKNOWN_POSE
    if item.position is not None:
        pose = validated_pose(Pose(item.position, item.orientation), where)
    elif "orientation" in item.model_fields_set:
        raise GraphError(f"{where}: an orientation without a position; give both or none")
    if any(not 0.0 <= v < _MAX_SIZE_M for v in item.size):
        raise GraphError(f"{where}: size {item.size} must be three numbers of 0 to {_MAX_SIZE_M:g} m")
    if wrong := contradiction(item.states):
        raise GraphError(f"{where}: {wrong}")
    if item.model is not None:
        _check_model(item.model, f"{where}: model")
    check_opening(item.opening, item.model, where)
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
        opening=item.opening,
        told=None if item.told is None else word_of(item.told),
    )


def check_opening(opening: float | None, model: AssetModel | None, where: str) -> None:
    """Raises GraphError unless something of the model opens so far."""
    moving = None if model is None else model.articulation
    if opening is None:
        return
    if moving is None:
        raise GraphError(f"{where}: opening is {opening:g}, but nothing of its model opens; leave it out")
    low, high = moving.range
    if not low - _SLACK <= opening <= high + _SLACK:
        raise GraphError(f"{where}: opening is {opening:g}; its joint goes from {low:g} to {high:g}")


def _check_model(model: AssetModel, where: str) -> None:
    """Raises GraphError unless every length, pose and direction of a model can be computed with."""
    boxes: tuple[Part | Region, ...] = (*model.parts, *model.regions)
    for box in boxes:
        pose = validated_pose(box.pose, f"{where}: {box.name!r}")
        if not pose.is_known or any(not 0.0 <= v < _MAX_SIZE_M for v in box.size):
            raise GraphError(f"{where}: {box.name!r} needs a known pose and a size of 0 to {_MAX_SIZE_M:g} m")
    for what, vector, is_direction in _vectors(model):
        length = math.hypot(*vector)
        if not length <= _MAX_SIZE_M or (is_direction and length < 1e-6):
            expected = "a direction" if is_direction else "finite"
            raise GraphError(f"{where}: {what} {vector} must be {expected}, of at most {_MAX_SIZE_M:g} m")
    moving = model.articulation
    if moving is not None and not moving.range[0] < moving.range[1]:
        raise GraphError(f"{where}: range {moving.range} must go from the lowest value to a larger one")


def _vectors(model: AssetModel) -> Iterator[tuple[str, tuple[float, ...], bool]]:
    """What it is, the numbers, and whether they are a direction."""
    moving, switch = model.articulation, model.switch
    if moving is not None:
        yield "origin", moving.origin, False
        yield "axis", moving.axis, True
        yield "range", (*moving.range, moving.open_at), False
        yield "handle position", moving.handle.position, False
        yield "handle direction", moving.handle.direction, True
        yield "handle length and diameter", (moving.handle.length, moving.handle.diameter), False
    if switch is not None:
        yield "switch position", switch.position, False
        yield "switch direction", switch.direction, True
    if model.turning is not None:
        yield "turning position", model.turning.position, False
        yield "turning position across", (*model.turning.position[:2], 0.0), True
        yield "turning direction", model.turning.direction, True
        yield "turning length and diameter", (model.turning.length, model.turning.diameter), False


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
        opening=node.opening,
        told=None if node.told is None else written_word(node.told),
    )


def _member(kind: Any, name: str, where: str) -> Any:
    try:
        return kind[name.upper()]
    except KeyError:
        choices = ", ".join(m.name.lower() for m in kind)
        raise GraphError(f"{where}: {name!r} is not one of {choices}") from None
