# SPDX-License-Identifier: Apache-2.0
"""A home whose robot and objects are put where they are wanted, and what the robot's camera makes of it, without ROS.

The frames go through the same pipeline and the same graph builder as in the nodes. Benchmarks and tests share it.
"""

from __future__ import annotations

import simulation_node  # noqa: F401 - chooses how MuJoCo renders, which must come before MuJoCo

# isort: split
import math
import time
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np

from makedo_core.files.robot_yaml import robot_config_from_yaml
from makedo_core.geometry import Pose, Vector
from makedo_core.graph.asset_model import RegionKind
from makedo_core.graph.scene_graph import NodeKind, RelationType, SceneGraph, State
from makedo_core.sight.coverage import region_pose
from makedo_core.sight.known_shapes import catalogue_from_yaml
from makedo_core.sight.observation import Frame
from perception_node.detectors.detector import Detector, ImageSet
from perception_node.detectors.simulation import SimulationDetector
from perception_node.discovery.head_poses import HeadGeometry, HeadPose, LookSettings, plan_looks
from perception_node.pipeline import Pipeline
from scene_graph_node.builder import GraphBuilder
from scene_graph_node.settings import BuilderSettings
from simulation_node.robots.tiago import BASE_JOINTS, CAMERA_FRAME
from simulation_node.scene.camera import Renderer, intrinsics
from simulation_node.scene.labels import label_table
from simulation_node.scene.scene import load_scene
from simulation_node.world.truth import true_graph
from simulation_node.world.world import World
from training.noise import noisy_colour, noisy_depth

ROOT = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 640, 480
FRAME_PERIOD_S = 0.2
SETTLE_S = 0.3  # for what was put down to come to rest
EMPTY_PLACE = Pose((30.0, 30.0, 0.5))  # far outside of every home
ABOVE_M = 0.003  # of a surface, where an object is let go


