# SPDX-License-Identifier: Apache-2.0
"""Where things are to be put, said in several pieces."""

from __future__ import annotations

import pytest

from makedo_core.ontology.wordnet import open_wordnet
from makedo_eval.sentences.corpus import scene
from planner_node.assembly import Choices, assemble
from planner_node.task import PlanningTask
from test.support.plain_instructions import done, result_of


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put the banana in the dining room, on the sideboard", {"put_on(banana_1, sideboard_1)"}),
        ("dining", "Put the banana on the sideboard, in the dining room", {"put_on(banana_1, sideboard_1)"}),
        ("dining", "Put the banana in the dining room on the sideboard", {"put_on(banana_1, sideboard_1)"}),
        ("dining", "Take the banana to the dining room, onto the sideboard", {"put_on(banana_1, sideboard_1)"}),
        ("dining", "The banana belongs in the dining room, on the sideboard", {"put_on(banana_1, sideboard_1)"}),
        ("dining", "Put the lemon in the kitchen, in the fridge, and the napkin on table 3",
            {"put_inside(lemon_1, fridge_1)", "put_on(napkin_1, table_3)"}),
    ],
)  # fmt: skip
def test_a_room_and_its_furniture_are_one_place(where, said, goes):
    assert done(where, said) == goes
    assert result_of(where, said).account.exact


def test_what_is_in_the_room_is_taken_from_there():
    assert done("dining", "Put the mug in the kitchen on table 3") == {"put_on(mug_2, table_3)"}


def test_all_that_is_in_a_room_is_taken_from_there():
    assert done("dining", "Put everything in the dining room on table 3") == done(
        "dining", "Put everything from the dining room on table 3"
    )
    assert done("dining", "Put the food in the kitchen in the fridge") == done(
        "dining", "Put the food from the kitchen in the fridge"
    )


def test_whom_is_told_with_another_place_is_asked_after_and_not_left_out():
    for said in ("Bring a mug to table 3 and a plate to me", "Bring a plate to me and a mug to table 3"):
        result = result_of("dining", said)
        assert result.plan is None and "Where are you, so that I can bring you a plate?" in str(result.outcome)
    result = result_of("dining", "One apple for table 1, one for table 3 and the last one for me")
    assert result.plan is None and "Where are you" in str(result.outcome)
    told_where = done("dining", "I'm at table 2. Bring the banana to table 3 and the pear to me")
    assert told_where == {"put_on(banana_1, table_3)", "put_on(pear_1, table_2)"}


def test_somebody_of_whom_nobody_spoke_is_asked_after():
    result = result_of("dining", "Bring a mug to table 3 and a plate to her")
    assert "I do not know who 'her' is" in str(result.outcome)


def test_what_is_for_somebody_and_has_a_place_goes_there():
    said = "Put a pear on table 3 for me and a banana on table 1"
    assert done("dining", said) == {"put_on(pear_1, table_3)", "put_on(banana_1, table_1)"}


@pytest.mark.parametrize(
    "said",
    [
        "Make sure that only the vase is on the sideboard",
        "Only the vase should be on the sideboard",
        "I want nothing but the vase on the sideboard",
        "Make sure there is only the vase on the sideboard",
    ],
)
def test_only_that_is_there_when_the_rest_is_gone(said):
    result = result_of("dining", said)
    gone = result_of("dining", "Clear the sideboard except the vase")
    assert (result.plan is None) == (gone.plan is None) and str(result.outcome) == str(gone.outcome)
    assert result.plan is None or result.plan.calls == gone.plan.calls


@pytest.mark.parametrize(
    ("where", "said", "same"),
    [
        ("dining", "Take the banana to table 3. After that, the apples should be on table 3",
            "Take the banana to table 3. Then put the apples on table 3"),
        ("dining",
            "Clear the sideboard onto table 3, put the lemon on table 1, and after that, the vase goes on table 1",
            "Clear the sideboard onto table 3, put the lemon on table 1, then put the vase on table 1"),
        ("dining", "Find the lemon and the vase. Put both of them, the napkin and the candle on table 3",
            "Put the lemon, the vase, the napkin and the candle on table 3"),
        ("living", "The kids left their crayons all over the place. Please put all of them into the toy box",
            "Put the crayons into the toy box"),
        ("dining", "Into the fridge with the apples", "Put the apples in the fridge"),
        ("dining", "No apple should be anywhere but in the fridge", "Put every apple in the fridge"),
        ("dining", "See that the fridge contains all apples and the lemon",
            "Put all apples and the lemon in the fridge"),
        ("dining", "Look for forks until you have two, and put them on table 3",
            "Find two forks and put them on table 3"),
        ("dining", "Go through all the rooms for mugs and put them on table 3",
            "Find all mugs and put them on table 3"),
        ("dining", "I'd rather have the lemon on table 3 than where it is now", "Put the lemon on table 3"),
        ("dining", "Move mug 1, it's dirty, to the counter", "Move mug 1 to the counter"),
        ("dining", "The fridge should contain every apple in the kitchen",
            "Put every apple in the kitchen in the fridge"),
        ("dining", "Whatever apples are lying around should go in the fridge", "All apples should go in the fridge"),
        ("dining", "Take the forks wherever they are and put them on table 3", "Put the forks on table 3"),
        ("dining", "Leave the sideboard with nothing on it but the vase", "Clear the sideboard except the vase"),
        ("dining", "We could do with another fork on table 3", "Put another fork on table 3"),
        ("dining", "Four of us are going to eat, so table 3 should be set accordingly", "Set table 3 for four people"),
        ("dining", "The fridge is where the apples, the lemon and the napkin should go",
            "Put the apples, the lemon and the napkin in the fridge"),
        ("dining", "Have two plates and a fork ready on table 3", "Put two plates and a fork on table 3"),
        ("dining", "Take all but the red apple to table 3", "Put all apples except the red one on table 3"),
        ("living", "Is the tv still on? If so, turn it off", "If the tv is on, turn it off"),
        ("dining", "Put the plates in the dishwasher, and then it can run",
            "Put the plates in the dishwasher and turn it on"),
    ],
)  # fmt: skip
def test_other_words_for_the_same(where, said, same):
    assert done(where, said) == done(where, same)


def test_what_is_only_taken_to_be_washed_is_washed():
    plain, said = result_of("laundry", "Wash the shirt"), result_of("laundry", "Take the shirt and wash it")
    assert str(plain.outcome) == str(said.outcome)
    assert "one hand" not in str(said.outcome)


def test_a_room_is_no_thing_and_that_is_said():
    says = str(result_of("dining", "Open the dining room").outcome)
    assert says.startswith("The dining room is a room. Say what in it is meant: ") and "sideboard 1" in says


@pytest.mark.parametrize(
    ("said", "unknown"),
    [
        ("Put the lemon tree on table 3", "lemon tree"),
        ("Bring the cheese board to table 3", "cheese board"),
    ],
)
@pytest.mark.skipif(open_wordnet() is None, reason="the files of WordNet are not here")
def test_what_a_thing_is_called_by_last_is_what_it_is(said, unknown):
    result = assemble(Choices(engines=()), {}).plan(PlanningTask(said, scene("dining")))
    assert result.plan is None and "Do you mean" not in str(result.outcome), result.outcome
    assert f"I do not know what '{unknown}' is" in str(result.outcome)


@pytest.mark.parametrize("said", ["Put the banana bread on table 3", "Put the lemon vase on table 3"])
def test_two_names_without_a_joint_are_not_two_things(said):
    result = result_of("dining", said)
    assert result.plan is None and said[4:].partition(" on ")[0] not in str(result.outcome)
