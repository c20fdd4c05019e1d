# SPDX-License-Identifier: Apache-2.0
"""Builds the home's walls, floors, furniture and lights as MuJoCo bodies, from graph.json and scene.yaml.

Names in the model: an asset's body is called like the asset, its moving body like the articulation's joint, a
geom "<asset>/<part>"; the handle "<asset>/handle", the button's joint "<asset>/button".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mujoco
import numpy as np

from makedo_core.geometry import Box, Pose, Vector
from makedo_core.graph.asset_model import Articulation, AssetModel, JointKind, Part, Switch
from makedo_core.graph.scene_graph import Node, NodeKind
from simulation_node.robots.robot import (
    COLLISION_GROUP,
    EVERY_CLASS,
    FURNITURE_CLASS,
    OBJECT_CLASS,
    ROBOT_CLASS,
    SOLID_GROUP,
)
from simulation_node.scene.scene import SceneDescription
from simulation_node.scene.textures import add_material

UPPER_WALL_GROUP = 4  # drawn for the robot's camera, left out of the overview
DOORWAY_HEIGHT = 2.05
BUTTON_RADIUS, BUTTON_TRAVEL = 0.022, 0.010
LOOSE_DENSITY = 250.0  # of what can be turned over: light wood [kg/m3]
_BOX = mujoco.mjtGeom.mjGEOM_BOX
_CAPSULE = mujoco.mjtGeom.mjGEOM_CAPSULE
_SOLID = {"contype": FURNITURE_CLASS, "conaffinity": EVERY_CLASS, "group": SOLID_GROUP}
_DRAWN = {"contype": 0, "conaffinity": 0, "group": SOLID_GROUP, "mass": 0.0}
_GRIP = {
    "condim": 4,
    "friction": [1.2, 0.02, 0.001],
    "solref": [0.01, 1],
    "solimp": [0.95, 0.99, 0.001, 0.5, 2],
}


@dataclass(frozen=True, slots=True)
class WallBox:
    """A stretch of wall, from the floor up (or above a doorway)."""

    box: Box
    upper: bool  # above the cut of the overview


def add_home(spec: mujoco.MjSpec, scene: SceneDescription) -> None:
    """Add all but the movable objects: floors, walls, furniture (some stands loosely), decoration, lights."""
    for name, material in scene.setting.materials.items():
        add_material(spec, name, material)
    _add_surroundings(spec)
    _add_floors(spec, scene)
    for i, wall in enumerate(wall_boxes(scene)):
        _add_wall(spec, f"wall_{i}", wall, scene.setting.walls.colour)
    for i, item in enumerate(scene.setting.decor):
        high = item.at[2] > scene.setting.walls.cut  # what hangs on an upper wall goes with it
        options = _DRAWN | {"group": UPPER_WALL_GROUP if high else SOLID_GROUP}
        spec.worldbody.add_geom(
            name=f"decor_{i}", type=_BOX, size=_half(item.box), pos=item.at, material=item.material, **options
        )
    for node in scene.graph.of_kind(NodeKind.ASSET):
        _add_asset(spec, node, scene.setting.looks.get(node.id, {}))
    _add_lamp_light(spec, scene)


def wall_boxes(scene: SceneDescription) -> tuple[WallBox, ...]:
    """The boxes of every room's walls and lintels, split where the overview cuts them."""
    cut = scene.setting.walls.cut
    return tuple(
        piece
        for room in scene.graph.of_kind(NodeKind.ROOM)
        if room.model is not None
        for part in room.model.parts
        for piece in _split(Box(room.pose @ part.pose, part.size), cut)
    )


def _split(wall: Box, cut: float) -> Iterator[WallBox]:
    """A wall in two at a height [m], or whole if it does not reach across it."""
    (x, y, z), (length, thickness, height) = wall.pose.position, wall.size
    low, high = z - height / 2, z + height / 2
    for bottom, top, upper in ((low, min(high, cut), False), (max(low, cut), high, True)):
        if top - bottom > 1e-6:
            pose = Pose((x, y, (bottom + top) / 2), wall.pose.orientation)
            yield WallBox(Box(pose, (length, thickness, top - bottom)), upper)


