# SPDX-License-Identifier: Apache-2.0
"""What driving does with the arm, and where the robot looks from when something hides what it looks for."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from executor_node.context import SkillContext
from executor_node.geometry.furniture import Furniture
from executor_node.geometry.obstacles import for_motions
from executor_node.motion.driving import WAYS, best_stand, drive
from executor_node.motion.motions import ROOMY_S, move_to, plan_short
from executor_node.motion.reach import Reasons
from executor_node.motion.room import has_room
from executor_node.motion.stowing import stow
from executor_node.skills.plans.standing import stands_across
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.geometry import Pose
from makedo_core.ports import MotionResult

BEFORE_THE_FRIDGE = Pose.planar(-3.42, 1.835, math.pi / 2)
IN_THE_OPEN = Pose.planar(-1.5, 1.0, math.pi)


@pytest.fixture
def context(make_task):
    task = make_task()
    return SkillContext(task.ports, task.memory, task.token, note=task.listener.note)


def test_an_arm_that_touches_the_robots_own_head_rules_out_no_place_to_stand(context, world):
    head = Outcome(FailureCause.IN_COLLISION, "arm_5_link touches head_2_link")
    world.plan = lambda goal, start=None, *, limit_s=None: MotionResult(head)
    reasons = Reasons()
    assert has_room(context, IN_THE_OPEN, reasons) and not reasons.counts


def _no_room_at(world, place):
    """The usual posture touches something wherever the base is near a place."""
    ready, free = world.config.arm.postures["ready"], world.plan

    def plan(goal, start=None, *, limit_s=None):
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


def test_a_makeshift_posture_is_given_up_on_the_way_where_there_is_room(context, world, monkeypatch):
    _no_room_at(world, BEFORE_THE_FRIDGE)
    world.base, context.memory.stowed = BEFORE_THE_FRIDGE, False
    assert stow(context) == SUCCESS
    _no_room_at(world, IN_THE_OPEN)
    between, postures = Pose.planar(-2.5, 1.5, math.pi), []
    monkeypatch.setattr("executor_node.motion.driving.way_to", lambda *_: (between, IN_THE_OPEN))
    drive_to = world.drive_to
    world.drive_to = lambda *given: postures.append(context.memory.makeshift) or drive_to(*given)
    assert drive(context, IN_THE_OPEN).ok
    assert postures == [BEFORE_THE_FRIDGE, None]


def test_a_makeshift_posture_is_kept_where_there_is_still_no_room(context, world):
    _no_room_at(world, BEFORE_THE_FRIDGE)
    world.base, context.memory.stowed = BEFORE_THE_FRIDGE, False
    assert stow(context) == SUCCESS
    _no_room_at(world, IN_THE_OPEN)
    assert drive(context, IN_THE_OPEN).ok
    assert context.memory.stowed and context.memory.makeshift == IN_THE_OPEN


def test_the_other_end_of_a_table_is_looked_at_from_the_same_side(context, world):
    world.base = Pose.planar(1.45, 1.97, math.pi / 2)
    stand = stands_across(context, Furniture(world.graph["table_3"]))[0]
    x, y, _ = stand.position
    assert x > 2.3 and y == pytest.approx(world.base.position[1], abs=0.15)


def test_a_way_with_room_to_spare_is_not_looked_for_as_long_as_any_way(context, world):
    given = []

    def plan(goal, start=None, *, limit_s=None):
        given.append(limit_s)
        return MotionResult(Outcome(FailureCause.TIMEOUT, "no path"))

    world.plan = plan
    assert not move_to(context, {"arm_1_joint": 0.0}).ok
    assert given == [ROOMY_S, None]


@pytest.mark.parametrize(("durations", "taken"), [((2.0,), 2.0), ((13.0, 15.0, 7.0), 7.0), ((13.0, 4.0), 4.0)])
def test_a_motion_that_wanders_is_sought_anew_and_the_shortest_counts(context, world, durations, taken):
    plan, left = world.plan, list(durations)

    def wandering(goal, start=None, *, limit_s=None):
        found = plan(goal, start)
        return replace(found, motion=replace(found.motion, times_s=np.array([left.pop(0)])))

    world.plan = wandering
    assert plan_short(context, {"arm_1_joint": 0.0}).motion.duration_s == taken
    assert not left


def test_where_there_is_no_room_for_the_usual_posture_the_arm_goes_back_the_way_it_came(context, world):
    ready = world.config.arm.postures["ready"]
    carried = {joint: value + 0.3 for joint, value in ready.items()}
    _no_room_at(world, BEFORE_THE_FRIDGE)
    plan, gone = world.plan, []
    world.plan = lambda goal, *rest, **options: gone.append(goal) or plan(goal, *rest, **options)
    world.base, context.memory.stowed, context.memory.folded = BEFORE_THE_FRIDGE, False, carried
    assert stow(context) == SUCCESS
    assert gone[-1] == carried
    assert context.memory.makeshift == BEFORE_THE_FRIDGE


def test_the_usual_posture_is_not_tried_again_as_the_way_the_arm_came(context, world):
    ready = world.config.arm.postures["ready"]
    _no_room_at(world, BEFORE_THE_FRIDGE)
    plan, gone = world.plan, []
    world.plan = lambda goal, *rest, **options: gone.append(goal) or plan(goal, *rest, **options)
    world.base, context.memory.stowed, context.memory.folded = BEFORE_THE_FRIDGE, False, dict(ready)
    assert stow(context) == SUCCESS
    assert gone.count(ready) == len(for_motions(world.graph))


@pytest.mark.parametrize(
    ("with_a_way", "possible", "chosen"),
    [
        ((1, 2), (0, 1, 2), 1),  # where the arm has room to turn comes first
        ((), (1, 2), 1),  # if there is no such place, the robot stands at the first that will do
        ((0,), (), None),
        ((WAYS,), range(WAYS + 1), 0),  # ways are not looked for without end
    ],
)
def test_the_robot_stands_where_it_can_work_and_the_arm_has_room_on_the_way(
    context, monkeypatch, with_a_way, possible, chosen
):
    stands = [Pose.planar(-1.5, 0.8 + 0.05 * i, math.pi) for i in range(WAYS + 1)]
    monkeypatch.setattr(
        "executor_node.motion.driving.way_to",
        lambda _, pose, *rest: (pose,) if stands.index(pose) in with_a_way else None,
    )
    found = best_stand(context, stands, lambda pose, _: stands.index(pose) in possible or None, Reasons())
    assert found == (None if chosen is None else (stands[chosen], True))


def test_beside_an_open_door_the_robot_stands_where_the_arm_gets_in_from_how_it_is_carried(context, world, monkeypatch):
    stands = [Pose.planar(-1.5, 0.8 + 0.05 * i, math.pi) for i in range(2)]
    inside = [{"pose": 1.0 + i} for i in range(2)]
    found = [SimpleNamespace(attempt=SimpleNamespace(pre=joints)) for joints in inside]
    monkeypatch.setattr(
        "executor_node.motion.driving.way_to", lambda _, pose, posture=None: None if posture else (pose,)
    )
    plan, no_path = world.plan, MotionResult(Outcome(FailureCause.TIMEOUT, "no path"))
    world.plan = lambda goal, *rest, **options: no_path if goal == inside[0] else plan(goal, *rest, **options)
    reasons = Reasons()
    rehearsed = []

    def dry_run(pose, _):
        rehearsed.append(pose)
        return found[stands.index(pose)]

    assert best_stand(context, stands, dry_run, reasons, stretched=True) == (stands[1], found[1])
    assert rehearsed == stands  # each once, though looked at twice
    assert reasons.failed("getting to it") == 1


def test_the_base_drives_the_way_on_which_the_arm_has_room(context, world, monkeypatch):
    corner = Pose.planar(-1.5, 0.6, math.pi)
    monkeypatch.setattr("executor_node.motion.driving.way_to", lambda _, pose, *rest: (corner, pose))
    assert drive(context, IN_THE_OPEN).ok
    assert [line for line in world.log if line.startswith("drive")] == ["drive -1.50 0.60", "drive -1.50 1.00"]


def _without_a_way(monkeypatch, *, leaves):
    monkeypatch.setattr("executor_node.motion.driving.way_to", lambda _, pose, *rest: None)
    monkeypatch.setattr("executor_node.motion.driving.can_leave", lambda *_: leaves)


def test_where_the_arm_has_no_room_the_base_does_not_go(context, world, monkeypatch, words):
    _without_a_way(monkeypatch, leaves=True)
    here = world.base
    outcome = drive(context, IN_THE_OPEN)
    assert outcome.cause is FailureCause.NAVIGATION_FAILED
    assert "(-1.50, 1.00)" in outcome.raw
    words(outcome.message)
    assert world.base == here and not [line for line in world.log if line.startswith("drive")]


def test_where_the_arm_has_no_room_to_set_out_the_base_goes_all_the_same_and_that_is_noted(context, world, monkeypatch):
    _without_a_way(monkeypatch, leaves=False)
    notes = []
    told = SkillContext(context.ports, context.memory, context.token, note=lambda event, **_: notes.append(event))
    assert drive(told, IN_THE_OPEN).ok
    assert world.base == IN_THE_OPEN and notes == ["no room for the arm to set out", "drive"]


def test_where_an_arm_stretched_out_has_no_way_in_the_base_goes_there_with_the_arm_stowed(context, world, monkeypatch):
    asked = []

    def way(_, pose, posture=None):
        asked.append(posture)
        return None if posture else (pose,)

    monkeypatch.setattr("executor_node.motion.driving.way_to", way)
    stretched = world.solve_ik(Pose((0.5, 0.0, 0.9))).joints
    context.memory.postures[IN_THE_OPEN] = stretched
    assert drive(context, IN_THE_OPEN).ok
    assert asked == [stretched, None] and world.base == IN_THE_OPEN


def _counting_ways(monkeypatch, way):
    asked = []
    monkeypatch.setattr("executor_node.motion.driving.way_to", lambda _, pose, *rest: asked.append(pose) or way(pose))
    return asked


def test_the_way_found_as_a_place_was_chosen_is_driven_without_looking_for_it_again(context, monkeypatch, world):
    corner = Pose.planar(-1.5, 0.6, math.pi)
    asked = _counting_ways(monkeypatch, lambda pose: (corner, pose))
    assert stow(context).ok
    assert best_stand(context, [IN_THE_OPEN], lambda *_: True, Reasons()) is not None
    assert drive(context, IN_THE_OPEN).ok
    assert asked == [IN_THE_OPEN]
    assert [line for line in world.log if line.startswith("drive")] == ["drive -1.50 0.60", "drive -1.50 1.00"]


@pytest.mark.parametrize("changed", ["base", "arm", "goal"])
def test_a_way_is_looked_for_anew_if_the_base_or_the_arm_moved_or_it_leads_elsewhere(
    context, monkeypatch, world, changed
):
    asked = _counting_ways(monkeypatch, lambda pose: (pose,))
    assert stow(context).ok
    assert best_stand(context, [IN_THE_OPEN], lambda *_: True, Reasons()) is not None
    goal = BEFORE_THE_FRIDGE if changed == "goal" else IN_THE_OPEN
    if changed == "base":
        world.base = world.base @ Pose((0.1, 0.0, 0.0))
    if changed == "arm":
        assert move_to(context, world.solve_ik(Pose((0.5, 0.0, 0.9))).joints).ok
    assert drive(context, goal).ok
    assert asked == [IN_THE_OPEN, goal]
