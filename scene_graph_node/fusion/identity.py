# SPDX-License-Identifier: Apache-2.0
"""Which known object a newly seen thing is, and which new object a lost one has become.

A thing that turns up is taken for one of its class that has no place, or whose place is in doubt, before it is taken
for a new one. When an object is found gone from its place, and one of its class has turned up elsewhere since it was
last seen, the two are one: it was moved while nobody looked.

A class is no identity where a colour is said of a thing: then its colour must have been seen as well.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from makedo_core.sight.colours import Colouring, colours_among, confirmed, contradicted
from scene_graph_node.edits.draft import Draft
from scene_graph_node.fusion.tracks import Track

NEAR_M = 1.0  # a thing that has just gone is rather found again within this distance than taken for another


@dataclass(frozen=True, slots=True)
class Displaced:
    """What was believed of an object before a thing elsewhere was taken for it."""

    node: Node
    placement: Relation | None


def known_as(
    draft: Draft, tracks: Mapping[str, Track], found: Track, asset_id: str | None, doubtful: Collection[str]
) -> Node | None:
    """Which known object a newly confirmed thing is; None: a new one.

    Args:
        draft: the graph.
        tracks: by object.
        found: the thing.
        asset_id: what it finally rests on.
        doubtful: objects that were not seen where they should be.
    """
    ranked = []
    for node in draft.nodes.values():
        if node.kind is not NodeKind.OBJECT or not is_seen_as(node, found.label):
            continue
        if not may_be(node, found.colouring):
            continue
        distance = node.pose.distance(found.pose) if node.pose.is_known else math.inf
        rank = _rank(draft, node, asset_id, distance, node.id in doubtful)
        if rank and node.label != found.label:
            continue  # what is only mistaken for it is rather another thing, but where it has just gone
        if rank is not None and _seen_at(tracks, node.id) != found.last_seen:
            ranked.append((rank, distance, node.id))
    return draft.nodes[min(ranked)[2]] if ranked else None


def _rank(draft: Draft, node: Node, asset_id: str | None, distance: float, in_doubt: bool) -> int | None:
    """How readily a known object is taken for a thing, lowest first; None: never."""
    placement = draft.placement(node.id)
    if placement is not None and placement.type is RelationType.HELD_BY:
        return None
    if in_doubt and distance <= NEAR_M:
        return 0
    support = draft.support(node.id)
    if node.is_belief and support is not None and support == asset_id:
        return 1
    if not node.pose.is_known and placement is None:
        return 2
    if in_doubt:
        return 3
    return 4 if node.is_belief else None


def twin_of(draft: Draft, tracks: Mapping[str, Track], lost: Node, candidates: Collection[str]) -> Node | None:
    """The object that a lost one has become: of its class, and not known before the lost one was last seen.

    Args:
        draft: the graph.
        tracks: by object.
        lost: the object that is not where it was.
        candidates: objects that may be other ones than they seem.
    """
    last_seen = _seen_at(tracks, lost.id)
    found = [
        (tracks[node_id].begun, node_id)
        for node_id in candidates
        if node_id != lost.id
        and node_id in tracks
        and node_id in draft.nodes
        and is_seen_as(lost, draft.nodes[node_id].label)
        and may_be(lost, tracks[node_id].colouring)
        and draft.nodes[node_id].pose.is_known
        and tracks[node_id].begun > last_seen
    ]
    return draft.nodes[min(found)[1]] if found else None


def become(draft: Draft, lost: Node, twin: Node, before: Displaced | None) -> None:
    """Let a lost object take the place of its twin, with all that rests on it.

    Args:
        draft: the graph.
        lost: keeps its id, class, states, attributes and what was told of these.
        twin: goes, or is again what was believed of it.
        before: what was believed of the twin; None: it was not known.
    """
    placement, room = draft.placement(twin.id), draft.room(twin.id)
    resting = [(i, draft.placement(i)) for i in draft.rests_on(twin.id)]
    if before is None:
        draft.remove(twin.id)
    else:
        draft.put(before.node)
        draft.place(twin.id, before.placement)
    told = None if lost.told is None else lost.told.without(Matter.PLACE, Matter.GONE)
    known = replace(twin, id=lost.id, label=lost.label, states=lost.states, attributes=lost.attributes, told=told)
    draft.put(known)
    draft.place(lost.id, None if placement is None else replace(placement, source=lost.id), room)
    for node_id, relation in resting:
        if relation is not None:
            draft.place(node_id, replace(relation, target=lost.id))


def is_seen_as(node: Node, label: str) -> bool:
    """Whether an observation of a class may be of a node, also by a mistake that a person told of."""
    return label == node.label or (node.told is not None and label in node.told.mistaken)


def may_be(node: Node, seen: Colouring) -> bool:
    """Whether what was seen may be a node, by its colours: where they were measured, those said of it must show.

    A person's word on what a thing looks like stands against what a camera makes of it.
    """
    said = said_of(node)
    if contradicted(said, seen) is not None:
        return False
    return confirmed(said, seen) or seen.one_sided or not seen.is_measured


def said_of(node: Node) -> frozenset[str]:
    """What is said of a node's looks and can be checked by looking; nothing of what a person said of it."""
    return frozenset() if node.is_told(Matter.ATTRIBUTES) else node.attributes


def told_apart_by(draft: Draft, label: str, seen: Colouring) -> frozenset[str]:
    """What tells a new thing from others of its class: its colour, where the graph tells those apart by theirs."""
    main = seen.main()
    if main is None or seen.one_sided:
        return frozenset()
    alike = (n for n in draft.nodes.values() if n.kind is NodeKind.OBJECT and n.label == label)
    return frozenset({str(main)}) if any(colours_among(n.attributes) for n in alike) else frozenset()


def is_sure(node: Node, track: Track) -> bool:
    """Whether every colour that is said of a node has been seen where it is."""
    return track.shown.issuperset(colours_among(said_of(node)))


def _seen_at(tracks: Mapping[str, Track], node_id: str) -> float:
    track = tracks.get(node_id)
    return -math.inf if track is None else track.last_seen
