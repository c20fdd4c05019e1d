# SPDX-License-Identifier: Apache-2.0
"""What is dropped behind an order is not done; all else of it is, where it was to go."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(said: str):
    return ENGINE.plan(PlanningTask(said, scene("dining")))


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("Put the red mug and the banana on table 3. Forget the banana", {"put_on(mug_1, table_3)"}),
        ("Put the red mug and the banana on table 3. Oh, forget about the mug", {"put_on(banana_1, table_3)"}),
        (
            "Bring the lemon, the pear and the candle to table 2, but forget the pear",
            {"put_on(lemon_1, table_2)", "put_on(candle_1, table_2)"},
        ),
        (
            "Bring the lemon, the pear and the candle to table 2. On second thought, skip the candle",
            {"put_on(lemon_1, table_2)", "put_on(pear_1, table_2)"},
        ),
        ("Put the lemon on table 1 and the pear on table 2. Never mind the pear", {"put_on(lemon_1, table_1)"}),
        ("Put the lemon on table 1 and the pear on table 2. Forget the lemon", {"put_on(pear_1, table_2)"}),
        (
            "Put the lemon and the pear on table 2 and the candle on table 1. Forget the pear",
            {"put_on(lemon_1, table_2)", "put_on(candle_1, table_1)"},
        ),
        (
            "Put the lemon on table 1, the pear on table 2 and the candle on table 3. Skip the pear",
            {"put_on(lemon_1, table_1)", "put_on(candle_1, table_3)"},
        ),
        ("Put the banana on table 3. Actually, forget the banana, only the bread", {"put_on(bread_1, table_3)"}),
        ("Put the lemon on table 1. Forget the lemon, bring the pear to table 2", {"put_on(pear_1, table_2)"}),
    ],
)
def test_what_is_dropped_is_left_out(said, does):
    result = planned(said)
    assert result.plan is not None
    # What is set on the fridge while its door moves does not stay there.
    assert {str(c) for c in result.plan.calls if c.skill == "put_on" and c.arguments[1] != "fridge_1"} == does
    assert "as you say" in result.explanation


def test_of_everything_it_is_an_exception():
    result = planned("Put everything from table 1 on table 3. Forget the juice")
    assert result.plan is not None
    moved = {c.arguments[0] for c in result.plan.calls if c.skill == "put_on"}
    assert moved == {"water_bottle_1", "plate_1", "plate_2"}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            "Put the lemon on table 1. Forget the lemon",
            "You drop 'the lemon', so that nothing is left to do. Say what I am to do.",
        ),
        (
            "Open the fridge and bring the pear to table 2. Forget the pear",
            "I am not sure what you drop with 'forget the pear'. Say once more what is to be done.",
        ),
        (
            "Move the mug on the counter and the mug on the sideboard to table 3. Forget the mug on the counter",
            "I am not sure what you drop with 'forget the mug'. Say once more what is to be done.",
        ),
    ],
)
def test_where_nothing_is_left_or_it_is_not_clear_what_nothing_is_done(said, message):
    result = planned(said)
    assert result.plan is None
    assert result.outcome.message == message


def test_what_is_not_to_be_forgotten_is_not_dropped():
    result = planned("Put the lemon on table 2. Don't forget the candle")
    assert result.plan is not None
    assert {str(c) for c in result.plan.calls if c.skill == "put_on"} == {
        "put_on(lemon_1, table_2)",
        "put_on(candle_1, table_2)",
    }
