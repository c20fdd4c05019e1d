# SPDX-License-Identifier: Apache-2.0
"""The measures of a robot's description decide where it stands, what it reaches and how it moves its fingers."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import pytest

from executor_node.context import SkillContext
from executor_node.geometry.base_pose import Ground, docking_poses, ground, poses_around
from executor_node.geometry.furniture import furniture
from executor_node.geometry.rims import rim_grasps
from executor_node.motion.no_place import A_WALL, taking, why_no_place
from executor_node.motion.reach import Reasons
from executor_node.motion.surroundings import surroundings
from executor_node.robot import gripper as gripper_module
from executor_node.robot.follow import Followed
from executor_node.robot.gripper import ControllerGripper
from executor_node.skills.plans.picking import plan_pick
from makedo_core.cancel import CancelToken
from makedo_core.failure import SUCCESS, FailureCause
from makedo_core.geometry import Box, Pose
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, Shape

TARGET = (-0.65, 1.8, 0.8)  # on table_1 of the home
EMPTY = Ground(())


@pytest.fixture
def with_reach(robot):
    """The robot with another reach."""

    def changed(**measures):
        return replace(robot, arm=replace(robot.arm, reach=replace(robot.arm.reach, **measures)))

    return changed


def _context(task, robot) -> SkillContext:
    return SkillContext(replace(task.ports, config=robot), task.memory, task.token)


@pytest.mark.parametrize("far_m", [0.7, 1.07])
def test_the_base_docks_within_reach_of_the_arm(home, with_reach, far_m):
    robot, table = with_reach(far_m=far_m), furniture(home["table_1"])
    found = docking_poses(home["table_1"].pose, table.footprint(), TARGET, Pose(), EMPTY, robot.base, robot.arm.reach)
    away = [math.dist(pose.position[:2], TARGET[:2]) for pose in found]
    assert away and all(0.38 < a < far_m for a in away)
    assert (max(away) > 0.7) is (far_m > 0.7)


def test_of_places_that_are_as_near_the_one_where_the_arm_works_best_comes_first(with_reach):
    for best_m in (0.6, 0.9):
        robot = with_reach(best_m=best_m)
        first = poses_around(TARGET, Pose(TARGET), EMPTY, robot.base, replace(robot.arm.reach))[0]
        assert math.dist(first.position[:2], TARGET[:2]) == pytest.approx(best_m)


def test_the_circles_around_what_is_worked_at_are_those_of_the_description(robot):
    base = replace(robot.base, around_m=(1.0,))
    found = poses_around(TARGET, Pose(), EMPTY, base, robot.arm.reach)
    assert len(found) == 24
    assert all(math.dist(pose.position[:2], TARGET[:2]) == pytest.approx(1.0) for pose in found)


@pytest.mark.parametrize(("height_m", "in_the_way"), [(1.25, True), (0.9, False)])
def test_what_begins_above_the_robot_does_not_matter_to_its_base(height_m, in_the_way):
    shelf = Box(Pose((1.0, 0.0, 1.1)), (0.4, 0.4, 0.2))  # from 1.0 m above the floor
    assert ground(SceneGraph(), [shelf], height_m).is_free(1.0, 0.0, 0.28) is not in_the_way
    assert taking((1.0, 0.0), {"shelf_1": [shelf]}, 0.28, height_m) == ("shelf_1" if in_the_way else A_WALL)


def test_a_longer_arm_is_less_far_off(with_reach):
    sofa = {"sofa_1": [Box(Pose((0.0, 0.0, 0.3)), (3.0, 3.0, 0.6))]}
    for far_m in (1.07, 1.37):
        why = why_no_place(
            (0.0, 0.0, 0.7), [(0.8, 0.0)], Pose(), Ground(tuple(sofa["sofa_1"])), sofa, 0.28, with_reach(far_m=far_m)
        )
        assert why.short_m == pytest.approx(1.78 - far_m, abs=0.011)


def test_what_is_beyond_the_reach_of_the_description_is_not_planned_for(make_task, world, with_reach):
    task = make_task()
    node, table = world.graph["can_1"], furniture(world.graph["table_1"])
    base = Pose((node.centre[0] - 0.9, node.centre[1], 0.0))
    reasons = Reasons()
    assert plan_pick(_context(task, with_reach(far_m=0.8)), node, table, base, reasons) is None
    assert reasons.short_m == pytest.approx(0.1)
    assert reasons.outcome("it").cause is FailureCause.UNREACHABLE


def test_only_what_may_meet_the_arm_is_told_to_its_planner(make_task, with_reach):
    task = make_task()
    near, far = (surroundings(_context(task, with_reach(around_m=m)), Pose()) for m in (1.0, 10.0))
    assert {o.name for o in near} < {o.name for o in far}


def test_thicker_fingers_reach_less_far_over_a_rim(robot):
    gripper = replace(robot.gripper, by_rim=("plate",))
    plate = Node("plate_1", "plate", NodeKind.OBJECT, Pose((0.5, 0.0, 0.7)), (0.2, 0.2, 0.03), Shape.CYLINDER)
    thin, thick = (len(rim_grasps(plate, 0.0, replace(gripper, finger_m=m))) for m in (0.001, 0.03))
    assert thin > thick


@pytest.mark.parametrize(("speed", "duration_s"), [(0.06, 0.5), (0.03, 1.0), (10.0, 0.25)])
def test_the_fingers_move_at_the_speed_of_the_description(robot, monkeypatch, speed, duration_s):
    asked = []

    def move(goal, duration_s, token, may_be_blocked):
        asked.append((goal, duration_s))
        return Followed(SUCCESS)

    monkeypatch.setattr(gripper_module, "Controller", lambda *_: SimpleNamespace(move=move))
    body = SimpleNamespace(joints=lambda names: dict.fromkeys(names, 0.0), catch_up=lambda names, token: None)
    gripper = ControllerGripper(None, replace(robot.gripper, finger_speed=speed), body)
    assert gripper.move(0.06, CancelToken()).ok
    assert asked == [(dict.fromkeys(robot.gripper.joints, 0.03), pytest.approx(duration_s))]
