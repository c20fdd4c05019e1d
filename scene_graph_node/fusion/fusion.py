# SPDX-License-Identifier: Apache-2.0
"""Fuses frames of observations into the scene graph: who is who, what is gone, what rests where.

Deterministic: the same frames in the same order give the same snapshots. Snapshots are frozen; the fusion keeps
what no snapshot needs (votes, doubts, what has been looked at).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from makedo_core.geometry import UNKNOWN_POSE, Vector
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.sight.coverage import Cells
from makedo_core.sight.observation import Frame, Observation
from scene_graph_node.edits.draft import Draft
from scene_graph_node.edits.neighbours import relate_neighbours
from scene_graph_node.edits.relations import placement_of, raised, room_of_point
from scene_graph_node.fusion.association import Candidate, associate
from scene_graph_node.fusion.disputes import Disputes, untold
from scene_graph_node.fusion.evidence import Coverage, doubt_from, is_out_of_sight, sight_of
from scene_graph_node.fusion.identity import (
    Displaced,
    become,
    is_sure,
    known_as,
    said_of,
    told_apart_by,
    twin_of,
)
from scene_graph_node.fusion.ids import IdAllocator
from scene_graph_node.fusion.nearby import Nearby
from scene_graph_node.fusion.overlap import is_one_place, observed_box, without_doubles
from scene_graph_node.fusion.state_votes import AgreedStates, pushed_in
from scene_graph_node.fusion.tentative import Tentative
from scene_graph_node.fusion.tracks import LASTING_HITS, Track
from scene_graph_node.settings import BuilderSettings

CLOCK_RESET_S = 5.0  # a frame older than this before the newest one: the clock began anew
_HELD_SLACK_M = 0.06
SUREST = 0.99  # confidence in what is seen again and again
UNSURE = 0.6  # and in a thing that was seen, but not with the colour that is said of it


class Fusion:
    """Turns frames into edits of the graph. One frame, one draft.

    Args:
        graph: rooms, assets, agent and beliefs about objects.
        settings: thresholds.
    """

    def __init__(self, graph: SceneGraph, settings: BuilderSettings | None = None) -> None:
        self._settings = settings or BuilderSettings()
        self._containers = frozenset(self._settings.fusion.containers)
        self._tracks: dict[str, Track] = {}
        self._tentative = Tentative(self._settings.fusion)
        self._coverage = Coverage(self._settings.fusion)  # since something was said to be there
        self._shown = Coverage(self._settings.fusion)  # ever
        self._disputes = Disputes(self._settings.fusion)
        self._states = AgreedStates(self._settings.fusion.state_frames)
        self._names = IdAllocator(i for node in graph for i in (node.id, *(node.told.formerly if node.told else ())))
        self._given = frozenset(node.id for node in graph)
        self._displaced: dict[str, Displaced] = {}
        self._stamp = -math.inf
        self._frozen: set[str] = set()

    def fuse(self, graph: SceneGraph, frame: Frame, hand: Vector | None) -> SceneGraph:
        """The graph after a frame. A frame that is not newer than the last one changes nothing.

        Args:
            graph: the newest snapshot.
            frame: what an image showed.
            hand: the grasp point in the map frame [m]; None: not known.
        """
        if self._stamp - CLOCK_RESET_S < frame.stamp <= self._stamp:
            return graph
        self._stamp = frame.stamp
        draft = Draft(graph)
        if frame.steady:
            for asset in draft.nodes.values():
                if asset.kind is NodeKind.ASSET and asset.pose.is_known:
                    self._shown.add(asset, frame.view)
            self._states.fuse(draft, frame, self.closed)
            self._fuse_objects(draft, frame, hand)
            relate_neighbours(draft, self._settings.relations)
        return draft.commit(frame.stamp)

    def relocated(self, node: Node) -> None:
        """An object was moved by the robot: what was known of its pose from looking is void."""
        self._displaced.pop(node.id, None)
        track = self._tracks.get(node.id)
        if track is not None:
            self._tracks[node.id] = track.brought(node.pose if node.pose.is_known else track.pose)

    def new_id(self, label: str) -> str:
        """An id that no node has or had, for a thing of a class."""
        return self._names.new(label)

    def corrected(self, before: Node, node: Node) -> None:
        """A person said something of an object: what was known of it from looking is void as far as it is otherwise.

        Args:
            before: the node as it was.
            node: as it is now; may have another id.
        """
        self._disputes.forget(before.id)
        self._given |= {node.id}
        self._frozen = {node.id if i == before.id else i for i in self._frozen}
        self._displaced.pop(before.id, None)
        track = self._tracks.pop(before.id, None)
        said_where = node.told is not None and bool(node.told.matters & {Matter.PLACE, Matter.GONE})
        if track is not None and not said_where:
            self._tracks[node.id] = track.called(node.label)
        elif track is not None and node.pose.is_known:
            self._tracks[node.id] = track.called(node.label).brought(node.pose)

    def seen_places(self, asset: Node) -> dict[str, Cells]:
        """Which cells of each place of an asset an image has shown, by the place's name."""
        return self._shown.seen(asset)

    def look_again(self, asset: Node, kind: RegionKind) -> None:
        """Something was said to be in a place: that this was looked at before says nothing."""
        self._coverage.forget(asset.id, kind, asset)

    # --- states of assets

    def swung(self, asset_id: str) -> None:
        """The robot opened or closed something: what was seen of it before is void."""
        self._states.swung(asset_id)

    def closed(self, draft: Draft, asset: Node) -> None:
        """An asset was closed: its inside must be looked at anew, and what is in a drawer went in with it."""
        for coverage in (self._coverage, self._shown):
            coverage.forget(asset.id, RegionKind.INSIDE, asset)
        for object_id in draft.rests_on(asset.id):
            node = draft.nodes[object_id]
            pushed = pushed_in(node, asset)
            if pushed is not None:
                draft.put(pushed)
                self.relocated(pushed)

    # --- objects

    def _fuse_objects(self, draft: Draft, frame: Frame, hand: Vector | None) -> None:
        nearby = Nearby(n for n in draft.nodes.values() if n.kind in (NodeKind.ASSET, NodeKind.OBJECT))
        eye = frame.view.pose.position
        seen = [self._raised(draft, nearby, o).seen_from(eye) for o in frame.observations]
        known = [n for n in draft.nodes.values() if _is_observed(n)]
        self._freeze(known, seen, hand, draft)
        close = [n for i in nearby.around(*(o.pose.position for o in seen)) if _is_observed(n := draft.nodes[i])]
        pairs = associate([self._target(n, draft) for n in close], seen, self._settings.fusion)
        supplanting = [
            track
            for i, j in pairs.items()
            if close[i].id not in self._frozen and (track := self._see(close[i], seen[j], frame)) is not None
        ]
        loose = self._disputes.undisputed(draft, [o for j, o in enumerate(seen) if j not in pairs.values()], frame.view)
        loose = without_doubles(loose, [seen[j] for j in pairs.values()], self._holds)
        loose = [o for o in loose if not self._is_in_hand(o, hand)]
        taken = {close[i].id for i in pairs}
        self._doubt(draft, frame, [n for n in known if n.id not in taken], seen)
        confirmed = self._tentative.follow(loose, frame.view, frame.stamp) + supplanting
        self._look_for_beliefs(draft, frame, {o.label for o in loose})
        for track in confirmed:
            nearby.add(self._adopt(draft, nearby, track))
        self._lose_doubtful(draft)
        for node_id, track in self._lowest_first(frame.stamp):
            self._settle(draft, nearby, node_id, track)

    def _raised(self, draft: Draft, nearby: Nearby, observation: Observation) -> Observation:
        around = (draft.nodes[i] for i in nearby.around(observation.pose.position))
        return raised(observation, (n for n in around if n.kind is NodeKind.ASSET))

    def _holds(self, thing: Observation | Node) -> bool:
        """Whether something may be within the box around a thing: in a bowl, on a plate with a rim."""
        return thing.label in self._containers or thing.size[2] <= self._settings.relations.flat_m

    def _may_hold(self, holder: Node, thing: Node) -> bool:
        """Whether a thing may be within the box around another: it fits between its rims (no apple in a banana)."""
        return self._holds(holder) and min(holder.size[:2]) >= min(thing.size[:2])

    def _target(self, node: Node, draft: Draft) -> Candidate:
        slack_m = _HELD_SLACK_M if _is_held(draft, node.id) or node.id in self._frozen else 0.0
        if node.is_told(Matter.PLACE):
            slack_m = max(slack_m, self._settings.fusion.told_slack_m)
        mistaken = frozenset() if node.told is None else node.told.mistaken
        return Candidate(node.box, node.label, slack_m, mistaken, said_of(node))

    def _freeze(self, known: Sequence[Node], seen: Sequence[Observation], hand: Vector | None, draft: Draft) -> None:
        """Leave to the executor what the robot holds or is about to grasp, and what it has just lifted."""
        radius = self._settings.fusion.hand_radius_m
        near_labels = {o.label for o in seen if self._is_in_hand(o, hand)}
        around = set() if hand is None else set(Nearby(known).around(hand))
        frozen = set()
        for node in known:
            near = hand is not None and node.id in around and node.box.distance(hand) <= radius
            lifted = node.id in self._frozen and node.label in near_labels and hand is not None
            if near or lifted or _is_held(draft, node.id):
                frozen.add(node.id)
        self._frozen = frozen

    def _is_in_hand(self, observation: Observation, hand: Vector | None) -> bool:
        return hand is not None and observed_box(observation).distance(hand) <= self._settings.fusion.hand_radius_m

    def _see(self, node: Node, observation: Observation, frame: Frame) -> Track | None:
        """Take in an observation of a node; returns what stands in its place when that is of another class."""
        distance = frame.view.pose.distance(observation.pose)
        before = self._track(node, frame.stamp)
        observation = self._disputes.as_told(node, observation, frame.view)
        track = before.seen(observation, frame.stamp, distance, self._settings.fusion)
        if track.label == node.label:
            self._tracks[node.id] = track
            return None
        self._tracks[node.id] = replace(before, doubt=math.inf)
        return replace(track, begun=frame.stamp)

    def _track(self, node: Node, stamp: float) -> Track:
        """A node's track; one that was never seen has its own word for its class."""
        known = self._tracks.get(node.id)
        votes = ((node.label, 1.0),)
        placed_s = -math.inf if node.last_seen is None else node.last_seen
        fresh = Track(node.label, node.pose, node.size, node.shape, 0, stamp, -math.inf, votes, placed_s=placed_s)
        return known or fresh

    # --- what is not seen

    def _doubt(self, draft: Draft, frame: Frame, unseen: Iterable[Node], seen: Sequence[Observation]) -> None:
        """Gather what speaks against nodes that no observation belongs to."""
        others = [observed_box(o) for o in seen if not self._holds(o)]
        open_now = {asset for asset, state in frame.states if state is State.OPEN}
        for node in unseen:
            if node.id in self._frozen or is_out_of_sight(draft, node, open_now):
                continue
            sight = sight_of(node, frame.view, others, self._settings.fusion)
            track = self._track(node, frame.stamp)
            lasting = node.id in self._given or track.hits >= LASTING_HITS
            distance_m = frame.view.pose.distance(node.pose)
            doubt = doubt_from(sight, track, distance_m, lasting=lasting, settings=self._settings.fusion)
            if doubt > 0:
                self._tracks[node.id] = track.missed(doubt)

    def _doubtful(self, share: float) -> list[str]:
        limit = share * self._settings.fusion.lost_doubt - 1e-9
        return sorted(i for i, t in self._tracks.items() if t.doubt >= limit and i not in self._frozen)

    def _lose_doubtful(self, draft: Draft) -> None:
        for node_id in self._doubtful(1.0):
            if node_id in draft.nodes:
                self._lose(draft, draft.nodes[node_id])

    def _lose(self, draft: Draft, node: Node) -> None:
        """A node is known not to be where it was.

        It has moved to where one of its class has turned up since; or what was believed of it holds again; or it was
        a mistake and goes; or it waits without a place.
        """
        for resting in draft.rests_on(node.id):
            draft.place(resting, None)
        free = {i for i in self._tracks if i not in self._given or i in self._displaced}
        free -= self._frozen | {i for i in self._tracks if _is_held(draft, i)}
        twin = None if node.is_belief else twin_of(draft, self._tracks, node, free)
        track = self._tracks.pop(node.id, None)
        before = self._displaced.pop(node.id, None)
        fleeting = track is None or track.hits < LASTING_HITS
        if fleeting and before is not None:
            draft.put(replace(before.node, label=node.label, attributes=node.attributes, told=node.told))
            draft.place(node.id, before.placement)
        elif fleeting and node.id not in self._given:
            draft.remove(node.id)
        elif twin is not None:
            become(draft, node, twin, self._displaced.pop(twin.id, None))
            self._tracks[node.id] = self._tracks.pop(twin.id).called(node.label)
        else:
            draft.put(replace(untold(node, Matter.PLACE), pose=UNKNOWN_POSE, confidence=0.0))
            draft.place(node.id, None)

    def _look_for_beliefs(self, draft: Draft, frame: Frame, glimpsed: set[str]) -> None:
        """Give up beliefs about places that have been looked at enough, unless something of the kind is in view."""
        waiting = self._tentative.labels | glimpsed
        believed: dict[str, list[tuple[Node, Relation]]] = {}
        for node in draft.nodes.values():
            relation = draft.placement(node.id)
            if node.is_belief and relation is not None and node.kind is NodeKind.OBJECT:
                believed.setdefault(relation.target, []).append((node, relation))
        for asset_id, nodes in believed.items():
            asset = draft.nodes[asset_id]
            if asset.kind is not NodeKind.ASSET:
                continue
            covered = {r.type: self._coverage.is_covered(asset, r.type) for _, r in nodes}
            self._coverage.add(asset, frame.view)
            for node, relation in nodes:
                if covered[relation.type] and node.label not in waiting:
                    self._lose(draft, node)

    # --- what is seen

    def _adopt(self, draft: Draft, nearby: Nearby, track: Track) -> Node:
        """A thing seen often enough becomes a node: one that is looked for, or else a new one."""
        probe = Node("?", track.label, NodeKind.OBJECT, track.pose, track.size)
        here = self._placement(draft, nearby, probe, None)
        asset_id = None if here is None else _asset_under(draft, here.target)
        node = known_as(draft, self._tracks, track, asset_id, self._doubtful(0.5))
        if node is None:
            told_apart = told_apart_by(draft, track.label, track.colouring)
            node = Node(self._names.new(track.label), track.label, NodeKind.OBJECT, attributes=told_apart)
        else:
            if node.is_belief and draft.support(node.id) not in (None, asset_id):
                self._displaced[node.id] = Displaced(node, draft.placement(node.id))
            for resting in draft.rests_on(node.id):
                draft.place(resting, None)
        node = replace(node, pose=track.pose, size=track.size, shape=track.shape, confidence=0.7)
        draft.put(node)
        self._tracks[node.id] = track.called(node.label)
        self._supplant(draft, nearby, node)
        return node

    def _supplant(self, draft: Draft, nearby: Nearby, found: Node) -> None:
        """What was thought to be where a thing was found is not there any more: two solids do not share a place."""
        around = (draft.nodes[i] for i in nearby.around(found.pose.position) if i in draft.nodes)
        for other in around:
            if not _is_observed(other) or self._may_hold(found, other) or self._may_hold(other, found):
                continue
            track = self._track(other, self._stamp)
            leave = other.id in {found.id, *self._frozen} or _is_held(draft, other.id) or other.is_told(Matter.PLACE)
            if not leave and track.last_seen != self._stamp and is_one_place(found.box, other.box):
                self._tracks[other.id] = replace(track, doubt=math.inf)

    def _lowest_first(self, stamp: float) -> list[tuple[str, Track]]:
        """Objects seen in this frame, lowest first, so that supports are settled before what rests on them."""
        seen = [(i, t) for i, t in self._tracks.items() if t.last_seen == stamp and i not in self._frozen]
        return sorted(seen, key=lambda item: (item[1].pose.position[2], item[0]))

    def _settle(self, draft: Draft, nearby: Nearby, node_id: str, track: Track) -> None:
        """Write a track into its node, and find what it rests on."""
        fusion = self._settings.fusion
        node = draft.nodes[node_id]
        turned = abs(math.remainder(track.pose.yaw - node.pose.yaw, 2 * math.pi)) if node.pose.is_known else 0.0
        still = node.pose.is_known and node.pose.distance(track.pose) < fusion.deadband_m
        still = still and turned < fusion.deadband_rad and math.dist(node.size, track.size) < fusion.deadband_m
        surest = SUREST if is_sure(node, track) else UNSURE
        confidence = min(surest, max(0.7, node.confidence + 0.05))
        node = replace(untold(node, Matter.PLACE, Matter.GONE), confidence=confidence)
        if math.isfinite(track.placed_s):
            node = replace(node, last_seen=track.placed_s)
        if not still:
            node = replace(node, pose=track.pose, size=track.size, shape=track.shape)
        draft.put(node)
        said = None if track.stands_higher(self._settings.relations.enter_m) else draft.placement(node_id)
        placement = self._placement(draft, nearby, node, said)
        draft.place(node_id, placement, self._room(draft, node) if placement is None else None)

    def _room(self, draft: Draft, node: Node) -> str | None:
        stay_m = self._settings.relations.room_stay_m
        return room_of_point(_of(draft, NodeKind.ROOM), node.pose.position, draft.room(node.id), stay_m)

    def _placement(self, draft: Draft, nearby: Nearby, node: Node, previous: Relation | None) -> Relation | None:
        around = [draft.nodes[i] for i in nearby.around(node.pose.position) if i in draft.nodes]
        assets = [n for n in around if n.kind is NodeKind.ASSET]
        objects = [n for n in around if n.kind is NodeKind.OBJECT and not n.is_belief and not _is_held(draft, n.id)]
        return placement_of(node, assets, objects, previous, self._settings.relations, self._containers)


def _of(draft: Draft, kind: NodeKind) -> list[Node]:
    return [n for n in draft.nodes.values() if n.kind is kind]


def _is_observed(node: Node) -> bool:
    return node.kind is NodeKind.OBJECT and node.pose.is_known and not node.is_belief


def _is_held(draft: Draft, node_id: str) -> bool:
    placement = draft.placement(node_id)
    return placement is not None and placement.type is RelationType.HELD_BY


def _asset_under(draft: Draft, node_id: str) -> str | None:
    return node_id if draft.nodes[node_id].kind is NodeKind.ASSET else draft.support(node_id)
