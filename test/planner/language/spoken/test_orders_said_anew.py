# SPDX-License-Identifier: Apache-2.0
"""Orders that take the one before back: "Bring me the milk. Actually, bring me the juice"."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told


@pytest.mark.parametrize(
    "said",
    [
        "Bring me the milk. Actually, bring me the juice.",
        "Bring me the milk. Wait, bring me the juice.",
        "Bring me the milk. I changed my mind, bring me the juice.",
        "Bring me the milk. Scratch that. Bring the juice.",
        "Bring me the milk. Hmm, no. The juice.",
        "Bring me the milk. Bring me the juice instead.",
        "Bring me the milk. Actually, bring me the juice instead.",
        "Bring me the milk. I'd rather have the juice.",
        "Bring me the milk. Never mind, bring me the juice.",
    ],
)
def test_the_last_of_two_alike_is_done_and_said(said):
    assert done("flat", said) == {"hand_over(juice_carton_1, person_1)"}
    assert "for what you mean, in place of what you said before it" in told("flat", said)
    assert not result_of("flat", said).account.exact


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        (
            "Put the mug on the kitchen table. Actually, put it in the sink.",
            {"put_on(mug_1, sink_1)"},
        ),
        ("Turn on the tv. Actually, turn on the floor lamp.", {"turn_on(floor_lamp_1)"}),
        ("Put the apple on the counter. Actually, put the apple in the fridge.", {"put_inside(apple_1, fridge_1)"}),
    ],
)
def test_the_same_thing_goes_where_it_is_said_last(said, goes):
    assert done("flat", said) == goes


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        (
            "Bring me the milk. Actually, bring me the juice as well.",
            {"hand_over(milk_carton_1, person_1)", "hand_over(juice_carton_1, person_1)"},
        ),
        ("Bring me the milk. Wait, turn on the tv.", {"hand_over(milk_carton_1, person_1)", "turn_on(tv_1)"}),
        (
            "Put the slippers in the closet and get me the coat instead",
            {"put_inside(slipper_1, closet_1)", "put_inside(slipper_2, closet_1)", "hand_over(coat_1, person_1)"},
        ),
        ("The tv is boring. Bring me the book instead.", {"hand_over(book_1, person_1)"}),
    ],
)
def test_what_is_not_the_same_again_is_done_besides(said, goes):
    assert done("flat", said) == goes


@pytest.mark.parametrize(
    ("where", "said", "goes"),
    [
        ("dining", "Take the pear out of the fridge to table 3 and put the banana in instead",
         {"put_inside(banana_1, fridge_1)", "put_on(pear_1, table_3)"}),
        ("bedroom", "Hang the sweater in the wardrobe and take out the jacket instead",
         {"put_inside(sweater_1, wardrobe_1)"}),
        ("laundry", "Put the rubber duck on the sink and the cup in the bathtub instead",
         {"put_on(rubber_duck_1, sink_1)", "put_inside(cup_1, bathtub_1)"}),
    ],
)  # fmt: skip
def test_what_is_exchanged_is_done_both(where, said, goes):
    assert goes <= done(where, said)
    assert result_of(where, said).account.exact


def test_instead_behind_a_condition_says_no_more_than_the_condition():
    assert "'there is no beer' is not so" in told("flat", "If there is no beer, bring me the juice instead")
