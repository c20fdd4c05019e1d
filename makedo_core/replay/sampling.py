# SPDX-License-Identifier: Apache-2.0
"""Looks at the robot and at what it knows a few times a second, for the record of a run."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from typing import TypeVar

from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.replay.recording import Recording

POLL_S = 0.1
MOTION_S = 0.25
GRAPH_S = 1.0
T = TypeVar("T")
_log = logging.getLogger(__name__)


class Sampler:
    """A context manager that samples while it is open, in a thread of its own.

    Motion is looked at every 0.25 s of the robot's clock, and no more than ten times a second; the graph every second.

    Args:
        recording: takes the samples.
        clock: the robot's clock [s].
        base: where it is in the map; may raise MakedoError, which counts as not known.
        joints: newest values of all joints [rad or m]; may raise MakedoError, too.
        graph: the newest; may raise MakedoError, too.
    """

    def __init__(
        self,
        recording: Recording,
        clock: Callable[[], float],
        base: Callable[[], Pose],
        joints: Callable[[], Mapping[str, float]],
        graph: Callable[[], SceneGraph],
    ) -> None:
        self._recording, self._clock = recording, clock
        self._base, self._joints, self._graph = base, joints, graph
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sampler", daemon=True)

    def __enter__(self) -> Sampler:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(5.0)

    def sample(self) -> None:
        """Look at everything once."""
        self.sample_motion()
        self.sample_graph()

    def sample_motion(self) -> None:
        """Look where the robot is."""
        joints = _known(self._joints)
        self._recording.moved(_known(self._base), {} if joints is None else joints)

    def sample_graph(self) -> None:
        """Look what is known."""
        graph = _known(self._graph)
        if graph is not None:
            self._recording.knows(graph)

    def _run(self) -> None:
        motion_due = graph_due = -float("inf")
        graph_wall = -float("inf")
        try:
            while True:
                now_s, wall_s = self._clock(), time.monotonic()
                if not motion_due - MOTION_S <= now_s < motion_due:  # later, or a clock that began anew
                    motion_due = now_s + MOTION_S
                    self.sample_motion()
                if not graph_due - GRAPH_S <= now_s < graph_due and wall_s - graph_wall >= GRAPH_S / 2:
                    graph_due, graph_wall = now_s + GRAPH_S, wall_s
                    self.sample_graph()
                self._recording.writer.check()
                if self._ended.wait(POLL_S):
                    self.sample()
                    return
        except Exception:  # noqa: BLE001 - outermost of the thread: a bug ends the samples, not the instruction
            _log.error("a bug in the sampler:\n%s", traceback.format_exc())
            self._recording.note("no more samples", reason=traceback.format_exc().strip().splitlines()[-1])


def _known(ask: Callable[[], T]) -> T | None:
    """What is known; None: not now."""
    try:
        return ask()
    except MakedoError:
        return None
