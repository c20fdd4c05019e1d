# SPDX-License-Identifier: Apache-2.0
"""A number that nothing of its kind has is asked about, and is not taken for an amount."""

from __future__ import annotations

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from support.plain_instructions import planned, result_of


@pytest.mark.parametrize(
    ("said", "message", "instructions"),
    [
        (
            "Put the laptop on desk 9.",
            "I know of no desk 9 here. Which one is meant: desk 1, desk 2 or desk 3?",
            ["Put the laptop on desk_1.", "Put the laptop on desk_2.", "Put the laptop on desk_3."],
        ),
        (
            "Put the pens on desk 7, and the laptop on desk 2",
            "I know of no desk 7 here. Which one is meant: desk 1, desk 2 or desk 3?",
            [f"Put the pens on desk_{n}, and the laptop on desk 2" for n in (1, 2, 3)],
        ),
    ],
)
def test_furniture_of_a_number_that_none_has_is_asked_about(said, message, instructions):
    result = result_of("office", said)
    assert (result.outcome.cause, result.outcome.message) == (FailureCause.UNKNOWN_PLACE, message)
    assert result.question is not None and result.question.kind is QuestionKind.WHICH
    assert [option.instruction for option in result.question.options] == instructions
    assert result.question.template.count("{}") == 1


@pytest.mark.parametrize(
    ("said", "yes"),
    [
        ("bring the laptop to table 1", "bring the laptop to conference_table_1"),
        ("Bring the laptop to table 1, then the pens", "Bring the laptop to conference_table_1, then the pens"),
    ],
)
def test_where_there_is_only_one_it_is_asked_whether_that_is_meant(said, yes):
    result = result_of("office", said)
    assert result.outcome.message == "I know of no table 1 here. Is conference table 1 meant?"
    assert result.question is not None and result.question.kind is QuestionKind.WHETHER
    assert [(option.name, option.instruction) for option in result.question.options] == [("yes", yes)]
    assert result_of("office", yes).plan is not None


def test_a_thing_of_a_number_that_none_has_is_asked_about():
    result = result_of("office", "Bring pen 7 to desk 2.")
    assert result.outcome.cause is FailureCause.UNKNOWN_OBJECT
    assert result.outcome.message == "I know of no pen 7 here. Which one is meant: pen 1, pen 2 or pen 3?"


@pytest.mark.parametrize("said", ["Zorble on the shelf 2 red pens", "Zorble in the cabinet 3 pens"])
def test_a_number_that_counts_what_follows_is_not_asked_about(said):
    assert "I know of no" not in result_of("office", said).outcome.message


@pytest.mark.parametrize("said", ["Put on desk 2 2 pens", "Put 2 pens on desk 2"])
def test_a_number_that_counts_stays_an_amount(said):
    assert len([c for c in planned("office", said).plan.calls if c.skill == "put_on"]) <= 2
