# SPDX-License-Identifier: Apache-2.0
"""The transform buffer."""

from __future__ import annotations

import math

import pytest
from geometry_msgs.msg import TransformStamped
from rclpy.serialization import serialize_message
from tf2_msgs.msg import TFMessage

from makedo_core.geometry import Pose
from makedo_ros.runtime.streams import NUMBER
from makedo_ros.without_ros import tf
from makedo_ros.without_ros.tf import TransformBuffer, TransformError
from makedo_ros.without_ros.transforms import Transform


def edge(parent: str, child: str, pose: Pose, stamp: float = 0.0) -> Transform:
    return Transform(stamp, parent, child, pose)


@pytest.fixture
def buffer():
    result = TransformBuffer()
    result.feed([edge("map", "odom", Pose.planar(1, 0))], static=True)
    result.feed([edge("odom", "base", Pose.planar(0, 0, 0.0), 10.0)])
    result.feed([edge("odom", "base", Pose.planar(0, 2, math.pi / 2), 11.0)])
    result.feed([edge("base", "camera", Pose((0, 0, 1)))], static=True)
    return result


def test_poses_chain_through_the_tree(buffer):
    pose = buffer.lookup("map", "camera")
    assert pose.position == pytest.approx((1, 2, 1))
    assert pose.yaw == pytest.approx(math.pi / 2)


def test_between_two_stamps_it_interpolates(buffer):
    pose = buffer.lookup("odom", "base", 10.5)
    assert pose.position == pytest.approx((0, 1, 0))
    assert pose.yaw == pytest.approx(math.pi / 4)


def test_looking_down_the_tree_is_the_inverse(buffer):
    there, back = buffer.lookup("map", "camera"), buffer.lookup("camera", "map")
    assert (there @ back).position == pytest.approx((0, 0, 0), abs=1e-9)


@pytest.mark.parametrize(
    ("target", "source", "stamp", "words"),
    [
        ("map", "gripper", None, "'gripper' is unknown; known frames"),
        ("map", "base", 12.0, "newest transform is of 11.000"),
        ("map", "base", 9.0, "oldest transform is of 10.000"),
    ],
)
def test_a_missing_transform_says_why(buffer, target, source, stamp, words):
    with pytest.raises(TransformError, match=words):
        buffer.lookup(target, source, stamp)


def test_two_trees_are_not_connected(buffer):
    buffer.feed([edge("elsewhere", "thing", Pose())], static=True)
    with pytest.raises(TransformError, match="not connected"):
        buffer.lookup("map", "thing")


@pytest.mark.parametrize(("parent", "child"), [("base", "map"), ("elsewhere", "map"), ("map", "map")])
def test_what_is_above_the_common_ancestor_does_not_matter(buffer, parent, child):
    before = buffer.lookup("map", "camera", 10.5), buffer.lookup("camera", "map", 10.5)
    buffer.feed([edge(parent, child, Pose.planar(5, 5), 3.0)])
    assert (buffer.lookup("map", "camera", 10.5), buffer.lookup("camera", "map", 10.5)) == before
    assert buffer.silent_s("map", "camera") >= 0.0


NAN = float("nan")


@pytest.mark.parametrize(
    "pose",
    [
        Pose((0, 9, 0), (0, 0, 0, 0)),
        Pose((0, 9, 0), (0, 0, 0, 2)),
        Pose((0, NAN, 0)),
        Pose((0, 9, 0), (0, 0, NAN, 1)),
        Pose((0, float("inf"), 0)),
    ],
)
def test_what_is_no_pose_is_left_out_and_is_silence(buffer, monkeypatch, caplog, pose):
    before, now = buffer.lookup("map", "camera"), tf.time.monotonic()
    monkeypatch.setattr(tf.time, "monotonic", lambda: now + 8.0)
    for stamp in (12.0, 13.0):
        buffer.feed([edge("odom", "base", pose, stamp)])
    assert buffer.lookup("map", "camera") == before
    assert buffer.silent_s("map", "camera") == pytest.approx(8.0, abs=0.5)
    assert [r.levelname for r in caplog.records] == ["WARNING"]  # said once
    assert "a transform of 'base' in 'odom' was left out" in caplog.text
    buffer.feed([edge("odom", "base", Pose.planar(0, 3), 14.0)])
    assert buffer.lookup("odom", "base").position == (0, 3, 0)


def test_bytes_that_are_no_message_are_left_out_and_said_once(buffer, caplog):
    before = buffer.lookup("map", "camera")
    for serialized in (b"", b"\x00", b"\x00\x01\x00\x00\xff\xff\xff\xff", b"\x00\x01\x00\x00" + b"\x01" * 50):
        buffer._on_moving(serialized)
        buffer._on_static(serialized)
    assert buffer.lookup("map", "camera") == before
    assert len(caplog.records) == 1 and "are no TFMessage" in caplog.text


def test_a_late_transform_is_ignored_and_a_reset_clock_starts_anew(buffer):
    buffer.feed([edge("odom", "base", Pose.planar(9, 9), 10.9)])
    assert buffer.lookup("odom", "base").position == pytest.approx((0, 2, 0))
    buffer.feed([edge("odom", "base", Pose.planar(5, 5), 0.1)])
    assert buffer.lookup("odom", "base").position == pytest.approx((5, 5, 0))


def test_the_past_is_forgotten(buffer):
    for i in range(2000):
        buffer.feed([edge("odom", "base", Pose.planar(0, 0), 12 + 0.1 * i)])
    assert len(buffer._moving["base"].stamps) < 300


def test_silence_is_that_of_the_link_that_is_silent_longest(buffer, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(tf.time, "monotonic", lambda: clock[0])
    buffer.feed([edge("odom", "base", Pose(), 12.0), edge("base", "hand", Pose(), 12.0)])
    clock[0] = 101.0
    buffer.feed([edge("base", "hand", Pose(), 13.0)])
    clock[0] = 103.0
    assert buffer.silent_s("map", "hand") == 3.0
    assert buffer.silent_s("hand", "map") == 3.0
    assert buffer.silent_s("base", "hand") == 2.0


def test_the_same_transform_over_and_over_is_silence(buffer, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(tf.time, "monotonic", lambda: clock[0])
    buffer.feed([edge("odom", "base", Pose(), 12.0)])
    clock[0] = 105.0
    buffer.feed([edge("odom", "base", Pose(), 12.0)])
    assert buffer.silent_s("map", "base") == 5.0


def test_what_does_not_move_is_never_silent(buffer):
    assert buffer.silent_s("map", "odom") == 0.0


def test_silence_of_an_unknown_frame_is_an_error(buffer):
    with pytest.raises(TransformError, match="'gripper' is unknown"):
        buffer.silent_s("map", "gripper")


def test_a_frame_that_two_publishers_tell_is_known_and_those_of_two_publishers_are_not(buffer):
    def told(child: str, number: int) -> None:
        message = TFMessage(transforms=[TransformStamped(child_frame_id=child)])
        message.transforms[0].transform.rotation.w = 1.0
        buffer._on_told(serialize_message(message), {NUMBER: number})

    for number in range(5):
        told("/base", number)
        told("camera", 100 + number)
    assert buffer.doubled() == set()
    for number in range(5, 10):
        told("base", number)
        told("base", 100 + number)
    assert buffer.doubled() == {"base"}
