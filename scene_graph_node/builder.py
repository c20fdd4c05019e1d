# SPDX-License-Identifier: Apache-2.0
"""Keeps the live scene graph: takes in frames, the robot's motion and what the robot caused; gives out snapshots.

Deterministic and free of ROS: the same calls in the same order give the same snapshots.
"""

from __future__ import annotations

import math
from dataclasses import replace

from makedo_core.failure import Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.correction import GraphCorrection
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    GraphError,
    Node,
    NodeKind,
    RelationType,
    SceneGraph,
    State,
)
from makedo_core.ports import GraphChange
from makedo_core.sight.coverage import Cells
from makedo_core.sight.observation import Frame
from scene_graph_node.edits.corrections import CorrectionResult, apply_correction
from scene_graph_node.edits.draft import Draft
from scene_graph_node.edits.neighbours import relate_neighbours
from scene_graph_node.edits.relations import room_of_point
from scene_graph_node.edits.updates import apply_change
from scene_graph_node.fusion.fusion import Fusion
from scene_graph_node.settings import BuilderSettings

_GRASP_REACH_M = 0.10  # an object whose pose is farther from the grasp point was not tracked to it


class GraphBuilder:
    """The scene graph over time.

    Args:
        graph: what is known at the start; must have the agent.
        settings: thresholds.

    Raises:
        GraphError: if the agent is missing.
    """

    def __init__(self, graph: SceneGraph, settings: BuilderSettings | None = None) -> None:
        if AGENT_ID not in graph:
            raise GraphError(f"the scene graph lacks the agent: add a node {AGENT_ID!r} of kind agent")
        self._settings = settings or BuilderSettings()
        self._graph = graph
        self._fusion = Fusion(graph, self._settings)
        self._base = graph[AGENT_ID].pose
        at = any(r.type is RelationType.AT for r in graph.outgoing(AGENT_ID))
        self._arrived: Pose | None = self._base if at else None  # where AT became true
        self._grip: Pose | None = None  # the held object in the hand's frame
        self._hand: Pose | None = None
        self._moved_at = -math.inf

    @property
    def graph(self) -> SceneGraph:
        """The newest snapshot. Its stamp is that of the newest frame it contains."""
        return self._graph

    def observe(self, frame: Frame) -> SceneGraph:
        """Take in a frame; one that is not newer than the last changes nothing."""
        hand = None if self._hand is None else self._hand.position
        self._graph = self._fusion.fuse(self._graph, frame, hand)
        return self._graph

    def move(self, base: Pose, hand: Pose | None, stamp: float) -> SceneGraph:
        """Take in where the robot is.

        Args:
            base: of the robot in the map frame.
            hand: of the grasp point in the map frame; None: not known.
            stamp: of both [s]. Within `period_s` of the last change nothing changes but the room.
        """
        self._base = base
        self._hand = hand
        draft = Draft(self._graph)
        self._leave(draft)
        rooms = (n for n in draft.nodes.values() if n.kind is NodeKind.ROOM)
        stay_m = self._settings.relations.room_stay_m
        room = room_of_point(rooms, base.position, draft.room(AGENT_ID), stay_m)
        if room is not None:
            draft.only(AGENT_ID, RelationType.IN, room)
        early = 0 <= stamp - self._moved_at < self._settings.agent.period_s
        if not early:
            moved = self._move_agent(draft)
            moved |= self._move_held(draft)
            if moved:
                self._moved_at = stamp
        self._graph = draft.commit(self._graph.stamp)
        return self._graph

    def update(self, change: GraphChange) -> Outcome:
        """Apply facts that the robot caused, all or nothing; see `apply_change` for the outcomes."""
        draft = Draft(self._graph)
        outcome = apply_change(draft, change)
        if not outcome.ok:
            return outcome
        for node_id, state in change.states:
            if state is State.CLOSED and draft.nodes[node_id].kind is NodeKind.ASSET:
                self._fusion.closed(draft, draft.nodes[node_id])
        for node_id, _ in change.openings:
            self._fusion.swung(node_id)
        for relation in change.add:
            if relation.type is RelationType.AT and relation.source == AGENT_ID:
                self._arrived = self._base
            if relation.type is RelationType.HELD_BY:
                self._take_in_hand(draft, draft.nodes[relation.source])
        relate_neighbours(draft, self._settings.relations)
        moved = {i for i, _ in change.poses} | {r.source for r in (*change.add, *change.drop)}
        for node_id in moved:
            node = draft.nodes[node_id]
            if node.told is not None:  # the robot, which moved it, knows better where it is
                draft.put(replace(node, told=node.told.without(Matter.PLACE, Matter.GONE)))
        self._graph = draft.commit(self._graph.stamp)
        for node_id in moved:
            self._fusion.relocated(self._graph[node_id])
        return outcome

    def seen_places(self, asset_id: str) -> dict[str, Cells] | None:
        """Which cells of each place of an asset an image has shown, by the place's name; None: it is no asset."""
        node = self._graph.nodes.get(asset_id)
        return None if node is None or node.kind is not NodeKind.ASSET else self._fusion.seen_places(node)

    def correct(self, correction: GraphCorrection, said_s: float) -> CorrectionResult:
        """Take over a person's word, all or nothing; see `apply_correction` for the outcomes.

        Args:
            correction: what is said.
            said_s: when [s of the node's clock].
        """
        draft = Draft(self._graph)
        containers = frozenset(self._settings.fusion.containers)
        result = apply_correction(
            draft, correction, said_s, self._fusion.new_id, self._settings.relations, containers
        )
        if not result.outcome.ok:
            return result
        relate_neighbours(draft, self._settings.relations)
        before, node = self._graph[correction.node_id], draft.nodes[result.node_id]
        self._graph = draft.commit(self._graph.stamp)
        self._fusion.corrected(before, node)
        place = draft.placement(node.id)
        if node.is_belief and place is not None and draft.nodes[place.target].kind is NodeKind.ASSET:
            kind = RegionKind.ON if place.type is RelationType.ON else RegionKind.INSIDE
            self._fusion.look_again(draft.nodes[place.target], kind)
        return result

    def _leave(self, draft: Draft) -> None:
        """AT no longer holds when the base has gone away from where it became true, and from the asset itself."""
        settings = self._settings.agent
        if self._arrived is None or self._arrived.distance(self._base) <= settings.leave_m:
            return
        at = draft.related(AGENT_ID, RelationType.AT)
        if any(draft.nodes[a].box.gap(self._base.position) <= settings.beside_m for a in at):
            return  # another side of the same table
        draft.only(AGENT_ID, RelationType.AT, None)
        self._arrived = None

    def _move_agent(self, draft: Draft) -> bool:
        node = draft.nodes[AGENT_ID]
        if not _has_moved(node.pose, self._base, self._settings.agent.move_m, self._settings.agent.turn_rad):
            return False
        draft.put(replace(node, pose=self._base))
        return True

    def _take_in_hand(self, draft: Draft, node: Node) -> None:
        """Remember how the hand holds an object. One that was not tracked to the hand is taken to be in its middle."""
        if self._hand is None:
            self._grip = None
            return
        if node.pose.is_known and math.dist(node.centre, self._hand.position) <= _GRASP_REACH_M:
            self._grip = self._hand.inverse() @ node.pose
            return
        x, y, z = self._hand.position
        pose = Pose.planar(x, y, self._hand.yaw, z - node.size[2] / 2)
        draft.put(replace(node, pose=pose))
        self._grip = self._hand.inverse() @ pose

    def _move_held(self, draft: Draft) -> bool:
        """A held object follows the hand."""
        held = draft.rests_on(AGENT_ID)
        if not held:
            self._grip = None
            return False
        if self._hand is None:
            return False
        node = draft.nodes[held[0]]
        if self._grip is None:
            self._take_in_hand(draft, node)
            node = draft.nodes[held[0]]
        if self._grip is None:
            return False
        pose = self._hand @ self._grip
        if not _has_moved(node.pose, pose, self._settings.agent.move_m, self._settings.agent.turn_rad):
            return False
        draft.put(replace(node, pose=pose))
        return True


def _has_moved(old: Pose, new: Pose, distance_m: float, turn_rad: float) -> bool:
    if not old.is_known:
        return True
    dot = abs(sum(a * b for a, b in zip(old.orientation, new.orientation, strict=True)))
    return old.distance(new) > distance_m or 2 * math.acos(min(1.0, dot)) > turn_rad
