# SPDX-License-Identifier: Apache-2.0
"""Turns that are read only where a gist is asked about."""

from __future__ import annotations

import pytest

from test.planner.language.gist.test_gist import gist


@pytest.mark.parametrize(
    ("where", "said", "orders"),
    [
        ("dining", "The cupboard must not be left standing open, okay.", "close the cupboard."),
        ("living", "Nobody's watching, so the tv must not stay on.", "switch off the tv."),
        ("living", "Do not let the tv go off.", "switch on the tv."),
        ("garage", "The saw should not be left lying about, it lives on shelf 2.", "put the saw on shelf 2."),
        ("garage", "The hammer has its place on shelf 1 and the saw has its on shelf 2.",
         "put the hammer on shelf 1. put the saw on shelf 2."),
        ("office", "Whoever works at desk 2 is going to need a stapler.", "bring a stapler to desk 2."),
        ("living", "My daughter wants to sit on the sofa; she needs the doll.", "put the doll on the sofa."),
        ("bedroom", "The desk needs to be emptied into the wardrobe. Only the laptop stays on it.",
         "put everything from the desk except the laptop in the wardrobe."),
        ("dining", "Table 3 has no bread and no milk. Sort that out please.", "bring bread and milk to table 3."),
        ("garage", "Wrench, hammer, all back in the tool chest, please.", "put wrench and hammer in the tool chest."),
        ("office", "stapler -> desk 2, calculator -> desk 3", "bring stapler to desk 2. bring calculator to desk 3."),
        ("office", "Desk 3 needs a pen, the red one.", "bring the red pen to desk 3."),
        ("pantry", "They go in the crate, the onions.", ""),  # of what, nobody said before
        ("lab", "Samples mustn't stand in the warm, so only take sample 1 to bench 1.", "bring sample 1 to bench 1."),
    ],
)  # fmt: skip
def test_what_is_meant_is_said_plainly(where, said, orders):
    assert gist(where, said) == orders


def test_furniture_is_not_brought_anywhere():
    assert gist("office", "Whiteboard, please. Have it over there.") == ""


def test_what_is_named_and_said_to_go_later_is_not_left_out():
    said = "Garden table. Hammer. And the two screwdrivers. All of that out there please."
    assert gist("garage", said) == "bring hammer and the two screwdrivers to garden table."


@pytest.mark.parametrize(
    ("where", "said", "orders"),
    [
        ("laundry", "The dryer is done. All the washing in it has to come out and go in the laundry basket.",
         "put all the washing from the dryer in the laundry basket."),
        ("lab", "The beakers are on bench 1, I think.", ""),  # where things are asks for nothing
        ("living", "Haven't the kids watched enough? I don't want the tv running.", "switch off the tv."),
        ("living", "On the bookshelf there's a black book, isn't there? Set it down on the sofa.",
         "put a black book from the bookshelf on the sofa."),
    ],
)  # fmt: skip
def test_what_is_only_told_is_no_order(where, said, orders):
    assert gist(where, said) == orders


@pytest.mark.parametrize(
    ("where", "said", "orders"),
    [
        ("dining", "The apple on the counter goes to table 1, and so does the one on table 2.",
         "bring the apple from the counter to table 1. bring the apple from table 2 to table 1."),
        ("lab", "Bench 1 needs a beaker at the very least, and so does bench 2.",
         "bring a beaker to bench 1. bring a beaker to bench 2."),
        ("dining", "everything on table 2 that is trash", ""),  # which of it
    ],
)  # fmt: skip
def test_the_same_of_others_and_which_of_them(where, said, orders):
    assert gist(where, said) == orders
