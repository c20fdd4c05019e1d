# SPDX-License-Identifier: Apache-2.0
"""A group of joints that follows trajectories, like ros2_control's joint trajectory controller."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import Enum

import mujoco
import numpy as np

from makedo_core.geometry import Array
from simulation_node.control.trajectory import Trajectory
from simulation_node.robots.robot import Servo

CONTROL_STEP_S = 0.01  # targets are set anew this often
STOP_S = 0.12  # time in which a cancelled motion comes to rest


class End(Enum):
    """How a motion ended."""

    SUCCEEDED = "succeeded"
    CANCELED = "canceled"
    PREEMPTED = "preempted by a newer goal"
    PATH_TOLERANCE = "left its path"
    GOAL_TOLERANCE = "missed its goal"
    BLOCKED = "blocked"
    NO_PATH = "no path"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Finish:
    """End of a motion, with the reason in words."""

    end: End
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Tolerances:
    """How exactly to follow. Empty mappings: any deviation is accepted.

    Attributes:
        path: joint -> largest deviation on the way [rad or m].
        goal: joint -> largest deviation at the end.
        goal_time_s: how long after the last point the goal may be reached.
    """

    path: Mapping[str, float] = field(default_factory=dict)
    goal: Mapping[str, float] = field(default_factory=dict)
    goal_time_s: float = 1.0


@dataclass(eq=False, slots=True)
class ActiveTrajectory:
    """One trajectory on its way; `done` gets its Finish."""

    trajectory: Trajectory
    tolerances: Tolerances
    start: float  # time at which the trajectory begins [s]
    done: Future[Finish] = field(default_factory=Future)


class JointController:
    """Commands the position servos of its joints; call `update` before each stretch of physics.

    Args:
        model: of the world.
        data: its state.
        servos: of each joint.
        tolerances: where a goal names none.
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        servos: Mapping[str, Servo],
        tolerances: Tolerances,
    ) -> None:
        self.joints = joints = tuple(servos)
        self.tolerances = tolerances
        self._data = data
        self._qpos = np.array([model.joint(j).qposadr[0] for j in joints])
        self._dofs = np.array([model.joint(j).dofadr[0] for j in joints])
        self._actuators = np.array([model.actuator(j).id for j in joints])
        self._lag = np.array([servo.lag_s for servo in servos.values()])
        self._low, self._high = model.actuator_ctrlrange[self._actuators].T
        self._target: Array = data.qpos[self._qpos].copy()
        self._speed: Array = np.zeros(len(joints))
        self._stopping_since: float | None = None
        self._motion: ActiveTrajectory | None = None

    @property
    def position(self) -> Array:
        """Measured joint positions, shape (k,)."""
        return np.asarray(self._data.qpos[self._qpos])

    @property
    def velocity(self) -> Array:
        """Measured joint velocities, shape (k,)."""
        return np.asarray(self._data.qvel[self._dofs])

    @property
    def target(self) -> Array:
        """Commanded joint positions, shape (k,)."""
        return self._target

    @property
    def target_velocity(self) -> Array:
        """Commanded joint velocities, shape (k,)."""
        return self._speed

    @property
    def busy(self) -> bool:
        """Whether a motion is on its way."""
        return self._motion is not None

    def start(
        self, trajectory: Trajectory, tolerances: Tolerances | None = None, delay: float = 0.0
    ) -> ActiveTrajectory:
        """Follow a trajectory (columns in the order of `joints`); a motion on its way is preempted."""
        if self._motion is not None:
            self._finish(End.PREEMPTED)
        start = self._data.time + delay
        begun = trajectory if delay > 0 else trajectory.begun_at(self._target.copy(), self._speed.copy())
        self._stopping_since = None if delay <= 0 else self._stopping_since
        self._motion = ActiveTrajectory(begun, tolerances or self.tolerances, start)
        return self._motion

    def cancel(self, motion: ActiveTrajectory | None = None) -> None:
        """Bring the joints to rest and hold them; None: whatever is on its way."""
        if self._motion is None or (motion is not None and motion is not self._motion):
            return
        self._stopping_since = self._data.time
        # From where it is: it would creep on after a target that it lags behind.
        self._target, self._speed = self.position.copy(), self.velocity.copy()
        self._finish(End.CANCELED)

    def update(self) -> None:
        """Set the servos' targets for the next stretch of physics, and end a motion that is over."""
        now = self._data.time
        motion = self._motion
        if motion is not None and now >= motion.start:
            self._target, self._speed = motion.trajectory.at(now - motion.start)
            self._judge(motion, now)
        elif self._stopping_since is not None:
            self._brake(now - self._stopping_since)
        command = self._target + self._lag * self._speed
        self._data.ctrl[self._actuators] = np.clip(command, self._low, self._high)

    def _brake(self, since_s: float) -> None:
        """Slow down; `since_s`: for so long that was done already."""
        left = max(0.0, 1.0 - since_s / STOP_S)
        self._speed = self._speed * (left / max(left + CONTROL_STEP_S / STOP_S, 1e-9))
        self._target = np.clip(self._target + self._speed * CONTROL_STEP_S, self._low, self._high)
        if left == 0.0:
            self._speed, self._stopping_since = np.zeros(len(self.joints)), None

    def _judge(self, motion: ActiveTrajectory, now: float) -> None:
        error = np.abs(self._target - self.position)
        late = now - motion.start - motion.trajectory.duration
        if late < 0:
            worst = _worst(self.joints, error, motion.tolerances.path)
            if worst:
                self._hold()
                self._finish(End.PATH_TOLERANCE, worst)
            return
        worst = _worst(self.joints, error, motion.tolerances.goal)
        if not worst:
            self._finish(End.SUCCEEDED)
        elif late > motion.tolerances.goal_time_s:
            self._hold()
            self._finish(End.GOAL_TOLERANCE, worst)

    def _hold(self) -> None:
        self._target, self._speed = self.position.copy(), np.zeros(len(self.joints))

    def _finish(self, end: End, reason: str = "") -> None:
        motion, self._motion = self._motion, None
        if motion is not None:
            motion.done.set_result(Finish(end, reason))


def _worst(joints: tuple[str, ...], error: Array, tolerances: Mapping[str, float]) -> str:
    """The joint that is farthest outside its tolerance, in words; empty if none is."""
    excess = {j: e - tolerances[j] for j, e in zip(joints, error, strict=True) if tolerances.get(j, 0.0) > 0.0}
    joint = max(excess, key=excess.__getitem__, default=None)
    if joint is None or excess[joint] <= 0:
        return ""
    return f"{joint} is off by {excess[joint] + tolerances[joint]:.4f}, allowed {tolerances[joint]:.4f}"
