# SPDX-License-Identifier: Apache-2.0
"""A small world of boxes with a depth camera: what is visible becomes observations, as a perfect detector's."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from makedo_core.geometry import Box, Pose, Vector, quaternion_from_rotation
from makedo_core.graph.asset_model import Articulation, AssetModel, Handle, JointKind, Part, Region, RegionKind
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, Shape, State
from makedo_core.sight.observation import Frame, Observation
from makedo_core.sight.view import Intrinsics, View

CAMERA = Intrinsics(140.0, 140.0, 79.5, 59.5, 160, 120)
TABLE_HEIGHT = 0.75


def looking_at(eye: Vector, target: Vector) -> Pose:
    """Optical frame at `eye` with its z axis towards `target` and x level."""
    ahead = np.subtract(target, eye) / math.dist(eye, target)
    right = np.cross(ahead, (0, 0, 1))
    right /= np.linalg.norm(right)
    return Pose(eye, quaternion_from_rotation(np.stack([right, np.cross(ahead, right), ahead], axis=1)))


def table(asset_id: str, x: float, y: float = 0.0) -> Node:
    """A table of 0.8 x 1.2 m."""
    top = Part("top", Pose((0.0, 0.0, TABLE_HEIGHT - 0.02)), (0.8, 1.2, 0.04))
    region = Region("top", RegionKind.ON, Pose((0.0, 0.0, TABLE_HEIGHT)), (0.8, 1.2, 1.0))
    model = AssetModel((top,), (region,))
    return Node(asset_id, "table", NodeKind.ASSET, Pose((x, y, 0.0)), (0.8, 1.2, 0.75), model=model)


def chest(asset_id: str, x: float, y: float = 0.0) -> Node:
    """A chest with a drawer that slides towards -x (towards the robot) and a top."""
    parts = (
        Part("body", Pose((0.1, 0.0, 0.35)), (0.3, 0.5, 0.7)),
        Part("front", Pose((-0.06, 0.0, 0.55)), (0.02, 0.5, 0.2), moving=True),
    )
    regions = (Region("tray", RegionKind.INSIDE, Pose((0.1, 0.0, 0.5)), (0.3, 0.4, 0.15), moving=True),)
    handle = Handle((-0.08, 0.0, 0.55), (0.0, 1.0, 0.0), 0.1, 0.02)
    slide = Articulation(JointKind.SLIDE, "slide", (0.0, 0.0, 0.5), (-1.0, 0.0, 0.0), (0.0, 0.3), 0.15, handle)
    model = AssetModel(parts, regions, slide)
    node = Node(asset_id, "drawer", NodeKind.ASSET, Pose((x, y, 0.0)), (0.5, 0.5, 0.7), model=model)
    return node.with_state(State.CLOSED)


def belief(object_id: str, label: str, asset: Node, relation: RelationType = RelationType.ON) -> tuple[Node, Relation]:
    """An object that is only assumed to be at an asset."""
    assert asset.model is not None
    pose = asset.pose @ asset.model.regions[0].pose
    return Node(object_id, label, NodeKind.OBJECT, pose, confidence=0.3), Relation(object_id, relation, asset.id)


def graph_of(assets: Iterable[Node], beliefs: Iterable[tuple[Node, Relation]] = ()) -> SceneGraph:
    """A kitchen with assets, the robot and beliefs."""
    room = Node("kitchen", "kitchen", NodeKind.ROOM, Pose(), (10.0, 10.0, 2.4))
    robot = Node(AGENT_ID, "robot", NodeKind.AGENT, Pose())
    nodes = {n.id: n for n in (room, robot, *assets)}
    relations = {Relation(n.id, RelationType.IN, "kitchen") for n in (robot, *assets)}
    for node, relation in beliefs:
        nodes[node.id] = node
        relations.add(relation)
    return SceneGraph(nodes, frozenset(relations))


@dataclass(frozen=True)
class Thing:
    """Something that is really there: class, pose of the centre of its base, size."""

    label: str
    pose: Pose
    size: Vector = (0.07, 0.07, 0.12)

    @property
    def box(self) -> Box:
        return Box(self.pose @ Pose((0.0, 0.0, self.size[2] / 2)), self.size)

    def at(self, x: float, y: float, z: float = TABLE_HEIGHT) -> Thing:
        """The thing elsewhere."""
        return replace(self, pose=Pose((x, y, z)))


@dataclass
class BoxWorld:
    """Assets and things, seen by a camera. `frame` makes the next frame."""

    assets: tuple[Node, ...]
    things: list[Thing] = field(default_factory=list)
    eye: Vector = (0.0, 0.0, 1.2)
    target: Vector = (1.2, 0.0, 0.75)
    stamp: float = 0.0
    blockers: list[Box] = field(default_factory=list)

    def frame(self, *, steady: bool = True, states: tuple[tuple[str, State], ...] = (), detect: bool = True) -> Frame:
        """What the camera sees now."""
        self.stamp += 0.25
        pose = looking_at(self.eye, self.target)
        solids = [Box(a.pose @ p.pose, p.size) for a in self.assets if a.model for p in a.model.parts]
        solids += [t.box for t in self.things] + self.blockers
        solids.append(Box(Pose((0.0, 0.0, -0.05)), (30.0, 30.0, 0.1)))
        blank = View(pose, CAMERA, np.zeros((CAMERA.height, CAMERA.width), np.float32))
        depth, _ = blank.cast(solids)
        view = View(pose, CAMERA, np.where(np.isfinite(depth), depth, 0.0).astype(np.float32))
        seen = [t for t in self.things if self._is_visible(view, t)] if detect else []
        observations = tuple(Observation(t.label, 1.0, t.pose, t.size, Shape.BOX) for t in seen)
        return Frame(self.stamp, view, observations, states, steady)

    @staticmethod
    def _is_visible(view: View, thing: Thing) -> bool:
        evidence = view.evidence([thing.box], 0.005)
        return evidence.rays >= 4 and evidence.open_share > 0.3


@pytest.fixture
def kit() -> object:
    """The builders of this file, by name."""

    class Kit:
        pass

    kit = Kit()
    for item in (BoxWorld, Thing, belief, chest, graph_of, looking_at, table):
        setattr(kit, item.__name__, item)
    return kit
