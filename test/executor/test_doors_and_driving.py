# SPDX-License-Identifier: Apache-2.0
"""Doors are opened out of the way, and the base turns where the arm has room."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from executor_node.approach import swept_radius, ways_round
from executor_node.context import SkillContext
from executor_node.driving import drive
from executor_node.furniture import Furniture
from executor_node.reach import Reasons
from executor_node.skills.standing import keeps_clear, stands_across, stands_for
from executor_node.skills.swing import close_asset
from executor_node.skills.swinging import AMPLE_RAD, WIDE_RAD, handle_targets, plan_swing, swing_range
from executor_node.stowing import has_room, stow
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.plan import SkillCall
from makedo_core.ports import MotionResult
from makedo_core.scene_graph import State

BEFORE_THE_FRIDGE = Pose.planar(-3.42, 1.835, math.pi / 2)
IN_THE_OPEN = Pose.planar(-1.5, 1.0, math.pi)


@pytest.fixture
def context(make_task):
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


@pytest.fixture
def shares(world):
    """Lets the hand follow a handle by these shares of its way, one attempt after another, and then by `rest`."""

    def follow(*first, rest=0.0):
        left, whole = list(first), world.plan_line

        def plan_line(waypoints, start=None, *, avoid_collisions=True):
            result = whole(waypoints, start, avoid_collisions=avoid_collisions)
            return replace(result, fraction=left.pop(0) if left else rest) if len(waypoints) > 5 else result

        world.plan_line = plan_line

    return follow


def test_a_door_is_to_be_opened_wide_and_a_drawer_as_far_as_is_enough(home):
    door, drawer = (swing_range(Furniture(home[a]), True) for a in ("fridge_1", "drawer_1"))
    assert (door.end, door.ample) == (WIDE_RAD, AMPLE_RAD) and 0.9 < door.enough < door.ample
    assert drawer.ample == drawer.enough < drawer.end == 0.3
    closing = swing_range(Furniture(home["fridge_1"], 1.7), False)
    assert (closing.start, closing.end, closing.share(0.0)) == (1.7, 0.0, 1.0)


def test_of_the_ways_to_open_a_door_the_widest_is_taken(context, world, shares):
    shares(0.6, 0.55, 0.75, 0.7)
    fridge = Furniture(world.graph["fridge_1"])
    swing = swing_range(fridge, True)
    plan = plan_swing(context, fridge, BEFORE_THE_FRIDGE, swing, swing.enough, Reasons())
    assert plan is not None and plan.end == pytest.approx(0.75 * WIDE_RAD)


def test_a_way_that_opens_a_door_amply_ends_the_search(context, world, shares):
    shares(0.6, 0.85, 1.0)
    fridge = Furniture(world.graph["fridge_1"])
    swing = swing_range(fridge, True)
    plan = plan_swing(context, fridge, BEFORE_THE_FRIDGE, swing, swing.enough, Reasons())
    assert plan is not None and plan.end == pytest.approx(0.85 * WIDE_RAD)


def test_a_door_that_the_hand_cannot_follow_far_enough_is_not_begun(context, world, shares):
    shares(rest=0.4)
    fridge, reasons = Furniture(world.graph["fridge_1"]), Reasons()
    swing = swing_range(fridge, True)
    assert plan_swing(context, fridge, BEFORE_THE_FRIDGE, swing, swing.enough, reasons) is None
    assert reasons.counts


def test_where_no_place_lets_a_door_be_opened_amply_one_that_is_enough_is_taken(context, shares):
    shares(rest=0.6)
    assert stands_for(context, SkillCall("open", ("fridge_1",)), Reasons())


def test_places_to_open_a_door_from_are_out_of_its_handles_way(context, world):
    for stand in stands_for(context, SkillCall("open", ("fridge_1",)), Reasons()):
        for value in (0.0, 0.5, 1.0, 1.5, 1.9):
            handle = Furniture(world.graph["fridge_1"], value).handle()[0]
            assert math.dist(stand.position[:2], handle[:2]) > 0.35


def test_in_the_open_the_base_drives_straight_to_where_it_goes(context, world):
    world.base = IN_THE_OPEN
    assert ways_round(context, Pose.planar(-1.6, 1.1, 0.0)) == ()


def test_before_tall_furniture_the_base_comes_up_straight_from_where_the_arm_has_room(context, world):
    world.base = IN_THE_OPEN
    target = Pose.planar(-3.3, 2.15, math.pi / 2)
    (stop,) = ways_round(context, target)
    x, y, _ = stop.inverse().transform(target.position)
    assert x > 0.3 and abs(y) < 1e-6
    reach = swept_radius(context, world.graph)
    assert all(box.gap(stop.position) > reach for _, box, _ in Furniture(world.graph["fridge_1"]).boxes())


def test_from_before_tall_furniture_the_base_backs_off_before_it_turns(context, world):
    world.base = Pose.planar(-3.3, 2.15, math.pi / 2)
    stop, *_ = ways_round(context, IN_THE_OPEN)
    x, y, _ = world.base.inverse().transform(stop.position)
    assert x < -0.3 and abs(y) < 1e-6 and stop.yaw == pytest.approx(math.pi / 2)


def test_where_the_arm_would_touch_something_on_every_leg_the_base_drives_straight(context, world):
    world.base = IN_THE_OPEN
    free = world.plan

    def plan(goal, start=None):
        if world.shown[-1]:
            return MotionResult(Outcome(FailureCause.IN_COLLISION, "arm_4_link touches fridge_1/left"))
        return free(goal, start)

    world.plan = plan
    assert ways_round(context, Pose.planar(-3.3, 2.15, math.pi / 2)) == ()


def test_a_stop_that_cannot_be_reached_is_left_out(context, world):
    world.base = IN_THE_OPEN
    target = Pose.planar(-3.3, 2.15, math.pi / 2)
    world.blocked = lambda pose: pose != target
    assert drive(context, target).ok
    assert world.base == target


def test_an_arm_that_touches_the_robots_own_head_rules_out_no_place_to_stand(context, world):
    head = Outcome(FailureCause.IN_COLLISION, "arm_5_link touches head_2_link")
    world.plan = lambda goal, start=None: MotionResult(head)
    reasons = Reasons()
    assert has_room(context, IN_THE_OPEN, reasons) and not reasons.counts


def test_what_is_held_counts_for_the_room_that_a_turn_takes(make_task, world, holding):
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token)
    world.tools[0] = Pose((0.6, 0.0, 0.9))
    empty = swept_radius(context, world.graph)
    holding(task, "can_1")
    assert swept_radius(context, world.graph) > empty > 0.6


def _no_room_at(world, place):
    """The usual posture touches something wherever the base is near a place."""
    ready, free = world.config.arm.postures["ready"], world.plan

    def plan(goal, start=None):
        if goal == ready and world.base.distance(place) < 0.3:
            return MotionResult(Outcome(FailureCause.IN_COLLISION, "arm_4_link touches fridge_1/door"))
        return free(goal, start)

    world.plan = plan


def test_a_makeshift_posture_is_given_up_where_there_is_room(context, world):
    _no_room_at(world, BEFORE_THE_FRIDGE)
    world.base, context.memory.stowed = BEFORE_THE_FRIDGE, False
    assert stow(context) == SUCCESS
    assert context.memory.stowed and context.memory.makeshift == BEFORE_THE_FRIDGE
    assert drive(context, IN_THE_OPEN).ok
    assert context.memory.stowed and context.memory.makeshift is None


def test_a_makeshift_posture_is_kept_where_there_is_still_no_room(context, world):
    _no_room_at(world, BEFORE_THE_FRIDGE)
    world.base, context.memory.stowed = BEFORE_THE_FRIDGE, False
    assert stow(context) == SUCCESS
    _no_room_at(world, IN_THE_OPEN)
    assert drive(context, IN_THE_OPEN).ok
    assert context.memory.stowed and context.memory.makeshift == IN_THE_OPEN


def test_an_open_door_is_no_place_to_stand(context, world):
    world.graph = world.graph.changed(put=[world.graph["fridge_1"].with_state(State.OPEN)])
    context.memory.joint_values["fridge_1"] = 1.7
    door = {n: b for n, b, _ in Furniture(world.graph["fridge_1"], 1.7).boxes()}["door"]
    for stand in stands_for(context, SkillCall("close", ("fridge_1",)), Reasons()):
        assert door.gap(stand.position) > world.config.base.radius_m


def test_where_to_stand_for_putting_down_allows_for_a_base_that_stops_beside_it(make_task, world, holding):
    task = make_task()
    holding(task, "can_1")
    context = SkillContext(task.ports, task.memory, task.token)
    shown = []

    def show(obstacles, held=None):
        shown.append({o.name: o.size for o in obstacles})
        return SUCCESS

    world.show = show
    assert stands_for(context, SkillCall("put_on", ("can_1", "table_2")), Reasons())
    top = world.graph["table_2"].model.parts[0]
    assert any(sizes.get(f"table_2/{top.name}", (0,))[0] > top.size[0] + 0.01 for sizes in shown)


def test_the_other_end_of_a_table_is_looked_at_from_the_same_side(context, world):
    world.base = Pose.planar(1.45, 1.97, math.pi / 2)
    stand = stands_across(context, Furniture(world.graph["table_3"]))[0]
    x, y, _ = stand.position
    assert x > 2.3 and y == pytest.approx(world.base.position[1], abs=0.15)


def test_a_door_is_not_closed_from_where_the_robot_stands_in_its_way(make_task, world):
    world.graph = world.graph.changed(put=[world.graph["fridge_1"].with_state(State.OPEN)])
    world.base = Pose.planar(-3.45, 2.055, math.pi / 2)
    task = make_task()
    task.memory.joint_values["fridge_1"] = 1.2
    context = SkillContext(task.ports, task.memory, task.token)
    assert close_asset(context, SkillCall("close", ("fridge_1",))).ok
    way = handle_targets(Furniture(world.graph["fridge_1"]), 1.2, 0.0)
    assert keeps_clear(world.base, way)
