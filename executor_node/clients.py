# SPDX-License-Identifier: Apache-2.0
"""The other nodes behind ports: the live scene graph, perception's discover_objects, the planner."""

from __future__ import annotations

import contextlib
import threading
import time
from array import array
from collections.abc import Callable

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.node import Node

from executor_node.wording import unanswered
from makedo import msg as makedo_msgs
from makedo.action import DiscoverObjects, PlanInstruction
from makedo.srv import GetSceneGraph, UpdateSceneGraph
from makedo_core.cancel import CancelToken
from makedo_core.failure import CausedError, FailureCause, Outcome
from makedo_core.ports import Discovery, GraphChange, PlaceSeen, PlanRequest, PlanResult
from makedo_core.scene_graph import SceneGraph
from makedo_ros.action_client import ActionClient
from makedo_ros.clients import CallError, call, finish, send_goal
from makedo_ros.conversions import (
    graph_from_ros,
    graph_to_ros,
    outcome_from_ros,
    plan_from_ros,
    poses_to_array,
    time_from_ros,
)
from makedo_ros.known_failures import known_failures_to_ros
from makedo_ros.qos import LATCHED

STALL_FACTOR = 20.0  # a wait on the node's clock also ends after this many times its length in wall time
SHORTEST_STALL_S = 10.0
POLL_S = 0.08
ASK_TIMEOUT_S = 2.0
CLOCK_RESET_S = 5.0  # a graph older than this before the newest one: the clock began anew


class NoGraphError(CausedError):
    """No scene graph was received yet."""


class GraphClient:
    """Newest scene graph from its topic; implements the port `GraphSource`."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._changed = threading.Condition()
        self._message: makedo_msgs.SceneGraph | None = None
        self._graph: SceneGraph | None = None
        node.create_subscription(
            makedo_msgs.SceneGraph,
            "scene_graph",
            self._on_graph,
            LATCHED,
            callback_group=MutuallyExclusiveCallbackGroup(),
        )
        self._get = node.create_client(
            GetSceneGraph, "get_scene_graph", callback_group=ReentrantCallbackGroup()
        )
        self._update = node.create_client(
            UpdateSceneGraph, "update_scene_graph", callback_group=ReentrantCallbackGroup()
        )

    def newest(self) -> SceneGraph:
        """The newest snapshot.

        Raises:
            NoGraphError: before the first one.
        """
        with self._changed:
            return self._converted()

    def has_graph(self) -> bool:
        """Whether any snapshot was received."""
        return self._message is not None

    def wait_until(
        self, holds: Callable[[SceneGraph], bool], timeout_s: float, token: CancelToken
    ) -> SceneGraph | None:
        """The first snapshot for which a condition holds; None after timeout_s [s of the node's clock]."""
        end_s = self._now_s() + timeout_s
        stalled = time.monotonic() + max(SHORTEST_STALL_S, STALL_FACTOR * timeout_s)
        checked = None
        while True:
            token.check()
            with self._changed:
                if self._message is not None and self._message is not checked:
                    checked = self._message
                    graph = self._converted()
                    if holds(graph):
                        return graph
                if self._now_s() > end_s or time.monotonic() > stalled:
                    return None
                self._changed.wait(POLL_S)
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

    def _ask(self) -> None:
        """Fetch the newest snapshot: the topic is quiet while nothing but the time of observations changes."""
        with contextlib.suppress(CallError):
            answer = call(self._get, GetSceneGraph.Request(), ASK_TIMEOUT_S)
            if answer.outcome.code == 0:
                self._on_graph(answer.graph)

    def _wait_revision(self, revision: int, timeout_s: float = 2.0) -> None:
        with self._changed:
            self._changed.wait_for(
                lambda: self._message is not None and self._message.revision >= revision, timeout_s
            )

    def _converted(self) -> SceneGraph:
        if self._message is None:
            what = "no scene graph was received yet; is the node scene_graph active?"
            raise NoGraphError(FailureCause.STALE_GRAPH, what)
        if self._graph is None:
            self._graph = graph_from_ros(self._message)
        return self._graph

    def _now_s(self) -> float:
        return float(self._node.get_clock().now().nanoseconds * 1e-9)

    def _on_graph(self, message: makedo_msgs.SceneGraph) -> None:
        with self._changed:
            if self._message is not None and _order(message) <= _order(self._message):
                back_s = time_from_ros(self._message.header.stamp) - time_from_ros(message.header.stamp)
                if back_s <= CLOCK_RESET_S:
                    return
                self._node.get_logger().warning(f"the scene graph's clock began anew, {back_s:.0f} s back")
            self._message, self._graph = message, None
            self._changed.notify_all()


def _order(message: makedo_msgs.SceneGraph) -> tuple[int, int, int]:
    stamp = message.header.stamp
    return (stamp.sec, stamp.nanosec, message.revision)


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
        """Plan on a snapshot; `stage` is told what the planner is busy with."""
        goal = PlanInstruction.Goal(
            instruction=request.instruction,
            graph=graph_to_ros(request.graph),
            known_failures=known_failures_to_ros(request.known_failures),
            goal=request.goal,
            time_limit_s=self._limit_s,
            strategy=request.strategy,
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
        )

    def _is_gone(self) -> bool:
        return not self._client.server_is_ready()
