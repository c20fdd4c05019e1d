# SPDX-License-Identifier: Apache-2.0
"""What is taken out of what was just opened, and what is asked for in a glass."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told


@pytest.mark.parametrize(
    "said",
    [
        "Open the fridge and take out the bread",
        "Open the fridge and take the bread out",
        "Open the fridge, take out the bread and put it on table 2",
        "Go to the fridge and take out the bread",
        "Look in the fridge and get the bread out",
    ],
)
def test_what_is_not_in_it_is_told(said):
    assert "I know of no bread in the fridge here. It is not in the fridge." in told("dining", said)
    assert not result_of("dining", said).account.exact


@pytest.mark.parametrize(
    "said", ["Open the fridge and take out the milk", "Open the drawer and take a fork out", "Take out the bread"]
)
def test_what_is_in_it_is_just_taken(said):
    assert result_of("dining", said).account.exact


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("flat", "Bring me a glass of juice", {"hand_over(juice_carton_1, person_1)"}),
        ("flat", "Bring me a glass of milk", {"hand_over(milk_carton_1, person_1)"}),
        ("dining", "Put a bowl of cereal on table 2", {"put_on(cereal_box_1, table_2)"}),
        ("dining", "Bring two glasses of milk to table 2", {"put_on(milk_carton_1, table_2)"}),
    ],
)
def test_of_what_is_asked_for_in_a_glass_the_contents_are_brought_and_that_is_told(where, said, goes):
    assert done(where, said) == goes
    assert "made no use of" in told(where, said)
    assert not result_of(where, said).account.exact


def test_what_is_called_so_is_meant_itself():
    assert result_of("dining", "Bring a cup of yogurt to table 2").account.exact


@pytest.mark.parametrize("said", ["Bring me some cookies", "Bring me the cookies", "Bring me a cookie"])
def test_the_cookies_are_in_the_jar(said):
    assert done("flat", said) == {"hand_over(cookie_jar_1, person_1)"}
