# SPDX-License-Identifier: Apache-2.0
"""A robot as a value: joints, frames, servos, controllers and what stands in for its description's gaps.

`tiago.py` and `panda.py` hold one each; everything else in the simulation and in its move_group is handed one. The
names of bodies and joints are those of the robot, so that what is read from the model can be published as it is.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import mujoco

from makedo_core.geometry import Pose
from simulation_node.robots.assets import Description, RobotFiles, find_robot_files, mesh_bytes

CAMERA_NAME = "robot_camera"

# Collision classes: bits of MuJoCo's contype and conaffinity.
ROBOT_CLASS, FURNITURE_CLASS, OBJECT_CLASS = 1, 2, 4
EVERY_CLASS = ROBOT_CLASS | FURNITURE_CLASS | OBJECT_CLASS
VISUAL_GROUP, COLLISION_GROUP = 1, 3  # geom groups: what to draw, what to leave undrawn
SOLID_GROUP = 0  # of furniture, walls and floor: solid, and drawn as they are

Posture = Mapping[str, float]
"""Joint -> position [rad or m]."""


@dataclass(frozen=True, slots=True)
class Servo:
    """A joint's position servo and what it moves: stiffness, damping gain, force limit, armature, joint damping."""

    kp: float
    kv: float
    force: float | None = None
    armature: float = 0.0
    damping: float = 0.0

    @property
    def lag_s(self) -> float:
        """How long it trails a moving target: command q + lag * velocity to follow without lag."""
        return self.kv / self.kp


@dataclass(frozen=True, slots=True)
class ControllerModel:
    """A joint trajectory controller.

    Attributes:
        tolerance: of a goal, for each of its joints [rad or m].
        goal_time_s: how late a goal may be reached [s].
    """

    joints: tuple[str, ...]
    tolerance: float
    goal_time_s: float = 1.5


@dataclass(frozen=True, slots=True)
class GripperModel:
    """Two parallel fingers.

    Attributes:
        joints: left and right; each opens by half the width.
        hand: body that holds them.
        fingers: their bodies, left and right.
        pads: geoms that touch what is held, left and right.
    """

    joints: tuple[str, str]
    hand: str
    fingers: tuple[str, str]
    pads: tuple[str, str]


@dataclass(frozen=True, slots=True)
class BaseModel:
    """A differential base: planar joints x, y, yaw with the gains of their velocity servos, and its wheels."""

    joints: tuple[str, str, str]
    gains: tuple[float, float, float]
    wheel_joints: tuple[str, str]
    wheel_radius_m: float
    wheel_separation_m: float


@dataclass(frozen=True, slots=True)
class CameraModel:
    """The camera that perception sees with.

    Attributes:
        topics: prefix of its topics.
        frame: optical frame: x right, y down, z forward; a body of the robot.
        mount: pose of that frame in the base frame, where the description lacks it; None: it does not.
        fovy: vertical field of view [deg].
    """

    topics: str
    frame: str
    mount: Pose | None = None
    fovy: float = 45.0


@dataclass(frozen=True, slots=True)
class LaserModel:
    """A laser scanner that sees in a plane.

    Attributes:
        topic: of its scans.
        frame: x ahead, z upwards; a body that is added to the robot.
        mount: pose of that frame in the base frame.
        half_angle: it sees from minus this to this about its z [rad].
        rays: of one scan, the first and the last at these angles.
        range_m: nearest and farthest that it sees.
        rate: of the scans in simulated time [Hz].
    """

    topic: str
    frame: str
    mount: Pose
    half_angle: float
    rays: int
    range_m: tuple[float, float]
    rate: float


