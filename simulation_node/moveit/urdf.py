# SPDX-License-Identifier: Apache-2.0
"""The URDF of a robot as it is simulated: what its description lacks is added, what is solid here is solid there."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import mujoco
import numpy as np

from makedo_core.failure import MakedoError
from makedo_core.geometry import Array
from simulation_node.robots.assets import find_robot_files, published_urdf
from simulation_node.robots.robot import RobotModel, robot_spec

_LEFT_OUT = ("gazebo", "transmission")
_LEVEL = 1e-6  # cosine of a pitch below which roll and yaw turn about one axis


class MoveItDescriptionError(MakedoError):
    """A robot that MoveIt cannot be told of; the message names the part."""


def moveit_urdf(robot: RobotModel) -> str:
    """A robot's URDF for MoveIt, without what is only drawn; meshes are named by their files on this machine.

    Raises:
        RobotFilesError: the description or one of its meshes is missing.
        MoveItDescriptionError: a part of the simulated robot has a shape or a joint that is not written here.
    """
    root = ET.fromstring(published_urdf(find_robot_files(robot.description)))
    for element in list(root):
        if element.tag in _LEFT_OUT:
            root.remove(element)
    robot.prepare(root)
    spec = robot_spec(robot, base_joints=False, visuals=False)
    spec.compile()
    solid = {geom.parent.name for geom in spec.geoms if geom.contype}
    known = set()
    for link in root.findall("link"):
        known.add(link.get("name", ""))
        dropped = ("visual",) if link.get("name") in solid else ("visual", "collision")
        for part in [part for tag in dropped for part in link.findall(tag)]:
            link.remove(part)
    for body in spec.bodies:
        if body.name not in known and body.parent is not None and body.parent.name in known:
            known.add(body.name)
            _add_link(root, body)
            _add_joint(root, body, robot)
    return ET.tostring(root, encoding="unicode")


def rpy_of(rotation: Array) -> tuple[float, float, float]:
    """Roll, pitch and yaw about fixed axes [rad], as a URDF has them, of a rotation matrix (3, 3)."""
    level = math.hypot(rotation[2, 1], rotation[2, 2])
    pitch = math.atan2(-rotation[2, 0], level)
    if level < _LEVEL:  # the roll alone tells both
        return math.atan2(-rotation[1, 2], rotation[1, 1]), pitch, 0.0
    roll = math.atan2(rotation[2, 1], rotation[2, 2])
    return roll, pitch, math.atan2(rotation[1, 0], rotation[0, 0])


def _add_link(root: ET.Element, body: mujoco.MjsBody) -> None:
    link = ET.SubElement(root, "link", name=body.name)
    for geom in body.geoms:
        if not geom.contype:
            continue
        if geom.type != mujoco.mjtGeom.mjGEOM_BOX:
            raise MoveItDescriptionError(f"link {body.name}: only boxes can be written, not {geom.type.name}")
        collision = ET.SubElement(link, "collision")
        _add_origin(collision, geom.pos, geom.quat)
        shape = ET.SubElement(collision, "geometry")
        ET.SubElement(shape, "box", size=_numbers([2 * half for half in geom.size]))


def _add_joint(root: ET.Element, body: mujoco.MjsBody, robot: RobotModel) -> None:
    joints = list(body.joints)
    if len(joints) > 1 or any(j.type != mujoco.mjtJoint.mjJNT_SLIDE for j in joints):
        raise MoveItDescriptionError(f"link {body.name}: only a fixed joint or one that slides can be written")
    kind = "prismatic" if joints else "fixed"
    name = joints[0].name if joints else f"{body.name}_joint"
    joint = ET.SubElement(root, "joint", name=name, type=kind)
    ET.SubElement(joint, "parent", link=body.parent.name)
    ET.SubElement(joint, "child", link=body.name)
    _add_origin(joint, body.pos, body.quat)
    for sliding in joints:
        low, high = sliding.range
        ET.SubElement(joint, "axis", xyz=_numbers(sliding.axis))
        force = robot.servos[name].force or 0.0
        ET.SubElement(
            joint, "limit", lower=_numbers([low]), upper=_numbers([high]), effort=_numbers([force]),
            velocity=_numbers([robot.max_velocity[name]]),
        )  # fmt: skip


def _add_origin(parent: ET.Element, position: Sequence[float], quaternion: Sequence[float]) -> None:
    rotation = np.empty(9)
    unit = np.asarray(quaternion, dtype=float)
    mujoco.mju_quat2Mat(rotation, unit / np.linalg.norm(unit))
    ET.SubElement(parent, "origin", xyz=_numbers(position), rpy=_numbers(rpy_of(rotation.reshape(3, 3))))


def _numbers(values: Sequence[float]) -> str:
    return " ".join(f"{float(value):.9g}" for value in values)
