# SPDX-License-Identifier: Apache-2.0
"""Puts home, objects and robot together into one MuJoCo model."""

from __future__ import annotations

from collections.abc import Sequence

import mujoco

from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import AGENT_ID, NodeKind
from simulation_node.robots.robot import FURNITURE_CLASS, OBJECT_CLASS, ROBOT_CLASS, RobotModel, robot_spec, set_physics
from simulation_node.robots.tiago import TIAGO
from simulation_node.scene.fillings import add_filling
from simulation_node.scene.home import add_home
from simulation_node.scene.objects import add_object
from simulation_node.scene.placement import Placed
from simulation_node.scene.scene import SceneDescription

GRASP_PREFIX = "grasp/"  # name of the weld that holds an object: grasp/<object>
PULL_PREFIX = "pull/"  # name of the ball joint that holds a handle: pull/<joint>
BLOCKAGE = "blockage"  # a box that faults.py puts in the way; far below the floor until then
BLOCKAGE_SIZE = (0.4, 0.4, 1.0)  # [m]
PARKED = Pose((0.0, 0.0, -10.0))
VISITOR = "visitor"  # somebody who comes in by faults.py; far below the floor until then
VISITOR_LABEL = "person"  # what a good detector says of them
VISITOR_BROAD_M = 0.44
AWAY = Pose((4.0, 0.0, -10.0))
_VISITOR_PARTS = (  # height of the middle, size [m], colour
    (0.425, (0.22, 0.34, 0.85), (0.25, 0.26, 0.30, 1.0)),
    (1.15, (0.24, VISITOR_BROAD_M, 0.60), (0.24, 0.36, 0.62, 1.0)),
    (1.58, (0.20, 0.18, 0.24), (0.70, 0.52, 0.42, 1.0)),
)
IMAGE_WIDTH, IMAGE_HEIGHT = 1280, 960  # largest image that can be rendered


def build_model(scene: SceneDescription, placed: Sequence[Placed], robot: RobotModel = TIAGO) -> mujoco.MjModel:
    """Compile the model of a home with its objects at their first poses and the robot in it."""
    spec = robot_spec(robot)
    if robot.base is None:
        _stand(spec, robot, scene.graph[AGENT_ID].pose)
    spec.modelname = scene.name
    add_home(spec, scene)
    for item in placed:
        add_object(spec, item, scene.classes[item.label], scene.graph[item.id].attributes)
        add_filling(spec, item, scene.classes[item.label])
    set_physics(spec)
    spec.option.enableflags |= mujoco.mjtEnableBit.mjENBL_SLEEP  # what rests costs nothing
    _add_grips(spec, robot.gripper.hand, scene, placed)
    _add_blockage(spec)
    _add_visitor(spec)
    visual = spec.visual
    visual.global_.offwidth, visual.global_.offheight = IMAGE_WIDTH, IMAGE_HEIGHT
    visual.map.znear, visual.map.zfar = 0.008, 6.0  # times the model's extent
    visual.quality.shadowsize = 0
    visual.quality.offsamples = 0  # smooth edges double the time of an image, and blur the depths of two things
    spec.stat.extent, spec.stat.center = 4.0, [0, 0, 0.5]
    return spec.compile()


def first_state(model: mujoco.MjModel, scene: SceneDescription, robot: RobotModel = TIAGO) -> mujoco.MjData:
    """State at time zero: robot at home at the agent's pose, objects as placed."""
    data = mujoco.MjData(model)
    pose = scene.graph[AGENT_ID].pose
    values = dict(robot.home)
    if robot.base is not None:
        values |= zip(robot.base.joints, (*pose.position[:2], pose.yaw), strict=True)
    for joint, value in values.items():
        data.joint(joint).qpos[0] = value
        if joint in robot.home:
            data.actuator(joint).ctrl[0] = value
    mujoco.mj_forward(model, data)
    return data


def _add_blockage(spec: mujoco.MjSpec) -> None:
    body = spec.worldbody.add_body(name=BLOCKAGE, mocap=True, pos=PARKED.position)
    body.add_geom(
        name=BLOCKAGE,
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=[s / 2 for s in BLOCKAGE_SIZE],
        rgba=[0.55, 0.42, 0.28, 1.0],
        contype=FURNITURE_CLASS,
        conaffinity=ROBOT_CLASS | OBJECT_CLASS,
    )


def _add_visitor(spec: mujoco.MjSpec) -> None:
    body = spec.worldbody.add_body(name=VISITOR, mocap=True, pos=AWAY.position)
    for height_m, size, colour in _VISITOR_PARTS:
        body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=[0.0, 0.0, height_m],
            size=[s / 2 for s in size],
            rgba=colour,
            contype=FURNITURE_CLASS,
            conaffinity=ROBOT_CLASS | OBJECT_CLASS,
        )


def _stand(spec: mujoco.MjSpec, robot: RobotModel, pose: Pose) -> None:
    """Put a robot that cannot drive where it stands."""
    x, y, z, w = pose.orientation
    root = spec.body(robot.base_frame)
    root.pos, root.quat = pose.position, [w, x, y, z]


def _add_grips(spec: mujoco.MjSpec, hand: str, scene: SceneDescription, placed: Sequence[Placed]) -> None:
    """Constraints, on while both fingers touch: a weld for objects, a ball joint for handles."""
    body = mujoco.mjtObj.mjOBJ_BODY
    for item in placed:
        weld = spec.add_equality(
            name=GRASP_PREFIX + item.id, type=mujoco.mjtEq.mjEQ_WELD, objtype=body, name1=hand, name2=item.id
        )
        weld.active = False
    for node in scene.graph.of_kind(NodeKind.ASSET):
        if node.model is not None and node.model.turning is not None:
            weld = spec.add_equality(
                name=GRASP_PREFIX + node.id, type=mujoco.mjtEq.mjEQ_WELD, objtype=body, name1=hand, name2=node.id
            )
            weld.active = False
        if node.model is not None and node.model.articulation is not None:
            joint = node.model.articulation.joint
            pull = spec.add_equality(
                name=PULL_PREFIX + joint,
                type=mujoco.mjtEq.mjEQ_CONNECT,
                objtype=body,
                name1=hand,
                name2=joint,
            )
            pull.active = False
            pull.solref = [0.03, 1.0]
