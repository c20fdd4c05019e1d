# SPDX-License-Identifier: Apache-2.0
"""Transforms out of serialized tf2_msgs/TFMessage.

/tf is the busiest topic of a robot, and rclpy makes ten Python objects for each of its transforms: half a millisecond
for a TIAGo's message, twenty times as long as reading the numbers out of the bytes (CDR, OMG DDSI-RTPS 10.5).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass

from rclpy.serialization import deserialize_message
from tf2_msgs.msg import TFMessage

from makedo_core.failure import MakedoError
from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import time_from_ros, transform_from_ros

_LITTLE_ENDIAN_CDR = b"\x00\x01"
_HEADER = 4  # bytes before the content; alignment counts from there
_COUNT = struct.Struct("<I").unpack_from
_STAMP_AND_LENGTH = struct.Struct("<iII").unpack_from
_NUMBERS = struct.Struct("<7d").unpack_from


class TransformMessageError(MakedoError):
    """Bytes that are no TFMessage: cut off, or of another type."""


@dataclass(frozen=True, slots=True)
class Transform:
    """Where a frame was in its parent.

    Attributes:
        stamp_s: when [s].
        parent: name of the frame that the pose is in.
        child: name of the frame.
    """

    stamp_s: float
    parent: str
    child: str
    pose: Pose


def read_transforms(serialized: bytes) -> list[Transform]:
    """All transforms of a serialized TFMessage; other encodings than little-endian CDR are left to rclpy.

    Raises:
        TransformMessageError: if the bytes are no such message, whoever sent them.
    """
    try:
        if serialized[:2] != _LITTLE_ENDIAN_CDR:
            return list(_from_message(deserialize_message(serialized, TFMessage)))
        return _read(serialized)
    except (struct.error, ValueError, RuntimeError) as error:
        raise TransformMessageError(f"{len(serialized)} bytes are no TFMessage: {error}") from None


def _read(serialized: bytes) -> list[Transform]:
    (count,) = _COUNT(serialized, _HEADER)
    at, found = _HEADER + 4, []
    for _ in range(count):
        at = _aligned(at, 4)
        seconds, nanoseconds, length = _STAMP_AND_LENGTH(serialized, at)
        parent, at = _text(serialized, at + 12, length)
        at = _aligned(at, 4)
        (length,) = _COUNT(serialized, at)
        child, at = _text(serialized, at + 4, length)
        at = _aligned(at, 8)
        x, y, z, qx, qy, qz, qw = _NUMBERS(serialized, at)
        at += 56
        found.append(Transform(seconds + nanoseconds * 1e-9, parent, child, Pose((x, y, z), (qx, qy, qz, qw))))
    return found


def _from_message(message: TFMessage) -> Iterable[Transform]:
    for item in message.transforms:
        header = item.header
        yield Transform(
            time_from_ros(header.stamp), header.frame_id, item.child_frame_id, transform_from_ros(item.transform)
        )


def _aligned(at: int, size: int) -> int:
    return _HEADER + -(-(at - _HEADER) // size) * size


def _text(serialized: bytes, at: int, length: int) -> tuple[str, int]:
    """A string that ends in a zero byte, and where it ends; what is not UTF-8 is no known frame."""
    return serialized[at : at + length - 1].decode(errors="replace"), at + length
