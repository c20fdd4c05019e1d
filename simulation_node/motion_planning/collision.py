# SPDX-License-Identifier: Apache-2.0
"""Collision checking of a robot in a planning scene, with MuJoCo's collision engine.

A `CollisionModel` is one MuJoCo model compiled from the robot and a scene (a few milliseconds); every contact that is
allowed is compiled out, so that a state is free exactly when the engine reports no contact. It never changes and can be
shared between threads; each of them works with a `CollisionChecker` of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np

from makedo_core.geometry import Array, Pose
from simulation_node.motion_planning.planning_scene import PlanningScene, Primitive, PrimitiveKind, WorldObject
from simulation_node.robots.robot import (
    EVERY_CLASS,
    FURNITURE_CLASS,
    OBJECT_CLASS,
    RobotModel,
    planning_limits,
    robot_spec,
)

ALWAYS_TOUCHING = 0.8  # share of random states in which a pair of links must touch to count as touching by design
ACM_SAMPLES = 1000

_OBJECT = "object:"  # prefix of body names, so that an object may be named like a link


@dataclass(frozen=True, slots=True)
class Padding:
    """Distances within which two things count as touching [m]."""

    robot: float = 0.0  # between links
    world: float = 0.0  # between the robot and objects of the world
    attached: float = 0.0  # between what the gripper holds and everything else


@dataclass(frozen=True, slots=True)
class Contact:
    """Two names that touch, in sorted order, and how deep [m]."""

    first: str
    second: str
    depth: float

    def __str__(self) -> str:
        return f"{self.first} touches {self.second}"


class RobotAlone:
    """The robot alone: limits of its joints, and the links that touch each other by design."""

    def __init__(self, robot: RobotModel, padding: Padding | None = None) -> None:
        self.robot = robot
        self.padding = padding or Padding()
        self._spec = robot_spec(robot, visuals=False)  # pairs that touch by design are excluded in it
        self._spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_FILTERPARENT)
        for geom in self._spec.geoms:
            geom.margin = self.padding.robot
        bare = self._spec.compile()
        self.links = frozenset(b.name for b in self._spec.bodies if b.name != "world")
        self.limits = planning_limits(robot, bare)
        self.touching_links = _touching_by_design(bare, robot.joints)

    def compile(self, scene: PlanningScene) -> CollisionModel:
        """Return the collision model of a scene.

        Raises:
            SceneError: an attached object names a link that the robot does not have (see `CollisionModel`).
        """
        spec = self._spec.copy()
        for thing in scene.world.values():
            _add_object(spec.worldbody, thing, FURNITURE_CLASS, self.padding.world)
        for held in scene.attached.values():
            _add_object(spec.body(held.link), held.thing, OBJECT_CLASS, self.padding.attached)
        for first, second in self._allowed(scene):
            spec.add_exclude(bodyname1=first, bodyname2=second)
        return CollisionModel(self.robot, spec.compile(), scene)

    def _allowed(self, scene: PlanningScene) -> set[tuple[str, str]]:
        """Pairs of body names whose contacts do not count."""
        result = set(self.touching_links)
        solid = {b.name for b in self._spec.bodies if b.geoms}
        things = [*scene.world, *scene.attached]
        for held in scene.attached.values():
            result |= {(link, _OBJECT + held.thing.name) for link in held.touch_links & solid}
        if scene.allowed.pairs or scene.allowed.defaults:
            names = {n: n for n in solid} | {t: _OBJECT + t for t in things}
            for first, second in itertools.combinations(sorted(names), 2):
                if scene.allowed.allows(first, second):
                    result.add((names[first], names[second]))
        return result


class CollisionModel:
    """The robot in one scene, compiled."""

    def __init__(self, robot: RobotModel, model: mujoco.MjModel, scene: PlanningScene) -> None:
        self.robot = robot
        self.model = model
        self.scene = scene
        self._address = {n: int(model.joint(n).qposadr[0]) for n in robot.joints}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Link or object name of each body."""
        return tuple(self.model.body(i).name.removeprefix(_OBJECT) for i in range(self.model.nbody))

    def checker(self, joints: Sequence[str], state: Mapping[str, float]) -> CollisionChecker:
        """Return a checker of some joints' values while all others stay as in `state`."""
        data = mujoco.MjData(self.model)
        for name, value in {**self.robot.home, **state}.items():
            if name in self._address:
                data.qpos[self._address[name]] = value
        return CollisionChecker(self, data, np.array([self._address[n] for n in joints]))


