# SPDX-License-Identifier: Apache-2.0
"""What goes wrong on purpose does go wrong, on time, and ends; what cannot is refused with the reason."""

from __future__ import annotations

import colorsys
import math
from itertools import pairwise

import mujoco
import numpy as np
import pytest

from makedo_core.failure import FailureCause
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import RelationType
from simulation_node.control.controller import End
from simulation_node.navigation.navigation import Navigator
from simulation_node.navigation.paths import BESIDE_M, WIDE_M, navigation_grid
from simulation_node.robots.tiago import GRASP_DEPTH_M
from simulation_node.scene.labels import label_table
from simulation_node.scene.objects import DRAWN_GROUP
from simulation_node.world.faults import CLEAR_M, Fault, FaultKind
from simulation_node.world.truth import true_graph


def inject(world, kind, target="", place="", duration_s=0.0):
    return world.faults.inject(Fault(kind, target, place, duration_s))


def test_a_moved_object_rests_where_it_was_put_and_disturbs_nothing(world):
    before = true_graph(world)
    assert inject(world, FaultKind.MOVE_OBJECT, "apple_1", "table_2").message == "apple_1 is on table_2 now"
    world.run(1.0)
    after = true_graph(world)
    assert after.placement("apple_1").target == "table_2"
    moved = {p.id for p in world.placed if before[p.id].pose.distance(after[p.id].pose) > 0.01}
    assert moved == {"apple_1"}


@pytest.mark.parametrize(
    ("target", "place", "cause", "words"),
    [
        ("pear_9", "table_2", FailureCause.UNKNOWN_OBJECT, "no object 'pear_9'; known: apple_1"),
        ("apple_1", "table_9", FailureCause.UNKNOWN_PLACE, "no asset 'table_9'; known: armchair_1"),
        ("apple_1", "kitchen", FailureCause.UNKNOWN_PLACE, "no asset 'kitchen'"),
        ("apple_1", "bin_1", FailureCause.NO_FREE_SPACE, "no free space for apple_1 on bin_1"),
    ],
)
def test_an_object_is_not_moved_to_where_it_cannot_be(world, target, place, cause, words):
    outcome = inject(world, FaultKind.MOVE_OBJECT, target, place)
    assert outcome.cause is cause and words in outcome.message


def test_what_is_held_slips_once_falls_and_the_fingers_hold_again(world, hand, rotation):
    for i, name in enumerate(("cracker_box_1", "apple_1", "banana_1", "bowl_1")):
        world.move_object(name, Pose.planar(2.0 + 0.4 * i, -1.0))
    hand.stand_before("table_1", 0.46)
    can, table = "cola_can_1", world.scene.graph["table_1"].pose
    turn = rotation(world.base.pose.yaw, 0.5)

    def take():
        world.move_object(can, table @ Pose.planar(0.18, 0.0, 0.0, 0.7505))
        world.run(0.2)
        point = np.array(world.body_pose(can).position)
        hand.reach_for(point, turn)
        hand.grip(0.0)
        tip = point - GRASP_DEPTH_M * turn[:, 0]
        hand.go(hand.line(tip, tip + np.array([0, 0, 0.15]), turn))

    inject(world, FaultKind.SLIP)
    take()
    outcome = inject(world, FaultKind.MOVE_OBJECT, can, "table_2") if world.grip.held == can else None
    world.run(3.0)
    assert world.grip.held is None
    assert true_graph(world).placement(can) is None or true_graph(world).placement(can).type is not RelationType.HELD_BY
    assert outcome is None or (outcome.cause is FailureCause.NOT_CAPABLE and "slip" in outcome.message)
    hand.grip(0.088)
    take()
    world.run(3.0)
    assert world.grip.held == can


def _drive(world, limit_s=60.0):
    drive = world.navigator.start(Pose.planar(-2.9, -1.4))
    while not drive.done.done() and world.time - drive.begun < limit_s:
        world.tick()
    return drive.done.result(0)


