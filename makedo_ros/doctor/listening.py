# SPDX-License-Identifier: Apache-2.0
"""What comes on the topics that a robot's description names, for a few seconds."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image, JointState
from std_msgs.msg import String
from tf2_msgs.msg import TFMessage

from makedo_core.doctor import snapshot as seen
from makedo_core.doctor.needs import Needs, TopicDirection, TopicNeed
from makedo_core.files.joint_ranges import RobotParts, robot_parts
from makedo_core.health.voices import Voices
from makedo_core.heartbeat import Heartbeat
from makedo_ros.conversions.heartbeats import DIAGNOSTICS_TOPIC, heartbeat_from_ros
from makedo_ros.conversions.message_fields import has_field
from makedo_ros.conversions.nouns import time_from_ros
from makedo_ros.doctor.needs import complete
from makedo_ros.runtime.executors import SubscriptionEventCallbacks
from makedo_ros.runtime.qos import LATCHED, RELIABLE, SENSOR, TF_STATIC
from makedo_ros.runtime.streams import NUMBER

URDF_TOPIC = "robot_description"
CLOCK, TF_STATIC_TOPIC = "/clock", "/tf_static"
ENOUGH = 3  # messages of a topic
_TYPES = {
    "sensor_msgs/msg/JointState": JointState,
    "nav_msgs/msg/Odometry": Odometry,
    "sensor_msgs/msg/Image": Image,
    "sensor_msgs/msg/CameraInfo": CameraInfo,
    "tf2_msgs/msg/TFMessage": TFMessage,
}
_DEPTH = {"32FC1": "f4", "16UC1": "u2", "mono16": "u2"}


class _Tally:
    """Counts the messages of a topic and keeps the newest."""

    def __init__(self) -> None:
        self.count = 0
        self.first = self.last = 0.0  # [s, monotonic]
        self.age: seen.Age | None = None
        self.message: Any = None

    def add(self, message: Any, age: seen.Age | None) -> None:
        self.last = time.monotonic()
        self.first = self.first if self.count else self.last
        self.count += 1
        self.message, self.age = message, age

    def heard(self) -> seen.Heard:
        span_s = self.last - self.first
        rate_hz = (self.count - 1) / span_s if span_s > 0 else 0.0
        stamped = self.message is not None and has_field(type(self.message), "header")
        frame = self.message.header.frame_id.lstrip("/") if stamped else ""
        return seen.Heard(self.count, rate_hz, self.age, frame)


class TopicListener:
    """Subscribes to what a robot's description names, to /clock and to the heartbeats.

    It listens with the least demands, and also hears what the stack could not: the check of qualities reports that.

    Args:
        node: subscribes on its behalf; callbacks may run in another thread.
        needs: of the description.
    """

    def __init__(self, node: Node, needs: Needs) -> None:
        self._needs = needs
        self._lock = threading.Lock()
        heard = [need for need in needs.topics if need.way is TopicDirection.HEARD and not need.optional]
        self._tallies = {need.name: _Tally() for need in heard}
        self._joints: dict[str, seen.Joint] = {}
        self._edges: dict[tuple[str, str], seen.Edge] = {}
        self._health: dict[str, Heartbeat] = {}
        self._joint_voices, self._frame_voices = Voices(), Voices()
        self._ticks: list[tuple[float, float]] = []  # first and newest: simulated time, wall time [s]
        self._tick_count = 0
        for need in heard:
            self._listen(node, _TYPES[need.kind], need.name, self._callback(need))
        self._listen(node, Clock, CLOCK, self._on_clock)
        self._urdf = ""
        node.create_subscription(String, complete(URDF_TOPIC, needs.namespace), self._on_urdf, LATCHED)
        self._listen(node, DiagnosticArray, DIAGNOSTICS_TOPIC, self._on_diagnostics)

    def has_heard_enough(self) -> bool:
        """Whether every topic that comes again and again did so."""
        with self._lock:
            return all(t.count >= ENOUGH for name, t in self._tallies.items() if name != TF_STATIC_TOPIC)

    def health(self) -> dict[str, Heartbeat]:
        """Newest heartbeats by complete names of nodes."""
        with self._lock:
            return dict(self._health)

    def heard(self) -> dict[str, seen.Heard]:
        """What came, by topic."""
        with self._lock:
            return {name: tally.heard() for name, tally in self._tallies.items()}

    def ticks(self) -> seen.Ticks:
        """How the simulated time went."""
        with self._lock:
            if not self._ticks:
                return seen.Ticks()
            (begun_s, begun_wall_s), (end_s, end_wall_s) = self._ticks[0], self._ticks[-1]
            return seen.Ticks(self._tick_count, end_s - begun_s, end_wall_s - begun_wall_s)

    def joints(self) -> dict[str, seen.Joint]:
        """Newest joint states."""
        with self._lock:
            return dict(self._joints)

    def parts(self) -> RobotParts:
        """What the robot's own description names; nothing: none came, or it cannot be read."""
        with self._lock:
            urdf = self._urdf
        try:
            return robot_parts(urdf) if urdf else RobotParts()
        except ValueError:
            return RobotParts()

    def edges(self) -> tuple[seen.Edge, ...]:
        """Newest transforms, each pair of frames once."""
        with self._lock:
            return tuple(self._edges.values())

    def doubled_joints(self) -> frozenset[str]:
        """Joints that two publishers report."""
        return self._joint_voices.doubled()

    def doubled_frames(self) -> frozenset[str]:
        """Frames whose pose two publishers tell."""
        return self._frame_voices.doubled()

    def picture(self, topic: str) -> seen.ImageHeader | None:
        """The newest image of a topic; None: none came."""
        message = self._newest(topic)
        if message is None:
            return None
        return seen.ImageHeader(
            message.width, message.height, message.encoding, message.header.frame_id.lstrip("/"), depth_median(message)
        )

    def info(self) -> seen.CameraInfo | None:
        """The newest camera model; None: none came."""
        message = self._newest(self._needs.info)
        return None if message is None else seen.CameraInfo(message.width, message.height, message.k[0], message.k[4])

    def _newest(self, topic: str) -> Any:
        with self._lock:
            return self._tallies[topic].message

    def _on_urdf(self, message: String) -> None:
        with self._lock:
            self._urdf = message.data

    def _listen(self, node: Node, kind: type, topic: str, callback: Callable[..., None]) -> None:
        quiet = SubscriptionEventCallbacks(use_default_callbacks=False)
        qos = {TF_STATIC_TOPIC: TF_STATIC, DIAGNOSTICS_TOPIC: RELIABLE}.get(topic, SENSOR)
        node.create_subscription(kind, topic, callback, qos, event_callbacks=quiet)

    def _callback(self, need: TopicNeed) -> Callable[[Any, Mapping[str, Any]], None]:
        tally = self._tallies[need.name]

        def on_message(message: Any, about: Mapping[str, Any]) -> None:
            with self._lock:
                tally.add(message, self._age(message.header.stamp) if has_field(type(message), "header") else None)
                if isinstance(message, TFMessage):
                    self._on_transforms(message.transforms, need.name == TF_STATIC_TOPIC, about.get(NUMBER))
                elif isinstance(message, JointState):
                    self._joints |= joints_of(message)
                    self._joint_voices.heard(message.name, about.get(NUMBER))

        return on_message

    def _age(self, stamp: Any) -> seen.Age:
        stamp_s = time_from_ros(stamp)
        return seen.Age(time.time() - stamp_s, self._ticks[-1][0] - stamp_s if self._ticks else None)

    def _on_transforms(self, transforms: Iterable[TransformStamped], static: bool, number: int | None) -> None:
        transforms = tuple(transforms)
        if not static:
            self._frame_voices.heard([item.child_frame_id.lstrip("/") for item in transforms], number)
        for item in transforms:
            parent, child = item.header.frame_id.lstrip("/"), item.child_frame_id.lstrip("/")
            self._edges[parent, child] = seen.Edge(parent, child, None if static else self._age(item.header.stamp))

    def _on_clock(self, message: Clock) -> None:
        with self._lock:
            tick = (time_from_ros(message.clock), time.monotonic())
            self._ticks = [self._ticks[0], tick] if self._ticks else [tick]
            self._tick_count += 1

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        with self._lock:
            for status in message.status:
                self._health[status.name] = heartbeat_from_ros(status)


def joints_of(message: JointState) -> dict[str, seen.Joint]:
    """Joints of a message; speeds where there is one for each joint, positions that are missing are not numbers."""
    speeds = message.velocity if len(message.velocity) == len(message.name) else [None] * len(message.name)
    positions = message.position if len(message.position) == len(message.name) else [math.nan] * len(message.name)
    return {name: seen.Joint(p, v) for name, p, v in zip(message.name, positions, speeds, strict=True)}


def depth_median(message: Image) -> float | None:
    """Median of an image's positive finite readings, in the unit of its encoding.

    None if there are none, if it is no depth image, or if it has fewer bytes than its size says.
    """
    kind = _DEPTH.get(message.encoding)
    if kind is None or message.height * message.step > len(message.data):
        return None
    dtype = np.dtype(kind).newbyteorder(">" if message.is_bigendian else "<")
    rows = np.frombuffer(message.data, np.uint8, message.height * message.step).reshape(message.height, message.step)
    if message.step < message.width * dtype.itemsize:
        return None
    values = np.ascontiguousarray(rows[:, : message.width * dtype.itemsize]).view(dtype)
    readings = values[np.isfinite(values) & (values > 0)]
    return float(np.median(readings)) if readings.size else None
