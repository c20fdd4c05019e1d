# SPDX-License-Identifier: Apache-2.0
"""The octomap in MoveIt's planning scene: what is in its way, what takes it away, and what does not."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from moveit_msgs.msg import MoveItErrorCodes
from std_srvs.srv import Empty

from support.octomap_message import octomap
from support.stack import Stack, box, joint_goal, removal

pytestmark = pytest.mark.ros
source = pytest.mark.source

APPLY = "moveit2 planning_scene.cpp, setPlanningSceneDiffMsg and processOctomapMsg"
GET = "moveit2 planning_scene.cpp, getOctomapMsg"
ID = "moveit2 planning_scene.cpp, OCTOMAP_NS and processCollisionObjectMsg"
REMOVE_ALL = "moveit2 planning_scene.cpp, processCollisionObjectRemove and removeAllCollisionObjects"
CLEAR = "moveit2 clear_octomap_service_capability.cpp; planning_scene_monitor.cpp, clearOctomap"
CELL_M = 0.05
FAR = (2.0, 2.0, 0.5)


def sense(stack: Stack, *middles, size=(0.15, 0.15, 0.15)) -> bool:
    return stack.sense(octomap([(m, size) for m in middles], CELL_M, stack.robot.frames.base))


def sensed(stack: Stack):
    return stack.scene().world.octomap.octomap


def turned(work, by=0.4):
    last = list(work)[-1]
    return {**work, last: work[last] + by}


@source(APPLY, GET)
def test_of_what_is_sensed_the_tree_comes_back(stack):
    message = octomap([(FAR, (0.2, 0.1, 0.1))], CELL_M, stack.robot.frames.base)
    assert stack.sense(message)
    found = sensed(stack)
    assert (found.id, found.binary) == ("OcTree", False)
    assert found.resolution == pytest.approx(CELL_M)
    assert list(found.data) == list(message.octomap.data)


@source(GET)
def test_without_an_octomap_there_is_no_data(stack):
    assert not len(sensed(stack).data)


@source(ID)
def test_it_is_no_collision_object_and_nothing_else_may_have_its_name(stack):
    sense(stack, FAR)
    assert not stack.world()
    assert not stack.tell(box("<octomap>", FAR, frame=stack.robot.frames.base))


@source(APPLY)
def test_the_arm_touches_what_is_sensed_and_nothing_is_planned(stack, work):
    assert sense(stack, stack.tool().position)
    answer = stack.validity({})
    assert not answer.valid
    assert "<octomap>" in {name for c in answer.contacts for name in (c.contact_body_1, c.contact_body_2)}
    assert stack.plan(joint_goal(turned(work))).error_code.val != MoveItErrorCodes.SUCCESS


@source(CLEAR)
def test_clear_octomap_takes_it_out_of_the_way_and_leaves_the_objects(stack, work):
    stack.tell(box("a", FAR, frame=stack.robot.frames.base))
    sense(stack, stack.tool().position)
    stack.call(Empty, "clear_octomap", Empty.Request())
    assert not len(sensed(stack).data)
    assert set(stack.world()) == {"a"}
    assert stack.validity({}).valid
    assert stack.plan(joint_goal(turned(work))).error_code.val == MoveItErrorCodes.SUCCESS


@source(CLEAR)
def test_where_there_is_none_clearing_is_answered_too(stack):
    stack.call(Empty, "clear_octomap", Empty.Request())
    stack.call(Empty, "clear_octomap", Empty.Request())
    assert not len(sensed(stack).data)


@source(REMOVE_ALL)
def test_removing_all_objects_leaves_it(stack):
    stack.tell(box("a", FAR, frame=stack.robot.frames.base))
    sense(stack, FAR)
    assert stack.tell(removal(""))
    assert not stack.world()
    assert len(sensed(stack).data)


@source(APPLY)
def test_each_octomap_replaces_the_one_before(stack):
    sense(stack, stack.tool().position)
    sense(stack, FAR)
    assert stack.validity({}).valid
    assert len(sensed(stack).data)


@source(APPLY)
def test_one_of_another_kind_is_no_failure_and_takes_away_what_was(stack):
    sense(stack, FAR)
    other = octomap([(FAR, (0.1, 0.1, 0.1))], CELL_M, stack.robot.frames.base)
    other.octomap.id = "ColorOcTree"
    assert stack.sense(other)
    assert not len(sensed(stack).data)
