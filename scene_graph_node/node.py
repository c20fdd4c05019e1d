# SPDX-License-Identifier: Apache-2.0
"""ROS node `scene_graph`: the live 3D scene graph, published latched, served and updated."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup

from makedo_core.failure import SUCCESS, FailureCause, MakedoError, Outcome
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.geometry import Pose
from makedo_core.graph.correction import GraphCorrection
from makedo_core.graph.scene_graph import GraphError, SceneGraph
from makedo_core.ontology import Ontology, load_ontology
from makedo_core.robot_config import Frames
from makedo_ros.conversions.graph_updates import change_from_ros
from makedo_ros.conversions.nouns import graph_to_ros, outcome_to_ros
from makedo_ros.conversions.observations import FrameError, frame_from_ros
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.parameters import declare_rate
from makedo_ros.runtime.qos import RELIABLE
from makedo_ros.runtime.spin import run
from makedo_ros.without_ros.tf import TransformBuffer, TransformError
from scene_graph_node.ageing import AgeingSettings, Outlook
from scene_graph_node.correcting import CorrectionService
from scene_graph_node.edits.corrections import CorrectionResult
from scene_graph_node.knowledge.asking import KnowledgeService
from scene_graph_node.live_graph import LiveGraph, Whereabouts
from scene_graph_node.publishing import GraphPublisher
from scene_graph_node.scene_file import load_scene
from scene_graph_node.settings import AgentSettings, BuilderSettings, FusionSettings, RelationSettings
from scene_graph_node.sights import serve_seen_places
from scene_graph_node.store.filing import FileServices
from scene_graph_node.store.recollection import on_clock
from scene_graph_node.store.recorder import Recorder
from scene_graph_node.store.session import session_folder
from scene_graph_node.store.start import Start, start_from
from scene_graph_node.store.store import StoreSettings

from makedo.msg import Observations  # isort: skip
from makedo.srv import GetSceneGraph, UpdateSceneGraph  # isort: skip

FOLLOW_S = 0.2  # how often the robot is followed where no frame comes
_NOWHERE = ("", "none")  # values of parameters that name a folder


@dataclass(frozen=True, slots=True)
class _Followed:
    """What of the robot is followed: names of frames, and where in the hand's frame things are held."""

    map: str
    base: str
    hand: str
    grasp: Pose


