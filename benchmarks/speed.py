# SPDX-License-Identifier: Apache-2.0
"""What planning and the scene graph take, beside what is demanded: `python -m benchmarks.speed [BEFORE ...]`.

CPU time of one process, never wall time. With other checkouts (BEFORE), each is measured in turn with this one, so that
whatever else the machine does slows all alike. ContextMatters' tasks are passed over where they are not (MAKEDO_DATA).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.scale import LABELS, grown_home
from benchmarks.scene_graph import Change, cpu_ms
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.ontology import load_ontology
from makedo_core.ontology.words import plural
from makedo_eval.contextmatters.dataset import data_folder, load_tasks
from makedo_ros.memory import SETTLED
from planner_node.engine import Engine
from planner_node.pddl.reading.reader import read_domain
from planner_node.task import PlanningTask

HERE = Path(__file__).resolve().parents[1]
LIMIT_S = 600.0  # of wall time, so that a busy machine ends nothing
_ALL_TASKS = "ContextMatters: words to validated plan"


@dataclass(frozen=True, slots=True)
class Demand:
    """What is measured, and how long it may take [ms]: the median, and the 95th percentile (0: not demanded)."""

    name: str
    median_ms: float
    p95_ms: float = 0.0


DEMANDS = (
    Demand(_ALL_TASKS, 15.0, 80.0),
    Demand("10,000 nodes, 20 things by their ids", 200.0),
    Demand("30,000 nodes, 20 things by their ids", 500.0),
    Demand("10,000 nodes, two each of ten kinds", 200.0),
    Demand("10,000 nodes, one thing moved, the same goal again", 20.0),
    Demand("10,000 nodes, from a change to the delta that is sent", 20.0),
    Demand("10,000 nodes, reading that delta", 20.0),
)


def things_by_id(graph: SceneGraph) -> str:
    """Two things of each of ten kinds to one table, by their ids."""
    target = next(n.id for n in graph.of_kind(NodeKind.ASSET) if n.label == "table")
    things = [[n.id for n in graph.of_kind(NodeKind.OBJECT) if n.label == label][:2] for label in LABELS]
    return f"bring {' and '.join(i for some in things for i in some)} to {target}"


def things_by_kind(graph: SceneGraph) -> str:
    """Two things of each of ten kinds to one table, whichever."""
    target = next(n.id for n in graph.of_kind(NodeKind.ASSET) if n.label == "table")
    return f"bring {' and '.join('two ' + plural(label.replace('_', ' ')) for label in LABELS)} to {target}"


def planning_ms(engine: Engine, size: int, said: Callable[[SceneGraph], str], repeats: int) -> list[float]:
    """CPU times of planning in a home of a size [ms]; in each the graph is one that nobody has asked about yet."""
    times = []
    for _ in range(repeats):
        graph = grown_home(size)
        task = PlanningTask(said(graph), grown_home(size), time_limit_s=LIMIT_S)
        begun = time.process_time()
        result = engine.plan(task)
        times.append(1e3 * (time.process_time() - begun))
        assert result.plan is not None, result.explanation
    return times


def again_ms(engine: Engine, size: int, repeats: int) -> list[float]:
    """The same after a plan, in a graph in which another thing stands elsewhere, with the goal that is pursued [ms]."""
    graph = grown_home(size)
    said = things_by_id(graph)
    plan = engine.plan(PlanningTask(said, graph, time_limit_s=LIMIT_S)).plan
    assert plan is not None
    *_, moved = graph.of_kind(NodeKind.OBJECT)
    tables = [n.id for n in graph.of_kind(NodeKind.ASSET) if n.label == "table"]
    times = []
    for number in range(repeats):
        placement = graph.placement(moved.id)
        assert placement is not None
        graph = graph.with_placement(replace(placement, target=tables[1 + number % (len(tables) - 1)]))
        task = PlanningTask(said, graph, goal=goal_to_json(plan.goal), time_limit_s=LIMIT_S)
        begun = time.process_time()
        assert engine.plan(task).plan is not None
        times.append(1e3 * (time.process_time() - begun))
    return times


def public_tasks_ms(engine: Engine) -> list[float]:
    """CPU times of planning each of ContextMatters' tasks once [ms]; empty if they are not there."""
    if not data_folder().is_dir():
        return []
    tasks = load_tasks(data_folder())
    domains = {
        path: read_domain(path.read_text(encoding="utf-8"), tolerant=True, source=path.name).value
        for path in {task.domain_path for task in tasks}
    }
    engine.plan(PlanningTask(tasks[0].instruction, tasks[0].graph(), domain=domains[tasks[0].domain_path], asks=False))
    times = []
    for task in tasks:
        planned = PlanningTask(task.instruction, task.graph(), domain=domains[task.domain_path], asks=False)
        begun = time.process_time()
        engine.plan(planned)
        times.append(1e3 * (time.process_time() - begun))
    return times


