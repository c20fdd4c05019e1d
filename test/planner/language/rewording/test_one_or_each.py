# SPDX-License-Identifier: Apache-2.0
"""One for each, the rest of all that looks so, the same of other kinds, and what is not where it is said to be."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import moved, planned, result_of, switched


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "put the doll and the bear in the box and the chest, one in each",
         {"doll_1": "toy_box_1", "teddy_bear_1": "toy_chest_1"}),
        ("living", "Put the red book and the blue book on the sofa and the bunk bed, one on each.",
         {"book_1": "sofa_1", "book_2": "bunk_bed_1"}),
        ("office", "Put the stapler and the calculator on desk 1 and desk 3, one on each.",
         {"stapler_1": "desk_1", "calculator_1": "desk_3"}),
        ("living", "Put the pillows on the bunk bed and the kids table, one each.",
         {"pillow_1": "bunk_bed_1", "pillow_2": "kids_table_1"}),
        ("party", "get two sodas out of the cooler, one for Anna, the other for Ben, and close it",
         {"soda_can_1": "anna", "soda_can_2": "ben"}),
        ("party", "Take two cupcakes, one for Anna and the other for Ben, and then turn off the stereo.",
         {"cupcake_1": "anna", "cupcake_2": "ben"}),
        ("party", "Bring one soda to Anna, two to Ben.",
         {"soda_can_1": "ben", "soda_can_2": "ben", "soda_can_3": "anna"}),
    ],
)  # fmt: skip
def test_one_goes_to_each(where, said, goes):
    result = planned(where, said)
    assert moved(result) == goes
    assert result.account.exact


def test_of_three_things_one_for_each_of_two_places_leaves_one_and_is_not_exact():
    result = planned("living", "Put the crayons in the toy box and the toy chest, one in each.")
    assert moved(result) == {"crayon_1": "toy_box_1", "crayon_2": "toy_chest_1"}
    assert not result.account.exact


DIRTY = {"mug_1": "dishwasher_1", "plate_3": "dishwasher_1", "plate_4": "dishwasher_1"}
REST = {"napkin_1": "cupboard_1", "crumpled_paper_1": "cupboard_1"}


@pytest.mark.parametrize(
    "said",
    [
        "put everything that is dirty in the dishwasher and everything else on table 2 in the cupboard",
        "put everything dirty in the dishwasher and all other things on table 2 in the cupboard",
        "put everything dirty on table 2 in the dishwasher and everything else on table 2 in the cupboard",
    ],
)
def test_what_is_left_looks_otherwise(said):
    result = planned("dining", said)
    assert moved(result) == {**DIRTY, **REST}
    assert not result.plan.relaxations


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("party", "Any bottle with nothing left in it has to go in the trash, and the same for cans.",
         {"wine_bottle_2": "trash_can_1", "beer_can_1": "trash_can_1"}),
        ("party", "Empty bottles go in the trash, and the same goes for cans.",
         {"wine_bottle_2": "trash_can_1", "beer_can_1": "trash_can_1"}),
        ("dining", "Put the dirty plates in the dishwasher, and the same for mugs.", DIRTY),
        ("laundry", "Dirty shirts go in the washing machine, and the same goes for socks.",
         {"shirt_1": "washing_machine_1", "sock_1": "washing_machine_1", "sock_2": "washing_machine_1"}),
        ("dining", "Put the red apple in the fridge, and the same for the lemon.",
         {"apple_1": "fridge_1", "lemon_1": "fridge_1"}),
    ],
)  # fmt: skip
def test_the_same_is_said_of_another_kind(where, said, goes):
    assert moved(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "switches"),
    [
        ("office", "Desk lamp 2 can be switched off now, but desk lamp 1 I do need burning.",
         {"turn_off desk_lamp_2", "turn_on desk_lamp_1"}),
        ("office", "I do need desk lamp 1 on, but desk lamp 2 can go off.",
         {"turn_off desk_lamp_2", "turn_on desk_lamp_1"}),
        ("office", "Let there be light from desk lamp 1, and no light from desk lamp 2.",
         {"turn_off desk_lamp_2", "turn_on desk_lamp_1"}),
        ("living", "No light from the table lamp, please.", {"turn_off table_lamp_1"}),
    ],
)  # fmt: skip
def test_lamps_are_needed_so(where, said, switches):
    result = planned(where, said)
    assert switched(result) == switches
    assert result.account.exact


def test_light_alone_stays_a_need():
    result = planned("office", "Let there be light.")
    assert "I take 'let there be light' to mean that light would help" in result.explanation


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "if there's no mug on table 3, put the one on the sideboard there", {"mug_3": "table_3"}),
        ("dining", "If table 3 has no lemon on it, put the one on the sideboard there.", {"lemon_1": "table_3"}),
        ("office", "if desk 2 has no laptop, put the one on desk 3 there", {"laptop_2": "desk_2"}),
        ("dining", "If there is no fork on table 3, put one there.", {"fork_1": "table_3"}),
        ("living", "Put the crayons in the toy box, all but the blue.",
         {"crayon_1": "toy_box_1", "crayon_3": "toy_box_1"}),
        ("flat", "Bring me either the apple or the orange, not both.", {"apple_1": "person_1"}),
        ("living", "My boy only needs a single crayon to draw with, it doesn't matter which, so pack the rest of them "
         "in the toy chest.", {"crayon_1": "toy_chest_1", "crayon_2": "toy_chest_1"}),
    ],
)  # fmt: skip
def test_there_and_all_but_one(where, said, goes):
    assert moved(planned(where, said)) == goes


@pytest.mark.parametrize(
    ("where", "said", "told"),
    [
        ("pantry", "where would you put the rice?", "I do not answer where something is to go."),
        ("pantry", "where should the rice go?", "I do not answer where something is to go."),
        ("dining", "put the mug on right tray", "I know of no right tray here."),
        ("dining", "the bread doesn't belong in the fridge", "I know of no bread at the fridge here."),
        ("garage", "Put the tape measure on the workbench without opening the chest.",
         "it cannot be had as tool chest 1 is to stay shut"),
    ],
)  # fmt: skip
def test_nothing_is_done_where_it_cannot_be_or_is_not_asked(where, said, told):
    result = result_of(where, said)
    assert result.plan is None
    assert told in result.outcome.message


@pytest.mark.parametrize(
    ("where", "said", "told"),
    [
        ("pantry", "where is the rice kept?", "Rice bag 1 is on shelf 1"),
        ("pantry", "where would I find the rice?", "Rice bag 1 is on shelf 1"),
        ("garage", "Don't open the chest. Put the hammer on shelf 1.", "Tool chest 1 is kept shut."),
        ("garage", "Without opening the cabinet, put the hammer in the chest.", "Cabinet 1 is kept shut."),
        ("living", "put the magazine on the sofa, here", "I made no use of 'here'."),
        ("bedroom", "Put the hat on the desk instead of the laptop.",
         "Nothing is done for laptop 1, though you said 'instead of the laptop'."),
    ],
)  # fmt: skip
def test_what_is_meant_or_left_is_told(where, said, told):
    assert told in planned(where, said).explanation


@pytest.mark.parametrize(
    ("where", "said", "is_exact"),
    [
        ("living", "put the magazine on the sofa, here", False),
        ("bedroom", "Put the hat on the desk instead of the laptop.", False),
        ("bedroom", "Bring the blanket instead of the sweater to the desk.", True),
        ("living", "Put the cup on the tv stand here.", True),
    ],
)
def test_what_nobody_says_is_not_exact(where, said, is_exact):
    assert planned(where, said).account.exact is is_exact


@pytest.mark.parametrize(
    "said",
    ["close the cabinet after taking out the salt", "take the salt out of the cabinet, then close it",
     "If the cabinet's open, take the salt out and close it."],
)  # fmt: skip
def test_what_is_taken_out_is_in_the_hand_when_the_door_is_shut(said):
    result = planned("pantry", said)
    assert [c.skill for c in result.plan.calls if c.skill != "go_to"] == ["pick_up", "put_on", "close", "pick_up"]
    assert result.plan.calls[-1].arguments[0] == "salt_shaker_1"
