# SPDX-License-Identifier: Apache-2.0
"""Who says how they feel and asks for something is meant by that: "I'm thirsty, bring something to table 1"."""

from __future__ import annotations

from pathlib import Path

import pytest

from makedo_core.files.scene_json import graph_from_json
from makedo_core.goals.goal import constants
from planner_node.task import PlanningTask
from test.support.plain_instructions import ENGINE

HOME = Path(__file__).parents[3] / "scenes" / "home" / "graph.json"
DRINKS = {"cola_can_1", "cola_can_2", "wine_bottle_1", "milk_carton_1", "juice_carton_1", "water_bottle_1"}


def result_of(said: str):
    return ENGINE.plan(PlanningTask(said, graph_from_json(HOME.read_text(encoding="utf-8"), str(HOME))))


@pytest.mark.parametrize("said", ["I'm thirsty, bring something to table 1", "I'm thirsty. Put something on table 1"])
def test_something_for_who_is_thirsty_is_to_drink(said):
    result = result_of(said)
    assert result.plan is not None, result.outcome
    assert constants(result.plan.goal) - {"table_1"} <= DRINKS
    assert "no use" not in result.explanation


def test_something_for_who_is_hungry_is_to_eat():
    result = result_of("I'm hungry, put something on table 1")
    assert result.plan is not None, result.outcome
    things = constants(result.plan.goal)
    assert {"apple_1", "banana_1"} <= things and not things & {"mug_1", "book_1", "sponge_1"}


def test_what_is_named_is_what_is_meant_however_somebody_feels():
    result = result_of("I'm thirsty, put the sponge on table 2")
    assert result.plan is not None, result.outcome
    assert [c.arguments[0] for c in result.plan.calls if c.skill == "put_on"] == ["sponge_1"]
