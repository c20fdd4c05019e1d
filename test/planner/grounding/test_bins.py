# SPDX-License-Identifier: Apache-2.0
"""What is thrown away goes into the bin for its kind, and nothing that stays where it is goes along."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind, Relation, RelationType, SceneGraph, State
from planner_node.language.refusal import Refusal
from planner_node.task import PlanningTask

KINDS = ("paper_bin_1", "glass_bin_1", "organic_bin_1", "bin_1")
THINGS = ("newspaper_1", "glass_bottle_1", "banana_peel_1", "tin_can_1", "empty_can_1", "apple_core_1")


@pytest.fixture
def demands(world, engine):
    """What an instruction demands of a kitchen with some bins: which things go where; nothing but things left out."""

    def of(text: str, *bins: str, things: tuple[str, ...] = THINGS, asks: bool = True, marked: str = ""):
        graph = kitchen(world, bins, things, marked)
        found = engine.understand(PlanningTask(text, graph, asks=asks))
        return found if isinstance(found, Refusal) else found[1]

    return of


def kitchen(world, bins: tuple[str, ...], things: tuple[str, ...], marked: str) -> SceneGraph:
    opened = frozenset({State.OPEN})
    extra = [
        Node(
            b,
            b[:-2],
            NodeKind.ASSET,
            states=opened,
            attributes=frozenset({marked}) if b == "bin_1" and marked else frozenset(),
        )
        for b in bins
    ]
    graph = world(*(f"{t} on table_1" for t in things), extra=extra)
    relations = graph.relations | {Relation(b, RelationType.IN, "kitchen") for b in bins}
    return SceneGraph(graph.nodes, relations, revision=1, scene="kitchen")


def goes(demands) -> dict[str, set[str]]:
    """The places that each thing may go to; of what is left out, none."""
    return {w: {x.terms[-1] for x in d.literals} if not d.doubt else set() for d in demands for w in d.wanted}


@pytest.mark.parametrize(
    "text",
    [
        "sort the waste into the bins", "throw away the waste", "put the waste in the bins", "sort the rubbish",
        "throw all the waste into the right bins", "get rid of the waste", "bin the rubbish", "dispose of the waste",
        "sort the trash into the bins", "discard all the waste",
    ],
)  # fmt: skip
def test_each_thing_goes_into_the_bin_for_its_kind(demands, text):
    assert goes(demands(text, *KINDS, asks=False)) == {
        "banana_peel_1": {"organic_bin_1"},
        "apple_core_1": {"organic_bin_1"},
        "tin_can_1": {"bin_1"},
        "empty_can_1": {"bin_1"},
    }


def test_a_kind_without_a_bin_is_a_question(demands):
    refusal = demands("throw away the tin can and the newspaper", "paper_bin_1", "organic_bin_1")
    assert refusal.cause is FailureCause.AMBIGUOUS
    assert set(refusal.candidates) == {"paper_bin_1", "organic_bin_1"}


def test_with_nobody_to_ask_it_is_left_out(demands):
    found = demands("throw away the tin can and the newspaper", *KINDS[::2], things=THINGS[:4], asks=False)
    assert goes(found) == {"newspaper_1": {"paper_bin_1"}, "tin_can_1": set()}


def test_a_bin_is_known_by_its_attribute(demands):
    found = demands("throw away the newspaper", "bin_1", "bin_2", marked="paper")
    assert goes(found) == {"newspaper_1": {"bin_1"}}


def test_one_bin_takes_all(demands):
    assert goes(demands("throw away the tin can and the newspaper", "bin_1", things=THINGS[:4])) == {
        "tin_can_1": {"bin_1"},
        "newspaper_1": {"bin_1"},
    }


def test_so_many_of_a_kind_are_thrown_away(demands):
    (found,) = demands("throw away two newspapers", *KINDS, things=("newspaper_1", "newspaper_2", "newspaper_3"))
    assert (found.count, goes([found])["newspaper_3"]) == (2, {"paper_bin_1"})


def test_no_group_takes_furniture_along(world, engine):
    graph = world("toaster_1 on counter_1", "fridge_2 on table_1", "oven_1 on table_1")
    _, demands = engine.understand(PlanningTask("move everything from the kitchen to table_2", graph))
    assert {w for d in demands for w in d.wanted} == {"toaster_1"}
