# SPDX-License-Identifier: Apache-2.0
"""Physics decides: what the hand holds, opens and presses."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.asset_model import SwitchKind, articulated
from makedo_core.graph.scene_graph import RelationType, State
from simulation_node.control.controller import End
from simulation_node.robots.tiago import GRASP_DEPTH_M
from simulation_node.world.truth import true_graph
from simulation_node.world.world import World


@pytest.fixture
def can(world, hand):
    """A cola can on table_1, right before the robot; the others on the table are moved out of the way."""
    for i, name in enumerate(("cracker_box_1", "apple_1", "banana_1", "bowl_1")):
        world.move_object(name, Pose.planar(2.0 + 0.4 * i, -1.0))
    hand.stand_before("table_1", 0.46)
    node = world.scene.graph["table_1"]
    world.move_object("cola_can_1", node.pose @ Pose.planar(0.18, 0.0, 0.0, 0.7505))
    world.run(0.2)
    return "cola_can_1"


def _pick(world, hand, rotation, name, pitch=0.5):
    point = np.array(world.body_pose(name).position)
    turn = rotation(world.base.pose.yaw, pitch)
    hand.reach_for(point, turn)
    finish = hand.grip(0.0)
    tip = point - GRASP_DEPTH_M * turn[:, 0]
    return finish, tip, turn


def _in_hand(world, name):
    return world.body_pose("gripper_link").inverse() @ world.body_pose(name)


def test_a_can_between_both_fingers_is_held_and_does_not_slip(world, hand, rotation, can):
    finish, tip, turn = _pick(world, hand, rotation, can)
    assert finish.end is End.GOAL_TOLERANCE  # the fingers met the can, as on the robot
    assert world.grip.held == can
    before = _in_hand(world, can)
    hand.go(hand.line(tip, tip + np.array([0, 0, 0.15]), turn))
    assert world.body_pose(can).position[2] > 0.75 + 0.12
    assert _in_hand(world, can).distance(before) < 0.002
    graph = true_graph(world)
    assert graph.placement(can).type is RelationType.HELD_BY
    hand.grip(0.08)
    world.run(0.6)
    assert world.grip.held is None
    assert true_graph(world).placement(can).target == "table_1"


def test_a_held_can_stays_in_the_hand_while_driving(world, hand, rotation, can):
    _, tip, turn = _pick(world, hand, rotation, can)
    hand.go(hand.line(tip, tip + np.array([0, 0, 0.12]), turn))
    before = _in_hand(world, can)
    drive = world.navigator.start(Pose.planar(-1.9, 1.6, math.pi / 2))
    while not drive.done.done():
        world.tick()
    assert drive.done.result().end is End.SUCCEEDED
    assert world.grip.held == can
    assert _in_hand(world, can).distance(before) < 0.004


@pytest.mark.parametrize("thing", ["apple_1", "orange_1", "cola_can_1"])
def test_a_thing_that_rolls_lies_still_within_a_second(world, thing):
    first = world.model.body(thing).jntadr[0]
    dof = world.model.jnt_dofadr[first]
    world.data.qvel[dof], world.data.qvel[dof + 4] = 0.15, 4.0  # pushed along x, rolling
    world.run(1.0)
    there = world.body_pose(thing)
    world.run(2.0)
    assert world.body_pose(thing).distance(there) < 1e-4


def test_one_finger_alone_holds_nothing(world, hand, rotation, can):
    point = np.array(world.body_pose(can).position)
    turn = rotation(world.base.pose.yaw, 0.5)
    beside = point + 0.075 * turn[:, 1]  # the can is outside the fingers, next to the right one
    hand.reach_for(beside, turn)
    hand.grip(0.0)
    assert world.grip.held is None
    assert true_graph(world).placement(can).type is RelationType.ON


def test_closing_on_air_reaches_the_goal_and_holds_nothing(world, hand):
    assert hand.grip(0.0).end is End.SUCCEEDED
    assert world.grip.held is None


def test_a_thing_taken_away_is_not_held_any_more(world, hand, rotation, can):
    _pick(world, hand, rotation, can)
    assert world.grip.held == can
    world.grip._release()  # what an overload would do
    world.move_object(can, Pose.planar(0.0, -1.0))
    world.run(0.5)
    assert world.grip.held is None


def _handle(world, asset, value):
    node = world.scene.graph[asset]
    moves = node.model.articulation
    return np.array((node.pose @ articulated(Pose(moves.handle.position), moves, value)).position)


def test_the_fridge_opens_by_its_handle_from_one_standing_place(world, hand, rotation):
    hand.stand_before("fridge_1", 0.74, 0.0, -0.6)
    facing = world.scene.graph["fridge_1"].pose.yaw + math.pi
    turn = rotation(facing + 0.4)
    hand.reach_for(_handle(world, "fridge_1", 0.0), turn)
    hand.grip(0.0)
    assert world.grip.held == "fridge_1_door"
    before = world.base.pose
    points = []
    for value in np.linspace(0, 1.3, 40):
        turned = rotation(facing + 0.4 + 0.5 * value)
        points.append((_handle(world, "fridge_1", value) - GRASP_DEPTH_M * turned[:, 0], turned))
    hand.go(points)
    assert world.joint("fridge_1_door") > 1.2
    assert State.OPEN in true_graph(world)["fridge_1"].states
    assert world.base.pose.distance(before) < 0.02
    hand.grip(0.08)
    assert world.grip.held is None


def test_the_drawer_opens_by_its_handle(world, hand, rotation):
    hand.stand_before("drawer_1", 0.62, -0.1, -0.3)
    turn = rotation(world.scene.graph["drawer_1"].pose.yaw + math.pi + 0.4, 0.0, -math.pi / 2)
    hand.reach_for(_handle(world, "drawer_1", 0.0), turn)
    hand.grip(0.0)
    tips = [_handle(world, "drawer_1", v) - GRASP_DEPTH_M * turn[:, 0] for v in np.linspace(0, 0.25, 26)]
    hand.go([(tip, turn) for tip in tips])
    assert world.joint("drawer_1_slide") > 0.22
    graph = true_graph(world)
    assert State.OPEN in graph["drawer_1"].states
    assert graph.contents("drawer_1") == ("fork_1", "knife_1", "spoon_1")  # they went along


def _push(world, hand, rotation, times):
    """Push the button on the lamp's pole and let it go; yields after each time."""
    lamp = world.scene.graph["lamp_1"]
    button = np.array(lamp.pose.transform(lamp.model.switch.position))
    hand.stand_before("lamp_1", 0.75)
    turn = rotation(lamp.pose.yaw + math.pi)
    hand.grip(0.0)
    reach = 0.0985  # of the finger tips beyond the grasping frame
    away, pressed = (button - (reach + d) * turn[:, 0] for d in (0.05, -0.012))
    hand.place(away, turn)
    for _ in range(times):
        hand.go(hand.line(away, pressed, turn) + hand.line(pressed, away, turn)[1:])
        yield


