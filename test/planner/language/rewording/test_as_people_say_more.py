# SPDX-License-Identifier: Apache-2.0
"""Conditions, uses and corrections in the words that people use for them."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from test.support.plain_instructions import done, result_of, told


@pytest.mark.parametrize(
    "said",
    [
        "Put the milk in the fridge if it is not there",
        "Put the milk in the fridge if it isn't there yet",
        "Put the milk in the fridge if it's not in there already",
        "Put the milk in the fridge if it isn't already there",
    ],
)
def test_what_is_there_already_stays(said):
    assert done("dining", said) == set()
    assert done("dining", said.replace("milk", "bread")) == {"put_inside(bread_1, fridge_1)"}


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Everything on table 1 that can be drunk goes on table 2",
         {"put_on(juice_carton_1, table_2)", "put_on(water_bottle_1, table_2)"}),
        ("Put everything on table 1 that you can drink on table 2",
         {"put_on(juice_carton_1, table_2)", "put_on(water_bottle_1, table_2)"}),
        ("Put everything on the sideboard that can be eaten in the fridge", {"put_inside(lemon_1, fridge_1)"}),
    ],
)  # fmt: skip
def test_what_can_be_eaten_and_drunk_is_told_by_its_place_too(said, goes):
    assert done("dining", said) == goes
    assert result_of("dining", said).account.exact


def test_what_something_can_be_used_for():
    for said in ("Bring something I can drink from to table 3", "Bring something that we can drink from to table 3"):
        assert done("dining", said) == done("dining", "Bring something to drink from to table 3")


@pytest.mark.parametrize(
    "said",
    ["Bring the vase to table 2, wait, no, to table 3", "Bring the vase to table 2. Wait, no, to table 3.",
     "Bring the vase to table 2, no wait, to table 3"],
)  # fmt: skip
def test_the_last_place_counts(said):
    assert done("dining", said) == {"put_on(vase_1, table_3)"}
    assert "I take 'to table 3' for what you mean" in told("dining", said)


@pytest.mark.parametrize(
    "said", ["Forget the vase, bring the bread to table 3", "Forget the vase and bring the bread to table 3"]
)
def test_what_is_to_be_forgotten_stays(said):
    assert done("dining", said) == {"put_on(bread_1, table_3)"}


def test_nothing_is_turned_over():
    for said in ("Turn the mug upside down", "Turn mug 2 around", "Flip the plate over", "Rotate the vase"):
        assert result_of("dining", said).outcome.cause is FailureCause.NOT_CAPABLE
    assert done("dining", "Turn the lamp on") == {"turn_on(lamp_1)"}


@pytest.mark.parametrize("said", ["something without alcohol", "something non-alcoholic", "something alcohol-free"])
def test_what_is_without_alcohol_is_a_drink(said):
    assert done("party", f"Bring Anna {said}") == {"hand_over(lemonade_bottle_1, anna)"}


def test_what_nobody_has_is_said_of_people():
    assert told("party", "Who has the wine?") == "I know of no wine with anybody."


@pytest.mark.parametrize("said", ["Bring me fruit, but no banana", "Bring me fruit but no bananas"])
def test_what_is_left_out_of_a_bare_kind(said):
    assert done("flat", said) == {"hand_over(apple_1, person_1)", "hand_over(orange_1, person_1)"}
