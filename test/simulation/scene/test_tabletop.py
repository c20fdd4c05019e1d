# SPDX-License-Identifier: Apache-2.0
"""The tabletop and the Panda on it: its fingers hold, its base stays, its camera sees all there is."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import numpy as np
import pytest

from makedo_core.geometry import Array, Pose
from makedo_core.graph.asset_model import turned_over
from makedo_core.graph.scene_graph import NodeKind, State
from simulation_node.control.base import Twist
from simulation_node.control.controller import End
from simulation_node.control.trajectory import Trajectory
from simulation_node.motion_planning.ik import IkSolver, KinematicChain, TipTarget
from simulation_node.robots.panda import ARM_JOINTS, CAMERA_FRAME, FINGER_JOINTS, HOME, PANDA, TCP_FRAME
from simulation_node.scene.camera import intrinsics
from simulation_node.scene.labels import label_table
from simulation_node.scene.scene import SceneDescription, SceneError, load_scene
from simulation_node.world.truth import true_graph
from simulation_node.world.world import World

SCENES = Path(__file__).resolve().parents[3] / "scenes"
NAMES = ("tabletop", "tabletop_clearing", "tabletop_crate", "tabletop_dishes", "tabletop_pouring")
DOWN = np.diag([1.0, -1.0, -1.0])


@pytest.fixture(scope="module")
def tabletop() -> SceneDescription:
    return load_scene(SCENES / "tabletop")


@pytest.fixture
def panda(tabletop) -> World:
    world = World(tabletop, seed=2, robot=PANDA)
    world.run(0.3)
    return world


def follow(world: World, controller: str, rows: Array, seconds: float) -> End:
    """Follow joint values at even times."""
    joints = world.controllers[controller].joints
    times = np.linspace(seconds / len(rows), seconds, len(rows))
    motion = world.controllers[controller].start(Trajectory(joints, times, rows))
    while not motion.done.done():
        world.tick()
    return motion.done.result().end


def go_down_to(world: World, x: float, y: float, heights: Array) -> None:
    """Move the hand, pointing down, along a vertical line; heights in the map."""
    solver, q = IkSolver(KinematicChain(PANDA, TCP_FRAME), ARM_JOINTS), world.controllers["panda_arm_controller"].target
    base, rows = world.base.pose.position, []
    for z in heights:
        target = TipTarget(np.subtract((x, y, z), base), DOWN)
        found = solver.follow(target, q, 40) if rows else solver.solve(target, q, batches=20, timeout_s=3.0).q
        assert found is not None
        rows.append(q := found)
    assert follow(world, "panda_arm_controller", np.array(rows[:1]), 2.0) is End.SUCCEEDED
    assert follow(world, "panda_arm_controller", np.array(rows), 1.5) is End.SUCCEEDED


def test_the_arm_follows_a_fast_motion_within_a_hundredth_of_a_radian(panda):
    start = np.array([HOME[j] for j in ARM_JOINTS])
    times = np.linspace(0.02, 2.0, 100)
    rows = start + 0.4 * (1 - np.cos(math.pi * times))[:, None] * [1, 1, -1, 0.5, 1, 1, 1]
    velocities = 0.4 * math.pi * np.sin(math.pi * times)[:, None] * [1, 1, -1, 0.5, 1, 1, 1]
    controller = panda.controllers["panda_arm_controller"]
    motion = controller.start(Trajectory(ARM_JOINTS, times, rows, velocities))
    worst = 0.0
    while not motion.done.done():
        panda.tick()
        worst = max(worst, float(np.abs(controller.position - controller.target).max()))
    assert motion.done.result().end is End.SUCCEEDED and worst < 0.01  # rad


def test_a_tomato_is_taken_lifted_and_let_go(panda):
    x, y, z = panda.body_pose("tomato_1").position
    assert follow(panda, "panda_hand_controller", np.full((1, 2), 0.04), 0.3) is End.SUCCEEDED
    go_down_to(panda, x, y, np.linspace(z + 0.12, z, 13))
    assert follow(panda, "panda_hand_controller", np.zeros((1, 2)), 0.5) is End.GOAL_TOLERANCE  # it met the tomato
    assert panda.grip.held == "tomato_1"
    assert panda.joint(FINGER_JOINTS[0]) + panda.joint(FINGER_JOINTS[1]) == pytest.approx(0.058, abs=0.004)
    go_down_to(panda, x, y, np.linspace(z, z + 0.15, 16))
    assert panda.body_pose("tomato_1").position[2] == pytest.approx(z + 0.15, abs=0.01)
    assert true_graph(panda).held() == "tomato_1"
    assert follow(panda, "panda_hand_controller", np.full((1, 2), 0.04), 0.5) is End.SUCCEEDED
    panda.run(1.0)
    assert panda.grip.held is None
    assert panda.body_pose("tomato_1").position[2] == pytest.approx(z, abs=0.005)


def test_a_robot_without_wheels_stays_whatever_it_is_told(panda):
    before = panda.body_pose("panda_link0")
    panda.command_base(Twist(0.5, 0.5))
    panda.run(0.5)
    assert panda.body_pose("panda_link0").distance(before) < 1e-9
    assert panda.base.pose == panda.scene.graph["robot"].pose and panda.base.twist == Twist()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_all_things_lie_in_the_middle_of_the_table_and_rest(name, seed):
    world = World(load_scene(SCENES / name), seed=seed, robot=PANDA)
    world.run(1.0)
    truth = true_graph(world)
    assert set(truth.contents("table_1")) == {n.id for n in world.scene.graph.of_kind(NodeKind.OBJECT)}
    assert not world.contacts.touches


@pytest.mark.parametrize("name", NAMES)
def test_the_camera_has_every_place_in_its_picture(name):
    panda = World(load_scene(SCENES / name), robot=PANDA)
    camera, k = panda.body_pose(CAMERA_FRAME).inverse(), intrinsics(panda.model, 640, 480)
    for asset in panda.scene.graph.of_kind(NodeKind.ASSET):
        for region in asset.model.regions:
            for sx, sy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
                corner = (sx * region.size[0] / 2, sy * region.size[1] / 2, 0.0)
                x, y, z = camera.transform((asset.pose @ region.pose).transform(corner))
                assert 0 < k.cx + k.fx * x / z < 640 and 0 < k.cy + k.fy * y / z < 480, (asset.id, region.name)


@pytest.fixture
def loose() -> World:
    """A crate that stands upside down, and can be moved."""
    world = World(load_scene(SCENES / "tabletop_crate"), robot=PANDA)
    world.run(0.5)
    return world


def put_crate(world: World, pose: Pose) -> None:
    x, y, z, w = pose.orientation
    world.data.joint("crate_1").qpos[:] = [*pose.position, w, x, y, z]
    world.run(0.5)


def test_a_crate_rests_upside_down_until_it_is_turned_over(loose):
    node = true_graph(loose)["crate_1"]
    assert node.states == {State.UPSIDE_DOWN}
    assert node.pose.distance(loose.scene.graph["crate_1"].pose) < 0.002
    put_crate(loose, turned_over(node.pose, node.size[2], node.model.turning))
    turned = true_graph(loose)["crate_1"]
    assert turned.states == {State.UPRIGHT}
    assert turned.pose.position[2] == pytest.approx(0.75, abs=0.002)
    assert turned_over(turned.pose, node.size[2], node.model.turning).distance(node.pose) < 0.01


def test_a_crate_on_its_side_is_neither_upright_nor_upside_down(loose):
    x, y, _ = loose.body_pose("crate_1").position
    put_crate(loose, Pose((x, y, 0.92), (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))))
    assert true_graph(loose)["crate_1"].states == frozenset()


def test_what_lies_in_a_crate_is_inside_only_when_that_stands_upright(loose):
    node = true_graph(loose)["crate_1"]
    put_crate(loose, turned_over(node.pose, node.size[2], node.model.turning))
    x, y, z = loose.body_pose("crate_1").position
    loose.move_object("tomato_1", Pose((x, y, z + 0.02)))
    loose.run(0.5)
    assert true_graph(loose).contents("crate_1") == ("tomato_1",)
    put_crate(loose, Pose((x + 0.6, y, 0.87), node.pose.orientation))
    assert true_graph(loose).contents("crate_1") == ()


def test_the_arm_is_labelled_as_the_robot(panda):
    classes, table = label_table(panda.model, panda.scene, panda.placed, 0, PANDA)
    seen = {classes[int(table[g])] for g in range(panda.model.ngeom) if table[g]}
    assert {"robot", "tomato", "rotten_tomato", "crate", "bin"} <= seen
    hand = panda.model.body("panda_hand").id
    assert all(classes[int(table[g])] == "robot" for g in np.flatnonzero(panda.model.geom_bodyid == hand))


def test_a_scene_s_own_catalogue_is_checked_like_the_shared_one(tmp_path):
    for name in ("tabletop", "objects.yaml"):
        copy = shutil.copytree if (SCENES / name).is_dir() else shutil.copy
        copy(SCENES / name, tmp_path / name)
    own = tmp_path / "tabletop" / "objects.yaml"
    own.write_text(own.read_text().replace("mass: 0.10", "mass: 0"))
    with pytest.raises(SceneError, match=r"tabletop/objects\.yaml: tomato\.mass"):
        load_scene(tmp_path / "tabletop")
    own.unlink()
    with pytest.raises(SceneError, match=r"is of class 'tomato', which objects\.yaml lacks"):
        load_scene(tmp_path / "tabletop")