class SceneGraphNode(MakedoNode):
    """Joins the live graph to ROS."""

    def __init__(self) -> None:
        super().__init__("scene_graph")
        self._live: LiveGraph | None = None
        self._knowledge: KnowledgeService | None = None
        self._recorder: Recorder | None = None
        self._publisher: GraphPublisher | None = None
        self._told = ""  # what the recorder's problem was last
        self._ontology_files: tuple[Path, ...] = ()
        self._ontology: Ontology | None = None
        self._files_folder: Path | None = None
        self._followed: _Followed | None = None
        self._period_s = 0.0  # between two publications at least
        self._transforms = TransformBuffer(self)
        self._frames = 0
        self._published_s = -math.inf  # of the steady clock
        self._refused = 0
        self._nonsense = False  # whether the newest observations were refused

    def configure(self) -> None:
        """Load the scene and what was kept of it; create publishers, services, subscription and timers."""
        path = str(self.parameter("scene_file", "", "scenes/<scene>/graph.json: what is known at the start"))
        self._followed = self._what_is_followed()
        publish_rate = declare_rate(self, "publish_rate", 10.0, "largest rate of scene_graph [Hz, wall]")
        marker_rate = declare_rate(self, "marker_rate", 1.0, "largest rate of markers [Hz]")
        files = self.parameter("ontology_files", [""], "more ontologies in Turtle, for query_knowledge")
        self._ontology_files = tuple(Path(str(f)) for f in files if f)
        ontology = self._ontology = load_ontology(*self._ontology_files)  # reports now what is wrong with them
        kept_in = _folder(str(self.parameter("knowledge_folder", "", "of triples and history; empty: in memory")))
        self._files_folder = _folder(str(self.parameter("files_folder", "none", "of the services save and load")))
        folder = str(self.parameter("store_folder", "none", "where the graph is kept; session: of the launch"))
        folder = self._named(folder)
        settings, ageing = self._settings(), self._read("ageing", AgeingSettings())
        scene = load_scene(Path(path))
        if self._knowledge is None:
            self._knowledge = KnowledgeService(self, self._newest)
        self._knowledge.open(self._ontology_files, kept_in, _folder(folder))
        self._keep_no_more()
        start = self._start(scene, folder, self._read("store", StoreSettings()))
        outlook = Outlook(ageing, ontology.ancestors, self.now_s(), start.away_s)
        graph = on_clock(start.graph, self.now_s())
        self._live = LiveGraph(graph, settings, outlook, self.now_s)
        self._recorder = Recorder(start.store) if start.store is not None else None
        self.get_logger().info(
            f"{path}: {len(graph)} nodes, {len(graph.relations)} relations, revision {graph.revision}"
        )
        if self._publisher is not None:
            self._publisher.forget()
            return
        self._publisher = GraphPublisher(self)
        one = MutuallyExclusiveCallbackGroup()
        self.create_subscription(Observations, "observations", self._on_observations, RELIABLE, callback_group=one)
        serving = ReentrantCallbackGroup()
        self.create_service(GetSceneGraph, "get_scene_graph", self._on_get, callback_group=serving)
        serve_seen_places(self, lambda i: None if self._live is None else self._live.seen_places(i), serving)
        self.create_service(UpdateSceneGraph, "update_scene_graph", self._on_update, callback_group=serving)
        FileServices(self, self._newest, self._replace, lambda: self._files_folder)
        CorrectionService(self, self._newest, self._correct, lambda: self._ontology, self._knowledge.habits)
        timing = MutuallyExclusiveCallbackGroup()
        self._period_s = 1.0 / publish_rate
        self.create_timer(max(self._period_s, FOLLOW_S), self._tick, callback_group=timing, clock=self._steady)
        self.create_timer(1.0 / marker_rate, self._draw, callback_group=timing, clock=self._steady)

    def cleanup(self) -> None:
        """Write what is left, and let others use the store."""
        self._keep_no_more()

    def diagnostics(self) -> Mapping[str, str]:
        """Size and age of the graph, and what is on the disk."""
        graph = self._newest()
        if graph is None:
            return {}
        kept = {} if self._recorder is None else {"revision on the disk": str(self._recorder.revision)}
        return {
            "revision": str(graph.revision),
            "nodes": str(len(graph)),
            "frames fused": str(self._frames),
            "observations refused": str(self._refused),
            "newest frame [s]": f"{graph.stamp:.2f}",
            **kept,
            **({"knowledge": self._knowledge.problem} if self._knowledge and self._knowledge.problem else {}),
        }

    def close(self) -> None:
        """End the worker threads; what is left to be written is written."""
        if self._knowledge is not None:
            self._knowledge.close()
        self._keep_no_more()

    def _named(self, folder: str) -> str:
        """The folder of the store; that of the session is of the launch that started this process."""
        if folder != "session":
            return folder
        return str(session_folder(os.environ, self.get_namespace(), os.getppid()))

    def _start(self, scene: SceneGraph, folder: str, settings: StoreSettings) -> Start:
        """What to begin with; what is odd about it is logged.

        Raises:
            MakedoError: if the store must not be used, or cannot be read.
        """
        try:
            start = start_from(scene, _folder(folder), settings)
        except OSError as error:
            raise MakedoError(f"cannot read {folder}: {error.strerror}; set the parameter store_folder") from None
        for text in start.damage:
            self.get_logger().error(text)
        for text in start.notes:
            self.get_logger().warning(text)
        return start

    def _keep_no_more(self) -> None:
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.close()

    def _newest(self) -> SceneGraph | None:
        return None if self._live is None else self._live.newest()

    def _replace(self, graph: SceneGraph) -> SceneGraph:
        """Go on with another graph, published at once.

        Raises:
            GraphError: if it cannot be this robot's, or the node is not configured.
        """
        if self._live is None:
            raise GraphError(_NOT_ACTIVE.message)
        new = self._live.replace(graph)
        self._publish(new)
        self.get_logger().info(f"the graph was replaced: {len(new)} nodes, revision {new.revision}")
        return new

    def _correct(self, correction: GraphCorrection) -> tuple[CorrectionResult, SceneGraph]:
        """Take over a person's word, published at once.

        Raises:
            GraphError: if it contradicts the graph, or the node is not configured.
        """
        if self._live is None:
            raise GraphError(_NOT_ACTIVE.message)
        result, graph = self._live.correct(self._whereabouts(), correction)
        if result.outcome.ok:
            self._publish(graph)
        return result, graph

    def _what_is_followed(self) -> _Followed:
        """What the parameters say; where they say nothing, what the robot's description does."""
        robot_file = str(self.parameter("robot_file", "", "config/robots/<robot>.yaml; empty: TIAGo's frames"))
        robot = robot_config_from_yaml(Path(robot_file)) if robot_file else None
        frames = Frames() if robot is None else robot.frames
        hand, grasp = "gripper_grasping_frame", (0.065, 0.0, 0.0)
        if robot is not None:
            hand, grasp = robot.arm.tool_link, robot.arm.tool.position
        offset = self.parameter("hand_offset", list(grasp), "grasp point in hand_frame [m]")
        x, y, z = (float(v) for v in offset)
        return _Followed(
            str(self.parameter("map_frame", frames.map, "frame of the graph")),
            str(self.parameter("base_frame", frames.base, "the robot's base")),
            str(self.parameter("hand_frame", hand, "moves with what is held")),
            Pose((x, y, z)),
        )

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

    def _whereabouts(self) -> Whereabouts | None:
        """Where the robot is; None while it is not localised: the pose of the scene file stands then."""
        of = self._followed
        if of is None:
            return None
        try:
            base = self._transforms.lookup(of.map, of.base)
        except TransformError:
            return None
        try:
            hand = self._transforms.lookup(of.map, of.hand) @ of.grasp
        except TransformError:
            hand = None
        return Whereabouts(base, hand, self.now_s())

    def _on_observations(self, message: Observations) -> None:
        if not self.is_active or self._live is None:
            return
        try:
            graph = self._live.observe(self._whereabouts(), frame_from_ros(message))
        except (FrameError, GraphError) as error:
            self._refused += 1
            self._nonsense = True
            self.report(str(error))
            return
        self._frames += 1
        if self._nonsense:  # one that makes sense came: what is wrong now, if anything, is something else
            self._nonsense = False
            self.report(self._told)
        self._publish_if_due(graph)

    def _tick(self) -> None:
        """Follow the robot and publish what changed."""
        if not self.is_active or self._live is None:
            return
        self._publish_if_due(self._live.follow(self._whereabouts()))
        self._tell_of_the_disk()

    def _publish_if_due(self, graph: SceneGraph) -> None:
        """Publish, unless that was done just now: then it comes with the next frame or tick."""
        if self._steady.now().nanoseconds * 1e-9 - self._published_s >= self._period_s:
            self._publish(graph)

    def _publish(self, graph: SceneGraph) -> None:
        publisher, recorder, now_s = self._publisher, self._recorder, self._steady.now().nanoseconds * 1e-9
        if publisher is None or not publisher.publish(graph, now_s):
            return
        self._published_s = now_s
        if recorder is not None:
            recorder.offer(graph)
        if self._knowledge is not None:
            self._knowledge.changed()

    def _tell_of_the_disk(self) -> None:
        problem = "" if self._recorder is None else self._recorder.problem
        problem = problem or ("" if self._knowledge is None else self._knowledge.habits.problem)
        if problem != self._told:
            self._told = problem
            self.report(problem)

    def _draw(self) -> None:
        if self.is_active and self._publisher is not None:
            self._publisher.draw()

    def _on_get(self, _: Any, response: Any) -> Any:
        graph = self._newest()
        if graph is None:
            response.outcome = outcome_to_ros(_NOT_ACTIVE)
            return response
        response.outcome = outcome_to_ros(SUCCESS)
        response.graph = graph_to_ros(graph)
        return response

    def _on_update(self, request: Any, response: Any) -> Any:
        outcome, response.revision = self._update(request)
        response.outcome = outcome_to_ros(outcome)
        return response

    def _update(self, request: Any) -> tuple[Outcome, int]:
        if not self.is_active or self._live is None:
            return _NOT_ACTIVE, 0
        try:
            outcome, graph = self._live.update(self._whereabouts(), change_from_ros(request))
        except GraphError as error:
            return Outcome(FailureCause.INVALID_GRAPH, str(error)), self._live.newest().revision
        if outcome.ok:
            self._publish(graph)
        return outcome, graph.revision


def _folder(name: str) -> Path | None:
    return None if name in _NOWHERE else Path(name).expanduser()


_NOT_ACTIVE = Outcome(FailureCause.NOT_ACTIVE, "scene_graph is not active; configure and activate it first")


def main() -> int:
    """Run the node."""
    return run(SceneGraphNode)
