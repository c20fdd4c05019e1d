# SPDX-License-Identifier: Apache-2.0
"""A yes is true of all that was asked about, of so many and no more, or of nothing else besides."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import told


@pytest.mark.parametrize(
    ("where", "asked", "begins"),
    [
        # all of them
        ("dining", "Are all mugs on the counter?", "No, mug 1 is on table 2 in the dining room and mug 3"),
        ("dining", "Are the apples on the counter?", "Yes, apple 1 and apple 2 are on counter 1 in the kitchen"),
        ("dining", "Are both apples on table 1?", "No, apple 1 and apple 2 are on counter 1"),
        ("dining", "Are the plates on table 1?", "No, plate 3 and plate 4 are on table 2 in the dining room"),
        ("dining", "Are there plates on table 1?", "Yes, plate 1 and plate 2 are on table 1 in the kitchen"),
        # so many, and no more
        ("dining", "Are there exactly two mugs?", "No, I know of 3: mug"),
        ("dining", "Are there exactly three mugs?", "Yes, mug"),
        ("dining", "Are there only two apples?", "Yes, apple 1"),
        ("dining", "Do we have only two mugs?", "No, I know of 3: mug"),
        ("dining", "Are there fewer than three mugs?", "No, I know of 3: mug"),
        ("dining", "Are there two mugs?", "Yes, mug"),
        ("dining", "Are there more than two mugs?", "Yes, mug"),
        # nothing else
        ("dining", "Is only the napkin on table 2?", "No, "),
        ("flat", "Is only the cushion on the armchair?", "Yes, cushion 1 is on armchair 1"),
        # each of several
        ("dining", "Are the banana and the lemon on the counter?", "No, lemon 1 is on sideboard 1"),
        ("dining", "Are the banana and the bread on the counter?", "Yes, banana 1 and bread 1 are on counter 1"),
        ("dining", "Is there a banana and a pear on the counter?", "No, pear 1 is in fridge 1"),
    ],
)  # fmt: skip
def test_what_a_yes_asks_for(where, asked, begins):
    assert told(where, asked).startswith(begins)


def test_what_else_is_there_is_named():
    says = told("dining", "Is only the napkin on table 2?")
    assert "mug 1" in says and "plate 3" in says and "are there, too." in says and "napkin" not in says


def test_everything_is_everything_that_may_lie_somewhere():
    says = told("flat", "Is everything on the counter?")
    assert says.startswith("No, ") and "on sofa 1" in says
    assert "kitchen_table" not in says and "there is" not in says


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("Are there more forks or more knives?", "Yes, I know of three forks and two knives"),
        ("Is there nothing on table 3?", "Yes, table 3 is empty"),
        ("Is nothing left in the fridge?", "No, fridge 1 is not empty"),
        ("Is there nothing but the napkin on table 2?", "No, "),
        ("Do you know where the lemon has got to?", "Lemon 1 is on sideboard 1"),
        ("Is the tv still on?", "Yes, tv 1 is on"),
    ],
)
def test_questions_in_other_words(asked, begins):
    assert told("living" if "tv" in asked else "dining", asked).startswith(begins)
