# SPDX-License-Identifier: Apache-2.0
"""What a change of the scene graph costs on its way out, at 100 to 3,000 nodes: `python benchmarks/scene_graph.py`.

CPU time of this thread, median of many changes: one thing is put elsewhere, a drawer opens, twenty things are seen
again. Beside it what a graph in networkx would cost that is copied for every reader and written as JSON.
"""

from __future__ import annotations

import argparse
import copy
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import networkx as nx
from rclpy.serialization import serialize_message
from rich.console import Console
from rich.table import Table

from makedo_core.files.scene_json import graph_from_json
from makedo_core.geometry import Pose
from makedo_core.graph.delta import applied, difference
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, Relation, RelationType, SceneGraph, State
from makedo_core.ontology import load_ontology
from makedo_core.ports import GraphChange
from makedo_ros.conversions.graph_deltas import delta_from_ros, delta_to_ros
from makedo_ros.conversions.nouns import graph_from_ros, graph_to_ros
from scene_graph_node.ageing import AgeingSettings, Outlook
from scene_graph_node.builder import GraphBuilder
from scene_graph_node.store.store import Store

SIZES = (100, 1000, 3000)
HOME = Path(__file__).parents[1] / "scenes" / "home" / "graph.json"
SEEN_AGAIN = 20
LONG_S = 86400.0
LABELS = ("apple", "cookie_box", "mug", "book", "cola_can", "fork", "wine_bottle", "toy_block", "towel", "pen")


@dataclass(frozen=True, slots=True)
class Step:
    """Something on the way, and whether the way from a change to what others receive leads over it."""

    name: str
    run: Callable[[], Any]
    on_the_way: bool = False


