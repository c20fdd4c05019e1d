# SPDX-License-Identifier: Apache-2.0
"""What keeping the scene graph costs, with 1,000 and 10,000 nodes: `python -m benchmarks.graph_store`.

Twenty things are seen again and one is put elsewhere, again and again. CPU time is that of the process, wall time has
the disk in it. The start is that of a node whose store has as many deltas as there were changes.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.scene_graph import SEEN_AGAIN, grown_home
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from scene_graph_node.store.start import start_from

SIZES = (1000, 10_000)


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a step: CPU and wall time [s]."""

    cpu_s: float
    wall_s: float

    def __str__(self) -> str:
        return f"{1e3 * self.cpu_s:.1f} / {1e3 * self.wall_s:.1f}"


def cost(run: Callable[[], Any]) -> Cost:
    """What a call costs."""
    cpu_s, wall_s = time.process_time(), time.perf_counter()
    run()
    return Cost(time.process_time() - cpu_s, time.perf_counter() - wall_s)


def changed(graph: SceneGraph, number: int) -> SceneGraph:
    """The graph after one more change."""
    things = graph.of_kind(NodeKind.OBJECT)
    seen = {n.id: replace(n, last_seen=2.0 + number) for n in things[:SEEN_AGAIN]}
    moved = things[number % len(things)]
    return graph.changed(put=[*seen.values(), replace(moved, pose=Pose((float(number), 2.0, 0.7)))])


def measured(size: int, changes: int, folder: Path) -> dict[str, str]:
    """A column of the table."""
    scene = graph = grown_home(size)
    first = start_from(graph, folder)
    store = first.store
    assert store is not None
    costs = []
    for number in range(changes):
        graph = changed(graph, number)
        costs.append(cost(lambda graph=graph: store.write(graph)))
    cpu_s, wall_s = (sorted(values) for values in ([c.cpu_s for c in costs], [c.wall_s for c in costs]))
    at_work = sum(p.stat().st_size for p in folder.iterdir())
    store.close()
    closed = sum(p.stat().st_size for p in folder.iterdir())
    again = cost(lambda: start_from(scene, folder))
    anew = cost(lambda: start_from(scene, folder / "new"))
    return {
        "a change, median [ms CPU / wall]": str(Cost(statistics.median(cpu_s), statistics.median(wall_s))),
        "a change, 95 of 100 within": str(Cost(cpu_s[int(0.95 * changes)], wall_s[int(0.95 * changes)])),
        "first start": str(anew),
        f"start after {changes} changes": str(again),
        "on the disk, at work / closed [MB]": f"{at_work / 1e6:.2f} / {closed / 1e6:.2f}",
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=400)
    args = parser.parse_args()
    columns = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            columns.append(measured(size, args.changes, Path(folder)))
    table = Table()
    for name in ("", *(f"{size:,} nodes" for size in SIZES)):
        table.add_column(name, justify="right" if name else "left")
    for row in columns[0]:
        table.add_row(row, *(column[row] for column in columns))
    Console().print(table)


if __name__ == "__main__":
    main()
