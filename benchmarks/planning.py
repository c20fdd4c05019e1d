# SPDX-License-Identifier: Apache-2.0
"""CPU time from an instruction to a validated plan (or an honest refusal): `python benchmarks/planning.py`."""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result

HOME = Path(__file__).resolve().parent.parent / "scenes" / "home" / "graph.json"
INSTRUCTIONS = (
    "Bring 4 kid snacks to table_2",
    "Bring the apple to table_2",
    "Put the book inside the fridge",
    "open the fridge",
    "turn on the lamp",
    "throw the banana away",
    "put the mug on the shelf",
    "bring an apple and an orange to table_1",
    "bring everything from table_1 to table_3",
    "move all books to the shelf",
    "bring the fork and the spoon to table_1",
    "bring the milk to table_1",
    "bring three snacks and a coffee to table_3",
    "bring 5 apples to table_1",
    "bring the white mug to table_1",
    "bring a glass to table_2",
    "bring all drinks to the fridge",
    "throw everything from table_3 away",
    "find the remote",
    "bring a screwdriver to table_2",
    "Bring the unicorn to table_2",
    "dance for me",
)


@dataclass(frozen=True, slots=True)
class Timing:
    """CPU time of one planning, repeated, and what came of it."""

    name: str
    runs_ms: tuple[float, ...]
    result: Result

    @property
    def median_ms(self) -> float:
        """Median over the runs."""
        return statistics.median(self.runs_ms)


def measure(engine: Engine, instruction: str, graph: SceneGraph, repeats: int, name: str = "") -> Timing:
    """Plan an instruction several times."""
    runs = []
    for _ in range(repeats):
        begun = time.process_time()
        result = engine.plan(PlanningTask(instruction, graph))
        runs.append((time.process_time() - begun) * 1e3)
    return Timing(name or instruction, tuple(runs), result)


def show(title: str, timings: Sequence[Timing], console: Console) -> None:
    """A table, and median and 95th percentile over its rows."""
    table = Table(title=title)
    for column in ("instruction", "outcome", "steps", "cost", "median ms"):
        table.add_column(column, justify="left" if column in ("instruction", "outcome") else "right")
    for timing in timings:
        plan = timing.result.plan
        table.add_row(
            timing.name,
            timing.result.outcome.cause.name.lower(),
            str(len(plan.calls)) if plan else "",
            f"{plan.relaxation_cost:.2f}" if plan else "",
            f"{timing.median_ms:.1f}",
        )
    console.print(table)
    every = sorted(run for timing in timings for run in timing.runs_ms)
    p95 = every[min(len(every) - 1, int(0.95 * len(every)))]
    console.print(f"median {statistics.median(every):.1f} ms, 95th percentile {p95:.1f} ms of {len(every)} runs\n")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    args = parser.parse_args()
    console = Console(width=110)
    begun = time.process_time()
    engine = Engine(load_ontology())
    console.print(f"reading the ontology: {(time.process_time() - begun) * 1e3:.0f} ms CPU, once")
    home = graph_from_json(HOME.read_text(encoding="utf-8"), str(HOME))
    show("the demo's home", [measure(engine, i, home, args.repeats) for i in INSTRUCTIONS], console)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"peak memory of this process: {peak_mb:.0f} MB")


if __name__ == "__main__":
    main()
