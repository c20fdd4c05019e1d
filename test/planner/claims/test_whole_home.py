# SPDX-License-Identifier: Apache-2.0
"""The whole home as where things are, shelving, lists behind a heading, and lists that a remark tells of."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def moves(result: Result) -> set[str]:
    """The things that are put somewhere, each with its place."""
    assert result.plan is not None, result.outcome
    return {" ".join(c.arguments) for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("where", "said", "as_said"),
    [
        ("living", "I want every crayon in this house in the toy box", "put every crayon in the toy box"),
        ("flat", "collect the mugs from all over our flat and put them in the sink", "put the mugs in the sink"),
        ("laundry", "put the socks that have been left lying about in the hamper", "put the socks in the hamper"),
        ("party", "bring the balloons that are strewn around the house to the terrace table",
         "bring the balloons to the terrace table"),
        ("garage", "go all over the place and bring every battery to the garden table",
         "bring every battery to the garden table"),
        ("living", "could you walk through the rooms, pick up the toy cars and put them in the toy chest?",
         "put the toy cars in the toy chest"),
    ],
)  # fmt: skip
def test_the_whole_home_restricts_nothing(where, said, as_said):
    assert moves(planned(where, said)) == moves(planned(where, as_said))


@pytest.mark.parametrize(
    "said",
    [
        "bring the apple to the house",
        "put the apple in the house",
        "go round the house",
        "go through all the rooms and put an apple in each",
    ],
)
def test_the_whole_home_is_no_place_to_put_things(said):
    assert planned("flat", said).plan is None


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("living", "shelve the books in the living room", {"book_1 bookshelf_1", "book_2 bookshelf_1"}),
        ("living", "round up the books and shelve them", {"book_1 bookshelf_1", "book_2 bookshelf_1"}),
        ("pantry", "shelve the potatoes away", {f"potato_{i} shelf_1" for i in (1, 2, 3)}),
        ("living", "shelve the magazine on the coffee table", {"magazine_1 coffee_table_1"}),
    ],
)
def test_what_is_shelved_goes_on_a_shelf_unless_another_place_is_said(where, said, moved):
    assert moves(planned(where, said)) == moved


@pytest.mark.parametrize(
    ("where", "said", "moved"),
    [
        ("living", "Books: bookshelf in the living room.", {"book_1 bookshelf_1", "book_2 bookshelf_1"}),
        ("living", "toy cars: toy chest in the kids room", {"toy_car_1 toy_chest_1", "toy_car_2 toy_chest_1"}),
        ("dining", "fridge: bananas and lemons", {"banana_1 fridge_1", "lemon_1 fridge_1"}),
        ("dining", "stock the fridge: one apple and a lemon", {"apple_1 fridge_1", "lemon_1 fridge_1"}),
        ("garage", "refill the crate: a battery and the tennis balls",
         {"battery_1 crate_1", "tennis_ball_1 crate_1", "tennis_ball_2 crate_1"}),
    ],
)  # fmt: skip
def test_a_list_may_stand_behind_a_heading(where, said, moved):
    assert moves(planned(where, said)) == moved


@pytest.mark.parametrize(
    ("where", "said", "as_said"),
    [
        ("dining", "the crumpled paper, the banana and the napkin are rubbish: bin them",
         "bin the crumpled paper, the banana and the napkin"),
        ("office", "the banana peel, the newspaper and the paper stack are trash, so bin them",
         "bin the banana peel, the newspaper and the paper stack"),
        ("living", "I am looking for the remote and the candle. Put them on the bookshelf",
         "put the remote and the candle on the bookshelf"),
        ("living", "I can never find the crayons! Put them all in the toy box", "put the crayons in the toy box"),
        ("living", "we can never find the remote. Bring it to the sofa", "bring the remote to the sofa"),
        ("flat", "I can never reach the mugs. Put them on the kitchen table", "put the mugs on the kitchen table"),
    ],
)  # fmt: skip
def test_a_remark_tells_of_all_that_it_lists_and_is_named(where, said, as_said):
    result = planned(where, said)
    assert moves(result) == moves(planned(where, as_said))
    assert not result.account.exact


@pytest.mark.parametrize("said", ["we can never put mugs on the stove", "they can never be on the counter, the mugs"])
def test_what_must_never_be_is_no_remark_to_take_things_from(said):
    assert planned("dining", f"{said}. Put them on table 1").plan is None
