# SPDX-License-Identifier: Apache-2.0
"""Things of a kind, and behind a mark which: "two fruits, an apple and a banana", "a drink (cola or juice)"."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())
FRUIT = {"apple_1", "apple_2", "banana_1", "lemon_1", "pear_1"}
DRINKS = {"cola_can_1", "cola_can_2", "juice_carton_1", "milk_carton_1", "water_bottle_1", "wine_bottle_1"}


def moved(said: str, where: str = "dining") -> set[str]:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    return {c.arguments[0] for c in result.plan.calls if c.skill in ("put_on", "put_inside")}


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Put two fruits, an apple and a banana, on table 3", {"apple_1", "banana_1"}),
        ("Put two fruits, lemon and banana, on table 3", {"lemon_1", "banana_1"}),
        ("Bring three drinks to table 3: two colas and a juice", {"cola_can_1", "cola_can_2", "juice_carton_1"}),
        ("Put the drinks, milk and juice, on table 3", {"milk_carton_1", "juice_carton_1"}),
        ("Put cutlery (two forks and a knife) on table 3", {"fork_1", "fork_2", "knife_1"}),
        ("Put some fruit on table 3, a lemon and a banana", {"lemon_1", "banana_1"}),
    ],
)
def test_those_that_are_told_are_meant_and_no_others(said, goes):
    assert moved(said) == goes


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Bring a drink, juice or water, to table 3", {"juice_carton_1"}),
        ("Bring two drinks (cola or juice) to table 3", {"cola_can_1", "cola_can_2"}),
        ("Put a fruit, preferably a banana, on table 3", {"banana_1"}),
        ("Put a fruit such as a lemon on table 3", {"lemon_1"}),
    ],
)
def test_one_kind_or_the_other_is_enough(said, goes):
    assert moved(said) == goes


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Put all drinks, including the milk, on table 3", DRINKS),
        ("Put the fruit, especially the bananas, on table 3", FRUIT),
        ("Put the apples, especially the red one, on table 3", {"apple_1", "apple_2"}),
        ("Put the fruit, the bread, and the cheese on table 3", {*FRUIT, "bread_1", "cheese_1"}),
        ("Put the fruit on table 3, the drinks on table 2", FRUIT | DRINKS),
        ("Put the fruit on table 3, the apples and the banana on table 2", FRUIT),
    ],
)
def test_others_are_meant_besides(said, goes):
    assert moved(said) == goes


def test_of_fruit_that_is_told_twice_the_second_place_counts():
    result = ENGINE.plan(PlanningTask("Put the fruit on table 3, the apples on table 2", scene("dining")))
    assert result.plan is not None
    ends = {c.arguments[0]: c.arguments[1] for c in result.plan.calls if c.skill == "put_on"}
    assert ends == {**dict.fromkeys(FRUIT, "table_3"), "apple_1": "table_2", "apple_2": "table_2"}


def test_of_things_on_the_only_counter_it_is_said_which_and_not_of_the_counter():
    result = ENGINE.plan(PlanningTask("Put the fruit on the counter that is the largest on table 3", scene("dining")))
    assert result.outcome.message.startswith("Nothing tells which fruit is largest.")
    assert moved("Put the book on the coffee table that is the largest on the sofa", "living") == {"book_2"}
