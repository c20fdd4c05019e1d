# SPDX-License-Identifier: Apache-2.0
"""MoveIt's planning scene messages to and from the planner's own scene."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from moveit_msgs.msg import (
    AllowedCollisionEntry,
    AllowedCollisionMatrix,
    AttachedCollisionObject,
    CollisionObject,
    RobotState,
)
from moveit_msgs.msg import (
    PlanningScene as SceneMessage,
)
from moveit_msgs.msg import (
    PlanningSceneComponents as Components,
)
from octomap_msgs.msg import OctomapWithPose
from shape_msgs.msg import SolidPrimitive

from makedo_core.geometry import Pose
from makedo_ros.conversions.nouns import pose_to_ros
from simulation_node.motion_planning.planning_scene import (
    OCTOMAP,
    AllowedCollisions,
    AttachedObject,
    PlanningScene,
    PlanningSceneError,
    Primitive,
    PrimitiveKind,
    SensedMap,
    WorldObject,
)
from simulation_node.motion_planning.requests import MotionRequestError
from simulation_node.move_group.messages import FramePose, pose_of, state_message
from simulation_node.move_group.octomap import occupied
from simulation_node.robots.robot import RobotModel

_KINDS = {
    SolidPrimitive.BOX: PrimitiveKind.BOX,
    SolidPrimitive.SPHERE: PrimitiveKind.SPHERE,
    SolidPrimitive.CYLINDER: PrimitiveKind.CYLINDER,
}
_TREE = "OcTree"  # the only type of octomap that MoveIt takes
_TYPES = {kind: number for number, kind in _KINDS.items()}


def _code(value: Any) -> int:
    """ROS `byte` fields are bytes in Python, their constants too."""
    return value[0] if isinstance(value, bytes) else int(value)


ADD, REMOVE, APPEND, MOVE = (
    _code(v) for v in (CollisionObject.ADD, CollisionObject.REMOVE, CollisionObject.APPEND, CollisionObject.MOVE)
)


@dataclass(frozen=True, slots=True)
class ChangedScene:
    """A scene after a message, and what of the message could not be done; all else was.

    Attributes:
        failures: of collision objects: the message counts as failed.
        ignored: of attached objects and the octomap: MoveIt says nothing of them.
    """

    scene: PlanningScene
    failures: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()


def changed_scene(scene: PlanningScene, message: SceneMessage, frame: FramePose, links: frozenset[str]) -> ChangedScene:
    """Return the scene after a message: attached objects first, then allowed collisions, then the world, as MoveIt.

    Args:
        scene: before.
        message: a difference, or with is_diff false a complete scene.
        frame: of the planning frame.
        links: of the robot.
    """
    if not message.is_diff:
        scene = PlanningScene()
    after = scene_with_state(scene, message.robot_state, frame, links)
    scene, failures = after.scene, []
    if message.allowed_collision_matrix.entry_names:  # defaults alone change nothing
        try:
            scene = replace(scene, allowed=_allowed(message.allowed_collision_matrix))
        except PlanningSceneError as error:
            failures.append(str(error))
    for item in message.world.collision_objects:
        try:
            scene = with_object(scene, item, frame)
        except (PlanningSceneError, MotionRequestError) as error:
            failures.append(str(error))
    ignored = list(after.ignored)
    if not message.is_diff or message.world.octomap.octomap.id:
        scene = scene.without_octomap()
        try:
            scene = _with_octomap(scene, message.world.octomap, frame)
        except (PlanningSceneError, MotionRequestError) as error:
            ignored.append(str(error))
    return ChangedScene(scene, tuple(failures), tuple(ignored))


def scene_with_state(scene: PlanningScene, state: RobotState, frame: FramePose, links: frozenset[str]) -> ChangedScene:
    """Return the scene with what a robot state attaches and detaches."""
    ignored = []
    for item in state.attached_collision_objects:
        try:
            scene = with_attached(scene, item, frame, links)
        except (PlanningSceneError, MotionRequestError) as error:
            ignored.append(str(error))
    return ChangedScene(scene, ignored=tuple(ignored))


def with_object(scene: PlanningScene, item: CollisionObject, frame: FramePose) -> PlanningScene:
    """Return the scene after one collision object's operation.

    Raises:
        SceneError: it cannot be done.
        RequestError: an unknown frame.
    """
    operation = _code(item.operation)
    if item.id == OCTOMAP:
        raise PlanningSceneError(f"the id {OCTOMAP!r} is reserved")
    if operation == REMOVE:
        return scene.remove(item.id)
    if operation in (ADD, APPEND) and not item.header.frame_id:
        raise PlanningSceneError(f"object {item.id!r} is in no frame")
    if operation == ADD or (operation == APPEND and item.id not in scene.world):
        return scene.add(_thing(item, frame(item.header.frame_id)))
    if operation == APPEND:
        thing = scene.require(item.id)
        base = frame(item.header.frame_id) @ pose_of(item.pose)
        relative = thing.pose.inverse() @ base
        return scene.append(item.id, tuple(replace(p, pose=relative @ p.pose) for p in _primitives(item)))
    if operation == MOVE:
        return _moved(scene, item, frame)
    raise PlanningSceneError(f"unknown operation {operation} on object {item.id!r}")


def _moved(scene: PlanningScene, item: CollisionObject, frame: FramePose) -> PlanningScene:
    thing = scene.require(item.id)
    scene = scene.move(item.id, frame(item.header.frame_id) @ pose_of(item.pose))
    if not item.primitive_poses:
        return scene
    if len(item.primitive_poses) != len(thing.primitives):
        raise PlanningSceneError(
            f"object {item.id!r} has {len(thing.primitives)} shapes, but {len(item.primitive_poses)} poses of them"
        )
    poses = zip(thing.primitives, item.primitive_poses, strict=True)
    shapes = tuple(replace(shape, pose=pose_of(pose)) for shape, pose in poses)
    return scene.add(replace(scene.require(item.id), primitives=shapes))


def with_attached(
    scene: PlanningScene, item: AttachedCollisionObject, frame: FramePose, links: frozenset[str]
) -> PlanningScene:
    """Return the scene after an object was attached to a link, or detached; what is detached stays in the world.

    Raises:
        SceneError: it cannot be done.
        RequestError: an unknown frame.
    """
    thing, operation = item.object, _code(item.object.operation)
    if operation == REMOVE:
        return _without_attached(scene, item, frame)
    if operation not in (ADD, APPEND):
        raise PlanningSceneError(f"operation {operation} makes no sense for the attached object {thing.id!r}")
    if item.link_name not in links:
        raise PlanningSceneError(f"cannot attach {thing.id!r} to {item.link_name!r}: the robot has no such link")
    link = frame(item.link_name)
    if thing.primitives or thing.meshes or thing.planes:
        made = _thing(thing, frame(thing.header.frame_id))
    else:
        made = scene.require(thing.id)  # take it from the world as it is
    inside = replace(made, pose=link.inverse() @ made.pose)
    return scene.attach(AttachedObject(inside, item.link_name, frozenset({*item.touch_links, item.link_name})))


def _without_attached(scene: PlanningScene, item: AttachedCollisionObject, frame: FramePose) -> PlanningScene:
    name, link = item.object.id, item.link_name
    if not name:
        names = [n for n, held in scene.attached.items() if link in ("", held.link)]
    elif name not in scene.attached:
        raise PlanningSceneError(f"nothing named {name!r} is attached")
    elif link not in ("", scene.attached[name].link):
        raise PlanningSceneError(f"{name!r} is attached to {scene.attached[name].link!r}, not to {link!r}")
    else:
        names = [name]
    for one in names:
        held = scene.attached[one]
        scene = scene.detach(one, frame(held.link) @ held.thing.pose)
    return scene


def scene_message(
    scene: PlanningScene, robot: RobotModel, state: dict[str, float], touching: Any, components: int
) -> SceneMessage:
    """Scene -> moveit_msgs/PlanningScene with the components that were asked for.

    Args:
        scene: to send.
        robot: that it is around.
        state: complete robot state; empty if it is not known.
        touching: pairs of links that may touch by design.
        components: bits of PlanningSceneComponents; 0 asks for all.
    """
    components = components or 0xFFFF
    message = SceneMessage(name="makedo", robot_model_name=robot.name, is_diff=False)
    if components & (Components.ROBOT_STATE | Components.ROBOT_STATE_ATTACHED_OBJECTS):
        message.robot_state = state_message(state, robot.base_frame)
    if components & Components.ROBOT_STATE_ATTACHED_OBJECTS:
        message.robot_state.attached_collision_objects = [_attached_message(a) for a in scene.attached.values()]
    if components & (Components.WORLD_OBJECT_NAMES | Components.WORLD_OBJECT_GEOMETRY):
        geometry = bool(components & Components.WORLD_OBJECT_GEOMETRY)
        message.world.collision_objects = [
            _object_message(t, robot.base_frame, geometry=geometry) for t in scene.world.values() if t.name != OCTOMAP
        ]
    if components & Components.OCTOMAP:
        message.world.octomap = _octomap_message(scene, robot.base_frame)
    if components & Components.ALLOWED_COLLISION_MATRIX:
        message.allowed_collision_matrix = _allowed_message(scene.allowed, touching)
    return message


def _with_octomap(scene: PlanningScene, message: OctomapWithPose, frame: FramePose) -> PlanningScene:
    """The scene, which has none, with an octomap; without data there stays none.

    Raises:
        PlanningSceneError: it is of another kind or damaged.
        MotionRequestError: an unknown frame.
    """
    given = message.octomap
    if not len(given.data):
        return scene
    if given.id != _TREE or given.binary:
        raise PlanningSceneError(f"an octomap of type {given.id!r}, binary {given.binary}; whole {_TREE!r}s are read")
    data = bytes(v & 0xFF for v in given.data)
    pose = frame(message.header.frame_id) @ pose_of(message.origin)
    shapes = occupied(data, given.resolution)
    return scene.with_octomap(SensedMap(data, given.resolution, pose), WorldObject(OCTOMAP, shapes, pose))


def _octomap_message(scene: PlanningScene, frame: str) -> OctomapWithPose:
    """The octomap of a scene; without data where there is none."""
    message = OctomapWithPose()
    message.header.frame_id = frame
    sensed = scene.octomap
    if sensed is not None:
        message.origin = pose_to_ros(sensed.pose)
        message.octomap.id, message.octomap.resolution = _TREE, sensed.resolution_m
        message.octomap.data = [v - 256 if v > 127 else v for v in sensed.data]
    return message


def _thing(item: CollisionObject, base: Pose) -> WorldObject:
    return WorldObject(item.id, _primitives(item), base @ pose_of(item.pose))


def _primitives(item: CollisionObject) -> tuple[Primitive, ...]:
    if item.meshes or item.planes:
        raise PlanningSceneError(
            f"object {item.id!r}: meshes and planes are not supported, use boxes, cylinders or spheres"
        )
    missing = len(item.primitives) - len(item.primitive_poses)
    poses = [*item.primitive_poses, *[pose_to_ros(Pose())] * missing]
    if missing < 0:
        raise PlanningSceneError(
            f"object {item.id!r} has {len(item.primitives)} primitives, but {len(poses)} poses of them"
        )
    return tuple(_primitive(item.id, p, pose_of(pose)) for p, pose in zip(item.primitives, poses, strict=True))


def _primitive(name: str, message: SolidPrimitive, pose: Pose) -> Primitive:
    if message.type not in _KINDS:
        raise PlanningSceneError(f"object {name!r}: primitive type {message.type} is not supported")
    return Primitive(_KINDS[message.type], tuple(float(v) for v in message.dimensions), pose)


def _allowed(message: AllowedCollisionMatrix) -> AllowedCollisions:
    names = list(message.entry_names)
    rows = [list(v.enabled) for v in message.entry_values]
    if len(rows) != len(names) or any(len(row) != len(names) for row in rows):
        raise PlanningSceneError(
            f"the allowed collision matrix is not square: {len(names)} names, rows {[len(r) for r in rows]}"
        )
    if len(message.default_entry_names) != len(message.default_entry_values):
        raise PlanningSceneError("the allowed collision matrix has as many default names as values")
    pairs = {(a, b): rows[i][j] for i, a in enumerate(names) for j, b in enumerate(names) if a <= b}
    return AllowedCollisions(pairs, dict(zip(message.default_entry_names, message.default_entry_values, strict=True)))


def _allowed_message(allowed: AllowedCollisions, touching: Any) -> AllowedCollisionMatrix:
    entries = {tuple(sorted(pair)): True for pair in touching} | dict(allowed.pairs)
    names = sorted({n for pair in entries for n in pair})
    return AllowedCollisionMatrix(
        entry_names=names,
        entry_values=[
            AllowedCollisionEntry(enabled=[bool(entries.get((min(a, b), max(a, b)), False)) for b in names])
            for a in names
        ],
        default_entry_names=list(allowed.defaults),
        default_entry_values=list(allowed.defaults.values()),
    )


def _object_message(thing: WorldObject, frame: str, *, geometry: bool = True) -> CollisionObject:
    message = CollisionObject(id=thing.name, pose=pose_to_ros(thing.pose), operation=CollisionObject.ADD)
    message.header.frame_id = frame
    if geometry:
        message.primitives = [SolidPrimitive(type=_TYPES[p.kind], dimensions=list(p.size)) for p in thing.primitives]
        message.primitive_poses = [pose_to_ros(p.pose) for p in thing.primitives]
    return message


def _attached_message(held: AttachedObject) -> AttachedCollisionObject:
    return AttachedCollisionObject(
        link_name=held.link,
        object=_object_message(held.thing, held.link),
        touch_links=sorted(held.touch_links),
    )