def _add_wall(spec: mujoco.MjSpec, name: str, wall: WallBox, material: str) -> None:
    pose = wall.box.pose
    group = UPPER_WALL_GROUP if wall.upper else SOLID_GROUP
    spec.worldbody.add_geom(
        name=name,
        type=_BOX,
        size=_half(wall.box.size),
        pos=pose.position,
        quat=_wxyz(pose),
        material=material,
        **(_SOLID | {"group": group}),
    )


def _add_surroundings(spec: mujoco.MjSpec) -> None:
    spec.worldbody.add_geom(
        name="ground",
        type=mujoco.mjtGeom.mjGEOM_PLANE,
        size=[0, 0, 1],
        pos=[0, 0, 0],
        rgba=[1, 1, 1, 0],
        contype=FURNITURE_CLASS,
        conaffinity=OBJECT_CLASS,
        group=COLLISION_GROUP,
    )
    sky = spec.add_texture(name="sky", type=mujoco.mjtTexture.mjTEXTURE_SKYBOX)
    sky.builtin = mujoco.mjtBuiltin.mjBUILTIN_GRADIENT
    sky.width, sky.height = 64, 384
    sky.rgb1, sky.rgb2 = [0.93, 0.95, 0.97], [0.80, 0.85, 0.90]
    head = spec.visual.headlight
    head.ambient, head.diffuse, head.specular = [0.42] * 3, [0.22] * 3, [0.05] * 3
    for i, (direction, strength) in enumerate((([0.3, 0.5, -0.8], 0.38), ([-0.5, -0.2, -0.8], 0.18))):
        light = spec.worldbody.add_light(name=f"sun_{i}", pos=[0, 0, 6], dir=direction)
        light.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
        light.diffuse, light.ambient, light.specular = [strength] * 3, [0] * 3, [0.1] * 3
        light.castshadow = False


def _add_floors(spec: mujoco.MjSpec, scene: SceneDescription) -> None:
    for room, material in scene.setting.floors.items():
        node = scene.graph[room]
        x, y, z = node.pose.position
        spec.worldbody.add_geom(
            name=f"{room}/floor",
            type=_BOX,
            size=[node.size[0] / 2, node.size[1] / 2, 0.01],
            pos=[x, y, z - 0.01],
            material=material,
            **_DRAWN,
        )


def _add_asset(spec: mujoco.MjSpec, node: Node, looks: dict[str, str]) -> None:
    assert node.model is not None  # checked by load_scene
    body = spec.worldbody.add_body(name=node.id, pos=node.pose.position, quat=_wxyz(node.pose))
    options: dict[str, object] = dict(_SOLID)
    if node.model.turning is not None:
        body.add_freejoint(name=node.id)
        options |= {"contype": OBJECT_CLASS, "density": LOOSE_DENSITY, **_GRIP}
    for part in node.model.parts:
        if not part.moving:
            _add_part(body, node.id, part, looks, **options)
    if node.model.articulation is not None:
        _add_moving(spec, body, node.id, node.model, node.model.articulation, looks)
    if node.model.switch is not None:
        _add_button(spec, body, node.id, node.model.switch)


def _add_part(body: mujoco.MjsBody, asset: str, part: Part, looks: dict[str, str], **options: object) -> None:
    material = looks.get(part.name, looks.get("other", ""))
    pose = part.pose
    body.add_geom(
        name=f"{asset}/{part.name}",
        type=_BOX,
        size=_half(part.size),
        pos=pose.position,
        quat=_wxyz(pose),
        material=material,
        **options,
    )


def _add_moving(
    spec: mujoco.MjSpec,
    body: mujoco.MjsBody,
    asset: str,
    model: AssetModel,
    moves: Articulation,
    looks: dict[str, str],
) -> None:
    child = body.add_body(name=moves.joint)
    kind = mujoco.mjtJoint.mjJNT_HINGE if moves.kind is JointKind.HINGE else mujoco.mjtJoint.mjJNT_SLIDE
    hinge = moves.kind is JointKind.HINGE
    child.add_joint(
        name=moves.joint,
        type=kind,
        axis=moves.axis,
        pos=moves.origin,
        range=moves.range,
        limited=True,
        damping=[1.0 if hinge else 8.0, 0, 0],
        frictionloss=0.4 if hinge else 2.0,
        armature=0.02 if hinge else 0.1,
    )
    for part in model.parts:
        if part.moving:
            _add_part(child, asset, part, looks, mass=2.5 if hinge else 0.5, **_SOLID)
    _add_handle(child, asset, moves, [p for p in model.parts if p.moving])
    spec.add_exclude(bodyname1=asset, bodyname2=moves.joint)  # it slides and turns within narrow gaps


