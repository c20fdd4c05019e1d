# SPDX-License-Identifier: Apache-2.0
"""The dry run of pick_up."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from executor_node.context import Memory, Ports, SkillContext
from executor_node.geometry.furniture import furniture
from executor_node.geometry.grasps import Grasp
from executor_node.geometry.rims import OPENING_M
from executor_node.motion.reach import Reasons
from executor_node.skills.plans import picking
from executor_node.skills.plans.picking import plan_pick
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause
from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Shape
from makedo_core.skills import SkillCall

ROOT = Path(__file__).resolve().parents[3]


def test_what_is_too_far_away_is_known_without_asking_the_solver(make_task, world, words):
    asked = []
    solve = world.solve_ik
    world.solve_ik = lambda target, *seed, **options: asked.append(target) or solve(target, *seed, **options)
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token)
    can, table = world.graph["can_1"], furniture(world.graph["table_1"])
    x, y, _ = can.centre
    reasons = Reasons()
    assert plan_pick(context, can, table, Pose.planar(x - 1.2, y), reasons) is None
    assert asked == []
    outcome = reasons.outcome("can 1")
    assert outcome.cause is FailureCause.UNREACHABLE
    words(outcome.message)
    assert "it is 1.20 m away from there" in outcome.raw
    assert plan_pick(context, can, table, Pose.planar(x - 0.7, y), reasons) is not None
    assert asked


def test_what_the_hand_does_not_fit_around_is_said_so(make_task, world):
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token)
    can, table = world.graph["can_1"], furniture(world.graph["table_1"])
    x, y, _ = can.centre
    reasons = Reasons()
    flat = replace(can, size=(0.2, 0.2, 0.004))
    assert plan_pick(context, flat, table, Pose.planar(x - 0.7, y), reasons) is None
    outcome = reasons.outcome("can 1 cannot be reached")
    assert outcome.cause is FailureCause.UNREACHABLE
    assert outcome.message == "can 1 cannot be reached: the hand does not fit around can 1 as it is there"


def _first_grasp(make_task, world, plan=(), **context) -> Grasp:
    """The grasp that is tried first for the can: one that nothing speaks against."""
    task = make_task()
    upcoming = tuple(SkillCall(words[0], tuple(words[1:])) for words in (line.split() for line in plan))
    can, table = world.graph["can_1"], furniture(world.graph["table_1"])
    x, y, _ = can.centre
    told = SkillContext(task.ports, task.memory, task.token, upcoming=upcoming, **context)
    found = plan_pick(told, can, table, Pose.planar(x - 0.7, y), Reasons())
    assert found is not None
    return found.grasp


IN_THE_FRIDGE = ("go_to fridge_1", "put_inside can_1 fridge_1")
ON_A_TABLE = ("go_to table_2", "put_on can_1 table_2", "put_inside can_2 fridge_1")


ON_A_WORKTOP = ("go_to counter_1", "put_on can_1 counter_1")


@pytest.mark.parametrize(
    ("plan", "steep"), [(IN_THE_FRIDGE, False), (ON_A_WORKTOP, False), (ON_A_TABLE, True), ((), True)]
)
def test_what_goes_under_a_ceiling_or_high_up_is_taken_to_fit_there(make_task, world, monkeypatch, plan, steep):
    every = picking.grasps

    def steepest_first(*given, **options):
        return tuple(sorted(every(*given, **options), key=lambda g: -g.pitch))

    monkeypatch.setattr(picking, "grasps", steepest_first)
    assert _first_grasp(make_task, world, plan).steep is steep


@pytest.mark.parametrize("attempt", [0, 1])
def test_what_cannot_be_taken_flat_from_here_is_first_tried_from_elsewhere(make_task, world, attempt):
    world.unreachable = lambda pose: pose.matrix()[2, 0] > -math.sin(math.radians(55.0))  # but from above
    task = make_task()
    call = SkillCall("put_on", ("can_1", "counter_1"))
    told = SkillContext(task.ports, task.memory, task.token, attempt=attempt, upcoming=(call,))
    can, table = world.graph["can_1"], furniture(world.graph["table_1"])
    x, y, _ = can.centre
    found = plan_pick(told, can, table, Pose.planar(x - 0.7, y), Reasons())
    assert (found is not None) == (attempt > 0)


def test_another_try_takes_another_grasp_unless_only_the_view_was_to_blame(make_task, world):
    first = _first_grasp(make_task, world)
    assert _first_grasp(make_task, world, attempt=1) != first
    assert _first_grasp(make_task, world, attempt=1, looks=1) == first
    assert _first_grasp(make_task, world, attempt=2, looks=1) == _first_grasp(make_task, world, attempt=1)
    flat = _first_grasp(make_task, world, IN_THE_FRIDGE, attempt=1)
    assert not flat.steep and flat != _first_grasp(make_task, world, IN_THE_FRIDGE)


@pytest.mark.parametrize("count", range(2, 15))
def test_each_of_two_tries_begins_with_another_grasp_however_few_there_are(count):
    options = tuple(Grasp(Pose(), 0.0, float(i)) for i in range(count))
    firsts = [picking._rotated(options, tried)[0] for tried in range(2)]
    assert firsts[0] is options[0] and firsts[1] is not options[0]
    assert set(picking._rotated(options, 3)) == set(options)
    assert picking._rotated((), 2) == ()


def test_what_was_seen_a_little_below_its_table_is_taken_as_lying_on_it(make_task, world):
    right = _first_grasp(make_task, world)
    can = world.graph["can_1"]
    x, y, z = can.pose.position
    low = replace(can, pose=Pose((x, y, z - 0.01), can.pose.orientation))
    world.graph = world.graph.changed(put=[low])
    assert _first_grasp(make_task, world).tool.distance(right.tool) < 1e-9


def test_a_dish_too_wide_for_the_fingers_is_taken_by_its_rim_where_the_gripper_is_said_to(make_task, world):
    can = world.graph["can_1"]
    bowl = replace(can, label="bowl", size=(0.15, 0.15, 0.06))
    world.graph = world.graph.changed(put=[bowl])
    table = furniture(world.graph["table_1"])
    x, y, _ = bowl.centre
    base, task = Pose.planar(x - 0.7, y), make_task()
    context = SkillContext(task.ports, task.memory, task.token)
    assert plan_pick(context, bowl, table, base, Reasons()) is None
    gripper = replace(task.ports.config.gripper, by_rim=("bowl",))
    ports = replace(task.ports, config=replace(task.ports.config, gripper=gripper))
    found = plan_pick(replace(context, ports=ports), bowl, table, base, Reasons())
    assert found is not None and found.grasp.opening == OPENING_M


def test_the_grasp_that_a_dry_run_found_is_tried_first_from_a_base_pose_a_little_off(make_task, world):
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token)
    can, table = world.graph["can_1"], furniture(world.graph["table_1"])
    x, y, _ = can.centre
    base = world.base = Pose.planar(x - 0.7, y)
    first = plan_pick(context, can, table, base, Reasons()).grasp
    world.unreachable = lambda target: target.distance(first.backed_off(picking.PRE_GRASP_M)) < 0.01
    second = plan_pick(context, can, table, base, Reasons()).grasp
    assert second != first
    world.unreachable = lambda target: False
    assert plan_pick(context, can, table, base @ Pose((0.03, 0.0, 0.0)), Reasons()).grasp == second
    assert plan_pick(context, can, table, base @ Pose((0.2, 0.0, 0.0)), Reasons()).grasp == first  # somewhere else
    assert plan_pick(replace(context, attempt=1), can, table, base, Reasons()).grasp != second


@pytest.mark.parametrize(("away", "opening"), [(-0.008, 0.06), (0.03, None)])
def test_where_something_lies_close_beside_it_the_fingers_open_less_wide(world, away, opening):
    """With the Panda's real motion planner: a banana beside a plate, whose edge is where the open finger would go."""
    from planned_arm import PlannedArm

    config = robot_config_from_yaml(ROOT / "config/robots/panda.yaml")
    scene = graph_from_json((ROOT / "scenes/tabletop_dishes/graph.json").read_text(encoding="utf-8"))
    pose = Pose.planar(0.403, 0.239 - away, 0.056, 0.747)
    banana = replace(scene["banana_1"], pose=pose, size=(0.17, 0.04, 0.04), shape=Shape.BOX, confidence=1.0)
    world.graph, world.base = scene.changed(put=[banana]), Pose((0.0, 0.0, 0.75))
    arm = PlannedArm(config)
    ports = Ports(config, arm, None, world, world, world, world, None, world, world)
    context = SkillContext(ports, Memory(), CancelToken())
    reasons = Reasons()
    plan = plan_pick(context, banana, furniture(scene["table_1"]), world.base, reasons)
    assert plan is not None, reasons
    assert plan.grasp.opening == (None if opening is None else pytest.approx(opening))