def test_a_box_on_the_way_is_driven_around_without_touching_it(world):
    assert inject(world, FaultKind.BLOCK).ok
    finish = _drive(world)
    assert world.blockage.changes == 1 and world.blockage.box is not None
    assert finish.end is End.SUCCEEDED, finish
    assert not any(t.other == "blockage" for t in world.contacts.touches)


def test_a_gap_beside_a_box_that_is_too_narrow_for_the_arm_is_not_driven_through(world):
    doorway = (-1.5, 0.0)
    start, goal = world.base.pose, Pose.planar(-1.5, 1.5)
    assert start.position[1] < doorway[1] < goal.position[1]
    direct = world.navigator.start(goal).path
    assert min(abs(x - doorway[0]) + abs(y) for x, y in _along(direct)) < 0.4
    for x in np.arange(-2.0, -0.8, 0.1):
        world.blockage.put(Pose.planar(x, 0.0, 0.3))
        grid = navigation_grid(world)
        near = grid.distances(world.blockage.box)
        path = world.navigator.start(goal).path
        rooms = [grid.clearance_at(p) for p in _along(path) if near[grid.cell(p)] < BESIDE_M]
        assert path and all(room > WIDE_M - 0.05 for room in rooms), f"box at {x:.1f}"


def _along(path):
    return [
        tuple((1 - s) * u + s * v for u, v in zip(a, b, strict=True))
        for a, b in pairwise(path)
        for s in np.linspace(0, 1, 50)
    ]


def test_a_box_at_the_goal_ends_the_drive_with_the_reason_until_it_is_gone(world):
    assert inject(world, FaultKind.BLOCK, "table_2", duration_s=2.0).message == "a box stands before table_2"
    spot = world.blockage.box.pose.position
    goal = Pose.planar(spot[0], spot[1])
    finish = world.navigator.start(goal).done.result(0)
    assert finish.end is End.REFUSED and "0.00 m from an obstacle (a box in the way)" in finish.reason
    world.run(2.1)
    assert world.blockage.box is None
    assert not world.navigator.start(goal).done.done()


def test_a_box_that_comes_to_stand_at_the_goal_ends_a_drive_on_its_way(world):
    table = world.scene.graph["table_2"]
    front = table.pose @ Pose((table.size[0] / 2 + 0.5, 0.0, 0.0))
    drive = world.navigator.start(Pose.planar(*front.position[:2]))
    while world.base.twist.forward < 0.2:
        world.tick()
    inject(world, FaultKind.BLOCK, "table_2")
    world.run(0.1)
    assert drive.done.result(0).end is End.REFUSED
    world.run(1.0)
    assert abs(world.base.twist.forward) < 0.01


@pytest.mark.parametrize(
    ("kind", "target", "cause", "words"),
    [
        (FaultKind.BLOCK, "sea", FailureCause.UNKNOWN_PLACE, "no asset 'sea'"),
        (FaultKind.VISITOR, "apple_1", FailureCause.UNKNOWN_PLACE, "no asset 'apple_1'"),
        (FaultKind.STUCK, "table_1", FailureCause.UNKNOWN_PLACE, "known: drawer_1, fridge_1"),
        (FaultKind.WRONG_SUCCESS, "leg_controller", FailureCause.INVALID_GOAL, "known: arm_controller, gripper"),
    ],
)
def test_what_is_not_there_is_refused_with_what_is(world, kind, target, cause, words):
    outcome = inject(world, kind, target)
    assert outcome.cause is cause and words in outcome.message


@pytest.mark.parametrize("duration_s", [-1.0, math.nan, math.inf])
def test_a_fault_that_lasts_no_time_is_refused(world, duration_s):
    assert inject(world, FaultKind.CAMERA_OFF, duration_s=duration_s).cause is FailureCause.INVALID_GOAL


def test_no_box_is_put_where_the_robot_stands(world, hand):
    hand.stand_before("table_2", 0.5)
    outcome = inject(world, FaultKind.BLOCK, "table_2")
    assert outcome.cause is FailureCause.NOT_CAPABLE and world.blockage.box is None


