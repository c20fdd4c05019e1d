# SPDX-License-Identifier: Apache-2.0
"""Where the robot goes or looks for things, rooms with a place in them, and how something is done."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, told

_EXACTLY = "This is exactly what was asked for."


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        # going somewhere for something
        ("flat", "Go to the living room, get the mug and put it in the sink.", {"put_on(tea_mug_1, sink_1)"}),
        ("office", "Go to desk 1, take the pen and bring it to desk 3.", {"put_on(pen_1, desk_3)"}),
        ("flat", "Go to the kitchen and bring me an apple.", {"hand_over(apple_1, person_1)"}),
        (
            "flat",
            "Walk through every room, take each mug you see and put it in the sink.",
            {"put_on(tea_mug_1, sink_1)", "put_on(mug_1, sink_1)", "put_on(mug_2, sink_1)"},
        ),
        # looking for something that goes somewhere
        (
            "flat",
            "Search the house for mugs and put every one you find in the sink.",
            {"put_on(tea_mug_1, sink_1)", "put_on(mug_1, sink_1)", "put_on(mug_2, sink_1)"},
        ),
        (
            "dining",
            "Search the cupboard for glasses and put them on table 1.",
            {f"put_on(glass_{i}, table_1)" for i in (1, 2, 3)},
        ),
        ("flat", "Look around the flat for the newspaper and bring it to me.", {"hand_over(newspaper_1, person_1)"}),
        # a room, and then a place in it
        (
            "dining",
            "Bring the apples to the kitchen and put them in the fridge there.",
            {"put_inside(apple_1, fridge_1)", "put_inside(apple_2, fridge_1)"},
        ),
        (
            "dining",
            "All apples should be brought to the kitchen and put in the fridge there.",
            {"put_inside(apple_1, fridge_1)", "put_inside(apple_2, fridge_1)"},
        ),
        (
            "office",
            "Bring the binders to the meeting room and put them on the table there.",
            {f"put_on(binder_{i}, conference_table_1)" for i in (1, 2, 3)},
        ),
        # how it is done
        (
            "dining",
            "Get rid of the apples by putting them in the fridge.",
            {"put_inside(apple_1, fridge_1)", "put_inside(apple_2, fridge_1)"},
        ),
        ("garage", "Dispose of the tin can by recycling it.", {"put_inside(tin_can_1, metal_bin_1)"}),
        ("garage", "Throw out the empty tin can, in the right bin.", {"put_inside(tin_can_1, metal_bin_1)"}),
        # what comes with it
        (
            "party",
            "Bring Anna a cupcake with a napkin.",
            {"hand_over(cupcake_1, anna)", "hand_over(napkin_pack_1, anna)"},
        ),
        (
            "flat",
            "Take my pills from the kitchen table and bring them to me with some water.",
            {"hand_over(pill_box_1, person_1)", "hand_over(water_bottle_1, person_1)"},
        ),
        # what is preferred
        ("flat", "I'd rather have the juice than the milk.", {"hand_over(juice_carton_1, person_1)"}),
        ("flat", "I'd prefer juice to milk.", {"hand_over(juice_carton_1, person_1)"}),
        # what none is to be
        (
            "flat",
            "Make sure no mug is left outside the sink.",
            {"put_on(tea_mug_1, sink_1)", "put_on(mug_1, sink_1)", "put_on(mug_2, sink_1)"},
        ),
        # names from behind
        (
            "laundry",
            "Put the dirty socks in the basket for laundry.",
            {"put_inside(sock_1, laundry_basket_1)", "put_inside(sock_2, laundry_basket_1)"},
        ),
        ("party", "Bring Anna a glass for wine.", {"hand_over(wine_glass_1, anna)"}),
        # a wide verb and what it comes to
        ("laundry", "Do the laundry: wash the dirty towel.",
         {"put_inside(towel_2, washing_machine_1)", "turn_on(washing_machine_1)"}),
        ("laundry", "The dirty towel needs washing. Use the washing machine.",
         {"put_inside(towel_2, washing_machine_1)", "turn_on(washing_machine_1)"}),
        (
            "living",
            "Clean up the crayons: all of them go in the toy box.",
            {f"put_inside(crayon_{i}, toy_box_1)" for i in (1, 2, 3)},
        ),
        ("living", "Take each book and shelve it in the living room.",
         {"put_on(book_1, bookshelf_1)", "put_on(book_2, bookshelf_1)"}),
        # one side of a thing is at the same place
        ("dining", "Put the juice to the right of plate 3.", {"put_on(juice_carton_1, table_2)"}),
        ("living", "Put the candle behind the picture frame.", {"put_on(candle_1, bookshelf_1)"}),
        # what is told of things in rooms is no room's
        ("laundry", "Put the towels in the bathroom that are dirty in the hamper.", {"put_inside(towel_2, hamper_1)"}),
    ],
)  # fmt: skip
def test_it_is_done(where, said, calls):
    assert done(where, said) == calls


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("flat", "Search the house for mugs and put every one you find in the sink."),
        ("flat", "Walk through every room, take each mug you see and put it in the sink."),
        ("dining", "Bring the apples to the kitchen and put them in the fridge there."),
        ("party", "Bring Anna a cupcake with a napkin."),
        ("dining", "Put everything on the counter that is a fruit in the fridge."),
    ],
)
def test_it_is_what_was_asked_for(where, said):
    assert _EXACTLY in told(where, said)


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("flat", "Put whatever is a fruit in the fridge.", {"banana_1", "apple_1", "orange_1"}),
        ("dining", "Put everything that is a fruit in the fridge.", {"lemon_1", "apple_1", "apple_2", "banana_1"}),
        ("dining", "What is fruit goes in the fridge.", {"lemon_1", "apple_1", "apple_2", "banana_1"}),
        ("dining", "Put everything on the counter that is a fruit in the fridge.", {"apple_1", "apple_2", "banana_1"}),
    ],
)
def test_what_is_of_a_kind_is_all_of_it(where, said, calls):
    assert done(where, said) == {f"put_inside({thing}, fridge_1)" for thing in calls}


@pytest.mark.parametrize("joint", [". Throw", ", but throw", " and throw"])
def test_an_order_about_what_is_so_is_nothing_that_is_told(joint):
    said = f"Move everything from desk 3 to desk 2{joint} away what is rubbish."
    assert told("office", said).endswith("belong to 'all rubbish'?")


def test_what_is_taken_from_a_place_does_not_go_there():
    said = "Take the stapler off desk 2 and the laptop to desk 2."
    assert (
        told("office", said) == "Where shall I take the stapler from desk 2 to? Say the place, for example 'to desk_1'."
    )


def test_all_that_get_too_little_do_not_get_less_than_the_others():
    said = told("dining", "Each plate needs a knife.")
    assert "You asked for two knives on table 1 and two knives on table 2." in said
    assert "Not all of plate 1, plate 2, plate 3 and plate 4 get what you said of 'each plate'." in said


@pytest.mark.parametrize("said", ["Take out everything in the drawer.", "Take everything out of the drawer."])
def test_furniture_that_all_is_taken_out_of_is_emptied(said):
    assert told("dining", said) == told("dining", "Empty the drawer.")


def test_each_of_the_people_who_were_told_of_gets_one():
    said = "Three people are coming to the meeting room. Put a bottle of water there for each of them."
    assert done("office", said) == {"put_on(water_bottle_1, conference_table_1)"}
    assert "Water bottle 2 and water bottle 3 are on conference table 1 already." in told("office", said)


@pytest.mark.parametrize(
    "said",
    [
        "We are having a party, so set table 1 and try to decorate it.",
        "Get table 1 ready for a party, with some decoration.",
        "Set table 1 for a party. Please decorate it.",
    ],
)
def test_a_table_is_decorated_however_it_is_wished(said):
    assert done("dining", said) == done("dining", "Set table 1 for a party, try decorating it")


@pytest.mark.parametrize(
    "said",
    [
        "After the work meeting there's a buffet. Set table 1 for it and keep it professional.",
        "Set up table 1 for a buffet following a work meeting; keep things professional.",
        "Set table 1 for a professional buffet after a work meeting",
    ],
)
def test_a_buffet_is_one_however_it_is_told(said):
    assert done("dining", said) == done(
        "dining", "Set table 1 for a buffet after a work meeting, keeping it professional"
    )


def test_who_eats_is_told_behind_what_is_eaten():
    told_behind = done("dining", "There is soup for dinner tonight, for the two of us. Set table 1.")
    assert told_behind == done("dining", "Set table 1 for two people, we'll have soup")
