# SPDX-License-Identifier: Apache-2.0
"""Several states behind one "make sure" are all to be so; none of them is told as a fact."""

from __future__ import annotations

import pytest

from test.support.plain_instructions import moved, planned, switched

BOTH = {"bread_1": "fridge_1", "vase_1": "table_2"}


@pytest.mark.parametrize(
    "said",
    [
        "Make sure the vase is on table 2 and the bread is in the fridge",
        "Make sure that the vase is on table 2, the bread is in the fridge and the dishwasher is closed",
        "See to it that the vase is on table 2, the bread is in the fridge and the lamp is off",
        "Ensure that the vase is on table 2 and that the bread is in the fridge",
        "Make it so that the vase is on table 2, the bread is in the fridge",
        "Make it so the vase is on table 2 and bread 1 is in the fridge",
    ],
)
def test_each_of_several_states_is_brought_about(said):
    result = planned("dining", said)
    assert moved(result) == BOTH
    assert "something to know" not in result.explanation


def test_things_that_are_joined_are_so_together():
    result = planned("dining", "Make sure the vase and the bread are on table 2 and the lamp is on")
    assert moved(result) == {"vase_1": "table_2", "bread_1": "table_2"}
    assert switched(result) == {"turn_on lamp_1"}
    said = "Make sure the lamp is on, the vase and the bread are on table 2 and the fridge is closed"
    result = planned("dining", said)
    assert moved(result) == {"vase_1": "table_2", "bread_1": "table_2"}
    assert switched(result) == {"turn_on lamp_1"}


def test_an_order_behind_a_state_is_an_order():
    assert moved(planned("dining", "Make sure the fridge is closed and put the vase on table 2")) == {
        "vase_1": "table_2"
    }
