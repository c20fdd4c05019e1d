# SPDX-License-Identifier: Apache-2.0
"""What a person says of a node, applied to a draft all or nothing and marked as a person's word."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import UNKNOWN_POSE, Pose, Vector
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.correction import GraphCorrection
from makedo_core.graph.laws import MOST_REMOTE_M
from makedo_core.graph.persons_word import Matter, PersonsWord
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType
from scene_graph_node.edits.draft import Draft
from scene_graph_node.edits.relations import placement_of, room_of_point
from scene_graph_node.settings import RelationSettings

SEEN_CONFIDENCE = 0.97
"""Of a thing whose place was shown: as sure as looking makes it, and yet another number."""
BELIEF_CONFIDENCE = 0.47
"""Of a thing that is said to be somewhere on a table: a belief, for the robot has to look where exactly."""
BESIDE_M = 0.3
"""A point this far beside what it is to be on is a mistake."""
_REGIONS = {RelationType.ON: {RegionKind.ON}, RelationType.INSIDE: {RegionKind.INSIDE, RegionKind.HAND}}
"""Where things can be so; what somebody has is inside of their hands."""


@dataclass(frozen=True, slots=True)
class CorrectionResult:
    """How a correction went, and the node's id from now on."""

    outcome: Outcome
    node_id: str = ""


def apply_correction(
    draft: Draft,
    correction: GraphCorrection,
    said_s: float,
    new_id: Callable[[str], str],
    settings: RelationSettings,
    containers: frozenset[str],
) -> CorrectionResult:
    """Edit a draft; on any outcome but a success the draft must be thrown away.

    Args:
        draft: of the graph.
        correction: what a person says.
        said_s: when [s of the node's clock].
        new_id: an id for a thing of a class.
        settings: of what rests where.
        containers: classes of objects that things can be inside of.

    Returns:
        UNKNOWN_OBJECT and UNKNOWN_PLACE for ids that are not in the graph; INVALID_INSTRUCTION for what says nothing
        or contradicts itself; INVALID_GRAPH for what cannot be so.
    """
    problem = _problem(draft, correction)
    if problem is not None:
        return CorrectionResult(problem)
    before = draft.nodes[correction.node_id]
    told = _word(before, correction, said_s)
    renamed = correction.label not in ("", before.label) and _is_named_after(before, draft)
    if renamed:
        told = replace(told, formerly=(*told.formerly, before.id))
    node = replace(before, told=told)
    if correction.label:
        node = replace(node, label=correction.label)
    if correction.attributes is not None:
        node = replace(node, attributes=correction.attributes)
    draft.put(node)
    if correction.gone:
        _remove(draft, node)
    if correction.moves and not _move(draft, node, correction, settings, containers):
        return CorrectionResult(_invalid(f"{node.id} would come to rest on itself"))
    if not renamed:
        return CorrectionResult(SUCCESS, node.id)
    name = new_id(node.label)
    draft.rename(node.id, name)
    return CorrectionResult(SUCCESS, name)


def _problem(draft: Draft, correction: GraphCorrection) -> Outcome | None:
    node = draft.nodes.get(correction.node_id)
    if node is None:
        return Outcome(FailureCause.UNKNOWN_OBJECT, f"not in the scene graph: {correction.node_id}")
    if not correction:
        return _wrong(f"nothing is said of {node.id}")
    if correction.gone and correction.moves:
        return _wrong(f"{node.id} cannot be gone and somewhere; say one of them")
    if node.kind in (NodeKind.ROOM, NodeKind.AGENT):
        return _invalid(f"{node.id} is {_kind(node)}; of furniture and things it can be said what and where they are")
    if (correction.gone or correction.moves) and node.kind is not NodeKind.OBJECT:
        return _invalid(f"{node.id} is furniture, which stays where it is; of things it can be said where they are")
    placement = draft.placement(node.id)
    if (correction.gone or correction.moves) and placement is not None and placement.type is RelationType.HELD_BY:
        return _invalid(f"the robot holds {node.id}; have it put down")
    return _wrong_place(draft, correction)