class CollisionChecker:
    """Checks states of one group of joints. Not thread-safe: one for each thread."""

    def __init__(self, model: CollisionModel, data: mujoco.MjData, address: np.ndarray) -> None:
        self._model = model
        self._mj = model.model
        self._data = data
        self._address = address

    def free(self, q: Array) -> bool:
        """Whether nothing touches at joint values q, shape (n,)."""
        self._place(q)
        mujoco.mj_collision(self._mj, self._data)
        return int(self._data.ncon) == 0

    def contacts(self, q: Array) -> tuple[Contact, ...]:
        """Return what touches at joint values q, deepest first, each pair once."""
        self.free(q)
        deepest: dict[tuple[str, str], float] = {}
        names = self._model.names
        for contact in self._data.contact:
            bodies = self._mj.geom_bodyid[contact.geom]
            pair = tuple(sorted((names[bodies[0]], names[bodies[1]])))
            deepest[pair] = max(deepest.get(pair, -np.inf), -float(contact.dist))
        found = [Contact(a, b, depth) for (a, b), depth in deepest.items()]
        return tuple(sorted(found, key=lambda c: -c.depth))

    def has_link(self, link: str) -> bool:
        """Whether the robot has a link of this name."""
        return link in self._model.names

    def link_pose(self, link: str, q: Array) -> Pose:
        """Pose of a link in the planning frame at joint values q."""
        self._place(q)
        matrix = np.eye(4)
        matrix[:3, :3] = self._data.body(link).xmat.reshape(3, 3)
        matrix[:3, 3] = self._data.body(link).xpos
        return Pose.from_matrix(matrix)

    def _place(self, q: Array) -> None:
        self._data.qpos[self._address] = q
        mujoco.mj_kinematics(self._mj, self._data)


def describe(contacts: Iterable[Contact], limit: int = 3) -> str:
    """Name the colliding pairs in one line."""
    found = list(contacts)
    text = ", ".join(str(c) for c in found[:limit])
    return text + (f" and {len(found) - limit} more" if len(found) > limit else "")


def _add_object(parent: mujoco.MjsBody, thing: WorldObject, kind: int, margin: float) -> None:
    body = parent.add_body(name=_OBJECT + thing.name, pos=thing.pose.position, quat=_wxyz(thing.pose))
    for primitive in thing.primitives:
        if primitive.is_nothing:
            continue
        shape, size = _shape(primitive)
        body.add_geom(
            type=shape, size=size, pos=primitive.pose.position, quat=_wxyz(primitive.pose), mass=0,
            contype=kind, conaffinity=EVERY_CLASS & ~kind, margin=margin,
        )  # fmt: skip


def _shape(primitive: Primitive) -> tuple[mujoco.mjtGeom, list[float]]:
    if primitive.kind is PrimitiveKind.BOX:
        return mujoco.mjtGeom.mjGEOM_BOX, [v / 2 for v in primitive.size]
    if primitive.kind is PrimitiveKind.SPHERE:
        return mujoco.mjtGeom.mjGEOM_SPHERE, [primitive.size[0], 0, 0]
    return mujoco.mjtGeom.mjGEOM_CYLINDER, [primitive.size[1], primitive.size[0] / 2, 0]


def _wxyz(pose: Pose) -> list[float]:
    x, y, z, w = pose.orientation
    return [w, x, y, z]


def _touching_by_design(model: mujoco.MjModel, joints: Sequence[str]) -> frozenset[tuple[str, str]]:
    """Pairs of links whose contacts say nothing: neighbours along the chain, and what touches nearly everywhere."""
    count: dict[tuple[int, int], int] = {}
    data = mujoco.MjData(model)
    rng = np.random.default_rng(0)
    address = np.array([model.joint(n).qposadr[0] for n in joints])
    ranges = np.array([model.joint(n).range for n in joints])
    for _ in range(ACM_SAMPLES):
        data.qpos[address] = rng.uniform(ranges[:, 0], ranges[:, 1])
        mujoco.mj_kinematics(model, data)
        mujoco.mj_collision(model, data)
        pairs = {(min(pair), max(pair)) for pair in model.geom_bodyid[data.contact.geom].tolist()}
        for pair in pairs:
            count[pair] = count.get(pair, 0) + 1
    touching = {pair for pair, n in count.items() if n >= ALWAYS_TOUCHING * ACM_SAMPLES}
    weld = model.body_weldid
    solid = np.unique(model.geom_bodyid).tolist()
    for a, b in itertools.combinations(solid, 2):
        up_a, up_b = weld[model.body_parentid[weld[a]]], weld[model.body_parentid[weld[b]]]
        if weld[a] == up_b or weld[b] == up_a:
            touching.add((a, b))
    return frozenset((model.body(a).name, model.body(b).name) for a, b in touching)
