# SPDX-License-Identifier: Apache-2.0
"""TIAGo: the URDF and meshes of its description, the PAL gripper's bodies, a planar base.

Frames (a body of the same name exists for each):
    gripper_grasping_frame: child of gripper_link, xyz 0 0 -0.12, rpy -pi/2 pi/2 0. x is the approach axis (forward,
        out of the palm), y the opening axis (towards the left finger), z completes. The identity in base_footprint is
        thus a gripper that points ahead with its fingers left and right. The palm ends at x = -0.022, the fingers reach
        from x = -0.0125 to x = +0.0985; put the thing to be held at x = GRASP_DEPTH_M.
    arm_tool_link: x is the approach axis too.
    head_front_camera_rgb_optical_frame: x right, y down, z forward.
    base_laser_link: x ahead, z upwards; where PMB-2 carries its laser.
"""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from types import MappingProxyType

import mujoco

from makedo_core.geometry import Pose
from simulation_node.robots.assets import Description
from simulation_node.robots.robot import (
    COLLISION_GROUP,
    EVERY_CLASS,
    ROBOT_CLASS,
    VISUAL_GROUP,
    BaseModel,
    CameraModel,
    ControllerModel,
    GripperModel,
    LaserModel,
    Posture,
    RobotModel,
    Servo,
)

TORSO_JOINT = "torso_lift_joint"
ARM_JOINTS = tuple(f"arm_{i}_joint" for i in range(1, 8))
HEAD_JOINTS = ("head_1_joint", "head_2_joint")
GRIPPER_JOINTS = ("gripper_left_finger_joint", "gripper_right_finger_joint")
BASE_JOINTS = ("base_x", "base_y", "base_yaw")

BASE_FRAME = "base_footprint"
GRASPING_FRAME = "gripper_grasping_frame"
TOOL_FRAME = "arm_tool_link"
CAMERA_FRAME = "head_front_camera_rgb_optical_frame"

FINGER_RANGE_M = 0.045  # travel of each finger
GRASP_DEPTH_M = 0.065  # where an object's middle should be, along x of the grasping frame: at the pads' middle third

HOME: Posture = MappingProxyType(
    {
        TORSO_JOINT: 0.15,
        **dict(zip(ARM_JOINTS, (0.20, -1.34, -0.20, 1.94, -1.57, 1.37, 0.0), strict=True)),
        "head_1_joint": 0.0,
        "head_2_joint": -0.6,
        **dict.fromkeys(GRIPPER_JOINTS, FINGER_RANGE_M),
    }
)


def _arm_servo(kp: float) -> Servo:
    return Servo(kp, 2 * math.sqrt(0.6 * kp), armature=0.1, damping=1.0)  # 0.6: what an arm joint carries, kg m2


_SERVOS = MappingProxyType(
    {
        TORSO_JOINT: Servo(40000, 4000, 2000, damping=100.0),
        **{n: _arm_servo(kp) for n, kp in zip(ARM_JOINTS, (2000, 2000, 1200, 1200, 500, 500, 300), strict=True)},
        **dict.fromkeys(HEAD_JOINTS, Servo(50, 5, armature=0.01)),
        **dict.fromkeys(GRIPPER_JOINTS, Servo(2000, 60, 20, armature=0.05, damping=10.0)),
    }
)


def _arm(torso: float, *values: float) -> Posture:
    return MappingProxyType({TORSO_JOINT: torso, **dict(zip(ARM_JOINTS, values, strict=True))})


def _fingers(opening: float) -> Posture:
    return MappingProxyType(dict.fromkeys(GRIPPER_JOINTS, opening))


def _prepare(root: ET.Element) -> None:
    """Name the camera's frames as the robot does, and drop inertias that are invalid."""
    for link in root.findall("link"):
        if "antenna" in link.get("name", ""):
            for part in link.findall("inertial"):
                link.remove(part)
    for element in root.iter():
        for key, value in element.attrib.items():
            if value.startswith("xtion_"):
                element.set(key, f"head_front_camera_{value.removeprefix('xtion_')}")


def _complete(spec: mujoco.MjSpec, visuals: bool) -> None:
    """Take the wheels off, which are only drawn, and put the gripper on."""
    for name in ("wheel_right_joint", "wheel_left_joint"):
        spec.delete(spec.joint(name))  # the planar joints move the base
    for geom in list(spec.geoms):
        if geom.contype and geom.parent.name.startswith(("wheel", "caster")):
            spec.delete(geom)  # the base slides on its planar joints; rolling parts must not touch the floor
    _add_gripper(spec, visuals)


