# SPDX-License-Identifier: Apache-2.0
"""Which of several things are meant, where it is said apart from their name."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Put the plates on table 3 unless they're dirty", {f"put_on(plate_{i}, table_3)" for i in (1, 2)}),
        ("dining", "Put the plates on table 3 if they are dirty", {f"put_on(plate_{i}, table_3)" for i in (3, 4)}),
        ("dining", "Put the plates on table 3 if they aren't clean", {f"put_on(plate_{i}, table_3)" for i in (3, 4)}),
        ("garage", "Bring the screwdrivers to shelf 1 unless they are red", {"put_on(screwdriver_2, shelf_1)"}),
        ("lab", "Put the test tubes on bench 1 unless they're blue",
            {"put_on(test_tube_1, bench_1)", "put_on(test_tube_4, bench_1)"}),
    ],
)  # fmt: skip
def test_a_condition_may_be_true_of_some_of_several(where, said, goes):
    assert done(where, said) == goes


def test_of_those_of_which_nobody_knows_it_is_told():
    assert "I do not know whether test tube 4 is what you leave out: 'the blue ones'" in told(
        "lab", "Put the test tubes on bench 1 unless they're blue"
    )


def test_of_one_thing_it_is_decided_before():
    assert "'the t-shirt is dirty' is so" in told("bedroom", "Put the t-shirt in the wardrobe unless it is dirty")
    assert not result_of("bedroom", "Put the t-shirt in the wardrobe unless it is dirty").plan.calls


@pytest.mark.parametrize(
    "said",
    [
        "Put both apples away, the red one in the fridge, the green one on table 3",
        "Put the apples away: the red one in the fridge, and the green one on table 3",
        "Take the two apples, the red one to the fridge and the green one to table 3",
    ],
)
def test_each_goes_where_it_is_said_behind(said):
    assert done("dining", said) == {"put_inside(apple_1, fridge_1)", "put_on(apple_2, table_3)"}
    assert result_of("dining", said).account.exact


def test_one_and_the_other_go_apart():
    went = done("dining", "Put the apples away: one in the fridge, the other on table 3")
    assert {call.split(", ")[1] for call in went} == {"fridge_1)", "table_3)"} and len(went) == 2


def test_without_a_place_for_each_nothing_is_made_up():
    assert result_of("dining", "Put the apples away: the red one").plan is None
    assert done("dining", "Put the apples in the fridge, the red one first") == {
        "put_inside(apple_1, fridge_1)",
        "put_inside(apple_2, fridge_1)",
    }
