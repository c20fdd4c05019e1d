# SPDX-License-Identifier: Apache-2.0
"""Ports: what the executor's skills need from a robot and from the other nodes, as Protocols with typed results.

Skills are sequential code in a worker thread, so every method may block; what takes long takes a `CancelToken`
and ends early when it is cancelled. The *tool frame* is canonical for every robot: origin between the finger
pads, x the direction of approach, y the direction in which the fingers open. Poses called `base` are in the
frame of the robot's base, the others in the map frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from makedo_core.cancel import CancelToken
from makedo_core.contract.choice import OperatorChoice
from makedo_core.conversation.past import PastInstruction
from makedo_core.conversation.question import OpenQuestion
from makedo_core.failure import SUCCESS, Outcome
from makedo_core.geometry import Array, Pose, Vector
from makedo_core.graph.scene_graph import Relation, SceneGraph, Shape, State
from makedo_core.known_failure import KnownFailure
from makedo_core.plan import Plan
from makedo_core.record.answer import QueryAnswer
from makedo_core.record.lesson import Lesson
from makedo_core.sight.coverage import Cells

Joints = Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """A timed joint trajectory.

    Attributes:
        joints: names of the k joints.
        positions: shape (n, k) [rad or m].
        velocities: shape (n, k).
        times_s: from the start, shape (n,).
        accelerations: shape (n, k); empty where the planner gave none.
    """

    joints: tuple[str, ...]
    positions: Array
    velocities: Array
    times_s: Array
    accelerations: Array = field(default_factory=lambda: np.zeros((0, 0)))

    @property
    def end(self) -> dict[str, float]:
        """Joint values at the end."""
        return dict(zip(self.joints, (float(v) for v in self.positions[-1]), strict=True))

    @property
    def duration_s(self) -> float:
        """How long it takes."""
        return float(self.times_s[-1]) if len(self.times_s) else 0.0

    def slowed(self, factor: float) -> Motion:
        """The same path, taking `factor` times as long."""
        return Motion(
            self.joints,
            self.positions,
            self.velocities / factor,
            self.times_s * factor,
            self.accelerations / factor**2,
        )


@dataclass(frozen=True, slots=True)
class IkResult:
    """Joint values that reach a pose; None unless the outcome is a success."""

    outcome: Outcome
    joints: Joints | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MotionResult:
    """A planned motion. `fraction` is the share of a straight-line path that could be planned, else 1."""

    outcome: Outcome
    motion: Motion | None = None
    fraction: float = 1.0


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something to keep clear of: a primitive whose centre is at `pose`.

    Attributes:
        size: full extents [m]; a cylinder stands along its own z axis.
        elsewhere: further poses of its centre: a copy of it is to be kept clear of at each of them.
    """

    name: str
    shape: Shape
    size: Vector
    pose: Pose
    elsewhere: tuple[Pose, ...] = ()


OCTOMAP_CLEARED = "octomap cleared"


class Arm(Protocol):
    """An arm with its motion planner. Obstacles and targets are in the base frame."""

    def joints(self) -> Joints:
        """Newest measured joint values."""

    def efforts(self) -> Joints:
        """Newest measured efforts of the joints [Nm or N]; empty where they report none."""

    def tool(self) -> Pose:
        """Measured pose of the tool frame in the base frame."""

    def show(self, obstacles: Sequence[Obstacle], held: Obstacle | None = None, *, alone: bool = False) -> Outcome:
        """Make the planner's world consist of these obstacles and of what is held (pose in the tool frame).

        Args:
            obstacles: in the base frame.
            held: what is in the hand.
            alone: what depth images put there besides goes: the hand is to touch what is not among the obstacles, or
                they are those of a place where the robot is not. False: it stays.

        Returns:
            a success whose `raw` is OCTOMAP_CLEARED, if there was anything of the kind.
        """

    def scene(self) -> tuple[Sequence[Obstacle], Obstacle | None]:
        """What the planner's world consists of now."""

    def solve_ik(self, target: Pose, seed: Joints | None = None, *, avoid_collisions: bool = True) -> IkResult:
        """Joint values that bring the tool frame to a pose."""

    def plan(self, goal: Joints, start: Joints | None = None, *, limit_s: float | None = None) -> MotionResult:
        """A collision-free motion; the start is where the arm is now unless given.

        Args:
            goal: joint values.
            start: joint values; may name others than the goal's, of the head for one.
            limit_s: time allowed for planning; None: the robot's usual.
        """

    def touches(self, joints: Joints | None = None, *, itself: bool = False) -> Outcome:
        """Whether the arm, or what it holds, touches something: IN_COLLISION, with the bodies; SUCCESS if nothing.

        Args:
            joints: joint values, of the head's joints too; those that are not named, and None, as they are now.
            itself: only what the robot touches of itself and of what it holds counts, whatever else there is.

        Returns:
            any other cause: nobody knows.
        """

    def plan_line(
        self, waypoints: Sequence[Pose], start: Joints | None = None, *, avoid_collisions: bool = True
    ) -> MotionResult:
        """A motion of the tool along straight lines. Less than the whole is UNREACHABLE with the fraction."""

    def execute(self, motion: Motion, token: CancelToken) -> Outcome:
        """Carry out a motion and verify where it ended."""


