# SPDX-License-Identifier: Apache-2.0
"""A world, and a hand that reaches for things in it without any planning: straight lines through free air."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import mujoco
import numpy as np
import pytest

from makedo_core.geometry import Array, Pose
from simulation_node.control.controller import ActiveTrajectory, End, Finish
from simulation_node.control.trajectory import Trajectory
from simulation_node.motion_planning.ik import IkSolver, KinematicChain, TipTarget
from simulation_node.robots.robot import ROBOT_CLASS
from simulation_node.robots.tiago import (
    ARM_JOINTS,
    BASE_JOINTS,
    GRASP_DEPTH_M,
    GRASPING_FRAME,
    GRIPPER_JOINTS,
    TIAGO,
    TORSO_JOINT,
)
from simulation_node.scene.scene import SceneDescription, load_scene
from simulation_node.world.world import World

SCENES = Path(__file__).resolve().parents[2] / "scenes"


class Hand:
    """Moves the tip of a world's robot along straight lines."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._scratch = mujoco.MjData(world.model)
        chain = KinematicChain(TIAGO, GRASPING_FRAME)
        chain.limits = np.array([world.model.joint(n).range for n in TIAGO.chain])  # the arm's own, wider than MoveIt's
        self._solver = IkSolver(chain, TIAGO.chain)

    def stand(self, x: float, y: float, yaw: float) -> None:
        """Put the base somewhere, at once."""
        for joint, value in zip(BASE_JOINTS, (x, y, yaw), strict=True):
            self.world.data.joint(joint).qpos[0] = value
        mujoco.mj_forward(self.world.model, self.world.data)

    def stand_before(self, asset: str, distance: float, aside: float = 0.0, turn: float = 0.0) -> None:
        """Put the base before an asset: distance from its front, aside along its y, turned from facing it."""
        node = self.world.scene.graph[asset]
        pose = node.pose @ Pose.planar(node.size[0] / 2 + distance, aside, math.pi + turn)
        self.stand(pose.position[0], pose.position[1], pose.yaw)

    def place(self, position: Array, rotation: Array) -> None:
        """Put the tip somewhere, at once."""
        target = self._target(position, rotation)
        found = self._solver.solve(target, self._joints(), free=self._is_free, batches=40, timeout_s=5.0)
        assert found.q is not None, f"{position} is out of reach: {found.failure}"
        for joint, value in zip(TIAGO.chain, found.q, strict=True):
            self.world.data.joint(joint).qpos[0] = value
        mujoco.mj_forward(self.world.model, self.world.data)
        self._follow(np.array([0.01]), found.q[None])

    def go(self, points: Sequence[tuple[Array, Array]], speed: float = 0.12) -> None:
        """Move the tip through poses (position, rotation) in the map frame, close to each other."""
        q, times, rows = self._joints(), [], []
        now, last = 0.0, points[0][0]
        for i, (position, rotation) in enumerate(points):
            found = self._solver.follow(self._target(position, rotation), q, 40)
            assert found is not None, f"point {i} is out of reach"
            step, q = np.abs(found - q), found
            now += max(float(step[0]) / 0.05, float(step[1:].max()) / 0.9, math.dist(position, last) / speed, 0.02)
            last = position
            times.append(now)
            rows.append(q)
        self._follow(np.array(times), np.array(rows))

    def grip(self, opening: float) -> Finish:
        """Move the fingers to an opening [m]; press on what stops them as the executor's gripper does."""
        finish = self._grip(opening)
        width = float(self.world.controllers["gripper_controller"].position.sum())
        if finish.end is End.GOAL_TOLERANCE and opening < width:
            self._grip(max(opening, width - 0.02))
        return finish

    def _grip(self, opening: float) -> Finish:
        controller = self.world.controllers["gripper_controller"]
        goal = np.full((1, 2), opening / 2)
        time = max(0.3, float(np.abs(goal[0] - controller.target).max()) / 0.04)
        motion = controller.start(Trajectory(GRIPPER_JOINTS, np.array([time]), goal))
        while not motion.done.done():
            self.world.tick()
        self.world.run(0.1)
        return motion.done.result()

    def close(self) -> ActiveTrajectory:
        """Begin to close the fingers."""
        controller = self.world.controllers["gripper_controller"]
        return controller.start(Trajectory(GRIPPER_JOINTS, np.array([0.6]), np.zeros((1, 2))))

    def line(self, start: Array, end: Array, rotation: Array, step: float = 0.01) -> list[tuple[Array, Array]]:
        """Poses along a line."""
        count = max(2, math.ceil(float(np.linalg.norm(end - start)) / step) + 1)
        return [(start + share * (end - start), rotation) for share in np.linspace(0, 1, count)]

    def reach_for(self, point: Array, rotation: Array, back: float = 0.10) -> None:
        """Open, appear in front of a point and go straight on until it lies between the pads."""
        self.grip(0.088)
        tip = np.asarray(point) - GRASP_DEPTH_M * rotation[:, 0]
        self.place(tip - back * rotation[:, 0], rotation)
        self.go(self.line(tip - back * rotation[:, 0], tip, rotation))

    def _is_free(self, q: Array) -> bool:
        model, data = self.world.model, self._scratch
        mujoco.mj_copyData(data, model, self.world.data)
        for joint, value in zip(TIAGO.chain, q, strict=True):
            data.joint(joint).qpos[0] = value
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        geoms = data.contact.geom[: data.ncon]
        return not (model.geom_contype[geoms] == ROBOT_CLASS).any()

    def _joints(self) -> Array:
        torso, arm = (self.world.controllers[c].target for c in ("torso_controller", "arm_controller"))
        return np.concatenate([torso, arm])

    def _target(self, position: Array, rotation: Array) -> TipTarget:
        base = np.linalg.inv(self.world.base.pose.matrix())
        return TipTarget(base[:3, :3] @ position + base[:3, 3], base[:3, :3] @ rotation)

    def _follow(self, times: Array, rows: Array) -> None:
        motions = [
            self.world.controllers["torso_controller"].start(Trajectory((TORSO_JOINT,), times, rows[:, :1])),
            self.world.controllers["arm_controller"].start(Trajectory(ARM_JOINTS, times, rows[:, 1:])),
        ]
        while not all(m.done.done() for m in motions):
            self.world.tick()
        self.world.run(0.2)


def gripper(yaw: float, pitch: float = 0.0, roll: float = 0.0) -> Array:
    """Rotation of the grasping frame: approach heading by yaw, pitched down, rolled about the approach."""
    cy, sy, cp, sp, cr, sr = *_cs(yaw), *_cs(pitch), *_cs(roll)
    turn_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    turn_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    turn_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    return turn_z @ turn_y @ turn_x


def _cs(angle: float) -> tuple[float, float]:
    return math.cos(angle), math.sin(angle)


@pytest.fixture(scope="session")
def scene() -> SceneDescription:
    """The home."""
    return load_scene(SCENES / "home")


@pytest.fixture
def world(scene: SceneDescription) -> World:
    """A fresh world, settled."""
    world = World(scene, seed=3)
    world.run(0.3)
    return world


@pytest.fixture
def hand(world: World) -> Hand:
    """The hand of that world."""
    return Hand(world)


@pytest.fixture(scope="session")
def scenes() -> Path:
    """Where the scenes lie."""
    return SCENES


@pytest.fixture(scope="session")
def hand_of():
    """Makes the hand of a world that a test made."""
    return Hand


@pytest.fixture(scope="session")
def rotation():
    """Rotation of the grasping frame, see `gripper`."""
    return gripper
