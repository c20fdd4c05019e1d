# SPDX-License-Identifier: Apache-2.0
"""What the knowledge view costs, at 100 to 3,000 nodes: `python -m benchmarks.knowledge`.

Wall time, as most of the work is done by another process: to tell the store a whole graph, to tell it a change of one
node, and to answer questions. With the store in memory and in a folder on disk, and beside them RDFLib's own store in
memory with the same triples, which has no bound on time or memory.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import rdflib
from rich.console import Console
from rich.table import Table

from benchmarks.scene_graph import grown_home
from makedo_core.geometry import Pose
from makedo_core.graph.scene_graph import NodeKind, Relation, RelationType, SceneGraph
from makedo_core.ontology import Ontology, load_ontology
from makedo_core.ontology.turtle import HOUSEHOLD
from scene_graph_node.knowledge.answer import QueryLimits
from scene_graph_node.knowledge.fact import Triple
from scene_graph_node.knowledge.knowledge import KnowledgeBase
from scene_graph_node.knowledge.ledger import Ledger
from scene_graph_node.knowledge.rdf.terms import PREFIXES, triple_text

SIZES = (100, 1000, 3000)
REPEATS = 15
QUERIES = {
    "what is on a table": "SELECT ?x ?t WHERE { ?t a :table . ?x :on ?t }",
    "snacks for kids, and where": "SELECT ?x ?y WHERE { ?x a :snack ; :supported_by ?y }",
    "how many things of each kind": "SELECT ?c (COUNT(?x) AS ?n) WHERE { ?x a ?c } GROUP BY ?c",
}


def moved(graph: SceneGraph, turn: int) -> SceneGraph:
    """The same home with one thing on another asset."""
    thing = graph.of_kind(NodeKind.OBJECT)[0]
    assets = graph.of_kind(NodeKind.ASSET)
    kept = {r for r in graph.relations if r.source != thing.id}
    relations = frozenset({*kept, Relation(thing.id, RelationType.ON, assets[turn % len(assets)].id)})
    nodes = {**graph.nodes, thing.id: replace(thing, pose=Pose((float(turn), 0.0, 0.7)))}
    return SceneGraph(nodes, relations, graph.revision + turn, graph.scene, graph.stamp)


def wall_ms(run: Callable[[], object], repeats: int = REPEATS) -> float:
    """Median [ms]."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        run()
        times.append(time.perf_counter() - begun)
    return 1e3 * statistics.median(times)


def memory_of_children_mb() -> float:
    """Memory of the processes that this one has started."""
    children = [pid for path in Path("/proc/self/task").glob("*/children") for pid in path.read_text().split()]
    words = [Path(f"/proc/{pid}/status").read_text().split() for pid in children]
    return sum(int(w[w.index("VmRSS:") + 1]) for w in words) / 1024


def triples(facts: Iterable[Triple]) -> rdflib.Graph:
    """Facts as RDFLib has them."""
    return rdflib.Graph().parse(data="\n".join(triple_text(f) for f in facts), format="nt")


def ours(graph: SceneGraph, ontology: Ontology, folder: Path | None) -> dict[str, float]:
    """Figures of the store in its process."""
    with KnowledgeBase(ontology, folder=folder) as knowledge:
        knowledge.ask("ASK { ?x ?y ?z }", QueryLimits())  # started
        begun = time.perf_counter()
        knowledge.follow(graph)
        result = {"tell a whole graph": 1e3 * (time.perf_counter() - begun)}
        turns = iter(range(1, 1000))
        result["tell a change"] = wall_ms(lambda: knowledge.follow(moved(graph, next(turns))))
        result["... of which making the graph"] = wall_ms(lambda: moved(graph, next(turns)))
        for name, query in QUERIES.items():
            answer = knowledge.ask(query, QueryLimits(timeout_s=60.0))
            if not answer.outcome.ok or not answer.rows:
                raise SystemExit(f"{name}: {answer.outcome}, {len(answer.rows)} rows")
            result[name] = wall_ms(lambda q=query: knowledge.ask(q, QueryLimits(timeout_s=60.0)))  # type: ignore[misc]
        result["memory [MB]"] = memory_of_children_mb()
    return result


def rdflib_in_memory(graph: SceneGraph, ontology: Ontology) -> dict[str, float]:
    """Figures of RDFLib with the same triples in this process."""
    store, ledger = rdflib.Graph(), Ledger(ontology)
    for file in HOUSEHOLD:
        store.parse(file)

    def follow(snapshot: SceneGraph) -> None:
        delta = ledger.follow(snapshot)
        for old in triples(delta.removed):
            store.remove(old)
        for new in triples(delta.added):
            store.add(new)

    begun = time.perf_counter()
    follow(graph)
    result = {"tell a whole graph": 1e3 * (time.perf_counter() - begun)}
    turns = iter(range(1, 1000))
    result["tell a change"] = wall_ms(lambda: follow(moved(graph, next(turns))))
    for name, query in QUERIES.items():
        result[name] = wall_ms(lambda q=query: list(store.query(q, initNs=PREFIXES)), 3)  # type: ignore[misc]
    return result


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    sizes = parser.parse_args().sizes
    ontology, console = load_ontology(), Console(width=110, markup=False)
    for size in sizes:
        graph = grown_home(size)
        with tempfile.TemporaryDirectory() as folder:
            columns = {
                "in memory": ours(graph, ontology, None),
                "on disk": ours(graph, ontology, Path(folder) / "knowledge"),
                "RDFLib in memory": rdflib_in_memory(graph, ontology),
            }
        table = Table(title=f"{size} nodes, median wall ms", title_justify="left")
        table.add_column("")
        for name in columns:
            table.add_column(name, justify="right")
        for row in columns["in memory"]:
            values = [columns[c].get(row) for c in columns]
            table.add_row(row, *("" if v is None else f"{v:.1f}" for v in values))
        console.print(table)
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
