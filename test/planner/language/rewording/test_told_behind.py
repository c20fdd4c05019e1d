# SPDX-License-Identifier: Apache-2.0
"""Which one is meant, or in which case, told behind an order: it adds no thing and binds no other one."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import moved, planned, result_of, switched

_STATES = ("open", "close", "turn_on", "turn_off")


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "Bring me a mug. The blue one, please.", {"mug_1": "person_1"}),
        ("party", "Would you take Ben a balloon? The red one, please.", {"balloon_1": "ben"}),
        ("party", "Give Anna a beer, one from the cooler.", {"beer_can_2": "anna"}),
        ("party", "Take Ben a balloon, the yellow one, and Anna a cupcake.", {"balloon_2": "ben", "cupcake_1": "anna"}),
        ("party", "Bring Anna two cans from the cooler, sodas.", {"soda_can_1": "anna", "soda_can_2": "anna"}),
        ("laundry", "Put two socks in the laundry basket, clean ones.",
         {"sock_3": "laundry_basket_1", "sock_4": "laundry_basket_1"}),
        ("laundry", "Put socks in the washing machine, the dirty ones.",
         {"sock_1": "washing_machine_1", "sock_2": "washing_machine_1"}),
        ("pantry", "Both carrots and one onion on the table, the onion from the crate.",
         {"carrot_1": "table_1", "carrot_2": "table_1", "onion_1": "table_1"}),
        ("pantry", "Put an onion and a potato on the table, the onion from the counter.",
         {"onion_2": "table_1", "potato_1": "table_1"}),
        ("pantry", "Put one onion on the table, the one from the crate.", {"onion_1": "table_1"}),
        ("pantry", "Bring a can to the table. The tuna.", {"tuna_can_1": "table_1"}),
        ("office", "Put a pen on desk 3. Red, please.", {"pen_1": "desk_3"}),
        ("office", "Put a pen on the shelf, the blue one, and the stapler on desk 1.",
         {"pen_2": "shelf_1", "stapler_1": "desk_1"}),
        ("living", "Put two books on the sofa, the red one and the green one.",
         {"book_1": "sofa_1", "book_4": "sofa_1"}),
        ("office", "put a pen on each desk, the red one on desk 2",
         {"pen_1": "desk_2", "pen_2": "desk_1", "pen_3": "desk_3"}),
        ("office", "Put a binder on each desk, binder 2 on desk 1",
         {"binder_2": "desk_1", "binder_3": "desk_2", "binder_1": "desk_3"}),
        ("office", "Every desk gets a pen, the red one goes to desk 3.",
         {"pen_1": "desk_3", "pen_2": "desk_1", "pen_3": "desk_2"}),
        ("office", "put a bottle on desk 2 and another one on desk 3, not the one from desk 1",
         {"water_bottle_2": "desk_2", "water_bottle_3": "desk_3"}),
        ("office", "put a bottle on desk 2, not the one from desk 1", {"water_bottle_2": "desk_2"}),
    ],
)  # fmt: skip
def test_what_is_told_behind_says_which_one(where, said, goes):
    result = planned(where, said)
    assert moved(result) == goes
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("party", "Would you take Ben a balloon? The red one goes to Anna.", {"balloon_2": "ben", "balloon_1": "anna"}),
        ("party", "Take Ben a balloon, and the yellow one to Anna.", {"balloon_1": "ben", "balloon_2": "anna"}),
        ("living", "Put a book on the sofa, the green one on the bunk bed.",
         {"book_1": "sofa_1", "book_4": "bunk_bed_1"}),
        ("living", "Put a pillow on the bunk bed, the blanket too.",
         {"pillow_1": "bunk_bed_1", "blanket_1": "bunk_bed_1"}),
        ("flat", "Bring me the slippers and a mug, the blue one.",
         {"slipper_1": "person_1", "slipper_2": "person_1", "mug_1": "person_1"}),
    ],
)  # fmt: skip
def test_what_goes_elsewhere_or_besides_is_another_one(where, said, goes):
    assert moved(planned(where, said)) == goes


def test_of_two_things_that_may_be_meant_it_is_not_exact():
    result = planned("laundry", "Put a shirt on the ironing board and a towel on the sink, the blue one.")
    assert not result.account.exact
    assert "I am not sure that 'the blue one' is what was spoken of before it" in result.explanation


def test_a_colour_that_is_not_here_is_no_second_thing():
    result = planned("party", "Would you take Ben a balloon? The blue one, please.")
    assert list(moved(result).values()) == ["ben"]
    assert "I know of no blue balloon here" in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "goes", "told"),
    [
        ("flat", "Bring me the book, and the remote if it is on the nightstand.", {"book_1": "person_1"},
         "'the remote is on the nightstand' is not so"),
        ("flat", "Bring me my reading glasses and my book, please, and my phone only if it's on the nightstand.",
         {"reading_glasses_1": "person_1", "book_1": "person_1", "phone_1": "person_1"},
         "'my phone is on the nightstand' is so"),
        ("flat", "Put the beer and the milk on the counter, but the milk only if it's in the fridge.",
         {"beer_can_1": "counter_1", "milk_carton_1": "counter_1"}, "'the milk is in the fridge' is so"),
        ("flat", "Put the apple in the fridge and the orange too if it's on the kitchen table.",
         {"apple_1": "fridge_1", "orange_1": "fridge_1"}, "'the orange is on the kitchen table' is so"),
        ("garage", "Put the helmet on the workbench, the pump as well, and the football in the crate if it isn't in "
         "there.", {"helmet_1": "workbench_1", "bicycle_pump_1": "workbench_1", "football_1": "crate_1"},
         "football 1 goes into crate 1"),
        ("garage", "Put the hammer in the chest and the drill on the workbench if it's in the chest.",
         {"hammer_1": "tool_chest_1", "drill_1": "workbench_1"}, "'the drill is in the chest' is so"),
        ("flat", "Bring me the book if it's on the nightstand.", {"book_1": "person_1"},
         "'the book is on the nightstand' is so"),
    ],
)  # fmt: skip
def test_a_condition_on_it_is_about_the_last_thing_alone(where, said, goes, told):
    result = planned(where, said)
    assert moved(result) == goes
    assert told in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "put the books on the sofa unless they're on the bookshelf",
         {"book_1": "sofa_1", "book_2": "sofa_1"}),
        ("living", "put the toys in the toy chest if they are on the sofa", {"toy_car_1": "toy_chest_1"}),
        ("office", "Put the water bottles on the shelf unless they are in the meeting room.",
         {"water_bottle_1": "shelf_1"}),
        ("office", "Put a water bottle on every desk unless there is one.",
         {"water_bottle_3": "desk_2", "water_bottle_2": "desk_3"}),
        ("office", "Put a water bottle on every desk unless there's already one there.",
         {"water_bottle_3": "desk_2", "water_bottle_2": "desk_3"}),
        ("living", "Put all books on the bookshelf but the red one, which should be on the sofa.",
         {"book_1": "sofa_1", "book_2": "bookshelf_1"}),
        ("party", "Put three paper plates on the terrace table, unless there are any.",
         {f"paper_plate_{n}": "terrace_table_1" for n in (1, 2, 3)}),
        ("office", "Put a bottle on the conference table unless there are any.", {}),
    ],
)  # fmt: skip
def test_a_condition_on_them_is_about_each(where, said, goes):
    assert moved(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("said", "switches"),
    [
        ("turn off all the lights unless they're in the kids room", {"turn_off table_lamp_1"}),
        ("Turn off all lights but the one in the kids room, which should be on.",
         {"turn_off table_lamp_1", "turn_on night_light_1"}),
        ("Turn off all the lamps. Turn on the floor lamp.", {"turn_off table_lamp_1", "turn_on floor_lamp_1"}),
        ("All lights off, the floor lamp on.", {"turn_off table_lamp_1", "turn_on floor_lamp_1"}),
        ("Turn on all lamps and turn off the table lamp.",
         {"turn_on floor_lamp_1", "turn_on night_light_1", "turn_off table_lamp_1"}),
        ("Turn off the lights in the living room and turn on the night light.",
         {"turn_off table_lamp_1", "turn_on night_light_1"}),
    ],
)  # fmt: skip
def test_one_lamp_is_told_apart_from_all(said, switches):
    result = planned("living", said)
    assert switched(result) == switches
    assert not result.plan.relaxations


@pytest.mark.parametrize(
    ("where", "said", "told"),
    [
        ("dining", "I hope the lamp is on.", "No, lamp 1 is off."),
        ("dining", "I think the lamp is on.", "No, lamp 1 is off."),
        ("dining", "I hope that the fridge is closed", "Yes, fridge 1 is closed."),
        ("dining", "I hope there is milk in the fridge.", "Yes, milk carton 1 is in fridge 1"),
        ("dining", "Perhaps the lamp is on.", "No, lamp 1 is off."),
        ("dining", "I hope the bread is in the fridge", "I know of no bread in the fridge."),
        ("dining", "The bread may be in the fridge.", "I know of no bread in the fridge."),
    ],
)
def test_what_is_only_supposed_is_no_order(where, said, told):
    result = planned(where, said)
    assert not moved(result)
    assert not switched(result)
    assert told in result.explanation


@pytest.mark.parametrize(
    "said",
    ["I wish the bread were in the fridge.", "I think the bread should be in the fridge.",
     "I hope you can put the bread in the fridge.", "I hope the bread is in the fridge. If not, put it there."],
)  # fmt: skip
def test_what_is_wished_is_done(said):
    assert moved(planned("dining", said)) == {"bread_1": "fridge_1"}


def test_what_is_told_besides_a_question_is_said():
    result = planned("dining", "My hair is wet. Where is the milk?")
    assert result.explanation.startswith("I took 'my hair is wet' for something to know and not for something to do.")
    assert result.answer.startswith("Milk carton 1 is in fridge 1")


@pytest.mark.parametrize("said", ["imagine the lamp is on. Is the fridge open?", "Pretend the lamp is on."])
def test_what_is_pretended_is_no_order_and_not_known(said):
    assert result_of("dining", said).plan is None
