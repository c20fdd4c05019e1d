# SPDX-License-Identifier: Apache-2.0
"""Conditions that are about furniture: where it stands, and how many pieces of it there are."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())


def steps(where: str, said: str) -> list[str]:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, result.outcome
    return [str(call) for call in result.plan.calls if call.skill in ("turn_on", "turn_off", "put_on", "put_inside")]


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("flat", "if the lamp is in the living room, turn it on", ["turn_on(floor_lamp_1)"]),
        ("flat", "if the lamp is in the bedroom, turn it on", []),
        ("flat", "if there is a heater in the living room, turn it on", ["turn_on(heater_1)"]),
        ("flat", "unless the tv is in the bedroom, turn it on", ["turn_on(tv_1)"]),
        ("flat", "unless the tv is in the living room, turn it on", []),
        ("dining", "if there are three tables, put the lemon on table 3", ["put_on(lemon_1, table_3)"]),
        ("dining", "if there are more than three tables, put the lemon on table 3", []),
        (
            "dining",
            "if there are two tables in the dining room, put the lemon on table 3",
            ["put_on(lemon_1, table_3)"],
        ),
        ("dining", "if there are two tables in the kitchen, put the lemon on table 3", []),
        ("living", "if there is no lamp in the kids room, turn the tv off", []),
        ("dining", "if table 3 is empty, bring the vase on the sideboard there", ["put_on(vase_1, table_3)"]),
        (
            "office",
            "if there is no laptop on desk 2, bring the one on desk 3 to desk 2",
            ["put_on(laptop_2, desk_2)"],
        ),
        ("living", "if there is no window in the kids room, turn the tv off", ["turn_off(tv_1)"]),
    ],
)
def test_furniture_is_where_it_stands_and_is_counted(where, said, done):
    assert steps(where, said) == done
