# SPDX-License-Identifier: Apache-2.0
"""What was emptied onto other furniture is what "it" is filled again, and what "in it" means."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def put(where: str, said: str) -> set[str]:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    return {str(call) for call in result.plan.calls if call.skill == "put_inside"}


@pytest.mark.parametrize(
    "then",
    [
        "fill it with the tubes from bench 2",
        "then fill it with the tubes from bench 2",
        "put the tubes from bench 2 in it",
    ],
)
def test_it_is_what_was_emptied(then):
    tubes = {f"put_inside(test_tube_{i}, rack_1)" for i in (1, 2, 3)}
    assert put("lab", f"empty the rack onto bench 1 and {then}") == tubes


def test_nothing_goes_into_a_counter():
    assert put("dining", "empty the drawer onto the counter and put the candle in it") == {
        "put_inside(candle_1, drawer_1)"
    }


def test_what_holds_things_is_meant_where_it_was_named_last():
    assert "put_inside(candle_1, fruit_basket_1)" in put(
        "dining", "empty the drawer into the fruit basket and put the candle in it"
    )