def _wrong_place(draft: Draft, correction: GraphCorrection) -> Outcome | None:
    point, place = correction.point, correction.place
    if point is not None and not all(abs(v) <= MOST_REMOTE_M for v in point):  # NaN is not, either
        return _wrong(f"the point {point} is not of this world; give three numbers in metres of the map frame")
    if place is None:
        return None
    target = draft.nodes.get(place.target)
    if target is None:
        return Outcome(FailureCause.UNKNOWN_PLACE, f"not in the scene graph: {place.target}")
    if place.source != correction.node_id or place.type not in (*_REGIONS, RelationType.IN):
        return _invalid(f"'{place}' does not say where {correction.node_id} is; expected on, inside or in a room")
    fits = target.kind is NodeKind.ROOM if place.type is RelationType.IN else target.kind in _SUPPORTS
    if not fits or not _has_room_for(target, place.type):
        return _invalid(f"'{place}': nothing can be {place.type.name.lower()} {target.id}, which is {_kind(target)}")
    if point is not None and target.pose.is_known and min(target.size) > 0 and target.box.gap(point) > BESIDE_M:
        return _wrong(f"the point {point} is more than {BESIDE_M:g} m beside {target.id}")
    return None


_SUPPORTS = frozenset({NodeKind.ASSET, NodeKind.OBJECT})


def _has_room_for(target: Node, kind: RelationType) -> bool:
    """Whether an asset has a place of the kind; of things nothing is known."""
    if target.model is None or kind not in _REGIONS:
        return True
    return any(region.kind in _REGIONS[kind] for region in target.model.regions)


def _word(before: Node, correction: GraphCorrection, said_s: float) -> PersonsWord:
    """All that people said of a node, with what is said now."""
    said = {
        Matter.CLASS: bool(correction.label),
        Matter.ATTRIBUTES: correction.attributes is not None,
        Matter.PLACE: correction.moves,
        Matter.GONE: correction.gone,
    }
    new = {matter for matter, is_said in said.items() if is_said}
    old = before.told or PersonsWord(frozenset())
    kept = old.matters - ({Matter.PLACE, Matter.GONE} if correction.gone or correction.moves else set())
    mistaken, left = old.mistaken, old.left
    if correction.label:
        mistaken = (old.mistaken | {before.label}) - {correction.label}
    if correction.gone or correction.moves:
        seen_there = before.pose.is_known and Matter.PLACE not in old.matters
        left = before.pose.position if seen_there else old.left
    return PersonsWord(frozenset(kept | new), said_s, old.formerly, mistaken, left)


def _remove(draft: Draft, node: Node) -> None:
    """It is not where it was, nor is anything on it."""
    for resting in draft.rests_on(node.id):
        draft.place(resting, None)
    draft.put(replace(node, pose=UNKNOWN_POSE, confidence=0.0))
    draft.place(node.id, None)


def _move(
    draft: Draft,
    node: Node,
    correction: GraphCorrection,
    settings: RelationSettings,
    containers: frozenset[str],
) -> bool:
    """It is elsewhere. False if it would rest on itself."""
    place, point = correction.place, correction.point
    if point is None:
        node = replace(node, pose=UNKNOWN_POSE, confidence=BELIEF_CONFIDENCE)
    else:
        node = replace(node, pose=_standing(node, point), confidence=SEEN_CONFIDENCE)
    if place is None:
        assets = [n for n in draft.nodes.values() if n.kind is NodeKind.ASSET]
        things = [n for n in draft.nodes.values() if n.kind is NodeKind.OBJECT and not n.is_belief]
        place = placement_of(node, assets, things, None, settings, containers)
    draft.put(node)
    if place is None:
        rooms = [n for n in draft.nodes.values() if n.kind is NodeKind.ROOM]
        return draft.place(node.id, None, room_of_point(rooms, node.pose.position))
    if place.type is RelationType.IN:
        return draft.place(node.id, None, place.target)
    return draft.place(node.id, place)


def _standing(node: Node, point: Vector) -> Pose:
    yaw = node.pose.yaw if node.pose.is_known else 0.0
    return Pose.planar(point[0], point[1], yaw, point[2])


def _is_named_after(before: Node, draft: Draft) -> bool:
    """Whether a thing's id is its class and a number, which would be false with another class.

    What the robot holds keeps its id until it is put down: plans that are being carried out name it.
    """
    placement = draft.placement(before.id)
    held = placement is not None and placement.type is RelationType.HELD_BY
    named = re.fullmatch(rf"{re.escape(before.label)}_\d+", before.id) is not None
    return before.kind is NodeKind.OBJECT and named and not held


def _kind(node: Node) -> str:
    named = {NodeKind.ROOM: "a room", NodeKind.AGENT: "the robot", NodeKind.OBJECT: "a thing"}
    return named.get(node.kind, "furniture")


def _wrong(message: str) -> Outcome:
    return Outcome(FailureCause.INVALID_INSTRUCTION, message)


def _invalid(message: str) -> Outcome:
    return Outcome(FailureCause.INVALID_GRAPH, message)