def test_a_visitor_stands_beside_something_on_the_robots_side_and_goes_again(world, hand):
    table = world.scene.graph["table_2"]
    for side in (1.0, -1.0):
        hand.stand_before("table_2", 1.0, aside=side)
        assert inject(world, FaultKind.VISITOR, "table_2", duration_s=0.5).ok
        place = (table.pose.inverse() @ world.visitor.place).position
        assert place[0] == pytest.approx(0.0) and side * place[1] > table.size[1] / 2
        mujoco.mj_forward(world.model, world.data)
        assert world.body_pose("visitor").position[2] == 0.0
    world.run(0.6)
    assert world.visitor.place is None and world.body_pose("visitor").position[2] < -5.0


def test_a_visitor_comes_no_nearer_than_a_step_and_is_seen_as_a_person(world, hand):
    table = world.scene.graph["table_2"]
    hand.stand(*(table.pose @ Pose((0.0, table.size[1] / 2 + 0.4, 0.0))).position[:2], 0.0)
    inject(world, FaultKind.VISITOR, "table_2")
    assert math.dist(world.visitor.place.position[:2], world.base.pose.position[:2]) >= CLEAR_M
    names, table = label_table(world.model, world.scene, world.placed, world.seed)
    body = world.model.body("visitor")
    shown = {names[int(label)] for label in table[body.geomadr[0] : body.geomadr[0] + body.geomnum[0]]}
    assert shown == {"person"}


def _pushed(world, asset, force):
    """How far a joint comes when it is pushed for half a second."""
    joint = world.scene.graph[asset].model.articulation.joint
    dof = world.model.joint(joint).dofadr[0]
    world.data.qfrc_applied[dof] = force
    world.run(0.5)
    world.data.qfrc_applied[dof] = 0.0
    return world.joint(joint)


def test_a_stuck_drawer_does_not_move_until_it_does_again(world):
    assert inject(world, FaultKind.STUCK, "drawer_1", duration_s=0.6).message == "drawer_1 is stuck"
    inject(world, FaultKind.STUCK, "drawer_1", duration_s=0.6)  # once more changes nothing of what it was before
    assert _pushed(world, "drawer_1", 30.0) < 0.01
    world.run(0.2)
    assert _pushed(world, "drawer_1", 30.0) > 0.02


@pytest.mark.parametrize("torque", [30.0, 100.0, 400.0])
def test_a_stuck_door_does_not_creep_as_it_is_pulled_for_long(world, torque):
    inject(world, FaultKind.STUCK, "fridge_1")
    joint = world.scene.graph["fridge_1"].model.articulation.joint
    world.data.qfrc_applied[world.model.joint(joint).dofadr[0]] = torque
    world.run(8.0)
    assert world.joint(joint) < 0.01


def test_the_camera_is_off_for_as_long_as_was_said(world):
    assert not world.faults.camera_is_off
    inject(world, FaultKind.CAMERA_OFF, duration_s=0.5)
    assert world.faults.camera_is_off
    world.run(0.6)
    assert not world.faults.camera_is_off
    inject(world, FaultKind.CAMERA_OFF)
    world.run(5.0)
    assert world.faults.camera_is_off


def test_a_controller_pretends_once(world):
    assert inject(world, FaultKind.WRONG_SUCCESS).ok
    assert not world.faults.pretends("torso_controller")
    assert world.faults.pretends("arm_controller")
    assert not world.faults.pretends("arm_controller")


def test_a_base_that_goes_to_and_fro_gives_up(world, monkeypatch):
    """Wheels that slip now forwards, now backwards: it moves all the time and gets nowhere."""
    way = {"sign": 1.0, "since": 0.0}

    def swinging(self, drive, here):
        if world.time - way["since"] > 0.8:
            way.update(sign=-way["sign"], since=world.time)
        return type(world.base.twist)(0.15 * way["sign"], 0.0)

    monkeypatch.setattr(Navigator, "_follow", swinging)
    finish = _drive(world, limit_s=200.0)
    assert finish.end is End.BLOCKED


