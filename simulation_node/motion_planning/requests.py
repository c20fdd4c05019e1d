# SPDX-License-Identifier: Apache-2.0
"""What a motion planner is asked and what it answers, without ROS. Poses are in the planning frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from makedo_core.geometry import Array, Pose
from simulation_node.motion_planning.collision import Contact
from simulation_node.motion_planning.ik import TipTarget
from simulation_node.motion_planning.timing import TimedPath
from simulation_node.robots.robot import RobotModel


class Code(IntEnum):
    """The codes of moveit_msgs/MoveItErrorCodes that this planner uses."""

    SUCCESS = 1
    FAILURE = 99999
    PLANNING_FAILED = -1
    INVALID_MOTION_PLAN = -2
    CONTROL_FAILED = -4
    TIMED_OUT = -6
    PREEMPTED = -7
    START_STATE_IN_COLLISION = -10
    START_STATE_VIOLATES_PATH_CONSTRAINTS = -11
    GOAL_IN_COLLISION = -12
    GOAL_VIOLATES_PATH_CONSTRAINTS = -13
    INVALID_GROUP_NAME = -15
    INVALID_GOAL_CONSTRAINTS = -16
    INVALID_ROBOT_STATE = -17
    INVALID_LINK_NAME = -18
    INVALID_OBJECT_NAME = -19
    FRAME_TRANSFORM_FAILURE = -21
    START_STATE_INVALID = -26
    GOAL_STATE_INVALID = -27
    NO_IK_SOLUTION = -31


@dataclass(frozen=True, slots=True)
class MotionVerdict:
    """How a request ended.

    Attributes:
        code: MoveIt's code.
        reason: one sentence; empty on success unless there is something to add.
    """

    code: Code = Code.SUCCESS
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Whether this is a success."""
        return self.code is Code.SUCCESS


class MotionRequestError(Exception):
    """A request that cannot be served; carries the verdict."""

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(reason)
        self.verdict = MotionVerdict(code, reason)


@dataclass(frozen=True, slots=True)
class JointBound:
    """A joint's wanted value and the tolerances above and below it (rad or m)."""

    position: float
    above: float
    below: float


@dataclass(frozen=True, slots=True)
class OrientationBound:
    """A link's wanted orientation, shape (3, 3), and how far it may turn about its x, then y, then z axis [rad]."""

    link: str
    rotation: Array
    tolerance: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class TipGoal:
    """Where a tip should be."""

    link: str
    target: TipTarget


@dataclass(frozen=True, slots=True)
class MotionGoal:
    """One way to be done: joint values, a tip's pose, or both."""

    joints: Mapping[str, JointBound] = field(default_factory=dict)
    tip: TipGoal | None = None


@dataclass(frozen=True, slots=True)
class PathBounds:
    """What must hold all along a motion."""

    joints: Mapping[str, JointBound] = field(default_factory=dict)
    orientations: tuple[OrientationBound, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing is asked."""
        return not self.joints and not self.orientations

    def with_joints(self, joints: Mapping[str, JointBound]) -> PathBounds:
        """Return these bounds with further joint bounds."""
        return PathBounds({**self.joints, **joints}, self.orientations)


@dataclass(frozen=True, slots=True)
class Scaling:
    """Shares of the joints' velocity and acceleration limits, in (0, 1]; and a limit of the tip's speed [m/s]."""

    velocity: float = 1.0
    acceleration: float = 1.0
    tip_speed: float | None = None


@dataclass(frozen=True, slots=True)
class MotionRequest:
    """A motion to one of several goals. `start` overrides measured joint values."""

    group: str
    goals: tuple[MotionGoal, ...]
    start: Mapping[str, float] = field(default_factory=dict)
    bounds: PathBounds = PathBounds()
    scaling: Scaling = Scaling()
    timeout_s: float = 5.0


@dataclass(frozen=True, slots=True)
class IkRequest:
    """Joint values that bring a tip to a target."""

    group: str
    link: str
    target: TipTarget
    start: Mapping[str, float] = field(default_factory=dict)
    bounds: PathBounds = PathBounds()
    avoid_collisions: bool = True
    timeout_s: float = 0.1


@dataclass(frozen=True, slots=True)
class LineRequest:
    """A motion of a tip along straight lines through waypoints.

    Attributes:
        max_step_m: distance between solved points.
        jump_threshold: a joint-space step longer than this many mean steps ends the line; 0: not looked at.
        prismatic_jump_m: absolute limits of one step; 0: not looked at.
    """

    group: str
    link: str
    waypoints: tuple[Pose, ...]
    max_step_m: float
    start: Mapping[str, float] = field(default_factory=dict)
    bounds: PathBounds = PathBounds()
    jump_threshold: float = 0.0
    prismatic_jump_m: float = 0.0
    revolute_jump: float = 0.0
    avoid_collisions: bool = True
    scaling: Scaling = Scaling()


@dataclass(frozen=True, slots=True)
class PlannedMotion:
    """A timed motion of some joints."""

    joints: tuple[str, ...]
    timed: TimedPath


@dataclass(frozen=True, slots=True)
class PlanAnswer:
    """Outcome of a plan or of a line.

    Attributes:
        start: the complete robot state that the motion starts from.
        fraction: share of a line that could be done.
    """

    verdict: MotionVerdict
    motion: PlannedMotion | None = None
    start: Mapping[str, float] = field(default_factory=dict)
    planning_time_s: float = 0.0
    fraction: float = 0.0


@dataclass(frozen=True, slots=True)
class IkAnswer:
    """Outcome of an IK request: the complete robot state with the group's joints solved."""

    verdict: MotionVerdict
    state: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConstraintKept:
    """Whether a state satisfies one constraint, and how far it is from the value that was asked for (rad or m)."""

    satisfied: bool
    distance: float


@dataclass(frozen=True, slots=True)
class StateAnswer:
    """What is wrong with a state of the robot: what touches what, and which constraints it does not satisfy."""

    contacts: tuple[Contact, ...] = ()
    constraints: tuple[ConstraintKept, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether nothing touches and every constraint is satisfied."""
        return not self.contacts and all(kept.satisfied for kept in self.constraints)


def group_joints(robot: RobotModel, group: str) -> tuple[str, ...]:
    """Return the joints of a robot's group.

    Raises:
        RequestError: there is no such group.
    """
    if group not in robot.groups:
        raise MotionRequestError(Code.INVALID_GROUP_NAME, f"no group {group!r}; there are {', '.join(robot.groups)}")
    return robot.groups[group]


def arm_tip(robot: RobotModel, group: str, link: str) -> str:
    """Return the tip that a request means; an empty link means the group's last one.

    Raises:
        RequestError: the group has no tip, or the link cannot be one.
    """
    group_joints(robot, group)
    if group not in robot.arm_groups:
        told = f"group {group!r} has no kinematics; use {' or '.join(robot.arm_groups)}"
        raise MotionRequestError(Code.NO_IK_SOLUTION, told)
    if link and link not in robot.tips:
        told = f"no kinematics for link {link!r}; use {' or '.join(robot.tips)}"
        raise MotionRequestError(Code.NO_IK_SOLUTION, told)
    return link or robot.default_tip


def as_array(state: Mapping[str, float], joints: tuple[str, ...]) -> Array:
    """Values of some joints, shape (n,)."""
    return np.array([state[n] for n in joints], float)
