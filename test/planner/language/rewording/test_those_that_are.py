# SPDX-License-Identifier: Apache-2.0
"""Conditions on each of several things: "put the plates in the dishwasher if they're dirty"."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import done, result_of, told

DIRTY = {"put_inside(plate_3, dishwasher_1)", "put_inside(plate_4, dishwasher_1)"}
CLEAN = {"put_inside(plate_1, cupboard_1)", "put_inside(plate_2, cupboard_1)"}


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Put the plates in the dishwasher if they're dirty", DIRTY),
        ("If the plates are dirty, put them in the dishwasher", DIRTY),
        ("Put the plates in the dishwasher if they are dirty, else in the cupboard", DIRTY | CLEAN),
        ("If the plates are dirty, put them in the dishwasher, otherwise put them in the cupboard", DIRTY | CLEAN),
    ],
)
def test_those_that_are_so_go_and_the_others_elsewhere(said, goes):
    assert done("dining", said) == goes
    assert result_of("dining", said).account.exact, told("dining", said)


def test_where_all_are_so_it_is_a_condition():
    said = "If the plates on table 2 are dirty, put them in the dishwasher"
    assert done("dining", said) == DIRTY
    assert "'the plates on table 2 are dirty' is so, as far as I know" in told("dining", said)


def test_what_nobody_knows_to_be_dirty_is_not_thought_to_be():
    said = "Put the clothes on the bed in the hamper if they're dirty, otherwise in the wardrobe"
    assert done("bedroom", said) == {"put_inside(t_shirt_1, hamper_1)", "put_inside(sweater_1, wardrobe_1)"}


def test_what_is_left_of_things_is_all_of_them():
    assert len(done("party", "Put whatever is left of the cupcakes on the side table")) == 3
