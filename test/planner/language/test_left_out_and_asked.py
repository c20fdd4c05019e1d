# SPDX-License-Identifier: Apache-2.0
"""What is excepted of places and of things told before, who gets what, and what only asks what would be."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def moves(where: str, said: str) -> list[str]:
    """What goes where, of a plan that is exactly what was asked for."""
    result = planned(where, said)
    assert result.plan is not None, result.outcome
    assert result.account.exact, result.explanation
    puts = (c.arguments for c in result.plan.calls if c.skill in ("put_on", "put_inside", "hand_over"))
    return sorted(" ".join(put[:2]) for put in puts)


GLASSES = ["glass_1 table_3", "glass_2 table_2"]


@pytest.mark.parametrize(
    "said",
    [
        "each table should get one glass, except table 1",
        "every table gets a glass, but table 1",
        "each table gets a glass except in the kitchen",
        "put a glass on each table, but not on table 1",
        "put a glass on every table but not in the kitchen",
    ],
)
def test_a_place_that_is_excepted_behind_gets_nothing(said):
    assert moves("dining", said) == GLASSES


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("office", "put the stapler on any desk but desk 2", ["stapler_1 desk_3"]),
        ("office", "put the stapler on a desk other than desk 2", ["stapler_1 desk_3"]),
        ("office", "put the stapler on any desk except desk 1 and desk 2", ["stapler_1 desk_3"]),
        ("dining", "put plate 3 on any table except table 2", ["plate_3 table_3"]),
        ("dining", "put the red mug on a table that is not table 2", ["mug_1 table_3"]),
        ("office", "put the calculator on any desk but desk 1", []),  # where it is already
        ("dining", "all the glasses except glass 1 go on table 3", ["glass_2 table_3", "glass_3 table_3"]),
    ],
)
def test_of_any_place_but_one_that_one_is_none(where, said, done):
    assert moves(where, said) == done


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("take a binder to every desk without a laptop", ["binder_1 desk_2"]),
        ("take a binder to the desk without a laptop", ["binder_1 desk_2"]),
        ("put a binder on each desk without a pen", ["binder_1 desk_3"]),
    ],
)
def test_furniture_without_something_is_that_which_has_none(said, done):
    assert moves("office", said) == done


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        (
            "living",
            "put the toys on the kids table in the box, those on the sofa in the chest",
            ["puzzle_1 toy_box_1", "toy_car_1 toy_chest_1", "toy_car_2 toy_box_1"],
        ),
        ("living", "put the book, the one on the coffee table that is red, on the sofa", ["book_1 sofa_1"]),
        ("office", "put the bottle, the one on desk 1 in the open office, on desk 2", ["water_bottle_1 desk_2"]),
    ],
)
def test_of_two_places_the_second_is_where_things_go_unless_it_is_a_room(where, said, done):
    assert moves(where, said) == done


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("flat", "bring the blue mug to the sink and me the orange", ["mug_1 sink_1", "orange_1 person_1"]),
        (
            "party",
            "bring the cake to the terrace table and Carla a cupcake",
            ["cake_1 terrace_table_1", "cupcake_1 carla"],
        ),
        ("party", "bring Anna the lemonade and Ben the cake", ["cake_1 ben", "lemonade_bottle_1 anna"]),
        ("flat", "bring me a fruit, any but the banana", ["apple_1 person_1"]),
    ],
)
def test_who_is_named_before_the_second_thing_gets_it_and_any_is_one(where, said, done):
    assert moves(where, said) == done


@pytest.mark.parametrize(
    "said",
    [
        "what would happen if you put the bread in the fridge?",
        "what if you put the bread in the fridge?",
        "suppose you put the bread in the fridge",
        "would it help to put the bread in the fridge?",
        "how would you put the bread in the fridge?",
        "do you know how to put the bread in the fridge?",
    ],
)
def test_what_only_supposes_or_asks_how_moves_nothing(said):
    assert planned("dining", said).plan is None


@pytest.mark.parametrize("said", ["could you put the bread in the fridge?", "why not put the bread in the fridge?"])
def test_what_asks_for_it_politely_does(said):
    assert moves("dining", said) == ["bread_1 fridge_1"]


@pytest.mark.parametrize(
    "said", ["the books belong on the bookshelf, except the red one", "the toys live in the chest, apart from the doll"]
)
def test_no_habit_is_told_with_an_exception(said):
    result = planned("living", said)
    assert "keep in mind" not in result.explanation and (result.plan is None or not result.account.exact)


@pytest.mark.parametrize(
    ("where", "said", "none"),
    [
        ("pantry", "which shelf has no cans?", "Shelf 2 and shelf 3"),
        ("pantry", "which shelf doesn't have any cans?", "Shelf 2 and shelf 3"),
        ("office", "which desk has no laptop?", "Desk 2"),
    ],
)
def test_which_has_none_is_answered_with_those_that_have_none_first(where, said, none):
    assert planned(where, said).explanation.startswith(none)
