# SPDX-License-Identifier: Apache-2.0
"""Rigid poses and upright boxes. Metres, radians; quaternions are x, y, z, w as in ROS."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pose:
    """Position and orientation of a frame in its parent frame.

    Attributes:
        position: x, y, z [m].
        orientation: unit quaternion x, y, z, w.
    """

    position: Vector = (0.0, 0.0, 0.0)
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)

    @staticmethod
    def planar(x: float, y: float, yaw: float = 0.0, z: float = 0.0) -> Pose:
        """Pose with a rotation about z only."""
        return Pose((x, y, z), (0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)))

    @staticmethod
    def from_matrix(matrix: Array) -> Pose:
        """Pose of a homogeneous transform, shape (4, 4)."""
        x, y, z = (float(v) for v in matrix[:3, 3])
        return Pose((x, y, z), quaternion_from_rotation(matrix[:3, :3]))

    @property
    def yaw(self) -> float:
        """Heading about z [rad]."""
        x, y, z, w = self.orientation
        return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))

    @property
    def is_known(self) -> bool:
        """Whether every number is finite; an unknown pose is all NaN."""
        return all(map(math.isfinite, (*self.position, *self.orientation)))

    def matrix(self) -> Array:
        """Homogeneous transform parent <- this frame, shape (4, 4)."""
        result = np.eye(4)
        result[:3, :3] = rotation_from_quaternion(self.orientation)
        result[:3, 3] = self.position
        return result

    def __matmul__(self, other: Pose) -> Pose:
        """Chain of two poses: T_a_b @ T_b_c = T_a_c."""
        return Pose(self.transform(other.position), _product(_unit(self.orientation), _unit(other.orientation)))

    def inverse(self) -> Pose:
        """T_b_a of T_a_b."""
        x, y, z, w = _unit(self.orientation)
        back = (-x, -y, -z, w)
        px, py, pz = _rotated(back, self.position)
        return Pose((-px, -py, -pz), back)

    def transform(self, point: Sequence[float]) -> Vector:
        """Point in this frame [m] -> the same point in the parent frame."""
        x, y, z = _rotated(_unit(self.orientation), point)
        px, py, pz = self.position
        return (x + px, y + py, z + pz)

    def distance(self, other: Pose) -> float:
        """Distance between the two origins [m]."""
        return math.dist(self.position, other.position)


UNKNOWN_POSE = Pose((math.nan,) * 3, (math.nan,) * 4)


# In plain numbers, since poses are chained a thousand times a second and numpy's overhead is ten times the work.


def _unit(q: Quaternion) -> Quaternion:
    """A quaternion x, y, z, w of length 1, w >= 0."""
    length = math.hypot(*q)
    if q[3] < 0:
        length = -length
    return (q[0] / length, q[1] / length, q[2] / length, q[3] / length)


def _product(a: Quaternion, b: Quaternion) -> Quaternion:
    """Rotation b, then a; w >= 0."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return _unit(
        (
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        )
    )


def _rotated(q: Quaternion, point: Sequence[float]) -> Vector:
    """A point turned by a unit quaternion."""
    x, y, z, w = q
    px, py, pz = (float(v) for v in point)
    tx, ty, tz = 2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)
    return (
        px + w * tx + y * tz - z * ty,
        py + w * ty + z * tx - x * tz,
        pz + w * tz + x * ty - y * tx,
    )


def rotation_from_quaternion(quaternion: Sequence[float]) -> Array:
    """Rotation matrix, shape (3, 3), of a quaternion x, y, z, w (normalised here)."""
    length = math.hypot(*quaternion)
    x, y, z, w = (float(v) / length for v in quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_from_rotation(rotation: Array) -> Quaternion:
    """Quaternion x, y, z, w with w >= 0 of a rotation matrix, shape (3, 3). Stable for every angle."""
    m = rotation
    squares = np.array(
        [
            1 + m[0, 0] - m[1, 1] - m[2, 2],
            1 - m[0, 0] + m[1, 1] - m[2, 2],
            1 - m[0, 0] - m[1, 1] + m[2, 2],
            1 + m[0, 0] + m[1, 1] + m[2, 2],
        ]
    )
    largest = int(np.argmax(squares))
    s = 2 * math.sqrt(max(float(squares[largest]), 1e-12))
    q = [
        [s / 4, (m[0, 1] + m[1, 0]) / s, (m[0, 2] + m[2, 0]) / s, (m[2, 1] - m[1, 2]) / s],
        [(m[0, 1] + m[1, 0]) / s, s / 4, (m[1, 2] + m[2, 1]) / s, (m[0, 2] - m[2, 0]) / s],
        [(m[0, 2] + m[2, 0]) / s, (m[1, 2] + m[2, 1]) / s, s / 4, (m[1, 0] - m[0, 1]) / s],
        [(m[2, 1] - m[1, 2]) / s, (m[0, 2] - m[2, 0]) / s, (m[1, 0] - m[0, 1]) / s, s / 4],
    ][largest]
    sign = -1.0 if q[3] < 0 else 1.0
    return (sign * float(q[0]), sign * float(q[1]), sign * float(q[2]), sign * float(q[3]))


def wrap_angle(angle: float) -> float:
    """Angle in (-pi, pi] [rad]."""
    return math.pi - (math.pi - angle) % (2 * math.pi)


@dataclass(frozen=True, slots=True)
class Box:
    """Box with a pose.

    Attributes:
        pose: of the centre.
        size: full extents along the box's own axes [m].
    """

    pose: Pose
    size: Vector

    def contains(self, point: Sequence[float], margin: float = 0.0) -> bool:
        """Whether a point (parent frame) is inside the box grown by margin [m] on every side."""
        local = self.pose.inverse().transform(point)
        return all(abs(v) <= s / 2 + margin for v, s in zip(local, self.size, strict=True))

    def distance(self, point: Sequence[float]) -> float:
        """Distance from the box to a point (parent frame) [m]; 0 inside."""
        local = self.pose.inverse().transform(point)
        return math.hypot(*(max(abs(v) - s / 2, 0.0) for v, s in zip(local, self.size, strict=True)))

    def gap(self, point: Sequence[float]) -> float:
        """Horizontal distance from an upright box to a point (parent frame) [m]; 0 above, below and inside."""
        lx, ly, _ = self.pose.inverse().transform((point[0], point[1], self.pose.position[2]))
        return math.hypot(max(abs(lx) - self.size[0] / 2, 0.0), max(abs(ly) - self.size[1] / 2, 0.0))

    def upright(self) -> Box:
        """The smallest upright box of the same heading around it: of a box that lies on its side, or leans."""
        yaw = self.pose.yaw
        extents = np.abs((Pose.planar(0.0, 0.0, -yaw) @ self.pose).matrix()[:3, :3]) @ np.asarray(self.size)
        x, y, z = self.pose.position
        return Box(Pose.planar(x, y, yaw, z), (float(extents[0]), float(extents[1]), float(extents[2])))

    def footprint(self) -> Array:
        """The four corners of the base, counter-clockwise, in the parent frame, shape (4, 2) [m]."""
        dx, dy = self.size[0] / 2, self.size[1] / 2
        corners = [(dx, dy), (-dx, dy), (-dx, -dy), (dx, -dy)]
        return np.array([self.pose.transform((x, y, 0.0))[:2] for x, y in corners])
