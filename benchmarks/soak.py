# SPDX-License-Identifier: Apache-2.0
"""Memory of perception and the scene graph over a long time, without ROS: looks all over the home while things move.

The robot goes from one piece of furniture to the next and looks it over; after each round a third of the objects that
stand on something are carried elsewhere. Frames come once a second of simulated time, so that an hour is 3,600 frames.

    python -m benchmarks.soak --hours 1 --detector onnx
"""

from __future__ import annotations

import argparse
import gc
import math
import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.perception import MIN_PIXELS
from benchmarks.staged_home import ROOT, StagedHome, ghosts, in_sight, matches
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.sight.known_shapes import catalogue_from_yaml
from makedo_core.sight.observation import Frame
from perception_node.detectors import DetectorSettings, build_detector
from perception_node.discovery.head_poses import visible_regions
from scene_graph_node.fusion.evidence import Visibility, sight_of
from scene_graph_node.settings import FusionSettings

PERIOD_S = 1.0  # simulated, between frames
MOVED_SHARE = 0.33
ROWS = 7
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1e6


@dataclass(frozen=True)
class Row:
    """The state at one moment of the soak."""

    minute: float
    frames: int
    memory_mb: float
    nodes: int
    known: int
    ghosts: int


def resident_mb() -> float:
    """Resident memory of this process [MB]."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE_MB


def shuffle_things(home: StagedHome, rng: np.random.Generator) -> None:
    """Carry a third of the objects in sight to free points of other furniture."""
    assets = [a.id for a in home.graph.of_kind(NodeKind.ASSET) if a.model is not None and a.label == "table"]
    for object_id in sorted(in_sight(home.truth())):
        if rng.random() < MOVED_SHARE:
            try:
                home.put(object_id, home.free_point(str(rng.choice(assets)), rng))
            except ValueError:
                continue  # that table is full


def row(home: StagedHome, frames: int) -> Row:
    """Where the soak stands."""
    gc.collect()
    graph, truth = home.graph, home.truth()
    return Row(
        frames * PERIOD_S / 60,
        frames,
        resident_mb(),
        len(graph.nodes),
        len(matches(graph, truth)),
        len(ghosts(graph, truth)),
    )


@dataclass(frozen=True)
class Wrong:
    """Things that the graph has where they are not, after a round: everything has been looked at from one place.

    Attributes:
        in_view: how many of them a frame of the round should have shown.
        hidden: and how many none could.
    """

    in_view: int
    hidden: int


def wrong_after(home: StagedHome, round_: list[Frame]) -> Wrong:
    """Tell what is wrong after a round from what could not be seen in it."""
    graph, settings = home.graph, FusionSettings()
    missed = [graph[i] for i in ghosts(graph, home.truth())]
    later = {n.id: [f for f in round_ if f.stamp > (n.last_seen or 0.0)] for n in missed}
    shown = [n for n in missed if any(sight_of(n, f.view, (), settings) is not Visibility.UNKNOWN for f in later[n.id])]
    return Wrong(len(shown), len(missed) - len(shown))


def soak(home: StagedHome, frames: int, a_look: int, rng: np.random.Generator) -> tuple[list[Row], list[Wrong]]:
    """Look at everything, over and over, until so many frames were taken in; the state now and then, and each round."""
    assets = [a for a in home.graph.of_kind(NodeKind.ASSET) if visible_regions(a)]
    rows, wrong, done = [], [], 0
    while done < frames:
        round_: list[Frame] = []
        for asset in assets:
            home.stand(asset.pose @ Pose.planar(asset.size[0] / 2 + 0.6, 0.0, math.pi))
            for look in home.looks_at(asset.id):
                home.turn_head(look)
                for _ in range(a_look):
                    round_.append(home.watch_once())
                    done += 1
                    if done % max(1, frames // ROWS) == 0:
                        rows.append(row(home, done))
        wrong.append(wrong_after(home, round_))
        shuffle_things(home, rng)
    return rows, wrong


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--hours", type=float, default=1.0, help="simulated")
    parser.add_argument("--frames", type=int, default=2, help="at each look")
    parser.add_argument("--detector", default="onnx")
    parser.add_argument("--weights", default="", help="of the detector; default: its own")
    given = parser.parse_args()
    vocabulary = frozenset(catalogue_from_yaml(ROOT / "scenes" / "objects.yaml"))
    weights = given.weights if given.detector != "simulation" else ""
    detector = build_detector(DetectorSettings(given.detector, vocabulary, MIN_PIXELS, weights=weights))
    home = StagedHome(1, detector, noise=np.random.default_rng(2), period_s=PERIOD_S)
    begun = time.process_time()
    rows, wrong = soak(home, round(given.hours * 3600 / PERIOD_S), given.frames, np.random.default_rng(3))
    home.close()
    table = Table("minute", "frames", "memory MB", "nodes", "objects known", "ghosts")
    for r in rows:
        table.add_row(
            f"{r.minute:.0f}", str(r.frames), f"{r.memory_mb:.0f}", str(r.nodes), str(r.known), str(r.ghosts)
        )
    console = Console(width=110, markup=False)
    console.print(table)
    in_view, hidden = (sum(counts) / len(wrong) for counts in zip(*((w.in_view, w.hidden) for w in wrong), strict=True))
    console.print(f"ghosts after each of {len(wrong)} rounds, mean: {in_view:.1f} in plain view, {hidden:.1f} hidden")
    growth = rows[-1].memory_mb - rows[len(rows) // 3].memory_mb
    console.print(f"memory grew by {growth:.1f} MB in the last two thirds; {time.process_time() - begun:.0f} CPU s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
