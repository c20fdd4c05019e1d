# SPDX-License-Identifier: Apache-2.0
"""A small transform buffer: reads /tf and /tf_static, interpolates, and says why a transform is missing.

tf2_ros is not on PyPI; one buffer that runs everywhere is simpler than two that must agree.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections.abc import Iterable

import numpy as np
from rclpy.node import Node
from tf2_msgs.msg import TFMessage

from makedo_core.doctor.snapshot import Edge
from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_ros.runtime.qos import TF, TF_STATIC
from makedo_ros.runtime.streams import streams_of
from makedo_ros.without_ros.transforms import Transform, read_transforms

KEEP_S = 10.0


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
        if node is not None:
            streams_of(node).subscribe(TFMessage, "/tf", self._on_moving, TF, raw=True)
            streams_of(node).subscribe(TFMessage, "/tf_static", self._on_static, TF_STATIC, raw=True)

    def _on_moving(self, serialized: bytes) -> None:
        self.feed(read_transforms(serialized))

    def _on_static(self, serialized: bytes) -> None:
        self.feed(read_transforms(serialized), static=True)

    def feed(self, transforms: Iterable[Transform], *, static: bool = False) -> None:
        """Take in transforms."""
        with self._lock:
            for item in transforms:
                parent, child = item.parent.lstrip("/"), item.child.lstrip("/")
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
            up_source = self._chain(source, stamp_s)
            up_target = self._chain(target, stamp_s)
            common = next((frame for frame in up_source if frame in up_target), None)
            if common is None:
                raise TransformError(
                    f"frames {target!r} and {source!r} are not connected: {source!r} leads up to "
                    f"{list(up_source)[-1]!r}, {target!r} to {list(up_target)[-1]!r}"
                )
            return up_target[common].inverse() @ up_source[common]

    def silent_s(self, target: str, source: str) -> float:
        """How long [s, wall] nothing new was heard of where `source` is in `target`; 0 if no link between them moves.

        Raises:
            TransformError: if a frame is unknown, or the frames are not connected.
        """
        self.lookup(target, source)
        with self._lock:
            ups = self._chain(source, None), self._chain(target, None)
            links = {f for up, other in (ups, ups[::-1]) for f in up if f not in other}
            moving = [self._moving[f].heard_at for f in links if f not in self._static]
        return max((time.monotonic() - heard_at for heard_at in moving), default=0.0)

    def edges(self) -> tuple[Edge, ...]:
        """Every frame with its parent; ages are not told."""
        with self._lock:
            static = [Edge(parent, child) for child, (parent, _) in self._static.items()]
            return (*static, *(Edge(track.parent, child) for child, track in self._moving.items()))

    def moving(self) -> frozenset[str]:
        """Frames whose pose in their parent may change."""
        with self._lock:
            return frozenset(self._moving)

    def _chain(self, frame: str, stamp_s: float | None) -> dict[str, Pose]:
        """Pose of `frame` in itself and in each of its ancestors, nearest first."""
        if frame not in self._static and frame not in self._moving and not self._is_root(frame):
            known = ", ".join(sorted({*self._static, *self._moving})) or "none yet"
            raise TransformError(f"frame {frame!r} is unknown; known frames: {known}")
        pose, result = Pose(), {frame: Pose()}
        while True:
            step = self._step(frame, stamp_s)
            if step is None:
                return result
            frame, up = step
            if frame in result:
                raise TransformError(f"the transform tree has a loop at {frame!r}")
            pose = up @ pose
            result[frame] = pose

    def _is_root(self, frame: str) -> bool:
        return any(parent == frame for parent, _ in self._static.values()) or any(
            track.parent == frame for track in self._moving.values()
        )

    def _step(self, frame: str, stamp_s: float | None) -> tuple[str, Pose] | None:
        if frame in self._static:
            return self._static[frame]
        track = self._moving.get(frame)
        if track is None:
            return None
        if stamp_s is None:
            return track.parent, track.poses[-1]
        return track.parent, _at(track, frame, stamp_s)


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
