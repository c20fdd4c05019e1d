# SPDX-License-Identifier: Apache-2.0
"""Instructions in homes where half of the things were moved after the graph was made: `python -m benchmarks.dynamic`.

Vision is perfect; plans are checked against a hidden true graph. In the demo's home every thing is brought to a table;
in VirtualHome's apartments, with MAKEDO_DATA, the tasks are of the three categories of LookPlanGraph's experiments.
"knows all" plans with the true graph and looks nowhere.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from makedo_core.importers.virtualhome import read_virtualhome
from makedo_core.ontology import Ontology, load_ontology
from makedo_core.scene_graph import SceneGraph
from makedo_core.scene_json import graph_from_json
from makedo_eval.dynamic.episode import carry_out
from makedo_eval.dynamic.moves import moved_home
from makedo_eval.dynamic.tasks import DynamicTask, bring_tasks, household_tasks
from makedo_eval.dynamic.world import HiddenWorld
from planner_node.engine import Engine
from planner_node.strategies.parts import Parts
from planner_node.strategies.registry import make_strategy
from planner_node.task import Settings

HOME = Path(__file__).resolve().parent.parent / "scenes" / "home" / "graph.json"
KNOWS_ALL = "knows all"
STRATEGIES = (
    "relaxation",
    "memory_graph:order=nearest",
    "memory_graph:order=likeliest",
    "memory_graph",
    KNOWS_ALL,
)


@dataclass(frozen=True, slots=True)
class Case:
    """A task in a home of which half was moved."""

    task: DynamicTask
    home: SceneGraph
    seed: int

    def world(self, ontology: Ontology) -> HiddenWorld:
        """The home anew."""
        return moved_home(self.home, ontology, Random(self.seed))


@dataclass(frozen=True, slots=True)
class Run:
    """What a strategy made of a case."""

    success: bool
    precision: float
    looks: int
    way_m: float
    calls: int
    changed: bool


def demo_cases(seeds: Sequence[int]) -> Iterator[Case]:
    """Every thing of the demo's home to a table."""
    home = graph_from_json(HOME.read_text(encoding="utf-8"), str(HOME))
    for seed in seeds:
        yield from (Case(task, home, seed) for task in bring_tasks(home, ("table_2", "table_1")))


def apartment_cases(seeds: Sequence[int], ontology: Ontology, folder: str, each: int = 5) -> Iterator[Case]:
    """The paper's categories in VirtualHome's apartments."""
    for file in sorted(Path(folder, "virtualhome", "example_graphs").glob("TestScene*.json")):
        room = "bathroom_1" if file.name.startswith("TestScene1") else ""  # nobody is in that one
        home = read_virtualhome(file, room, ontology=ontology).graph
        for seed in seeds:
            yield from (Case(t, home, seed) for t in household_tasks(home, ontology, Random(seed), each))


def run(case: Case, name: str, engine: Engine, ontology: Ontology) -> Run:
    """A case by one strategy."""
    world = case.world(ontology)
    if name == KNOWS_ALL:
        world = HiddenWorld(world.truth, world.truth)
    strategy = make_strategy("relaxation" if name == KNOWS_ALL else name, Parts(engine))
    episode = carry_out(case.task.instruction, world, strategy)
    precision = case.task.precision(world.truth)
    success = case.task.success(world.truth)
    return Run(success, precision, episode.looks, episode.way_m, len(episode.calls), episode.changed)


def table(runs: dict[str, list[Run]]) -> list[str]:
    """A row for each strategy."""
    rows = ["| strategy | tasks | SR | APP | looks | way m | calls |", "|---|---:|---:|---:|---:|---:|---:|"]
    for name, found in runs.items():
        sr, app = (statistics.mean(values) for values in zip(*((r.success, r.precision) for r in found), strict=True))
        looks, way_m, calls = (
            statistics.mean(values) for values in zip(*((r.looks, r.way_m, r.calls) for r in found), strict=True)
        )
        rows.append(f"| {name} | {len(found)} | {sr:.3f} | {app:.3f} | {looks:.1f} | {way_m:.0f} | {calls:.1f} |")
    return rows


def main() -> None:
    """Print a table for the demo's home and one for VirtualHome."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    arguments = parser.parse_args()
    ontology = load_ontology()
    engine = Engine(ontology, replace(Settings(), asks=False))
    groups = {"the demo's home": list(demo_cases(arguments.seeds))}
    if folder := os.environ.get("MAKEDO_DATA"):
        groups["VirtualHome"] = list(apartment_cases(arguments.seeds, ontology, folder))
    for title, cases in groups.items():
        cases = [c for c in cases if not c.task.success(c.world(ontology).truth)]
        runs = {name: [run(case, name, engine, ontology) for case in cases] for name in STRATEGIES}
        print(f"\n{title}\n", *table(runs), sep="\n", flush=True)
        for case, found in zip(cases, runs["memory_graph"], strict=True):
            if not found.success:
                print(f"failed: {case.task.instruction!r}, seed {case.seed}, goal changed: {found.changed}")


if __name__ == "__main__":
    main()
