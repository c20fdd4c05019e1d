# SPDX-License-Identifier: Apache-2.0
"""Transforms read out of serialized messages are those that rclpy reads."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("rclpy")

from geometry_msgs.msg import TransformStamped
from rclpy.serialization import serialize_message
from tf2_msgs.msg import TFMessage

from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import stamped, transform_to_ros
from makedo_ros.without_ros import transforms
from makedo_ros.without_ros.transforms import Transform, TransformMessageError, read_transforms

numbers = st.floats(-1e6, 1e6)
names = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=12)
poses = st.builds(Pose, st.tuples(numbers, numbers, numbers), st.tuples(numbers, numbers, numbers, numbers))
some = st.lists(st.tuples(names, names, poses, st.integers(0, 2_000_000_000)), max_size=5)


def _message(edges) -> TFMessage:
    return TFMessage(
        transforms=[
            stamped(TransformStamped(child_frame_id=child, transform=transform_to_ros(pose)), parent, float(stamp))
            for parent, child, pose, stamp in edges
        ]
    )


@given(some)
def test_every_transform_is_read_as_it_was_written(edges):
    expected = [Transform(float(stamp), parent, child, pose) for parent, child, pose, stamp in edges]
    assert read_transforms(bytes(serialize_message(_message(edges)))) == expected


def test_parts_of_a_second_count():
    message = _message([("odom", "base_footprint", Pose(), 3)])
    message.transforms[0].header.stamp.nanosec = 250_000_000
    assert read_transforms(bytes(serialize_message(message)))[0].stamp_s == 3.25


def test_another_encoding_is_left_to_rclpy(monkeypatch):
    message = _message([("odom", "base_footprint", Pose((1.0, 2.0, 3.0)), 7)])
    monkeypatch.setattr(transforms, "deserialize_message", lambda serialized, kind: message)
    found = read_transforms(b"\x00\x00\x00\x00" + struct.pack(">I", 1))
    assert found == [Transform(7.0, "odom", "base_footprint", Pose((1.0, 2.0, 3.0)))]


def test_a_name_that_is_no_text_is_read_as_one_that_nothing_has():
    written = bytes(serialize_message(_message([("odom", "base", Pose(), 3), ("map", "odom", Pose(), 3)])))
    broken, sound = read_transforms(written.replace(b"base", b"b\xffse"))
    assert (broken.parent, sound.child) == ("odom", "odom") and broken.child != "base"


def test_a_message_that_is_cut_off_anywhere_is_refused():
    whole = serialize_message(_message([("odom", "base", Pose(), 3.0), ("base", "camera", Pose(), 3.0)]))
    assert len(read_transforms(whole)) == 2
    for length in range(len(whole)):
        with pytest.raises(TransformMessageError, match=f"^{length} bytes are no TFMessage"):
            read_transforms(whole[:length])