class StagedHome:
    """A home with a robot that is moved by hand, and the graph that it builds.

    Args:
        seed: of the objects' first poses.
        detector: backend; None: perfect masks.
        settings: of the graph's builder.
        scene: folder under scenes/.
        noise: of the camera, new in every frame; None: a perfect camera.
        period_s: simulated time between frames.
    """

    def __init__(
        self,
        seed: int,
        detector: Detector | None = None,
        settings: BuilderSettings | None = None,
        scene: str = "home",
        noise: np.random.Generator | None = None,
        period_s: float = FRAME_PERIOD_S,
    ) -> None:
        self._noise, self._period_s = noise, period_s
        self.world = World(load_scene(ROOT / "scenes" / scene), seed=seed)
        self.world.run(1.0)  # the objects come to rest
        self.catalogue = catalogue_from_yaml(ROOT / "scenes" / "objects.yaml")
        self._sees_the_same = detector is None
        self._image: ImageSet | None = None
        self._image_of = np.zeros(0)  # the joint values that it shows
        self.pipeline = Pipeline(detector or SimulationDetector(self.catalogue, 40), self.catalogue)
        self.classes, table = label_table(self.world.model, self.world.scene, self.world.placed, seed)
        self.camera = Renderer(self.world.model, table)
        self.intrinsics = intrinsics(self.world.model, WIDTH, HEIGHT)
        self.config = robot_config_from_yaml(ROOT / "config" / "robots" / "tiago_sim.yaml")
        self._first = self.world.data.qpos.copy()
        self.restart(settings)

    def restart(self, settings: BuilderSettings | None = None) -> None:
        """Put everything back to where it was at first, and forget what was seen."""
        self.world.data.qpos[:] = self._first
        self.world.data.qvel[:] = 0.0
        mujoco.mj_forward(self.world.model, self.world.data)
        self.builder = GraphBuilder(self.world.scene.graph, settings)
        self.stamp = 0.0
        self.frame_s: list[float] = []  # CPU time of the pipeline per frame
        self.fuse_s: list[float] = []  # and of the fusion

    @property
    def graph(self) -> SceneGraph:
        """What the robot knows."""
        return self.builder.graph

    def truth(self) -> SceneGraph:
        """What is."""
        return true_graph(self.world)

    def close(self) -> None:
        """Free the renderer."""
        self.camera.close()

    # --- the robot

    def stand(self, base: Pose) -> None:
        """Put the base somewhere, at once."""
        for name, value in zip(BASE_JOINTS, (*base.position[:2], base.yaw), strict=True):
            self.world.data.joint(name).qpos[:] = value
        mujoco.mj_forward(self.world.model, self.world.data)

    def stand_before(self, asset_id: str, distance_m: float = 0.6, aside_m: float = 0.0) -> Pose:
        """Put the base before an asset's front; returns where it stands."""
        asset = self.graph[asset_id]
        base = asset.pose @ Pose.planar(asset.size[0] / 2 + distance_m, aside_m, math.pi)
        self.stand(base)
        return base

    def turn_head(self, look: HeadPose) -> None:
        """Turn the head, at once."""
        for name, value in ((self.config.head.pan, look.pan), (self.config.head.tilt, look.tilt)):
            self.world.data.joint(name).qpos[:] = value
        mujoco.mj_forward(self.world.model, self.world.data)

    def head(self) -> HeadGeometry:
        """Geometry of the head from where it is now."""
        camera = (self.world.base.pose.inverse() @ self.world.body_pose(CAMERA_FRAME)).position
        field = (2 * math.atan(WIDTH / 2 / self.intrinsics.fx), 2 * math.atan(HEIGHT / 2 / self.intrinsics.fy))
        head = self.config.head
        return HeadGeometry(camera, head.pan_limits, head.tilt_limits, head.tilt_sign, field)

    def looks_at(self, asset_id: str) -> tuple[HeadPose, ...]:
        """Head poses that cover an asset from where the robot stands."""
        self.turn_head(HeadPose(0.0, -0.6))
        return plan_looks(self.graph[asset_id], self.world.base.pose, self.head(), LookSettings()).looks

    def camera_position(self) -> Vector:
        """Where the camera is, map frame."""
        return self.world.body_pose(CAMERA_FRAME).position

    def look_at(self, point: Vector) -> None:
        """Turn the head towards a point, map frame."""
        self.turn_head(HeadPose(0.0, 0.0))
        head = self.config.head
        for _ in range(3):  # the camera moves with the head
            x, y, z = self.world.body_pose(CAMERA_FRAME).inverse().transform(point)
            pan, tilt = (float(self.world.data.joint(name).qpos[0]) for name in (head.pan, head.tilt))
            pan = float(np.clip(pan - math.atan2(x, z), *head.pan_limits))
            rise = -math.atan2(y, math.hypot(x, z))
            tilt = float(np.clip(tilt + head.tilt_sign * rise, *head.tilt_limits))
            self.turn_head(HeadPose(pan, tilt))

    # --- what it sees

    def frame(self) -> Frame:
        """The next frame, not yet fused."""
        self.stamp += self._period_s
        images = replace(self._picture(), stamp=self.stamp)
        if self._noise is not None:
            assert images.colour is not None
            colour, depth = noisy_colour(images.colour, self._noise), noisy_depth(images.depth, self._noise)
            images = replace(images, colour=colour, depth=depth)
        begun = time.process_time()
        pose = self.world.body_pose(CAMERA_FRAME)
        assets = self.graph.of_kind(NodeKind.ASSET)
        frame = self.pipeline.process(images, self.intrinsics, pose, steady=True, assets=assets)
        self.frame_s.append(time.process_time() - begun)
        return frame

    def _picture(self) -> ImageSet:
        """What the camera sees. Nothing moves by itself, so that it is rendered only when something was moved."""
        position = self.world.data.qpos
        if self._image is None or not np.array_equal(position, self._image_of):
            view = self.camera.view(self.world.data, WIDTH, HEIGHT, labels=True)
            self._image = ImageSet(0.0, view.depth, view.colour, view.labels, self.classes)
            self._image_of = position.copy()
        return self._image

    def watch(self, frames: int) -> SceneGraph:
        """Take in so many frames from where the camera is."""
        frame = None
        for _ in range(frames):
            frame = self.watch_once(frame if self._sees_the_same else None)
        return self.graph

    def watch_once(self, again: Frame | None = None) -> Frame:
        """Take in the next frame; returns it.

        Args:
            again: a frame of the same picture by a detector that always finds the same; it is taken once more.
        """
        if again is None:
            frame = self.frame()
        else:
            self.stamp += self._period_s
            frame = replace(again, stamp=self.stamp)
        begun = time.process_time()
        self.builder.observe(frame)
        self.fuse_s.append(time.process_time() - begun)
        return frame

    def inspect(
        self, asset_id: str, frames: int = 4, distances_m: tuple[float, ...] = (0.6,), aside_m: float = 0.0
    ) -> SceneGraph:
        """Stand before an asset, at each distance, and look at all of it."""
        for distance in distances_m:
            self.stand_before(asset_id, distance, aside_m)
            for look in self.looks_at(asset_id):
                self.turn_head(look)
                self.watch(frames)
        return self.graph

    # --- the things

    def put(self, object_id: str, position: Vector, yaw: float = 0.0) -> None:
        """Put an object upright on a point, at rest."""
        x, y, z = position
        self.world.move_object(object_id, Pose.planar(x, y, yaw, z + ABOVE_M))
        self.world.run(SETTLE_S)

    def lay(self, object_id: str, middle: Pose) -> None:
        """Put an object down in any posture; `middle` of its body."""
        joint = self.world.data.joint(object_id)
        x, y, z, w = middle.orientation
        joint.qpos[:] = [*middle.position, w, x, y, z]
        joint.qvel[:] = 0.0
        self.world.run(SETTLE_S)

    def take_away(self, object_id: str) -> None:
        """Put an object where no robot ever looks."""
        self.world.move_object(object_id, EMPTY_PLACE)

    def free_point(
        self, asset_id: str, rng: np.random.Generator, clearance_m: float = 0.14, depth_m: float = 0.34
    ) -> Vector:
        """A random point of an asset's first surface with nothing near it, not far from the front edge.

        Raises:
            ValueError: if there is none.
        """
        asset = self.graph[asset_id]
        assert asset.model is not None
        region = next(r for r in asset.model.regions if r.kind is RegionKind.ON)
        pose = region_pose(asset.pose, asset.model, region)
        truth = self.truth()
        taken = [n.pose.position for n in truth.of_kind(NodeKind.OBJECT)]
        half_x, half_y = region.size[0] / 2, region.size[1] / 2
        for _ in range(400):
            x = float(rng.uniform(max(-half_x, half_x - depth_m) + 0.07, half_x - 0.07))
            point = pose.transform((x, float(rng.uniform(0.1 - half_y, half_y - 0.1)), 0.0))
            if all(math.dist(point[:2], other[:2]) > clearance_m for other in taken):
                return point
        raise ValueError(f"{asset_id} has no free point with {clearance_m} m around it")

    def open_to(self, asset_id: str, value: float) -> None:
        """Set a door or a drawer to a joint value [rad or m]; what lies in a drawer goes with it."""
        model = self.graph[asset_id].model
        assert model is not None and model.articulation is not None
        joint = self.world.data.joint(model.articulation.joint)
        dx, dy, dz = (a * (value - float(joint.qpos[0])) for a in model.articulation.axis)
        inside = self._moving_along(asset_id)
        joint.qpos[:] = value
        joint.qvel[:] = 0.0
        origin = self.graph[asset_id].pose
        for object_id, pose in inside.items():
            self.world.move_object(object_id, origin @ Pose((dx, dy, dz)) @ origin.inverse() @ pose)
        mujoco.mj_forward(self.world.model, self.world.data)

    def _moving_along(self, asset_id: str) -> dict[str, Pose]:
        """Poses of what lies in the moving part of an asset."""
        model, truth = self.graph[asset_id].model, self.truth()
        if model is None or not any(r.moving for r in model.regions):
            return {}
        return {r.source: truth[r.source].pose for r in truth.incoming(asset_id) if r.type is RelationType.INSIDE}


