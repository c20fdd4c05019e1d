# SPDX-License-Identifier: Apache-2.0
"""The simulated world: physics, controllers, base, grip, lamps, navigation. For one thread at a time."""

from __future__ import annotations

import mujoco
import numpy as np

from makedo_core.asset_model import SwitchKind
from makedo_core.facts import takes_things
from makedo_core.geometry import Pose
from makedo_core.scene_graph import AGENT_ID, Node, NodeKind, State
from simulation_node.base import STILL, BaseLimits, DifferentialBase, FixedBase, Twist
from simulation_node.contacts import ContactRecorder
from simulation_node.controller import CONTROL_STEP_S, JointController, Tolerances
from simulation_node.faults import Faults
from simulation_node.grip import Grip
from simulation_node.lamps import Button, Lamp
from simulation_node.model import BLOCKAGE, build_model, first_state
from simulation_node.navigation import Navigator
from simulation_node.person import Person
from simulation_node.placement import Placed, place_objects
from simulation_node.robot import RobotModel
from simulation_node.scene import Scene
from simulation_node.tiago import TIAGO

HESITATES_S = 1.5
COMMAND_TIMEOUT_S = 0.25  # a velocity command is obeyed for this long


def _switched(scene: Scene, kind: SwitchKind) -> tuple[Node, ...]:
    """Assets with a switch of a kind."""
    assets = scene.graph.of_kind(NodeKind.ASSET)
    return tuple(n for n in assets if n.model and n.model.switch and n.model.switch.kind is kind)


class World:
    """A home with a robot in it.

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
        scene: Scene,
        seed: int = 0,
        misplaced: int = 0,
        *,
        robot: RobotModel = TIAGO,
        limits: BaseLimits | None = None,
        hesitates_s: float = HESITATES_S,
    ) -> None:
        self.scene, self.seed, self.robot = scene, seed, robot
        self.placed: tuple[Placed, ...] = place_objects(scene, seed, misplaced)
        self.model = build_model(scene, self.placed, robot)
        self.data = first_state(self.model, scene, robot)
        model, data = self.model, self.data
        self.controllers = {
            name: JointController(
                model,
                data,
                {joint: robot.servos[joint] for joint in kind.joints},
                Tolerances({}, dict.fromkeys(kind.joints, kind.tolerance), kind.goal_time_s),
                keep_pressing=kind.keep_pressing,
            )
            for name, kind in robot.controllers.items()
        }
        self.base = (
            DifferentialBase(model, data, robot.base, limits or BaseLimits())
            if robot.base is not None
            else FixedBase(scene.graph[AGENT_ID].pose)
        )
        self.grip = Grip(model, data, robot.gripper)
        self.contacts = ContactRecorder(model, data, robot)
        light = scene.setting.lamp
        self.lamps = tuple(
            Lamp(model, data, n.id, light if light is not None and light.asset == n.id else None)
            for n in _switched(scene, SwitchKind.TOGGLE)
        )
        self.buttons = tuple(Button(model, data, n.id) for n in _switched(scene, SwitchKind.BUTTON))
        for lamp in self.lamps:
            lamp.switch(State.ON in scene.graph[lamp.asset].states)
        self.people = tuple(
            Person(model, data, n, self.grip, hesitates_s)
            for n in scene.graph.of_kind(NodeKind.ASSET)
            if takes_things(n)
        )
        self.navigator = Navigator(self)
        self.faults = Faults(self)
        self._commanded: tuple[Twist, float] | None = None
        self._steps = round(CONTROL_STEP_S / model.opt.timestep)

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return float(self.data.time)

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

    def body_pose(self, name: str) -> Pose:
        """Pose of a body in the map frame."""
        body = self.data.body(name)
        w, x, y, z = (float(v) for v in body.xquat)
        px, py, pz = (float(v) for v in body.xpos)
        return Pose((px, py, pz), (x, y, z, w))

    def joint(self, name: str) -> float:
        """Position of a joint [rad or m]."""
        return float(self.data.joint(name).qpos[0])

    def move_object(self, name: str, pose: Pose) -> None:
        """Put an object somewhere else, at rest; `pose` of the centre of its base. For experiments."""
        size = self.scene.classes[self.scene.graph[name].label].size
        joint = self.data.joint(name)
        x, y, z, w = pose.orientation
        joint.qpos[:] = [*pose.transform((0, 0, size[2] / 2)), w, x, y, z]
        joint.qvel[:] = 0
        mujoco.mj_forward(self.model, self.data)

    def place_blockage(self, pose: Pose) -> None:
        """Put the box that blocks ways somewhere; `pose` of its middle."""
        x, y, z, w = pose.orientation
        body = int(self.model.body(BLOCKAGE).mocapid[0])
        self.data.mocap_pos[body], self.data.mocap_quat[body] = pose.position, (w, x, y, z)

    def is_finite(self) -> bool:
        """Whether the physics has not blown up."""
        return bool(np.isfinite(self.data.qpos).all())
