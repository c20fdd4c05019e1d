# SPDX-License-Identifier: Apache-2.0
"""TIAGo as a MuJoCo model: URDF and meshes of its description, PAL gripper bodies, planar base, actuators.

The names of bodies and joints are those of the robot, so that what is read from the model can be published as it is.
The simulation adds this robot to a home; the motion planner uses it alone, fixed at the origin.

Frames (a body of the same name exists for each):
    gripper_grasping_frame: child of gripper_link, xyz 0 0 -0.12, rpy -pi/2 pi/2 0. x is the approach axis (forward,
        out of the palm), y the opening axis (towards the left finger), z completes. The identity in base_footprint is
        thus a gripper that points ahead with its fingers left and right. The palm ends at x = -0.022, the fingers reach
        from x = -0.0125 to x = +0.0985; put the thing to be held at x = GRASP_DEPTH_M.
    arm_tool_link: x is the approach axis too.
    head_front_camera_rgb_optical_frame: x right, y down, z forward.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass

import mujoco

from simulation_node.assets import RobotFiles, find_robot_files, mesh_bytes

TORSO_JOINT = "torso_lift_joint"
ARM_JOINTS = tuple(f"arm_{i}_joint" for i in range(1, 8))
HEAD_JOINTS = ("head_1_joint", "head_2_joint")
GRIPPER_JOINTS = ("gripper_left_finger_joint", "gripper_right_finger_joint")
BASE_JOINTS = ("base_x", "base_y", "base_yaw")
ROBOT_JOINTS = (TORSO_JOINT, *ARM_JOINTS, *HEAD_JOINTS, *GRIPPER_JOINTS)  # what /joint_states names

BASE_FRAME = "base_footprint"
GRASPING_FRAME = "gripper_grasping_frame"
TOOL_FRAME = "arm_tool_link"
CAMERA_FRAME = "head_front_camera_rgb_optical_frame"
CAMERA_NAME = "head_camera"
HAND_BODIES = ("gripper_link", "gripper_left_finger_link", "gripper_right_finger_link")

FINGER_RANGE_M = 0.045  # travel of each finger
GRASP_DEPTH_M = 0.065  # where an object's middle should be, along x of the grasping frame: at the pads' middle third
WHEEL_RADIUS_M = 0.0985
WHEEL_SEPARATION_M = 0.4044

# Collision classes: bits of MuJoCo's contype and conaffinity.
ROBOT_CLASS, FURNITURE_CLASS, OBJECT_CLASS = 1, 2, 4
EVERY_CLASS = ROBOT_CLASS | FURNITURE_CLASS | OBJECT_CLASS
VISUAL_GROUP, COLLISION_GROUP = 1, 3  # geom groups: what to draw, what to leave undrawn

HOME: dict[str, float] = {
    TORSO_JOINT: 0.15,
    **dict(zip(ARM_JOINTS, (0.20, -1.34, -0.20, 1.94, -1.57, 1.37, 0.0), strict=True)),
    "head_1_joint": 0.0,
    "head_2_joint": -0.6,
    **dict.fromkeys(GRIPPER_JOINTS, FINGER_RANGE_M),
}
MAX_VELOCITY: dict[str, float] = {  # rad/s; torso and fingers m/s
    TORSO_JOINT: 0.07,
    **dict(zip(ARM_JOINTS, (2.7, 3.66, 4.58, 4.58, 1.95, 1.76, 1.76), strict=True)),
    **dict.fromkeys(HEAD_JOINTS, 3.0),
    **dict.fromkeys(GRIPPER_JOINTS, 0.05),
}


@dataclass(frozen=True, slots=True)
class Servo:
    """A joint's position servo and what it moves: stiffness, damping gain, force limit, armature, joint damping."""

    kp: float
    kv: float
    force: float | None = None
    armature: float = 0.0
    damping: float = 0.0


def _arm_servo(kp: float) -> Servo:
    return Servo(kp, 2 * math.sqrt(0.6 * kp), armature=0.1, damping=1.0)  # 0.6: what an arm joint carries, kg m2


SERVOS: dict[str, Servo] = {
    TORSO_JOINT: Servo(40000, 4000, 2000, damping=100.0),
    **{n: _arm_servo(kp) for n, kp in zip(ARM_JOINTS, (2000, 2000, 1200, 1200, 500, 500, 300), strict=True)},
    **dict.fromkeys(HEAD_JOINTS, Servo(50, 5, armature=0.01)),
    **dict.fromkeys(GRIPPER_JOINTS, Servo(2000, 60, 20, armature=0.05, damping=10.0)),
}
BASE_VELOCITY_GAINS: dict[str, float] = {"base_x": 5000, "base_y": 5000, "base_yaw": 2000}

# Pairs that touch by design and would jam the robot: closed fingers, the shoulder at the column.
EXCLUDED_PAIRS = (
    ("gripper_left_finger_link", "gripper_right_finger_link"),
    ("arm_1_link", "torso_fixed_column_link"),
)


def lag_compensation(joint: str) -> float:
    """Seconds that a joint's servo trails a moving target: command q + lag * velocity to follow without lag."""
    return SERVOS[joint].kv / SERVOS[joint].kp


