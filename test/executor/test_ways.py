# SPDX-License-Identifier: Apache-2.0
"""Ways of the base on which the arm has room: straight out, by a corner, straight in, with the arm stretched out."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import pytest

from executor_node import ways
from executor_node.context import SkillContext
from executor_node.driving import best_stand, drive
from executor_node.reach import Attempt, Reasons
from executor_node.ways import Way, turns, way_to
from makedo_core.failure import FailureCause, Outcome
from makedo_core.geometry import Pose

HERE, TARGET = Pose.planar(-1.5, 0.6, 0.0), Pose.planar(-2.6, 1.6, math.pi / 2)  # in the open kitchen
STRETCHED = {"pose": 7.0}


@dataclass(frozen=True)
class Found:
    """What a dry run found."""

    attempt: Attempt = field(default_factory=lambda: Attempt(STRETCHED, (), ()))


@pytest.fixture
def context(make_task, world):
    world.base = HERE
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token)


@pytest.fixture
def room(monkeypatch):
    """Say where the arm has room: room(free), with free(pose, posture)."""

    def say(free):
        def has_room(context, pose, reasons, clearance=None, posture=None):
            return free(pose, posture)

        monkeypatch.setattr(ways, "has_room", has_room)
        monkeypatch.setattr("executor_node.driving.has_room", has_room)

    return say


def _turned(pose: Pose, place: Pose, near_m: float = 0.2) -> bool:
    """Whether a pose is at a place, but does not face as it does."""
    off = abs(math.remainder(pose.yaw - place.yaw, 2 * math.pi))
    return math.dist(pose.position[:2], place.position[:2]) < near_m and off > 0.1


def test_where_there_is_room_the_way_is_left_to_the_navigation(context, room):
    room(lambda pose, posture: True)
    assert way_to(context, TARGET) == Way((TARGET,))


def test_an_arm_that_is_not_stowed_yet_and_a_base_that_does_not_drive_rule_out_no_way(context, room, world):
    room(lambda pose, posture: False)
    context.memory.stowed = False
    assert way_to(context, TARGET) == Way((TARGET,))
    context.memory.stowed = True
    assert way_to(context, TARGET) is None
    fixed = replace(context, ports=replace(context.ports, config=replace(world.config, base=None)))
    assert way_to(fixed, TARGET) == Way((TARGET,))


def test_from_where_the_arm_cannot_turn_the_base_leaves_straight_back(context, room):
    room(lambda pose, posture: not _turned(pose, HERE))
    way = way_to(context, TARGET)
    assert way.poses[1:] == (TARGET,)
    x, y, _ = way.poses[0].position
    assert x < HERE.position[0] - 0.2 and y == pytest.approx(HERE.position[1])
    assert way.poses[0].yaw == HERE.yaw


def test_to_where_the_arm_cannot_turn_the_base_comes_straight_in(context, room):
    room(lambda pose, posture: not _turned(pose, TARGET))
    way = way_to(context, TARGET)
    assert way.poses[1:] == (TARGET,)
    x, y, _ = way.poses[0].position
    assert y < TARGET.position[1] - 0.2 and x == pytest.approx(TARGET.position[0])
    assert way.poses[0].yaw == pytest.approx(TARGET.yaw)


def test_where_the_arm_would_reach_too_far_on_arrival_the_base_comes_by_a_corner(context, room):
    towards = math.atan2(1.0, -1.1)  # the heading on the straight way
    room(lambda pose, posture: abs(math.remainder(pose.yaw - towards, 2 * math.pi)) > 0.05 or pose.position[0] > -2.0)
    way = way_to(context, TARGET)
    assert len(way.poses) == 2 and way.poses[-1] == TARGET
    assert math.dist(way.poses[0].position, TARGET.position) == pytest.approx(ways.CORNER_M)


@pytest.mark.parametrize(("y", "poses"), [(0.6, 1), (-1.0, 2)])
def test_who_comes_around_a_corner_may_turn_by_any_heading(context, room, world, y, poses):
    """From the same room the base comes straight, and never faces what the arm would touch; from another, it may."""
    world.base = Pose.planar(-1.5, y)
    room(lambda pose, posture: not _faces(pose, math.pi / 4) or math.dist(pose.position, TARGET.position) > 0.1)
    assert len(way_to(context, TARGET).poses) == poses


def _faces(pose: Pose, yaw: float) -> bool:
    return abs(math.remainder(pose.yaw - yaw, 2 * math.pi)) < 0.2


def test_an_arm_that_has_no_room_folded_comes_stretched_out_and_stretches_in_the_open(context, room):
    room(lambda pose, posture: posture is not None or math.dist(pose.position[:2], TARGET.position[:2]) > 0.25)
    assert way_to(context, TARGET) is None
    way = way_to(context, TARGET, STRETCHED)
    assert way.posture == STRETCHED
    assert way.poses[-1] == TARGET and len(way.poses) == 2


def test_the_base_turns_in_steps_from_the_way_that_it_came_to_how_it_is_to_stand():
    passed = turns(Pose.planar(0.0, 0.0, 2.0), Pose.planar(1.0, 0.0, math.pi / 2))
    assert all(p.position == (1.0, 0.0, 0.0) for p in passed)
    assert [p.yaw for p in passed] == sorted(p.yaw for p in passed)
    assert all(0.0 <= p.yaw < math.pi / 2 for p in passed) and len(passed) == 6
    assert turns(Pose.planar(1.0, 0.02, 1.5), Pose.planar(1.0, 0.0, 1.6)) == ()  # it stands there already


def test_a_place_with_room_on_the_way_comes_first_then_one_to_come_to_stretched_out_then_the_others(context, room):
    tight, stretched, free = (Pose.planar(x, 1.6, math.pi / 2) for x in (-2.0, -2.6, -3.2))

    def at(pose: Pose, place: Pose) -> bool:
        return math.dist(pose.position[:2], place.position[:2]) < 0.25

    def has_room(pose, posture):
        if at(pose, tight):
            return not _turned(pose, tight) and pose == tight and posture is None
        return not at(pose, stretched) or posture is not None

    room(has_room)
    tried = []

    def find(*possible):
        def dry_run(base, reasons):
            tried.append(base)
            return Found() if base in possible else None

        tried.clear()
        return best_stand(context, (tight, stretched, free), dry_run, Reasons())

    assert find(free, stretched, tight)[0] == free
    assert tried == [free]
    assert find(stretched, tight)[0] == stretched
    assert context.memory.postures == {stretched: STRETCHED}
    assert find(tight)[0] == tight
    assert find() is None


def test_the_arm_is_stretched_out_before_the_last_stretch_and_stays_so(context, room, world):
    room(lambda pose, posture: posture is not None or math.dist(pose.position[:2], TARGET.position[:2]) > 0.25)
    world.tools += [Pose((0.7, 0.0, 0.8))] * 8
    context.memory.postures[TARGET] = STRETCHED
    assert drive(context, TARGET).ok
    assert world.at == 7 and context.memory.stowed and world.base == TARGET
    assert [line for line in world.log if line.startswith("drive")][-1] == "drive -2.60 1.60"


def test_an_arm_that_cannot_be_stretched_out_does_not_drive_in(context, room, world):
    room(lambda pose, posture: posture is not None or math.dist(pose.position[:2], TARGET.position[:2]) > 0.25)
    context.memory.postures[TARGET] = STRETCHED
    world.execute = lambda motion, token: Outcome(FailureCause.EXECUTION_FAILED, "stuck")
    assert drive(context, TARGET).cause is FailureCause.EXECUTION_FAILED
    assert not context.memory.stowed and world.base != TARGET