class Gripper(Protocol):
    """A gripper of two parallel fingers."""

    def move(self, width_m: float, token: CancelToken) -> Outcome:
        """Open or close to a distance between the fingers; being stopped by an object is a success."""

    def width(self) -> float:
        """Measured distance between the fingers [m]."""


class Head(Protocol):
    """A head that carries the camera."""

    def look_at(self, point: Vector, token: CancelToken) -> Outcome:
        """Turn the camera to a point of the map."""


class Base(Protocol):
    """A mobile base with its navigation."""

    def pose(self) -> Pose:
        """Where it is now, in the map frame."""

    def drive_to(self, target: Pose, token: CancelToken) -> Outcome:
        """Drive to a pose in the map frame."""

    def plan_to(self, target: Pose, start: Pose) -> Outcome:
        """Whether there is a way from one pose to another (map frame), as the floor is now; nothing moves.

        Returns:
            NAVIGATION_FAILED: there is none. NOT_CAPABLE: nobody is to be asked. Any other cause: it is not known.
        """


@dataclass(frozen=True, slots=True)
class GraphChange:
    """Facts that the robot knows because it caused them.

    Attributes:
        states: node id and the state to set (its opposite is cleared).
        poses: node id and its new pose.
        openings: asset id and how far its door or drawer was felt to be open [rad or m]; comes after the states.
    """

    add: tuple[Relation, ...] = ()
    drop: tuple[Relation, ...] = ()
    states: tuple[tuple[str, State], ...] = ()
    poses: tuple[tuple[str, Pose], ...] = ()
    openings: tuple[tuple[str, float], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.add or self.drop or self.states or self.poses or self.openings)


class GraphSource(Protocol):
    """The live scene graph."""

    def newest(self) -> SceneGraph:
        """The newest snapshot."""

    def wait_until(
        self, holds: Callable[[SceneGraph], bool], timeout_s: float, token: CancelToken
    ) -> SceneGraph | None:
        """The first snapshot for which a condition holds; None after timeout_s [s of the node's clock]."""

    def seen_places(self, asset_id: str) -> Mapping[str, Cells] | None:
        """Which cells of each place of an asset an image has shown, by the place's name; None: nobody knows."""

    def update(self, change: GraphChange) -> Outcome:
        """Apply facts, all or nothing."""


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """How much of one of an asset's places was seen.

    Attributes:
        name: of the place, e.g. "top".
        share: 0..1.
        hidden: why the rest was not; empty when nothing was left.
    """

    name: str
    share: float
    hidden: str = ""


@dataclass(frozen=True, slots=True)
class Discovery:
    """What looking at an asset changed: ids of objects.

    Attributes:
        unseen: there before; neither seen now nor ruled out.
        places: the asset's.
        pictures: what was seen, as JPEG files' contents.
    """

    outcome: Outcome = SUCCESS
    added: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    places: tuple[PlaceSeen, ...] = ()
    pictures: tuple[bytes, ...] = ()


class Discoverer(Protocol):
    """Perception's discover_objects."""

    def discover(self, asset_id: str, token: CancelToken) -> Discovery:
        """Look at an asset (and into it when it is open)."""


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What to plan for.

    Attributes:
        known_failures: what was learnt while moving.
        goal: JSON of the goal when replanning; empty: interpret the instruction.
        strategy: how to plan; empty: as the planner is configured.
        past: what was said and done before; None: nothing.
        choices: what the operator takes in place of what would be taken.
    """

    instruction: str
    graph: SceneGraph
    known_failures: tuple[KnownFailure, ...] = ()
    goal: str = ""
    strategy: str = ""
    past: PastInstruction | None = None
    choices: tuple[OperatorChoice, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanResult:
    """A validated plan, or why there is none, with the question whose answer would help."""

    outcome: Outcome
    plan: Plan | None = None
    goal_text: str = ""
    goal: str = ""
    explanation: str = ""
    candidates: tuple[str, ...] = ()
    question: OpenQuestion | None = None


class Planner(Protocol):
    """The planner node."""

    def plan(self, request: PlanRequest, stage: Callable[[str], None], token: CancelToken) -> PlanResult:
        """Plan; `stage` is called with what the planner is busy with."""


class KnowledgeGraph(Protocol):
    """What the robot knows as one RDF graph: scene, ontology, history (docs/knowledge.md)."""

    def ask(self, query: str, max_rows: int) -> QueryAnswer:
        """Answer a SPARQL query, SELECT or ASK; why it could not be answered is in the outcome."""

    def learn(self, lessons: Sequence[Lesson]) -> None:
        """Have macro actions remembered; returns at once, whatever becomes of it."""


class Photographer(Protocol):
    """Takes pictures for the run folder."""

    def take(self, name: str) -> None:
        """Store what the cameras show now under a name; never blocks for long, never fails a skill."""

    def keep(self, name: str, pictures: Sequence[bytes]) -> None:
        """Store pictures that somebody else took, JPEG files' contents, under a name; never fails a skill."""


class TimeSource(Protocol):
    """The node's clock."""

    def now_s(self) -> float:
        """Simulated or real time [s]."""
