# SPDX-License-Identifier: Apache-2.0
"""What the doctor finds of joints, frames, controllers, MoveIt and navigation, with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.doctor.examine import unready
from makedo_core.doctor.finding import Level
from makedo_core.doctor.snapshot import (
    Age,
    ControllerState,
    Edge,
    GoalChecker,
    Joint,
    MoveIt,
    NodeSeen,
    Server,
)
from makedo_core.files.joint_ranges import JointRange

from .conftest import only, with_nodes


def test_a_misspelt_joint_names_the_one_that_is_meant(robot, healthy, found):
    joints = tuple(j.replace("arm_4_joint", "arm_four_joint") for j in robot.arm.joints)
    findings = found(healthy, replace(robot, arm=replace(robot.arm, joints=joints)))
    assert [level for level, _ in findings] == [Level.FAULT] * 2  # MoveIt does not know it either
    assert "correct arm.joints[4] in the robot's description; nearest: arm_4_joint" in findings[0][1]
    assert "MoveIt's model has no joint arm_four_joint" in findings[1][1]


def test_joints_without_speeds_are_a_warning(healthy, found):
    joints = {**healthy.joints, "head_1_joint": Joint(0.0)}
    only(found(replace(healthy, joints=joints)), Level.WARNING, "no speed of head_1_joint", "standstill")


def test_no_transform_at_all_is_one_finding(healthy, found):
    words = [text for _, text in found(replace(healthy, edges=(), colour=None))]
    assert words == [
        "frames: transforms: no transform on /tf and /tf_static "
        "(start robot_state_publisher, odometry and localisation)"
    ]


def test_an_unknown_frame_names_the_nearest(robot, healthy, found):
    robot = replace(robot, arm=replace(robot.arm, tool_link="gripper_grasp_frame"))
    only(found(healthy, robot), Level.FAULT, "gripper_grasp_frame", "arm.tool_link", "gripper_grasping_frame")


def test_without_a_map_the_localisation_is_to_be_started(healthy, found):
    edges = tuple(edge for edge in healthy.edges if edge.parent != "map")
    only(found(replace(healthy, edges=edges)), Level.FAULT, "map: no transform", "start the localisation")


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ("odom", "start the localisation"),
        ("base_footprint", "odometry of the base controller"),
        ("head_front_camera_rgb_optical_frame", "with the camera in the robot's URDF"),
        ("gripper_grasping_frame", "with the gripper in the robot's URDF"),
    ],
)
def test_a_gap_in_the_tree_is_told_where_it_is(healthy, found, broken, words):
    edges = tuple(replace(e, parent="elsewhere") if e.child == broken else e for e in healthy.edges)
    edges += (Edge("map", "landmark"),)  # the map itself is known
    only(found(replace(healthy, edges=edges)), Level.FAULT, f"{broken}: does not lead up to", words)


def test_a_loop_in_the_tree_is_a_gap(healthy, found):
    edges = (*healthy.edges[1:], Edge("base_footprint", "odom"), Edge("map", "landmark"))
    assert any("does not lead up to 'map'" in text for _, text in found(replace(healthy, edges=edges)))


def test_a_frame_with_two_parents_is_told(healthy, found):
    edges = (*healthy.edges, Edge("map", "base_footprint"))
    texts = [text for _, text in found(replace(healthy, edges=edges))]
    assert any("base_footprint: has 2 parents: map, odom" in text for text in texts)


def test_an_old_transform_is_told(healthy, found):
    edges = tuple(replace(e, age=Age(9.0)) if e.child == "base_footprint" else e for e in healthy.edges)
    only(found(replace(healthy, edges=edges)), Level.FAULT, "base_footprint: the newest message was 9.0 s old")


def test_an_old_transform_of_a_frame_that_nobody_needs_does_not_matter(healthy, found):
    assert found(replace(healthy, edges=(*healthy.edges, Edge("map", "cat", Age(99.0))))) == []


def test_a_missing_controller_names_the_one_that_is_meant(robot, healthy, found):
    robot = replace(robot, gripper=replace(robot.gripper, controller="grip_controller"))
    only(found(healthy, robot), Level.FAULT, "controllers: /grip_controller", "nearest: /gripper_controller")


def test_an_action_of_another_type_is_told(healthy, found):
    actions = {**healthy.actions, "/navigate_to_pose": Server("my_msgs/action/Go", ("/driver",))}
    only(found(replace(healthy, actions=actions)), Level.FAULT, "serves it as my_msgs/action/Go", "base.navigate")


def test_a_service_of_another_type_is_told(healthy, found):
    services = {**healthy.services, "/compute_ik": Server("my_msgs/srv/Ik", ("/x",))}
    only(found(replace(healthy, services=services)), Level.FAULT, "MoveIt: /compute_ik", "correct the remapping")


def test_two_servers_of_one_name_are_told(healthy, found):
    server = healthy.actions["/navigate_to_pose"]
    actions = {**healthy.actions, "/navigate_to_pose": replace(server, nodes=("/a", "/b"))}
    only(found(replace(healthy, actions=actions)), Level.FAULT, "2 nodes serve it (/a, /b)")


PLAN = "/compute_path_to_pose"


def test_a_navigation_that_plans_no_ways_is_worth_a_warning_only(robot, needs, healthy, found):
    actions = {name: server for name, server in healthy.actions.items() if name != PLAN}
    expected = (f"navigation: {PLAN}: nobody serves it; the dry run", 'base.plan: ""')
    only(found(replace(healthy, actions=actions)), Level.WARNING, *expected)
    assert unready(robot, needs, healthy.joints, healthy.edges, actions, healthy.services) == ()
    actions[PLAN] = Server("my_msgs/action/Plan", ("/driver",))
    only(found(replace(healthy, actions=actions)), Level.WARNING, "serves it as my_msgs/action/Plan", "base.plan")


def test_a_navigation_that_is_not_asked_for_ways_is_not_missed(robot, healthy, found):
    robot = replace(robot, base=replace(robot.base, plan=""))
    actions = {name: server for name, server in healthy.actions.items() if name != PLAN}
    assert found(replace(healthy, actions=actions), robot) == []


def controlled(healthy, robot, **changes):
    joints = {
        "arm_controller": frozenset(robot.arm.joints[1:]),
        "torso_controller": frozenset(robot.arm.joints[:1]),
        "gripper_controller": frozenset(robot.gripper.joints),
        "head_controller": frozenset({robot.head.pan, robot.head.tilt}),
    }
    listed = {name: ControllerState("active", own) for name, own in joints.items()} | changes
    return replace(healthy, controllers={n: c for n, c in listed.items() if c is not None}, manager=True)


def test_active_controllers_are_good_news(robot, healthy, found):
    assert found(controlled(healthy, robot)) == []


def test_an_inactive_controller_is_to_be_activated(robot, healthy, found):
    snapshot = controlled(healthy, robot, head_controller=ControllerState("inactive"))
    only(found(snapshot), Level.FAULT, "is inactive", "ros2 control set_controller_state head_controller active")


def test_a_controller_that_is_not_loaded_is_told(robot, healthy, found):
    only(found(controlled(healthy, robot, head_controller=None)), Level.FAULT, "does not know it", "spawner")


def test_a_joint_that_no_controller_of_the_arm_commands_is_told(robot, healthy, found):
    arm = replace(robot.arm, controllers=("arm_controller",))
    findings = found(controlled(healthy, robot), replace(robot, arm=arm))
    only(findings, Level.FAULT, "torso_lift_joint: a halt would not stop them", "add torso_controller")


def test_an_arm_none_of_whose_controllers_is_there_is_not_taken_to_be_stopped(robot, healthy, found):
    snapshot = controlled(healthy, robot, arm_controller=None, torso_controller=None)
    snapshot.controllers["whole_arm_controller"] = ControllerState("active", frozenset(robot.arm.joints))
    told = [words for level, words in found(snapshot) if "a halt would not stop them" in words]
    assert len(told) == 1 and "add whole_arm_controller to arm.controllers" in told[0]


def test_a_joint_that_no_controller_commands_is_told(robot, healthy, found):
    snapshot = controlled(healthy, robot, torso_controller=ControllerState("active"))
    only(found(snapshot), Level.FAULT, "torso_lift_joint", "load and activate")


def test_controllers_that_list_no_joints_are_taken_as_they_are(robot, healthy, found):
    bare = {name: ControllerState("active") for name in robot.controllers}
    assert found(replace(healthy, controllers=bare)) == []


def test_a_manager_that_cannot_be_asked_is_a_warning(healthy, found):
    only(found(replace(healthy, manager=True)), Level.WARNING, "did not list its controllers")


def test_without_moveit_one_finding_says_so(healthy, found):
    actions = {name: s for name, s in healthy.actions.items() if "moveit" not in s.type}
    snapshot = replace(healthy, actions=actions, services={}, moveit=MoveIt())
    only(found(snapshot), Level.FAULT, "none of MoveIt's ROS actions and services", "start MoveIt")


def test_a_single_missing_service_is_named(healthy, found):
    services = {name: s for name, s in healthy.services.items() if name != "/compute_ik"}
    only(found(replace(healthy, services=services)), Level.FAULT, "/compute_ik: nobody serves it")


@pytest.mark.parametrize(
    ("change", "level", "words"),
    [
        ({"groups": frozenset({"arm", "arm_and_torso"})}, Level.FAULT, "nearest: arm_and_torso"),
        ({"groups": None, "unknown_groups": frozenset({"arm_torso"})}, Level.FAULT, "its SRDF names them"),
        ({"groups": None, "joints": None}, Level.WARNING, "move_group did not answer"),
        ({"joints": {}}, Level.FAULT, "knows no joint"),
    ],
)
def test_what_move_group_says_is_judged(healthy, found, change, level, words):
    only(found(replace(healthy, moveit=replace(healthy.moveit, **change))), level, words)


def test_a_robot_state_that_is_not_the_robots_is_told(healthy, found):
    believed = {**healthy.moveit.joints, "arm_3_joint": 1.0}
    snapshot = replace(healthy, moveit=replace(healthy.moveit, joints=believed))
    only(found(snapshot), Level.FAULT, "believes arm_3_joint at 1.00, the robot reports 0.00", "use_sim_time")


def test_a_navigation_that_is_not_active_is_told(healthy, found):
    snapshot = with_nodes(healthy, bt_navigator=NodeSeen(state="unconfigured"))
    only(found(snapshot), Level.FAULT, "/bt_navigator: is unconfigured", "lifecycle manager")


@pytest.mark.parametrize(
    ("checkers", "level", "words"),
    [
        (
            {"general_goal_checker": GoalChecker(0.25, 0.45)},
            Level.FAULT,
            "general_goal_checker: ends a drive within 0.25 m and 0.45 rad of its goal, where more than 0.1 m and "
            "0.3 rad count as a failure (give it general_goal_checker.xy_goal_tolerance: 0.05",
        ),
        ({"precise": GoalChecker(0.05, 0.1), "coarse": GoalChecker(0.25, 0.1)}, Level.WARNING, "coarse: ends a drive"),
        ({"turned": GoalChecker(0.1, 0.31)}, Level.FAULT, "within 0.31 rad of its goal"),
        ({"far": GoalChecker(0.11)}, Level.FAULT, "within 0.11 m of its goal"),
    ],
)
def test_a_goal_checker_that_ends_drives_too_far_off_is_told(healthy, found, checkers, level, words):
    only(found(replace(healthy, goal_checkers=checkers)), level, words)


@pytest.mark.parametrize("checker", [GoalChecker(0.1, 0.3), GoalChecker(), GoalChecker(0.05, None)])
def test_a_goal_checker_that_is_fine_enough_or_says_nothing_is_not_told(healthy, found, checker):
    assert found(replace(healthy, goal_checkers={"general_goal_checker": checker})) == []


def test_a_robot_without_a_base_has_no_goals_to_check(robot, healthy, found):
    checkers = {"general_goal_checker": GoalChecker(0.25, 0.45)}
    told = found(replace(healthy, goal_checkers=checkers), replace(robot, base=None))
    assert not [text for _, text in told if "goal_checker" in text]


def test_a_planner_that_ompl_does_not_have_is_told(healthy, found):
    moveit = replace(healthy.moveit, planners=frozenset({"RRTConnect", "PRM"}))
    words = "no planner RRTConnectkConfigDefault for the group arm_torso", "there are PRM, RRTConnect"
    only(found(replace(healthy, moveit=moveit)), Level.WARNING, *words)


@pytest.mark.parametrize("planners", [None, frozenset({"RRTConnectkConfigDefault", "PRM"})])
def test_a_planner_that_is_there_or_of_which_nothing_is_known_is_not_told(healthy, found, planners):
    assert found(replace(healthy, moveit=replace(healthy.moveit, planners=planners))) == []


def test_a_posture_beyond_a_soft_limit_of_the_urdf_is_a_fault(healthy, found):
    ranges = {"arm_2_joint": JointRange(-1.5, 0.9, soft=True), "arm_1_joint": JointRange(0.0, 2.7)}
    only(
        found(replace(healthy, ranges=ranges)),
        Level.FAULT,
        "joints: arm_2_joint",
        "'ready'",
        "soft limits -1.5 to 0.9",
    )


@pytest.mark.parametrize(
    ("assumed", "level", "words"),
    [(False, Level.FAULT, "it times no motion of the arm"), (True, Level.WARNING, "it assumes 1 rad/s2")],
)
def test_joints_without_an_acceleration_limit_are_told_before_the_first_motion(healthy, found, assumed, level, words):
    lacking = frozenset({"torso_lift_joint", "arm_3_joint", "somebody_elses_joint"})
    moveit = replace(healthy.moveit, without_acceleration=lacking, assumes_accelerations=assumed)
    told = "no acceleration limit of torso_lift_joint, arm_3_joint: "
    only(found(replace(healthy, moveit=moveit)), level, told, words, "max_acceleration")
