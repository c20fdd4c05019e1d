# SPDX-License-Identifier: Apache-2.0
"""Which things and places are meant: by what is on them, by what is said behind their place, by what is excepted."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_eval.sentences.corpus import scene
from makedo_eval.sentences.judge import claims_exactness
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask


@pytest.fixture(scope="module")
def plan():
    return assemble(Choices(), environ={}).plan


def _ends(result) -> set[str]:
    """Where each thing that is moved ends, e.g. "napkin_1 sideboard_1"."""
    placing = [c for c in result.plan.calls if c.skill.startswith("put_") or c.skill == "hand_over"]
    return {f"{c.arguments[0]} {c.arguments[1]}" for c in placing}


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("bedroom", "Put the wallet on whichever nightstand has a watch on it.", {"wallet_1 nightstand_2"}),
        ("bedroom", "Put the wallet on the nightstand with the watch.", {"wallet_1 nightstand_2"}),
        ("office", "Put the scissors on the desk that holds the stapler.", {"scissors_1 desk_2"}),
        ("office", "Put a binder on each desk that has a mug.", {"binder_1 desk_3", "binder_2 desk_2"}),
        ("office", "Hand out one pen to each desk.", {"pen_3 desk_3"}),
        (
            "bedroom",
            "Take everything off the bed that isn't a pillow and put it on the desk.",
            {"blanket_1 desk_1", "sweater_1 desk_1", "t_shirt_1 desk_1", "phone_1 desk_1"},
        ),
        (
            "office",
            "Everything on desk 1 but the laptop moves over to desk 2.",
            {"pen_1 desk_2", "water_bottle_1 desk_2", "usb_cable_1 desk_2", "notebook_1 desk_2"},
        ),
        (
            "lab",
            "Bring petri dish 2 to bench 1 and flask 1 on bench 2 to the other one.",
            {"petri_dish_2 bench_1", "flask_1 bench_1"},
        ),
        ("lab", "Bring petri dish 2 and flask 1 on bench 2 to bench 1.", {"petri_dish_2 bench_1", "flask_1 bench_1"}),
    ],
)
def test_what_is_meant_is_brought_and_that_is_exact(plan, where, said, ends):
    result = plan(PlanningTask(said, scene(where)))
    assert _ends(result) == ends
    assert claims_exactness(result)


@pytest.mark.parametrize(
    "said",
    [
        "Clear table 2 except for the napkin.",
        "Clear table 2 but leave the napkin.",
        "Clear table 2. The napkin stays where it is.",
    ],
)
def test_what_is_excepted_stays_on_furniture_that_is_cleared(plan, said):
    result = plan(PlanningTask(said, scene("dining")))
    assert {end.split()[0] for end in _ends(result)} == {"mug_1", "plate_3", "plate_4", "crumpled_paper_1"}


@pytest.mark.parametrize("said", ["Clear the bed except for the pillows.", "Clear the bed. The pillows stay there."])
def test_nobody_asks_where_what_is_excepted_shall_go(plan, said):
    result = plan(PlanningTask(said, scene("bedroom")))
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert "blanket" in result.outcome.message


def test_where_everything_shall_go_is_asked_and_no_hand_is_spoken_of(plan):
    result = plan(PlanningTask("Take everything off the bed that isn't a pillow.", scene("bedroom")))
    assert result.outcome.cause is FailureCause.AMBIGUOUS
    assert "desk_1" in result.candidates


def test_the_other_one_of_a_single_kind_is_of_the_wider_kind(plan):
    result = plan(PlanningTask("Turn on the floor lamp and turn off the other one.", scene("living")))
    calls = [str(c) for c in result.plan.calls if c.skill in ("turn_on", "turn_off")]
    assert calls == ["turn_on(floor_lamp_1)", "turn_off(table_lamp_1)"]


def test_no_bottles_in_a_room_does_not_take_them_elsewhere_in_it(plan):
    result = plan(PlanningTask("Make sure no bottles are left in the kitchen.", scene("pantry")))
    assert result.outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("office", "Put a pen on every desk that has no pen.", {"pen_3 desk_3"}),
        ("dining", "Put a fork on every table that does not have plates.", {"fork_1 table_3"}),
        ("living", "Toys off the sofa, into the toy chest.", {"toy_car_1 toy_chest_1"}),
        (
            "dining",
            "Leave the clean plates on table 1, the dirty ones go in the dishwasher.",
            {"plate_3 dishwasher_1", "plate_4 dishwasher_1"},
        ),
        ("party", "Hand Ben the corkscrew and Carla the bottle opener.", {"corkscrew_1 ben", "bottle_opener_1 carla"}),
        ("party", "Ben would like another beer, and Anna a soda.", {"beer_can_2 ben", "soda_can_1 anna"}),
        ("party", "Give everyone on the terrace a wine glass.", {"wine_glass_1 carla"}),
        ("pantry", "I need the tea box and the teapot on table 1, the cabinet can be closed afterwards.",
         {"tea_box_1 table_1", "teapot_1 table_1"}),
        ("lab", "Every sample must leave the fridge; they go in the rack.",
         {"sample_1 rack_1", "sample_2 rack_1", "sample_3 rack_1"}),
    ],
)  # fmt: skip
def test_orders_in_other_shapes_are_exact(plan, where, said, ends):
    result = plan(PlanningTask(said, scene(where)))
    assert _ends(result) == ends
    assert claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("garage", "The batteries don't belong on the workbench, shelf 1 is better.",
         {"battery_1 shelf_1", "battery_2 shelf_1"}),
        ("dining", "Put an apple and a knife to cut it on table 3.", {"apple_1 table_3", "knife_1 table_3"}),
        ("dining", "Put the mugs next to each other on the sideboard.", {"mug_1 sideboard_1", "mug_2 sideboard_1"}),
        ("flat", "Put the slippers on the bed... actually leave them, just bring the book to the sofa.",
         {"book_1 sofa_1"}),
        ("garage", "If the tin can is empty it goes in the metal bin, otherwise on shelf 1.",
         {"tin_can_1 metal_bin_1"}),
    ],
)  # fmt: skip
def test_what_is_said_besides_is_told(plan, where, said, ends):
    result = plan(PlanningTask(said, scene(where)))
    assert _ends(result) == ends
    assert not claims_exactness(result)


def test_two_devices_of_a_kind_are_two_orders(plan):
    result = plan(PlanningTask("The lamp that's on should be off and the other one on.", scene("bedroom")))
    assert {str(c) for c in result.plan.calls if c.skill.startswith("turn")} == {"turn_off(lamp_1)", "turn_on(lamp_2)"}


def test_what_is_off_a_place_does_not_go_there(plan):
    result = plan(PlanningTask("Toys off the sofa!", scene("living")))
    assert result.outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("living", "Any book lying on the coffee table should be put back on the bookshelf.",
         {"book_1 bookshelf_1", "book_2 bookshelf_1"}),
        ("dining", "Bring every dirty dish from table 2 to the dishwasher.",
         {"mug_1 dishwasher_1", "plate_3 dishwasher_1", "plate_4 dishwasher_1"}),
        ("pantry", "Put the cans on the counter, all but the cat food.",
         {"tomato_can_1 counter_1", "tomato_can_2 counter_1", "tuna_can_1 counter_1"}),
        ("dining", "Move the fruit from the counter to the fruit basket, but the banana stays on the counter.",
         {"apple_1 fruit_basket_1", "apple_2 fruit_basket_1"}),
        ("dining", "The candle and the vase, please put both of them on table 3.",
         {"candle_1 table_3", "vase_1 table_3"}),
    ],
)  # fmt: skip
def test_all_that_is_meant_goes_and_nothing_else(plan, where, said, ends):
    result = plan(PlanningTask(said, scene(where)))
    assert _ends(result) == ends
    assert claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("pantry", "There's a pasta box too many on shelf 1, one of them can move to shelf 3.",
         {"pasta_box_1 shelf_3"}),
        ("bedroom", "Pillows stay on the bed, the rest goes to the desk.",
         {"blanket_1 desk_1", "sweater_1 desk_1", "phone_1 desk_1", "t_shirt_1 desk_1"}),
        ("flat", "Throw the banana away, it's rotten, and put the orange on the counter.",
         {"banana_1 trash_can_1", "orange_1 counter_1"}),
        ("flat", "Throw the banana away, it's rotten, and bring the orange to the counter.",
         {"banana_1 trash_can_1", "orange_1 counter_1"}),
        ("bedroom", "My sunglasses aren't where they belong, they should be on the desk.", {"sunglasses_1 desk_1"}),
        ("bedroom", "If the wardrobe's open close it, otherwise take the jacket out and lay it on the bed.",
         {"jacket_1 bed_1"}),
    ],
)  # fmt: skip
def test_what_is_told_before_is_understood(plan, where, said, ends):
    assert _ends(plan(PlanningTask(said, scene(where)))) == ends


def test_an_order_behind_what_is_told_is_asked_about_and_never_dropped(plan):
    result = plan(PlanningTask("Throw the tuna can away, it's old, and bring me the honey jar", scene("pantry")))
    assert result.plan is None and result.outcome.cause is FailureCause.AMBIGUOUS


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("Put the mug, which is on the coffee table, into the sink", {"tea_mug_1 sink_1"}),
        ("The mug, which is on the coffee table, goes on the counter", {"tea_mug_1 counter_1"}),
        ("Bring the banana and the mug, which stands on the coffee table, to the counter",
         {"banana_1 counter_1", "tea_mug_1 counter_1"}),
        ("Bring the mug, which is on the coffee table, the banana and the orange to the counter",
         {"tea_mug_1 counter_1", "banana_1 counter_1", "orange_1 counter_1"}),
    ],
)  # fmt: skip
def test_where_a_thing_is_may_be_told_between_commas(plan, said, ends):
    result = plan(PlanningTask(said, scene("flat")))
    assert _ends(result) == ends and claims_exactness(result)


def test_a_thing_that_is_not_where_it_is_told_to_be_is_not_taken_from_elsewhere(plan):
    result = plan(PlanningTask("Put the banana, which is on the bed, into the sink", scene("flat")))
    assert not claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("flat", "Put the mug, which isn't blue, in the sink", {"mug_2 sink_1"}),
        ("flat", "Take the mug, which is standing on the coffee table, to the counter", {"tea_mug_1 counter_1"}),
        ("home", "Bring the apple (it is on table_1) and the banana to table_2",
         {"apple_1 table_2", "banana_1 table_2"}),
        ("home", "Bring the apple that is on table_1, and the banana, to table_2",
         {"apple_1 table_2", "banana_1 table_2"}),
        ("home", "Bring the apple (it's green) to table_2", {"apple_2 table_2"}),
        ("flat", "Get the remote off the coffee table and onto the sofa", {"remote_1 sofa_1"}),
        ("flat", "Get the milk out and onto the counter", {"milk_carton_1 counter_1"}),
        ("living", "Take the cup and the plate. Put the two on the kids table",
         {"cup_1 kids_table_1", "plate_1 kids_table_1"}),
    ],
)  # fmt: skip
def test_brackets_commas_and_ways_out_of_a_place_are_read_as_meant(plan, where, said, ends):
    graph = graph_from_json(scene_file("home").read_text()) if where == "home" else scene(where)
    result = plan(PlanningTask(said, graph))
    assert _ends(result) == ends


@pytest.mark.parametrize(
    "said", ["unless it's already there", "unless it's there already", "if it isn't there already"]
)
def test_there_in_a_condition_is_where_the_order_puts_things(plan, said):
    moved = plan(PlanningTask(f"Put the stapler on desk_1 {said}", scene("office")))
    assert _ends(moved) == {"stapler_1 desk_1"}
    there = plan(PlanningTask("Put the stapler on desk_1 if it's there", scene("office")))
    assert _ends(there) == {"stapler_1 desk_1"}
    left = plan(PlanningTask(f"Put the stapler on desk_2 {said}", scene("office")))
    assert _ends(left) == set()


def test_next_to_what_is_at_a_place_says_where_a_thing_goes(plan):
    result = plan(PlanningTask("Move the red marker next to the laptop on desk_1", scene("office")))
    assert _ends(result) == {"marker_2 desk_1"} and not claims_exactness(result)


@pytest.mark.parametrize(
    "said", ["Neither lamp should be on", "Neither of the lamps should be on", "I want neither lamp on"]
)
def test_what_neither_is_to_be_is_ended_for_each(plan, said):
    result = plan(PlanningTask(said, scene("bedroom")))
    assert [str(c) for c in result.plan.calls if c.skill == "turn_off"] == ["turn_off(lamp_1)"]
    assert claims_exactness(result)


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("dining", "Please get rid of that crumpled bit of paper on table_2", {"crumpled_paper_1 trash_can_1"}),
        ("pantry", "Put the honey with the jam on table_1", {"honey_jar_1 table_1", "jam_jar_1 table_1"}),
        ("pantry", "Put the onion with the potatoes in the crate", {"onion_2 crate_1"}),
        ("pantry", "Throw out whatever has gone rotten", {"cucumber_1 compost_bin_1"}),
        ("pantry", "Take two candles to the table and leave the rest of shelf 3 alone",
         {"candle_1 table_1", "candle_2 table_1"}),
        ("bedroom", "The jacket's in the wardrobe, please lay it on the bed", {"jacket_1 bed_1"}),
        ("dining", "Don't put the wine bottle in the fridge, put it in the cupboard instead",
         {"wine_bottle_1 cupboard_1"}),
        ("living", "Bring the pillows from the sofa to the bunk bed, all but one", {"pillow_1 bunk_bed_1"}),
        ("lab", "Take a pipette and a beaker, any will do, to bench_2", {"pipette_1 bench_2", "beaker_1 bench_2"}),
        ("pantry", "Not the honey, the jam goes on table_1", {"jam_jar_1 table_1"}),
        ("pantry", "Please set the onions aside on the table", {"onion_1 table_1", "onion_2 table_1"}),
        ("lab", "Could the samples be moved to the incubator?",
         {"sample_1 incubator_1", "sample_2 incubator_1", "sample_3 incubator_1"}),
        ("office", "Swap the two laptops round", {"laptop_1 desk_3", "laptop_2 desk_1"}),
        ("bedroom", "Put the reading glasses and the book on nightstand 1 on the other nightstand",
         {"reading_glasses_1 nightstand_2", "book_1 nightstand_2"}),
    ],
)  # fmt: skip
def test_amounts_company_and_the_rest_are_read_as_meant(plan, where, said, ends):
    assert _ends(plan(PlanningTask(said, scene(where)))) == ends


def test_a_place_that_has_more_than_each_is_to_have_makes_no_other_get_less(plan):
    result = plan(PlanningTask("Put one test tube on each bench", scene("lab")))
    assert claims_exactness(result) and len(_ends(result)) == 1


@pytest.mark.parametrize(
    ("where", "said", "number", "to"),
    [
        ("lab", "The acid must stay in the fume hood; everything else from there goes to the cabinet", 1, "cabinet_1"),
        ("lab", "Leave the acid in the fume hood and put everything else from there in the cabinet", 1, "cabinet_1"),
        ("dining", "The candle stays on the sideboard; the rest from there goes on table 2", 4, "table_2"),
        ("living", "Leave the remote on the coffee table and take the rest from there to the shelf", 5, "bookshelf_1"),
        ("garage", "The hammer stays on the workbench. Put everything else from there on shelf 1", 8, "shelf_1"),
        ("dining", "Go to table 1 and bring the plates from there to table 3", 2, "table_3"),
    ],
)
def test_from_there_is_from_the_furniture_named_last(plan, where, said, number, to):
    ends = _ends(plan(PlanningTask(said, scene(where))))
    assert len(ends) == number
    assert {end.split()[1] for end in ends} == {to}


def test_where_nothing_was_named_there_is_no_furniture(plan):
    assert plan(PlanningTask("Bring the plates from there to table 3", scene("dining"))).plan is None
