# SPDX-License-Identifier: Apache-2.0
"""What a skill works with: the ports of a robot, what is remembered between skills, and how to be stopped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from executor_node.geometry.obstacles import Clearance
from makedo_core.cancel import CancelToken
from makedo_core.conversation.past import PastInstruction
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose, Vector
from makedo_core.goals.goal_text import named
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ports import (
    Arm,
    Base,
    Discoverer,
    GraphSource,
    Gripper,
    Head,
    Joints,
    Photographer,
    Planner,
    TimeSource,
)
from makedo_core.robot_config import RobotConfig
from makedo_core.sight.coverage import Cells
from makedo_core.skills import SkillCall


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything that a task talks to."""

    config: RobotConfig
    arm: Arm
    gripper: Gripper
    head: Head
    base: Base
    graph: GraphSource
    discoverer: Discoverer
    planner: Planner
    photographer: Photographer
    clock: TimeSource


@dataclass(frozen=True, slots=True)
class Held:
    """What is in the hand.

    Attributes:
        in_tool: pose of the object's base in the tool frame.
        width: of the gripper around it [m].
        slid_m: by so much it is thought to have slid down in the hand; in_tool has it.
        out: tool poses in straight lines that are left to go out of furniture, map frame; empty: it is out.
    """

    object_id: str
    in_tool: Pose
    width: float
    pitch: float
    slid_m: float = 0.0
    out: tuple[Pose, ...] = ()


@dataclass(frozen=True, slots=True)
class WayOut:
    """How the hand gets away from an object that it is around and does not hold.

    Attributes:
        through: tool poses in straight lines from where the hand is, the last one in the open; map frame.
    """

    object_id: str
    through: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class HalfTurned:
    """An asset that the hand holds, lifted, and was stopped at as it turned it over.

    Attributes:
        rest: pose of the asset in the end, map frame.
        lines: waypoints of the tool that are left, in straight lines; the last one leads away from it; map frame.
        tool: where the tool was left, map frame.
    """

    asset_id: str
    rest: Pose
    lines: tuple[tuple[Pose, ...], ...]
    tool: Pose


@dataclass(frozen=True, slots=True)
class FoundGrasp:
    """How an object can be taken from a place to stand.

    Attributes:
        base: where the robot was thought to stand, map frame.
        in_object: tool pose in the object's frame.
        clearance: with which there was room for it.
    """

    base: Pose
    in_object: Pose
    clearance: Clearance


@dataclass(frozen=True, slots=True)
class FoundSwing:
    """How a door or a drawer can be moved from a place to stand.

    Attributes:
        base: where the robot was thought to stand, map frame.
        end: joint value that the handle was to be brought to.
        in_asset: tool pose at the handle, in the frame of the asset.
        follow: share of the door's turn that the hand follows.
    """

    base: Pose
    end: float
    in_asset: Pose
    follow: float


@dataclass(frozen=True, slots=True)
class Way:
    """A way of the base on which the stowed arm has room, found before the drive.

    Attributes:
        begins: where the base stood as it was looked for, map frame.
        poses: to drive to one after another, map frame; the last is where it is to stand.
    """

    begins: Pose
    poses: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class Close:
    """Where a hand can be while the base drives.

    Attributes:
        position: of the tool, base frame.
        pitch: of the tool, below the horizontal [rad].
        yaw_deg: of the tool, base frame.
        near: joint values where the search for those of this tool pose begins; None: at those of now.
    """

    position: Vector
    pitch: float
    yaw_deg: float
    near: Joints | None = None


@dataclass(slots=True)
class KnownRoom:
    """What the motion planner answered while nothing moved.

    Attributes:
        graph: that the answers rest on.
        answers: by question.
    """

    graph: SceneGraph | None = None
    answers: dict[object, Outcome] = field(default_factory=dict)


