# SPDX-License-Identifier: Apache-2.0
"""The live graph for several threads: what changes it comes in here, and what others see of it goes out."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from makedo_core.failure import Outcome
from makedo_core.geometry import Pose
from makedo_core.graph.correction import GraphCorrection
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ports import GraphChange
from makedo_core.sight.coverage import Cells
from makedo_core.sight.observation import Frame
from scene_graph_node.ageing import Outlook
from scene_graph_node.builder import GraphBuilder
from scene_graph_node.edits.corrections import CorrectionResult
from scene_graph_node.settings import BuilderSettings
from scene_graph_node.store.recollection import replacement


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the robot is.

    Attributes:
        base: of the robot in the map frame.
        hand: grasp point in the map frame; None: not known.
        stamp: of both [s].
    """

    base: Pose
    hand: Pose | None
    stamp: float


class LiveGraph:
    """A builder, and the snapshots of it that others see.

    Args:
        graph: to begin with; must have the agent.
        settings: of the builder.
        outlook: ages the snapshots.
        clock: of the node [s].

    Raises:
        GraphError: if the agent is missing.
    """

    def __init__(
        self, graph: SceneGraph, settings: BuilderSettings, outlook: Outlook, clock: Callable[[], float]
    ) -> None:
        self._settings = settings
        self._builder = GraphBuilder(graph, settings)
        self._outlook = outlook
        self._clock = clock
        self._lock = threading.Lock()
        self._corrected_s = -math.inf  # when a person said something last

    def newest(self) -> SceneGraph:
        """The newest snapshot."""
        with self._lock:
            return self._seen()

    def follow(self, robot: Whereabouts | None) -> SceneGraph:
        """Take in where the robot is, if that is known; the snapshot after it."""
        with self._lock:
            self._move(robot)
            return self._seen()

    def observe(self, robot: Whereabouts | None, frame: Frame) -> SceneGraph:
        """Take in a frame, and where the robot is; the snapshot after it.

        A frame whose image is older than a person's newest word is not taken in: what that word put right would come
        back by it.

        Raises:
            GraphError: if it cannot be; nothing has changed then.
        """
        with self._lock:
            self._move(robot)
            if self._clock() < self._corrected_s:
                self._corrected_s = -math.inf  # the clock began anew
            if frame.stamp > self._corrected_s:
                self._builder.observe(frame)
            return self._seen()

    def update(self, robot: Whereabouts | None, change: GraphChange) -> tuple[Outcome, SceneGraph]:
        """Apply facts that the robot caused, all or nothing; how that went, and the snapshot after it.

        Raises:
            GraphError: if the change contradicts the graph; nothing has changed then.
        """
        with self._lock:
            self._move(robot)
            return self._builder.update(change), self._seen()

    def correct(self, robot: Whereabouts | None, correction: GraphCorrection) -> tuple[CorrectionResult, SceneGraph]:
        """Take over a person's word, all or nothing; how that went, and the snapshot after it.

        Raises:
            GraphError: if it contradicts the graph; nothing has changed then.
        """
        with self._lock:
            self._move(robot)
            now_s = self._clock()
            result = self._builder.correct(correction, now_s)
            if result.outcome.ok:
                self._corrected_s = now_s
            return result, self._seen()

    def replace(self, graph: SceneGraph) -> SceneGraph:
        """Go on with a graph from elsewhere; see `recollection.replacement`. The snapshot after it.

        Raises:
            GraphError: if it cannot be this robot's; nothing has changed then.
        """
        with self._lock:
            self._builder = GraphBuilder(replacement(graph, self._builder.graph), self._settings)
            return self._seen()

    def seen_places(self, asset_id: str) -> Mapping[str, Cells] | None:
        """Which cells of each place of an asset an image has shown, by the place's name; None: it is no asset."""
        with self._lock:
            return self._builder.seen_places(asset_id)

    def _move(self, robot: Whereabouts | None) -> None:
        if robot is not None:
            self._builder.move(robot.base, robot.hand, robot.stamp)

    def _seen(self) -> SceneGraph:
        return self._outlook.of(self._builder.graph, self._clock())
