# SPDX-License-Identifier: Apache-2.0
"""Orders of looking for things, beside each other: `python -m benchmarks.looking`.

Every thing of a home is hidden in its turn and looked for by each rule, from where the robot is. "moved": half of the
things, drawn by a seed, are first brought to places where another home or chance puts them, while the graph goes on
believing the old ones. The homes are the demo's and, with MAKEDO_DATA, VirtualHome's four.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from makedo_core.files.importers.virtualhome import read_virtualhome
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, SceneGraph
from makedo_core.ontology import Ontology, load_ontology
from planner_node.seeking.chances import chances, places_to_keep
from planner_node.seeking.order import (
    Hunt,
    Order,
    best_order,
    exact,
    expected_s,
    likeliest_first,
    nearest_first,
    worthiest_first,
)
from planner_node.seeking.prospect import hunt_in
from planner_node.seeking.travel import Travel

HOME = Path(__file__).resolve().parent.parent / "scenes" / "home" / "graph.json"
START_ROOMS = {"TestScene1": "bathroom_1"}
BELIEF = 0.5
SMALL = 12  # places that are still ordered exactly here


@dataclass(frozen=True, slots=True)
class Search:
    """A thing, where it may be, and where it is.

    Attributes:
        places: in the order of the hunt's numbers.
        usual: numbers of the places where such things usually are, in the order of the graph.
    """

    graph: SceneGraph
    places: tuple[str, ...]
    hunt: Hunt
    truth: int
    usual: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search took."""

    looks: int
    way_m: float
    time_s: float


def usual_first(search: Search) -> Order:
    """Where such things usually are, as the graph lists it; then everywhere else, as the graph lists it."""
    rest = (i for i in range(len(search.places)) if i not in search.usual)
    return (*search.usual, *rest)


RULES: Mapping[str, Callable[[Search], Order]] = {
    "usual places, in the graph's order": usual_first,
    "nearest first": lambda s: nearest_first(s.hunt),
    "likeliest first": lambda s: likeliest_first(s.hunt),
    "most chance for its time": lambda s: worthiest_first(s.hunt),
    "expected to be shortest": lambda s: best_order(s.hunt),
    "straight there": lambda s: (s.truth,),
}


def effort(search: Search, order: Sequence[int]) -> Effort:
    """Looking in an order until the thing is found."""
    ways = Travel(search.graph)
    way_m = time_s = 0.0
    last, last_id = None, AGENT_ID
    for looks, number in enumerate(order, start=1):
        way_m += ways.length_m(last_id, search.places[number])
        time_s += search.hunt.step_s(last, number)
        last, last_id = number, search.places[number]
        if number == search.truth:
            return Effort(looks, way_m, time_s)
    raise AssertionError("the thing is at none of the places")


def homes(ontology: Ontology) -> Iterator[SceneGraph]:
    """The demo's home and VirtualHome's, where they are."""
    yield graph_from_json(HOME.read_text(encoding="utf-8"), str(HOME))
    folder = os.environ.get("MAKEDO_DATA")
    for file in sorted(Path(folder, "virtualhome", "example_graphs").glob("TestScene*.json")) if folder else ():
        room = START_ROOMS.get(file.name.split("_")[0], "")
        yield read_virtualhome(file, room, ontology=ontology).graph


def hidden(home: SceneGraph, ontology: Ontology) -> Iterator[Search]:
    """Each thing looked for where nobody knows of it."""
    places = places_to_keep(home, ontology)
    for node in _things(home, places):
        without = home.changed(remove=[node.id])
        yield _search(node, without, ontology, places, (), home.support(node.id) or "")


def moved(home: SceneGraph, ontology: Ontology, others: Sequence[SceneGraph], random: Random) -> Iterator[Search]:
    """Each thing looked for where half of them are no longer where the graph has them."""
    places = places_to_keep(home, ontology)
    believed = home.changed(put=[replace(n, confidence=BELIEF) for n in home.of_kind(NodeKind.OBJECT)])
    for node in _things(home, places):
        truth = home.support(node.id) or ""
        if random.random() < 0.5:
            truth = random.choice([p for p in _elsewhere(node, home, others, places, random) if p != truth])
        yield _search(node, believed, ontology, places, (believed[node.id],), truth)


def _elsewhere(
    node: Node, home: SceneGraph, others: Sequence[SceneGraph], places: Sequence[str], random: Random
) -> Sequence[str]:
    """Furniture of a class that holds such a thing in another home; by half, or where there is none, any."""
    labels = {
        other[support].label
        for other in others
        for n in other.of_kind(NodeKind.OBJECT)
        if n.label == node.label and (support := other.support(n.id)) is not None
    }
    found = [p for p in places if home[p].label in labels and p != home.support(node.id)]
    return found if found and random.random() < 0.5 else places


def _things(home: SceneGraph, places: Sequence[str]) -> list[Node]:
    return [n for n in home.of_kind(NodeKind.OBJECT) if home.support(n.id) in places]


def _search(
    node: Node,
    graph: SceneGraph,
    ontology: Ontology,
    places: Sequence[str],
    believed: Sequence[Node],
    truth: str,
) -> Search:
    shares = chances(node.label, graph, ontology, places, believed=believed)
    usual = ontology.usual_places(node.label)
    numbers = tuple(i for i, p in enumerate(places) if ontology.ancestors(graph[p].label) & usual)
    hunt = hunt_in(graph, places, [shares[p] for p in places])
    return Search(graph, tuple(places), hunt, places.index(truth), numbers)


def small(search: Search) -> float:
    """How much longer than the shortest the order is expected to be, of the likeliest few places: a ratio."""
    chosen = sorted(range(len(search.places)), key=lambda i: -search.hunt.chances[i])[:SMALL]
    places = [search.places[i] for i in chosen]
    hunt = hunt_in(search.graph, places, [search.hunt.chances[i] for i in chosen])
    return expected_s(hunt, best_order(hunt)) / expected_s(hunt, exact(hunt))


def table(searches: Sequence[Search]) -> list[str]:
    """A row for each rule."""
    rows = ["| order | looks | way m | time s |", "|---|---:|---:|---:|"]
    for name, rule in RULES.items():
        efforts = [effort(s, rule(s)) for s in searches]
        looks, way_m, time_s = (
            statistics.mean(values) for values in zip(*((e.looks, e.way_m, e.time_s) for e in efforts), strict=True)
        )
        rows.append(f"| {name} | {looks:.1f} | {way_m:.0f} | {time_s:.0f} |")
    return rows


def main() -> None:
    """Print a table for the demo's home and one for the others, things hidden and things moved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    ontology = load_ontology()
    known = tuple(homes(ontology))
    for title, group in (("the demo's home", known[:1]), ("VirtualHome", known[1:])):
        searches = {
            "hidden": [s for home in group for s in hidden(home, ontology)],
            "moved": [
                s
                for i, home in enumerate(group)
                for s in moved(home, ontology, [h for h in known if h is not home], Random(arguments.seed + i))
            ],
        }
        for name, found in searches.items():
            if not found:
                continue
            print(f"\n{title}, {name}: {len(found)} searches\n", *table(found), sep="\n")
            ratios = [small(s) for s in found[:100]]
            worst = max(ratios)
            mean = statistics.mean(ratios)
            print(f"\nof the {SMALL} likeliest places: {mean:.4f} of the shortest, {worst:.4f} at worst")


if __name__ == "__main__":
    main()
