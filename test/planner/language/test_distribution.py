# SPDX-License-Identifier: Apache-2.0
"""Several places that get their share, and names that share a noun."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.grounding.ground import ground
from planner_node.grounding.scene import Scene
from planner_node.language.interpret import interpret
from planner_node.language.refusal import Refusal
from support.small_worlds import make_world

GRAPH = make_world(
    "apple_1 on counter_1",
    "apple_2 on counter_1",
    "apple_3 on shelf_1",
    "apple_4 on shelf_1",
    "pear_1 on shelf_1",
    "fork_1 inside drawer_1",
    "fork_2 inside drawer_1",
    "fork_3 inside drawer_1",
    "spoon_1 inside drawer_1",
    "spoon_2 inside drawer_1",
    "spoon_3 inside drawer_1",
    "mug_1 on counter_1",
    "mug_2 on counter_1",
    "mug_3 on shelf_1",
    extra=[
        Node("mug_1", "mug", NodeKind.OBJECT, attributes=frozenset({"red"})),
        Node("mug_2", "mug", NodeKind.OBJECT, attributes=frozenset({"blue"})),
        Node("mug_3", "mug", NodeKind.OBJECT, attributes=frozenset({"green"})),
    ],
)


@pytest.fixture(scope="module")
def demanded(ontology):
    """(how many, of what, where) of each demand; where: the last term of each of its literals."""

    def demands(said: str, asks: bool = True):
        request = interpret(said, ontology, GRAPH)
        assert not isinstance(request, Refusal), request
        found = ground(request, Scene(GRAPH, ontology, asks=asks))
        if isinstance(found, Refusal):
            return found
        return [(d.count, d.wanted, tuple(x.terms[-1] for x in d.literals)) for d in found]

    return demands


APPLES = ("apple_1", "apple_2", "apple_3", "apple_4")
FORKS = ("fork_1", "fork_2", "fork_3")
SPOONS = ("spoon_1", "spoon_2", "spoon_3")
TABLES = ("table_1", "table_2", "table_3")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Put one apple on each table", [(1, APPLES, (t,)) for t in TABLES]),
        ("Put an apple on every table", [(1, APPLES, (t,)) for t in TABLES]),
        ("Place an apple on all of the tables", [(1, APPLES, (t,)) for t in TABLES]),
        (
            "Put one spoon and one fork on every table",
            [*((1, SPOONS, (t,)) for t in TABLES), *((1, FORKS, (t,)) for t in TABLES)],
        ),
        ("Put an apple on both living room tables", [(1, APPLES, (t,)) for t in ("table_2", "table_3")]),
        ("Put an apple on each table in the living room", [(1, APPLES, (t,)) for t in ("table_2", "table_3")]),
        ("Put an apple on table 1 and table 2", [(1, APPLES, (t,)) for t in ("table_1", "table_2")]),
        ("Put an apple on table 1, table 2 and the shelf", [(1, APPLES, (t,)) for t in (*TABLES[:2], "shelf_1")]),
        ("Put an apple on tables 1 and 3", [(1, APPLES, (t,)) for t in ("table_1", "table_3")]),
        ("Put an apple on table 1, 2 and 3", [(1, APPLES, (t,)) for t in TABLES]),
        ("Put an apple each on table 1 and table 3", [(1, APPLES, (t,)) for t in ("table_1", "table_3")]),
        ("Put a fork on table 1 and on table 2", [(1, FORKS, (t,)) for t in ("table_1", "table_2")]),
        ("Put a fork on table 1, table 2 and table 3, one each", [(1, FORKS, (t,)) for t in TABLES]),
        ("Put the apples on table 1 and table 2", [(2, APPLES, (t,)) for t in ("table_1", "table_2")]),
        ("Put all the forks on the living room tables each", [(2, FORKS, ("table_2",)), (1, FORKS, ("table_3",))]),
        ("Put two forks on each of the shelves", [(2, FORKS, ("shelf_1",))]),
        ("Put two apples on two tables", [(2, APPLES, (t,)) for t in ("table_1", "table_2")]),
    ],
)
def test_each_of_several_places_gets_its_share(demanded, said, expected):
    assert sorted(demanded(said)) == sorted(expected)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "Put the spoon and the pear on table 1 and table 2 respectively",
            [(1, SPOONS, ("table_1",)), (1, ("pear_1",), ("table_2",))],
        ),
        (
            "The spoon and the pear go on table 1 and table 2 respectively",
            [(1, SPOONS, ("table_1",)), (1, ("pear_1",), ("table_2",))],
        ),
        (
            "Put a fork, a spoon and an apple on table 1, the shelf and table 3, in that order",
            [(1, FORKS, ("table_1",)), (1, SPOONS, ("shelf_1",)), (1, APPLES, ("table_3",))],
        ),
    ],
)
def test_things_go_to_places_in_the_order_of_both(demanded, said, expected):
    assert sorted(demanded(said)) == sorted(expected)


@pytest.mark.parametrize(
    ("said", "mugs"),
    [
        ("Put the red and the blue mug on table 1", ["mug_1", "mug_2"]),
        ("Put the red and blue mugs on table 1", ["mug_1", "mug_2"]),
        ("Put a red, a blue and a green mug on table 1", ["mug_1", "mug_2", "mug_3"]),
        ("Put mugs 1 and 3 on table 1", ["mug_1", "mug_3"]),
        ("Put mug 2 and 3 on table 1", ["mug_2", "mug_3"]),
    ],
)
def test_names_that_share_a_noun(demanded, said, mugs):
    demands = demanded(said)
    assert sorted(w for _, wanted, _ in demands for w in wanted) == mugs
    assert {place for _, _, places in demands for place in places} == {"table_1"}


def test_things_of_several_rooms_that_share_a_noun(demanded):
    assert demanded("Put the apples from the kitchen and living room shelves on table 1") == [
        (2, ("apple_3", "apple_4"), ("table_1",))
    ]


@pytest.mark.parametrize(
    ("said", "cause", "candidates"),
    [
        ("Put an apple on both tables", FailureCause.AMBIGUOUS, TABLES),
        ("Put an apple on four tables", FailureCause.UNKNOWN_PLACE, TABLES),
        ("Put the pears on table 1 and table 2", FailureCause.AMBIGUOUS, ("table_1", "table_2")),
    ],
)
def test_what_cannot_be_shared_out_is_asked(demanded, said, cause, candidates):
    refusal = demanded(said)
    assert isinstance(refusal, Refusal)
    assert (refusal.cause, refusal.candidates) == (cause, candidates)


def test_another_number_of_things_than_of_places_is_asked(ontology):
    refusal = interpret("Put the pear, a fork and a spoon on table 1 and table 2 respectively", ontology, GRAPH)
    assert isinstance(refusal, Refusal)
    assert refusal.cause is FailureCause.AMBIGUOUS


def test_things_behind_a_place_are_no_further_places(demanded):
    assert demanded("Put a fork on table 1 and the pear on table 2") == [
        (1, FORKS, ("table_1",)),
        (1, ("pear_1",), ("table_2",)),
    ]
