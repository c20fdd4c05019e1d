# SPDX-License-Identifier: Apache-2.0
"""Accuracy and cost of perception against the simulation's truth, without ROS.

For each seed the robot is put before every asset, looks at it as discover_objects would, and the frames go through
the same pipeline and the same graph builder as in the nodes. Prints a table and, with --json, writes the figures.

    python -m benchmarks.perception --seeds 3
    python -m benchmarks.perception --seeds 3 --noisy    # with a detector that errs as small networks do
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.noisy_detector import Noise, NoisyDetector
from benchmarks.staged_home import ROOT, StagedHome, in_sight, matches
from makedo_core.geometry import Pose
from makedo_core.scene_graph import Node, NodeKind, Relation, SceneGraph
from perception_node.catalogue import catalogue_from_yaml
from perception_node.detectors.simulation import SimulationDetector
from perception_node.looking import Look, LookSettings, plan_looks, visible_regions

DISTANCES_M = (0.5, 0.8)  # from the asset's front edge
MIN_PIXELS = 40  # smaller masks are no detections


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
    edges_found: int = 0
    edges_missed: int = 0
    edges_wrong: int = 0
    assets_exact: int = 0
    assets: int = 0
    names: list[int] = field(default_factory=list)  # of each object over time
    states_right: int = 0
    states_wrong: int = 0
    worst: dict[str, float] = field(default_factory=dict)


def places(asset: Node, rng: np.random.Generator) -> Iterator[Pose]:
    """Where to stand: before the asset's front, at each distance, a little to one side."""
    for distance in DISTANCES_M:
        aside = float(rng.uniform(-0.2, 0.2))
        yield asset.pose @ Pose.planar(asset.size[0] / 2 + distance, aside, math.pi)


def compare(score: Score, graph: SceneGraph, truth: SceneGraph) -> None:
    """Compare observed objects and where they rest with the truth, one to one by class and distance."""
    expected = in_sight(truth)
    observed = {n.id for n in graph.of_kind(NodeKind.OBJECT) if n.pose.is_known and not n.is_belief}
    found = matches(graph, truth)
    for node_id, actual_id in found.items():
        _compare_poses(score, graph[node_id], truth[actual_id])
    score.found += len(found)
    score.missed += len(expected - set(found.values()))
    score.ghosts += len(observed) - len(found)
    names = {**{n.id: n.id for n in graph if n.kind is not NodeKind.OBJECT}, **found}
    edges = {_edge(graph.placement(i), names, i) for i in observed}
    true_edges = {relation for i in expected | set(found.values()) if (relation := truth.placement(i)) is not None}
    score.edges_found += len(edges & true_edges)
    score.edges_missed += len(true_edges - edges)
    score.edges_wrong += len(edges - true_edges - {None})
    wrong = (edges ^ true_edges) - {None}
    strays = {graph.support(i) for i in observed - set(found)}
    for asset in truth.of_kind(NodeKind.ASSET):
        if visible_regions(asset):
            own = {r for r in wrong if r is not None and r.target in _all_on(truth, asset.id)}
            score.assets += 1
            score.assets_exact += not own and asset.id not in strays


def _compare_poses(score: Score, node: Node, actual: Node) -> None:
    error = 1e3 * math.dist(node.pose.position[:2], actual.pose.position[:2])
    score.centre_mm.append(error)
    score.worst[node.label] = max(score.worst.get(node.label, 0.0), error)
    score.height_mm.append(1e3 * abs(node.pose.position[2] - actual.pose.position[2]))
    if node.shape.name == "BOX":
        square = abs(node.size[0] - node.size[1]) < 1e-3
        period = math.pi / 2 if square else math.pi
        turn = (node.pose.yaw - actual.pose.yaw + period / 2) % period - period / 2
        score.yaw_deg.append(abs(math.degrees(turn)))


def _edge(relation: Relation | None, names: dict[str, str], node_id: str) -> Relation | None:
    """A relation under the true names; under those of the graph where there are none."""
    if relation is None:
        return None
    return Relation(names.get(node_id, node_id), relation.type, names.get(relation.target, relation.target))


def _all_on(graph: SceneGraph, asset_id: str) -> set[str]:
    """An asset and all that it finally carries."""
    carried = {n.id for n in graph.of_kind(NodeKind.OBJECT) if graph.support(n.id) == asset_id}
    return {asset_id, *carried}


def run_scene(seed: int, score: Score, noise: Noise | None, frames_per_look: int) -> None:
    """One placement of the objects, seen from everywhere."""
    catalogue = catalogue_from_yaml(ROOT / "scenes" / "objects.yaml")
    perfect = SimulationDetector(catalogue, MIN_PIXELS)
    detector = perfect if noise is None else NoisyDetector(perfect, list(catalogue), noise, seed)
    home = StagedHome(seed, detector)
    rng = np.random.default_rng(seed)
    truth = home.truth()
    known_as: dict[str, set[str]] = defaultdict(set)
    for asset in home.graph.of_kind(NodeKind.ASSET):
        if not visible_regions(asset):
            continue
        for base in places(asset, rng):
            home.stand(base)
            home.turn_head(Look(0.0, -0.6))
            for look in plan_looks(asset, base, home.head(), LookSettings()).looks:
                home.turn_head(look)
                for _ in range(frames_per_look):
                    for asset_id, state in home.watch_once().states:
                        right = state in truth[asset_id].states
                        score.states_right += right
                        score.states_wrong += not right
                for node_id, actual_id in matches(home.graph, truth).items():
                    known_as[actual_id].add(node_id)
    score.frame_ms += [1e3 * s for s in home.frame_s]
    score.fuse_ms += [1e3 * s for s in home.fuse_s]
    score.names += [len(names) for names in known_as.values()]
    compare(score, home.graph, truth)
    home.close()


def _share(part: float, rest: float) -> float:
    return part / (part + rest) if part + rest else 0.0


def figures(score: Score) -> dict[str, float]:
    """The table's numbers."""
    return {
        "objects found": score.found,
        "recall": _share(score.found, score.missed),
        "precision": _share(score.found, score.ghosts),
        "F1 nodes": _share(2 * score.found, score.missed + score.ghosts),
        "F1 edges": _share(2 * score.edges_found, score.edges_missed + score.edges_wrong),
        "assets exactly right": _share(score.assets_exact, score.assets - score.assets_exact),
        "ids per object over time": statistics.mean(score.names),
        "centre error median [mm]": statistics.median(score.centre_mm),
        "centre error p95 [mm]": float(np.percentile(score.centre_mm, 95)),
        "height error p95 [mm]": float(np.percentile(score.height_mm, 95)),
        "yaw error of boxes median [deg]": statistics.median(score.yaw_deg),
        "yaw error of boxes p95 [deg]": float(np.percentile(score.yaw_deg, 95)),
        "asset states right": _share(score.states_right, score.states_wrong),
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
    parser.add_argument("--noisy", action="store_true", help="with a detector that errs as small networks do")
    parser.add_argument("--frames", type=int, default=2, help="at each look")
    parser.add_argument("--json", type=Path, help="write the figures here")
    arguments = parser.parse_args()
    score = Score()
    for seed in range(arguments.seeds):
        run_scene(seed, score, Noise() if arguments.noisy else None, arguments.frames)
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
