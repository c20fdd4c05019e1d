# SPDX-License-Identifier: Apache-2.0
"""Where things belong, furniture by what it is for, and what makes no difference."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, placed, planned, told

BOOKS = {f"book_{i}->bookshelf_1" for i in (1, 2)}


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("living", "The books belong on the bookshelf, so fetch them from all the rooms", BOOKS),
        ("living", "Every book, no matter where it is, goes on the bookshelf", BOOKS),
        ("living", "Put the books on the bookshelf, regardless of the color", BOOKS),
        ("living", "The bookshelf is where all the books should go", BOOKS),
        ("living", "Do a round of the house and take all books to the bookshelf", BOOKS),
        ("living", "The toy chest is for crayons; put all that are lying about in it",
         {f"crayon_{i}->toy_chest_1" for i in (1, 2, 3)}),
        ("living", "The crayons seem to be on the kids table. Put them all in the toy chest",
         {f"crayon_{i}->toy_chest_1" for i in (1, 2, 3)}),
        ("dining", "Put any mug that is dirty in the dishwasher", {"mug_1->dishwasher_1"}),
        ("dining", "Throw away any paper that is crumpled", {"crumpled_paper_1->trash_can_1"}),
    ],
)  # fmt: skip
def test_things_go_where_they_belong(where, said, goes):
    assert placed(planned(where, said)) == goes


def test_whoever_gets_any_that_is_so_gets_one():
    assert len(done("party", "Bring Anna any balloon that is red")) == 1


def test_that_desk_is_asked_about_where_two_may_be_meant():
    said = "Take the stapler from desk 2 to desk 3 and everything else on that desk to the shelf"
    assert "desk 2 or desk 3" in told("office", said)


@pytest.mark.parametrize(
    ("said", "does"),
    [
        ("The dirty t-shirt needs a wash", {"put_inside(shirt_1, washing_machine_1)"}),
        ("The washing machine should be used to get the dirty shirt clean", {"put_inside(shirt_1, washing_machine_1)"}),
    ],
)
def test_what_needs_a_wash_is_washed(said, does):
    said = said.replace("t-shirt", "shirt")
    assert does <= done("laundry", said)


def test_both_are_cleared_of_what_is_on_them():
    said = "Clear the desk and the nightstand and open the wardrobe"
    assert told("bedroom", said).startswith("Which one is meant by 'the nightstand'")
    assert "plate" in told("living", "Clear the sofa and the coffee table and turn off the tv")
