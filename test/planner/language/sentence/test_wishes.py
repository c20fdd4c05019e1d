# SPDX-License-Identifier: Apache-2.0
"""Wishes: what is to be so is read as the order that brings it about."""

from __future__ import annotations

import pytest

from planner_node.language.refusal import Refusal


@pytest.mark.parametrize(
    ("wish", "order"),
    [
        ("All the fruit should be in the fridge", "put all the fruit in the fridge"),
        ("Make sure that the fridge is open", "open the fridge"),
        ("make certain the drawer's shut", "close the drawer"),
        ("See to it that the drawer is open", "open the drawer"),
        ("I want both mugs on table 2", "put both mugs on table 2"),
        ("We need the cup to be on table_1", "put the cup on table_1"),
        ("I'd like to have the crackers on the sofa", "put the crackers on the sofa"),
        ("The cola cans ought to be in the fridge", "put the cola cans in the fridge"),
        ("My tissues are supposed to be on the tv stand", "put my tissues on the tv stand"),
        ("There should be a plate on table 2", "put a plate on table 2"),
        ("there ought to be one apple on the sofa", "put one apple on the sofa"),
        ("It would be great if the plate was on the counter", "put the plate on the counter"),
        ("I would love to see the toys on the shelf", "put the toys on the shelf"),
        ("The spoon needs to be on table_1, the fork too", "put the spoon and the fork on table_1"),
        ("What I need is the remote on the sofa", "put the remote on the sofa"),
        ("Keep the fridge closed", "close the fridge"),
        ("Could you leave the lamp on for me?", "turn on the lamp"),
        ("the lamp is off but should be on", "turn on the lamp"),
        ("Let the lamp be on", "turn on the lamp"),
        ("Can you get the fridge to be open?", "open the fridge"),
        ("Have the toy blocks sit on the armchair", "put the toy blocks on the armchair"),
        ("I expect all cans to be on the counter", "put all cans on the counter"),
        ("The green book has to end up on the shelf", "put the green book on the shelf"),
        ("So the fridge should be closed and all drinks inside it", "close the fridge and put all drinks inside it"),
        ("The plates should be washed", "wash the plates"),
        ("the tuna can is to be thrown away", "throw away the tuna can"),
        ("I want the table cleared onto the counter", "clear the table onto the counter"),
        ("Nothing should be on table_1", "clear table_1"),
        ("Switch the lamp on and leave it on", "turn the lamp on"),
        ("Flip the lamp and leave it in the ON position", "turn on the lamp"),
        ("Flick the lamp to off", "turn off the lamp"),
        ("The cabinet should have the soap on it", "put the soap on the cabinet"),
        ("The books belong on table_3 and the lamp should be on", "put the books on table_3 and turn on the lamp"),
        ("A snack would be lovely", "bring me a snack"),
        ("Bring the apple to table_2. The lamp should be on.", "bring the apple to table_2 . turn on the lamp"),
    ],
)  # fmt: skip
def test_a_wish_means_the_order_that_brings_it_about(said, wish, order):
    wished, ordered = said(wish), said(order)
    if isinstance(ordered, Refusal):
        assert (wished.cause, wished.candidates) == (ordered.cause, ordered.candidates)
    else:
        assert not isinstance(wished, Refusal), wished
        assert (wished.clauses, wished.stages) == (ordered.clauses, ordered.stages)


@pytest.mark.parametrize(
    "text",
    [
        "the apple does not be on table_2",
        "the lamp must never be on",
        "No cup should be on table_1",
        "Should the lamp be on?",
        "the apple that should be on table_2",
    ],
)
def test_what_is_not_to_be_so_is_no_wish(said, text):
    assert isinstance(said(text), Refusal)


@pytest.mark.parametrize("text", ["I could use the sponge", "I'd like an apple", "can I have some juice?"])
def test_a_thing_that_somebody_wants_is_brought_to_them_and_the_place_is_asked_for(said, text):
    refusal = said(text)
    assert isinstance(refusal, Refusal)
    assert refusal.cause.name == "AMBIGUOUS"
    assert "table_2" in refusal.candidates
