# SPDX-License-Identifier: Apache-2.0
"""Each finding of the doctor, from a healthy snapshot with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.conversation.suggestions import choices, nearest
from makedo_core.doctor.examine import examine, unready
from makedo_core.doctor.finding import Area, Finding, Level, faults
from makedo_core.doctor.needs import TopicDirection, TopicNeed
from makedo_core.doctor.nodes import doubled_nodes
from makedo_core.doctor.snapshot import (
    Age,
    CameraInfo,
    ControllerState,
    Edge,
    Endpoint,
    Heard,
    Joint,
    MoveIt,
    NodeSeen,
    Quality,
    Server,
    Snapshot,
    Ticks,
    Topic,
)
from makedo_core.doctor.topics import check_topics
from makedo_core.files.joint_ranges import JointRange
from makedo_core.heartbeat import Heartbeat, NodeCondition
from makedo_core.robot_config import MOVEIT_PY
from makedo_ros.doctor.needs import needs_of

from .conftest import well, with_topic

STEADY = Ticks(50, 2.0, 2.0)
CLOCK_TYPE = "rosgraph_msgs/msg/Clock"
RELIABLE, BEST_EFFORT = Quality(True, False), Quality(False, False)
LATCHED = Quality(True, True)
COLOUR, DEPTH = "/head_front_camera/rgb/image_raw", "/head_front_camera/depth_registered/image_raw"
ODOM, VELOCITY = "/mobile_base_controller/odom", "/mobile_base_controller/cmd_vel_unstamped"
TF = "tf2_msgs/msg/TFMessage"


@pytest.fixture
def found(robot, needs):
    """The findings that are not OK, as (level, words)."""

    def judge(snapshot, robot=robot):
        needs = needs_of(robot)
        return [(f.level, f"{f.area.value}: {f}") for f in examine(robot, needs, snapshot) if f.level is not Level.OK]

    return judge


def only(findings, level, *words):
    """The single finding, which has all the words."""
    assert len(findings) == 1, findings
    assert findings[0][0] is level
    for word in words:
        assert word in findings[0][1], findings[0][1]


def with_nodes(snapshot, **nodes):
    there = {**snapshot.nodes, **{f"/{name}": node for name, node in nodes.items()}}
    return replace(snapshot, nodes={name: node for name, node in there.items() if node is not None})


def simulated(snapshot, ticks=STEADY, publishers=("/simulation",)):
    """The same system in simulated time, 100 s after its start."""
    ends = tuple(Endpoint(name, CLOCK_TYPE, RELIABLE) for name in publishers)
    age = Age(1.7e9, 0.05)
    return replace(
        with_topic(snapshot, "/clock", Topic(publishers=ends)),
        ticks=ticks,
        nodes={n: replace(node, simulated=None if n == "/driver" else True) for n, node in snapshot.nodes.items()},
        heard={n: replace(h, age=h.age and age) for n, h in snapshot.heard.items()},
        edges=tuple(replace(e, age=e.age and age) for e in snapshot.edges),
    )


# --- findings ---


def test_bad_news_comes_with_a_remedy_and_good_news_without():
    with pytest.raises(ValueError, match="with the remedy ''"):
        Finding(Area.NODES, "x", Level.FAULT, "broken")
    with pytest.raises(ValueError, match="with the remedy 'y'"):
        Finding(Area.NODES, "x", Level.OK, "well", "y")


def test_choices_are_the_nearest_names_else_what_there_is():
    assert nearest("Arm_1_Joint", ["arm_1_joint", "wheel"]) == ("arm_1_joint",)
    assert choices("arm_1_jont", ["arm_1_joint", "wheel"]) == "nearest: arm_1_joint"
    assert choices("xyz", ["b", "a"]) == "there are a, b"
    assert choices("xyz", [f"n{i}" for i in range(8)]) == "there are n0, n1, n2, n3, n4, n5 and 2 more"
    assert choices("xyz", []) == "there are none"


@given(st.text(min_size=1), st.lists(st.text(min_size=1), max_size=5))
def test_every_suggestion_exists(name, known):
    assert set(nearest(name, known)) <= set(known)


# --- all is well ---


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
    only(found(Snapshot()), Level.FAULT, "no other node on this ROS domain", "ROS_DOMAIN_ID")


# --- nodes ---


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


# --- clocks ---


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


# --- topics ---


def test_a_missing_topic_names_those_of_its_type(healthy, found):
    topics = dict(healthy.topics)
    topics["/odom"] = topics.pop(ODOM)
    findings = found(replace(healthy, topics=topics))
    only(findings, Level.FAULT, "nobody publishes it", "set base.odom_topic", "there are /odom")


def test_a_missing_listener_is_told(healthy, found):
    only(found(with_topic(healthy, VELOCITY, Topic())), Level.FAULT, "nobody listens to it", "base.velocity_topic")


def test_a_missing_topic_of_a_fixed_name_is_to_be_remapped(healthy, found):
    only(found(with_topic(healthy, "/tf", Topic())), Level.FAULT, "/tf: nobody publishes it", "or remap it")


def test_pictures_that_nobody_needs_are_a_warning(robot, healthy, found):
    robot = replace(robot, camera=replace(robot.camera, overview="ceiling/image_raw"))
    only(found(healthy, robot), Level.WARNING, "/ceiling/image_raw", "camera.overview")


BUTTON, PERSON = "/stop_button", "/person_near"


@pytest.mark.parametrize("name", [BUTTON, PERSON])
def test_a_button_or_a_detector_that_nobody_has_is_no_fault(robot, needs, healthy, found, name):
    without = with_topic(healthy, name, Topic())
    assert found(without) == []
    (told,) = (f for f in examine(robot, needs, without) if f.subject == name)
    assert told.found == "nobody publishes it, and nothing waits for it"


@pytest.mark.parametrize("name", [BUTTON, PERSON])
@pytest.mark.parametrize(
    ("end", "words"),
    [
        (Endpoint("/panel", "std_msgs/msg/Bool", BEST_EFFORT), "no message arrives"),
        (Endpoint("/panel", "std_msgs/msg/Int8", RELIABLE), "expected std_msgs/msg/Bool"),
    ],
)
def test_a_button_or_a_detector_that_nobody_can_hear_is_a_fault(healthy, found, name, end, words):
    only(found(with_topic(healthy, name, Topic(publishers=(end,)))), Level.FAULT, words)


def test_a_button_that_is_not_pressed_says_nothing(healthy, found):
    end = Endpoint("/panel", "std_msgs/msg/Bool", RELIABLE)
    quiet = with_topic(healthy, BUTTON, Topic(publishers=(end,)))
    assert found(replace(quiet, heard={k: v for k, v in quiet.heard.items() if k != BUTTON})) == []


@pytest.mark.parametrize(
    ("name", "kind", "remedy"),
    [
        (VELOCITY, "geometry_msgs/msg/TwistStamped", "set base.velocity_stamped: true"),
        (VELOCITY, "std_msgs/msg/String", "set base.velocity_topic to a topic of type geometry_msgs/msg/Twist"),
        ("/tf", "std_msgs/msg/String", "remap /tf"),
    ],
)
def test_a_topic_of_another_type_is_told(healthy, found, name, kind, remedy):
    ends = (Endpoint("/driver", kind, RELIABLE),)
    only(found(with_topic(healthy, name, Topic(ends, ends))), Level.FAULT, f"as {kind}, expected", remedy)


@pytest.mark.parametrize(
    ("way", "theirs", "ours", "cure"),
    [
        (TopicDirection.HEARD, BEST_EFFORT, RELIABLE, "publish reliably"),
        (TopicDirection.HEARD, RELIABLE, LATCHED, "publish with durability transient_local"),
        (TopicDirection.HEARD, BEST_EFFORT, LATCHED, "publish reliably and publish with durability transient_local"),
        (TopicDirection.TOLD, RELIABLE, BEST_EFFORT, "subscribe with best effort"),
        (TopicDirection.TOLD, LATCHED, RELIABLE, "subscribe with durability volatile"),
    ],
)
def test_ends_whose_qualities_do_not_meet_are_told(way, theirs, ours, cure):
    need = TopicNeed("/t", TF, way, ours, timed=False)
    end = (Endpoint("/driver", TF, theirs),)
    topic = Topic(publishers=end) if way is TopicDirection.HEARD else Topic(subscribers=end)
    (finding,) = check_topics([need], Snapshot(topics={"/t": topic}), simulated=False)
    assert finding.level is Level.FAULT
    assert finding.remedy == f"have /driver {cure} on /t"


@given(*[st.builds(Quality, st.booleans(), st.booleans())] * 2)
def test_a_publisher_that_offers_everything_serves_everybody(asked, offered):
    assert LATCHED.serves(asked)
    assert offered.serves(BEST_EFFORT)
    assert offered.serves(offered)


def test_silence_is_a_fault(healthy, found):
    heard = {**healthy.heard, ODOM: Heard()}
    only(found(replace(healthy, heard=heard)), Level.FAULT, "published, but no message came", "/driver")


@pytest.mark.parametrize(
    ("age", "level", "words"),
    [
        (Age(3.0), Level.WARNING, "3.0 s old when it came"),
        (Age(6.0), Level.FAULT, "6.0 s old when it came"),
        (Age(-3.0), Level.FAULT, "stamped 3.0 s ahead"),
        (Age(1.7e9), Level.FAULT, "stamped in another time, while wall time holds"),
        (Age(1.7e9, 0.1), Level.FAULT, "stamped in another time, while wall time holds"),
    ],
)
def test_a_stamp_that_is_not_fresh_is_told(healthy, found, age, level, words):
    heard = {**healthy.heard, ODOM: Heard(9, 10.0, age)}
    only(found(replace(healthy, heard=heard)), level, ODOM, words)


def test_wall_time_among_simulated_stamps_is_told(healthy, found):
    snapshot = simulated(healthy)
    heard = {**snapshot.heard, ODOM: Heard(9, 10.0, Age(0.1, -1.7e9))}
    only(found(replace(snapshot, heard=heard)), Level.FAULT, "stamped in wall time, while simulated", "true")


# --- camera ---


@pytest.mark.parametrize(
    ("info", "words"),
    [
        (CameraInfo(640, 480, 0.0, 0.0), "not calibrated"),
        (CameraInfo(640, 480, 525.0, 0.0), "not calibrated"),
        (CameraInfo(320, 240, 260.0, 260.0), "says 320x240, the colour image is 640x480"),
    ],
)
def test_a_camera_model_that_does_not_fit_is_told(healthy, found, info, words):
    snapshot = replace(healthy, info=info, depth=None)
    only(found(snapshot), Level.FAULT, "camera_info", words)


@pytest.mark.parametrize(
    ("change", "level", "words"),
    [
        ({"encoding": "bayer_rggb8"}, Level.FAULT, "'bayer_rggb8' cannot be read"),
        ({"frame": "base_footprint"}, Level.FAULT, "set frames.camera: base_footprint"),
        ({"frame": "lens"}, Level.WARNING, "'lens' is not among the transforms"),
    ],
)
def test_a_colour_image_that_does_not_fit_is_told(healthy, found, change, level, words):
    only(found(replace(healthy, colour=replace(healthy.colour, **change))), level, COLOUR, words)


@pytest.mark.parametrize(
    ("change", "level", "words"),
    [
        ({"width": 320, "height": 240}, Level.FAULT, "is 320x240, the camera model 640x480"),
        ({"encoding": "64FC1"}, Level.FAULT, "'64FC1' cannot be read"),
        ({"median": None}, Level.WARNING, "without one reading"),
        ({"median": 1500.0}, Level.FAULT, "these are millimetres"),
        ({"median": 0.01}, Level.WARNING, "half of it is nearer than 0.01"),
        ({"encoding": "16UC1", "median": 2.0}, Level.FAULT, "these are metres"),
        ({"encoding": "16UC1", "median": 65000.0}, Level.WARNING, "half of it is nearer than 65000"),
    ],
)
def test_a_depth_image_that_does_not_fit_is_told(healthy, found, change, level, words):
    only(found(replace(healthy, depth=replace(healthy.depth, **change))), level, DEPTH, words)


@pytest.mark.parametrize("encoding", ["16UC1", "mono16"])
def test_millimetres_are_good_where_the_encoding_says_so(healthy, found, encoding):
    assert found(replace(healthy, depth=replace(healthy.depth, encoding=encoding, median=1500.0))) == []


# --- joints ---


def test_a_misspelt_joint_names_the_one_that_is_meant(robot, healthy, found):
    joints = tuple(j.replace("arm_4_joint", "arm_four_joint") for j in robot.arm.joints)
    findings = found(healthy, replace(robot, arm=replace(robot.arm, joints=joints)))
    assert [level for level, _ in findings] == [Level.FAULT] * 2  # MoveIt does not know it either
    assert "correct arm.joints[4] in the robot's description; nearest: arm_4_joint" in findings[0][1]
    assert "MoveIt's model has no joint arm_four_joint" in findings[1][1]


def test_joints_without_speeds_are_a_warning(healthy, found):
    joints = {**healthy.joints, "head_1_joint": Joint(0.0)}
    only(found(replace(healthy, joints=joints)), Level.WARNING, "no speed of head_1_joint", "standstill")


# --- frames ---


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


# --- controllers, MoveIt, navigation ---


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


# --- readiness ---


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
    assert all("moveit_py.launch.xml" in n.start for n in fewer.services)
    assert not any("moveit_py" in n.start for n in usual.services)


def test_joints_that_two_publishers_report_are_a_fault_and_who_they_are_is_said(healthy, found, needs, robot):
    twice = (Endpoint("/simulation", "sensor_msgs/msg/JointState", RELIABLE),) * 2
    topics = {**healthy.topics, needs.joint_states: Topic(publishers=twice)}
    two = replace(healthy, topics=topics, doubled_joints=frozenset((*robot.arm.joints[:2], "of_another")))
    report = "joints: /joint_states: two publishers report torso_lift_joint, arm_1_joint (2 nodes /simulation publish"
    only(found(two), Level.FAULT, report, "ROS_DOMAIN_ID of its own")


def test_transforms_that_two_publishers_tell_are_a_fault_where_the_robot_needs_them(healthy, found):
    two = replace(healthy, doubled_frames=frozenset({"base_footprint", "another/base"}))
    report = "frames: /tf: two publishers tell odom to base_footprint (/driver publishes /tf): the"
    only(found(two), Level.FAULT, report, "names of their own")


@pytest.mark.parametrize("topic", [COLOUR, DEPTH, ODOM])
def test_two_publishers_of_a_camera_or_the_odometry_are_a_fault(healthy, found, topic):
    one = healthy.topics[topic].publishers[0]
    two = replace(healthy, topics={**healthy.topics, topic: Topic(publishers=(one, replace(one, node="/left/driver")))})
    only(found(two), Level.FAULT, f"topics: {topic}: 2 publishers send it (/driver, /left/driver publish {topic})")


def test_a_topic_on_which_two_were_heard_is_a_fault_though_one_publisher_is_listed(healthy, found):
    two = replace(healthy, doubled_topics=frozenset({ODOM}))
    only(found(two), Level.FAULT, f"topics: {ODOM}: 2 publishers send it (/driver publishes {ODOM})")


def test_a_node_that_runs_twice_is_a_fault_before_anything_moves():
    there = {"/executor": 2, "/supervisor": 1}
    (told,) = doubled_nodes(("/executor", "/supervisor", "/sentry"), there)
    assert str(told).startswith("/executor: runs 2 times: each of them takes what is said to it (end the other stack")


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
