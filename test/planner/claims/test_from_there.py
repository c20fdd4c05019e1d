# SPDX-License-Identifier: Apache-2.0
"""What is thrown away at a place is there, one more is one that is not, and what is to be left stays: drawn scenes."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from makedo_core.graph.nodes import Relation, RelationType
from makedo_core.graph.scene_graph import Node, NodeKind, SceneGraph, State
from makedo_core.ontology import load_ontology
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from support.small_worlds import make_world

ENGINE = Engine(load_ontology(), Settings())
KINDS = ("mug", "book", "banana", "napkin", "towel")
AT = {"table_1": "on table 1", "table_2": "on table 2", "shelf_1": "on the shelf", "drawer_1": "in the drawer"}
AWAY = ("Throw away {0}.", "Get rid of {0}.", "Please discard {0}", "Dispose of {0}.", "Recycle {0}")
LEAVING = (
    "Take everything off {0} to {1} and leave only the {2} there.",
    "Move everything from {0} to {1}, leaving only the {2}.",
    "Take everything from {0} to {1} and leave just the {2} there",
    "Move everything from {0} to {1} and leave the {2} there.",
)


def with_bins(graph: SceneGraph) -> SceneGraph:
    """With a bin and one for all that may be recycled."""
    labels = ("trash_can", "recycling_bin")
    bins = [Node(f"{label}_1", label, NodeKind.ASSET, states=frozenset({State.OPEN})) for label in labels]
    return graph.changed(put=bins, add=[Relation(b.id, RelationType.IN, "kitchen") for b in bins])


def drawn(random: Random, kinds=KINDS) -> tuple[SceneGraph, dict[str, str]]:
    """A scene, and where each thing of it is."""
    where = {f"{k}_{i}": random.choice(list(AT)) for k in kinds for i in range(1, random.randint(2, 3))}
    side = {place: "inside" if text.startswith("in ") else "on" for place, text in AT.items()}
    return with_bins(make_world(*(f"{thing} {side[place]} {place}" for thing, place in where.items()))), where


def ends(said: str, graph: SceneGraph) -> dict[str, str]:
    """Where each thing is put; only of a plan, which has to be called exact."""
    result = ENGINE.plan(PlanningTask(said, graph))
    assert result.plan is not None, (said, result.outcome)
    assert result.account.exact, (said, result.explanation)
    calls = (c for c in result.plan.calls if c.skill in ("put_on", "put_inside"))
    return {c.arguments[0]: c.arguments[1] for c in calls}


@pytest.mark.parametrize("seed", range(40))
def test_what_is_thrown_away_at_a_place_is_what_is_there(seed):
    random = Random(seed)
    graph, where = drawn(random)
    place = random.choice(sorted(set(where.values())))
    there = {thing for thing, at in where.items() if at == place}
    kind = random.choice(sorted({thing.rsplit("_", 1)[0] for thing in there}))
    meant = {thing for thing in there if thing.startswith(kind)}
    what, taken = random.choice(((f"everything {AT[place]}", there), (f"all {kind}s {AT[place]}", meant)))
    said = random.choice(AWAY).format(what)
    result = ENGINE.plan(PlanningTask(said, graph))
    if result.plan is None:
        return  # which bin is for it: a question
    put = {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}
    assert put.keys() <= there, said
    assert set(put.values()) <= {"trash_can_1", "recycling_bin_1"}, said
    assert put.keys() == taken or not result.account.exact, said


@pytest.mark.parametrize("seed", range(30))
def test_one_more_is_one_that_is_not_there(seed):
    random = Random(seed)
    places = [random.choice(("table_1", "table_2")) for _ in range(random.randint(2, 4))]
    graph = make_world(*(f"mug_{i} on {place}" for i, place in enumerate(places, 1)))
    if len(set(places)) == 1:
        return
    others = {f"mug_{i}" for i, place in enumerate(places, 1) if place == "table_2"}
    word = random.choice(("another", "the other")) if len(others) == 1 else "another"
    put = ends(f"Put {word} mug on table 1.", graph)
    assert len(put) == 1 and put.keys() <= others and set(put.values()) == {"table_1"}


@pytest.mark.parametrize("seed", range(30))
def test_what_is_to_be_left_there_stays(seed):
    random = Random(seed)
    kinds = random.sample(KINDS, 3)
    graph = make_world(*(f"{kind}_1 on table_1" for kind in kinds))
    said = random.choice(LEAVING).format("table 1", random.choice(("table 2", "the shelf")), kinds[0])
    assert ends(said, graph).keys() == {f"{kind}_1" for kind in kinds[1:]}, said


@pytest.mark.parametrize(
    ("thing", "look", "said", "asked"),
    [
        ("newspaper", "old", "the rubbish", True),
        ("newspaper", "", "the waste", True),
        ("banana", "rotten", "the garbage", False),
        ("pizza_box", "", "the trash", True),
    ],
)
def test_what_may_be_waste_is_asked_and_what_looks_like_it_is_taken(thing, look, said, asked):
    graph = with_bins(make_world(f"{thing}_1 on table_1", "banana_peel_1 on table_1"))
    looks = frozenset({look}) if look else frozenset()
    graph = graph.changed(put=[replace(graph[f"{thing}_1"], attributes=looks)])
    result = ENGINE.plan(PlanningTask(f"Throw away {said}.", graph))
    assert (result.plan is None and result.candidates == (f"{thing}_1",)) is asked
    alone = ENGINE.plan(PlanningTask(f"Throw away {said}.", graph, asks=False))
    assert alone.plan is not None and alone.account.exact is not asked


@pytest.mark.parametrize(
    ("said", "unused"),
    [
        ("Stack the books on table 2", {"stack"}),
        ("Put the books upright on table 2", {"upright"}),
        ("Put the books on table 2, the red one first", set()),
        ("First put the books on table 2", set()),
        ("Put exactly two books on table 2", set()),
        ("Put a minimum of two books on table 2", set()),
        ("Put books 1 and 2 on table 2", set()),
        ("Put the mug and the lid on table 2, both of them", set()),
        ("Gimme the mug", set()),
        ("Put the other book on table 2", {"other"}),
    ],
)
def test_what_no_use_was_made_of_is_told_and_nothing_else(said, unused):
    graph = make_world("book_1 on table_1", "book_2 on table_1", "mug_1 on table_1", "lid_1 on table_1")
    graph = graph.changed(put=[replace(graph["book_1"], attributes=frozenset({"red"}))])
    result = ENGINE.plan(PlanningTask(said, graph))
    told = {claim.subject for claim in result.account.claims if claim.kind.name == "UNUSED"}
    assert result.plan is None or told == unused