def in_sight(truth: SceneGraph) -> frozenset[str]:
    """Objects that a robot that looks everywhere can see: all but those in something closed."""
    result = set()
    for node in truth.of_kind(NodeKind.OBJECT):
        relation = truth.placement(node.id)
        inside = relation is not None and relation.type is RelationType.INSIDE
        if not inside or State.CLOSED not in truth[relation.target].states:  # type: ignore[union-attr]
            result.add(node.id)
    return frozenset(result)


def matches(graph: SceneGraph, truth: SceneGraph, within_m: float = 0.1) -> dict[str, str]:
    """Observed objects -> true ones, one to one by class, nearest pairs first; farther than `within_m` is no match."""
    pairs = sorted(
        (node.pose.distance(actual.pose), node.id, actual.id)
        for node in graph.of_kind(NodeKind.OBJECT)
        if not node.is_belief and node.pose.is_known
        for actual in truth.of_kind(NodeKind.OBJECT)
        if actual.label == node.label
    )
    found: dict[str, str] = {}
    for distance, node_id, actual_id in pairs:
        if distance <= within_m and node_id not in found and actual_id not in found.values():
            found[node_id] = actual_id
    return found


def ghosts(graph: SceneGraph, truth: SceneGraph) -> list[str]:
    """Observed objects that are not there."""
    known = [n.id for n in graph.of_kind(NodeKind.OBJECT) if not n.is_belief and n.pose.is_known]
    found = matches(graph, truth)
    return sorted(i for i in known if i not in found)
