# SPDX-License-Identifier: Apache-2.0
"""Fuses frames of observations into the scene graph: who is who, what is gone, what rests where.

Deterministic: the same frames in the same order give the same snapshots. Snapshots are frozen; the builder keeps
what no snapshot needs (hits, misses, what has been looked at).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from makedo_core.asset_model import RegionKind
from makedo_core.geometry import UNKNOWN_POSE, Box, Pose, Vector
from makedo_core.observation import Frame, Observation
from makedo_core.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from scene_graph_node.association import Target, associate, observed_centre
from scene_graph_node.draft import Draft
from scene_graph_node.evidence import Coverage, is_closed, is_missed
from scene_graph_node.naming import Names
from scene_graph_node.relations import placement_of, raised, room_of_point
from scene_graph_node.settings import BuilderSettings
from scene_graph_node.states import StateVotes, pushed_in
from scene_graph_node.tracks import LASTING_HITS, Track

CLOCK_RESET_S = 5.0  # a frame older than this before the newest one: the clock began anew
_HELD_SLACK_M = 0.06


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
        self._tentative: list[Track] = []
        self._coverage = Coverage(self._settings.fusion)
        self._votes = StateVotes(self._settings.fusion.state_frames)
        self._names = Names(node.id for node in graph)
        self._given = frozenset(node.id for node in graph)
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
            self._fuse_states(draft, frame)
            self._fuse_objects(draft, frame, hand)
        return draft.commit(frame.stamp)

    def relocated(self, node: Node) -> None:
        """An object was moved by the robot: what was known of its pose from looking is void."""
        track = self._tracks.get(node.id)
        if track is not None:
            pose = node.pose if node.pose.is_known else track.pose
            self._tracks[node.id] = replace(track, pose=pose, misses=0, mismatches=0)

    # --- states of assets

    def _fuse_states(self, draft: Draft, frame: Frame) -> None:
        for asset_id, state in frame.states:
            node = draft.nodes.get(asset_id)
            if node is None or node.kind is not NodeKind.ASSET or not self._votes.agree(asset_id, state):
                continue
            if state not in node.states:
                draft.put(node.with_state(state))
                if state is State.CLOSED:
                    self.closed(draft, node)

    def closed(self, draft: Draft, asset: Node) -> None:
        """An asset was closed: its inside must be looked at anew, and what is in a drawer went in with it."""
        self._coverage.forget(asset.id, RegionKind.INSIDE, asset)
        for object_id in draft.rests_on(asset.id):
            node = draft.nodes[object_id]
            pushed = pushed_in(node, asset)
            if pushed is not None:
                draft.put(pushed)
                self.relocated(pushed)

    # --- objects

    def _fuse_objects(self, draft: Draft, frame: Frame, hand: Vector | None) -> None:
        known = [n for n in draft.nodes.values() if n.kind is NodeKind.OBJECT and n.pose.is_known and not n.is_belief]
        assets = _of(draft, NodeKind.ASSET)
        frame = replace(frame, observations=tuple(raised(o, assets) for o in frame.observations))
        self._freeze(known, frame, hand, draft)
        pairs = associate([self._target(n, draft) for n in known], frame.observations, self._settings.fusion)
        pairs = {i: j for i, j in pairs.items() if not self._is_other(known[i], frame.observations[j])}
        for i, j in pairs.items():
            if known[i].id not in self._frozen:
                self._see(known[i], frame.observations[j], frame.stamp)
        loose = [o for j, o in enumerate(frame.observations) if j not in pairs.values()]
        loose = [o for o in loose if not self._is_in_hand(o, hand)]
        self._miss(draft, frame, [n for i, n in enumerate(known) if i not in pairs], loose)
        confirmed = self._track_tentatively(loose, frame.stamp)
        self._look_for_beliefs(draft, frame, {o.label for o in loose})
        for track in confirmed:
            self._adopt(draft, track)
        for label, track in self._newest_first(frame.stamp):
            self._settle(draft, label, track)

    def _target(self, node: Node, draft: Draft) -> Target:
        placement = draft.placement(node.id)
        held = placement is not None and placement.type is RelationType.HELD_BY
        slack = _HELD_SLACK_M if held or node.id in self._frozen else 0.0
        return Target(node.centre, max(node.size), node.label, slack)

    def _is_other(self, node: Node, observation: Observation) -> bool:
        """Whether another class has been seen at a node's place so often that it is no mistake of the detector."""
        track = self._tracks.get(node.id)
        limit = self._settings.fusion.mismatches
        return track is not None and observation.label != node.label and track.mismatches >= limit

    def _freeze(self, known: Sequence[Node], frame: Frame, hand: Vector | None, draft: Draft) -> None:
        """Leave to the executor what the robot holds or is about to grasp, and what it has just lifted."""
        radius = self._settings.fusion.hand_radius_m
        near_labels = {o.label for o in frame.observations if self._is_in_hand(o, hand)}
        frozen = set()
        for node in known:
            placement = draft.placement(node.id)
            held = placement is not None and placement.type is RelationType.HELD_BY
            near = hand is not None and node.box.distance(hand) <= radius
            lifted = node.id in self._frozen and node.label in near_labels and hand is not None
            if held or near or lifted:
                frozen.add(node.id)
        self._frozen = frozen

    def _is_in_hand(self, observation: Observation, hand: Vector | None) -> bool:
        if hand is None:
            return False
        box = Box(Pose(observed_centre(observation), observation.pose.orientation), observation.size)
        return box.distance(hand) <= self._settings.fusion.hand_radius_m

    def _see(self, node: Node, observation: Observation, stamp: float) -> None:
        track = self._tracks.get(node.id)
        if track is None:
            track = Track(node.label, node.pose, node.size, node.shape, 0, stamp)
        self._tracks[node.id] = track.seen(observation, stamp, self._settings.fusion)

    def _miss(self, draft: Draft, frame: Frame, unseen: Sequence[Node], loose: Sequence[Observation]) -> None:
        """Count nodes that should have been seen; those missed too often are lost."""
        centres = [observed_centre(o) for o in loose]
        open_now = {asset for asset, state in frame.states if state is State.OPEN}
        for node in unseen:
            if node.id in self._frozen or self._is_out_of_sight(draft, node, open_now):
                continue
            track = self._tracks.get(node.id) or Track(node.label, node.pose, node.size, node.shape, 1, frame.stamp)
            if not is_missed(node, frame.view, centres, self._settings.fusion):
                continue
            self._tracks[node.id] = replace(track, misses=track.misses + 1)
            if track.misses + 1 >= self._settings.fusion.lost_frames:
                self._lose(draft, node)

    def _is_out_of_sight(self, draft: Draft, node: Node, open_now: set[str]) -> bool:
        """Whether an object is in something closed, or in a drawer that this image does not show to be open."""
        placement = draft.placement(node.id)
        if placement is None or placement.type is not RelationType.INSIDE:
            return False
        asset = draft.nodes[placement.target]
        if asset.model is None:
            return False
        moving = any(r.moving and r.kind is RegionKind.INSIDE for r in asset.model.regions)
        return is_closed(asset) or (moving and asset.id not in open_now)

    def _lose(self, draft: Draft, node: Node) -> None:
        """A node is known not to be where it was: a lasting one waits without a place, a fleeting one goes."""
        for resting in draft.rests_on(node.id):
            draft.place(resting, None)
        track = self._tracks.pop(node.id, None)
        if node.id not in self._given and (track is None or track.hits < LASTING_HITS):
            draft.remove(node.id)
            return
        draft.put(replace(node, pose=UNKNOWN_POSE, confidence=0.0))
        draft.place(node.id, None)

    def _track_tentatively(self, loose: Sequence[Observation], stamp: float) -> list[Track]:
        """Follow things that belong to no node; returns those seen often enough to become one."""
        fusion = self._settings.fusion
        targets = [Target(_centre(t), max(t.size), t.label, strict=True) for t in self._tentative]
        pairs = associate(targets, loose, fusion)
        followed = [
            t.seen(loose[pairs[i]], stamp, fusion) if i in pairs else replace(t, absent=t.absent + 1)
            for i, t in enumerate(self._tentative)
        ]
        new = [o for j, o in enumerate(loose) if j not in pairs.values() and o.visibility >= fusion.min_visibility]
        followed += [Track.begun(o, stamp) for o in new]
        confirmed = [t for t in followed if t.hits >= fusion.confirm_hits and t.absent == 0]
        self._tentative = [t for t in followed if t not in confirmed and t.absent < fusion.forget_frames]
        return confirmed

    def _look_for_beliefs(self, draft: Draft, frame: Frame, glimpsed: set[str]) -> None:
        """Give up beliefs about places that have been looked at enough, unless something of the kind is in view."""
        waiting = {track.label for track in self._tentative} | glimpsed
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

    def _adopt(self, draft: Draft, track: Track) -> None:
        """A thing seen often enough becomes a node: one that is looked for, or else a new one."""
        node = self._known_as(draft, track)
        if node is None:
            name = self._names.new(track.label)
            node = Node(name, track.label, NodeKind.OBJECT)
        else:
            for resting in draft.rests_on(node.id):
                draft.place(resting, None)
        draft.put(replace(node, pose=track.pose, size=track.size, shape=track.shape, confidence=0.7))
        self._tracks[node.id] = track

    def _known_as(self, draft: Draft, track: Track) -> Node | None:
        """Which known object a new thing is: believed here, looked for in vain, missing, or believed elsewhere."""
        probe = Node("?", track.label, NodeKind.OBJECT, track.pose, track.size)
        here = self._placement(draft, probe, None)
        asset = None if here is None else self._asset_under(draft, here.target)
        ranked = []
        for node in draft.nodes.values():
            if node.kind is not NodeKind.OBJECT or node.label != track.label:
                continue
            rank = self._rank(draft, node, asset)
            if rank is not None:
                distance = node.pose.distance(track.pose) if node.pose.is_known else math.inf
                ranked.append((rank, distance, node.id))
        return draft.nodes[min(ranked)[2]] if ranked else None

    def _rank(self, draft: Draft, node: Node, asset: str | None) -> int | None:
        """How readily a known object is taken for a new thing at an asset, lowest first; None: never."""
        support = draft.support(node.id)
        if node.is_belief and support is not None and support == asset:
            return 0
        if not node.pose.is_known and draft.placement(node.id) is None:
            return 1
        track = self._tracks.get(node.id)
        if track is not None and track.misses > 0:
            return 2
        return 3 if node.is_belief else None

    def _asset_under(self, draft: Draft, node_id: str) -> str | None:
        return node_id if draft.nodes[node_id].kind is NodeKind.ASSET else draft.support(node_id)

    def _newest_first(self, stamp: float) -> list[tuple[str, Track]]:
        """Objects seen in this frame, lowest first, so that supports are settled before what rests on them."""
        seen = [(i, t) for i, t in self._tracks.items() if t.last_seen == stamp and i not in self._frozen]
        return sorted(seen, key=lambda item: (item[1].pose.position[2], item[0]))

    def _settle(self, draft: Draft, node_id: str, track: Track) -> None:
        """Write a track into its node, and find what it rests on."""
        fusion = self._settings.fusion
        node = draft.nodes[node_id]
        turned = abs(math.remainder(track.pose.yaw - node.pose.yaw, 2 * math.pi)) if node.pose.is_known else 0.0
        still = node.pose.is_known and node.pose.distance(track.pose) < fusion.deadband_m
        still = still and turned < fusion.deadband_rad and math.dist(node.size, track.size) < fusion.deadband_m
        confidence = min(0.99, max(0.7, node.confidence + 0.05))
        if still:
            node = replace(node, confidence=confidence, last_seen=track.last_seen)
        else:
            node = replace(
                node,
                pose=track.pose,
                size=track.size,
                shape=track.shape,
                confidence=confidence,
                last_seen=track.last_seen,
            )
        draft.put(node)
        placement = self._placement(draft, node, draft.placement(node_id))
        room = None if placement is not None else room_of_point(_of(draft, NodeKind.ROOM), node.pose.position)
        draft.place(node_id, placement, room)

    def _placement(self, draft: Draft, node: Node, previous: Relation | None) -> Relation | None:
        supports = [n for n in _of(draft, NodeKind.OBJECT) if not n.is_belief and self._may_support(draft, n)]
        return placement_of(
            node, _of(draft, NodeKind.ASSET), supports, previous, self._settings.relations, self._containers
        )

    def _may_support(self, draft: Draft, node: Node) -> bool:
        placement = draft.placement(node.id)
        return placement is None or placement.type is not RelationType.HELD_BY


def _of(draft: Draft, kind: NodeKind) -> list[Node]:
    return [n for n in draft.nodes.values() if n.kind is kind]


def _centre(track: Track) -> Vector:
    return track.pose.transform((0.0, 0.0, track.size[2] / 2))
