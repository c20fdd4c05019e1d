# SPDX-License-Identifier: Apache-2.0
"""A cup of loose balls: they lie in it, fall out when it is tipped, and are counted where they come to rest."""

from __future__ import annotations

import math
from pathlib import Path

import mujoco
import pytest
from pydantic import ValidationError

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import State
from simulation_node.robots.panda import PANDA
from simulation_node.scene.fillings import first_positions, pieces
from simulation_node.scene.labels import label_table
from simulation_node.scene.scene import ObjectClass, Shell, load_scene
from simulation_node.world.truth import true_graph
from simulation_node.world.world import World

SCENES = Path(__file__).resolve().parents[3] / "scenes"
CUP, BOWL = "nuts_cup_1", "bowl_1"
SHELL = {"wall": [[0.030, 0.004], [0.031, 0.100]], "thickness": 0.004}
FILLING = {"count": 8, "diameter": 0.018, "mass": 0.003, "colour": [0.6, 0.4, 0.2]}
CLASS = {"shape": "cylinder", "size": [0.066, 0.066, 0.100], "mass": 0.1}


@pytest.fixture
def world() -> World:
    result = World(load_scene(SCENES / "tabletop_pouring"), seed=1, robot=PANDA)
    result.run(0.5)
    return result


def balls(world: World) -> tuple[str, ...]:
    return pieces(CUP, world.scene.classes["nuts_cup"])


def put(world: World, ball: str, position) -> None:
    """Put a ball somewhere, at rest."""
    joint = world.data.joint(ball)
    joint.qpos[:] = [*position, 1.0, 0.0, 0.0, 0.0]
    joint.qvel[:] = 0
    mujoco.mj_forward(world.model, world.data)


def test_the_balls_lie_in_the_cup_that_stands_still(world):
    cup = world.body_pose(CUP).inverse()
    for ball in balls(world):
        x, y, z = cup.transform(world.body_pose(ball).position)
        assert math.hypot(x, y) < 0.03 and abs(z) < 0.05
    truth = true_graph(world)
    assert truth[CUP].states == {State.FULL} and truth.support(CUP) == "table_1"
    assert not truth[BOWL].attributes


def test_balls_in_the_bowl_are_counted_and_those_beside_it_are_not(world):
    mine = balls(world)
    for i, ball in enumerate(mine[:-1]):
        put(world, ball, (0.36 + 0.02 * i, 0.30, 0.80))
    world.run(1.0)
    truth = true_graph(world)
    assert truth[BOWL].attributes == {f"loose:{CUP}:7"} and truth[CUP].states == {State.FULL}
    put(world, mine[-1], (0.508, 0.388, 0.76))  # at a corner of the square around the bowl
    world.run(0.3)
    truth = true_graph(world)
    assert truth[BOWL].attributes == {f"loose:{CUP}:7"} and truth[CUP].states == {State.EMPTY}


def test_a_cup_that_is_turned_over_loses_its_balls(world):
    x, y, _ = world.body_pose(CUP).position
    world.move_object(CUP, Pose((x, y, 1.10), (1.0, 0.0, 0.0, 0.0)))
    for ball in balls(world):
        assert world.body_pose(ball).position[2] < 0.9
    assert true_graph(world)[CUP].states == {State.UPSIDE_DOWN, State.EMPTY}


def test_what_was_never_filled_is_neither_full_nor_empty():
    truth = true_graph(World(load_scene(SCENES / "tabletop"), robot=PANDA))
    assert not truth["tomato_1"].states & {State.FULL, State.EMPTY}


def test_the_camera_s_labels_do_not_know_the_balls(world):
    _, table = label_table(world.model, world.scene, world.placed, 0, PANDA)
    geoms = [world.model.geom(ball).id for ball in balls(world)]
    assert not table[geoms].any() and table[world.model.geom(CUP).id] > 0


@pytest.mark.parametrize("count", [1, 8, 30])
def test_balls_do_not_overlap_at_the_start(count):
    found = list(first_positions(Shell.model_validate(SHELL), count, FILLING["diameter"]))
    assert len(found) == count
    assert all(math.dist(a, b) > FILLING["diameter"] for i, a in enumerate(found) for b in found[:i])
    assert all(math.hypot(x, y) + FILLING["diameter"] / 2 < SHELL["wall"][0][0] for x, y, _ in found)


@pytest.mark.parametrize("wrong", [{"shell": None}, {"filling": {**FILLING, "diameter": 0.04}}])
def test_a_filling_needs_a_shell_with_room_for_it(wrong):
    assert ObjectClass.model_validate({**CLASS, "shell": SHELL, "filling": FILLING}).filling is not None
    with pytest.raises(ValidationError, match="a filling needs a shell"):
        ObjectClass.model_validate({**CLASS, "shell": SHELL, "filling": FILLING, **wrong})