@dataclass(frozen=True, eq=False)
class RobotModel:
    """One kind of robot.

    Attributes:
        description: where its URDF is found.
        base_frame: its root, which is the planning frame too.
        joints: what /joint_states names, wheels left out.
        chain: joints from the base to the tips; prismatic ones come first.
        groups: MoveIt's planning groups.
        arm_groups: those of them that have kinematics.
        tips: links that poses may be given for; the first is the grasping frame.
        default_tip: the last link of the arm groups.
        home: first posture, of every joint.
        max_velocity: rad/s or m/s, of every joint.
        motions: play_motion2's, each the postures to pass; none: it is not offered.
        base: None: it stands where it is.
        laser: None: it has none.
        trunk: beginnings of the names of bodies that are neither arm nor hand.
        excluded_pairs: bodies that touch by design and would jam the robot.
        prepare: changes the URDF before MuJoCo reads it.
        complete: adds what the description lacks; the second argument asks for what is only drawn.
    """

    name: str
    description: Description
    base_frame: str
    joints: tuple[str, ...]
    chain: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]]
    arm_groups: tuple[str, ...]
    tips: tuple[str, ...]
    default_tip: str
    controllers: Mapping[str, ControllerModel]
    gripper: GripperModel
    camera: CameraModel
    servos: Mapping[str, Servo]
    home: Posture
    max_velocity: Mapping[str, float]
    prepare: Callable[[ET.Element], None]
    complete: Callable[[mujoco.MjSpec, bool], None]
    motions: Mapping[str, tuple[Posture, ...]] = field(default_factory=dict)
    base: BaseModel | None = None
    laser: LaserModel | None = None
    trunk: tuple[str, ...] = ()
    excluded_pairs: tuple[tuple[str, str], ...] = ()


def robot_spec(
    robot: RobotModel, *, base_joints: bool = True, visuals: bool = True, files: RobotFiles | None = None
) -> mujoco.MjSpec:
    """Return a robot alone.

    Args:
        robot: which.
        base_joints: with the planar joints of its base and their velocity actuators, if it has one; else its root is
            fixed at the origin.
        visuals: with the geoms that are only drawn.
        files: the description; by default it is searched for.

    Raises:
        RobotFilesError: the description is missing.
    """
    urdf, meshes = _loadable_urdf(robot, files or find_robot_files(robot.description), visuals)
    spec = mujoco.MjSpec.from_string(urdf, assets=meshes)
    spec.compiler.fusestatic = False
    spec.modelname = robot.name
    _classify_geoms(spec)
    robot.complete(spec, visuals)
    _add_camera(spec, robot)
    if robot.laser is not None:
        _add_frame(spec, robot, robot.laser.frame, robot.laser.mount)
    _add_actuators(spec, robot.servos)
    if base_joints and robot.base is not None:
        _add_base(spec, robot.base_frame, robot.base)
    for body in spec.bodies:
        if body.name != "world":
            body.gravcomp = 1.0
    for first, second in robot.excluded_pairs:
        spec.add_exclude(bodyname1=first, bodyname2=second)
    return spec


def planning_limits(robot: RobotModel, model: mujoco.MjModel) -> dict[str, tuple[float, float]]:
    """Lowest and highest value that MoveIt gives each joint: the soft limits of the URDF where it has any.

    Args:
        robot: which.
        model: of the robot alone, for the ranges of joints without a safety controller.
    """
    limits = {n: (float(model.joint(n).range[0]), float(model.joint(n).range[1])) for n in robot.joints}
    root = ET.parse(find_robot_files(robot.description).urdf).getroot()
    for joint in root.findall("joint"):
        soft, name = joint.find("safety_controller"), joint.get("name", "")
        if soft is not None and name in limits:
            low, high = limits[name]
            soft_low, soft_high = (float(soft.get(f"soft_{end}_limit", "nan")) for end in ("lower", "upper"))
            limits[name] = max(low, soft_low), min(high, soft_high)
    return limits


def set_physics(spec: mujoco.MjSpec) -> None:
    """Set the solver so that a friction grasp holds: elliptic cone, impratio 10, implicitfast, 2 ms."""
    spec.option.timestep = 0.002
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    spec.option.impratio = 10


