# SPDX-License-Identifier: Apache-2.0
"""How many there are is compared: at several places, of two kinds, and with what is needed."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, told


@pytest.mark.parametrize(
    ("where", "asked", "begins"),
    [
        ("party", "Which table has more bottles?", "Terrace table 1 has the most bottles that I know of, two"),
        ("party", "Which room has the most bottles?", "The terrace has the most bottles that I know of, two"),
        ("party", "Where are the most balloons?", "Sofa 1 has the most balloons that I know of, two."),
        ("party", "On which table are the most wine glasses?", "Side table 1 has the most wine glasses"),
        ("party", "Which table has the fewest bottles on it?", "Buffet table 1 has no bottles that I know of"),
        ("party", "Are there more cupcakes than people?", "No, I know of three cupcakes and three people."),
        ("party", "Are there enough cupcakes for everyone?", "Yes, I know of three cupcakes and three people."),
        ("party", "Do we have more paper plates than corkscrews?", "Yes, I know of three paper plates and one"),
        ("party", "Are there fewer cupcakes than balloons?", "No, I know of two balloons and three cupcakes."),
        ("party", "Are there enough cupcakes for four people?", "No, I know of 3: cupcake 1, cupcake 2 and cupcake 3"),
        ("party", "Do we have at least two balloons?", "Yes, balloon 1 and balloon 2 are on sofa 1"),
        ("party", "Which table has the most spoons?",
         "By spoons I understand what is called so: serving spoon 1. I know of no spoons at"),
    ],
)  # fmt: skip
def test_numbers_are_compared(where, asked, begins):
    assert told(where, asked).startswith(begins)


def test_those_with_equally_many_are_all_named():
    assert told("party", "Which room has the fewest people?").startswith("The kitchen has no people that I know of")
    says = told("dining", "Which table has the most plates?")
    assert "have equally many plates that I know of" in says or "has the most plates that I know of" in says


@pytest.mark.parametrize(
    ("where", "asked", "begins"),
    [
        ("party", "How many bottles are there?", "I know of 3: "),
        ("party", "Is there anything else to drink?", "Yes, "),
        ("party", "Anything in the trash can?", "I know of nothing in the trash can."),
        ("party", "Is there anything to write with?", "I know of nothing to write with."),
        ("party", "Where did the corkscrew go?", "Corkscrew 1 is on kitchen counter 1"),
        ("party", "Any idea where the corkscrew went?", "Corkscrew 1 is on kitchen counter 1"),
        ("party", "Do we need any cupcakes?", "Cupcake 1, cupcake 2 and cupcake 3 are on buffet table 1"),
        ("party", "Who is at home?", "I know of Anna, Ben and Carla."),
        ("party", "Does Anna have a beer?", "I know of no beer with Anna."),
        ("living", "Is the tv on or off?", "Tv 1 is on."),
        ("living", "Are the lamps on or off?", "Table lamp 1 is on and floor lamp 1 and night light 1 are off."),
        ("dining", "Are the plates clean or dirty?", "Plate 1 and plate 2 are clean and plate 3 and"),
    ],
)  # fmt: skip
def test_what_is_there_is_told(where, asked, begins):
    assert told(where, asked).startswith(begins)


def test_bottles_of_drinks_are_bottles_beside_others():
    assert done("party", "Put the bottles on the side table") == {
        "put_on(wine_bottle_1, side_table_1)",
        "put_on(wine_bottle_2, side_table_1)",
    }


def test_of_one_thing_that_may_be_either_no_yes_or_no_is_said():
    assert told("dining", "Is the plate dirty?").startswith("Plate 3 and plate 4 are dirty and plate 1 and plate 2 are")
