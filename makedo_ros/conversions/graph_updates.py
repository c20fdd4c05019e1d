# SPDX-License-Identifier: Apache-2.0
"""Requests of update_scene_graph to a change of the graph."""

from __future__ import annotations

import math

from makedo import srv as makedo_srvs
from makedo_core.graph.scene_graph import GraphError, Relation, RelationType, State, validated_pose
from makedo_core.ports import GraphChange
from makedo_ros.conversions.nouns import pose_from_array

MOST = 2000  # relations, states, poses or openings of one request


def change_from_ros(request: makedo_srvs.UpdateSceneGraph.Request) -> GraphChange:
    """makedo/UpdateSceneGraph request -> change.

    Raises:
        GraphError: when arrays differ in length or are longer than MOST, or a relation, state or pose does not exist.
    """
    given = (request.add_source, request.remove_source, request.state_id, request.pose_id, request.opening_id)
    if (longest := max(map(len, given))) > MOST:
        raise GraphError(f"{longest} entries; a request has at most {MOST} of each kind, so give them in several")
    _same_length("add", request.add_source, request.add_type, request.add_target)
    _same_length("remove", request.remove_source, request.remove_type, request.remove_target)
    _same_length("state", request.state_id, request.state)
    if len(request.pose) != 7 * len(request.pose_id):
        raise GraphError(f"pose has {len(request.pose)} numbers for {len(request.pose_id)} ids; give 7 each")
    _same_length("opening", request.opening_id, request.opening)
    return GraphChange(
        _relations(request.add_source, request.add_type, request.add_target),
        _relations(request.remove_source, request.remove_type, request.remove_target),
        tuple((i, _state(s)) for i, s in zip(request.state_id, request.state, strict=True)),
        tuple(
            (node_id, validated_pose(pose_from_array(request.pose, i), f"pose of {node_id}"))
            for i, node_id in enumerate(request.pose_id)
        ),
        tuple((i, _opening(i, float(v))) for i, v in zip(request.opening_id, request.opening, strict=True)),
    )


def _same_length(name: str, *arrays: object) -> None:
    lengths = [len(a) for a in arrays]  # type: ignore[arg-type]
    if len(set(lengths)) > 1:
        raise GraphError(f"the arrays of '{name}' have {lengths} entries; they must be equally long")


def _relations(sources: list[str], types: object, targets: list[str]) -> tuple[Relation, ...]:
    result = []
    for source, number, target in zip(sources, types, targets, strict=True):  # type: ignore[call-overload]
        try:
            result.append(Relation(source, RelationType(number), target))
        except ValueError:
            known = ", ".join(f"{t.value} {t.name}" for t in RelationType)
            raise GraphError(f"relation type {number} of {source!r} is not one of {known}") from None
    return tuple(result)


def _opening(node_id: str, value: float) -> float:
    if not math.isfinite(value):
        raise GraphError(f"opening of {node_id}: {value} is no joint value; give a number of rad or m")
    return value


def _state(text: str) -> State:
    try:
        return State(text)
    except ValueError:
        raise GraphError(f"state {text!r} is not one of {', '.join(State)}") from None
