# SPDX-License-Identifier: Apache-2.0
"""Turns of daily use: where the speaker is, "vice versa", "whichever of them", what is asked about and then done."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import moved, planned, result_of, switched


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("garage", "get the flashlight, I am at the workbench", {"flashlight_1": "workbench_1"}),
        ("garage", "I'm at the workbench, get the flashlight", {"flashlight_1": "workbench_1"}),
        ("garage", "can you bring the drill? I'm standing at the garden table", {"drill_1": "garden_table_1"}),
        ("bedroom", "put the book from nightstand 1 on nightstand 2 and vice versa",
         {"book_1": "nightstand_2", "book_2": "nightstand_1"}),
        ("office", "move anything on desk 2 to the shelf",
         dict.fromkeys(("pen_2", "stapler_1", "coffee_mug_1", "newspaper_1", "calculator_1"), "shelf_1")),
        ("office", "bring me anything to write with to desk 3", {"pen_2": "desk_3"}),
        ("office", "put the stapler on desk 1 anywhere", {"stapler_1": "desk_1"}),
        ("office", "the water bottles in the meeting room, bring one of them to desk 2", {"water_bottle_2": "desk_2"}),
        ("office", "two folders from the filing cabinet to desk 1, then close it",
         {"folder_1": "desk_1", "folder_2": "desk_1"}),
        ("office", "Get me a marker, any colour but red, to desk 1", {"marker_1": "desk_1"}),
        ("office", "bring a pen to desk 3, any color other than blue", {"pen_1": "desk_3"}),
        ("office", "there is only one pen on the conference table. get another from desk 1",
         {"pen_1": "conference_table_1"}),
        ("office", "there's just one pen on the conference table, bring two more",
         {"pen_1": "conference_table_1", "pen_2": "conference_table_1"}),
        ("office", "I'd rather have the blue pen at desk 1 than the red one", {"pen_2": "desk_1"}),
        ("laundry", "the clean socks go together with the shirt from the dryer in the laundry basket",
         {"sock_3": "laundry_basket_1", "sock_4": "laundry_basket_1", "shirt_2": "laundry_basket_1"}),
        ("living", "make it so that the crayons are in the toy box",
         dict.fromkeys(("crayon_1", "crayon_2", "crayon_3"), "toy_box_1")),
    ],
)  # fmt: skip
def test_it_is_what_was_asked_for(where, said, goes):
    result = planned(where, said)
    assert moved(result) == goes
    assert result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("office", "anything dirty into the copy room", {"coffee_mug_1": "printer_1"}),
        ("office", "anything that's blue, onto desk 2", {"notebook_1": "desk_2"}),
        ("office", "whichever of the pens is blue goes on desk 1", {"pen_2": "desk_1"}),
        ("office", "whichever of the mugs is dirty goes to the copy room", {"coffee_mug_1": "printer_1"}),
        ("office", "there are pens on the desks. put one of them in the copy room", {"pen_2": "printer_1"}),
        ("dining", "the dirty plates go in the dishwasher, rest stays",
         {"plate_3": "dishwasher_1", "plate_4": "dishwasher_1"}),
    ],
)  # fmt: skip
def test_what_looks_so_is_meant_and_what_is_not_known_is_told(where, said, goes):
    result = planned(where, said)
    assert moved(result) == goes
    assert not result.account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("bedroom", "I can't sleep with the light on", {"turn_off lamp_1"}),
        ("bedroom", "I can't read with lamp 2 off", {"turn_on lamp_2"}),
        ("party", "the music is too loud", {"turn_off stereo_1"}),
        ("living", "the tv is getting on my nerves", {"turn_off tv_1"}),
    ],
)
def test_who_complains_of_a_device_would_have_it_the_other_way(where, said, goes):
    result = planned(where, said)
    assert switched(result) == goes
    assert not result.account.exact
    assert "This is my reading of what is needed" in result.explanation


def test_an_open_window_that_is_complained_of_is_closed():
    result = planned("living", "I'm cold with the window open")
    assert result.plan is not None
    assert [str(c) for c in result.plan.calls if c.skill == "close"] == ["close(window_1)"]


@pytest.mark.parametrize("said", ["make it so the tv is off", "see that the tv is off", "please see that the tv's off"])
def test_what_is_to_be_made_so(said):
    assert switched(planned("living", said)) == {"turn_off tv_1"}


def test_what_is_asked_about_is_what_is_cleared_next():
    result = planned("office", "can you tell me what is on desk 2 and then clear it onto the shelf")
    assert set(moved(result).values()) == {"shelf_1"}
    assert "I know of pen 2" in result.explanation


def test_it_that_is_switched_is_what_has_a_switch():
    """Not the bench that the dishes go to."""
    result = planned("lab", "put the petri dishes from the incubator onto bench 2 and switch it off")
    assert switched(result) == {"turn_off incubator_1"}


@pytest.mark.parametrize("said", ["put the binder wherever there is room", "put the binder somewhere else"])
def test_a_place_that_is_left_open_is_asked_for_and_the_answer_is_understood(said):
    asked = result_of("office", said)
    assert asked.plan is None
    assert asked.question is not None
    assert "Where shall I put the binder to?" in asked.question.text
    (to_shelf,) = (o.instruction for o in asked.question.options if o.name == "shelf_1" or "shelf_1" in o.instruction)
    assert moved(planned("office", said.replace("the binder", "binder 1 to desk_1"))) == {"binder_1": "desk_1"}
    assert "shelf_1" in to_shelf


@pytest.mark.parametrize(
    ("where", "said"), [("office", "I want desk 1 empty"), ("lab", "turn off the incubator once it's empty")]
)
def test_where_that_goes_which_furniture_holds_is_asked_once(where, said):
    asked = result_of(where, said)
    assert asked.question is not None
    answered = planned(where, asked.question.options[2].instruction)
    assert len(moved(answered)) > 1
    assert set(moved(answered).values()) == {asked.question.options[2].name}


def test_dirty_laundry_is_no_room():
    assert result_of("laundry", "throw the duck to the dirty laundry").plan is None


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("party", "is Ben still holding his beer?"),
        ("party", "was Ben carrying the cake to the terrace?"),
        ("party", "is Carla opening the cooler?"),
    ],
)
def test_who_asks_what_somebody_does_orders_nothing(where, said):
    assert result_of(where, said).plan is None


@pytest.mark.parametrize(
    "said",
    [
        "don't touch the jars. move everything from shelf 2 to the table",
        "move everything from shelf 2 to the table but leave the jars",
        "hands off the jars, but move everything else from shelf 2 to the table",
    ],
)
def test_what_is_only_called_so_is_left_alone(said):
    """There is no class of jars, but a jam jar and a honey jar."""
    assert not {"jam_jar_1", "honey_jar_1"} & set(moved(planned("pantry", said)))


@pytest.mark.parametrize("said", ["clear the sink", "put the dirty dishes from the sink away"])
def test_what_is_cleared_does_not_stay_where_it_is(said):
    """Dirty dishes go to the sink; off the sink they go elsewhere, which is asked."""
    asked = result_of("flat", said)
    assert asked.plan is None
    assert "I know of no other dishwasher or sink here" in asked.outcome.message


def test_the_answer_to_where_what_is_cleared_goes_is_about_all_of_it():
    asked = result_of("flat", "clear the sink")
    assert asked.question is not None
    (answer,) = (o.instruction for o in asked.question.options if o.name == "counter_1")
    assert moved(planned("flat", answer)) == {"plate_1": "counter_1", "fork_1": "counter_1"}


def test_dirty_dishes_stay_in_a_sink_that_is_tidied():
    assert moved(planned("flat", "tidy up the sink")) == {}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("laundry", "towels: clean on the shelf in the bathroom, dirty in the hamper",
         {"towel_1": "bathroom_shelf_1", "towel_2": "hamper_1"}),
        ("garage", "paint cans: white on the workbench and green on shelf 2",
         {"paint_can_1": "workbench_1", "paint_can_2": "shelf_2"}),
        ("office", "bring the pens in the open office and the meeting room to desk 1",
         {"pen_2": "desk_1", "pen_3": "desk_1"}),
    ],
)  # fmt: skip
def test_it_is_said_in_few_words(where, said, goes):
    assert moved(planned(where, said)) == goes


@pytest.mark.parametrize("said", ["If the freezer is open, shut it", "If the cabinet is closed, open it"])
def test_a_case_is_no_question(said):
    assert result_of("pantry", said).question is None


def test_where_a_thing_is_orders_nothing_but_it_may_be_asked_for():
    asked = result_of("flat", "my slippers, please, they're in the bedroom")
    assert asked.plan is None
    assert asked.question is not None
    (offer,) = (o.instruction for o in asked.question.options)
    assert moved(planned("flat", offer)) == {"slipper_1": "person_1", "slipper_2": "person_1"}


@pytest.mark.parametrize("said", ["the vase, it should be on table 3", "the vase should be on table 3"])
def test_where_a_thing_should_be_is_where_it_goes(said):
    assert moved(planned("dining", said)) == {"vase_1": "table_3"}
