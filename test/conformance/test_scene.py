# SPDX-License-Identifier: Apache-2.0
"""apply_planning_scene and get_planning_scene: what counts as success, and what becomes of the rest."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy")

from moveit_msgs.msg import CollisionObject
from shape_msgs.msg import SolidPrimitive

from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import pose_from_ros
from support.stack import Stack, box, in_hand, removal

pytestmark = pytest.mark.ros
source = pytest.mark.source

DIFF = "moveit2 planning_scene.cpp, setPlanningSceneDiffMsg"
OBJECT = "moveit2 planning_scene.cpp, processCollisionObjectMsg"
ADD = "moveit2 planning_scene.cpp, processCollisionObjectAdd"
REMOVE = "moveit2 planning_scene.cpp, processCollisionObjectRemove"
MOVE = "moveit2 planning_scene.cpp, processCollisionObjectMove"
ATTACH = "moveit2 planning_scene.cpp, setCurrentState and processAttachedCollisionObjectMsg"
MEASURED = "measured on move_group 2.12.4"
FAR = (2.0, 2.0, 0.5)


def thing(stack: Stack, name, position=FAR, **changes):
    return box(name, position, frame=stack.robot.frames.base, **changes)


@source(ADD)
def test_what_is_added_is_there(stack):
    assert stack.tell(thing(stack, "a"), thing(stack, "b"))
    assert set(stack.world()) == {"a", "b"}
    assert stack.world()["a"].primitives[0].dimensions == pytest.approx([0.1, 0.1, 0.1])


@source(ADD)
def test_what_is_added_again_is_there_once_where_it_was_added_last(stack):
    assert stack.tell(thing(stack, "a")) and stack.tell(thing(stack, "a", (3.0, 1.0, 0.5)))
    assert list(stack.world()) == ["a"]
    assert pose_from_ros(stack.world()["a"].pose).distance(Pose((3.0, 1.0, 0.5))) < 1e-6


@source(REMOVE, MEASURED)
def test_removing_what_is_not_there_is_no_success_and_the_rest_is_done(stack):
    assert not stack.tell(removal("nothing"), thing(stack, "a"))
    assert set(stack.world()) == {"a"}


@source(REMOVE)
def test_removing_the_empty_name_removes_all(stack):
    stack.tell(thing(stack, "a"), thing(stack, "b"))
    assert stack.tell(removal(""))
    assert not stack.world()


@source(REMOVE)
def test_removing_all_of_nothing_is_a_success(stack):
    assert stack.tell(removal(""))


@source(ADD)
def test_an_object_in_an_unknown_frame_is_no_success_and_the_rest_is_done(stack):
    assert not stack.tell(box("lost", FAR, frame="nowhere"), thing(stack, "a"))
    assert set(stack.world()) == {"a"}


@source(ADD, MEASURED)
def test_an_object_without_a_frame_is_no_success(stack):
    assert not stack.tell(box("lost", FAR, frame=""))
    assert not stack.world()


@source(ADD)
def test_an_object_without_a_shape_is_no_success(stack):
    shapeless = CollisionObject(id="idea", operation=CollisionObject.ADD)
    shapeless.header.frame_id = stack.robot.frames.base
    assert not stack.tell(shapeless)
    assert not stack.world()


@source(ADD, MEASURED)
def test_a_box_without_a_size_is_a_success(stack):
    assert stack.tell(thing(stack, "point", size=(0.0, 0.0, 0.0)))


@source(MOVE)
def test_moving_an_object_moves_it(stack):
    stack.tell(thing(stack, "a"))
    move = thing(stack, "a", (3.0, 1.0, 0.5), operation=CollisionObject.MOVE)
    move.primitives, move.primitive_poses = [], []
    assert stack.tell(move)
    assert pose_from_ros(stack.world()["a"].pose).distance(Pose((3.0, 1.0, 0.5))) < 1e-6


@source(MOVE)
def test_moving_what_is_not_there_is_no_success(stack):
    assert not stack.tell(thing(stack, "a", operation=CollisionObject.MOVE))


@source(ADD)
def test_appending_gives_an_object_another_shape(stack):
    stack.tell(thing(stack, "a"))
    assert stack.tell(thing(stack, "a", (2.0, 2.0, 0.6), operation=CollisionObject.APPEND))
    assert len(stack.world()["a"].primitives) == 2


@source(ADD)
def test_appending_to_what_is_not_there_adds_it(stack):
    assert stack.tell(thing(stack, "a", operation=CollisionObject.APPEND))
    assert set(stack.world()) == {"a"}


@source(DIFF)
def test_a_difference_leaves_what_it_does_not_name(stack):
    stack.tell(thing(stack, "a"))
    assert stack.tell(thing(stack, "b"))
    assert set(stack.world()) == {"a", "b"}


@source("moveit2 planning_scene.cpp, shapesAndPosesFromCollisionObjectMessage")
def test_a_shape_without_a_pose_is_where_its_object_is(stack):
    bare = thing(stack, "a")
    bare.primitive_poses = []
    assert stack.tell(bare)
    assert pose_from_ros(stack.world()["a"].pose).distance(Pose(FAR)) < 1e-6


@source("moveit2 planning_scene.cpp, shapesAndPosesFromCollisionObjectMessage")
def test_more_poses_than_shapes_are_no_success(stack):
    odd = thing(stack, "a")
    odd.primitive_poses = [odd.pose, odd.pose]
    assert not stack.tell(odd)


@source(ADD)
def test_cylinders_and_spheres_are_shapes_too(stack):
    for name, kind, size in (("can", SolidPrimitive.CYLINDER, [0.2, 0.05]), ("ball", SolidPrimitive.SPHERE, [0.1])):
        one = thing(stack, name)
        one.primitives = [SolidPrimitive(type=kind, dimensions=size)]
        assert stack.tell(one)
    assert {o.primitives[0].type for o in stack.world().values()} == {SolidPrimitive.CYLINDER, SolidPrimitive.SPHERE}


@source(ATTACH)
def test_what_is_attached_leaves_the_world_and_keeps_its_place(stack):
    stack.tell(thing(stack, "a"))
    assert stack.tell(attached=(in_hand("a", *stack.robot.gripper.touch_links, link=stack.robot.arm.tool_link),))
    held = stack.attached()["a"]
    assert not stack.world() and held.link_name == stack.robot.arm.tool_link
    assert {*stack.robot.gripper.touch_links} <= {*held.touch_links, stack.robot.arm.tool_link}


@source(ATTACH)
def test_what_is_detached_is_in_the_world_again_where_it_is(stack):
    stack.tell(thing(stack, "a"))
    stack.tell(attached=(in_hand("a", link=stack.robot.arm.tool_link),))
    assert stack.tell(attached=(in_hand("a", link="", operation=CollisionObject.REMOVE),))
    assert not stack.attached()
    assert pose_from_ros(stack.world()["a"].pose).distance(Pose(FAR)) < 5e-3


@source(ATTACH, MEASURED)
def test_attaching_to_an_unknown_link_is_a_success_of_nothing(stack):
    stack.tell(thing(stack, "a"))
    assert stack.tell(attached=(in_hand("a", link="thumb"),))
    assert not stack.attached() and set(stack.world()) == {"a"}


@source(ATTACH)
def test_attaching_what_is_not_there_is_a_success_of_nothing(stack):
    assert stack.tell(attached=(in_hand("ghost", link=stack.robot.arm.tool_link),))
    assert not stack.attached()


@source(ATTACH)
def test_detaching_what_is_not_attached_is_a_success_of_nothing(stack):
    assert stack.tell(attached=(in_hand("ghost", link="", operation=CollisionObject.REMOVE),))


@source(ATTACH)
def test_detaching_from_another_link_is_a_success_of_nothing(stack):
    stack.tell(thing(stack, "a"))
    stack.tell(attached=(in_hand("a", link=stack.robot.arm.tool_link),))
    other = stack.robot.gripper.touch_links[0]
    assert stack.tell(attached=(in_hand("a", link=other, operation=CollisionObject.REMOVE),))
    assert set(stack.attached()) == {"a"}


@source(ATTACH)
def test_detaching_the_empty_name_detaches_all(stack):
    stack.tell(thing(stack, "a"), thing(stack, "b"))
    link = stack.robot.arm.tool_link
    stack.tell(attached=(in_hand("a", link=link), in_hand("b", link=link)))
    assert stack.tell(attached=(in_hand("", link="", operation=CollisionObject.REMOVE),))
    assert not stack.attached() and set(stack.world()) == {"a", "b"}


@source(ATTACH, MEASURED)
def test_detached_and_attached_again_in_one_message_is_held(stack):
    stack.tell(thing(stack, "a"), thing(stack, "b"))
    link = stack.robot.arm.tool_link
    stack.tell(attached=(in_hand("a", link=link),))
    assert stack.tell(attached=(in_hand("a", link=link, operation=CollisionObject.REMOVE), in_hand("b", link=link)))
    assert set(stack.attached()) == {"b"} and set(stack.world()) == {"a"}


@source("moveit2 get_planning_scene_service_capability.cpp; planning_scene.cpp, getPlanningSceneMsg")
def test_the_scene_tells_the_robot_and_its_joints(stack, work):
    scene = stack.scene()
    known = dict(zip(scene.robot_state.joint_state.name, scene.robot_state.joint_state.position, strict=True))
    assert {n: known[n] for n in work} == pytest.approx(stack.measured(), abs=5e-3)
    assert scene.robot_model_name
    assert not scene.is_diff
