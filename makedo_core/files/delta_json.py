# SPDX-License-Identifier: Apache-2.0
"""Deltas of the scene graph as JSON on one line. Nodes are written, and checked when read, as in `scene_json`."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.graph.delta import GraphDelta, Moment, Seen
from makedo_core.graph.scene_graph import GraphError, Relation, RelationType, SceneGraph

FORMAT = "makedo/scene_graph_delta/1"
_Finite = Annotated[float, Field(allow_inf_nan=False)]
_Share = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
_Moment = tuple[Annotated[int, Field(ge=0)], _Finite]


class _DeltaJson(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    format: str = FORMAT
    base: _Moment
    to: _Moment
    scene: str = ""
    put: list[Any] = []
    seen: list[tuple[str, _Share, _Finite | None]] = []
    removed: list[str] = []
    added: list[tuple[str, str, str]] = []
    dropped: list[tuple[str, str, str]] = []


def delta_to_json(delta: GraphDelta) -> str:
    """Write a delta on one line; `delta_from_json` reads it back equal.

    Raises:
        GraphError: if it has what the format cannot say, e.g. a node without a label.
    """
    put = SceneGraph({node.id: node for node in delta.put})
    parts: dict[str, object] = {
        "scene": delta.scene,
        "put": json.loads(graph_to_json(put, indent=None))["nodes"] if delta.put else [],
        "seen": [(s.id, s.confidence, s.last_seen) for s in delta.seen],
        "removed": delta.removed,
        "added": [_relation_json(r) for r in delta.added],
        "dropped": [_relation_json(r) for r in delta.dropped],
    }
    head = {
        "format": FORMAT,
        "base": (delta.base.revision, delta.base.stamp),
        "to": (delta.to.revision, delta.to.stamp),
    }
    try:
        return json.dumps({**head, **{k: v for k, v in parts.items() if v}}, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise GraphError(f"the delta to {delta.to} cannot be written as JSON: {error}") from None


def delta_from_json(text: str, source: str = "delta") -> GraphDelta:
    """Read a delta.

    Args:
        text: JSON in the format above.
        source: where it is from, for messages.

    Raises:
        GraphError: with the place and the remedy, on anything malformed.
    """
    try:
        raw = _DeltaJson.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(p) for p in first["loc"]) or "top level"
        raise GraphError(f"{source}: {place}: {first['msg']}") from None
    if raw.format != FORMAT:
        raise GraphError(f"{source}: format is {raw.format!r}, expected {FORMAT!r}")
    put = graph_from_json(json.dumps({"nodes": raw.put}), source)
    return GraphDelta(
        Moment(*raw.base),
        Moment(*raw.to),
        raw.scene,
        tuple(put),
        tuple(Seen(*item) for item in raw.seen),
        tuple(raw.removed),
        tuple(_relation(item, source) for item in raw.added),
        tuple(_relation(item, source) for item in raw.dropped),
    )


def _relation_json(relation: Relation) -> tuple[str, str, str]:
    return relation.source, relation.type.name.lower(), relation.target


def _relation(item: tuple[str, str, str], source: str) -> Relation:
    start, name, end = item
    try:
        return Relation(start, RelationType[name.upper()], end)
    except KeyError:
        choices = ", ".join(t.name.lower() for t in RelationType)
        raise GraphError(f"{source}: relation of {start!r}: {name!r} is not one of {choices}") from None
