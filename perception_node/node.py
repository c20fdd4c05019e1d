# SPDX-License-Identifier: Apache-2.0
"""ROS node `perception`: camera images -> observations in the map frame; and discover_objects, which looks around."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from geometry_msgs.msg import PointStamped, PoseWithCovarianceStamped
from rclpy.lifecycle import LifecyclePublisher
from rclpy.qos import QoSProfile
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Bool, String

from makedo_core.failure import MakedoError
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.robot_config import RobotConfig
from makedo_core.sight.known_shapes import KnownShape, catalogue_from_yaml
from makedo_core.sight.observation import Frame
from makedo_ros.conversions.nouns import time_from_ros
from makedo_ros.conversions.observations import frame_to_ros
from makedo_ros.conversions.persons import RECIPIENT_TOPIC, person_to_ros
from makedo_ros.graph_feed import GraphFeed, follow_graph
from makedo_ros.runtime.lifecycle import MakedoNode
from makedo_ros.runtime.parameters import declare_rate
from makedo_ros.runtime.qos import LATCHED, RELIABLE, SENSOR
from makedo_ros.runtime.spin import run
from makedo_ros.runtime.streams import NUMBER, streams_of
from makedo_ros.without_ros.tf import TransformBuffer
from perception_node.camera import ColourImage, intrinsics_from_matrix
from perception_node.detectors import DetectorError, build_detector
from perception_node.detectors.settings import PERSON
from perception_node.detectors.simulation import classes_from_json
from perception_node.discovery.discovery import DiscoveryServer
from perception_node.files import objects_file
from perception_node.image_processing import CameraState, ImageProcessing, ProcessingSettings
from perception_node.parameters import detector_settings, discovery_settings, pipeline_settings
from perception_node.people.locating import PersonSeen
from perception_node.people.watch import Expected, NearLimits, PeopleWatch
from perception_node.pipeline import Pipeline

from makedo.msg import Observations  # isort: skip


@dataclass(frozen=True, slots=True)
class _Interfaces:
    """Parts that are made once, when the node is configured for the first time."""

    observations: LifecyclePublisher
    person: LifecyclePublisher | None
    people: LifecyclePublisher | None
    graph: GraphFeed
    discovery: DiscoveryServer


@dataclass(frozen=True, slots=True)
class _Configured:
    """Parts that are made anew each time the node is configured.

    Attributes:
        topics: of the images, by kind.
        people: remembers persons; None: none are looked for.
    """

    robot: RobotConfig
    topics: Mapping[str, str]
    processing: ImageProcessing
    people: PeopleWatch | None
    interfaces: _Interfaces


class PerceptionNode(MakedoNode):
    """Receives images in callbacks; ImageProcessing takes the newest set in a thread of its own."""

    def __init__(self) -> None:
        super().__init__("perception")
        self._transforms = TransformBuffer(self)
        self._heard: set[str] = set()  # topics of the camera
        self._camera = CameraState()
        self._stopping = threading.Event()
        self._configured: _Configured | None = None

    def configure(self) -> None:
        """Read the robot, the catalogue and parameters; create publisher and action server."""
        robot = robot_config_from_yaml(Path(str(self.parameter("robot_file", "", "config/robots/<robot>.yaml"))))
        catalogue = self._catalogue()
        watched = robot.safety.camera
        if watched and not robot.safety.person:
            raise DetectorError("safety.camera is true, and safety.person names no topic to tell of persons on")
        vocabulary = {*catalogue, PERSON} if watched else catalogue.keys()
        settings = detector_settings(self.parameter, vocabulary, robot.camera.detector)
        detector = build_detector(settings, self._stopping.is_set)
        pipeline = Pipeline(detector, catalogue, pipeline_settings(self.parameter))
        topics = {"colour": robot.camera.colour, "depth": robot.camera.depth}
        if settings.kind == "simulation":
            if not robot.camera.labels:
                what = f"the detector 'simulation' needs camera.labels, which the description of {robot.name} lacks"
                raise DetectorError(f"{what}: it is for simulated cameras, take another detector")
            topics["labels"] = f"{robot.camera.labels}/image_raw"
        near = robot.safety
        people = (
            PeopleWatch(NearLimits(near.near_m, near.recipient_m, near.fresh_s, near.remember_s)) if watched else None
        )
        processing = ImageProcessing(
            robot,
            topics,
            pipeline,
            self._processing_settings(),
            self._transforms,
            self._camera,
            self,
            self._stopping,
            people,
        )
        made = self._interfaces(robot) if self._configured is None else self._configured.interfaces
        self._configured = _Configured(robot, topics, processing, people, made)

    def activate(self) -> None:
        """Subscribe to the camera and begin to process."""
        configured = self._require()
        configured.processing.start()
        camera = configured.robot.camera
        self._listen(CameraInfo, camera.info, self._on_camera_info)
        for kind, topic in configured.topics.items():
            self._listen(Image, topic, partial(self._on_image, kind))
        if configured.people is not None:
            self._listen(PointStamped, RECIPIENT_TOPIC, self._on_recipient, RELIABLE)
        if "labels" in configured.topics:
            self._listen(String, f"{camera.labels}/labels", self._on_labels, LATCHED)

    def deactivate(self) -> None:
        """Stop processing; images that still come are let go."""
        self.close()

    def close(self) -> None:
        """End the worker thread."""
        if self._configured is not None:
            self._configured.processing.stop()

    def diagnostics(self) -> Mapping[str, str]:
        """Rates and what was dropped, by reason."""
        return {} if self._configured is None else self._configured.processing.diagnostics()

    def outdated(self) -> str:
        """Why nothing is seen any more."""
        return "" if self._configured is None else self._configured.processing.lost()

    def assets(self) -> Iterable[Node]:
        """Furniture of the newest scene graph; none before the first."""
        graph = self._require().interfaces.graph.newest()
        return () if graph is None else graph.of_kind(NodeKind.ASSET)

    def wants(self, stamp: float) -> bool:
        """Whether an image of a time is worth processing, for discover_objects or for anybody."""
        return self._require().interfaces.discovery.wants(stamp)

    def seen(self, frame: Frame, colour: ColourImage | None) -> None:
        """Publish a frame; called by the processing thread."""
        if self.context.ok():
            interfaces = self._require().interfaces
            interfaces.observations.publish(frame_to_ros(frame))
            interfaces.discovery.notice(frame, colour)

    def saw_persons(self, near: bool | None, seen: Sequence[PersonSeen]) -> None:
        """Tell of persons; called by the processing thread. What may not be said is left to silence."""
        made = self._require()
        person, people = made.interfaces.person, made.interfaces.people
        if not self.context.ok() or person is None or people is None:
            return
        if near is not None:
            person.publish(Bool(data=near))
        for one in seen:
            if one.place is not None:
                people.publish(person_to_ros(one.place, one.sigma_m, made.robot.frames.map, one.stamp))

    def _require(self) -> _Configured:
        """What `configure` made; nothing that needs it comes before.

        Raises:
            RuntimeError: if something did, which is a bug.
        """
        if self._configured is None:
            raise RuntimeError("perception is used before it is configured")
        return self._configured

    def _interfaces(self, robot: RobotConfig) -> _Interfaces:
        return _Interfaces(
            self.create_lifecycle_publisher(Observations, "observations", RELIABLE),
            self.create_lifecycle_publisher(Bool, robot.safety.person, RELIABLE) if robot.safety.camera else None,
            self.create_lifecycle_publisher(PoseWithCovarianceStamped, "people", RELIABLE)
            if robot.safety.camera
            else None,
            follow_graph(self, lambda why: self.report(f"the scene graph cannot be used: {why}")),
            DiscoveryServer(
                self, robot, self._transforms, lambda: self._camera.intrinsics, discovery_settings(self.parameter)
            ),
        )

    def _catalogue(self) -> Mapping[str, KnownShape]:
        """Known shapes, those of this scene before those of all."""
        given = str(self.parameter("objects_file", "", "known shapes; empty: scenes/objects.yaml of this package"))
        catalogue = catalogue_from_yaml(objects_file(given))
        more = str(self.parameter("scene_objects_file", "", "shapes of this scene alone, if there is such a file"))
        if more and Path(more).is_file():
            catalogue = {**catalogue, **catalogue_from_yaml(Path(more))}
        return catalogue

    def _processing_settings(self) -> ProcessingSettings:
        def number(name: str, default: float, description: str) -> float:
            return float(self.parameter(name, default, description))

        return ProcessingSettings(
            max_rate=declare_rate(self, "max_rate", 5.0, "most frames per second [Hz of the images' clock]"),
            max_age_s=number("max_age_s", 5.0, "what is detected later than this is left out [s]"),
            transform_wait_s=number("transform_wait_s", 0.3, "patience with a late transform [s, wall]"),
            steady_s=number("steady_s", 0.2, "the camera must have stood still for so long [s]"),
            steady_m=number("steady_m", 0.003, "and moved no more than this [m]"),
            steady_rad=number("steady_rad", 0.004, "and turned no more than this [rad]"),
            blind_s=number("image_timeout_s", 4.0, "it is blind without usable images for so long [s, wall]"),
        )

    def _listen(self, kind: type, topic: str, callback: Callable[[Any], None], qos: QoSProfile = SENSOR) -> None:
        """Subscribe, unless that was done when the node was active before."""
        if topic not in self._heard:
            self._heard.add(topic)
            streams_of(self).subscribe(kind, topic, callback, qos)

    def _on_camera_info(self, message: CameraInfo) -> None:
        try:
            self._camera.intrinsics = intrinsics_from_matrix(message.k, message.width, message.height)
        except MakedoError as error:
            self._camera.intrinsics = None
            self.report(str(error))

    def _on_recipient(self, message: PointStamped) -> None:
        """Somebody is to be handed something; said of another frame than the map's, it says nothing."""
        configured, point = self._require(), message.point
        if configured.people is not None and message.header.frame_id == configured.robot.frames.map:
            stamp = time_from_ros(message.header.stamp)
            configured.people.expect(Expected((point.x, point.y, point.z), stamp))

    def _on_labels(self, message: String) -> None:
        try:
            self._camera.classes = classes_from_json(message.data)
        except MakedoError as error:
            self.report(str(error))

    def _on_image(self, kind: str, message: Image, about: Mapping[str, Any]) -> None:
        if self.is_active and self._configured is not None:
            self._configured.processing.put(kind, message, about.get(NUMBER))


def main() -> int:
    """Run the node."""
    return run(PerceptionNode, threads=6)
