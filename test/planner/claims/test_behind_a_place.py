# SPDX-License-Identifier: Apache-2.0
"""What is said behind a place: "one" is one of the things, and a place in a room is that in no other."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from support.small_worlds import make_world

ENGINE = Engine(load_ontology(), Settings(asks=False))
KINDS = {"mug": "mugs", "book": "books", "towel": "towels"}
COLOURS = ("red", "blue", "green", "yellow")
PLACES = {
    "on the shelf": "shelf_1",
    "to the counter": "counter_1",
    "on table 2": "table_2",
    "in the drawer": "drawer_1",
}
EXCEPT = (", but not", " except", " apart from", ", but leave", " but not")


def _moved(said: str, graph: SceneGraph) -> set[str]:
    result = ENGINE.plan(PlanningTask(said, graph))
    assert result.plan is not None, (said, result.outcome)
    assert result.account.exact, (said, result.explanation)
    return {call.arguments[0] for call in result.plan.calls if call.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize("seed", range(40))
def test_one_behind_a_place_is_one_of_the_things_and_stays(seed):
    random = Random(seed)
    kind, place = random.choice(list(KINDS)), random.choice(list(PLACES))
    looks = {f"{kind}_{i}": random.choice(COLOURS) for i in range(1, random.randint(3, 5))}
    graph = make_world(*(f"{thing} on table_1" for thing in looks))
    painted = {n: replace(graph[n], attributes=frozenset({colour})) for n, colour in looks.items()}
    graph = replace(graph, nodes={**graph.nodes, **painted})
    colour = random.choice(sorted(set(looks.values())))
    left = {thing for thing, look in looks.items() if look == colour}
    ones = "one" if len(left) == 1 else "ones"
    every = random.choice((f"every {kind}", f"all the {KINDS[kind]}", f"the {KINDS[kind]}"))
    if left == set(looks):
        return  # nothing is asked for
    said = f"Put {every} {place}{random.choice(EXCEPT)} the {colour} {ones}."
    assert _moved(said, graph) == looks.keys() - left, said


@pytest.mark.parametrize("seed", range(20))
def test_what_is_at_a_place_of_a_room_is_at_no_place_of_that_name_elsewhere(seed):
    random = Random(seed)
    things = {f"{kind}_{i}": random.choice(("table_1", "table_2")) for kind in KINDS for i in (1, 2)}
    graph = make_world(*(f"{thing} on {table}" for thing, table in things.items()))
    graph = replace(graph, nodes={k: v for k, v in graph.nodes.items() if k != "table_3"}, relations=_without(graph))
    room, table = random.choice((("kitchen", "table_1"), ("living room", "table_2")))
    what, meant = random.choice((("everything", set(KINDS)), *((f"all {KINDS[k]}", {k}) for k in KINDS)))
    there = {thing for thing, on in things.items() if on == table and thing.rsplit("_", 1)[0] in meant}
    if not there:
        return  # nothing is asked for
    said = random.choice(
        (f"Bring {what} from the {room} table to the shelf.", f"Put {what} on the table in the {room} on the shelf.")
    )
    assert _moved(said, graph) == there, said


def _without(graph: SceneGraph):
    """All relations but those of the second table of the living room."""
    return frozenset(r for r in graph.relations if "table_3" not in (r.source, r.target))
