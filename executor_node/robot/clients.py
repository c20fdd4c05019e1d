# SPDX-License-Identifier: Apache-2.0
"""The other nodes behind ports: the live scene graph, perception's discover_objects, the planner."""

from __future__ import annotations

import contextlib
import threading
import time
from array import array
from collections.abc import Callable, Mapping

import numpy as np
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.node import Node

from executor_node.wording import unanswered
from makedo.action import DiscoverObjects, PlanInstruction
from makedo.srv import GetSceneGraph, GetSeenPlaces, UpdateSceneGraph
from makedo_core.cancel import CancelToken
from makedo_core.failure import CausedError, FailureCause, Outcome
from makedo_core.graph.delta import Moment, moment_of
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ports import Discovery, GraphChange, PlaceSeen, PlanRequest, PlanResult
from makedo_core.sight.coverage import Cells
from makedo_ros.conversions.known_failures import known_failures_to_ros
from makedo_ros.conversions.nouns import (
    graph_from_ros,
    graph_to_ros,
    outcome_from_ros,
    poses_to_array,
    time_from_ros,
)
from makedo_ros.conversions.plans.contracts import choice_to_ros
from makedo_ros.conversions.plans.plans import plan_from_ros
from makedo_ros.conversions.questions import question_from_ros
from makedo_ros.graph_feed import GraphFeed
from makedo_ros.runtime.action_client import ActionClient
from makedo_ros.runtime.clients import CallError, call, finish, send_goal

STALL_FACTOR = 20.0  # a wait on the node's clock also ends after this many times its length in wall time
SHORTEST_STALL_S = 10.0
POLL_S = 0.08
ASK_TIMEOUT_S = 2.0
REVISION_TIMEOUT_S = 2.0
CLOCK_RESET_S = 5.0  # a graph older than this before the newest one: the clock began anew


class NoGraphError(CausedError):
    """No scene graph was received yet."""


class GraphClient:
    """The newest scene graph: as published, or as asked for while it is waited for; implements the port `GraphSource`.

    Args:
        node: to ask and to change the graph with.
        feed: what is published.
    """

    def __init__(self, node: Node, feed: GraphFeed) -> None:
        self._node, self._feed = node, feed
        self._lock = threading.Lock()
        self._published: SceneGraph | None = None  # the newest of the feed that was looked at
        self._newest: SceneGraph | None = None
        self._get = node.create_client(
            GetSceneGraph, "get_scene_graph", callback_group=ReentrantCallbackGroup()
        )
        self._seen = node.create_client(
            GetSeenPlaces, "get_seen_places", callback_group=ReentrantCallbackGroup()
        )
        self._update = node.create_client(
            UpdateSceneGraph, "update_scene_graph", callback_group=ReentrantCallbackGroup()
        )

    def newest(self) -> SceneGraph:
        """The newest snapshot.

        Raises:
            NoGraphError: before the first one.
        """
        graph = self._known()
        if graph is None:
            what = "no scene graph was received yet; is the node scene_graph active?"
            raise NoGraphError(FailureCause.STALE_GRAPH, what)
        return graph

    def wait_until(
        self, holds: Callable[[SceneGraph], bool], timeout_s: float, token: CancelToken
    ) -> SceneGraph | None:
        """The first snapshot for which a condition holds; None after timeout_s [s of the node's clock]."""
        end_s = self._now_s() + timeout_s
        stalled = time.monotonic() + max(SHORTEST_STALL_S, STALL_FACTOR * timeout_s)
        checked = None
        while True:
            token.check()
            graph = self._known()
            if graph is not None and graph is not checked:
                checked = graph
                if holds(graph):
                    return graph
            if self._now_s() > end_s or time.monotonic() > stalled:
                return None
            self._feed.wait(POLL_S)
            self._ask()

    def update(self, change: GraphChange) -> Outcome:
        """Apply facts, and wait until they are in the newest snapshot."""
        if not change:
            return Outcome()
        try:
            answer = call(self._update, _update_request(change))
        except CallError as error:
            return unanswered("the scene graph", error.cause, str(error))
        outcome = outcome_from_ros(answer.outcome)
        if outcome.ok:
            self._wait_revision(int(answer.revision))
        return outcome

    def seen_places(self, asset_id: str) -> Mapping[str, Cells] | None:
        """Which cells of each place of an asset an image has shown; None: the scene graph does not say."""
        try:
            answer = call(self._seen, GetSeenPlaces.Request(asset_id=asset_id), ASK_TIMEOUT_S)
        except CallError:
            return None
        if not outcome_from_ros(answer.outcome).ok:
            return None
        shapes = list(zip(answer.columns, answer.rows, strict=True))
        ends = np.cumsum([columns * rows for columns, rows in shapes])
        cells = np.split(np.asarray(answer.seen, bool), ends[:-1]) if shapes else []
        return {name: c.reshape(shape) for name, c, shape in zip(answer.place, cells, shapes, strict=True)}

    def _ask(self) -> None:
        """Fetch the newest snapshot: the topics are quiet while nothing but the time of observations changes."""
        with contextlib.suppress(CallError):
            answer = call(self._get, GetSceneGraph.Request(), ASK_TIMEOUT_S)
            if answer.outcome.code == 0:
                moment = Moment(int(answer.graph.revision), time_from_ros(answer.graph.header.stamp))
                with self._lock:
                    if self._is_news(moment):
                        self._newest = graph_from_ros(answer.graph)

    def _wait_revision(self, revision: int) -> None:
        deadline = time.monotonic() + REVISION_TIMEOUT_S
        while time.monotonic() < deadline:
            graph = self._known()
            if graph is not None and graph.revision >= revision:
                return
            self._feed.wait(POLL_S)

    def _known(self) -> SceneGraph | None:
        """The newest snapshot; None before the first one."""
        with self._lock:
            published = self._feed.newest()
            if published is not None and published is not self._published:
                self._published = published
                if self._is_news(moment_of(published)):
                    self._newest = published
            return self._newest

    def _is_news(self, moment: Moment) -> bool:
        """Whether a snapshot is later than the newest one, or of a clock that began anew."""
        if self._newest is None:
            return True
        known = moment_of(self._newest)
        if (moment.stamp, moment.revision) > (known.stamp, known.revision):
            return True
        back_s = known.stamp - moment.stamp
        if back_s > CLOCK_RESET_S:
            self._node.get_logger().warning(f"the scene graph's clock began anew, {back_s:.0f} s back")
            return True
        return False

    def _now_s(self) -> float:
        return float(self._node.get_clock().now().nanoseconds * 1e-9)


