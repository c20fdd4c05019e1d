# SPDX-License-Identifier: Apache-2.0
"""What the doctor finds of the system as a whole, from a healthy snapshot with one thing wrong: nodes, clocks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.conversation.suggestions import choices, nearest
from makedo_core.doctor.examine import examine, unready
from makedo_core.doctor.finding import Area, Finding, Level, faults
from makedo_core.doctor.nodes import doubled_nodes
from makedo_core.doctor.snapshot import (
    Endpoint,
    NodeSeen,
    Snapshot,
    Ticks,
    Topic,
)
from makedo_core.heartbeat import Heartbeat, NodeCondition
from makedo_core.robot_config import MOVEIT_PY
from makedo_ros.doctor.needs import needs_of

from .conftest import CLOCK_TYPE, COLOUR, RELIABLE, only, simulated, well, with_nodes, with_topic


def test_bad_news_comes_with_a_remedy_and_good_news_without():
    with pytest.raises(ValueError, match="with the remedy ''"):
        Finding(Area.NODES, "x", Level.FAULT, "broken")
    with pytest.raises(ValueError, match="with the remedy 'y'"):
        Finding(Area.NODES, "x", Level.OK, "well", "y")


def test_choices_are_the_nearest_names_else_what_there_is():
    assert nearest("Arm_1_Joint", ["arm_1_joint", "wheel"]) == ("arm_1_joint",)
    assert choices("arm_1_jont", ["arm_1_joint", "wheel"]) == "nearest: arm_1_joint"
    assert choices("xyz", ["b", "a"]) == "there are a, b"
    assert choices("xyz", [f"n{i}" for i in range(8)]) == "there are n0, n1, n2, n3, n4, n5, n6, n7"
    assert choices("xyz", [f"n{i:02}" for i in range(13)]) == "there are n00, n01, n02, n03, n04, n05 and 7 more"
    assert choices("xyz", []) == "there are none"


@given(st.text(min_size=1), st.lists(st.text(min_size=1), max_size=5))
def test_every_suggestion_exists(name, known):
    assert set(nearest(name, known)) <= set(known)


def test_a_healthy_robot_has_only_good_news_in_every_area(robot, needs, healthy, found):
    assert found(healthy) == []
    told_otherwise = {Area.BATTERY, Area.SECURITY}  # while it runs, and by the terminal that asks
    assert {f.area for f in examine(robot, needs, healthy)} == set(Area) - told_otherwise


def test_a_healthy_simulation_too(healthy, found):
    assert found(simulated(healthy)) == []


def test_a_robot_in_a_namespace_is_looked_for_there(robot):
    names = {need.name for need in needs_of(robot, "left").topics}
    assert {"/left/joint_states", "/tf", "/tf_static"} <= names
    assert needs_of(robot, "/left/").supervisor == "/left/supervisor"


def test_an_absolute_name_stays_as_it_is(robot):
    assert needs_of(replace(robot, joint_states="/left/joint_states"), "right").joint_states == "/left/joint_states"


def test_pictures_of_the_camera_that_is_seen_with_are_asked_for_once(needs):
    assert sum(need.name == COLOUR for need in needs.topics) == 1


def test_nobody_there_is_one_finding(found):
    only(found(Snapshot()), Level.FAULT, "no other node is heard of on this ROS domain", "ROS_DOMAIN_ID")


def test_a_robot_without_the_stack_is_no_fault(healthy, needs, found):
    nodes = {name: node for name, node in healthy.nodes.items() if name not in needs.nodes}
    only(found(replace(healthy, nodes=nodes)), Level.WARNING, "Makedo: none of its nodes runs", "makedo up")


def troubled(problem: str, waits_for: str = "", *, gave_up: bool = False) -> Heartbeat:
    return Heartbeat(NodeCondition.TROUBLED, problem, {}, waits_for, gave_up)


@pytest.mark.parametrize(
    ("name", "node", "level", "words"),
    [
        ("planner", None, Level.FAULT, "does not run"),
        ("planner", replace(well(), copies=2), Level.FAULT, "runs 2 times"),
        ("planner", replace(well(), health=None), Level.FAULT, "no sign of life"),
        ("planner", replace(well(), health=troubled("no weights")), Level.FAULT, "no weights"),
        ("planner", replace(well(), state="inactive"), Level.FAULT, "is inactive"),
        ("planner", replace(well(), state=None), Level.WARNING, "does not tell the state"),
        ("supervisor", NodeSeen(health=Heartbeat(NodeCondition.INACTIVE), simulated=False), Level.FAULT, "is inactive"),
    ],
)
def test_what_is_wrong_with_a_node_is_told(healthy, found, name, node, level, words):
    only(found(with_nodes(healthy, **{name: node})), level, f"/{name}", words)


def test_a_supervisor_that_waits_for_another_does_not_repeat_it(healthy, found):
    executor = replace(well(), health=troubled("cannot activate: no MoveIt"))
    supervisor = replace(well(True), health=troubled("waiting for executor: cannot activate: no MoveIt", "executor"))
    findings = found(with_nodes(healthy, executor=executor, supervisor=supervisor))
    assert [level for level, _ in findings] == [Level.FAULT, Level.WARNING]
    assert findings[1][1] == "nodes: /supervisor: waits for /executor (mend what /executor reports)"


def test_a_supervisor_that_waits_for_nobody_tells_its_own_problem_whatever_it_says(healthy, found):
    executor = replace(well(), health=troubled("cannot activate: no MoveIt"))
    supervisor = replace(well(True), health=troubled("bring-up failed: cannot activate: no MoveIt"))
    findings = found(with_nodes(healthy, executor=executor, supervisor=supervisor))
    assert [level for level, _ in findings] == [Level.FAULT, Level.FAULT]
    assert all("it goes on by itself" in words for _, words in findings)


def test_after_the_bring_up_has_failed_nothing_is_said_to_go_on_by_itself(healthy, found):
    executor = replace(well(), health=troubled("cannot activate: no MoveIt"))
    planner = replace(well(), health=Heartbeat(NodeCondition.INACTIVE), state="unconfigured")
    last = "bring-up failed: executor cannot activate: cannot activate: no MoveIt; mend it, then restart the stack"
    supervisor = replace(well(True), health=troubled(last, "executor", gave_up=True))
    findings = found(with_nodes(healthy, executor=executor, planner=planner, supervisor=supervisor))
    assert len(findings) == 3
    for _, words in findings:
        assert "then restart the stack" in words and "by itself" not in words and "wait for" not in words
    only(found(with_nodes(healthy, supervisor=supervisor)), Level.FAULT, "mend what it names, then restart the stack")


def test_frames_of_the_scene_graph_are_those_of_the_robot(healthy, found):
    node = replace(well(), texts={"map_frame": "map", "hand_frame": "gripper_tool"})
    only(found(with_nodes(healthy, scene_graph=node)), Level.FAULT, "hand_frame", "gripper_grasping_frame")


def test_two_clocks_are_a_fault(healthy, found):
    snapshot = simulated(healthy, publishers=("/simulation", "/gazebo"))
    only(found(snapshot), Level.FAULT, "has 2 publishers (/simulation, /gazebo)", "end all but one")


def test_simulated_time_without_a_clock_stands_still(healthy, found):
    snapshot = simulated(healthy, Ticks(), publishers=())
    only(found(snapshot), Level.FAULT, "nobody publishes it", "use_sim_time:=false")


def test_a_clock_that_the_stack_ignores_is_a_fault(healthy, found):
    clock = Topic(publishers=(Endpoint("/gazebo", CLOCK_TYPE, RELIABLE),))
    only(found(with_topic(healthy, "/clock", clock)), Level.FAULT, "goes by wall time", "use_sim_time:=true")


@pytest.mark.parametrize(
    ("ticks", "level", "words"),
    [
        (Ticks(), Level.FAULT, "is silent"),
        (Ticks(9, 0.0, 2.0), Level.FAULT, "stands still"),
        (Ticks(9, 0.1, 2.0), Level.WARNING, "0.05 times as fast"),
    ],
)
def test_a_clock_that_does_not_go_well_is_told(healthy, found, ticks, level, words):
    only(found(simulated(healthy, ticks)), level, "/clock", words)


def test_a_node_in_another_time_than_the_rest_is_named(healthy, found):
    snapshot = with_nodes(simulated(healthy), planner=well())
    only(found(snapshot), Level.FAULT, "/planner: use_sim_time is false", "use_sim_time:=true")


def test_without_the_stack_the_clock_decides_which_time_holds(healthy, needs, found):
    snapshot = simulated(healthy)
    nodes = {name: node for name, node in snapshot.nodes.items() if name not in needs.nodes}
    only(found(replace(snapshot, nodes=nodes)), Level.WARNING, "none of its nodes runs")


def test_a_healthy_robot_is_ready(robot, needs, healthy):
    assert unready(robot, needs, healthy.joints, healthy.edges, healthy.actions, healthy.services) == ()


def test_what_a_robot_lacks_keeps_it_from_being_ready(robot, needs, healthy):
    missing = unready(robot, needs, (), (), {}, {})
    assert faults(missing) == missing
    assert {f.area for f in missing} == {
        Area.JOINTS,
        Area.FRAMES,
        Area.CONTROLLERS,
        Area.MOVEIT,
        Area.NAVIGATION,
    }


def test_in_moveit_pys_place_no_goal_of_move_group_is_needed(robot):
    other = replace(robot, arm=replace(robot.arm, backend=MOVEIT_PY))
    usual, fewer = needs_of(robot), needs_of(other)
    assert {n.name for n in usual.actions} - {n.name for n in fewer.actions} == {"/move_action"}
    assert (usual.move_group, fewer.move_group) == ("/move_group", "/moveit_py")  # whose parameters tell of limits
    assert all("moveit_py.launch.xml" in n.start for n in fewer.services)
    assert not any("moveit_py" in n.start for n in usual.services)


def test_a_node_that_runs_twice_is_a_fault_before_anything_moves():
    there = {"/executor": 2, "/supervisor": 1}
    (told,) = doubled_nodes(("/executor", "/supervisor", "/sentry"), there)
    assert str(told).startswith("/executor: runs 2 times: each of them takes what is said to it (end the other stack")
