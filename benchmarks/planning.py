# SPDX-License-Identifier: Apache-2.0
"""CPU time from an instruction to a validated plan (or an honest refusal): `python benchmarks/planning.py`.

One table over instructions in the demo's home, and one over homes of growing size.
"""

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

from makedo_core.geometry import Pose
from makedo_core.ontology import load_ontology
from makedo_core.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.scene_json import graph_from_json
from planner_node.engine import Engine, Result, Task

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
LABELS = ("apple", "cookie_box", "mug", "book", "cola_can", "fork", "wine_bottle", "toy_block", "towel", "pen")


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
        result = engine.plan(Task(instruction, graph))
        runs.append((time.process_time() - begun) * 1e3)
    return Timing(name or instruction, tuple(runs), result)


def grown_home(size: int) -> SceneGraph:
    """A home of `size` nodes: a quarter furniture, the rest things of ten classes spread over it."""
    rooms = [Node(f"room_{i}", "office", NodeKind.ROOM) for i in range(max(1, size // 100))]
    nodes = [*rooms, Node("robot", "robot", NodeKind.AGENT, Pose.planar(0.0, 0.0))]
    relations = [Relation("robot", RelationType.IN, "room_0")]
    assets = []
    for i in range(size // 4):
        label = ("table", "shelf", "counter", "drawer")[i % 4]
        states = frozenset({State.CLOSED}) if label == "drawer" else frozenset()
        pose = Pose.planar(float(i % 40), float(i // 40))
        assets.append(Node(f"{label}_{i}", label, NodeKind.ASSET, pose, states=states))
        relations.append(Relation(assets[-1].id, RelationType.IN, rooms[i % len(rooms)].id))
    nodes.extend(assets)
    for i in range(size - len(nodes)):
        thing = Node(f"{LABELS[i % 10]}_{i}", LABELS[i % 10], NodeKind.OBJECT, size=(0.05, 0.05, 0.1))
        nodes.append(thing)
        asset = assets[(i * 7) % len(assets)]
        how = RelationType.INSIDE if asset.label == "drawer" else RelationType.ON
        relations.append(Relation(thing.id, how, asset.id))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations))


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
    parser.add_argument("--largest", type=int, default=3000, help="nodes of the largest home")
    args = parser.parse_args()
    console = Console(width=110)
    begun = time.process_time()
    engine = Engine(load_ontology())
    console.print(f"reading the ontology: {(time.process_time() - begun) * 1e3:.0f} ms CPU, once")
    home = graph_from_json(HOME.read_text(encoding="utf-8"), str(HOME))
    show("the demo's home", [measure(engine, i, home, args.repeats) for i in INSTRUCTIONS], console)
    grown = []
    for size in (n for n in (20, 100, 300, 1000, 3000) if n <= args.largest):
        graph = grown_home(size)
        target = next(n.id for n in graph.of_kind(NodeKind.ASSET) if n.label == "table")
        for count in (1, 3, 10):
            instruction = f"bring {count} books to {target}"
            grown.append(measure(engine, instruction, graph, args.repeats, f"{size} nodes: {instruction}"))
    show("homes of growing size", grown, console)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(f"peak memory of this process: {peak_mb:.0f} MB")


if __name__ == "__main__":
    main()