def _update_request(change: GraphChange) -> UpdateSceneGraph.Request:
    return UpdateSceneGraph.Request(
        add_source=[r.source for r in change.add],
        add_type=bytes(r.type for r in change.add),
        add_target=[r.target for r in change.add],
        remove_source=[r.source for r in change.drop],
        remove_type=bytes(r.type for r in change.drop),
        remove_target=[r.target for r in change.drop],
        state_id=[node_id for node_id, _ in change.states],
        state=[str(state) for _, state in change.states],
        pose_id=[node_id for node_id, _ in change.poses],
        pose=poses_to_array(pose for _, pose in change.poses) if change.poses else array("f"),
        opening_id=[node_id for node_id, _ in change.openings],
        opening=array("f", (value for _, value in change.openings)),
    )


class DiscoveryClient:
    """Perception's ROS action discover_objects; implements the port `Discoverer`."""

    LIMIT_S = 90.0

    def __init__(self, node: Node) -> None:
        self._client = ActionClient(
            node, DiscoverObjects, "discover_objects", callback_group=ReentrantCallbackGroup()
        )

    def discover(self, asset_id: str, token: CancelToken) -> Discovery:
        """Look at an asset (and into it when it is open)."""
        name = "discover_objects"
        try:
            goal = DiscoverObjects.Goal(asset_id=asset_id)
            handle = send_goal(self._client, goal, name, cancelled=lambda: token.cancelled)
            result = finish(handle, name, self.LIMIT_S, lambda: token.cancelled).result
        except CallError as error:
            lost = unanswered("the perception", error.cause, str(error))
            return Discovery(token.outcome if token.cancelled else lost)
        return Discovery(
            outcome_from_ros(result.outcome),
            tuple(result.added),
            tuple(result.moved),
            tuple(result.confirmed),
            tuple(result.missing),
            tuple(result.unseen),
            tuple(map(PlaceSeen, result.place, result.place_seen, result.place_hidden)),
            tuple(bytes(image.data) for image in result.images),
        )


class PlannerClient:
    """The planner's ROS action plan_instruction; implements the port `Planner`."""

    def __init__(self, node: Node, limit_s: float) -> None:
        self._limit_s = limit_s
        self._client = ActionClient(
            node, PlanInstruction, "plan_instruction", callback_group=ReentrantCallbackGroup()
        )

    def plan(self, request: PlanRequest, stage: Callable[[str], None], token: CancelToken) -> PlanResult:
        """Plan on a snapshot; `stage` is called with what the planner is busy with."""
        goal = PlanInstruction.Goal(
            instruction=request.instruction,
            graph=graph_to_ros(request.graph),
            known_failures=known_failures_to_ros(request.known_failures),
            goal=request.goal,
            time_limit_s=self._limit_s,
            strategy=request.strategy,
            past=request.past.to_json() if request.past is not None else "",
            choices=[choice_to_ros(choice) for choice in request.choices],
        )
        name = "plan_instruction"
        try:
            handle = send_goal(
                self._client,
                goal,
                name,
                feedback=lambda m: stage(m.feedback.stage),
                cancelled=lambda: token.cancelled,
            )
            result = finish(handle, name, self._limit_s + 10.0, lambda: token.cancelled or self._is_gone()).result
        except CallError as error:
            if token.cancelled:
                return PlanResult(token.outcome)
            if error.cause is FailureCause.CANCELED:
                return PlanResult(Outcome(FailureCause.COMPONENT_LOST, "the planner ended while it planned"))
            return PlanResult(unanswered("the planner", error.cause, str(error)))
        outcome = outcome_from_ros(result.outcome)
        return PlanResult(
            outcome,
            plan_from_ros(result.plan) if outcome.ok else None,
            result.plan.goal_text,
            result.plan.goal,
            result.explanation,
            tuple(result.candidates),
            question_from_ros(result.question),
        )

    def _is_gone(self) -> bool:
        return not self._client.server_is_ready()
