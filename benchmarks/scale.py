# SPDX-License-Identifier: Apache-2.0
"""How planning grows with the home: 20 to 3,000 nodes, 1 to 10 goals, solvable and not: `python benchmarks/scale.py`.

From the instruction to the validated plan, beside Fast Downward (where it is installed) on the same goals: once on the
pruned problem that Makedo makes, once on the whole home.
"""

from __future__ import annotations

import argparse
import statistics
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from makedo_core.geometry import Pose
from makedo_core.goals.goal import Goal, literals
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.known_failure import KnownFailure
from makedo_core.ontology import load_ontology
from planner_node.engine import Engine
from planner_node.engines.external.fast_downward import FastDownward, find_installation
from planner_node.engines.outcome import EngineResult
from planner_node.grounding.scene import Scene
from planner_node.pddl.skill_domain import catalogue_task
from planner_node.proof.backend import Manner
from planner_node.proof.prune import relevant
from planner_node.proof.search import SearchLimits
from planner_node.relaxation.options import Reachability
from planner_node.task import PlanningTask, Result

LABELS = ("apple", "cookie_box", "mug", "book", "cola_can", "fork", "wine_bottle", "toy_block", "towel", "pen")
SIZES = (20, 100, 300, 1000, 3000)
COUNTS = (1, 3, 5, 10)


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


def instruction(graph: SceneGraph, count: int) -> str:
    """So many different goals: things of as many classes, to one table."""
    target = next(n.id for n in graph.of_kind(NodeKind.ASSET) if n.label == "table")
    things = [next((n.id for n in graph.of_kind(NodeKind.OBJECT) if n.label == label), "") for label in LABELS]
    return f"bring {' and '.join(t for t in things[:count] if t)} to {target}"


def out_of_reach(graph: SceneGraph, count: int) -> tuple[KnownFailure, ...]:
    """Every second thing of the instruction cannot be reached."""
    named = instruction(graph, count).split()
    return tuple(KnownFailure.parse(f"unreachable {w}") for w in named[1::4] if w in graph)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    size: int
    count: int
    solvable: bool
    makedo_ms: float
    result: Result
    naming_ms: float | None
    others: tuple[EngineResult, ...]


def median_ms(work: Callable[[], object], repeats: int) -> tuple[float, object]:
    """Median CPU time of some runs [ms], and what the last one returned."""
    runs = []
    answer: object = None
    for _ in range(repeats):
        begun = time.process_time()
        answer = work()
        runs.append((time.process_time() - begun) * 1e3)
    return statistics.median(runs), answer


def naming_ms(graph: SceneGraph, failures: tuple[KnownFailure, ...], goal: Goal, repeats: int) -> float:
    """CPU time to find and name the hopeless conjuncts of a pruned problem [ms]."""
    scene = Scene(graph, load_ontology(), failures)
    wanted = tuple(literals(goal))

    def name() -> list[str]:
        reach = Reachability(scene.backend, wanted, Manner())
        return [reach.why(x) for x in wanted if x not in reach]

    return median_ms(name, repeats)[0]


def measure(engine: Engine, graph: SceneGraph, size: int, count: int, solvable: bool, args: argparse.Namespace) -> Row:
    """Plan with Makedo, then ask Fast Downward for the same."""
    failures = () if solvable else out_of_reach(graph, count)
    task = PlanningTask(instruction(graph, count), graph, failures)
    own_ms, result = median_ms(lambda: engine.plan(task), args.repeats)
    assert isinstance(result, Result)
    others: list[EngineResult] = []
    found = find_installation() if args.fast_downward else None
    if found is not None and result.plan is not None and solvable:
        part = relevant(graph, tuple(literals(result.plan.goal)))
        for only in ((*part.objects, *part.assets), None):
            if only is None and size > args.largest_whole:
                continue
            problem = catalogue_task(graph, result.plan.goal, failures, only=only)
            limits = SearchLimits(time.monotonic() + args.limit)
            others.append(FastDownward(found).solve(problem, limits))
    named = None
    if not solvable and result.asked is not None:
        named = naming_ms(graph, failures, result.asked, args.repeats)
    return Row(size, count, solvable, own_ms, result, named, tuple(others))


def _told(result: EngineResult) -> str:
    return f"{result.cpu_s * 1e3:.0f}" if result.status.name == "PLAN" else result.status.name.lower()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--largest", type=int, default=3000, help="nodes of the largest home")
    parser.add_argument("--largest-whole", type=int, default=300, help="largest home that is asked whole")
    parser.add_argument("--limit", type=float, default=30.0, help="wall time of one Fast Downward run [s]")
    parser.add_argument("--no-fast-downward", dest="fast_downward", action="store_false")
    args = parser.parse_args()
    console = Console(width=118)
    engine = Engine(load_ontology())
    table = Table(title="CPU ms, medians")
    columns = ("nodes", "goals", "possible", "steps", "cost", "Makedo", "naming", "FD, pruned", "FD, whole", "peak MB")
    for column in columns:
        table.add_column(column, justify="right")
    for size in (n for n in SIZES if n <= args.largest):
        graph = grown_home(size)
        for count in COUNTS:
            for solvable in (True, False):
                row = measure(engine, graph, size, count, solvable, args)
                tracemalloc.start()
                engine.plan(PlanningTask(instruction(graph, count), graph))
                peak_mb = tracemalloc.get_traced_memory()[1] / 1e6
                tracemalloc.stop()
                plan = row.result.plan
                told = [_told(r) for r in row.others] + ["", ""]
                table.add_row(
                    str(size),
                    str(count),
                    "all" if solvable else "part",
                    str(len(plan.calls)) if plan else row.result.outcome.cause.name.lower(),
                    f"{plan.relaxation_cost:.1f}" if plan else "",
                    f"{row.makedo_ms:.1f}",
                    "" if row.naming_ms is None else f"{row.naming_ms:.1f}",
                    told[0],
                    told[1],
                    f"{peak_mb:.1f}",
                )
    console.print(table)
    if find_installation() is None:
        console.print("Fast Downward was not compared: it is not installed (docs/engines.md).")


if __name__ == "__main__":
    main()
