# SPDX-License-Identifier: Apache-2.0
"""A past run as values along its time: what happened, where the robot was, what it knew, what was said and seen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from makedo_core.enums import StrEnum
from makedo_core.failure import Outcome
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.record.tree_view import TreeNode


class RunState(StrEnum):
    """How complete the record of a run is."""

    SEALED = "sealed"  # closed, and nothing is missing
    IN_PROGRESS = "in progress"
    UNSEALED = "unsealed"  # it was not sealed: a crash, a full disk, or a record from before runs were sealed


@dataclass(frozen=True, slots=True)
class RunEvent:
    """A line of the trace.

    Attributes:
        wall_s: since the run began [s].
        time_s: on the robot's clock [s].
        kind: e.g. "progress", "planned", "step".
        details: the rest of the line.
    """

    wall_s: float
    time_s: float
    kind: str
    details: Mapping[str, Any] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A detail that is text; empty where it is not there."""
        value = self.details.get(name, "")
        return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class PlanarPose:
    """Where the base was in the map: metres, and radians from the x axis."""

    x: float
    y: float
    yaw: float


@dataclass(frozen=True, slots=True)
class MotionSample:
    """Where the robot was from a moment on.

    Attributes:
        base: None: not known.
        joints: all that are known by then [rad or m].
    """

    wall_s: float
    time_s: float
    base: PlanarPose | None
    joints: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class KnownGraph:
    """What was known from a moment on."""

    wall_s: float
    time_s: float
    graph: SceneGraph


@dataclass(frozen=True, slots=True)
class TreeMoment:
    """How the behaviour tree was from a moment on."""

    wall_s: float
    nodes: tuple[TreeNode, ...]


@dataclass(frozen=True, slots=True)
class PastRun:
    """A run as it was read.

    Attributes:
        folder: of its files.
        kind: "instruction" or "recording".
        title: the instruction, or what was recorded.
        began: wall time; None: nothing tells.
        state: how complete the record is.
        outcome: how it ended; None: nobody wrote that down.
        robot: name of the robot's description; empty: not recorded.
        events: in the order they were written.
        steps: skill calls that ended.
        motion, graphs, trees: in the order of time.
        pictures: events whose detail "file" names a picture that is there.
        damage: a sentence for each thing that is missing or cannot be read.
    """

    folder: Path
    kind: str
    title: str
    began: datetime | None
    state: RunState
    outcome: Outcome | None
    robot: str = ""
    events: tuple[RunEvent, ...] = ()
    steps: tuple[SkillOutcome, ...] = ()
    motion: tuple[MotionSample, ...] = ()
    graphs: tuple[KnownGraph, ...] = ()
    trees: tuple[TreeMoment, ...] = ()
    pictures: tuple[RunEvent, ...] = ()
    damage: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Of the folder."""
        return self.folder.name

    @property
    def duration_s(self) -> float:
        """Wall time from the beginning to the last thing that was recorded [s]."""
        tracks: tuple[Sequence[RunEvent | MotionSample | KnownGraph], ...] = (self.events, self.motion, self.graphs)
        return max((track[-1].wall_s for track in tracks if track), default=0.0)

    def step_span(self, step: SkillOutcome) -> tuple[float, float]:
        """When a step began and ended: seconds since the run began [s, wall]."""
        if self.began is None:
            return 0.0, 0.0
        return (step.began - self.began).total_seconds(), (step.ended - self.began).total_seconds()

    def at(self, wall_s: float) -> RunMoment:
        """How it all was at a moment [s, wall, since the run began]."""
        done = [event for event in self.events if event.wall_s <= wall_s]
        said = [event for event in done if event.kind == "progress"]
        return RunMoment(
            wall_s,
            done[-1].time_s if done else (self.events[0].time_s if self.events else 0.0),
            _latest(self.motion, wall_s),
            _latest(self.graphs, wall_s),
            _latest(self.trees, wall_s),
            said[-1] if said else None,
            next((p for p in reversed(self.pictures) if p.wall_s <= wall_s), None),
            tuple(s for s in self.steps if self.step_span(s)[1] <= wall_s),
        )


@dataclass(frozen=True, slots=True)
class RunMoment:
    """A run at one moment; None: nothing was recorded by then.

    Attributes:
        status: the newest event of progress.
        picture: the event of the newest picture.
        done: steps that had ended.
    """

    wall_s: float
    time_s: float
    motion: MotionSample | None
    known: KnownGraph | None
    tree: TreeMoment | None
    status: RunEvent | None
    picture: RunEvent | None
    done: tuple[SkillOutcome, ...]


def _latest(track: Sequence[Any], wall_s: float) -> Any:
    """The newest of a track that is not later; None: there is none."""
    number = bisect_right([item.wall_s for item in track], wall_s)
    return track[number - 1] if number else None
