# SPDX-License-Identifier: Apache-2.0
"""The simulated world: physics, controllers, base, grip, lamps, navigation. For one thread at a time."""

from __future__ import annotations

import mujoco

from makedo_core.goals.facts import takes_things
from makedo_core.graph.asset_model import SwitchKind
from makedo_core.graph.scene_graph import Node, NodeKind, State
from simulation_node.control.base import STILL, BaseLimits, Twist
from simulation_node.control.controller import CONTROL_STEP_S
from simulation_node.navigation.navigation import Navigator
from simulation_node.physics.physics import Physics
from simulation_node.robots.robot import RobotModel
from simulation_node.robots.tiago import TIAGO
from simulation_node.scene.scene import SceneDescription
from simulation_node.world.faults import Faults
from simulation_node.world.lamps import Button, Lamp
from simulation_node.world.person import Person

HESITATES_S = 1.5
COMMAND_TIMEOUT_S = 0.25  # a velocity command is obeyed for this long


def _switched(scene: SceneDescription, kind: SwitchKind) -> tuple[Node, ...]:
    """Assets with a switch of a kind."""
    assets = scene.graph.of_kind(NodeKind.ASSET)
    return tuple(n for n in assets if n.model and n.model.switch and n.model.switch.kind is kind)


class World(Physics):
    """A home with a robot in it, and what goes on there: driving, faults, lamps, buttons and people.

    Args:
        scene: rooms, furniture and beliefs.
        seed: of the objects' first poses; equal seeds and commands give equal motions.
        misplaced: how many objects start elsewhere than believed.
        robot: which.
        limits: of its base.
        hesitates_s: how long a person lets something be held out before taking it; negative: nothing is taken.
    """

    def __init__(
        self,
        scene: SceneDescription,
        seed: int = 0,
        misplaced: int = 0,
        *,
        robot: RobotModel = TIAGO,
        limits: BaseLimits | None = None,
        hesitates_s: float = HESITATES_S,
    ) -> None:
        super().__init__(scene, seed, misplaced, robot=robot, limits=limits)
        light = scene.setting.lamp
        self.lamps = tuple(
            Lamp(self.model, self.data, n.id, light if light is not None and light.asset == n.id else None)
            for n in _switched(scene, SwitchKind.TOGGLE)
        )
        self.buttons = tuple(Button(self.model, self.data, n.id) for n in _switched(scene, SwitchKind.BUTTON))
        for lamp in self.lamps:
            lamp.switch(State.ON in scene.graph[lamp.asset].states)
        self.people = tuple(
            Person(self.model, self.data, n, self.grip, hesitates_s)
            for n in scene.graph.of_kind(NodeKind.ASSET)
            if takes_things(n)
        )
        self.navigator = Navigator(self)
        self.faults = Faults(self, self.navigator)
        self._commanded: tuple[Twist, float] | None = None
        self._steps = round(CONTROL_STEP_S / self.model.opt.timestep)

    def tick(self) -> None:
        """Advance by CONTROL_STEP_S."""
        self.faults.update()
        for controller in self.controllers.values():
            controller.update()
        wanted = self.navigator.update()
        if self._commanded is not None:
            twist, until = self._commanded
            if self.time < until:
                wanted = twist
            else:
                self._commanded = None
        self.base.wanted = wanted or STILL
        self.base.update(CONTROL_STEP_S)
        mujoco.mj_step(self.model, self.data, self._steps)
        self.grip.update()
        self.contacts.update()
        for lamp in self.lamps:
            lamp.update()
        for button in self.buttons:
            button.update()
        for person in self.people:
            person.update()

    def run(self, seconds: float) -> None:
        """Advance by a time [s]."""
        for _ in range(round(seconds / CONTROL_STEP_S)):
            self.tick()

    def command_base(self, twist: Twist) -> None:
        """Obey a velocity command for COMMAND_TIMEOUT_S; meanwhile it goes before navigation."""
        self._commanded = (twist, self.time + COMMAND_TIMEOUT_S)
