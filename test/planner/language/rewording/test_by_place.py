# SPDX-License-Identifier: Apache-2.0
"""Things told by where they are, before others of the same order."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, told

MILK_AND_BREAD = {"put_on(milk_carton_1, table_2)", "put_on(bread_1, table_2)"}


@pytest.mark.parametrize(
    ("where", "said", "calls"),
    [
        ("dining", "Bring the milk in the fridge and the bread to table 2.", MILK_AND_BREAD),
        ("dining", "Bring the milk in the fridge and the bread to table 2, and nothing else.", MILK_AND_BREAD),
        (
            "dining",
            "Take the milk in the fridge, the juice on table 1 and the bread to table 2.",
            MILK_AND_BREAD | {"put_on(juice_carton_1, table_2)"},
        ),
        (
            "dining",
            "Open the cupboard, take the juice on table 1 and the bread to table 2.",
            {"put_on(juice_carton_1, table_2)", "put_on(bread_1, table_2)"},
        ),
        (
            "flat",
            "Bring the apple on the kitchen table and the yogurt to the bedroom.",
            {"put_on(apple_1, nightstand_1)", "put_on(yogurt_1, nightstand_1)"},
        ),
    ],
)
def test_a_place_that_holds_a_thing_tells_which_it_is(where, said, calls):
    assert done(where, said) == calls
    assert "exactly what was asked for" in told(where, said)


@pytest.mark.parametrize(
    ("said", "calls"),
    [
        ("Take the bread in the fridge and the juice to table 2.", {"put_inside(bread_1, fridge_1)"}),
        ("Put the milk in the fridge and the bread on table 2.", {"put_on(bread_1, table_2)"}),
        ("Take the milk in the fridge and put the bread on table 2.", {"put_on(bread_1, table_2)"}),
    ],
)
def test_a_place_that_holds_no_such_thing_or_of_an_order_of_its_own_is_where_it_goes(said, calls):
    assert calls <= done("dining", said)
