# SPDX-License-Identifier: Apache-2.0
"""The differential base: follows (v, omega) within its acceleration limits."""

from __future__ import annotations

import math
from dataclasses import dataclass

import mujoco

from makedo_core.geometry import Pose
from simulation_node.robots.robot import BaseModel


@dataclass(frozen=True, slots=True)
class BaseLimits:
    """Largest speeds [m/s, rad/s] and accelerations [m/s^2, rad/s^2].

    The speeds are what the brakes end within 0.12 s, so that a stop is over before a person's step is, with the 0.08 s
    for which the arm sways after it. At 0.6 m/s no braking tips the robot over: that takes 0.46 J/kg (middle of mass
    0.4 m high, 0.2 m inside the wheels), and it has 0.18 J/kg.
    """

    speed: float = 0.6
    turn: float = 1.0
    acceleration: float = 1.0
    turn_acceleration: float = 3.0
    braking: float = 5.0
    turn_braking: float = 12.0


@dataclass(frozen=True, slots=True)
class Twist:
    """Forward speed [m/s] and turn rate [rad/s]."""

    forward: float = 0.0
    turn: float = 0.0


STILL = Twist()


class DifferentialBase:
    """Turns a wanted twist into the velocities of the planar joints."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, base: BaseModel, limits: BaseLimits) -> None:
        self.limits = limits
        self.wanted = STILL
        self._now = STILL
        self._data = data
        self._qpos = [model.joint(n).qposadr[0] for n in base.joints]
        self._dofs = [model.joint(n).dofadr[0] for n in base.joints]
        self._actuators = [model.actuator(n).id for n in base.joints]

    @property
    def pose(self) -> Pose:
        """Measured pose in the map frame."""
        x, y, yaw = (float(self._data.qpos[i]) for i in self._qpos)
        return Pose.planar(x, y, yaw)

    @property
    def twist(self) -> Twist:
        """Measured twist."""
        vx, vy, turn = (float(self._data.qvel[i]) for i in self._dofs)
        yaw = float(self._data.qpos[self._qpos[2]])
        return Twist(vx * math.cos(yaw) + vy * math.sin(yaw), turn)

    def update(self, step: float) -> None:
        """Set the velocities for the next stretch of physics of `step` seconds."""
        limits = self.limits
        forward = _towards(
            self._now.forward,
            _clip(self.wanted.forward, limits.speed),
            limits.acceleration,
            limits.braking,
            step,
        )
        turn = _towards(
            self._now.turn,
            _clip(self.wanted.turn, limits.turn),
            limits.turn_acceleration,
            limits.turn_braking,
            step,
        )
        self._now = Twist(forward, turn)
        heading = float(self._data.qpos[self._qpos[2]]) + turn * step / 2
        values = (forward * math.cos(heading), forward * math.sin(heading), turn)
        for actuator, value in zip(self._actuators, values, strict=True):
            self._data.ctrl[actuator] = value


class StationaryBase:
    """Of a robot that cannot drive: whatever twist is wanted, it stays."""

    def __init__(self, pose: Pose) -> None:
        self.limits = BaseLimits(speed=0.0, turn=0.0)
        self.pose = pose  # in the map frame
        self.wanted = self.twist = STILL

    def update(self, step: float) -> None:
        """Nothing moves."""


def _clip(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))


def _towards(now: float, wanted: float, acceleration: float, braking: float, step: float) -> float:
    """Next value on the way to the wanted one, slowing down faster than speeding up."""
    rate = braking if abs(wanted) < abs(now) or wanted * now < 0 else acceleration
    return now + _clip(wanted - now, rate * step)
