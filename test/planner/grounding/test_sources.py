# SPDX-License-Identifier: Apache-2.0
"""All that is at one piece of furniture comes from one: which, is asked where several may be meant."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings

ENGINE = Engine(load_ontology(), Settings())
_SHELVES = "'the shelf': bathroom shelf 1 or shelf 1?"


def planned(where: str, said: str):
    return ENGINE.plan(PlanningTask(said, scene(where)))


@pytest.mark.parametrize(
    ("where", "said", "which"),
    [
        ("dining", "bring everything from the table to the counter", "'the table': table 1 or table 2?"),
        ("dining", "bring the plates from the table to the counter", "'the table': table 1 or table 2?"),
        ("dining", "move all plates on the table to the counter", "'the table': table 1 or table 2?"),
        ("dining", "clear the table onto the counter", "'the table': table 1 or table 2?"),
        ("laundry", "move everything on the shelf into the basket", _SHELVES),
        ("laundry", "put everything but the comb from the shelf in the sink", _SHELVES),
    ],
)  # fmt: skip
def test_which_furniture_is_meant_is_asked(where, said, which):
    result = planned(where, said)
    assert result.plan is None
    assert result.outcome.message == f"Which one is meant by {which}"
    assert result.question is not None


@pytest.mark.parametrize(
    ("where", "said", "taken"),
    [
        ("dining", "bring the mugs from the table to the counter", {"mug_1"}),
        ("dining", "bring everything from the kitchen table to the counter",
         {"juice_carton_1", "water_bottle_1", "plate_1", "plate_2"}),
        ("dining", "bring all plates from the tables to the counter", {"plate_1", "plate_2", "plate_3", "plate_4"}),
        ("laundry", "bring the clothespins from the shelf to the sink", {"clothespin_1", "clothespin_2"}),
    ],
)  # fmt: skip
def test_what_is_said_well_enough_is_not_asked(where, said, taken):
    result = planned(where, said)
    assert result.plan is not None
    assert {call.arguments[0] for call in result.plan.calls if call.skill == "pick_up"} == taken
