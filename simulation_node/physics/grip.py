# SPDX-License-Identifier: Apache-2.0
"""Holding: a constraint helps friction while both fingers touch the same thing, and only then.

Friction alone lets things slip by millimetres; the constraint stops that without hiding a lost grasp: it goes
as soon as the fingers open or one of them has lost touch.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from simulation_node.robots.robot import GripperModel
from simulation_node.scene.model import GRASP_PREFIX, PULL_PREFIX

SQUEEZE_M = 0.0008  # the commanded opening is this much below the measured one while squeezing
OPENING_M = 0.0010  # and this much above it while opening
LOST_S = 0.10  # touch may flicker for this long
SLIP_AFTER_S = 1.0  # of an object that nothing but the hand touches: sooner it would only sink back to where it stood
SLICK_S = 1.0  # fingers that let something slip are so for this long


@dataclass(frozen=True, slots=True)
class _Constraint:
    index: int
    weld: bool
    body: int


class Grip:
    """Watches the fingers and switches the constraints. Call `update` after each stretch of physics."""

    def __init__(self, model: mujoco.MjModel, data: mujoco.MjData, gripper: GripperModel) -> None:
        self._model, self._data = model, data
        self._fingers = [model.body(n).id for n in gripper.fingers]
        self._hand = model.body(gripper.hand).id
        self._qpos = [model.joint(n).qposadr[0] for n in gripper.joints]
        self._actuators = [model.actuator(n).id for n in gripper.joints]
        self._pads = gripper.pads
        self._by_body: dict[int, _Constraint] = {}
        for i in range(model.neq):
            name = model.equality(i).name
            if name.startswith((GRASP_PREFIX, PULL_PREFIX)):
                body = int(model.eq_obj2id[i])
                self._by_body[body] = _Constraint(i, name.startswith(GRASP_PREFIX), body)
        self._held: _Constraint | None = None
        self._touched_at = self._rested_at = 0.0
        self._geoms = [g for g in range(model.ngeom) if model.geom_bodyid[g] in self._fingers]
        self._slips = False  # the next object will
        self._slick_until: float | None = None
        self._friction = model.geom_friction[self._geoms].copy()
        self._priority = model.geom_priority[self._geoms].copy()

    @property
    def held(self) -> str | None:
        """Name of the body that is held: an object, or an articulation's moving body."""
        return None if self._held is None else str(self._model.body(self._held.body).name)

    @property
    def opening(self) -> float:
        """Measured distance of the fingers [m]."""
        return float(sum(self._data.qpos[i] for i in self._qpos))

    def touched(self) -> tuple[set[int], set[int]]:
        """Bodies that the left and the right finger touch."""
        count = self._data.ncon
        if count == 0:
            return set(), set()
        bodies = self._model.geom_bodyid[self._data.contact.geom[:count]]  # (ncon, 2)
        result: list[set[int]] = []
        for finger in self._fingers:
            mine = bodies == finger
            result.append(set(bodies[:, ::-1][mine].tolist()))
        return result[0], result[1]

    def slip(self) -> None:
        """Let the object in the hand, or the next one, slip out of it. For experiments."""
        self._slips = True

    def update(self) -> None:
        """Hold what both fingers squeeze; let go of what they do not touch any more."""
        if self._slick_until is not None:
            if self._data.time < self._slick_until:
                return
            self._slick_until = None
            self._model.geom_friction[self._geoms] = self._friction
            self._model.geom_priority[self._geoms] = self._priority
        left, right = self.touched()
        commanded = float(sum(self._data.ctrl[i] for i in self._actuators))
        now = self._data.time
        if self._held is not None:
            if self._held.body in left and self._held.body in right:
                self._touched_at = now
            if commanded > self.opening + OPENING_M or now - self._touched_at > LOST_S:
                self._release()
            elif self._slips and self._held.weld:
                self._slip_when_lifted(self._held)
            return
        if commanded < self.opening - SQUEEZE_M:
            both = sorted(b for b in left & right if b in self._by_body)
            if both:
                self._hold(self._by_body[both[0]])
                self._touched_at = self._rested_at = now

    def _slip_when_lifted(self, held: _Constraint) -> None:
        bodies = self._model.geom_bodyid[self._data.contact.geom[: self._data.ncon]]  # (ncon, 2)
        others = bodies[:, ::-1][bodies == held.body]
        if not np.isin(others, (*self._fingers, self._hand)).all():
            self._rested_at = self._data.time
        elif self._data.time - self._rested_at > SLIP_AFTER_S:
            self._lose_grip()

    def _lose_grip(self) -> None:
        """No friction between the fingers and anything for a while."""
        self._release()
        self._slips, self._slick_until = False, self._data.time + SLICK_S
        self._model.geom_friction[self._geoms] = (1e-4, 1e-5, 1e-5)
        self._model.geom_priority[self._geoms] = 1  # or the object's friction would count

    def _hold(self, constraint: _Constraint) -> None:
        data, model, i = self._data, self._model, constraint.index
        rotation = data.xmat[self._hand].reshape(3, 3)
        relative = np.zeros(4)
        inverse = np.zeros(4)
        mujoco.mju_negQuat(inverse, data.xquat[self._hand])
        mujoco.mju_mulQuat(relative, inverse, data.xquat[constraint.body])
        if constraint.weld:  # eq_data: anchor in body 2 (3), pose of body 2 in body 1 (3 + 4), torque scale
            model.eq_data[i][:3] = 0
            model.eq_data[i][3:6] = rotation.T @ (data.xpos[constraint.body] - data.xpos[self._hand])
            model.eq_data[i][6:10] = relative
            model.eq_data[i][10] = 1
        else:  # eq_data: the same point in both bodies; turning about it stays free
            point = np.mean([data.geom(g).xpos for g in self._pads], axis=0)
            body = data.xmat[constraint.body].reshape(3, 3)
            model.eq_data[i][:3] = rotation.T @ (point - data.xpos[self._hand])
            model.eq_data[i][3:6] = body.T @ (point - data.xpos[constraint.body])
        data.eq_active[i] = 1
        self._held = constraint

    def _release(self) -> None:
        if self._held is not None:
            self._data.eq_active[self._held.index] = 0
            self._held = None