def test_a_push_on_the_button_toggles_the_lamp(world, hand, rotation):
    for wanted, _ in zip((State.ON, State.OFF), _push(world, hand, rotation, 2), strict=True):
        assert wanted in true_graph(world)["lamp_1"].states
    light = world.model.light("lamp_1/light").id
    assert not world.model.light_active[light]


def test_a_button_that_springs_back_counts_its_pushes_and_has_no_state(scene, hand_of, rotation):
    lamp = scene.graph["lamp_1"]
    switch = replace(lamp.model.switch, kind=SwitchKind.BUTTON)
    button = replace(lamp, states=frozenset(), model=replace(lamp.model, switch=switch))
    world = World(replace(scene, graph=scene.graph.changed(put=[button])), seed=3)
    assert not world.lamps and world.buttons[0].pushes == 0
    for times, _ in enumerate(_push(world, hand_of(world), rotation, 2), 1):
        assert world.buttons[0].pushes == times
    truth = true_graph(world)["lamp_1"]
    assert (truth.states, "pressed" in truth.attributes) == (frozenset(), True)
    assert "pressed" not in true_graph(World(scene, seed=3))["lamp_1"].attributes


def test_equal_seeds_and_commands_give_equal_worlds(scene):
    states = []
    for _ in range(2):
        world = World(scene, seed=5)
        world.navigator.start(Pose.planar(-1.33, 2.0, 0.0))
        world.run(3.0)
        states.append(world.data.qpos.copy())
    assert np.array_equal(states[0], states[1])


@pytest.mark.parametrize("seed", range(5))
def test_everything_stays_where_it_was_put(scene, seed):
    world = World(scene, seed=seed)
    world.run(3.0)
    graph = true_graph(world)
    assert world.is_finite()
    assert {p.id: graph.placement(p.id).target for p in world.placed} == {p.id: p.asset for p in world.placed}
    assert all(graph[p.id].pose.distance(p.pose) < 0.01 for p in world.placed)


def test_a_round_thing_that_was_nudged_comes_to_rest(world):
    joint = world.model.joint("apple_1")
    world.data.qvel[joint.dofadr[0]] += 0.05
    world.run(4.0)
    assert np.linalg.norm(world.data.qvel[joint.dofadr[0] : joint.dofadr[0] + 3]) < 1e-3