def robot_spec(*, base_joints: bool = True, visuals: bool = True, files: RobotFiles | None = None) -> mujoco.MjSpec:
    """Return TIAGo alone.

    Args:
        base_joints: with the planar joints base_x, base_y, base_yaw and their velocity actuators; else base_footprint
            is fixed at the origin.
        visuals: with the geoms that are only drawn.
        files: the description; by default it is searched for.

    Raises:
        RobotFilesError: the description is missing.
    """
    urdf, meshes = _loadable_urdf(files or find_robot_files(), visuals)
    spec = mujoco.MjSpec.from_string(urdf, assets=meshes)
    spec.compiler.fusestatic = False
    spec.modelname = "tiago"
    for name in ("wheel_right_joint", "wheel_left_joint"):
        spec.delete(spec.joint(name))  # the wheels are only drawn; the planar joints move the base
    _classify_geoms(spec)
    _add_gripper(spec, visuals)
    _add_camera(spec)
    _add_actuators(spec)
    if base_joints:
        _add_base(spec)
    for body in spec.bodies:
        if body.name != "world":
            body.gravcomp = 1.0
    for first, second in EXCLUDED_PAIRS:
        spec.add_exclude(bodyname1=first, bodyname2=second)
    return spec


def add_robot(spec: mujoco.MjSpec, *, base_joints: bool = True, visuals: bool = True) -> None:
    """Attach TIAGo to another model's world, with its names unchanged. See `robot_spec`.

    Contacts of the fingers need what `set_physics` sets; call it once on the complete model.
    """
    spec.attach(robot_spec(base_joints=base_joints, visuals=visuals), prefix="", frame=spec.worldbody.add_frame())


def set_physics(spec: mujoco.MjSpec) -> None:
    """Set the solver so that a friction grasp holds: elliptic cone, impratio 10, implicitfast, 2 ms."""
    spec.option.timestep = 0.002
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    spec.option.impratio = 10


def _loadable_urdf(files: RobotFiles, visuals: bool) -> tuple[str, dict[str, bytes]]:
    """Return the URDF as MuJoCo accepts it, and the meshes it names."""
    root = ET.parse(files.urdf).getroot()
    for element in list(root):
        if element.tag in ("gazebo", "transmission"):
            root.remove(element)
    meshes: dict[str, bytes] = {}
    for link in root.findall("link"):
        if "antenna" in link.get("name", ""):  # their inertias are invalid
            for part in link.findall("inertial"):
                link.remove(part)
        if not visuals:
            for part in link.findall("visual"):
                link.remove(part)
        for mesh in link.iter("mesh"):
            name, content = mesh_bytes(files.resolve(mesh.get("filename", "")))
            mesh.set("filename", name)
            meshes[name] = content
    _add_dummy_root(root)
    options = {"strippath": "true", "discardvisual": "false", "fusestatic": "false", "balanceinertia": "true"}
    ET.SubElement(ET.SubElement(root, "mujoco"), "compiler", options | {"boundmass": "0.01", "boundinertia": "1e-6"})
    text = ET.tostring(root, encoding="unicode")
    return re.sub(r'"xtion_(\w+)"', _camera_name, text), meshes


def _camera_name(match: re.Match[str]) -> str:
    return f'"head_front_camera_{match[1]}"'


def _add_dummy_root(root: ET.Element) -> None:
    """MuJoCo merges a URDF's root link into the world: put one above base_footprint, which must stay a body."""
    ET.SubElement(root, "link", name="robot_root")
    joint = ET.SubElement(root, "joint", name="robot_root_joint", type="fixed")
    ET.SubElement(joint, "parent", link="robot_root")
    ET.SubElement(joint, "child", link=BASE_FRAME)


def _classify_geoms(spec: mujoco.MjSpec) -> None:
    for geom in list(spec.geoms):
        rolling = geom.parent.name.startswith(("wheel", "caster"))
        if geom.group == 0 and geom.contype:  # MuJoCo puts visual geoms of a URDF into group 1 with contype 0
            if rolling:
                spec.delete(geom)  # the base slides on its planar joints; rolling parts must not touch the floor
                continue
            geom.group = COLLISION_GROUP
            geom.contype, geom.conaffinity = ROBOT_CLASS, EVERY_CLASS
            geom.rgba = [1, 0.3, 0.3, 0.5]
        else:
            geom.group = VISUAL_GROUP
            geom.contype = geom.conaffinity = 0


def _add_base(spec: mujoco.MjSpec) -> None:
    base = spec.body(BASE_FRAME)
    slide, hinge = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE
    for name, kind, axis in zip(BASE_JOINTS, (slide, slide, hinge), ([1, 0, 0], [0, 1, 0], [0, 0, 1]), strict=True):
        base.add_joint(name=name, type=kind, axis=axis, armature=1.0)
        actuator = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        actuator.set_to_velocity(kv=BASE_VELOCITY_GAINS[name])


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
        servo = SERVOS[f"gripper_{side}_finger_joint"]
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


def _add_camera(spec: mujoco.MjSpec) -> None:
    # MuJoCo's camera looks along -z with y up: half a turn about x from the optical frame.
    spec.body(CAMERA_FRAME).add_camera(name=CAMERA_NAME, quat=[0, 1, 0, 0], fovy=45, resolution=[640, 480])


def _add_actuators(spec: mujoco.MjSpec) -> None:
    for name, servo in SERVOS.items():
        joint = spec.joint(name)
        joint.armature, joint.damping = servo.armature, [servo.damping, 0, 0]
        actuator = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        actuator.set_to_position(kp=servo.kp, kv=servo.kv)
        actuator.ctrllimited, actuator.ctrlrange = True, list(joint.range)
        if servo.force is not None:
            actuator.forcelimited, actuator.forcerange = True, [-servo.force, servo.force]
