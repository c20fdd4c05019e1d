# SPDX-License-Identifier: Apache-2.0
"""Accuracy and cost of perception against the simulation's truth, without ROS.

For each seed the robot is put before every asset, looks at it as discover_objects would, and the frames go through
the same pipeline and the same graph builder as in the nodes. Prints a table and, with --json, writes the figures.

    python benchmarks/perception.py --seeds 3
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import mujoco
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from makedo_core.geometry import Pose  # noqa: E402
from makedo_core.observation import Frame  # noqa: E402
from makedo_core.robot_config import robot_config_from_yaml  # noqa: E402
from makedo_core.scene_graph import Node, NodeKind, RelationType, SceneGraph, State  # noqa: E402
from makedo_core.view import Intrinsics  # noqa: E402
from perception_node.catalogue import catalogue_from_yaml  # noqa: E402
from perception_node.detector import ImageSet  # noqa: E402
from perception_node.detectors import DetectorSettings, build_detector  # noqa: E402
from perception_node.looking import HeadGeometry, Look, LookSettings, plan_looks, visible_regions  # noqa: E402
from perception_node.pipeline import Pipeline  # noqa: E402
from scene_graph_node.builder import GraphBuilder  # noqa: E402
from simulation_node.camera import Camera, intrinsics  # noqa: E402
from simulation_node.labels import label_table  # noqa: E402
from simulation_node.robot import BASE_JOINTS, CAMERA_FRAME  # noqa: E402
from simulation_node.scene import load_scene  # noqa: E402
from simulation_node.truth import true_graph  # noqa: E402
from simulation_node.world import World  # noqa: E402

WIDTH, HEIGHT = 640, 480
DISTANCES_M = (0.5, 0.8)  # from the asset's front edge
FRAMES_PER_LOOK = 2


@dataclass
class Score:
    """Figures of all scenes."""

    centre_mm: list[float] = field(default_factory=list)
    height_mm: list[float] = field(default_factory=list)
    yaw_deg: list[float] = field(default_factory=list)
    frame_ms: list[float] = field(default_factory=list)
    fuse_ms: list[float] = field(default_factory=list)
    found: int = 0
    missed: int = 0
    ghosts: int = 0
    relations_right: int = 0
    relations_wrong: int = 0
    states_right: int = 0
    states_wrong: int = 0
    worst: dict[str, float] = field(default_factory=dict)


class Robot:
    """A robot in a home that is moved by hand: puts base and head somewhere and takes frames."""

    def __init__(self, seed: int) -> None:
        self.world = World(load_scene(ROOT / "scenes" / "home"), seed=seed)
        self.world.run(1.0)  # the objects come to rest
        catalogue = catalogue_from_yaml(ROOT / "scenes" / "objects.yaml")
        self.pipeline = Pipeline(build_detector(DetectorSettings("simulation", frozenset(catalogue))), catalogue)
        self._classes, table = label_table(self.world.model, self.world.scene, self.world.placed, seed)
        self.camera = Camera(self.world.model, table)
        k = intrinsics(self.world.model, WIDTH, HEIGHT)
        self.intrinsics = Intrinsics(k.fx, k.fy, k.cx, k.cy, k.width, k.height)
        self.config = robot_config_from_yaml(ROOT / "config" / "robots" / "tiago_sim.yaml")
        self._stamp = 0.0

    def stand(self, base: Pose) -> None:
        """Put the base somewhere."""
        for name, value in zip(BASE_JOINTS, (*base.position[:2], base.yaw), strict=True):
            self.world.data.joint(name).qpos[:] = value
        mujoco.mj_forward(self.world.model, self.world.data)

    def head(self) -> HeadGeometry:
        """Geometry of the head from where it is now."""
        base = self.world.base.pose
        camera = (base.inverse() @ self.world.body_pose(CAMERA_FRAME)).position
        view = (2 * math.atan(WIDTH / 2 / self.intrinsics.fx), 2 * math.atan(HEIGHT / 2 / self.intrinsics.fy))
        head = self.config.head
        return HeadGeometry(camera, head.pan_limits, head.tilt_limits, head.tilt_sign, view)

    def look(self, look: Look) -> None:
        """Turn the head."""
        for name, value in ((self.config.head.pan, look.pan), (self.config.head.tilt, look.tilt)):
            self.world.data.joint(name).qpos[:] = value
        mujoco.mj_forward(self.world.model, self.world.data)

    def frame(self, graph: SceneGraph) -> tuple[Frame, float]:
        """A frame, and the CPU time that processing took [s]."""
        view = self.camera.view(self.world.data, WIDTH, HEIGHT, labels=True)
        self._stamp += 0.25
        images = ImageSet(self._stamp, view.depth, view.colour, view.labels, self._classes)
        begun = time.process_time()
        pose = self.world.body_pose(CAMERA_FRAME)
        assets = graph.of_kind(NodeKind.ASSET)
        frame = self.pipeline.process(images, self.intrinsics, pose, steady=True, assets=assets)
        took = time.process_time() - begun
        return frame, took

    def close(self) -> None:
        """Free the renderer."""
        self.camera.close()


def places(asset: Node, rng: np.random.Generator) -> Iterator[Pose]:
    """Where to stand: before the asset's front, at each distance, a little to one side."""
    for distance in DISTANCES_M:
        aside = float(rng.uniform(-0.2, 0.2))
        yield asset.pose @ Pose.planar(asset.size[0] / 2 + distance, aside, math.pi)