def _add_gripper(spec: mujoco.MjSpec, visuals: bool) -> None:
    """PAL gripper: palm and two fingers, as boxes of the real one's size; its meshes are not in the description."""
    box = mujoco.mjtGeom.mjGEOM_BOX
    solid = {"type": box, "group": COLLISION_GROUP, "contype": ROBOT_CLASS, "conaffinity": EVERY_CLASS}
    drawn = {"type": box, "group": VISUAL_GROUP, "contype": 0, "conaffinity": 0, "mass": 0}
    half = math.sqrt(0.5)
    link = spec.body("arm_7_link").add_body(name="gripper_link", pos=[0, 0, 0.076575], quat=[0, -half, half, 0])
    link.mass, link.ipos, link.inertia, link.explicitinertial = 0.8, [0, 0, -0.03], [1e-3] * 3, True
    link.add_geom(name="palm", size=[0.052, 0.039, 0.048], pos=[0, 0, -0.05], **solid)
    if visuals:
        link.add_geom(size=[0.052, 0.039, 0.048], pos=[0, 0, -0.05], rgba=[0.93, 0.93, 0.93, 1], **drawn)
    for side, sign in (("right", 1), ("left", -1)):
        finger = link.add_body(name=f"gripper_{side}_finger_link")
        finger.mass, finger.inertia, finger.explicitinertial = 0.11, [1.6e-4] * 3, True
        finger.ipos = [sign * 0.004, 0, -0.12]
        servo = _SERVOS[f"gripper_{side}_finger_joint"]
        finger.add_joint(
            name=f"gripper_{side}_finger_joint", type=mujoco.mjtJoint.mjJNT_SLIDE, axis=[sign, 0, 0],
            range=[0, FINGER_RANGE_M], damping=[servo.damping, 0, 0], armature=servo.armature,
        )  # fmt: skip
        pad = {"size": [0.0041, 0.0275, 0.0555], "pos": [sign * 0.0041, sign * 0.0025, -0.163]}
        finger.add_geom(
            name=f"pad_{side}", friction=[1.5, 0.02, 0.001], condim=4, solref=[0.01, 1],
            solimp=[0.95, 0.99, 0.001, 0.5, 2], **pad, **solid,
        )  # fmt: skip
        if visuals:
            black = [0.12, 0.12, 0.12, 1]
            finger.add_geom(rgba=black, **pad, **drawn)
            finger.add_geom(size=[0.006, 0.02, 0.012], pos=[sign * 0.006, 0, -0.1], rgba=black, **drawn)
    # rpy -pi/2 pi/2 0 as a matrix with columns x = -z, y = -x, z = y of gripper_link
    frame = link.add_body(name=GRASPING_FRAME, pos=[0, 0, -0.12], quat=[0.5, -0.5, 0.5, 0.5])
    frame.add_site(name=GRASPING_FRAME)
    spec.body(TOOL_FRAME).add_site(name=TOOL_FRAME)


TIAGO = RobotModel(
    name="tiago",
    description=Description("TIAGo", "tiago_description", "robots/tiago_no_hand.urdf"),
    base_frame=BASE_FRAME,
    joints=(TORSO_JOINT, *ARM_JOINTS, *HEAD_JOINTS, *GRIPPER_JOINTS),
    chain=(TORSO_JOINT, *ARM_JOINTS),
    groups=MappingProxyType(
        {"arm": ARM_JOINTS, "arm_torso": (TORSO_JOINT, *ARM_JOINTS), "gripper": GRIPPER_JOINTS},
    ),
    arm_groups=("arm", "arm_torso"),
    tips=(GRASPING_FRAME, TOOL_FRAME),
    default_tip=TOOL_FRAME,
    controllers=MappingProxyType(
        {
            "arm_controller": ControllerModel(ARM_JOINTS, 0.02),
            "torso_controller": ControllerModel((TORSO_JOINT,), 0.01),
            "head_controller": ControllerModel(HEAD_JOINTS, 0.05),
            "gripper_controller": ControllerModel(GRIPPER_JOINTS, 0.02, 0.4),
        }
    ),
    gripper=GripperModel(
        joints=GRIPPER_JOINTS,
        hand="gripper_link",
        fingers=("gripper_left_finger_link", "gripper_right_finger_link"),
        pads=("pad_left", "pad_right"),
    ),
    camera=CameraModel("head_front_camera", CAMERA_FRAME),
    laser=LaserModel(
        topic="scan_raw",
        frame="base_laser_link",
        mount=Pose((0.202, 0.0, 0.0945)),
        half_angle=math.radians(110.0),
        rays=666,
        range_m=(0.05, 25.0),
        rate=15.0,
    ),
    servos=_SERVOS,
    home=HOME,
    max_velocity=MappingProxyType(
        {
            TORSO_JOINT: 0.07,
            **dict(zip(ARM_JOINTS, (2.7, 3.66, 4.58, 4.58, 1.95, 1.76, 1.76), strict=True)),
            **dict.fromkeys(HEAD_JOINTS, 3.0),
            **dict.fromkeys(GRIPPER_JOINTS, 0.05),
        }
    ),
    prepare=_prepare,
    complete=_complete,
    motions=MappingProxyType(
        {
            "home": (_arm(HOME[TORSO_JOINT], *(HOME[j] for j in ARM_JOINTS)),),
            "unfold_arm": (_arm(0.20, 1.50, 0.20, -1.60, 1.90, -1.57, 0.30, 0.0),),
            "prepare_grasp": (_arm(0.30, 1.50, -0.40, -1.60, 2.10, -1.20, 0.80, 0.0),),
            "offer": (_arm(0.25, 1.50, -0.30, -1.70, 1.90, -1.50, 0.30, 0.0),),
            "open": (_fingers(FINGER_RANGE_M - 0.001),),
            "close": (_fingers(0.0),),
        }
    ),
    base=BaseModel(
        joints=BASE_JOINTS,
        gains=(5000, 5000, 2000),
        wheel_joints=("wheel_left_joint", "wheel_right_joint"),
        wheel_radius_m=0.0985,
        wheel_separation_m=0.4044,
    ),
    trunk=("base", "torso"),
    excluded_pairs=(
        ("gripper_left_finger_link", "gripper_right_finger_link"),  # closed fingers
        ("arm_1_link", "torso_fixed_column_link"),
    ),
)
