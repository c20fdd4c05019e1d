# SPDX-License-Identifier: Apache-2.0
"""A home that can be rearranged and looked at without physics: every object is placed by hand, then rendered."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path

import mujoco
import numpy as np

from makedo_core.geometry import Pose, Vector
from makedo_core.graph.scene_graph import NodeKind, Relation, RelationType, SceneGraph
from simulation_node.robots.tiago import (
    ARM_JOINTS,
    BASE_JOINTS,
    CAMERA_FRAME,
    GRASPING_FRAME,
    HEAD_JOINTS,
    HOME,
    TORSO_JOINT,
)
from simulation_node.scene.camera import Renderer, RgbdImage, intrinsics
from simulation_node.scene.labels import label_table
from simulation_node.scene.model import build_model, first_state
from simulation_node.scene.placement import Placed
from simulation_node.scene.scene import SceneDescription, load_scene
from training.appearance import original_of, randomise
from training.arrangement import Spot, Standing, arrange, body_pose, spots

COPIES = 3  # of each class; what finds no room stays out of sight
OUT_OF_SIGHT = Pose((0.0, 0.0, -5.0))
WIDTH, HEIGHT = 640, 480
OPEN_SHARE = 0.5
HOME_ARM_SHARE = 0.6
HELD_SHARE = 0.12
FULL_SHARE = 0.8
DISTANCES_M = (0.35, 1.5)  # from an asset's front edge
OBJECT_TOP_M = 0.12


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """What the camera saw, and what is true.

    Attributes:
        names: label id of the view's label image -> object.
        pose: of the optical frame in the map frame.
        standing: object -> where it stands; what is held is not in it.
    """

    view: RgbdImage
    names: Mapping[int, str]
    pose: Pose
    standing: Mapping[str, Standing]


class Home:
    """One home with a robot; `close` it in the thread that made it.

    Args:
        folder: scenes/<name>.
    """

    def __init__(self, folder: Path) -> None:
        base = load_scene(folder)
        self.labels = {f"{label}_{i}": label for label in base.classes for i in range(1, COPIES + 1)}
        self.scene = _with_objects(base, self.labels)
        placed = tuple(
            Placed(name, label, "", "", replace(OUT_OF_SIGHT, position=(0.4 * i, 0.0, -5.0)))
            for i, (name, label) in enumerate(self.labels.items())
        )
        self.model = build_model(self.scene, placed)
        self.model.opt.enableflags &= ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)  # poses change without physics
        self.data = first_state(self.model, self.scene)
        self._original = original_of(self.model)
        classes, table = label_table(self.model, self.scene, placed, seed=0)
        self._names = _names_of(self.model, table, self.labels)
        self.classes = classes
        self._camera = Renderer(self.model, table)
        self.intrinsics = intrinsics(self.model, WIDTH, HEIGHT)
        self.standing: dict[str, Standing] = {}
        self._spots: tuple[Spot, ...] = ()

    def rearrange(self, rng: np.random.Generator) -> None:
        """Open and shut, paint everything anew, and put the objects elsewhere."""
        joints = {}
        for asset in self.scene.graph.of_kind(NodeKind.ASSET):
            if asset.model is None or asset.model.articulation is None:
                continue
            joint = asset.model.articulation
            value = float(rng.uniform(joint.open_at, joint.range[1])) if rng.random() < OPEN_SHARE else 0.0
            joints[joint.joint] = value
            self.data.joint(joint.joint).qpos[0] = value
        self._spots = spots(self.scene, joints)
        randomise(self.model, self._original, self.labels, rng)
        self.standing = arrange(self.labels, self.scene.classes, self._spots, rng)
        for name, label in self.labels.items():
            there = self.standing.get(name)
            self._put(name, OUT_OF_SIGHT if there is None else body_pose(there, self.scene.classes[label]))

    def look(self, rng: np.random.Generator) -> Shot:
        """Put the robot before something, as when it approaches or works there, and take a picture."""
        spot, target = self._target(rng)
        asset = spot.asset
        aside = float(rng.uniform(-0.5, 0.5)) * max(0.4, asset.size[1])
        ahead = asset.size[0] / 2 + float(rng.uniform(*DISTANCES_M))
        base = asset.pose @ Pose.planar(ahead, aside, math.pi + float(rng.normal(0, 0.15)))
        for joint, value in zip(BASE_JOINTS, (*base.position[:2], base.yaw), strict=True):
            self.data.joint(joint).qpos[0] = value
        self.data.joint(TORSO_JOINT).qpos[0] = rng.uniform(0.0, 0.35)
        self._move_arm(rng)
        self._aim(target, rng)
        held = self._hold(rng)
        mujoco.mj_forward(self.model, self.data)
        view = self._camera.view(self.data, WIDTH, HEIGHT, labels=True)
        body = self.data.body(CAMERA_FRAME)
        w, x, y, z = (float(v) for v in body.xquat)
        pose = Pose((float(body.xpos[0]), float(body.xpos[1]), float(body.xpos[2])), (x, y, z, w))
        shot = Shot(view, self._names, pose, {n: s for n, s in self.standing.items() if n != held})
        if held is not None:
            there = self.standing.get(held)
            self._put(
                held, OUT_OF_SIGHT if there is None else body_pose(there, self.scene.classes[self.labels[held]])
            )
        return shot

    def close(self) -> None:
        """Free the renderer."""
        self._camera.close()

    def _put(self, name: str, body: Pose) -> None:
        x, y, z, w = body.orientation
        self.data.joint(name).qpos[:] = [*body.position, w, x, y, z]

    def _move_arm(self, rng: np.random.Generator) -> None:
        """The arm at home, or anywhere: it comes into the picture when the robot works."""
        at_home = rng.random() < HOME_ARM_SHARE
        for joint in ARM_JOINTS:
            low, high = self.model.joint(joint).range
            self.data.joint(joint).qpos[0] = HOME[joint] if at_home else rng.uniform(low, high)

    def _target(self, rng: np.random.Generator) -> tuple[Spot, Vector]:
        """A region and a place on it to look at: mostly where something stands."""
        if self.standing and rng.random() < FULL_SHARE:
            names = sorted(self.standing)
            there = self.standing[names[int(rng.integers(len(names)))]]
            near = [s for s in self._spots if s.asset.id == there.asset]
            spot = min(near, key=lambda s: abs(s.pose.position[2] - there.pose.position[2]))
            x, y, z = there.pose.position
        else:
            spot = self._spots[int(rng.integers(len(self._spots)))]
            across = [float(rng.uniform(-0.5, 0.5)) * v for v in spot.region.size[:2]]
            x, y, z = spot.pose.transform((*across, 0.0))
        return spot, (x, y, z + float(rng.uniform(0, OBJECT_TOP_M)))

    def _aim(self, target: Vector, rng: np.random.Generator) -> None:
        """Turn the head to a place in the map, more or less."""
        for joint in HEAD_JOINTS:
            self.data.joint(joint).qpos[0] = 0.0
        mujoco.mj_kinematics(self.model, self.data)
        body = self.data.body("head_1_link")
        w, qx, qy, qz = (float(v) for v in body.xquat)
        head = Pose((float(body.xpos[0]), float(body.xpos[1]), float(body.xpos[2])), (qx, qy, qz, w))
        forward, left, up = head.inverse().transform(target)
        wanted = (math.atan2(left, forward), math.atan2(up - 0.1, math.hypot(forward, left)))
        for joint, value in zip(HEAD_JOINTS, wanted, strict=True):
            low, high = self.model.joint(joint).range
            self.data.joint(joint).qpos[0] = np.clip(value + rng.normal(0, 0.12), low, high)

    def _hold(self, rng: np.random.Generator) -> str | None:
        """Put an object between the fingers, now and then; returns its name."""
        if rng.random() > HELD_SHARE:
            return None
        name = str(rng.choice(sorted(self.labels)))
        mujoco.mj_kinematics(self.model, self.data)
        hand = self.data.body(GRASPING_FRAME)
        w, x, y, z = (float(v) for v in hand.xquat)
        pose = Pose((float(hand.xpos[0]), float(hand.xpos[1]), float(hand.xpos[2])), (x, y, z, w))
        self._put(name, pose @ Pose((0.065, 0.0, float(rng.uniform(-0.03, 0.03)))))
        return name


def _with_objects(base: SceneDescription, labels: Mapping[str, str]) -> SceneDescription:
    """The home with a stock of objects of all classes instead of its own."""
    graph = base.graph
    some = next(n for n in graph.of_kind(NodeKind.ASSET) if n.model is not None and n.model.regions)
    template = graph.of_kind(NodeKind.OBJECT)[0]
    gone = {n.id for n in graph.of_kind(NodeKind.OBJECT)}
    kept = [n for n in graph if n.id not in gone]
    looks: dict[str, list[frozenset[str]]] = {}
    for node in graph.of_kind(NodeKind.OBJECT):
        looks.setdefault(node.label, []).append(node.attributes)
    turns = {label: cycle(own) for label, own in looks.items()}  # apples are green as well as red
    stock = [
        replace(template, id=n, label=label, attributes=next(turns.get(label, cycle([frozenset()]))))
        for n, label in labels.items()
    ]
    relations = {r for r in graph.relations if r.source not in gone and r.target not in gone}
    relations |= {Relation(n.id, RelationType.ON, some.id) for n in stock}
    nodes = {n.id: n for n in (*kept, *stock)}
    return replace(base, graph=SceneGraph(nodes, frozenset(relations), scene=graph.scene))


def _names_of(model: mujoco.MjModel, table: np.ndarray, labels: Mapping[str, str]) -> dict[int, str]:
    """Label id -> object."""
    return {int(table[int(model.body(name).geomadr[0])]): name for name in labels}
