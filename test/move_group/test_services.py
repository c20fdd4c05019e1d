# SPDX-License-Identifier: Apache-2.0
"""Services of move_group: what they find out; what MoveIt answers in which case is in test/conformance."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("rclpy")

from geometry_msgs.msg import Pose as PoseMessage
from moveit_msgs.msg import (
    AttachedCollisionObject,
    CollisionObject,
    Constraints,
    JointConstraint,
    MoveItErrorCodes,
    OrientationConstraint,
    PositionConstraint,
)
from moveit_msgs.srv import GetCartesianPath, GetMotionPlan, GetPositionIK
from shape_msgs.msg import SolidPrimitive

from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import pose_from_ros, pose_to_ros
from makedo_ros.runtime.qos import RELIABLE
from simulation_node.motion_planning.collision import RobotAlone
from simulation_node.motion_planning.planning_scene import PlanningScene, Primitive, PrimitiveKind, WorldObject
from simulation_node.robots.tiago import ARM_JOINTS, BASE_FRAME, GRASPING_FRAME, TIAGO, TORSO_JOINT

pytestmark = pytest.mark.ros
ARM = (TORSO_JOINT, *ARM_JOINTS)
SIDE_VALUES = (0.257, 0.629, 0.811, -1.574, 2.217, 0.105, -1.268, -1.207)  # the tip at (0.55, -0.05, 0.9)
SIDE = dict(zip(ARM, SIDE_VALUES, strict=True))
POLE = (0.62, 0.075, 0.7)  # between the arm ahead and there


def box(name, position, size=(0.1, 0.1, 0.1), operation=CollisionObject.ADD):
    thing = CollisionObject(id=name, operation=operation, pose=pose_to_ros(Pose(position)))
    thing.header.frame_id = BASE_FRAME
    thing.primitives = [SolidPrimitive(type=SolidPrimitive.BOX, dimensions=[float(v) for v in size])]
    thing.primitive_poses = [PoseMessage()]
    return thing


def pole():
    thing = box("pole", POLE)
    thing.primitives = [SolidPrimitive(type=SolidPrimitive.CYLINDER, dimensions=[1.4, 0.04])]
    return thing


def removal(name):
    return CollisionObject(id=name, operation=CollisionObject.REMOVE)


def in_hand(name, *touching, link=GRASPING_FRAME, operation=CollisionObject.ADD):
    return AttachedCollisionObject(
        link_name=link, object=CollisionObject(id=name, operation=operation), touch_links=list(touching)
    )


FINGERS = ("gripper_link", "gripper_left_finger_link", "gripper_right_finger_link")


def refused(code: MoveItErrorCodes, value: int = MoveItErrorCodes.FAILURE) -> None:
    """MoveIt gives no reasons."""
    assert code.val == value, code
    assert getattr(code, "message", "") == ""


def ik(robot, target, group="arm_torso", link=GRASPING_FRAME, frame=BASE_FRAME, *, free=True):
    request = GetPositionIK.Request()
    asked = request.ik_request
    asked.group_name, asked.ik_link_name, asked.avoid_collisions = group, link, free
    asked.pose_stamped.header.frame_id = frame
    asked.pose_stamped.pose = pose_to_ros(target)
    asked.timeout.sec = 1
    return robot.call(GetPositionIK, "compute_ik", request)


def joint_goal(joints):
    return Constraints(
        joint_constraints=[
            JointConstraint(joint_name=n, position=v, tolerance_above=1e-3, tolerance_below=1e-3, weight=1.0)
            for n, v in joints.items()
        ]
    )


def pose_goal(pose, link=GRASPING_FRAME):
    where, turned = PositionConstraint(link_name=link), OrientationConstraint(link_name=link)
    where.header.frame_id = turned.header.frame_id = BASE_FRAME
    where.constraint_region.primitives = [SolidPrimitive(type=SolidPrimitive.SPHERE, dimensions=[0.005])]
    where.constraint_region.primitive_poses = [PoseMessage(position=pose_to_ros(pose).position)]
    turned.orientation = pose_to_ros(pose).orientation
    turned.absolute_x_axis_tolerance = turned.absolute_y_axis_tolerance = turned.absolute_z_axis_tolerance = 0.02
    return Constraints(position_constraints=[where], orientation_constraints=[turned])


def plan(robot, *goals, group="arm_torso", scaling=0.5, start=None, path=None):
    request = GetMotionPlan.Request()
    asked = request.motion_plan_request
    asked.group_name, asked.goal_constraints = group, list(goals)
    asked.max_velocity_scaling_factor = asked.max_acceleration_scaling_factor = scaling
    asked.allowed_planning_time = 10.0
    asked.start_state.is_diff = True
    if start:
        asked.start_state.joint_state.name, asked.start_state.joint_state.position = list(start), list(start.values())
    if path:
        asked.path_constraints = path
    return robot.call(GetMotionPlan, "plan_kinematic_path", request).motion_plan_response


def line(robot, *waypoints, group="arm_torso", link=GRASPING_FRAME, free=True, step=0.01):
    request = GetCartesianPath.Request(group_name=group, link_name=link, max_step=step, avoid_collisions=free)
    request.header.frame_id = BASE_FRAME
    request.waypoints = [pose_to_ros(w) for w in waypoints]
    return robot.call(GetCartesianPath, "compute_cartesian_path", request)


def rows(trajectory):
    return np.array([p.positions for p in trajectory.joint_trajectory.points])


def test_services_actions_and_topics_have_moveits_names(robot):
    services = dict(robot.node.get_service_names_and_types_by_node("move_group", "/"))
    assert {name: services["/" + name][0].removeprefix("moveit_msgs/srv/") for name in (
        "compute_ik", "plan_kinematic_path", "compute_cartesian_path", "apply_planning_scene", "get_planning_scene",
        "check_state_validity",
    )} == {
        "compute_ik": "GetPositionIK", "plan_kinematic_path": "GetMotionPlan",
        "compute_cartesian_path": "GetCartesianPath", "apply_planning_scene": "ApplyPlanningScene",
        "get_planning_scene": "GetPlanningScene", "check_state_validity": "GetStateValidity",
    }  # fmt: skip
    assert {"/move_action/_action/send_goal", "/execute_trajectory/_action/send_goal"} <= set(services)
    listened = dict(robot.node.get_subscriber_names_and_types_by_node("move_group", "/"))
    assert {
        "/planning_scene", "/collision_object", "/attached_collision_object", "/trajectory_execution_event",
    } <= set(listened)  # fmt: skip


def test_inverse_kinematics_brings_the_tip_where_it_is_asked_to_be(robot, tip_pose):
    target = tip_pose(robot.joints) @ Pose((0.03, 0.0, 0.0))
    answer = ik(robot, target)
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    state = answer.solution.joint_state
    joints = dict(zip(state.name, state.position, strict=True))
    assert tip_pose(joints).distance(target) < 1e-3
    assert joints["head_1_joint"] == robot.joints["head_1_joint"]  # what the group does not move stays


def test_inverse_kinematics_of_the_arm_alone_leaves_the_torso(robot, tip_pose):
    answer = ik(robot, tip_pose(robot.joints) @ Pose((0.01, 0.0, 0.0)), group="arm")
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    state = answer.solution.joint_state
    assert dict(zip(state.name, state.position, strict=True))[TORSO_JOINT] == robot.joints[TORSO_JOINT]


def test_a_pose_in_a_frame_of_the_robot_is_understood(robot):
    answer = ik(robot, Pose((0.03, 0.0, 0.0)), frame=GRASPING_FRAME)
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS


def test_a_pose_inside_a_thing_is_refused_unless_collisions_do_not_matter(robot, tip_pose):
    target = tip_pose(robot.joints) @ Pose((0.03, 0.0, 0.0))
    assert robot.tell(box("shelf", target.position))
    refused(ik(robot, target).error_code, MoveItErrorCodes.NO_IK_SOLUTION)
    assert ik(robot, target, free=False).error_code.val == MoveItErrorCodes.SUCCESS


def test_a_plan_leads_from_the_measured_joints_to_the_goal_within_the_speed_asked_for(robot):
    answer = plan(robot, joint_goal(SIDE), scaling=0.3)
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    joint = answer.trajectory.joint_trajectory
    assert joint.joint_names == list(ARM)
    assert rows(answer.trajectory)[0] == pytest.approx([robot.joints[n] for n in ARM], abs=1e-3)
    assert rows(answer.trajectory)[-1] == pytest.approx([SIDE[n] for n in ARM], abs=2e-3)
    times = [p.time_from_start.sec + 1e-9 * p.time_from_start.nanosec for p in joint.points]
    assert times[0] == 0 and all(np.diff(times) > 0)
    speed = np.abs([p.velocities for p in joint.points]).max(axis=0)
    assert all(speed <= 0.3 * np.array([TIAGO.max_velocity[n] for n in ARM]) + 1e-6)
    assert list(joint.points[-1].velocities) == pytest.approx([0.0] * 8, abs=1e-6)


def test_a_plan_goes_round_what_is_in_the_way(robot):
    assert robot.tell(pole())
    answer = plan(robot, joint_goal(SIDE))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    shape = Primitive(PrimitiveKind.CYLINDER, (1.4, 0.04))
    model = RobotAlone(TIAGO).compile(PlanningScene().add(WorldObject("pole", (shape,), Pose(POLE))))
    checker = model.checker(ARM, robot.joints)
    path = rows(answer.trajectory)
    assert all(checker.free(q) for q in path)
    straight = path[0] + np.linspace(0, 1, 30)[:, None] * (path[-1] - path[0])
    assert not all(checker.free(q) for q in straight)


def test_a_plan_to_a_pose_ends_there(robot, tip_pose):
    target = tip_pose(robot.joints) @ Pose((0.03, 0.0, 0.0))
    answer = plan(robot, pose_goal(target))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    end = dict(zip(ARM, rows(answer.trajectory)[-1], strict=True))
    assert tip_pose(end).distance(target) < 0.006


def test_a_start_that_touches_something_is_refused(robot, tip_pose):
    assert robot.tell(box("shelf", tip_pose(robot.joints).position))
    answer = plan(robot, joint_goal(SIDE))
    refused(answer.error_code)
    assert not answer.trajectory.joint_trajectory.points


def test_a_goal_that_the_turned_head_touches_is_refused(robot):
    folded = dict(zip(ARM, (0.329, 0.079, 0.66, -2.247, 2.273, 0.42, -1.328, -2.07), strict=True))
    assert plan(robot, joint_goal(folded), start=folded).error_code.val == MoveItErrorCodes.SUCCESS
    answer = plan(robot, joint_goal(folded), start={**folded, "head_1_joint": 0.0, "head_2_joint": -0.98})
    refused(answer.error_code)


def test_a_goal_that_touches_something_is_refused(robot, tip_pose):
    there = tip_pose({**robot.joints, **SIDE})
    assert robot.tell(box("vase", there.position))
    refused(plan(robot, joint_goal(SIDE)).error_code)
    refused(plan(robot, pose_goal(there)).error_code)


@pytest.mark.parametrize("goals", [[], [joint_goal({"elbow": 1.0})], [pose_goal(Pose((math.nan, 0.0, 0.9)))]])
def test_a_senseless_goal_is_refused(robot, goals):
    refused(plan(robot, *goals).error_code)


def test_a_goal_against_the_constraints_of_the_path_is_refused(robot, tip_pose):
    here = pose_to_ros(tip_pose(robot.joints)).orientation
    upright = OrientationConstraint(link_name=GRASPING_FRAME, orientation=here)
    upright.header.frame_id = BASE_FRAME
    upright.absolute_x_axis_tolerance = upright.absolute_y_axis_tolerance = upright.absolute_z_axis_tolerance = 0.1
    turned = {**{n: robot.joints[n] for n in ARM}, "arm_7_joint": robot.joints["arm_7_joint"] + 1.0}
    answer = plan(robot, joint_goal(turned), path=Constraints(orientation_constraints=[upright]))
    refused(answer.error_code)


def test_a_free_line_is_followed_as_a_whole(robot, tip_pose):
    start = tip_pose(robot.joints)
    answer = line(robot, start @ Pose((0.03, 0.0, 0.0)), start @ Pose((0.03, 0.0, -0.03)))
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    assert answer.fraction == 1.0
    end = dict(zip(ARM, rows(answer.solution)[-1], strict=True))
    assert tip_pose(end).distance(start @ Pose((0.03, 0.0, -0.03))) < 2e-3
    heights = [tip_pose(dict(zip(ARM, q, strict=True))).position[1] for q in rows(answer.solution)]
    assert max(heights) - min(heights) < 2e-3


def test_a_line_ends_before_a_thing_and_tells_the_share_of_it_that_is_free(robot, tip_pose):
    here = tip_pose(robot.joints)
    assert robot.tell(box("floor", (here @ Pose((0.21, 0.0, 0.0))).position, (0.5, 0.5, 0.01)))
    end = here @ Pose((0.15, 0.0, 0.0))
    answer = line(robot, end)
    assert 0.1 < answer.fraction < 0.95
    assert answer.error_code.val == MoveItErrorCodes.SUCCESS
    assert line(robot, end, free=False).fraction == 1.0


def _world(robot):
    return {o.id: o for o in robot.scene().world.collision_objects}


def test_things_come_move_and_go(robot):
    assert robot.tell(box("mug", (1.0, 0.0, 0.8)), box("vase", (1.0, 0.4, 0.8)))
    assert set(_world(robot)) == {"mug", "vase"}
    assert list(_world(robot)["mug"].primitives[0].dimensions) == pytest.approx([0.1, 0.1, 0.1])
    moved = box("mug", (1.0, -0.4, 0.8), operation=CollisionObject.MOVE)
    moved.primitives, moved.primitive_poses = [], []
    assert robot.tell(moved)
    assert pose_from_ros(_world(robot)["mug"].pose).distance(Pose((1.0, -0.4, 0.8))) < 1e-9
    assert robot.tell(removal("mug"))
    assert set(_world(robot)) == {"vase"}
    assert robot.tell(box("mug", (1.0, 0.0, 0.8)), is_diff=False)  # all else is forgotten
    assert set(_world(robot)) == {"mug"}
    assert robot.tell(removal(""))
    assert not _world(robot)


def test_things_told_on_topics_are_known_too(robot):
    publisher = robot.node.create_publisher(CollisionObject, "collision_object", RELIABLE)
    robot.until(publisher.get_subscription_count, "subscription")
    publisher.publish(box("mug", (1.0, 0.0, 0.8)))
    robot.until(lambda: "mug" in _world(robot), "mug")
    robot.node.destroy_publisher(publisher)


def test_what_is_attached_leaves_the_world_and_comes_back_where_the_hand_is(robot, tip_pose):
    at = tip_pose(robot.joints) @ Pose((0.065, 0.0, 0.0))
    assert robot.tell(box("can", at.position, (0.06, 0.06, 0.12)))
    assert robot.tell(attached=(in_hand("can", *FINGERS),))
    scene = robot.scene()
    (held,) = scene.robot_state.attached_collision_objects
    assert not scene.world.collision_objects
    assert (held.object.id, held.link_name) == ("can", GRASPING_FRAME) and set(FINGERS) <= set(held.touch_links)
    assert pose_from_ros(held.object.pose).distance(Pose((0.065, 0.0, 0.0))) < 1e-3

    there = {**robot.joints, **SIDE}
    robot.move(there)
    expected = tip_pose(there) @ Pose((0.065, 0.0, 0.0))
    robot.until(lambda: _at(robot.scene(), TORSO_JOINT) == pytest.approx(SIDE[TORSO_JOINT]), "new joints")
    assert robot.tell(attached=(in_hand("can", link="", operation=CollisionObject.REMOVE),))
    assert not robot.scene().robot_state.attached_collision_objects
    assert pose_from_ros(_world(robot)["can"].pose).distance(expected) < 1e-3


def _at(scene, joint):
    state = scene.robot_state.joint_state
    return state.position[list(state.name).index(joint)]


def test_what_the_hand_holds_must_keep_clear_of_things_too(robot, tip_pose):
    goal = {**{n: robot.joints[n] for n in ARM}, TORSO_JOINT: 0.10}
    x, y, z = tip_pose(robot.joints).position
    assert robot.tell(box("table", (x + 0.1, y, z - 0.30), (0.3, 0.3, 0.04)))
    assert plan(robot, joint_goal(goal)).error_code.val == MoveItErrorCodes.SUCCESS
    assert robot.tell(box("bottle", (x + 0.05, y, z - 0.14), (0.06, 0.06, 0.20)))
    assert robot.tell(attached=(in_hand("bottle", *FINGERS),))
    refused(plan(robot, joint_goal(goal)).error_code)


def test_an_allowed_collision_does_not_count(robot, tip_pose):
    assert robot.tell(box("shelf", tip_pose(robot.joints).position))
    allowed = robot.scene().allowed_collision_matrix
    allowed.default_entry_names, allowed.default_entry_values = ["shelf"], [True]
    assert robot.tell(allowed=allowed)
    assert plan(robot, joint_goal(SIDE)).error_code.val == MoveItErrorCodes.SUCCESS
    assert robot.scene().allowed_collision_matrix.default_entry_names == ["shelf"]
