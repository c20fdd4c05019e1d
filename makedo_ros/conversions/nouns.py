# SPDX-License-Identifier: Apache-2.0
"""The only place that converts between Makedo's nouns and ROS messages."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import geometry_msgs.msg as geometry_msgs
from builtin_interfaces.msg import Time

from makedo import msg as makedo_msgs
from makedo_core.failure import FailureCause, Outcome
from makedo_core.files.persons_word_json import word_from_json, word_to_json
from makedo_core.files.scene_json import check_opening, model_from_json, model_to_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import (
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
from makedo_core.plan import Light, PlannedCall, Relaxation, RelaxationKind
from makedo_core.skills import SkillCall

MAP_FRAME = "map"
NEVER_SEEN = -1.0
_ONE_EACH = ("label", "kind", "shape", "confidence", "last_seen", "states", "attributes", "model", "opening", "told")


def time_to_ros(seconds: float) -> Time:
    """Seconds -> builtin_interfaces/Time, rounded to nanoseconds."""
    nanoseconds = round(seconds * 1e9)
    return Time(sec=nanoseconds // 10**9, nanosec=nanoseconds % 10**9)


def time_from_ros(stamp: Time) -> float:
    """builtin_interfaces/Time -> seconds."""
    return float(stamp.sec + stamp.nanosec * 1e-9)


def pose_to_ros(pose: Pose) -> geometry_msgs.Pose:
    """Pose -> geometry_msgs/Pose."""
    x, y, z = map(float, pose.position)  # a whole number is no double to ROS
    qx, qy, qz, qw = map(float, pose.orientation)
    return geometry_msgs.Pose(
        position=geometry_msgs.Point(x=x, y=y, z=z),
        orientation=geometry_msgs.Quaternion(x=qx, y=qy, z=qz, w=qw),
    )


def pose_from_ros(pose: geometry_msgs.Pose) -> Pose:
    """geometry_msgs/Pose -> Pose."""
    p, q = pose.position, pose.orientation
    return Pose((p.x, p.y, p.z), (q.x, q.y, q.z, q.w))


def transform_to_ros(pose: Pose) -> geometry_msgs.Transform:
    """Pose of a child in its parent -> geometry_msgs/Transform."""
    x, y, z = map(float, pose.position)  # a whole number is no double to ROS
    qx, qy, qz, qw = map(float, pose.orientation)
    return geometry_msgs.Transform(
        translation=geometry_msgs.Vector3(x=x, y=y, z=z),
        rotation=geometry_msgs.Quaternion(x=qx, y=qy, z=qz, w=qw),
    )


def transform_from_ros(transform: geometry_msgs.Transform) -> Pose:
    """geometry_msgs/Transform -> Pose of the child in its parent."""
    t, q = transform.translation, transform.rotation
    return Pose((t.x, t.y, t.z), (q.x, q.y, q.z, q.w))


def poses_to_array(poses: Iterable[Pose]) -> array[float]:
    """Poses -> flat float32 array, seven numbers each (x y z qx qy qz qw)."""
    return array("f", chain.from_iterable((*p.position, *p.orientation) for p in poses))


def pose_from_array(numbers: Sequence[float], index: int) -> Pose:
    """The index-th pose of a flat array."""
    x, y, z, qx, qy, qz, qw = (float(v) for v in numbers[7 * index : 7 * index + 7])
    return Pose((x, y, z), (qx, qy, qz, qw))


def outcome_to_ros(outcome: Outcome) -> makedo_msgs.Outcome:
    """Outcome -> makedo/Outcome."""
    return makedo_msgs.Outcome(code=int(outcome.cause), message=outcome.message)


def outcome_from_ros(message: makedo_msgs.Outcome) -> Outcome:
    """makedo/Outcome -> Outcome; a code that this version does not know is an internal error."""
    try:
        cause = FailureCause(message.code)
    except ValueError:
        return Outcome(FailureCause.INTERNAL_ERROR, f"unknown outcome code {message.code}: {message.message}")
    return Outcome(cause, message.message)


def call_to_ros(call: SkillCall) -> makedo_msgs.SkillCall:
    """Skill call -> makedo/SkillCall."""
    return makedo_msgs.SkillCall(skill=call.skill, arguments=list(call.arguments))


def call_from_ros(message: makedo_msgs.SkillCall) -> SkillCall:
    """makedo/SkillCall -> skill call."""
    return SkillCall(message.skill, tuple(message.arguments))


def planned_call_to_ros(planned: PlannedCall) -> makedo_msgs.PlannedCall:
    """Skill call with its light -> makedo/PlannedCall."""
    call = call_to_ros(planned.call)
    return makedo_msgs.PlannedCall(call=call, light=int(planned.light), reason=planned.reason)


def planned_call_from_ros(message: makedo_msgs.PlannedCall) -> PlannedCall:
    """makedo/PlannedCall -> skill call with its light.

    Raises:
        ValueError: if there is no such light.
    """
    return PlannedCall(call_from_ros(message.call), Light(message.light), message.reason)


def relaxation_to_ros(relaxation: Relaxation) -> makedo_msgs.Relaxation:
    """Relaxation -> makedo/Relaxation."""
    return makedo_msgs.Relaxation(
        kind=int(relaxation.kind),
        asked=relaxation.asked,
        instead=relaxation.instead,
        reason=relaxation.reason,
        cost=float(relaxation.cost),
        chosen=relaxation.chosen,
    )


def relaxation_from_ros(message: makedo_msgs.Relaxation) -> Relaxation:
    """makedo/Relaxation -> relaxation."""
    kind, reasons = RelaxationKind(message.kind), (message.reason,)
    return Relaxation(kind, message.asked, message.instead, reasons, float(message.cost), bool(message.chosen))


def graph_to_ros(graph: SceneGraph) -> makedo_msgs.SceneGraph:
    """Scene graph -> makedo/SceneGraph."""
    nodes = list(graph)
    index = {node.id: i for i, node in enumerate(nodes)}
    relations = sorted(graph.relations, key=lambda r: (r.source, r.type, r.target))
    message = makedo_msgs.SceneGraph(
        revision=graph.revision,
        scene=graph.scene,
        relation_source=array("I", (index[r.source] for r in relations)),
        relation_type=array("B", (r.type for r in relations)),
        relation_target=array("I", (index[r.target] for r in relations)),
        **node_arrays(nodes),
    )
    message.header.frame_id = MAP_FRAME
    message.header.stamp = time_to_ros(graph.stamp)
    return message


def node_arrays(nodes: Sequence[Node]) -> dict[str, Any]:
    """Nodes -> the flat arrays of makedo/SceneGraph and makedo/SceneGraphDelta, by the names of their fields."""
    return {
        "id": [n.id for n in nodes],
        "label": [n.label for n in nodes],
        "kind": array("B", (n.kind for n in nodes)),
        "shape": array("B", (n.shape for n in nodes)),
        "pose": poses_to_array(n.pose for n in nodes),
        "size": array("f", chain.from_iterable(n.size for n in nodes)),
        "confidence": array("f", (n.confidence for n in nodes)),
        "last_seen": array("d", (last_seen_to_ros(n.last_seen) for n in nodes)),
        "states": [" ".join(sorted(n.states)) for n in nodes],
        "attributes": [" ".join(sorted(n.attributes)) for n in nodes],
        "model": ["" if n.model is None else model_to_json(n.model) for n in nodes],
        "opening": array("f", (math.nan if n.opening is None else n.opening for n in nodes)),
        "told": ["" if n.told is None else word_to_json(n.told) for n in nodes],
    }


def last_seen_to_ros(last_seen: float | None) -> float:
    """Time of the newest observation [s] -> the number that messages have for it."""
    return NEVER_SEEN if last_seen is None else last_seen


def last_seen_from_ros(number: float) -> float | None:
    """A message's number -> time of the newest observation [s], None: never."""
    return None if number < 0 else float(number)


