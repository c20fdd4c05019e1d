# SPDX-License-Identifier: Apache-2.0
"""ROS node `perception`: camera images -> observations in the map frame; and discover_objects, which looks around."""

from __future__ import annotations

import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rclpy.qos import QoSProfile
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import String

from makedo_core.cancel import Cancelled
from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_core.observation import Frame
from makedo_core.robot_config import RobotConfig, robot_config_from_yaml
from makedo_core.scene_graph import GraphError, NodeKind, SceneGraph
from makedo_core.view import Intrinsics
from makedo_ros.conversions import graph_from_ros
from makedo_ros.lifecycle import MakedoNode
from makedo_ros.observations import frame_to_ros
from makedo_ros.parameters import declare_rate
from makedo_ros.qos import LATCHED, RELIABLE, SENSOR
from makedo_ros.spin import run
from makedo_ros.streams import streams_of
from makedo_ros.tf import TransformBuffer, TransformError
from perception_node.camera import (
    ColourImage,
    RawImage,
    colour_from_raw,
    depth_from_raw,
    intrinsics_from_matrix,
    labels_from_raw,
)
from perception_node.catalogue import catalogue_from_yaml
from perception_node.detector import ImageSet
from perception_node.detectors import DetectorError, build_detector
from perception_node.detectors.simulation import classes_from_json
from perception_node.discovery import DiscoveryServer
from perception_node.files import objects_file
from perception_node.gaze import DiscoverySettings
from perception_node.lift import LiftSettings
from perception_node.looking import LookSettings
from perception_node.mailbox import Mailbox
from perception_node.parameters import detector_settings
from perception_node.pipeline import Pipeline, PipelineSettings, is_steady
from perception_node.sight import ImageWatchdog
from perception_node.states import StateSettings

from makedo.msg import Observations  # isort: skip
from makedo.msg import SceneGraph as SceneGraphMessage  # isort: skip

TAKE_S = 0.2
TRANSFORM_POLL_S = 0.01
SPEED_WINDOW = 20  # frames over which rates are averaged


