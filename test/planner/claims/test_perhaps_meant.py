# SPDX-License-Identifier: Apache-2.0
"""What some people call by a name, and what is called by it beside others of its class."""

from __future__ import annotations

from dataclasses import replace

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology import load_ontology
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings
from support.small_worlds import make_world
from test.support.plain_instructions import done, placed, result_of, told

ENGINE = Engine(load_ontology(), Settings())


def _in(graph: SceneGraph, said: str, asks: bool = True) -> Result:
    return ENGINE.plan(PlanningTask(said, graph, asks=asks))


@pytest.mark.parametrize(
    ("said", "meant"),
    [("Bring the computer to table_2", {"laptop_1"}), ("Bring a computer to table_2", {"laptop_1"})],
)
def test_what_some_call_so_is_asked_about(said, meant):
    result = _in(make_world("laptop_1 on table_1", "apple_1 on table_1"), said)
    assert result.outcome.cause is FailureCause.AMBIGUOUS and set(result.candidates) == meant
    assert "I know of no computer here. Is laptop 1 meant?" in result.outcome.message


def test_with_nobody_to_ask_it_is_said_that_there_is_none():
    result = _in(make_world("laptop_1 on table_1"), "Bring the computer to table_2", asks=False)
    assert result.plan is None or not result.account.exact
    assert "Is laptop 1 meant" not in str(result.outcome)


def test_a_juice_of_which_nobody_knows_what_juice_it_is_is_not_called_exactly_that():
    result = result_of("flat", "Put the apple juice on the counter")
    assert placed(result) == {"juice_carton_1->counter_1"} and not result.account.exact
    assert "I know of no apple juice here" in told("flat", "Put the apple juice on the counter")
    assert result_of("flat", "Put the juice on the counter").account.exact
    assert result_of("pantry", "Put the orange juice on the table").account.exact  # it is labelled so


@pytest.mark.parametrize("said", ["Bring all teacups but one to table_2", "All teacups except one go on table_2"])
def test_teacups_beside_cups_are_no_cups(said):
    graph = make_world(*(f"cup_{i} on table_1" for i in (1, 2, 3, 4, 5)))
    called = {n: replace(graph[n], label="teacup") for n in ("cup_3", "cup_4", "cup_5")}
    result = _in(replace(graph, nodes={**graph.nodes, **called}), said)
    assert len(placed(result)) == 2 and result.account.exact, result.explanation


@pytest.mark.parametrize(
    "said",
    [
        "Take plate 1, put two forks on it and bring it to table 3, will you, whatever",
        "Whatever do we have for the pear to lean on",
    ],
)
def test_no_orders_are_offered_that_lose_where_something_goes(said):
    assert "Do you mean" not in str(result_of("dining", said).outcome)


@pytest.mark.parametrize("said", ["Put half an apple on table 3", "Put half of the milk on table 3"])
def test_half_of_one_thing_is_not_the_whole(said):
    result = result_of("dining", said)
    assert result.outcome.cause is FailureCause.NOT_CAPABLE and "is a part of one thing" in result.outcome.message
    assert placed(result_of("dining", "Put half of the apples on table 3"))


@pytest.mark.parametrize(
    "said",
    [
        "Take the mug from the left side of the sideboard to table 3",
        "Put the cheese on table 3 and cover it with the napkin",
    ],
)
def test_no_order_is_offered_that_turns_places_round_or_loses_what_is_done(said):
    assert "Do you mean" not in str(result_of("dining", said).outcome)


def test_what_no_use_is_made_of_is_said_once():
    assert told("dining", "Put the apples on table 3 quietly").count("I made no use of 'quietly'") == 1


def test_a_doubt_about_looks_says_which():
    says = told("living", "Put every toy that is red in the toy box")
    assert "are as you say: 'every toy that is red'; I leave them" in says


@pytest.mark.parametrize(
    "said",
    [
        "Bring a mug to table 3, any",
        "Bring a mug to table 3, either one",
        "Bring a mug to table 3, any colour will do",
        "Bring a mug of any colour to table 3",
    ],
)
def test_any_of_them_is_one(said):
    assert len(placed(result_of("dining", said))) == 1 and result_of("dining", said).account.exact


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("I want something to drink", {"hand_over(water_bottle_1, person_1)"}),
        ("Something to drink, please", {"hand_over(water_bottle_1, person_1)"}),
        ("I'd like something to eat", {"hand_over(apple_1, person_1)"}),
        (
            "I need something to drink and something to eat",
            {"hand_over(water_bottle_1, person_1)", "hand_over(apple_1, person_1)"},
        ),
        (
            "I want the newspaper and something to drink",
            {"hand_over(newspaper_1, person_1)", "hand_over(water_bottle_1, person_1)"},
        ),
        ("I want something to drink on the coffee table", {"put_on(water_bottle_1, coffee_table_1)"}),
        ("Give me the blue mug, not the other one", {"hand_over(mug_1, person_1)"}),
    ],
)
def test_what_somebody_wants_for_a_use_is_brought(said, goes):
    assert done("flat", said) == goes