def graph_from_ros(message: makedo_msgs.SceneGraph) -> SceneGraph:
    """makedo/SceneGraph -> scene graph.

    Raises:
        GraphError: when arrays differ in length, an enum or a pose is out of range, or relations contradict.
    """
    what = "scene graph message"
    check_lengths(message, what, len(message.relation_source), ("relation_type", "relation_target"))
    nodes = nodes_from_arrays(message, what)
    try:
        relations = frozenset(
            Relation(nodes[s].id, RelationType(t), nodes[o].id)
            for s, t, o in zip(
                message.relation_source, message.relation_type, message.relation_target, strict=True
            )
        )
    except (IndexError, ValueError) as error:
        raise GraphError(f"{what}: a relation is out of range: {error}") from None
    stamp = time_from_ros(message.header.stamp)
    return SceneGraph({n.id: n for n in nodes}, relations, int(message.revision), message.scene, stamp)


def nodes_from_arrays(message: Any, what: str) -> list[Node]:
    """The flat arrays of makedo/SceneGraph or makedo/SceneGraphDelta -> nodes.

    Args:
        message: of one of these types.
        what: the message, for errors.

    Raises:
        GraphError: when arrays differ in length, an enum or a pose is out of range, or an id comes twice.
    """
    count = len(message.id)
    check_lengths(message, what, count, _ONE_EACH)
    check_lengths(message, what, 7 * count, ("pose",))
    check_lengths(message, what, 3 * count, ("size",))
    nodes = [_node_from_ros(message, i, what) for i in range(count)]
    if len({node.id for node in nodes}) < count:
        raise GraphError(f"{what}: ids must be unique")
    return nodes


def check_lengths(message: Any, what: str, expected: int, names: Iterable[str]) -> None:
    """Raises GraphError unless the named arrays of a message have as many entries as expected."""
    for name in names:
        found = len(getattr(message, name))
        if found != expected:
            raise GraphError(f"{what}: {name} has {found} entries, expected {expected}")


def _node_from_ros(message: Any, i: int, what: str) -> Node:
    node_id = message.id[i]
    where = f"{what}: node {node_id!r}"
    sx, sy, sz = (float(v) for v in message.size[3 * i : 3 * i + 3])
    if not (math.isfinite(sx) and math.isfinite(sy) and math.isfinite(sz)):
        raise GraphError(f"{where}: size ({sx}, {sy}, {sz}) must be finite")
    opening = None if math.isnan(message.opening[i]) else float(message.opening[i])
    try:
        model = model_from_json(message.model[i]) if message.model[i] else None
        check_opening(opening, model, where)
        return Node(
            id=node_id,
            label=message.label[i],
            kind=NodeKind(message.kind[i]),
            pose=validated_pose(pose_from_array(message.pose, i), where),
            size=(sx, sy, sz),
            shape=Shape(message.shape[i]),
            confidence=float(message.confidence[i]),
            last_seen=last_seen_from_ros(float(message.last_seen[i])),
            states=frozenset(State(s) for s in message.states[i].split()),
            attributes=frozenset(message.attributes[i].split()),
            model=model,
            opening=opening,
            told=word_from_json(message.told[i]) if message.told[i] else None,
        )
    except ValueError as error:
        raise GraphError(f"{where}: {error}") from None


def stamped(message: Any, frame: str, seconds: float) -> Any:
    """The message with its header filled in; returned for use in expressions."""
    message.header.frame_id = frame
    message.header.stamp = time_to_ros(seconds)
    return message