def test_a_lookalike_stands_where_an_object_was_and_the_object_where_that_was(world):
    before = true_graph(world)
    outcome = inject(world, FaultKind.LOOKALIKE, "apple_2", "toy_block_1")
    assert outcome.message == "toy_block_1 stands where apple_2 was, and apple_2 where toy_block_1 was"
    world.run(1.0)
    after = true_graph(world)
    for name, other in (("apple_2", "toy_block_1"), ("toy_block_1", "apple_2")):
        assert after.placement(name).target == before.placement(other).target
        assert math.dist(after[name].pose.position[:2], before[other].pose.position[:2]) < 0.02


def test_the_lookalike_that_nobody_names_is_the_thing_most_like_it(world):
    assert inject(world, FaultKind.LOOKALIKE, "apple_2").message.startswith("orange_1 stands where apple_2 was")
    assert inject(world, FaultKind.LOOKALIKE, "book_2").message.startswith("book_1 stands where book_2 was")


def test_an_object_of_another_colour_looks_so(world):
    assert inject(world, FaultKind.COLOUR, "apple_2", "red").message == "apple_2 is red now"
    body = world.model.body("apple_2")
    drawn = [i for i in range(int(body.geomadr[0]), int(body.geomadr[0] + body.geomnum[0]))]
    looks = [tuple(round(float(v), 2) for v in world.model.geom_rgba[i, :3]) for i in drawn]
    assert (0.80, 0.14, 0.12) in looks
    assert true_graph(world)["apple_2"].attributes == {"red"}
    assert true_graph(world)["apple_1"].attributes == {"red"} and not true_graph(world)["orange_1"].attributes
    assert inject(world, FaultKind.COLOUR, "apple_2").message == "apple_2 is red now"  # of which it is said to be green


@pytest.mark.parametrize(("thing", "colour"), [("banana_1", "red"), ("book_1", "blue"), ("sponge_1", "white")])
def test_a_thing_of_another_colour_is_so_from_end_to_end(world, thing, colour):
    """Not a red band on a yellow banana, and no red back on a blue book."""

    def colours():
        body = world.model.body(thing)
        pieces = range(int(body.geomadr[0]), int(body.geomadr[0] + body.geomnum[0]))
        drawn = [i for i in pieces if world.model.geom_group[i] == DRAWN_GROUP]
        return [tuple(float(v) for v in world.model.geom_rgba[i, :3]) for i in drawn]

    before = colours()
    assert inject(world, FaultKind.COLOUR, thing, colour).ok
    kind = world.scene.classes[world.scene.graph[thing].label]
    hues = [round(colorsys.rgb_to_hsv(*drawing.colour)[0], 2) for drawing in kind.looks]
    changed = [a != b for a, b in zip(before, colours(), strict=True)]
    assert changed == [abs(hue - hues[0]) < 0.02 for hue in hues]
    assert true_graph(world)[thing].attributes == {colour}


@pytest.mark.parametrize(
    ("kind", "target", "place", "words"),
    [
        (FaultKind.LOOKALIKE, "pear_9", "", "no object 'pear_9'; known: apple_1"),
        (FaultKind.LOOKALIKE, "apple_1", "pear_9", "no object 'pear_9'; known: apple_1"),
        (FaultKind.LOOKALIKE, "apple_1", "apple_1", "nothing else is there"),
        (FaultKind.COLOUR, "pear_9", "red", "no object 'pear_9'; known: apple_1"),
        (FaultKind.COLOUR, "apple_1", "mauve", "no colour 'mauve'; known: blue, green"),
    ],
)
def test_what_cannot_be_mistaken_is_refused(world, kind, target, place, words):
    outcome = inject(world, kind, target, place)
    assert not outcome.ok and words in outcome.message
