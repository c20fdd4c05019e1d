# SPDX-License-Identifier: Apache-2.0
"""A home with a robot in it, as physics knows it: bodies, joints, controllers, base and fingers."""

from __future__ import annotations

import mujoco
import numpy as np

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID
from simulation_node.control.base import BaseLimits, DifferentialBase, StationaryBase
from simulation_node.control.controller import JointController, Tolerances
from simulation_node.physics.blockage import Blockage
from simulation_node.physics.contacts import ContactRecorder
from simulation_node.physics.grip import Grip
from simulation_node.physics.visitor import Visitor
from simulation_node.robots.robot import RobotModel
from simulation_node.scene.model import build_model, first_state
from simulation_node.scene.placement import Placed, place_objects
from simulation_node.scene.scene import SceneDescription


class Physics:
    """The bodies that move and are moved. The navigation and the faults act on them; World brings them together.

    Args:
        scene: rooms, furniture and beliefs.
        seed: of the objects' first poses.
        misplaced: how many objects start elsewhere than believed.
        robot: which.
        limits: of its base.
    """

    def __init__(
        self, scene: SceneDescription, seed: int, misplaced: int, *, robot: RobotModel, limits: BaseLimits | None
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
            )
            for name, kind in robot.controllers.items()
        }
        self.base = (
            DifferentialBase(model, data, robot.base, limits or BaseLimits())
            if robot.base is not None
            else StationaryBase(scene.graph[AGENT_ID].pose)
        )
        self.grip = Grip(model, data, robot.gripper)
        self.contacts = ContactRecorder(model, data, robot)
        self.blockage = Blockage(model, data)
        self.visitor = Visitor(model, data)

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return float(self.data.time)

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

    def is_finite(self) -> bool:
        """Whether the physics has not blown up."""
        return bool(np.isfinite(self.data.qpos).all())
