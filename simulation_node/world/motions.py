# SPDX-License-Identifier: Apache-2.0
"""Stored motions of play_motion2, by the robot's own names: postures that are reached one after the other."""

from __future__ import annotations

import mujoco
import numpy as np

from simulation_node.control.trajectory import Trajectory
from simulation_node.robots.robot import ROBOT_CLASS, Posture, RobotModel
from simulation_node.world.world import World

SPEED_SHARE, FINGER_SPEED_SHARE = 0.35, 0.9  # of the joints' largest velocities
SHORTEST_S = 0.4
CHECK_RAD = 0.05


def trajectories(world: World, postures: tuple[Posture, ...]) -> dict[str, Trajectory]:
    """One trajectory for each controller that is concerned, all in step with each other."""
    at = {j: v for c in world.controllers.values() for j, v in zip(c.joints, c.target, strict=True)}
    now, times, rows = 0.0, [], []
    for posture in postures:
        slowest = max(abs(v - at[j]) / _speed(world.robot, j) for j, v in posture.items())
        now += max(SHORTEST_S, 1.5 * slowest)  # a cubic's peak speed is 1.5 times its mean
        at = {**at, **posture}
        times.append(now)
        rows.append(dict(at))
    moving = frozenset(j for p in postures for j in p)
    result: dict[str, Trajectory] = {}
    for name, controller in world.controllers.items():
        joints = controller.joints
        if moving & set(joints):
            positions = np.array([[row[j] for j in joints] for row in rows])
            result[name] = Trajectory(joints, np.array(times), positions, np.zeros_like(positions))
    return result


def _speed(robot: RobotModel, joint: str) -> float:
    share = FINGER_SPEED_SHARE if joint in robot.gripper.joints else SPEED_SHARE
    return share * robot.max_velocity[joint]


def first_collision(world: World, postures: tuple[Posture, ...]) -> str | None:
    """What the robot would newly touch on the straight way through the postures, in words; None: nothing."""
    model = world.model
    data = mujoco.MjData(model)
    mujoco.mj_copyData(data, model, world.data)
    known = _touching(world, data)
    at = {j: world.joint(j) for p in postures for j in p}
    for posture in postures:
        count = max(2, int(max(abs(v - at[j]) for j, v in posture.items()) / CHECK_RAD) + 1)
        for share in np.linspace(0, 1, count)[1:]:
            for joint, value in posture.items():
                data.joint(joint).qpos[0] = at[joint] + share * (value - at[joint])
            mujoco.mj_kinematics(model, data)
            mujoco.mj_collision(model, data)
            new = _touching(world, data) - known
            if new:
                robot, other = sorted(new)[0]
                return f"{robot} would touch {other}"
        at = at | dict(posture)
    return None


def _touching(world: World, data: mujoco.MjData) -> set[tuple[str, str]]:
    model, result = world.model, set()
    for i in range(data.ncon):
        pair = [int(g) for g in data.contact.geom[i]]
        robots = [model.geom_contype[g] == ROBOT_CLASS for g in pair]
        if any(robots) and data.contact.dist[i] < 0:
            names = [str(model.body(model.geom_bodyid[g]).name) for g in pair]
            names = names if robots[0] else names[::-1]
            if not (names[0] in world.robot.gripper.fingers and names[1] == world.grip.held):
                result.add((names[0], names[1]))
    return result
