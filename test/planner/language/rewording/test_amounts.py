# SPDX-License-Identifier: Apache-2.0
"""How many things are meant where others are counted: "a fork for each plate", "as many forks as plates"."""

from __future__ import annotations

import pytest

from makedo_core.account import ClaimKind
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return result


def counted(result: Result) -> dict[str, int]:
    """How many things go where, by kind and place."""
    assert result.plan is not None
    found: dict[str, int] = {}
    for call in result.plan.calls:
        if call.skill in ("put_on", "put_inside"):
            key = f"{call.arguments[0].rstrip('0123456789').rstrip('_')}->{call.arguments[1]}"
            found[key] = found.get(key, 0) + 1
    return found


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put one fork for each plate on table 2", {"fork->table_2": 2}),
        ("dining", "Put one fork per plate on table 2", {"fork->table_2": 2}),
        ("dining", "Bring a knife for each of the plates on table 1", {"knife->table_1": 2}),
        ("dining", "Bring as many forks as there are plates on table 2 to table 2", {"fork->table_2": 2}),
        ("dining", "Bring as many forks to table 2 as there are plates on it", {"fork->table_2": 2}),
        ("lab", "Put a beaker for every flask on bench 2", {"beaker->bench_2": 2}),
        ("pantry", "Bring a potato for every carrot to the table", {"potato->table_1": 2}),
        ("pantry", "Take as many tomato cans as there are pasta boxes to the counter.", {"tomato_can->counter_1": 2}),
        ("party", "Bring one soda per person to the terrace", {"soda_can->terrace_table_1": 3}),
    ],
)
def test_others_say_how_many(where, said, goes):
    result = planned(where, said)
    assert counted(result) == goes
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put a spoon next to each plate on table 2", {"spoon->table_2": 2}),
        ("dining", "Put a fork and a knife next to each plate on table 2", {"fork->table_2": 2, "knife->table_2": 2}),
        ("dining", "Place a glass beside each dirty plate", {"glass->table_2": 2}),
    ],
)
def test_how_near_things_are_is_told(where, said, goes):
    result = planned(where, said)
    assert counted(result) == goes
    assert not result.account.exact
    assert "how near, I do not see to" in result.explanation


def test_others_elsewhere_are_told_as_left_out():
    result = planned("dining", "Take the forks to table 2, one for each plate")
    assert counted(result) == {"fork->table_2": 2}
    left = {c.subject for c in result.account.of_kind(ClaimKind.LEFT)}
    assert left == {"plate_1", "plate_2"}
    assert not result.account.exact


def test_too_few_are_no_exact_plan():
    result = planned("dining", "Put two spoons per plate on table 1")
    assert not result.account.exact


def test_where_each_furniture_is_served_nothing_is_counted():
    result = planned("dining", "Put one mug per table in the dining room")
    assert result.plan is not None
    assert {c.arguments[1] for c in result.plan.calls if c.skill == "put_on"} <= {"table_2", "table_3"}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Bring one of the apples to table 2, the one that isn't green", {"apple_1"}),
        ("dining", "Bring an apple to table 2, the one that is red", {"apple_1"}),
        ("dining", "Put one of the mugs on table 3, the blue one", {"mug_2"}),
        ("living", "Put one of the books on the sofa, the one on the coffee table that is red", {"book_1"}),
        ("lab", "Take one of the flasks to bench 1, the one that's dirty", {"flask_2"}),
        ("office", "Put one of the laptops on the conference table - the one on desk 3", {"laptop_2"}),
    ],
)
def test_the_one_behind_a_comma_says_which_is_meant(where, said, goes):
    result = planned(where, said)
    assert result.plan is not None
    assert {c.arguments[0] for c in result.plan.calls if c.skill == "put_on"} == goes
    assert result.account.exact, result.explanation


def test_ones_with_a_place_of_their_own_go_there():
    result = planned("dining", "The apples go in the basket, the dirty ones in the fridge")
    assert result.plan is not None
    assert "apple_1" in {c.arguments[0] for c in result.plan.calls if c.arguments[-1] == "fruit_basket_1"}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Bring the cola to table 3 if there are at least two in the fridge", 1),
        ("dining", "Bring the cola to table 3 if there are at least three in the fridge", 0),
        ("party", "Bring a beer to the terrace if there are at least two in the cooler", 1),
        ("dining", "Put a fork on table 3 unless there are fewer than two in the drawer", 1),
        ("dining", "Bring the green apple to table 3 if there are two on the counter", 1),
        ("party", "Take a soda to the terrace if there are any in the cooler", 1),
    ],
)
def test_a_number_in_a_condition_is_of_what_was_named(where, said, goes):
    result = planned(where, said)
    assert sum(counted(result).values()) == goes


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Move everything that isn't food or cutlery from the counter to table 3", {"mug_2", "sponge_1"}),
        ("pantry", "Move everything on shelf 3 that is neither food nor a candle to the counter",
         {"light_bulb_1", "paper_towel_roll_1", "dish_soap_1", "cat_food_can_1", "broom_1"}),
        ("living", "Put everything on the kids table that isn't a toy or a crayon on the sofa",
         {"apple_1", "juice_box_1"}),
    ],
)  # fmt: skip
def test_what_is_of_neither_kind_may_have_no_plural(where, said, goes):
    result = planned(where, said)
    assert result.plan is not None
    assert {c.arguments[0] for c in result.plan.calls if c.skill == "put_on"} == goes


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Set table 3 for two people with fork, knife and glass", {"fork": 2, "knife": 2, "glass": 2}),
        ("Set table 3 for three with a fork and a spoon", {"fork": 3, "spoon": 3}),
        ("Lay table 3 for two: a plate, a fork and a glass each", {"plate": 2, "fork": 2, "glass": 2}),
    ],
)
def test_each_cover_has_what_is_named(said, goes):
    assert counted(planned("dining", said)) == {f"{kind}->table_3": n for kind, n in goes.items()}


