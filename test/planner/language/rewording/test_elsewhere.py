# SPDX-License-Identifier: Apache-2.0
"""Others elsewhere, another place of a kind, outdoors, and furniture that lacks what it is to get."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from support.plain_instructions import placed, planned

ENGINE = Engine(load_ontology(), Settings())


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put the plates on table 1 in the cupboard and the others in the dishwasher",
         {"plate_1->cupboard_1", "plate_2->cupboard_1", "plate_3->dishwasher_1", "plate_4->dishwasher_1"}),
        ("dining", "Take the plates from table 1. Put them in the cupboard and the others in the dishwasher",
         {"plate_1->cupboard_1", "plate_2->cupboard_1", "plate_3->dishwasher_1", "plate_4->dishwasher_1"}),
        ("lab", "Bring the beakers on bench 1 to bench 2 and the others to the incubator",
         {"beaker_1->bench_2", "beaker_2->bench_2", "beaker_3->bench_2", "beaker_4->incubator_1"}),
        ("living", "Put the books on the coffee table on the sofa and the others on the kids table",
         {"book_1->sofa_1", "book_2->sofa_1", "book_3->kids_table_1", "book_4->kids_table_1"}),
        ("dining", "Put the plates on table 1 in the cupboard and the rest on the counter",
         {"plate_1->cupboard_1", "plate_2->cupboard_1", "juice_carton_1->counter_1", "water_bottle_1->counter_1"}),
    ],
)  # fmt: skip
def test_the_others_of_those_at_a_place_are_elsewhere(where, said, goes):
    result = planned(where, said)
    assert placed(result) == goes
    assert result.account.exact, result.explanation


def test_the_others_of_those_that_are_all_there_are_asked_for():
    result = ENGINE.plan(
        PlanningTask("Put the forks in the drawer on table 1 and the others on table 2", scene("dining"))
    )
    assert result.plan is None
    assert result.outcome.cause is FailureCause.AMBIGUOUS


def test_any_place_and_another_are_asked_for():
    said = "Put the cupcakes on a table and the cake on another table"
    result = ENGINE.plan(PlanningTask(said, scene("party")))
    assert result.plan is None
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert "'a table' and 'another table'" in result.outcome.message


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Take the cake outside", {"cake_1->terrace_table_1"}),
        ("Carry the jacket outdoors, please", {"jacket_1->terrace_table_1"}),
        ("Take the chips from outside to the kitchen", {"chips_bag_1->kitchen_counter_1"}),
    ],
)
def test_outside_is_what_the_scene_has_outdoors(said, goes):
    result = planned("party", said)
    assert placed(result) == goes
    assert result.account.exact, result.explanation


def test_where_nothing_is_outdoors_outside_is_refused():
    assert ENGINE.plan(PlanningTask("Take the candle outside", scene("dining"))).plan is None


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("office", "Put one water bottle on every desk without one",
         {"water_bottle_2->desk_3", "water_bottle_3->desk_2"}),
        ("office", "Put a water bottle on each desk that has none",
         {"water_bottle_2->desk_3", "water_bottle_3->desk_2"}),
        ("dining", "Put a mug on every table lacking one", {"mug_2->table_1", "mug_3->table_3"}),
        ("office", "Bring a pen to the desks that have no pen", {"pen_3->desk_3"}),
    ],
)  # fmt: skip
def test_furniture_that_lacks_a_thing_gets_one(where, said, goes):
    result = planned(where, said)
    assert placed(result) == goes
    assert result.account.exact, result.explanation


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        ("Make the living room dark", {"turn_off(table_lamp_1)"}),
        ("Make it a bit darker in the living room", {"turn_off(table_lamp_1)"}),
        ("Make the living room brighter", {"turn_on(floor_lamp_1)"}),
        ("light up the kids room please", {"turn_on(night_light_1)"}),
        ("Darken the kids room", set()),
        ("It's too bright in the kids room", set()),
    ],
)
def test_light_is_made_in_the_room_that_was_said(said, calls):
    result = planned("living", said)
    assert result.plan is not None
    assert {str(c) for c in result.plan.calls if c.skill in ("turn_on", "turn_off")} == calls


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put whatever plates are dirty in the dishwasher",
         {"plate_3->dishwasher_1", "plate_4->dishwasher_1"}),
        ("living", "Whatever toys are on the sofa belong in the toy chest", {"toy_car_1->toy_chest_1"}),
        ("dining", "Refrigerate the juice", {"juice_carton_1->fridge_1"}),
        ("dining", "The juice should be chilled", {"juice_carton_1->fridge_1"}),
        ("dining", "Put what was on the sideboard on table 3",
         {"wine_bottle_1->table_3", "vase_1->table_3", "mug_3->table_3", "lemon_1->table_3", "candle_1->table_3"}),
        ("dining", "Put the lemon in the basket, the one in the dining room", {"lemon_1->fruit_basket_1"}),
        ("living", "Put the books on the bookshelf, the one in the living room",
         {"book_1->bookshelf_1", "book_2->bookshelf_1"}),
    ],
)  # fmt: skip
def test_turns_of_phrase_are_read(where, said, goes):
    assert placed(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "goes", "unused"),
    [
        ("dining", "Put the mugs in a row on table 3", {"mug_1", "mug_2", "mug_3"}, "row"),
        ("dining", "Put the glasses on table 3 upside down", {"glass_1", "glass_2", "glass_3"}, "upside"),
        ("living", "Put the books on the bookshelf sorted by size", {"book_1", "book_2"}, "size"),
    ],
)
def test_how_things_are_to_stand_is_told_as_not_seen_to(where, said, goes, unused):
    result = planned(where, said)
    assert {name.partition("->")[0] for name in placed(result)} == goes
    assert not result.account.exact
    assert f"I made no use of '{unused}'" in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "The mugs are dirty. Put them in the dishwasher", {"mug_1", "mug_2", "mug_3"}),
        ("lab", "The flasks are dirty, bring them to bench 1", {"flask_1", "flask_2"}),
        (
            "dining",
            "The plates are dirty. Put them in the dishwasher",
            {"plate_3", "plate_4"},
        ),  # two are known as clean
    ],
)
def test_what_is_told_of_things_leaves_out_what_is_known_otherwise(where, said, goes):
    assert {name.partition("->")[0] for name in placed(planned(where, said))} == goes


def test_one_of_each_colour():
    result = planned("living", "Put one crayon of each colour in the toy chest")
    assert placed(result) == {"crayon_1->toy_chest_1", "crayon_2->toy_chest_1", "crayon_3->toy_chest_1"}


SIDEBOARD = {"wine_bottle_1->table_3", "mug_3->table_3", "lemon_1->table_3", "candle_1->table_3"}


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("The fridge should have nothing but drinks in it; move the rest to the counter",
         {"pear_1->counter_1", "cheese_1->counter_1", "yogurt_cup_1->counter_1"}),
        ("There should be nothing but the vase on the sideboard; the rest goes to table 3", SIDEBOARD),
        ("Leave nothing but the vase on the sideboard and move the rest to table 3", SIDEBOARD),
        ("Only the vase should stay on the sideboard, everything else goes to table 3", SIDEBOARD),
        ("Keep just the vase on the sideboard; table 3 for the rest", SIDEBOARD),
    ],
)  # fmt: skip
def test_what_alone_is_left_and_where_the_rest_goes(said, goes):
    assert placed(planned("dining", said)) == goes


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("Bring up to five forks to table 3", 3),
        ("Bring five forks to table 3 or fewer", 3),
        ("Bring up to two forks to table 3", 2),
    ],
)
def test_at_most_so_many_are_brought(said, count):
    assert len(placed(planned("dining", said))) == count


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("bedroom", "Bring the watch I was wearing to the bed", {"watch_1->bed_1"}),
        ("living", "Put the blanket that she used on the bunk bed", {"blanket_1->bunk_bed_1"}),
        ("garage", "Take whatever isn't a tool off the workbench and put it on shelf 1",
         {"duct_tape_1->shelf_1", "battery_1->shelf_1", "battery_2->shelf_1", "tin_can_1->shelf_1"}),
        ("office", "If desk 3 has a water bottle on it, bring it to desk 1, otherwise bring one from the meeting room",
         {"water_bottle_2->desk_1"}),
        ("office", "If there is a pen on desk 3, put it on desk 1, otherwise put one from desk 2 there",
         {"pen_2->desk_1"}),
    ],
)  # fmt: skip
def test_what_is_told_of_things_and_of_the_other_case(where, said, goes):
    assert placed(planned(where, said)) == goes


def test_what_somebody_does_with_one_of_several_is_asked_about():
    assert ENGINE.plan(PlanningTask("Bring the book I was reading to the sofa", scene("living"))).plan is None


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "clear the coffee table apart from the candle, dishes to the kids table and books to the bookshelf",
         {"cup_1->kids_table_1", "plate_1->kids_table_1", "book_1->bookshelf_1", "book_2->bookshelf_1"}),
        ("living", "clear the coffee table except the candle, everything goes to the kids table",
         {f"{thing}->kids_table_1" for thing in ("remote_1", "cup_1", "plate_1", "book_1", "book_2")}),
        ("office", "Take all pens off desk 1 or desk 2 and put them on desk 3", {"pen_1->desk_3", "pen_2->desk_3"}),
        ("dining", "put any cans in the fridge or in the cupboard on table 3",
         {f"{can}->table_3" for can in ("cola_can_1", "cola_can_2", "tuna_can_1", "soup_can_1")}),
        ("dining", "bring the fruit from the counter or the fridge to table 3",
         {f"{fruit}->table_3" for fruit in ("apple_1", "apple_2", "banana_1", "pear_1")}),
        ("dining", "Bring the cola cans out of the fridge, one to table 2 and one to table 3",
         {"cola_can_1->table_2", "cola_can_2->table_3"}),
        ("party", "Any empty bottle or can goes in the trash.",
         {"beer_can_1->trash_can_1", "wine_bottle_2->trash_can_1"}),
    ],
)  # fmt: skip
def test_all_of_both_places_or_kinds_go_and_what_is_excepted_stays(where, said, goes):
    assert placed(planned(where, said)) == goes


def test_furniture_is_cleared_besides_what_comes_from_elsewhere():
    goes = placed(planned("dining", "Clear the sideboard and bring everything in the fridge to table 1"))
    assert {"vase_1", "lemon_1", "milk_carton_1", "cheese_1"} <= {go.partition("->")[0] for go in goes}
