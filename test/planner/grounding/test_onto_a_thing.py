# SPDX-License-Identifier: Apache-2.0
"""Nothing is put on a plate or in a pot; where that was asked for, the furniture under it is offered."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from test.support.plain_instructions import result_of


@pytest.mark.parametrize(
    ("said", "offered", "yes"),
    [
        ("Put an apple on the plate on table 1", "table 1, where plate 1 and plate 2 are", "Put an apple to table_1"),
        ("Move one apple onto the plate on table 1", "table 1, where plate 1 and plate 2 are",
         "Move one apple to table_1"),
        ("Put the lemon in the pot on the stove", "stove 1, where pot 1 is", "Put the lemon to stove_1"),
        ("Put the banana on plate 1", "table 1, where plate 1 is", "Put the banana to table_1"),
    ],
)  # fmt: skip
def test_the_furniture_under_it_is_offered(said, offered, yes):
    result = result_of("dining", said)
    assert result.outcome.cause is FailureCause.NOT_CAPABLE
    assert result.outcome.message.endswith(f"Shall it go to {offered}?")
    assert [option.instruction for option in result.question.options] == [yes]


def test_what_is_on_a_thing_is_taken_from_there():
    assert result_of("pantry", "Put the orange in the basket on table 1").account.exact