@dataclass(slots=True)
class Memory:
    """What the executor remembers between skills; lives as long as the node.

    Attributes:
        past: the instruction before and what was moved while it was carried out; None: there was none.
        lost: whether what was held was felt to leave the hand, and nothing has been looked into since.
        supposed: joint values of doors and drawers while a skill moves them, or feels for their handles.
        felt: assets whose joint value the hand felt as it held the handle last; it needs no guessing.
        way_out: what the arm does before it does anything else; None: the hand is in the open, or holds something.
        turning: what the hand holds half turned over; None: nothing.
        askew: assets that came out of the hand half turned over: nobody knows how they lie, until an image shows it.
        stowed: whether the arm is in a posture that is safe for driving.
        folded: joint values at which the arm was stowed last; from there it went to where it works.
        makeshift: where the arm was stowed in a posture that may hide the view, for want of room; None: it was not.
        came_from: where the base came straight from, the arm stretched out, and goes back to first; None: it did not.
        looked_over: when assets were last looked over, on the robot's clock [s].
        stands: base pose from which the door or drawer of an asset was moved last.
        postures: joint values with which the arm is brought straight to a place to stand, by the place, map frame.
        way: found as a place to stand was chosen; None: not known, or the arm has moved since.
        carried: where the hand was brought last with what it holds, by the pitch of the grasp [deg].
        put_unseen: when things were put down of which no image had shown since where they came to rest [s].
        refused: where something was felt not to be the object that it was seen to be, map frame.
        came_upon: where what was put down came upon something that nobody knew of, map frame.
        grasps: how an object was last found to be taken; tried first from there.
        rests: where an object was last found to go at an asset, map frame; it is tried first there.
        swings: how a door or drawer was last found to be moved, by asset; tried first from there.
        recipient: the person whom the robot hands something to or has not left since; empty: nobody, or nobody watches.
        shown: cells of an asset's places that an image has shown, while something is put there by them alone.
        room: answers on where the arm has room, while nothing moves; None: something may move.
    """

    past: PastInstruction | None = None
    held: Held | None = None
    lost: bool = False
    way_out: WayOut | None = None
    supposed: dict[str, float] = field(default_factory=dict)
    felt: set[str] = field(default_factory=set)
    turning: HalfTurned | None = None
    askew: set[str] = field(default_factory=set)
    stowed: bool = False
    folded: Joints | None = None
    makeshift: Pose | None = None
    came_from: Pose | None = None
    looked_over: dict[str, float] = field(default_factory=dict)
    stands: dict[str, Pose] = field(default_factory=dict)
    postures: dict[Pose, Joints] = field(default_factory=dict)
    way: Way | None = None
    carried: dict[int, Close] = field(default_factory=dict)
    grasps: dict[str, FoundGrasp] = field(default_factory=dict)
    rests: dict[tuple[str, str], Pose] = field(default_factory=dict)
    swings: dict[str, FoundSwing] = field(default_factory=dict)
    put_unseen: dict[str, float] = field(default_factory=dict)
    refused: dict[str, Vector] = field(default_factory=dict)
    came_upon: list[Vector] = field(default_factory=list)
    recipient: str = ""
    shown: dict[str, Mapping[str, Cells]] = field(default_factory=dict)
    room: KnownRoom | None = None

    def learn(self, imagined: Memory) -> None:
        """Take over how things were found to be done while it was imagined: that is tried first, and tried it is."""
        self.grasps.update(imagined.grasps)
        self.rests.update(imagined.rests)
        self.swings.update(imagined.swings)

    def copy(self) -> Memory:
        """Another memory of the same, for imagining what is done."""
        return replace(
            self,
            supposed={**self.supposed},
            felt={*self.felt},
            askew={*self.askew},
            looked_over={**self.looked_over},
            stands={**self.stands},
            postures={**self.postures},
            carried={**self.carried},
            grasps={**self.grasps},
            rests={**self.rests},
            swings={**self.swings},
            refused={**self.refused},
            came_upon=[*self.came_upon],
            shown={},
            room=None,
        )


@dataclass(frozen=True, slots=True)
class SkillResult:
    """How a skill ended.

    Attributes:
        poses: that it changed, map frame.
        look_at: a point that shows its effects, map frame; None: no look at it is needed.
        doubt: what may be otherwise though it succeeded, as a clause; empty: nothing.
        told: whether the scene graph was told of its effects already; what was seen since then counts more.
    """

    outcome: Outcome = SUCCESS
    poses: tuple[tuple[str, Pose], ...] = ()
    look_at: Vector | None = None
    doubt: str = ""
    told: bool = False

    @property
    def ok(self) -> bool:
        """Whether it succeeded."""
        return self.outcome.ok


def failed(cause: FailureCause, message: str) -> SkillResult:
    """A skill that failed."""
    return SkillResult(Outcome(cause, message))


def _ignore(event: str, **details: Any) -> None:
    """Default of `note`: forget it."""


@dataclass(frozen=True, slots=True)
class SkillContext:
    """Handed to every skill.

    Attributes:
        attempt: 0 for the first try; later tries use other grasps and base poses.
        looks: of the tries before, those after which perception only looked again: nothing was wrong with the grasp.
        upcoming: the calls that follow, to stand where they can be done.
        note: records an event of the run.
    """

    ports: Ports
    memory: Memory
    token: CancelToken
    attempt: int = 0
    looks: int = 0
    upcoming: tuple[SkillCall, ...] = ()
    note: Callable[..., None] = _ignore


Skill = Callable[[SkillContext, SkillCall], SkillResult]


def spoken(node_id: str) -> str:
    """A node id as people say it, and as the planner does: "cola can 1", "the right tray"."""
    return named(node_id)
