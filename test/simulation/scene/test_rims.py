# SPDX-License-Identifier: Apache-2.0
"""Dishes are hollow, and the Panda's fingers hold them by their wall: one inside, one outside."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from executor_node.geometry.rims import rim_grasps
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.geometry import Pose
from simulation_node.control.controller import End
from simulation_node.control.trajectory import Trajectory
from simulation_node.motion_planning.ik import IkSolver, KinematicChain, TipTarget
from simulation_node.robots.panda import ARM_JOINTS, PANDA, TCP_FRAME
from simulation_node.scene.scene import ObjectClass, Shell, load_scene
from simulation_node.scene.shells import wall_pieces
from simulation_node.world.truth import true_graph
from simulation_node.world.world import World

ROOT = Path(__file__).resolve().parents[3]
CONFIG = robot_config_from_yaml(ROOT / "config/robots/panda.yaml")
SHELL = {"wall": [[0.04, 0.005], [0.072, 0.058]], "thickness": 0.006}


def world(scene: str) -> World:
    result = World(load_scene(ROOT / "scenes" / scene), seed=1, robot=PANDA)
    result.run(0.3)
    return result


def follow(world: World, controller: str, rows, seconds: float) -> End:
    joints = world.controllers[controller].joints
    times = np.linspace(seconds / len(rows), seconds, len(rows))
    motion = world.controllers[controller].start(Trajectory(joints, times, np.asarray(rows)))
    while not motion.done.done():
        world.tick()
    return motion.done.result().end


def reach(world: World, tool: Pose, solver: IkSolver) -> np.ndarray | None:
    """Joint values that bring the tool frame (x approach) to a pose of the map; None: there are none near."""
    tip = world.base.pose.inverse() @ tool @ CONFIG.arm.tool.inverse()
    q = world.controllers["panda_arm_controller"].target
    target = TipTarget(np.array(tip.position), tip.matrix()[:3, :3])
    return solver.solve(target, q, batches=20, timeout_s=3.0).q


def take(world: World, thing: str, grasp) -> None:
    """Reach around the wall along the approach, close, and lift by 12 cm."""
    solver, arm = IkSolver(KinematicChain(PANDA, TCP_FRAME), ARM_JOINTS), "panda_arm_controller"
    assert follow(world, "panda_hand_controller", np.full((1, 2), grasp.opening / 2), 0.3) is End.SUCCEEDED
    above = Pose((0.0, 0.0, 0.12)) @ grasp.tool
    for tool, seconds in ((grasp.backed_off(0.10), 2.5), (grasp.tool, 1.5)):
        q = reach(world, tool, solver)
        assert q is not None
        assert follow(world, arm, [q], seconds) is End.SUCCEEDED
    follow(world, "panda_hand_controller", np.zeros((1, 2)), 0.6)
    assert world.grip.held == thing
    q = reach(world, above, solver)
    assert q is not None
    assert follow(world, arm, [q], 2.0) is End.SUCCEEDED


@pytest.mark.parametrize("scene, thing", [("tabletop_dishes", "bowl_1"), ("tabletop_clearing", "plate_1")])
@pytest.mark.parametrize("nth", [0, 1, 4])
def test_a_dish_is_lifted_by_its_wall_and_hangs_level(scene, thing, nth):
    here = world(scene)
    node = true_graph(here)[thing]
    take(here, thing, rim_grasps(node, 0.0, CONFIG.gripper)[nth])
    assert here.grip.held == thing
    lifted = here.body_pose(thing)
    assert lifted.position[2] - node.centre[2] == pytest.approx(0.12, abs=0.02)
    assert lifted.matrix()[2, 2] > math.cos(math.radians(8.0))
    assert follow(here, "panda_hand_controller", np.full((1, 2), 0.04), 0.4) is End.SUCCEEDED
    here.run(1.0)
    assert here.grip.held is None


def test_what_falls_into_a_bowl_lies_in_it():
    here = world("tabletop_dishes")
    bowl = here.body_pose("bowl_1").position
    here.move_object("apple_1", Pose((bowl[0], bowl[1], bowl[2] + 0.03)))
    here.run(1.0)
    apple = here.body_pose("apple_1").position
    assert math.dist(apple[:2], bowl[:2]) < 0.03
    assert apple[2] - 0.033 < bowl[2]  # its lowest point is below the rim


def test_the_pieces_of_a_wall_stay_within_the_dish():
    shell = Shell.model_validate(SHELL)
    for piece in wall_pieces(shell):
        corners = [
            piece.pose.transform([s * v / 2 for s, v in zip((a, b, c), piece.size, strict=True)])
            for a in (-1, 1)
            for b in (-1, 1)
            for c in (-1, 1)
        ]
        assert all(math.hypot(x, y) < 0.077 and 0.0 <= z < 0.061 for x, y, z in corners)


@pytest.mark.parametrize(
    "wrong, reason",
    [
        ({"shape": "box"}, "needs the shape cylinder"),
        ({"size": [0.14, 0.14, 0.06]}, "a rim within its size"),
        ({"size": [0.15, 0.15, 0.05]}, "a rim within its size"),
        ({"shell": {**SHELL, "wall": [[0.05, 0.01], [0.04, 0.05]]}}, "must go out or up"),
        ({"shell": {**SHELL, "wall": [[0.05, 0.01]]}}, "at least 2 items"),
        ({"shell": {**SHELL, "thickness": 0}}, "greater than 0"),
    ],
)
def test_a_wrong_shell_is_refused(wrong, reason):
    right = {"shape": "cylinder", "size": [0.15, 0.15, 0.06], "mass": 0.3, "shell": SHELL}
    ObjectClass.model_validate(right)
    with pytest.raises(ValidationError, match=reason):
        ObjectClass.model_validate(right | wrong)
