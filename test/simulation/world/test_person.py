# SPDX-License-Identifier: Apache-2.0
"""A person takes what is held out to them: by forces, and only what is really there to be taken."""

from __future__ import annotations

import numpy as np
import pytest

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType
from simulation_node.robots.tiago import ARM_JOINTS, GRASP_DEPTH_M
from simulation_node.scene.scene import load_scene
from simulation_node.world.person import PULL_N, hands_of
from simulation_node.world.truth import true_graph
from simulation_node.world.world import World

IN_HAND = Relation("apple_1", RelationType.INSIDE, "person_1")


@pytest.fixture(scope="module")
def workshop(scenes):
    return load_scene(scenes / "workshop")


@pytest.fixture
def offer(workshop, hand_of, rotation):
    """Make a world in which the robot holds the apple out, `short_m` before the middle of the person's hands."""

    def make(hesitates_s: float, short_m: float = 0.0):
        world = World(workshop, seed=1, hesitates_s=hesitates_s)
        hand, person = hand_of(world), workshop.graph["person_1"]
        hand.stand_before("person_1", 0.75 + short_m)
        turn = rotation(world.base.pose.yaw, 0.3)
        there = np.array(person.pose.transform((0.48 + short_m, 0.0, 1.05)))
        hand.grip(0.088)
        hand.place(there - GRASP_DEPTH_M * turn[:, 0], turn)
        motion = hand.close()
        while world.grip.held is None:
            world.move_object("apple_1", Pose((there[0], there[1], there[2] - 0.0375)))
            world.tick()
            assert not motion.done.done() or world.grip.held
        return world, hand

    return make


def efforts(world) -> np.ndarray:
    return np.array([world.data.joint(j).qfrc_actuator[0] for j in ARM_JOINTS])


def test_what_is_held_out_is_pulled_at_and_kept_once_it_is_let_go(offer):
    world, hand = offer(1.0)
    world.run(0.8)
    before = efforts(world)
    assert world.people[0].has is None
    world.run(1.0)
    assert world.people[0].has == world.grip.held == "apple_1"
    assert np.abs(efforts(world) - before).max() > 1.5  # the arm feels it
    assert true_graph(world).placement("apple_1").type is RelationType.HELD_BY
    hand.grip(0.088)
    world.run(2.0)
    assert true_graph(world).placement("apple_1") == IN_HAND
    assert world.body_pose("apple_1").distance(Pose(tuple(world.people[0].rest))) < 0.01
    there = world.body_pose("apple_1")
    world.run(2.0)
    assert world.body_pose("apple_1").distance(there) < 1e-3


def test_a_person_who_takes_nothing_lets_it_fall(offer):
    world, hand = offer(-1.0)
    world.run(3.0)
    assert world.people[0].has is None and world.grip.held == "apple_1"
    hand.grip(0.088)
    world.run(1.5)
    assert world.body_pose("apple_1").position[2] < 0.1
    assert true_graph(world).placement("apple_1") is None


def test_what_is_let_go_before_it_is_taken_falls(offer):
    world, hand = offer(5.0)
    world.run(0.5)
    hand.grip(0.088)
    world.run(6.0)
    assert world.people[0].has is None
    assert world.body_pose("apple_1").position[2] < 0.1


def test_what_is_held_out_of_reach_is_not_taken(offer):
    world, _ = offer(0.5, short_m=0.25)
    world.run(2.0)
    assert world.people[0].has is None


def test_what_the_robot_keeps_and_takes_away_again_is_not_held_on_to(offer, rotation):
    world, _ = offer(0.5)
    world.run(1.0)
    assert world.people[0].has == "apple_1"
    world.people[0]._into[0, 3] += 1.0  # as if the robot had driven away with it
    world.tick()
    assert world.people[0].has is None
    assert not world.data.xfrc_applied.any()


def test_a_pull_is_gentle(offer):
    world, _ = offer(0.5)
    world.run(1.0)
    pull = np.linalg.norm(world.data.xfrc_applied[world.model.body("apple_1").id][:3])
    assert pull == pytest.approx(PULL_N)


def test_somebody_without_hands_is_no_person():
    with pytest.raises(ValueError, match="no region of kind 'hand'"):
        hands_of(Node("table_1", "table", NodeKind.ASSET))