@pytest.mark.parametrize(
    "said",
    [
        "Put all the fruit in the basket, but no bananas",
        "Put all the fruit in the basket, but no bananas please",
    ],
)
def test_none_of_a_kind_is_excepted_from_its_group(said):
    result = planned("dining", said)
    assert set(counted(result)) == {"apple->fruit_basket_1", "lemon->fruit_basket_1", "pear->fruit_basket_1"}
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("party", "If Carla is in the kitchen, bring her a soda", set()),
        ("party", "If Carla is on the terrace, bring her a soda", {"hand_over(soda_can_1, carla)"}),
        ("party", "When Anna is in the living room, give her the present", {"hand_over(present_1, anna)"}),
        ("office", "If the red pen isn't on desk 2, put it there", {"put_on(pen_1, desk_2)"}),
        ("office", "If the whiteboard eraser isn't on the conference table, put it there", set()),
        ("office", "If there is no pen on desk 3, put one there", {"put_on(pen_2, desk_3)"}),
        ("lab", "If sample 1 and sample 2 are in the fridge, turn on the centrifuge", {"turn_on(centrifuge_1)"}),
        ("lab", "If sample 1 and petri dish 1 are in the fridge, turn on the centrifuge", set()),
        ("lab", "Turn on the centrifuge unless sample 1 and sample 2 are in the fridge", set()),
        ("lab", "Turn on the centrifuge unless sample 1 and petri dish 1 are in the fridge", {"turn_on(centrifuge_1)"}),
    ],
)
def test_conditions_may_be_of_somebody_and_of_several_things(where, said, calls):
    result = planned(where, said)
    assert result.plan is not None
    assert {str(c) for c in result.plan.calls if c.skill in ("put_on", "hand_over", "turn_on")} == calls


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("lab", "If any flask is dirty, put it on bench 1", {"put_on(flask_2, bench_1)"}),
        ("dining", "If any mug is dirty, put it in the dishwasher", {"put_inside(mug_1, dishwasher_1)"}),
        ("dining", "If a mug is dirty, put it in the dishwasher", {"put_inside(mug_1, dishwasher_1)"}),
        ("dining", "If some plates are dirty, put them in the dishwasher",
         {"put_inside(plate_3, dishwasher_1)", "put_inside(plate_4, dishwasher_1)"}),
        ("dining", "If a plate is on the sideboard, throw it away", set()),
    ],
)  # fmt: skip
def test_one_that_is_so_is_the_one_spoken_of_afterwards(where, said, calls):
    result = planned(where, said)
    assert result.plan is not None
    assert {str(c) for c in result.plan.calls if c.skill in ("put_on", "put_inside")} == calls


@pytest.mark.parametrize("said", ["Give Carla something non-alcoholic", "Give Carla something alcohol-free"])
def test_what_has_no_alcohol_is_a_drink(said):
    result = planned("party", said)
    assert result.plan is not None
    given = {c.arguments[0].rstrip("_0123456789") for c in result.plan.calls if c.skill == "hand_over"}
    assert given <= {"soda_can", "lemonade_bottle"}
    assert given


def test_more_than_one_for_each_is_not_told_as_less():
    result = planned("lab", "Put a test tube next to each flask")
    assert counted(result) == {}
    assert "get less" not in result.explanation
    assert not result.account.exact  # how near they are, nobody sees to


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("pantry", "One potato on the counter, just one.", {"potato->counter_1": 1}),
        ("pantry", "Put a potato on the counter, only one", {"potato->counter_1": 1}),
        ("dining", "Bring two glasses to table 3, two only", {"glass->table_3": 2}),
        ("dining", "Bring two glasses to table 3, not more", {"glass->table_3": 2}),
        ("dining", "a glass on table 2, no more", {"glass->table_2": 1}),
        ("dining", "One glass on table 2, and one on table 3", {"glass->table_2": 1, "glass->table_3": 1}),
    ],
)
def test_a_number_that_is_said_once_more_asks_for_no_more(where, said, goes):
    result = planned(where, said)
    assert counted(result) == goes and result.account.exact


def test_so_many_may_be_there_but_not_more():
    for said in ("There may be one glass on table 3 but not more", "There may be at most one glass on table 3"):
        result = ENGINE.plan(PlanningTask(said, scene("dining")))
        assert result.plan is not None and result.plan.calls == (), said


def test_what_should_be_there_is_wanted_though_no_more_of_it():
    said = "There should be one glass on table 3 but not more"
    result = ENGINE.plan(PlanningTask(said, scene("dining")))
    assert result.plan is None or any(call.skill == "put_on" for call in result.plan.calls)
