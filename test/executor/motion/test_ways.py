# SPDX-License-Identifier: Apache-2.0
"""Ways of the base on which the arm has room: straight out of where it cannot turn, and straight in."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from executor_node.context import SkillContext
from executor_node.motion import ways
from executor_node.motion.reach import Reasons
from executor_node.motion.room import has_room, has_room_all_along
from executor_node.motion.ways import can_leave, turns, way_to
from makedo_core.geometry import Pose

HERE, TARGET = Pose.planar(-1.5, 0.6, 0.0), Pose.planar(-2.6, 1.6, math.pi / 2)  # in the open kitchen
BESIDE_THE_DOORFRAME = Pose.planar(-0.35, 0.92, math.pi / 2)


@pytest.fixture
def context(make_task, world):
    world.base = HERE
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token)


@pytest.fixture
def room(monkeypatch):
    """Say where the arm has room, near everything: room(free), with free(pose)."""

    def say(free):
        monkeypatch.setattr(ways._Space, "_is_near", lambda space, pose: True)
        monkeypatch.setattr(ways, "has_room_all_along", lambda context, bases, *_: all(map(free, bases)))

    return say


def _turned(pose: Pose, place: Pose) -> bool:
    """Whether a pose is at a place, but does not face as it does."""
    return math.dist(pose.position[:2], place.position[:2]) < 0.2 and not _faces(pose, place.yaw)


def _faces(pose: Pose, yaw: float, within: float = 0.1) -> bool:
    return abs(math.remainder(pose.yaw - yaw, 2 * math.pi)) < within


def test_where_there_is_room_the_way_is_left_to_the_navigation(context, room):
    room(lambda pose: True)
    assert way_to(context, TARGET) == (TARGET,)


def test_an_arm_that_is_not_stowed_yet_and_a_base_that_does_not_drive_rule_out_no_way(context, room, world):
    room(lambda pose: False)
    context.memory.stowed = False
    assert way_to(context, TARGET) == (TARGET,)
    context.memory.stowed = True
    assert way_to(context, TARGET) is None
    fixed = replace(context, ports=replace(context.ports, config=replace(world.config, base=None)))
    assert way_to(fixed, TARGET) == (TARGET,)


def test_from_where_the_arm_cannot_turn_the_base_leaves_straight_back(context, room):
    room(lambda pose: not _turned(pose, HERE))
    behind, *rest = way_to(context, TARGET)
    assert rest == [TARGET]
    x, y, _ = behind.position
    assert x < HERE.position[0] - 0.2 and y == pytest.approx(HERE.position[1])
    assert behind.yaw == HERE.yaw


def test_to_where_the_arm_cannot_turn_the_base_comes_straight_in(context, room):
    room(lambda pose: not _turned(pose, TARGET))
    before, *rest = way_to(context, TARGET)
    assert rest == [TARGET]
    x, y, _ = before.position
    assert y < TARGET.position[1] - 0.2 and x == pytest.approx(TARGET.position[0])
    assert before.yaw == pytest.approx(TARGET.yaw)


@pytest.mark.parametrize(
    ("free", "leaves"),
    [
        (lambda pose: math.dist(pose.position, TARGET.position) > 1.0, True),  # the end of the way is what is tight
        (lambda pose: not _turned(pose, HERE), True),  # straight back
        (lambda pose: math.dist(pose.position, HERE.position) > 0.7, False),
    ],
)
def test_whether_the_arm_has_room_to_set_out_has_nothing_to_do_with_where_the_way_ends(context, room, free, leaves):
    room(free)
    assert can_leave(context, TARGET) is leaves


def test_an_arm_that_will_be_stowed_anew_has_room_to_set_out_then(context, room, world):
    room(lambda pose: False)
    assert not can_leave(context, TARGET)
    fixed = replace(context, ports=replace(context.ports, config=replace(world.config, base=None)))
    assert can_leave(fixed, TARGET)
    context.memory.stowed = False
    assert can_leave(context, TARGET)


def test_a_place_that_is_not_free_on_the_straight_way_in_is_none_to_come_to(context, room):
    room(lambda pose: not _turned(pose, TARGET) and abs(TARGET.position[1] - 0.15 - pose.position[1]) > 0.06)
    assert way_to(context, TARGET) is None


@pytest.mark.parametrize(("here", "poses"), [((-1.5, 0.6), 1), ((-1.5, -1.0), 2), ((-3.0, -1.0), 2)])
def test_who_comes_around_a_corner_may_turn_by_any_heading(context, room, world, here, poses):
    """From the same room the base comes straight, and never faces what the arm would touch; from another, it may."""
    world.base = Pose.planar(*here)
    room(lambda pose: not _faces(pose, 0.2, 0.2) or math.dist(pose.position, TARGET.position) > 0.1)
    assert len(way_to(context, TARGET)) == poses


def test_what_the_arm_would_touch_at_headings_that_no_way_comes_with_does_not_matter(context, room, world):
    """North of a table: the base cannot have come from the south, facing north."""
    world.base, dock = Pose.planar(-1.5, 1.0), Pose.planar(-1.33, -1.47, -math.pi / 2)
    room(lambda pose: not _faces(pose, math.pi / 2, 0.3) or math.dist(pose.position, dock.position) > 0.1)
    assert way_to(context, dock) == (dock,)


def test_the_base_turns_in_steps_from_the_way_that_it_came_to_how_it_is_to_stand():
    passed = turns(Pose.planar(0.0, 0.0, 2.0), Pose.planar(1.0, 0.0, math.pi / 2))
    assert all(p.position == (1.0, 0.0, 0.0) for p in passed)
    assert [p.yaw for p in passed] == sorted(p.yaw for p in passed)
    assert (passed[0].yaw, passed[-1].yaw) == (0.0, pytest.approx(math.pi / 2)) and len(passed) == 9
    assert turns(Pose.planar(1.0, 0.02, 1.5), Pose.planar(1.0, 0.0, 1.6)) == ()  # it stands there already


def test_to_a_place_near_behind_it_the_base_may_turn_either_way():
    here, stand = Pose.planar(0.0, 0.0, -0.2), Pose.planar(0.02, 0.15, -0.2)
    low, high = min(p.yaw for p in turns(here, stand)), max(p.yaw for p in turns(here, stand))
    assert low < -1.4 and high > 1.3  # facing it, and backing up to it
    ahead = replace(here, orientation=Pose.planar(0.0, 0.0, 0.3).orientation)
    assert min(p.yaw for p in turns(ahead, stand)) > -0.3


@pytest.mark.parametrize("x", [-0.35, -0.6, -1.2])
def test_room_all_along_is_room_at_each_place(context, planned_arm, x):
    """With the real motion planner, which is asked once."""
    told = replace(context, ports=replace(context.ports, arm=planned_arm))
    bases = [Pose.planar(x, 0.92, yaw / 4) for yaw in range(-12, 12, 2)]
    each = [has_room(told, base, Reasons()) for base in bases]
    free = [base for base, room in zip(bases, each, strict=True) if room]
    assert free and has_room_all_along(told, free, Reasons())
    assert has_room_all_along(told, bases, Reasons()) is all(each)


def test_the_folded_arm_does_not_sweep_a_doorframe_when_the_robot_comes_through_the_door(context, world, planned_arm):
    """With the real motion planner: turning beside the doorframe, the arm would strike it."""
    world.base = Pose.planar(0.3, -1.1, math.pi)
    told = replace(context, ports=replace(context.ports, arm=planned_arm))
    way = way_to(told, BESIDE_THE_DOORFRAME)
    assert way is not None and way[-1] == BESIDE_THE_DOORFRAME
    x, y, _ = way[-2].position
    assert x == pytest.approx(-0.35) and y < 0.7


def test_who_goes_through_a_doorway_close_by_first_leaves_where_the_arm_would_strike_its_frame(
    context, world, planned_arm
):
    """With the real motion planner: the doorway is 0.4 m away to the right, and the arm reaches farther."""
    world.base = Pose.planar(-0.355, 0.925, 1.546)
    told = replace(context, ports=replace(context.ports, arm=planned_arm))
    way = way_to(told, Pose.planar(3.06, -1.75))
    assert way is not None and len(way) == 2
    x, y, _ = way[0].position
    assert x == pytest.approx(-0.362, abs=0.02) and y == pytest.approx(0.625, abs=0.02)
