# SPDX-License-Identifier: Apache-2.0
"""ROS node `scene_graph`: the live 3D scene graph, published latched, served and updated."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.lifecycle import LifecyclePublisher
from visualization_msgs.msg import MarkerArray

from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.geometry import Pose
from makedo_core.ontology import load_ontology
from makedo_core.scene_graph import GraphError, SceneGraph
from makedo_ros.conversions import graph_to_ros, outcome_to_ros
from makedo_ros.graph_updates import change_from_ros
from makedo_ros.lifecycle import MakedoNode
from makedo_ros.markers import markers_of
from makedo_ros.observations import FrameError, frame_from_ros
from makedo_ros.qos import LATCHED, RELIABLE
from makedo_ros.spin import run
from makedo_ros.tf import TransformBuffer, TransformError
from scene_graph_node.asking import KnowledgeService
from scene_graph_node.builder import GraphBuilder
from scene_graph_node.scene_file import load_scene
from scene_graph_node.settings import AgentSettings, BuilderSettings, FusionSettings, RelationSettings

from makedo.msg import Observations  # isort: skip
from makedo.msg import SceneGraph as SceneGraphMessage  # isort: skip
from makedo.srv import GetSceneGraph, UpdateSceneGraph  # isort: skip

QUIET_PERIOD_S = 1.0  # a graph in which objects were only seen again is published this often


class SceneGraphNode(MakedoNode):
    """Owns the builder; every access goes through one lock."""

    def __init__(self) -> None:
        super().__init__("scene_graph")
        self._lock = threading.Lock()
        self._builder: GraphBuilder | None = None
        self._knowledge: KnowledgeService | None = None
        self._ontology_files: tuple[Path, ...] = ()
        self._transforms = TransformBuffer(self)
        self._published: SceneGraph | None = None
        self._drawn: SceneGraph | None = None
        self._published_at = 0.0
        self._frames = 0
        self._refused = 0

    def configure(self) -> None:
        """Load the scene; create publishers, services, subscription and timers."""
        path = str(self.parameter("scene_file", "", "scenes/<scene>/graph.json: what is known at the start"))
        self._map = str(self.parameter("map_frame", "map", "frame of the graph"))
        self._base = str(self.parameter("base_frame", "base_footprint", "the robot's base"))
        self._hand = str(self.parameter("hand_frame", "gripper_grasping_frame", "moves with what is held"))
        offset = self.parameter("hand_offset", [0.065, 0.0, 0.0], "grasp point in hand_frame [m]")
        x, y, z = (float(v) for v in offset)
        self._offset = Pose((x, y, z))
        publish_rate = float(self.parameter("publish_rate", 5.0, "largest rate of scene_graph [Hz]"))
        marker_rate = float(self.parameter("marker_rate", 1.0, "largest rate of markers [Hz]"))
        files = self.parameter("ontology_files", [""], "more ontologies in Turtle, for query_knowledge")
        self._ontology_files = tuple(Path(str(f)) for f in files if f)
        load_ontology(*self._ontology_files)  # what is wrong with them is told now
        graph = load_scene(Path(path))
        settings = self._settings()
        with self._lock:
            self._builder = GraphBuilder(graph, settings)
            self._published = self._drawn = None
        self.get_logger().info(f"{path}: {len(graph)} nodes, {len(graph.relations)} relations")
        if hasattr(self, "_graph_publisher"):
            return
        self._graph_publisher: LifecyclePublisher = self.create_lifecycle_publisher(
            SceneGraphMessage, "scene_graph", LATCHED
        )
        self._marker_publisher: LifecyclePublisher = self.create_lifecycle_publisher(MarkerArray, "markers", LATCHED)
        one = MutuallyExclusiveCallbackGroup()
        self.create_subscription(Observations, "observations", self._on_observations, RELIABLE, callback_group=one)
        serving = ReentrantCallbackGroup()
        self.create_service(GetSceneGraph, "get_scene_graph", self._on_get, callback_group=serving)
        self.create_service(UpdateSceneGraph, "update_scene_graph", self._on_update, callback_group=serving)
        self._knowledge = KnowledgeService(self, self._newest, lambda: self._ontology_files)
        timing = MutuallyExclusiveCallbackGroup()
        self.create_timer(1.0 / publish_rate, self._tick, callback_group=timing, clock=self._steady)
        self.create_timer(1.0 / marker_rate, self._draw, callback_group=timing, clock=self._steady)

    def diagnostics(self) -> Mapping[str, str]:
        """Size and age of the graph."""
        with self._lock:
            if self._builder is None:
                return {}
            graph = self._builder.graph
        return {
            "revision": str(graph.revision),
            "nodes": str(len(graph)),
            "frames fused": str(self._frames),
            "observations refused": str(self._refused),
            "newest frame [s]": f"{graph.stamp:.2f}",
        }

    def close(self) -> None:
        """End the worker thread of the queries."""
        if self._knowledge is not None:
            self._knowledge.close()

    def _newest(self) -> SceneGraph | None:
        with self._lock:
            return self._builder.graph if self._builder is not None else None

    def _settings(self) -> BuilderSettings:
        parts = {"fusion": FusionSettings(), "relations": RelationSettings(), "agent": AgentSettings()}
        return BuilderSettings(**{name: self._read(name, part) for name, part in parts.items()})

    def _read(self, group: str, defaults: Any) -> Any:
        """A settings dataclass from parameters of the same names."""
        values = {}
        for item in fields(defaults):
            default = getattr(defaults, item.name)
            given = self.parameter(
                f"{group}.{item.name}", list(default) if isinstance(default, tuple) else default, "see settings.py"
            )
            values[item.name] = type(default)(given)
        return replace(defaults, **values)

    def _on_observations(self, message: Observations) -> None:
        if not self.is_active or self._builder is None:
            return
        try:
            frame = frame_from_ros(message)
            with self._lock:
                self._follow_robot()
                self._builder.observe(frame)
                self._frames += 1
        except (FrameError, GraphError) as error:
            self._refused += 1
            self.report(str(error))

    def _follow_robot(self) -> None:
        """Tell the builder where base and hand are; the lock is held."""
        assert self._builder is not None
        try:
            base = self._transforms.lookup(self._map, self._base)
        except TransformError:
            return  # not localised yet; the pose of the scene file stands
        try:
            hand = self._transforms.lookup(self._map, self._hand) @ self._offset
        except TransformError:
            hand = None
        self._builder.move(base, hand, self.now_s())

    def _tick(self) -> None:
        """Follow the robot and publish what changed."""
        if not self.is_active or self._builder is None:
            return
        with self._lock:
            self._follow_robot()
            graph = self._builder.graph
        now = self._steady.now().nanoseconds * 1e-9
        before = self._published
        if graph is before:
            return
        quiet = before is not None and graph.revision == before.revision
        if quiet and now - self._published_at < QUIET_PERIOD_S:
            return
        self._published, self._published_at = graph, now
        self._graph_publisher.publish(graph_to_ros(graph))

    def _draw(self) -> None:
        if not self.is_active or self._published is None or self._published is self._drawn:
            return
        self._drawn = self._published
        self._marker_publisher.publish(markers_of(self._published))

    def _on_get(self, _: Any, response: Any) -> Any:
        graph = self._newest()
        if graph is None:
            response.outcome = outcome_to_ros(_NOT_ACTIVE)
            return response
        response.outcome = outcome_to_ros(SUCCESS)
        response.graph = graph_to_ros(graph)
        return response

    def _on_update(self, request: Any, response: Any) -> Any:
        outcome, revision = self._update(request)
        response.outcome = outcome_to_ros(outcome)
        response.revision = revision
        return response

    def _update(self, request: Any) -> tuple[Outcome, int]:
        if not self.is_active or self._builder is None:
            return _NOT_ACTIVE, 0
        with self._lock:
            revision = self._builder.graph.revision
            try:
                change = change_from_ros(request)
                self._follow_robot()
                outcome = self._builder.update(change)
            except GraphError as error:
                return Outcome(FailureCause.INVALID_GRAPH, str(error)), revision
            revision = self._builder.graph.revision
        if outcome.ok:
            self._tick()
        return outcome, revision


_NOT_ACTIVE = Outcome(FailureCause.NOT_ACTIVE, "scene_graph is not active; configure and activate it first")


def main() -> int:
    """Run the node."""
    try:
        run(SceneGraphNode)
    except MakedoError as error:
        print(f"scene_graph: {error}", file=sys.stderr)
        return 1
    return 0
