# SPDX-License-Identifier: Apache-2.0
"""What is the same, some of it, or another, by what the plan moves where; and what is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.account import ClaimReason
from makedo_core.failure import FailureCause
from planner_node.claims.identity import spoken_of
from planner_node.claims.wording.tokens import tokens


@pytest.fixture(scope="module")
def home(world):
    """Three mugs, of which one is red and one blue, a book, an apple and a pear."""
    graph = world(
        *(f"mug_{i} on table_1" for i in (1, 2, 3)), "book_1 on counter_1", "apple_1 on table_1", "pear_1 on table_1"
    )
    looks = {"mug_1": "red", "mug_2": "blue"}
    painted = {n: replace(graph[n], attributes=frozenset({colour})) for n, colour in looks.items()}
    return replace(graph, nodes={**graph.nodes, **painted})


@pytest.fixture
def moved(plan, home):
    """Where a sentence moves what, one after the other."""

    def puts(said: str) -> list[tuple[str, str]]:
        result = plan(said, home)
        assert result.plan is not None, str(result.outcome)
        assert not result.plan.relaxations
        return [c.arguments for c in result.plan.calls if c.skill in ("put_on", "put_inside")]

    return puts


@pytest.mark.parametrize(
    "said",
    [
        "put the red mug on the shelf. put the mug on table 2",
        "take the red mug to the shelf, then bring that mug to table 2",
        "put the red mug on the shelf and put it on table 2 afterwards",
        "the red mug goes on the shelf. then it goes on table 2",
        "put mug 1 on the shelf. then put this one on table 2",
    ],
)
def test_the_same_thing_goes_on(moved, said):
    assert moved(said) == [("mug_1", "shelf_1"), ("mug_1", "table_2")]


@pytest.mark.parametrize(
    "said",
    [
        "put the red mug on the shelf and the blue one on table 2. then put the two mugs on the counter",
        "put the red mug on the shelf and the blue one on table 2. then put them on the counter",
        "put the red mug on the shelf and the blue one on table 2. then put both on the counter",
        "put the red mug on the shelf and the blue one on table 2. then put those things on the counter",
    ],
)
def test_what_was_put_apart_is_spoken_of_together(moved, said):
    assert sorted(moved(said)[2:]) == [("mug_1", "counter_1"), ("mug_2", "counter_1")]


@pytest.mark.parametrize(
    ("said", "where"),
    [
        (
            "put one mug on the shelf, one on table 2 and the last one on the counter",
            ["shelf_1", "table_2", "counter_1"],
        ),
        ("put a mug on the shelf, then another on table 2", ["shelf_1", "table_2"]),
        ("put a mug on the shelf, then a mug on table 2", ["shelf_1", "table_2"]),
        ("put two mugs on the shelf and the third on table 2", ["shelf_1", "shelf_1", "table_2"]),
        ("put a mug on the shelf. make that three", ["shelf_1"] * 3),
        ("put one mug on the shelf. put two more there", ["shelf_1"] * 3),
    ],
)
def test_others_are_others(moved, said, where):
    puts = moved(said)
    assert sorted(place for _, place in puts) == sorted(where)
    assert len({thing for thing, _ in puts}) == len(where)


@pytest.mark.parametrize(
    ("said", "among"),
    [
        (
            "put the red mug on the shelf and the blue mug on table 2. then put the mug on the counter",
            {"mug_1", "mug_2"},
        ),
        ("put the apple and the pear on the shelf. then put it on table 2", {"apple_1", "pear_1"}),
    ],
)
def test_which_of_several_is_asked(plan, home, said, among):
    result = plan(said, home)
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert set(result.candidates) == among


def test_more_things_than_were_spoken_of_are_not_exact(plan, home):
    result = plan("put the mug on the shelf and the mug on table 2", home)
    assert result.plan is not None
    assert ClaimReason.ANOTHER in {claim.reason for claim in result.account.claims}


@pytest.mark.parametrize(
    ("said", "count", "again"),
    [
        ("put a mug on the shelf. put the mug on the table", 1, True),
        ("put a mug on the shelf and another mug on the table", 2, False),
        ("put the red mug on the shelf and the blue mug on the table", 2, False),
        ("put two mugs on the shelf. then put those two mugs on the table", 2, True),
        ("put mug 1 and mug 2 on the shelf", 2, False),
    ],
)
def test_words_say_how_many_things_of_a_kind_there_are(said, count, again):
    spoken = spoken_of(tokens(said), frozenset({"mug"}))
    assert (spoken.count, bool(spoken.again), spoken.is_open) == (count, again, False)


@pytest.mark.parametrize(
    "said",
    [
        "put the apple on the same table as the book",
        "put the apple where the book is",
        "the apple goes where the book is",
    ],
)
def test_places_are_told_by_what_is_there(plan, world, said):
    graph = world("apple_1 on table_1", "book_1 on table_3")
    result = plan(said, graph)
    assert [c.arguments for c in result.plan.calls if c.skill == "put_on"] == [("apple_1", "table_3")]
