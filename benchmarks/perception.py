# SPDX-License-Identifier: Apache-2.0
"""Accuracy and cost of perception against the simulation's truth, without ROS.

In each scene the robot is put before some of the furniture, looks at it as discover_objects would, and the frames go
through the same pipeline and the same graph builder as in the nodes. Every detector sees the same scenes. Prints a
table and, with --json, writes the figures.

    python -m benchmarks.perception --scenes 3                        # perfect masks, all furniture
    python -m benchmarks.perception --scenes 3 --detectors noisy      # errs as small networks do
    python -m benchmarks.perception --scenes 200 --furniture 3 --detectors onnx simulation --camera-noise --tracker
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.image_identity import Watching, ids_of_trackers
from benchmarks.noisy_detector import Noise, NoisyDetector
from benchmarks.perception_score import Score, by_class, compare, figures
from benchmarks.staged_home import ROOT, StagedHome, matches
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.sight.known_shapes import catalogue_from_yaml
from perception_node.detectors import DetectorSettings, build_detector
from perception_node.detectors.detector import Detector
from perception_node.discovery.head_poses import visible_regions

DISTANCES_M = (0.5, 0.8)  # from the asset's front edge
MIN_PIXELS = 40  # smaller masks are no detections
FIRST_SEED = 10_000  # of the scenes; the demo's are small numbers


def places(asset: Node, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
    """Where to stand: how far before the asset's front, and how far to one side [m]."""
    for distance in DISTANCES_M:
        yield distance, float(rng.uniform(-0.2, 0.2))


def maker(kind: str, weights: str) -> Callable[[int], Detector]:
    """What makes a detector for a scene, by its seed."""
    vocabulary = frozenset(catalogue_from_yaml(ROOT / "scenes" / "objects.yaml"))
    if kind == "noisy":
        perfect = build_detector(DetectorSettings("simulation", vocabulary, MIN_PIXELS))
        return lambda seed: NoisyDetector(perfect, sorted(vocabulary), Noise(), seed)
    settings = DetectorSettings(kind, vocabulary, MIN_PIXELS, weights=weights if kind != "simulation" else "")
    detector = build_detector(settings)
    return lambda seed: detector


def run_scene(seed: int, score: Score, detector: Detector, given: argparse.Namespace) -> None:
    """One placement of the objects, some of the furniture looked at."""
    rng = np.random.default_rng(seed)
    home = StagedHome(seed, detector, noise=np.random.default_rng([seed, 1]) if given.camera_noise else None)
    truth = home.truth()
    assets = [a for a in home.graph.of_kind(NodeKind.ASSET) if visible_regions(a)]
    chosen = rng.permutation(len(assets))[: given.furniture or len(assets)]
    known_as: dict[str, set[str]] = defaultdict(set)
    for asset in (assets[i] for i in sorted(chosen)):
        for distance, aside in places(asset, rng):
            home.stand(asset.pose @ Pose.planar(asset.size[0] / 2 + distance, aside, np.pi))
            for look in home.looks_at(asset.id):
                home.turn_head(look)
                for _ in range(given.frames):
                    for asset_id, state in home.watch_once().states:
                        right = state in truth[asset_id].states
                        score.states_right += right
                        score.states_wrong += not right
                for node_id, actual_id in matches(home.graph, truth).items():
                    known_as[actual_id].add(node_id)
    score.frame_ms += [1e3 * s for s in home.frame_s]
    score.fuse_ms += [1e3 * s for s in home.fuse_s]
    score.names += [len(names) for names in known_as.values()]
    compare(score, home.graph, truth, {assets[i].id for i in chosen})
    home.close()


def show(results: dict[str, Score], console: Console) -> None:
    """Print the tables."""
    columns = {kind: figures(score) for kind, score in results.items()}
    table = Table()
    table.add_column("")
    for kind in columns:
        table.add_column(kind, justify="right")
    for name in next(iter(columns.values())):
        values = [columns[kind][name] for kind in columns]
        table.add_row(name, *(f"{v:.3f}" if isinstance(v, float) else str(v) for v in values))
    console.print(table)
    for kind, score in results.items():
        worst = sorted(score.worst.items(), key=lambda item: -item[1])[:6]
        console.print(f"{kind}: worst centres [mm]: " + ", ".join(f"{label} {error:.1f}" for label, error in worst))
        wanting = [row for row in by_class(score) if min(row[2:]) < 0.97]
        for label, count, recall, precision in wanting:
            console.print(f"  {label:14s} {count:4d} there, recall {recall:.3f}, precision {precision:.3f}")


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--scenes", type=int, default=3, help="placements of the objects")
    parser.add_argument("--furniture", type=int, default=0, help="how much of it is looked at in each; 0: all")
    parser.add_argument("--detectors", nargs="+", default=["simulation"], help="backends, or noisy")
    parser.add_argument("--weights", default="", help="of the detector; default: its own")
    parser.add_argument("--frames", type=int, default=2, help="at each look")
    parser.add_argument("--camera-noise", action="store_true", help="noise of colour and depth, holes in depth")
    parser.add_argument("--tracker", action="store_true", help="names of an image tracker too (from make train)")
    parser.add_argument("--json", type=Path, help="write the figures here")
    given = parser.parse_args()
    results: dict[str, Score] = {}
    watched: dict[str, list[Watching]] = {}
    for kind in given.detectors:
        make = maker(kind, given.weights)
        results[kind], watched[kind] = Score(), []
        for seed in range(FIRST_SEED, FIRST_SEED + given.scenes):
            watching = Watching(make(seed))
            run_scene(seed, results[kind], watching, given)
            watched[kind].append(watching)
    console = Console(width=110, markup=False)
    show(results, console)
    if given.tracker:
        for kind, scenes in watched.items():
            for tracker, names in ids_of_trackers(scenes).items():
                console.print(f"{kind}: {tracker} gives {names:.2f} names to an object")
    if given.json is not None:
        figures_of = {kind: figures(score) for kind, score in results.items()}
        given.json.write_text(json.dumps(figures_of, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
