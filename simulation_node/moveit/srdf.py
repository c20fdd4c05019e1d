# SPDX-License-Identifier: Apache-2.0
"""The SRDF of a robot as it is simulated: planning groups, the gripper, and the links that may touch."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import mujoco

from simulation_node.motion_planning.collision import RobotAlone
from simulation_node.robots.robot import RobotModel, robot_spec


def moveit_srdf(robot: RobotModel, name: str) -> str:
    """A robot's SRDF for MoveIt.

    A group with kinematics is the chain to the arm's last link. Links may touch that touch by design (those that the
    simulation's own planner leaves out as well) or that no joint moves against each other.

    Args:
        robot: which.
        name: of the robot in its URDF; MoveIt wants both alike.

    Raises:
        RobotFilesError: the description is missing.
    """
    root = ET.Element("robot", name=name)
    model = robot_spec(robot, base_joints=False, visuals=False).compile()
    for group, joints in robot.groups.items():
        element = ET.SubElement(root, "group", name=group)
        if group in robot.arm_groups:
            ET.SubElement(element, "chain", base_link=_base_of(model, joints[0]), tip_link=robot.default_tip)
        else:
            for joint in joints:
                ET.SubElement(element, "joint", name=joint)
        if set(robot.gripper.joints) <= set(joints):
            ET.SubElement(root, "end_effector", name=group, parent_link=robot.default_tip, group=group)
    for first, second in sorted(may_touch(robot, model)):
        ET.SubElement(root, "disable_collisions", link1=first, link2=second, reason="Default")
    return ET.tostring(root, encoding="unicode")


def may_touch(robot: RobotModel, model: mujoco.MjModel) -> set[tuple[str, str]]:
    """Pairs of links, each in sorted order, whose contacts say nothing."""
    bodies = sorted({int(b) for b in model.geom_bodyid if model.body(int(b)).name != "world"})
    rigid = {
        (model.body(a).name, model.body(b).name)
        for a, b in itertools.combinations(bodies, 2)
        if model.body_weldid[a] == model.body_weldid[b]
    }
    pairs = rigid | set(RobotAlone(robot).touching_links) | set(robot.excluded_pairs)
    return {(min(pair), max(pair)) for pair in pairs}


def _base_of(model: mujoco.MjModel, joint: str) -> str:
    """The link that a joint moves against."""
    body = int(model.joint(joint).bodyid[0])
    return str(model.body(int(model.body_parentid[body])).name)