def _add_handle(body: mujoco.MjsBody, asset: str, moves: Articulation, parts: list[Part]) -> None:
    handle = moves.handle
    middle, along = np.array(handle.position), np.array(handle.direction)
    options = {
        "type": _CAPSULE,
        "material": "handle",
        "contype": OBJECT_CLASS,
        "conaffinity": ROBOT_CLASS,
        "mass": 0.1,
        "group": SOLID_GROUP,
        **_GRIP,
    }
    ends = [middle + sign * handle.length / 2 * along for sign in (1, -1)]
    radius = [handle.diameter / 2, 0, 0]
    body.add_geom(name=f"{asset}/handle", fromto=[*ends[0], *ends[1]], size=radius, **options)
    for i, end in enumerate(ends):
        root = (front_behind(parts, end), end[1], end[2])
        body.add_geom(name=f"{asset}/handle_post_{i}", fromto=[*end, *root], size=radius, **options)


def front_behind(parts: list[Part], point: Vector | np.ndarray) -> float:
    """X of the foremost face of the parts straight behind a point (asset frame) [m]; the point's x if none."""
    faces = [
        p.pose.position[0] + p.size[0] / 2
        for p in parts
        if abs(point[1] - p.pose.position[1]) <= p.size[1] / 2 and abs(point[2] - p.pose.position[2]) <= p.size[2] / 2
    ]
    return max((f for f in faces if f <= point[0]), default=float(point[0]))


def _add_button(spec: mujoco.MjSpec, body: mujoco.MjsBody, asset: str, switch: Switch) -> None:
    face, push = np.array(switch.position), np.array(switch.direction) / np.linalg.norm(switch.direction)
    button = body.add_body(name=f"{asset}/button")
    button.add_joint(
        name=f"{asset}/button",
        type=mujoco.mjtJoint.mjJNT_SLIDE,
        axis=push,
        range=[0, BUTTON_TRAVEL],
        limited=True,
        stiffness=[250.0, 0, 0],
        damping=[3.0, 0, 0],
        armature=0.01,
    )
    button.add_geom(
        name=f"{asset}/button",
        type=mujoco.mjtGeom.mjGEOM_CYLINDER,
        fromto=[*face, *(face + 0.02 * push)],
        size=[BUTTON_RADIUS, 0, 0],
        material="button",
        mass=0.02,
        contype=OBJECT_CLASS,
        conaffinity=ROBOT_CLASS,
        group=SOLID_GROUP,
    )
    spec.add_exclude(bodyname1=asset, bodyname2=f"{asset}/button")


def _add_lamp_light(spec: mujoco.MjSpec, scene: SceneDescription) -> None:
    lamp = scene.setting.lamp
    if lamp is None:
        return
    node = scene.graph[lamp.asset]
    assert node.model is not None
    part = next(p for p in node.model.parts if p.name == lamp.part)
    x, y, z = (node.pose @ part.pose).position
    light = spec.worldbody.add_light(
        name=f"{lamp.asset}/light", pos=[x, y, z - part.size[2] / 2 - 0.05], dir=[0, 0, -1]
    )
    light.type = mujoco.mjtLightType.mjLIGHT_POINT
    light.diffuse, light.specular, light.ambient = list(lamp.colour), [0.1] * 3, [0.05] * 3
    light.attenuation = [0.7, 0.1, 0.25]
    light.castshadow, light.active = False, False


def _half(size: Vector) -> list[float]:
    return [v / 2 for v in size]


def _wxyz(pose: Pose) -> list[float]:
    x, y, z, w = pose.orientation
    return [w, x, y, z]