def grown_home(size: int) -> SceneGraph:
    """The home's furniture, with its models, again and again; a fifth of all nodes; the rest are things on it."""
    source = graph_from_json(HOME.read_text(encoding="utf-8"))
    models = source.of_kind(NodeKind.ASSET)
    nodes = [Node("kitchen", "kitchen", NodeKind.ROOM), Node(AGENT_ID, "robot", NodeKind.AGENT, Pose())]
    for i in range(size // 5):
        model = models[i % len(models)]
        nodes.append(replace(model, id=f"{model.label}_{i}", pose=Pose((float(i % 40), float(i // 40), 0.0))))
    assets = nodes[2:]
    relations = [Relation(node.id, RelationType.IN, "kitchen") for node in nodes[1:]]
    for i in range(size - len(nodes)):
        pose = Pose((float(i % 40), float(i // 40) + 0.1, 0.7))
        thing = Node(f"{LABELS[i % 10]}_{i}", LABELS[i % 10], NodeKind.OBJECT, pose, (0.05, 0.05, 0.1), last_seen=1.0)
        nodes.append(thing)
        relations.append(Relation(thing.id, RelationType.ON, assets[i % len(assets)].id))
    return SceneGraph({n.id: n for n in nodes}, frozenset(relations), 1, "home", 1.0)


def cpu_ms(run: Callable[[], Any], repeats: int) -> float:
    """Median CPU time of this thread [ms]."""
    times = []
    for _ in range(repeats):
        start = time.thread_time()
        run()
        times.append(time.thread_time() - start)
    return 1e3 * statistics.median(times)


class Change:
    """The same graph before and after one change, in all its forms."""

    def __init__(self, size: int, folder: Path) -> None:
        self.before = grown_home(size)
        self.builder = GraphBuilder(self.before)
        drawer = next(n.id for n in self.before.of_kind(NodeKind.ASSET) if State.CLOSED in n.states)
        thing = self.before.of_kind(NodeKind.OBJECT)[0]
        table = next(n.id for n in self.before.of_kind(NodeKind.ASSET) if n.label == "table")
        on = Relation(thing.id, RelationType.ON, table)
        self._changes = [
            GraphChange(add=(on,), states=((drawer, state),), poses=((thing.id, Pose((x, 0.0, 0.7))),))
            for x, state in ((1.0, State.OPEN), (2.0, State.CLOSED))
        ]
        self._turn = 0
        self.update()
        seen = [replace(n, last_seen=2.0, confidence=0.95) for n in self.before.of_kind(NodeKind.OBJECT)[:SEEN_AGAIN]]
        changed = self.builder.graph
        put = {n.id: changed[n.id] if changed[n.id] != self.before[n.id] else n for n in seen}
        self.after = SceneGraph({**changed.nodes, **put}, changed.relations, changed.revision, "home", 2.0)
        self.delta = difference(self.before, self.after)
        self.outlook = Outlook(AgeingSettings(), load_ontology().ancestors, 0.0)
        self.outlook.of(self.before, LONG_S)
        self.store = Store(folder, "home", "")
        self.store.write(self.before)
        self.message, self.delta_message = graph_to_ros(self.after), delta_to_ros(self.delta)
        self.other = as_networkx(self.after)

    def update(self) -> None:
        """One thing goes to the table, a drawer opens or closes."""
        self._turn = 1 - self._turn
        assert self.builder.update(self._changes[self._turn]).ok

    def look(self) -> None:
        """Age a graph in which everything but the twenty things was not seen for long."""
        self._turn = 1 - self._turn
        self.outlook.of((self.before, self.after)[self._turn], LONG_S)

    def append(self) -> None:
        """Write the change, or the change back."""
        self._turn = 1 - self._turn
        self.store.write((self.before, self.after)[self._turn])

    def steps(self) -> list[Step]:
        """What is measured."""
        return [
            Step("update by the robot", self.update, on_the_way=True),
            Step("as others see it", self.look, on_the_way=True),
            Step("difference", lambda: difference(self.before, self.after), on_the_way=True),
            Step("delta message", lambda: serialize_message(delta_to_ros(self.delta)), on_the_way=True),
            Step("whole message", lambda: serialize_message(graph_to_ros(self.after)), on_the_way=True),
            Step("write to the store (in its thread)", self.append),
            Step("reading a delta", lambda: applied(self.before, delta_from_ros(self.delta_message))),
            Step("reading a whole graph", lambda: graph_from_ros(self.message)),
            Step("networkx: deep copy", lambda: copy.deepcopy(self.other)),
            Step("networkx: JSON", lambda: json.dumps(nx.node_link_data(self.other, edges="edges"))),
        ]


def as_networkx(graph: SceneGraph) -> nx.MultiDiGraph:
    """The graph as one would keep it in networkx, without the furniture's models."""
    result = nx.MultiDiGraph()
    for node in graph:
        position = list(node.pose.position) if node.pose.is_known else None
        result.add_node(
            node.id, label=node.label, kind=node.kind.name, position=position, size=list(node.size),
            confidence=node.confidence, last_seen=node.last_seen, states=sorted(node.states),
        )  # fmt: skip
    for relation in graph.relations:
        result.add_edge(relation.source, relation.target, type=relation.type.name)
    return result


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=30)
    args = parser.parse_args()
    columns: dict[int, dict[str, float]] = {}
    way: dict[int, float] = {}
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            change = Change(size, Path(folder))
            steps = change.steps()
            columns[size] = {step.name: cpu_ms(step.run, args.repeats) for step in steps}
            way[size] = sum(columns[size][step.name] for step in steps if step.on_the_way)
            change.store.close()
    table = Table(title="CPU ms, median")
    table.add_column("step")
    for size in SIZES:
        table.add_column(f"{size} nodes", justify="right")
    for name in columns[SIZES[0]]:
        table.add_row(name, *(f"{columns[size][name]:.2f}" for size in SIZES))
    table.add_section()
    table.add_row("from an update to what is published", *(f"{way[size]:.2f}" for size in SIZES))
    Console().print(table)


if __name__ == "__main__":
    main()