def _loadable_urdf(robot: RobotModel, files: RobotFiles, visuals: bool) -> tuple[str, dict[str, bytes]]:
    """Return the URDF as MuJoCo accepts it, and the meshes it names."""
    root = ET.parse(files.urdf).getroot()
    for element in list(root):
        if element.tag in ("gazebo", "transmission"):
            root.remove(element)
    robot.prepare(root)
    meshes: dict[str, bytes] = {}
    for link in root.findall("link"):
        if not visuals:
            for part in link.findall("visual"):
                link.remove(part)
        for mesh in link.iter("mesh"):
            name, content = mesh_bytes(files.resolve(mesh.get("filename", "")))
            mesh.set("filename", name)
            meshes[name] = content
    _add_dummy_root(root, robot.base_frame)
    options = {"strippath": "true", "discardvisual": "false", "fusestatic": "false", "balanceinertia": "true"}
    ET.SubElement(ET.SubElement(root, "mujoco"), "compiler", options | {"boundmass": "0.01", "boundinertia": "1e-6"})
    return ET.tostring(root, encoding="unicode"), meshes


def _add_dummy_root(root: ET.Element, base_frame: str) -> None:
    """MuJoCo merges a URDF's root link into the world: put one above the base frame, which must stay a body."""
    ET.SubElement(root, "link", name="robot_root")
    joint = ET.SubElement(root, "joint", name="robot_root_joint", type="fixed")
    ET.SubElement(joint, "parent", link="robot_root")
    ET.SubElement(joint, "child", link=base_frame)


def _classify_geoms(spec: mujoco.MjSpec) -> None:
    for geom in spec.geoms:
        if geom.group == 0 and geom.contype:  # MuJoCo puts visual geoms of a URDF into group 1 with contype 0
            geom.group = COLLISION_GROUP
            geom.contype, geom.conaffinity = ROBOT_CLASS, EVERY_CLASS
            geom.rgba = [1, 0.3, 0.3, 0.5]
        else:
            geom.group = VISUAL_GROUP
            geom.contype = geom.conaffinity = 0


def _add_base(spec: mujoco.MjSpec, base_frame: str, model: BaseModel) -> None:
    base = spec.body(base_frame)
    slide, hinge = mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE
    axes = ((slide, [1, 0, 0]), (slide, [0, 1, 0]), (hinge, [0, 0, 1]))
    for name, gain, (kind, axis) in zip(model.joints, model.gains, axes, strict=True):
        base.add_joint(name=name, type=kind, axis=axis, armature=1.0)
        actuator = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        actuator.set_to_velocity(kv=gain)


def _add_camera(spec: mujoco.MjSpec, robot: RobotModel) -> None:
    camera = robot.camera
    if camera.mount is not None:
        _add_frame(spec, robot, camera.frame, camera.mount)
    # MuJoCo's camera looks along -z with y up: half a turn about x from the optical frame.
    spec.body(camera.frame).add_camera(name=CAMERA_NAME, quat=[0, 1, 0, 0], fovy=camera.fovy, resolution=[640, 480])


def _add_frame(spec: mujoco.MjSpec, robot: RobotModel, name: str, mount: Pose) -> None:
    x, y, z, w = mount.orientation
    spec.body(robot.base_frame).add_body(name=name, pos=mount.position, quat=[w, x, y, z])


def _add_actuators(spec: mujoco.MjSpec, servos: Mapping[str, Servo]) -> None:
    for name, servo in servos.items():
        joint = spec.joint(name)
        joint.armature, joint.damping = servo.armature, [servo.damping, 0, 0]
        actuator = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        actuator.set_to_position(kp=servo.kp, kv=servo.kv)
        actuator.ctrllimited, actuator.ctrlrange = True, list(joint.range)
        if servo.force is not None:
            actuator.forcelimited, actuator.forcerange = True, [-servo.force, servo.force]
