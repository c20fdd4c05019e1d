# SPDX-License-Identifier: Apache-2.0
"""What the doctor finds of topics and the camera, from a healthy snapshot with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.doctor.examine import examine
from makedo_core.doctor.finding import Level
from makedo_core.doctor.needs import TopicDirection, TopicNeed
from makedo_core.doctor.snapshot import (
    Age,
    CameraInfo,
    Endpoint,
    Heard,
    Quality,
    Snapshot,
    Topic,
)
from makedo_core.doctor.topics import check_topics

from .conftest import BEST_EFFORT, COLOUR, DEPTH, RELIABLE, only, simulated, with_topic

LATCHED = Quality(True, True)
ODOM, VELOCITY = "/mobile_base_controller/odom", "/mobile_base_controller/cmd_vel_unstamped"
TF = "tf2_msgs/msg/TFMessage"


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
