# SPDX-License-Identifier: Apache-2.0
"""Facts that the robot knows because it caused them, applied to a draft all or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import UNKNOWN_POSE, Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.openings import opened_to
from makedo_core.graph.scene_graph import PLACEMENTS, Node, NodeKind, Relation, RelationType
from makedo_core.ports import GraphChange
from scene_graph_node.edits.draft import Draft
from scene_graph_node.edits.relations import region_poses

_K = NodeKind
_ENDS: dict[RelationType, tuple[frozenset[NodeKind], frozenset[NodeKind]]] = {
    RelationType.IN: (frozenset({_K.ASSET, _K.OBJECT, _K.AGENT}), frozenset({_K.ROOM})),
    RelationType.ON: (frozenset({_K.OBJECT}), frozenset({_K.ASSET, _K.OBJECT})),
    RelationType.INSIDE: (frozenset({_K.OBJECT}), frozenset({_K.ASSET, _K.OBJECT})),
    RelationType.NEXT_TO: (frozenset({_K.ASSET, _K.OBJECT}), frozenset({_K.ASSET, _K.OBJECT})),
    RelationType.HELD_BY: (frozenset({_K.OBJECT}), frozenset({_K.AGENT})),
    RelationType.AT: (frozenset({_K.AGENT}), frozenset({_K.ASSET})),
    RelationType.CONNECTED: (frozenset({_K.ROOM}), frozenset({_K.ROOM})),
}
_REGION_KINDS = {RelationType.ON: RegionKind.ON, RelationType.INSIDE: RegionKind.INSIDE}
BEYOND = 0.1  # [rad or m] by which a measured opening may be beyond what a door's description says
_KNOWN_CONFIDENCE = 0.9  # of what the robot has in its hand or has just put down


def apply_change(draft: Draft, change: GraphChange) -> Outcome:
    """Edit a draft; on any outcome but a success the draft must be thrown away.

    Returns:
        UNKNOWN_OBJECT naming every id that is not in the graph; INVALID_GRAPH when a relation joins nodes that it
        cannot join, a second object is to be held, or something would come to rest on itself.
    """
    problem = _unknown_ids(draft, change) or _wrong_ends(draft, change) or _wrong_openings(draft, change)
    if problem is not None:
        return problem
    held = draft.held()
    for relation in change.drop:
        _drop(draft, relation)
    for node_id, pose in change.poses:
        if not _may_be_moved(draft.nodes[node_id]):
            return _invalid(f"{node_id} stays where it is; only objects and what can be turned over are given poses")
        draft.put(_moved(draft.nodes[node_id], pose))
    for relation in change.add:
        released = relation.source in held and all(i != relation.source for i, _ in change.poses)
        problem = _add(draft, relation, released=released)
        if problem is not None:
            return problem
    for node_id in held:
        if draft.placement(node_id) is None and all(i != node_id for i, _ in change.poses):
            draft.put(_fallen(draft.nodes[node_id]))
    for node_id, state in change.states:
        draft.put(draft.nodes[node_id].with_state(state))
    for node_id, value in change.openings:
        draft.put(opened_to(draft.nodes[node_id], value))
    return SUCCESS


def _unknown_ids(draft: Draft, change: GraphChange) -> Outcome | None:
    named = [end for r in (*change.add, *change.drop) for end in (r.source, r.target)]
    named += [node_id for node_id, _ in (*change.states, *change.poses, *change.openings)]
    unknown = sorted({node_id for node_id in named if node_id not in draft.nodes})
    if not unknown:
        return None
    return Outcome(FailureCause.UNKNOWN_OBJECT, f"not in the scene graph: {_some(unknown)}")


def _wrong_ends(draft: Draft, change: GraphChange) -> Outcome | None:
    for relation in change.add:
        sources, targets = _ENDS[relation.type]
        if draft.nodes[relation.source].kind not in sources or draft.nodes[relation.target].kind not in targets:
            source, target = (" or ".join(sorted(k.name.lower() for k in kinds)) for kinds in (sources, targets))
            return _invalid(f"'{relation}': {relation.type.name.lower()} joins {source} to {target}")
    placed = [r.source for r in change.add if r.type in PLACEMENTS]
    twice = sorted(s for s, number in Counter(placed).items() if number > 1)
    return _invalid(f"two placements for {_some(twice)}; give one") if twice else None


def _wrong_openings(draft: Draft, change: GraphChange) -> Outcome | None:
    """An opening that no door or drawer can have: a sensor that lies, or a message that nobody meant."""
    for node_id, value in change.openings:
        model = draft.nodes[node_id].model
        if model is None or model.articulation is None:
            return _invalid(f"{node_id} has no door or drawer that could be open by {value:g}")
        low, high = sorted(model.articulation.range)
        if not low - BEYOND <= value <= high + BEYOND:
            return _invalid(f"{node_id} opens from {low:g} to {high:g}; it cannot be open by {value:g}")
    return None


def _some(ids: Sequence[str], most: int = 10) -> str:
    return ", ".join(ids[:most]) + (f" and {len(ids) - most} more" if len(ids) > most else "")


def _drop(draft: Draft, relation: Relation) -> None:
    if relation.type in PLACEMENTS:
        if draft.placement(relation.source) == relation:
            draft.place(relation.source, None)
    else:
        draft.unrelate(relation)


def _add(draft: Draft, relation: Relation, *, released: bool) -> Outcome | None:
    if relation.type not in PLACEMENTS:
        if relation.type in (RelationType.IN, RelationType.AT):
            draft.only(relation.source, relation.type, relation.target)
        else:
            draft.relate(relation)
        return None
    node = draft.nodes[relation.source]
    if relation.type is RelationType.HELD_BY:
        held = [i for i in draft.rests_on(relation.target) if i != node.id]
        if held:
            return _invalid(f"{relation.target} already holds {held[0]}; it cannot hold {node.id} too")
        draft.put(replace(node, confidence=max(node.confidence, _KNOWN_CONFIDENCE)))
    elif released and node.pose.is_known:
        draft.put(_set_down(node, draft.nodes[relation.target], relation.type))
    if not draft.place(node.id, relation):
        return _invalid(f"'{relation}' would make {node.id} rest on itself")
    return None


def _may_be_moved(node: Node) -> bool:
    return node.kind is NodeKind.OBJECT or (node.model is not None and node.model.turning is not None)


def _moved(node: Node, pose: Pose) -> Node:
    confidence = max(node.confidence, _KNOWN_CONFIDENCE) if pose.is_known else node.confidence
    return replace(node, pose=pose, confidence=confidence)


def _fallen(node: Node) -> Node:
    """What is in the hand no more, and nobody put anywhere: it is where it fell to, and not where the hand had it."""
    return replace(node, pose=UNKNOWN_POSE, confidence=0.0)


def _set_down(node: Node, support: Node, kind: RelationType) -> Node:
    """A held object let go over a support: upright, at the height of the region below it."""
    x, y, z = node.pose.position
    if support.kind is NodeKind.OBJECT and support.pose.is_known:
        z = support.pose.position[2] + (support.size[2] if kind is RelationType.ON else 0.0)
    elif support.model is not None:
        heights = [
            pose.position[2]
            for region in support.model.regions
            if region.kind is _REGION_KINDS[kind]
            for pose in region_poses(support, region)
        ]
        if heights:
            z = min(heights, key=lambda height: abs(height - node.pose.position[2]))
    return replace(node, pose=Pose.planar(x, y, node.pose.yaw, z), confidence=max(node.confidence, _KNOWN_CONFIDENCE))


def _invalid(message: str) -> Outcome:
    return Outcome(FailureCause.INVALID_GRAPH, message)


