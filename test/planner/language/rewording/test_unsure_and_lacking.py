# SPDX-License-Identifier: Apache-2.0
"""What somebody is not sure of decides what is done; what will do is wanted where the first cannot be had."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())
NOT_DONE = ("go_to", "pick_up")


def planned(where: str, said: str) -> Result:
    return ENGINE.plan(PlanningTask(said, scene(where)))


def done(where: str, said: str) -> list[str]:
    result = planned(where, said)
    assert result.plan is not None, (said, result.outcome)
    return [str(c) for c in result.plan.calls if c.skill not in NOT_DONE]


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("pantry", "We don't know whether the cabinet is open; if so, could you close it?", ["close(cabinet_1)"]),
        ("pantry", "I can't remember whether I left the freezer open. If it is, please close it.", []),
        ("pantry", "I'm not sure whether the freezer is open; if it's not, open it.", ["open(freezer_1)"]),
        ("pantry", "I'm not sure the cabinet is open, but if it isn't, open it.", []),
        ("pantry", "Did someone leave the cabinet open? If so, would you be so good as to close it?",
         ["close(cabinet_1)"]),
        ("pantry", "I'm not sure if there is any honey, but if there is, bring it to the table.",
         ["put_on(honey_jar_1, table_1)"]),
        ("dining", "I'm not sure we didn't finish the juice, but if there still is some, bring it to table 2.",
         ["put_on(juice_carton_1, table_2)"]),
        ("dining", "Should there still be some wine, please bring it to table 2.", ["put_on(wine_bottle_1, table_2)"]),
        ("laundry", "Could you look at the dryer for me? If its door is open, close it.", ["close(dryer_1)"]),
        ("laundry", "I'd like you to check the dryer for me, and if it happens to be open, close it.",
         ["close(dryer_1)"]),
        ("laundry", "If the dryer's door is open, close it.", ["close(dryer_1)"]),
    ],
)  # fmt: skip
def test_what_nobody_is_sure_of_is_a_condition(where, said, calls):
    assert done(where, said) == calls


def test_doubt_alone_asks_for_nothing():
    assert planned("pantry", "I'm not sure whether I want the honey.").plan is None


def test_the_door_of_furniture_is_the_furniture():
    assert done("laundry", "Open the washing machine's door.") == ["open(washing_machine_1)"]


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("dining", "I'd love some tea on table 2. Should there be none in the house, the juice will do.",
         ["put_on(juice_carton_1, table_2)"]),
        ("dining", "I'd love some tea on table 2. If there is none, the juice will do; just put that there instead.",
         ["put_on(juice_carton_1, table_2)"]),
        ("flat", "We'd really fancy a croissant. If we haven't got any, though, just hand me the sandwich instead.",
         ["hand_over(sandwich_1, person_1)"]),
        ("pantry", "I'd like lemonade at the table; if we don't have that, the orange juice will do just fine.",
         ["put_on(orange_juice_1, table_1)"]),
        ("pantry", "I'd like a chocolate bar at the table; if there is none in the house, a candle will do.",
         ["put_on(chocolate_bar_1, table_1)"]),
    ],
)  # fmt: skip
def test_what_will_do_comes_where_the_first_cannot_be_had(where, said, calls):
    assert done(where, said) == calls


@pytest.mark.parametrize(
    ("said", "served"),
    [
        ("See that everybody gets a can of soda.", 3),
        ("It's warm, so please see that every one of them gets a can of soda.", 3),
        ("All our guests must be thirsty, so please see that every one of them gets a can of soda.", 3),
        ("See that Anna gets a can of soda.", 1),
        ("Hand every guest at the party a can of soda.", 3),
        ("Our guests must have a can of soda.", 3),
    ],
)
def test_each_of_them_is_served(said, served):
    assert len([c for c in done("party", said) if c.startswith("hand_over(soda_can")]) == served


def test_what_sounds_strange_is_told_and_each_place_is_served():
    calls = done("pantry", "This may sound strange, but I'd like each of the shelves to have a potato placed on it.")
    assert sorted(c.split(", ")[1] for c in calls) == ["shelf_1)", "shelf_2)", "shelf_3)"]