def graph_ms(size: int, repeats: int) -> tuple[list[float], list[float]]:
    """CPU times from a change to the delta that is sent, and of reading that delta [ms], medians."""
    with tempfile.TemporaryDirectory() as folder:
        change = Change(size, Path(folder))
        steps = {step.name: step for step in change.steps()}
        way = [s for s in steps.values() if s.on_the_way and s.name != "whole message"]
        sent = sum(cpu_ms(step.run, repeats) for step in way)
        read = cpu_ms(steps["reading a delta"].run, repeats)
        change.store.close()
    return [sent], [read]


def measured(repeats: int) -> Iterator[list[float]]:
    """The times of each demand [ms], in their order."""
    engine = Engine(load_ontology())
    engine.plan(PlanningTask(things_by_id(grown_home(100)), grown_home(100)))  # reads the words, once
    SETTLED.begin()  # as the planner's node does
    yield public_tasks_ms(engine)
    yield planning_ms(engine, 10_000, things_by_id, repeats)
    yield planning_ms(engine, 30_000, things_by_id, repeats)
    yield planning_ms(engine, 10_000, things_by_kind, repeats)
    yield again_ms(engine, 10_000, repeats)
    yield from graph_ms(10_000, 3 * repeats)


def of_checkout(checkout: Path, repeats: int) -> list[list[float]]:
    """The same with the code of a checkout, in a process of its own."""
    command = [sys.executable, str(Path(__file__).resolve()), "--once", "--repeats", str(repeats)]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run(command, cwd=checkout, env=environment, stdout=subprocess.PIPE, check=True)
    times: list[list[float]] = json.loads(done.stdout)
    return times


def told(times: Sequence[float], demand: Demand) -> str:
    """Median, and 95th percentile where one is demanded [ms]."""
    if not times:
        return ""
    p95 = sorted(times)[int(0.95 * len(times))]
    return f"{statistics.median(times):.0f}" + (f", {p95:.0f}" if demand.p95_ms else "")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path, nargs="*", help="other checkouts")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--once", action="store_true", help="this checkout alone, as JSON")
    args = parser.parse_args()
    if args.once:
        sys.stdout.write(json.dumps(list(measured(args.repeats))))
        return
    checkouts = [*(folder.resolve() for folder in args.before), HERE]
    rounds = [[of_checkout(checkout, args.repeats) for checkout in checkouts] for _ in range(args.rounds)]
    table = Table(title="CPU ms: median, 95th percentile")
    for name in ("", *(folder.name for folder in checkouts[:-1]), "now", "demanded"):
        table.add_column(name, justify="right" if name else "left")
    for number, demand in enumerate(DEMANDS):
        times = [[t for run in rounds for t in run[which][number]] for which in range(len(checkouts))]
        most = f"{demand.median_ms:.0f}" + (f", {demand.p95_ms:.0f}" if demand.p95_ms else "")
        table.add_row(demand.name, *(told(some, demand) for some in times), most)
    Console(width=118).print(table)


if __name__ == "__main__":
    main()
