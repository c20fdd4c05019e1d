# SPDX-License-Identifier: Apache-2.0
"""Which way the joints of a URDF turn or slide, so that a joint that turns the other way is found.

A value of a posture means nothing without it: where a release of a robot's description reverses a joint, the same value
brings the arm elsewhere.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np

from makedo_core.geometry import Array, Vector

_MOVING = frozenset({"revolute", "continuous", "prismatic"})
_DEFAULT_AXIS = "1 0 0"  # of a URDF


def joint_axes(root: ET.Element) -> dict[str, Vector]:
    """Direction of each moving joint with all joints at 0, in the frame of the URDF's first link; of length 1.

    Args:
        root: element `robot` of a URDF.

    Raises:
        ValueError: an axis or an angle is no number.
    """
    above = {child: joint for joint in root.findall("joint") if (child := _link(joint, "child"))}
    axes = {}
    for joint in root.findall("joint"):
        axis = _numbers(joint.find("axis"), "xyz", _DEFAULT_AXIS)
        length = float(np.linalg.norm(axis))
        if joint.get("type") in _MOVING and length > 0.0 and np.isfinite(length):
            x, y, z = (float(v) for v in _rotation_of(joint, above) @ axis / length)
            axes[joint.get("name", "")] = (x, y, z)
    return axes


def _rotation_of(joint: ET.Element, above: dict[str, ET.Element]) -> Array:
    """Rotation of a joint's frame in the first link, shape (3, 3)."""
    rotation, seen = np.eye(3), set[str]()
    at: ET.Element | None = joint
    while at is not None:
        rotation = _turned(_numbers(at.find("origin"), "rpy", "0 0 0")) @ rotation
        parent = _link(at, "parent")
        at = None if parent in seen else above.get(parent)  # a circle is no robot, and no reason to hang
        seen.add(parent)
    return rotation


def _turned(rpy: Array) -> Array:
    """Rotation by roll, pitch and yaw about fixed axes [rad], shape (3, 3)."""
    (sr, sp, sy), (cr, cp, cy) = np.sin(rpy), np.cos(rpy)
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    result: Array = about_z @ about_y @ about_x
    return result


def _link(joint: ET.Element, end: str) -> str:
    found = joint.find(end)
    return "" if found is None else found.get("link", "")


def _numbers(element: ET.Element | None, name: str, default: str) -> Array:
    """Three numbers of an attribute."""
    text = default if element is None else element.get(name, default)
    values = [float(word) for word in text.split()]
    if len(values) != 3:
        raise ValueError(f"the robot's description has {name}={text!r}, expected three numbers")
    return np.array(values)
