# SPDX-License-Identifier: Apache-2.0
"""Which of several is meant, how many, and which are not: said before the order, or behind it."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

ENGINE = Engine(load_ontology(), Settings())


def planned(where: str, said: str) -> Result:
    result = ENGINE.plan(PlanningTask(said, scene(where)))
    assert result.plan is not None, (said, result.outcome)
    return result


def put(result: Result) -> set[str]:
    assert result.plan is not None
    calls = [call for call in result.plan.calls if call.skill in ("put_on", "put_inside")]
    return {f"{call.arguments[0]}->{call.arguments[1]}" for call in calls}


def switched(result: Result) -> list[str]:
    assert result.plan is not None
    skills = ("open", "close", "turn_on", "turn_off")
    return [f"{call.skill} {call.arguments[0]}" for call in result.plan.calls if call.skill in skills]


_TO_TABLE_2 = {"milk_carton_1->table_2", "juice_carton_1->table_2", "bread_1->table_2"}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("garage", "Of the two screwdrivers, put the shorter in the crate", {"screwdriver_1->crate_1"}),
        ("garage", "Of the screwdrivers, the longer one goes in the crate", {"screwdriver_2->crate_1"}),
        ("dining", "Of the mugs, the red one goes on the counter", {"mug_1->counter_1"}),
        ("office", "Of the binders, two go on desk 1", {"binder_1->desk_1", "binder_2->desk_1"}),
        ("pantry", "One potato, just one, to the counter.", {"potato_1->counter_1"}),
        ("dining", "Two glasses, only two, to table 2", {"glass_1->table_2", "glass_2->table_2"}),
        (
            "dining",
            "Bring two forks, two only, and one knife to table 2",
            {"fork_1->table_2", "fork_2->table_2", "knife_1->table_2"},
        ),
        ("dining", "The spoons. Put one on table 2.", {"spoon_1->table_2"}),
        ("dining", "The milk. It goes on table 2.", {"milk_carton_1->table_2"}),
        (
            "dining",
            "The milk, the juice, the bread. Put them on table 2.",
            {"milk_carton_1->table_2", "juice_carton_1->table_2", "bread_1->table_2"},
        ),
        ("living", "The doll? I want it on the sofa.", {"doll_1->sofa_1"}),
        ("bedroom", "The pillows go on the dresser, one of them doesn't.", {"pillow_1->dresser_1"}),
        ("office", "Move the binders to desk 1, except for two of them", {"binder_1->desk_1"}),
        (
            "office",
            "The stuff on desk 3 goes on the conference table, the laptop doesn't",
            {
                f"{thing}->conference_table_1"
                for thing in ("banana_peel_1", "coffee_mug_2", "headphones_1", "phone_charger_1")
            },
        ),
        ("garage", "Bring the saw to the workbench. Not the saw, the drill!", {"drill_1->workbench_1"}),
        ("garage", "Bring the saw to the workbench. Not the workbench, shelf 1.", {"saw_1->shelf_1"}),
        ("dining", "The milk goes to the counter. No, the juice.", {"juice_carton_1->counter_1"}),
        ("dining", "The milk goes to the counter, no, the sideboard.", {"milk_carton_1->sideboard_1"}),
        ("office", "I need the red pen on desk 3, no, the blue one", {"pen_2->desk_3"}),
        ("dining", "Tables 2 and 3 lack a knife", {"knife_2->table_2", "knife_1->table_3"}),
        ("lab", "No bench should be without a beaker.", {"beaker_2->bench_2"}),
        ("dining", "Milk, juice, bread. All to table 2.", _TO_TABLE_2),
        ("office", "pen, marker, doesn't matter which, on desk 3", {"pen_2->desk_3"}),
        ("office", "Put a pen, a marker, either will do, on desk 3", {"pen_2->desk_3"}),
        ("bedroom", "Put the book that's thinner on the balcony table", {"book_1->balcony_table_1"}),
        ("living", "Put the bookshelf's taller book on the sofa", {"book_4->sofa_1"}),
        ("lab", "From bench 1 all beakers but one move to the shelf", {"beaker_1->shelf_1", "beaker_2->shelf_1"}),
        (
            "pantry",
            "I'd like the honey on the table and after it the jam",
            {"honey_jar_1->table_1", "jam_jar_1->table_1"},
        ),
        ("pantry", "Peanut butter to the counter please, jam should there be none", {"jam_jar_1->counter_1"}),
        # What looks alike, and is none of it.
        ("office", "pen, marker, on desk 3", {"pen_2->desk_3", "marker_1->desk_3"}),
        ("dining", "Bring two forks, one knife to table 2", {"fork_1->table_2", "fork_2->table_2", "knife_1->table_2"}),
        ("living", "The doll is on the bunk bed. Put it on the sofa.", {"doll_1->sofa_1"}),
        ("dining", "Bring the lemon to table 2, not the bread.", {"lemon_1->table_2"}),
    ],
)  # fmt: skip
def test_those_that_are_meant_go(where, said, goes):
    assert put(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "done"),
    [
        ("dining", "The lamp should get switched on in case it's off", ["turn_on lamp_1"]),
        ("laundry", "The dryer needs closing if it's open", ["close dryer_1"]),
        ("laundry", "Close the dryer if somebody left it open", ["close dryer_1"]),
        ("office", "The printer should be switched off unless it's off", ["turn_off printer_1"]),
        ("living", "The doll goes in the toy chest. After that, the tv goes off.", ["turn_off tv_1"]),
        ("living", "The floor lamp comes on.", ["turn_on floor_lamp_1"]),
        ("garage", "I want the tool chest opened and left that way", ["open tool_chest_1"]),
        ("office", "Check the printer, and if it's still on, power it down", ["turn_off printer_1"]),
        ("office", "Have a look at the printer. If it's on, turn it off.", ["turn_off printer_1"]),
        ("living", "Turn on the floor lamp or the night light, either's fine", ["turn_on floor_lamp_1"]),
        ("living", "Put the doll in the toy chest and after that turn off the tv", ["turn_off tv_1"]),
        # Of what is not so, nothing is done.
        ("dining", "The lamp should be switched on if it's on", []),
        ("dining", "Kill the lamp if it's on", []),
    ],
)
def test_a_condition_behind_is_one_of_what_was_named(where, said, done):
    assert switched(planned(where, said)) == done


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("office", "two binders belong on desk 2", {"binder_1->desk_2", "binder_2->desk_2"}),
        ("dining", "The three forks belong on table 2", {f"fork_{n}->table_2" for n in (1, 2, 3)}),
        ("living", "The books belong on the bookshelf", set()),
    ],
)
def test_how_many_belong_somewhere_is_no_habit(where, said, goes):
    result = assemble(Choices(), environ={}).plan(PlanningTask(said, scene(where)))
    assert put(result) == goes
    assert ("I keep in mind" in result.explanation) is not bool(goes)


def test_of_the_batteries_there_are_any():
    result = planned("garage", "Batteries on the workbench, if there are any, belong in the crate")
    assert put(result) == {"battery_1->crate_1", "battery_2->crate_1"}
    assert "is so, as far as I know" in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "answer"),
    [
        ("office", "binders on the shelf: how many?", "I know of 3 on the shelf"),
        ("office", "The open office has how many pens?", "I know of 2"),
        ("dining", "Forks in the drawer, how many are there?", "I know of 3 in the drawer"),
        ("dining", "Oranges, do we have any?", "I know of no oranges"),
        ("bedroom", "lamp 2, on or off?", "Lamp 2 is off"),
        ("lab", "Give me the number of beakers standing on bench 1", "I know of 3 on bench 1"),
        ("party", "Can you check how many soda cans the cooler still has", "I know of 3 at the cooler"),
    ],
)
def test_what_is_named_first_is_asked_after(where, said, answer):
    assert answer in planned(where, said).explanation


@pytest.mark.parametrize(
    ("where", "said", "to"),
    [
        ("pantry", "shelf 3, go there", "shelf_3"),
        ("office", "Wait at the printer", "printer_1"),
        ("office", "The printer is where you should wait", "printer_1"),
        ("bedroom", "Your place is beside the wardrobe", "wardrobe_1"),
    ],
)
def test_where_the_robot_is_to_be(where, said, to):
    plan = planned(where, said).plan
    assert plan is not None
    assert [str(call) for call in plan.calls] == [f"go_to({to})"]


def test_one_of_several_that_none_is_told_apart_from_is_not_taken_for_all():
    assert "could mean" in planned("office", "Of the three pens, put one on desk 1").explanation


@pytest.mark.parametrize("said", ["what of", "which of", "of the", "not the, the", "if", "the milk, if"])
def test_of_words_that_break_off_nothing_is_done(said):
    result = ENGINE.plan(PlanningTask(said, scene("dining")))
    assert result.plan is None or not put(result)
