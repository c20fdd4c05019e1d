# SPDX-License-Identifier: Apache-2.0
"""Places that are named once more, and the one and the other of two."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from test.support.plain_instructions import put, result_of


@pytest.mark.parametrize(
    ("where", "said", "ends"),
    [
        ("dining", "Put the lemon on the table, table 2 please.", {("lemon_1", "table_2")}),
        ("dining", "Put the lemon on the table, that's table 2.", {("lemon_1", "table_2")}),
        ("office", "Over here, desk 2! I could use the headphones.", {("headphones_1", "desk_2")}),
        ("bedroom", "Put the laptop on the one nightstand and the charger on the other one.",
         {("laptop_1", "nightstand_1"), ("charger_1", "nightstand_2")}),
        ("bedroom", "I want the keys on one nightstand and the wallet on the other nightstand.",
         {("keys_1", "nightstand_1"), ("wallet_1", "nightstand_2")}),
        ("pantry", "I need two potatoes, a carrot and an onion, put them on table 1",
         {("potato_1", "table_1"), ("potato_2", "table_1"), ("carrot_1", "table_1"), ("onion_1", "table_1")}),
    ],
)  # fmt: skip
def test_the_place_is_that_one(where, said, ends):
    assert put(where, said) == ends


def test_a_table_that_is_named_again_is_set():
    places = {place for _, place in put("dining", "Lay the table for two people, table 3 please.")}
    assert places == {"table_3"}


@pytest.mark.parametrize(
    "said",
    [
        "Put the lemon on the table, table 2 and table 3.",  # more are named
        "Wipe the table, the counter please.",  # it is no table
        "Put a mug on one table and a plate on the other.",  # of three
    ],
)
def test_what_is_no_other_name_for_the_place_is_left_as_it_was_said(said):
    result = result_of("dining", said)
    assert result.plan is None and result.outcome.cause is not FailureCause.SUCCESS


@pytest.mark.parametrize(
    "said",
    [
        "The pens are the wrong way round: the one from desk 1 belongs on desk 2 and the other way round.",
        "The pens got mixed up, the one on desk 1 should be on desk 2 and vice versa.",
    ],
)
def test_the_one_there_and_the_other_way_round_are_exchanged(said):
    assert put("office", said) == {("pen_1", "desk_2"), ("pen_2", "desk_1")}
