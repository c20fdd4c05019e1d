# SPDX-License-Identifier: Apache-2.0
"""Choices as they are typed."""

from __future__ import annotations

import pytest

from makedo_core.contract.choice import MOST_CHOICES, ChoiceError, ChoiceKind, OperatorChoice, checked, choice_from_text
from makedo_core.failure import FailureCause

NAMED, COUNT, NOTHING = ChoiceKind.NAMED, ChoiceKind.COUNT, ChoiceKind.NOTHING


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("juice", OperatorChoice(NAMED, taken="juice")),
        ("cola can=juice", OperatorChoice(NAMED, asked="cola can", taken="juice")),
        (" 1 : cola can = juice ", OperatorChoice(NAMED, 1, "cola can", "juice")),
        ("2=table_3", OperatorChoice(NAMED, 2, taken="table_3")),
        ("1=3", OperatorChoice(COUNT, 1, count=3)),
        ("4 kid snacks=three", OperatorChoice(COUNT, asked="4 kid snacks", count=3)),
        ("apple=nothing", OperatorChoice(NOTHING, asked="apple")),
        ("2=none", OperatorChoice(NOTHING, 2)),
    ],
)
def test_what_is_typed_is_a_value(text, choice):
    assert choice_from_text(text) == choice
    assert choice_from_text(str(choice)) == choice


@pytest.mark.parametrize("text", ["", "=", "=juice", "cola=", "  ", "1=0", "1=99999", "x" * 300, "cola=ju\nice"])
def test_what_is_no_choice_is_refused(text):
    with pytest.raises(ChoiceError) as refused:
        choice_from_text(text)
    assert refused.value.cause is FailureCause.INVALID_CHOICE


def test_the_same_choice_twice_is_one_and_so_many_are_too_many():
    juice = choice_from_text("cola=juice")
    assert checked([juice, juice]) == (juice,)
    with pytest.raises(ChoiceError):
        checked([choice_from_text(f"{n}=juice") for n in range(1, MOST_CHOICES + 2)])
