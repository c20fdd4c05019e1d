# SPDX-License-Identifier: Apache-2.0
"""A small transform buffer: reads /tf and /tf_static, interpolates, and says why a transform is missing.

tf2_ros is not on PyPI; one buffer that runs everywhere is simpler than two that must agree.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from rclpy.node import Node
from tf2_msgs.msg import TFMessage

from makedo_core.doctor.snapshot import Edge
from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_core.health.voices import Voices
from makedo_ros.runtime.qos import TF, TF_STATIC
from makedo_ros.runtime.streams import NUMBER, streams_of
from makedo_ros.without_ros.transforms import Transform, TransformMessageError, read_transforms

KEEP_S = 10.0
UNIT_TOLERANCE = 0.05  # a quaternion whose length is farther from 1 is no rotation
_log = logging.getLogger(__name__)


class TransformError(MakedoError):
    """No transform between two frames at a time; the message says why."""


class _Track:
    """Poses of one child in its parent over time."""

    def __init__(self, parent: str) -> None:
        self.parent = parent
        self.stamps: list[float] = []
        self.poses: list[Pose] = []
        self.heard_at = time.monotonic()  # of the newest

    def add(self, stamp: float, pose: Pose) -> None:
        if self.stamps and stamp <= self.stamps[-1]:
            if stamp == self.stamps[-1]:
                return
            if stamp > self.stamps[-1] - KEEP_S:
                return  # late by little: out of order, of no use
            self.stamps.clear()  # the clock was reset: a new run of the simulation
            self.poses.clear()
        self.heard_at = time.monotonic()
        self.stamps.append(stamp)
        self.poses.append(pose)
        if len(self.stamps) > 64 and self.stamps[len(self.stamps) // 2] < stamp - KEEP_S:
            half = len(self.stamps) // 2
            del self.stamps[:half], self.poses[:half]


class TransformBuffer:
    """Answers where a frame was.

    Args:
        node: subscribes on its behalf; None for a buffer that is fed by hand (tests).
    """

    def __init__(self, node: Node | None = None) -> None:
        self._lock = threading.Lock()
        self._static: dict[str, tuple[str, Pose]] = {}
        self._moving: dict[str, _Track] = {}
        self._refused: set[str] = set()  # frames of which nonsense was heard since the last sense
        self._unreadable = False
        self._voices = Voices()
        if node is not None:
            streams_of(node).subscribe(TFMessage, "/tf", self._on_told, TF, raw=True)
            streams_of(node).subscribe(TFMessage, "/tf_static", self._on_static, TF_STATIC, raw=True)

    def _on_told(self, serialized: bytes, about: Mapping[str, Any]) -> None:
        self._take(serialized, static=False, number=about.get(NUMBER))

    def _on_moving(self, serialized: bytes) -> None:
        self._take(serialized, static=False)

    def _on_static(self, serialized: bytes) -> None:
        self._take(serialized, static=True)

    def _take(self, serialized: bytes, *, static: bool, number: int | None = None) -> None:
        """Take in a message; bytes that are none are left out, and said once: anybody can publish them."""
        try:
            transforms = read_transforms(serialized)
        except TransformMessageError as error:
            if not self._unreadable:
                _log.warning("a message on %s was left out: %s", "/tf_static" if static else "/tf", error)
            self._unreadable = True
            return
        self.feed(transforms, static=static)
        self._voices.heard([item.child.lstrip("/") for item in transforms], number)

    def feed(self, transforms: Iterable[Transform], *, static: bool = False) -> None:
        """Take in transforms. What is no pose (not finite, no rotation) is left out, as if nothing had been heard."""
        with self._lock:
            for item in transforms:
                parent, child = item.parent.lstrip("/"), item.child.lstrip("/")
                if not _is_pose(item.pose):
                    if child not in self._refused:
                        _log.warning("a transform of %r in %r was left out: %s is no pose", child, parent, item.pose)
                    self._refused.add(child)
                    continue
                self._refused.discard(child)
                if static:
                    self._static[child] = (parent, item.pose)
                    continue
                track = self._moving.get(child)
                if track is None or track.parent != parent:
                    track = self._moving[child] = _Track(parent)
                track.add(item.stamp_s, item.pose)

    def lookup(self, target: str, source: str, stamp_s: float | None = None) -> Pose:
        """Pose of frame `source` in frame `target` at a time (interpolated); None: the newest.

        Raises:
            TransformError: if a frame is unknown, the frames are not connected, or the time is not covered.
        """
        with self._lock:
            common = self._common(target, source)
            return self._up(target, common, stamp_s).inverse() @ self._up(source, common, stamp_s)

    def silent_s(self, target: str, source: str) -> float:
        """How long [s, wall] nothing new was heard of where `source` is in `target`; 0 if no link between them moves.

        Raises:
            TransformError: if a frame is unknown, or the frames are not connected.
        """
        self.lookup(target, source)
        with self._lock:
            common = self._common(target, source)
            links = {*self._line(source, common), *self._line(target, common)}
            moving = [self._moving[f].heard_at for f in links if f not in self._static]
        return max((time.monotonic() - heard_at for heard_at in moving), default=0.0)

    def edges(self) -> tuple[Edge, ...]:
        """Every frame with its parent; ages are not told."""
        with self._lock:
            static = [Edge(parent, child) for child, (parent, _) in self._static.items()]
            return (*static, *(Edge(track.parent, child) for child, track in self._moving.items()))

    def doubled(self) -> frozenset[str]:
        """Frames whose pose two publishers tell."""
        return self._voices.doubled()

    def moving(self) -> frozenset[str]:
        """Frames whose pose in their parent may change."""
        with self._lock:
            return frozenset(self._moving)

    def _common(self, target: str, source: str) -> str:
        """The nearest frame that both come from, one of them if it can be: what is above it does not matter."""
        of_source, of_target = self._ancestors(source), self._ancestors(target)
        if target in of_source:
            return target
        common = next((frame for frame in of_source if frame in of_target), None)
        if common is None:
            raise TransformError(
                f"frames {target!r} and {source!r} are not connected: {source!r} leads up to "
                f"{of_source[-1]!r}, {target!r} to {of_target[-1]!r}"
            )
        return common

    def _ancestors(self, frame: str) -> list[str]:
        """A frame and those that it comes from, nearest first; of a loop each once."""
        if frame not in self._static and frame not in self._moving and not self._is_root(frame):
            known = ", ".join(sorted({*self._static, *self._moving})) or "none yet"
            raise TransformError(f"frame {frame!r} is unknown; known frames: {known}")
        found: dict[str, None] = {}
        while frame not in found:
            found[frame] = None
            frame = self._parent(frame) or frame
        return list(found)

    def _line(self, frame: str, ancestor: str) -> list[str]:
        """A frame and those above it, below an ancestor of it."""
        of_frame = self._ancestors(frame)
        return of_frame[: of_frame.index(ancestor)]

    def _up(self, frame: str, ancestor: str, stamp_s: float | None) -> Pose:
        """Pose of a frame in one that it comes from."""
        pose = Pose()
        for name in self._line(frame, ancestor):
            pose = self._step(name, stamp_s) @ pose
        return pose

    def _parent(self, frame: str) -> str | None:
        if frame in self._static:
            return self._static[frame][0]
        return self._moving[frame].parent if frame in self._moving else None

    def _is_root(self, frame: str) -> bool:
        return any(parent == frame for parent, _ in self._static.values()) or any(
            track.parent == frame for track in self._moving.values()
        )

    def _step(self, frame: str, stamp_s: float | None) -> Pose:
        """Pose of a frame in its parent."""
        if frame in self._static:
            return self._static[frame][1]
        track = self._moving[frame]
        return track.poses[-1] if stamp_s is None else _at(track, frame, stamp_s)


def _is_pose(pose: Pose) -> bool:
    """Whether numbers are a place and a rotation."""
    return pose.is_known and abs(math.hypot(*pose.orientation) - 1.0) < UNIT_TOLERANCE


def _at(track: _Track, frame: str, stamp_s: float) -> Pose:
    i = bisect_left(track.stamps, stamp_s)
    if i < len(track.stamps) and track.stamps[i] == stamp_s:
        return track.poses[i]
    if i == len(track.stamps):
        raise TransformError(
            f"{frame!r} is wanted at {stamp_s:.3f} s, but the newest transform is of {track.stamps[-1]:.3f} s"
        )
    if i == 0:
        raise TransformError(
            f"{frame!r} is wanted at {stamp_s:.3f} s, but the oldest transform is of {track.stamps[0]:.3f} s"
        )
    t0, t1 = track.stamps[i - 1], track.stamps[i]
    return interpolated(track.poses[i - 1], track.poses[i], (stamp_s - t0) / (t1 - t0))


def interpolated(a: Pose, b: Pose, share: float) -> Pose:
    """Pose between a (share 0) and b (share 1): linear in position, normalised linear in rotation."""
    qa, qb = np.asarray(a.orientation), np.asarray(b.orientation)
    q = (1 - share) * qa + share * (qb if qa @ qb >= 0 else -qb)
    x, y, z, w = (float(v) for v in q / np.linalg.norm(q))
    px, py, pz = (float(v) for v in (1 - share) * np.asarray(a.position) + share * np.asarray(b.position))
    return Pose((px, py, pz), (x, y, z, w))
