# SPDX-License-Identifier: Apache-2.0
"""A person who takes what is held out: stands still, sees it, pulls at it with a limited force, and keeps it.

The hand is a force on the object, no larger than a gentle pull while the robot holds it too: the arm feels it, and
nothing moves until the fingers let go. What they let go of before the person has taken it falls.
"""

from __future__ import annotations

import mujoco
import numpy as np

from makedo_core.geometry import Array
from makedo_core.graph.asset_model import Region, RegionKind
from makedo_core.graph.scene_graph import Node
from simulation_node.physics.grip import Grip

STILL_MS = 0.03  # what moves faster is not taken [m/s]
PULL_N = 12.0
HOLD_N = 20.0  # beside the object's weight
PACE = 6.0  # of the hand on its way back, critically damped [rad/s]
STEADY = 8.0  # how fast a hand stops what turns in it [1/s]


class Person:
    """Takes what the robot holds out in the region of its hands. Call `update` after each stretch of physics.

    Attributes:
        has: the object in the person's hand; None: it is empty.
        rest: where the hand keeps it, map frame [m].
    """

    def __init__(
        self, model: mujoco.MjModel, data: mujoco.MjData, node: Node, grip: Grip, hesitates_s: float
    ) -> None:
        """Stand there.

        Args:
            model: of the home.
            data: its state.
            node: the person's, with a region of hands.
            grip: the robot's, to see what it holds.
            hesitates_s: how long something is held out still before it is taken; negative: nothing ever is.
        """
        self.asset = node.id
        self.has: str | None = None
        self._model, self._data, self._grip = model, data, grip
        self._hesitates_s = hesitates_s
        region = hands_of(node)
        self._into = np.asarray(np.linalg.inv(node.pose.matrix() @ region.pose.matrix()), float)
        self._size = np.array(region.size)
        self.rest = np.array((node.pose @ region.pose).transform((0.0, 0.0, region.size[2] / 2)))
        self._away = -node.pose.matrix()[:3, 0]  # towards the person
        self._offered_at: float | None = None

    def update(self) -> None:
        """Wait for something, pull at it while the robot holds it, keep it afterwards."""
        if self.has is None:
            self._look()
        if self.has is not None:
            self._hold(self.has)

    def _look(self) -> None:
        """Take what has been held out, still and within reach, for long enough."""
        held = self._grip.held
        now = float(self._data.time)
        if self._hesitates_s < 0 or held is None or not self._is_offered(held):
            self._offered_at = None
            return
        if self._offered_at is None:
            self._offered_at = now
        if now - self._offered_at >= self._hesitates_s:
            self.has, self._offered_at = held, None

    def _is_offered(self, name: str) -> bool:
        if self._model.body(name).dofnum[0] != 6:  # a door, held by its handle
            return False
        return self._in_reach(name) and float(np.linalg.norm(self._velocity(name)[:3])) < STILL_MS

    def _in_reach(self, name: str) -> bool:
        x, y, z = self._into[:3, :3] @ self._data.body(name).xpos + self._into[:3, 3]
        half_x, half_y, high = self._size[0] / 2, self._size[1] / 2, self._size[2]
        return bool(abs(x) <= half_x and abs(y) <= half_y and 0.0 <= z <= high)

    def _hold(self, name: str) -> None:
        """Pull at it, or hold it up where the hand rests."""
        body, index = self._data.body(name), self._model.body(name).id
        mass = float(self._model.body_mass[index])
        velocity = self._velocity(name)
        if self._grip.held == name and not self._in_reach(name):
            self._let_go(index)  # the robot took it away again
            return
        if self._grip.held == name:
            force = PULL_N * self._away
        else:
            force = mass * (PACE**2 * (self.rest - body.xpos) - 2 * PACE * velocity[:3])
            force *= min(1.0, HOLD_N / max(float(np.linalg.norm(force)), 1e-9))
            force = force - mass * self._model.opt.gravity
        self._data.xfrc_applied[index][:3] = force
        self._data.xfrc_applied[index][3:] = -STEADY * float(self._model.body_inertia[index].max()) * velocity[3:]

    def _let_go(self, index: int) -> None:
        self._data.xfrc_applied[index][:] = 0.0
        self.has = None

    def _velocity(self, name: str) -> Array:
        """Of a free body: along and about the axes of the map [m/s, rad/s], shape (6,)."""
        dof = int(self._model.body(name).dofadr[0])
        turn = self._data.body(name).xmat.reshape(3, 3) @ self._data.qvel[dof + 3 : dof + 6]
        return np.concatenate([self._data.qvel[dof : dof + 3], turn])


def hands_of(node: Node) -> Region:
    """Where a person takes things.

    Raises:
        ValueError: if the node is no person.
    """
    regions = node.model.regions if node.model is not None else ()
    found = next((r for r in regions if r.kind is RegionKind.HAND), None)
    if found is None:
        raise ValueError(f"{node.id} has no region of kind {RegionKind.HAND.value!r}; a person needs one")
    return found