class PerceptionNode(MakedoNode):
    """Receives images in callbacks and processes the newest set in a thread of its own."""

    def __init__(self) -> None:
        super().__init__("perception")
        self._transforms = TransformBuffer(self)
        self._heard: set[str] = set()  # topics of the camera
        self._graph: SceneGraph | None = None
        self._camera: Intrinsics | None = None
        self._classes: Mapping[int, str] = {}
        self._frames: deque[tuple[float, float]] = deque(maxlen=SPEED_WINDOW)  # (wall end, processing) [s]
        self._late_transforms = self._failed = self._moving = self._outdated = self._unwanted = 0
        self._last_stamp = -1.0
        self._stopping = threading.Event()
        self._worker: threading.Thread | None = None
        self._discovery: DiscoveryServer | None = None

    def configure(self) -> None:
        """Read the robot, the catalogue and parameters; create publisher and action server."""
        self._robot: RobotConfig = robot_config_from_yaml(
            Path(str(self.parameter("robot_file", "", "config/robots/<robot>.yaml")))
        )
        given = str(self.parameter("objects_file", "", "known shapes; empty: scenes/objects.yaml of this package"))
        catalogue = catalogue_from_yaml(objects_file(given))
        more = str(self.parameter("scene_objects_file", "", "shapes of this scene alone, if there is such a file"))
        if more and Path(more).is_file():
            catalogue = {**catalogue, **catalogue_from_yaml(Path(more))}
        settings = detector_settings(self.parameter, catalogue, self._robot.camera.detector)
        detector = build_detector(settings, self._stopping.is_set)
        lift = LiftSettings(max_depth_m=self._number("max_depth_m", 3.5, "readings beyond are ignored [m]"))
        states = StateSettings(
            light_part=str(self.parameter("light_part", "shade", "part of a lamp that shines")),
            bright=self._number("light_bright", 225.0, "brightness from which a lamp is on (0..255)"),
            dark=self._number("light_dark", 200.0, "brightness up to which a lamp is off (0..255)"),
        )
        reduction = int(self._number("depth_reduction", 4, "rows and columns left out of the small depth image"))
        self._pipeline = Pipeline(detector, catalogue, PipelineSettings(lift, states, reduction))
        self._max_rate = declare_rate(self, "max_rate", 5.0, "most frames per second [Hz of the images' clock]")
        self._max_age_s = self._number("max_age_s", 5.0, "what is detected later than this is left out [s]")
        self._transform_wait_s = self._number("transform_wait_s", 0.3, "patience with a late transform [s, wall]")
        self._steady_s = self._number("steady_s", 0.2, "the camera must have stood still for so long [s]")
        self._steady_m = self._number("steady_m", 0.003, "and moved no more than this [m]")
        self._steady_rad = self._number("steady_rad", 0.004, "and turned no more than this [rad]")
        self._labels_wanted = settings.kind == "simulation"
        if self._labels_wanted and not self._robot.camera.labels:
            what = f"the detector 'simulation' needs camera.labels, which the description of {self._robot.name} lacks"
            raise DetectorError(f"{what}: it is for simulated cameras, take another detector")
        topics = {"colour": self._robot.camera.colour, "depth": self._robot.camera.depth}
        if self._labels_wanted:
            topics["labels"] = self._labels_topic
        blind_s = self._number("image_timeout_s", 4.0, "it is blind without usable images for so long [s, wall]")
        self._mailbox = Mailbox(topics.keys())
        self._sight = ImageWatchdog(self._mailbox, topics, blind_s)
        if self._discovery is None:
            self._publisher = self.create_lifecycle_publisher(Observations, "observations", RELIABLE)
            self.create_subscription(SceneGraphMessage, "scene_graph", self._on_graph, LATCHED)
            self._discovery = DiscoveryServer(
                self, self._robot, self._transforms, lambda: self._camera, self._discovery_settings()
            )

    def activate(self) -> None:
        """Subscribe to the camera and begin to process."""
        self._stopping.clear()
        self._mailbox.clear()
        self._sight.serves()
        self._last_stamp = -1.0
        topics = self._robot.camera
        self._listen(CameraInfo, topics.info, self._on_camera_info)
        self._listen(Image, topics.colour, lambda m: self._on_image("colour", m))
        self._listen(Image, topics.depth, lambda m: self._on_image("depth", m))
        if self._labels_wanted:
            self._listen(Image, self._labels_topic, lambda m: self._on_image("labels", m))
            self._listen(String, f"{topics.labels}/labels", self._on_labels, LATCHED)
        self._worker = threading.Thread(target=self._work, name="perception", daemon=True)
        self._worker.start()

    def deactivate(self) -> None:
        """Stop processing; images that still come are let go."""
        self.close()
        self._mailbox.clear()

    def close(self) -> None:
        """End the worker thread."""
        self._stopping.set()
        if self._worker is not None:
            self._worker.join(timeout=5.0)
            self._worker = None

    def diagnostics(self) -> Mapping[str, str]:
        """Rates and what was dropped, by reason."""
        if not hasattr(self, "_mailbox"):
            return {}
        counts, frames = self._mailbox.counts, list(self._frames)
        span = frames[-1][0] - frames[0][0] if len(frames) > 1 else 0.0
        rate = (len(frames) - 1) / span if span > 0 and time.monotonic() - frames[-1][0] < 5.0 else 0.0
        work = sum(f[1] for f in frames) / len(frames) if frames else 0.0
        return {
            "frames per second": f"{rate:.1f}",
            "ms per frame": f"{1e3 * work:.0f}",
            "dropped, late": str(counts.late),
            "dropped, incomplete image sets": str(counts.incomplete),
            "dropped, no transform at the image's time": str(self._late_transforms),
            "dropped, camera in motion": str(self._moving),
            "dropped, of no use to discover_objects": str(self._unwanted),
            "dropped, unusable": str(self._failed),
            "dropped, detected too late": str(self._outdated),
            "missing images": ", ".join(sorted(self._mailbox.missing())) or "none",
            **self._pipeline.diagnostics(),
        }

    def outdated(self) -> str:
        """Why nothing is seen any more."""
        return self._sight.lost()

    @property
    def _labels_topic(self) -> str:
        return f"{self._robot.camera.labels}/image_raw"

    def _number(self, name: str, default: float, description: str) -> float:
        return float(self.parameter(name, default, description))

    def _discovery_settings(self) -> DiscoverySettings:
        looks = LookSettings(
            max_looks=int(self._number("max_looks", 4, "most head poses for one asset")),
            max_range_m=self._number("look_range_m", 3.0, "assets farther away are not looked at [m]"),
        )
        return DiscoverySettings(
            looks=looks,
            frames=int(self._number("look_frames", 2, "steady frames at each head pose")),
            patience_s=self._number("look_patience_s", 15.0, "how long to wait for them [s, wall]"),
            picture_px=int(self._number("look_picture_px", 640, "longer side of discover_objects' pictures; 0: none")),
        )

    def _listen(self, kind: type, topic: str, callback: Callable[[Any], None], qos: QoSProfile = SENSOR) -> None:
        """Subscribe, unless that was done when the node was active before."""
        if topic not in self._heard:
            self._heard.add(topic)
            streams_of(self).subscribe(kind, topic, callback, qos)

    def _on_graph(self, message: SceneGraphMessage) -> None:
        try:
            self._graph = graph_from_ros(message)
        except GraphError as error:
            self.report(f"the scene graph cannot be used: {error}")

    def _on_camera_info(self, message: CameraInfo) -> None:
        try:
            self._camera = intrinsics_from_matrix(message.k, message.width, message.height)
        except MakedoError as error:
            self._camera = None
            self.report(str(error))

    def _on_labels(self, message: String) -> None:
        try:
            self._classes = classes_from_json(message.data)
        except MakedoError as error:
            self.report(str(error))

    def _on_image(self, kind: str, message: Image) -> None:
        if not self.is_active:
            return
        stamp = message.header.stamp
        self._mailbox.put(kind, stamp.sec * 10**9 + stamp.nanosec, message)

    def _work(self) -> None:
        while not self._stopping.is_set():
            taken = self._mailbox.take(TAKE_S)
            if taken is None or self._stopping.is_set():
                continue
            stamp, messages = taken
            if 0 <= stamp - self._last_stamp < 0.98 / self._max_rate:
                continue
            if self._discovery is not None and not self._discovery.wants(stamp):
                self._sight.serves()
                self._unwanted += 1
                continue
            begun = time.monotonic()
            try:
                seen = self._process(stamp, messages)
            except Cancelled:
                continue  # perception stops
            except MakedoError as error:
                self._failed += 1
                self._fail(str(error))
                continue
            except Exception:  # noqa: BLE001 - outermost frame of a thread: one bad image must not end perception
                self._failed += 1
                self._fail(f"an image could not be processed, which is a bug: {traceback.format_exc()}")
                continue
            if seen is not None and self.context.ok() and not self._stopping.is_set():
                frame, colour = seen
                self._last_stamp = stamp
                self._publisher.publish(frame_to_ros(frame))
                self._frames.append((time.monotonic(), time.monotonic() - begun))
                self.report("")
                self._sight.serves()
                if self._discovery is not None:
                    self._discovery.notice(frame, colour)

    def _fail(self, reason: str) -> None:
        """Say that an image could not be used."""
        self._sight.fails(reason)
        self.report(reason)

    def _process(self, stamp: float, messages: Mapping[str, Image]) -> tuple[Frame, ColourImage | None] | None:
        if self._camera is None:
            self._fail(f"no usable camera_info on {self._robot.camera.info} yet")
            return None
        pose = self._camera_pose(stamp)
        if pose is None:
            self._late_transforms += 1
            return None
        if not self._stood_still(stamp, pose):
            self._moving += 1  # of no use: a mask, its depth and the camera's pose belong to three instants
            self._sight.serves()
            return None
        labels = messages.get("labels")
        images = ImageSet(
            stamp,
            depth_from_raw(_raw(self._robot.camera.depth, messages["depth"])),
            colour_from_raw(_raw(self._robot.camera.colour, messages["colour"])),
            None if labels is None else labels_from_raw(_raw(self._labels_topic, labels)),
            self._classes,
        )
        graph = self._graph
        assets = () if graph is None else graph.of_kind(NodeKind.ASSET)
        frame = self._pipeline.process(images, self._camera, pose, steady=True, assets=assets)
        if self.now_s() - stamp > self._max_age_s:
            self._outdated += 1  # of no use: hands and doors have moved since
            self._fail(f"the detector is too slow: it took more than {self._max_age_s:g} s (max_age_s)")
            return None
        return frame, images.colour

    def _camera_pose(self, stamp: float) -> Pose | None:
        """Pose of the camera at a time; waits a little for a transform that is late."""
        frames = self._robot.frames
        deadline = time.monotonic() + self._transform_wait_s
        while True:
            try:
                return self._transforms.lookup(frames.map, frames.camera, stamp)
            except TransformError as error:
                if time.monotonic() > deadline or self._stopping.is_set():
                    self._fail(f"image dropped: {error}")
                    return None
            time.sleep(TRANSFORM_POLL_S)

    def _stood_still(self, stamp: float, pose: Pose) -> bool:
        frames = self._robot.frames
        try:
            before = self._transforms.lookup(frames.map, frames.camera, stamp - self._steady_s)
        except TransformError:
            return False
        return is_steady(before, pose, self._steady_m, self._steady_rad)


def _raw(topic: str, message: Image) -> RawImage:
    return RawImage(
        topic,
        message.encoding,
        message.width,
        message.height,
        message.step,
        bool(message.is_bigendian),
        memoryview(message.data),
    )


def main() -> int:
    """Run the node."""
    return run(PerceptionNode, threads=6)
