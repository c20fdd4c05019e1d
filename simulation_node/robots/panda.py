# SPDX-License-Identifier: Apache-2.0
"""Franka Panda with its hand, fixed to a table, and a camera on a stand that looks down on what is before it.

Joints, frames, groups and controllers are named as in MoveIt's set-up of the robot.

Frames:
    panda_link0: the base, which is the planning frame; x ahead, z up.
    panda_hand_tcp: between the finger tips. z is the approach axis (out of the palm), y the opening axis (towards
        the left finger).
    table_camera_rgb_optical_frame: x right, y down, z forward.
"""

from __future__ import annotations

import copy
import math
import xml.etree.ElementTree as ET
from types import MappingProxyType

import mujoco
import numpy as np

from makedo_core.geometry import Pose, Vector
from simulation_node.robots.assets import Description
from simulation_node.robots.robot import CameraModel, ControllerModel, GripperModel, Posture, RobotModel, Servo

ARM_JOINTS = tuple(f"panda_joint{i}" for i in range(1, 8))
FINGER_JOINTS = ("panda_finger_joint1", "panda_finger_joint2")
FINGERS = ("panda_leftfinger", "panda_rightfinger")
PADS = ("panda_leftpad", "panda_rightpad")

BASE_FRAME = "panda_link0"
HAND_FRAME = "panda_hand"
TCP_FRAME = "panda_hand_tcp"
FLANGE_FRAME = "panda_link8"
CAMERA_FRAME = "table_camera_rgb_optical_frame"

FINGER_RANGE_M = 0.04  # travel of each finger
PAD_HEIGHT_M = 0.04  # what a finger has above this is its rubber tip
CAMERA_POSITION: Vector = (0.70, 0.0, 1.40)
CAMERA_TARGET: Vector = (0.30, 0.0, 0.0)

HOME: Posture = MappingProxyType(
    {
        **dict(zip(ARM_JOINTS, (0.0, -1.20, 0.0, -2.60, 0.0, 1.40, math.pi / 4), strict=True)),
        **dict.fromkeys(FINGER_JOINTS, FINGER_RANGE_M),
    }
)


def looking(position: Vector, target: Vector) -> Pose:
    """Pose of an optical frame (x right, y down, z forward) at a point, looking at another that is not above it."""
    forward = np.subtract(target, position)
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right = right / np.linalg.norm(right)
    matrix = np.eye(4)
    matrix[:3, :3] = np.column_stack([right, np.cross(forward, right), forward])
    matrix[:3, 3] = position
    return Pose.from_matrix(matrix)


def _arm_servo(kp: float, force: float) -> Servo:
    return Servo(kp, 2 * math.sqrt(0.8 * kp), force, armature=0.1, damping=1.0)  # 0.8: what a joint carries, kg m2


def _prepare(root: ET.Element) -> None:
    """Draw what collides, and let the fingers move on their own servos.

    The meshes to be drawn have a hundred times the triangles, and a picture of them takes ten times as long.
    """
    for link in root.findall("link"):
        for visual in link.findall("visual"):
            link.remove(visual)
        for collision in link.findall("collision"):
            drawn = copy.deepcopy(collision)
            drawn.tag = "visual"
            link.append(drawn)
    for joint in root.findall("joint"):
        for part in joint.findall("mimic"):
            joint.remove(part)


def _complete(spec: mujoco.MjSpec, visuals: bool) -> None:
    """Name the rubber tips and give them their grip; paint what is drawn."""
    for geom in spec.geoms:
        if not geom.contype:
            geom.rgba = [0.2, 0.2, 0.2, 1] if geom.parent.name in FINGERS else [0.92, 0.92, 0.93, 1]
    for finger, pad in zip(FINGERS, PADS, strict=True):
        (tip,) = (g for g in spec.body(finger).geoms if g.contype and g.pos[2] > PAD_HEIGHT_M)
        tip.name, tip.condim = pad, 4
        tip.friction = [1.5, 0.02, 0.001]
        tip.solref, tip.solimp = [0.01, 1], [0.95, 0.99, 0.001, 0.5, 2]


PANDA = RobotModel(
    name="panda",
    description=Description("Panda", "panda_description", "urdf/panda.urdf"),
    base_frame=BASE_FRAME,
    joints=(*ARM_JOINTS, *FINGER_JOINTS),
    chain=ARM_JOINTS,
    groups=MappingProxyType({"panda_arm": ARM_JOINTS, "hand": FINGER_JOINTS}),
    arm_groups=("panda_arm",),
    tips=(TCP_FRAME, HAND_FRAME, FLANGE_FRAME),
    default_tip=FLANGE_FRAME,
    controllers=MappingProxyType(
        {
            "panda_arm_controller": ControllerModel(ARM_JOINTS, 0.02),
            "panda_hand_controller": ControllerModel(FINGER_JOINTS, 0.02, 0.4),
        }
    ),
    gripper=GripperModel(joints=FINGER_JOINTS, hand=HAND_FRAME, fingers=FINGERS, pads=PADS),
    camera=CameraModel("table_camera", CAMERA_FRAME, looking(CAMERA_POSITION, CAMERA_TARGET)),
    servos=MappingProxyType(
        {
            **{
                n: _arm_servo(kp, force)
                for n, kp, force in zip(
                    ARM_JOINTS, (4500, 4500, 3500, 3500, 2000, 2000, 2000), (87,) * 4 + (12,) * 3, strict=True
                )
            },
            **dict.fromkeys(FINGER_JOINTS, Servo(2000, 60, 25, armature=0.05, damping=10.0)),
        }
    ),
    home=HOME,
    max_velocity=MappingProxyType(
        {
            **dict(zip(ARM_JOINTS, (2.175,) * 4 + (2.61,) * 3, strict=True)),
            **dict.fromkeys(FINGER_JOINTS, 0.05),
        }
    ),
    prepare=_prepare,
    complete=_complete,
    excluded_pairs=(FINGERS,),
)