def compare(score: Score, graph: SceneGraph, truth: SceneGraph, expected: set[str]) -> None:
    """Compare observed objects with the truth, one to one by class and distance."""
    actual = {n.id: n for n in truth.of_kind(NodeKind.OBJECT)}
    taken: set[str] = set()
    for node in graph.of_kind(NodeKind.OBJECT):
        if node.is_belief:
            continue
        same = [(node.pose.distance(a.pose), i) for i, a in actual.items() if a.label == node.label and i not in taken]
        distance, best = min(same, default=(math.inf, ""))
        if distance > 0.1:
            score.ghosts += 1
            continue
        taken.add(best)
        match = actual[best]
        error = 1e3 * math.dist(node.pose.position[:2], match.pose.position[:2])
        score.centre_mm.append(error)
        score.worst[node.label] = max(score.worst.get(node.label, 0.0), error)
        score.height_mm.append(1e3 * abs(node.pose.position[2] - match.pose.position[2]))
        if node.shape.name == "BOX":
            square = abs(node.size[0] - node.size[1]) < 1e-3
            period = math.pi / 2 if square else math.pi
            turn = (node.pose.yaw - match.pose.yaw + period / 2) % period - period / 2
            score.yaw_deg.append(abs(math.degrees(turn)))
        same_place = _place(graph, node.id) == _place(truth, best)
        score.relations_right += same_place
        score.relations_wrong += not same_place
    score.found += len(taken)
    score.missed += len(expected - taken)


def _place(graph: SceneGraph, node_id: str) -> tuple[RelationType, str] | None:
    relation = graph.placement(node_id)
    return None if relation is None else (relation.type, relation.target)


def run_scene(seed: int, score: Score) -> None:
    """One placement of the objects, seen from everywhere."""
    robot = Robot(seed)
    rng = np.random.default_rng(seed)
    start = robot.world.scene.graph
    builder = GraphBuilder(start)
    truth = true_graph(robot.world)
    for asset in start.of_kind(NodeKind.ASSET):
        if not visible_regions(asset):
            continue
        for base in places(asset, rng):
            robot.stand(base)
            robot.look(Look(0.0, -0.6))
            for look in plan_looks(asset, base, robot.head(), LookSettings()).looks:
                robot.look(look)
                for _ in range(FRAMES_PER_LOOK):
                    frame, took = robot.frame(builder.graph)
                    begun = time.process_time()
                    builder.observe(frame)
                    score.fuse_ms.append(1e3 * (time.process_time() - begun))
                    score.frame_ms.append(1e3 * took)
                    for asset_id, state in frame.states:
                        right = state in truth[asset_id].states
                        score.states_right += right
                        score.states_wrong += not right
    compare(score, builder.graph, truth, _in_sight(truth))
    robot.close()


def _in_sight(truth: SceneGraph) -> set[str]:
    """Objects that a robot that looks everywhere can see: all but those in something closed."""
    result = set()
    for node in truth.of_kind(NodeKind.OBJECT):
        relation = truth.placement(node.id)
        inside = relation is not None and relation.type is RelationType.INSIDE
        if not inside or State.CLOSED not in truth[relation.target].states:  # type: ignore[union-attr]
            result.add(node.id)
    return result


def figures(score: Score) -> dict[str, float]:
    """The table's numbers."""
    detected = score.found + score.missed
    return {
        "objects found": score.found,
        "recall": score.found / detected if detected else 0.0,
        "precision": score.found / max(1, score.found + score.ghosts),
        "centre error median [mm]": statistics.median(score.centre_mm),
        "centre error p95 [mm]": float(np.percentile(score.centre_mm, 95)),
        "height error p95 [mm]": float(np.percentile(score.height_mm, 95)),
        "yaw error of boxes median [deg]": statistics.median(score.yaw_deg),
        "yaw error of boxes p95 [deg]": float(np.percentile(score.yaw_deg, 95)),
        "placements right": score.relations_right / max(1, score.relations_right + score.relations_wrong),
        "asset states right": score.states_right / max(1, score.states_right + score.states_wrong),
        "asset states read": score.states_right + score.states_wrong,
        "perception CPU median [ms/frame]": statistics.median(score.frame_ms),
        "perception CPU p95 [ms/frame]": float(np.percentile(score.frame_ms, 95)),
        "fusion CPU median [ms/frame]": statistics.median(score.fuse_ms),
        "frames": len(score.frame_ms),
    }


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seeds", type=int, default=3, help="placements of the objects")
    parser.add_argument("--json", type=Path, help="write the figures here")
    arguments = parser.parse_args()
    score = Score()
    for seed in range(arguments.seeds):
        run_scene(seed, score)
    result = figures(score)
    for name, value in result.items():
        print(f"{name:36s} {value:10.3f}" if isinstance(value, float) else f"{name:36s} {value:10d}")
    worst = sorted(score.worst.items(), key=lambda item: -item[1])[:6]
    print("worst centre errors [mm]:", ", ".join(f"{label} {error:.1f}" for label, error in worst))
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
