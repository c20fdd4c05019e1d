# SPDX-License-Identifier: Apache-2.0
"""What speakers take back is not done, and what they mean in its place is; where that is not clear, nothing is."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal


@pytest.mark.parametrize(
    ("spoken", "meant"),
    [
        ("put the apple, no wait, the banana on table_2", "put the banana on table_2"),
        ("put the apple on table_2, I mean on the sofa", "put the apple on the sofa"),
        ("put the apple on table_2, or rather the sofa", "put the apple on the sofa"),
        ("put the apple on table_2 - no - on the sofa", "put the apple on the sofa"),
        ("put the apple on table_2, sorry, the banana", "put the banana on table_2"),
        ("open the fridge. No, wait, close the fridge.", "close the fridge"),
        ("put two apples on table_2, no, three", "put three apples on table_2"),
        ("put two apples on table 2. No wait, three.", "put three apples on table 2"),
        ("put an apple on table 2. Actually, two", "put two apples on table 2"),
        ("put two apples on table 2, sorry, one is enough", "put one apple on table 2"),
        ("put the apple on table 2, no, 3", "put the apple on table 3"),
        ("turn on the lamp, oh wait, turn off the lamp", "turn off the lamp"),
        ("put two, no, three books on table_2", "put three books on table_2"),
        ("put the apple on table_2, no, put the banana there instead", "put the banana on table_2"),
        ("bring the apple to table_2. On second thought, bring the banana instead", "bring the banana to table_2"),
        ("take the green book, I mean the blue one, and put it on the sofa",
         "take the blue book and put it on the sofa"),
        ("put all the books on table_2, actually only the green book", "put the green book on table_2"),
        ("put all the books except the green book, sorry, the blue book on table_2",
         "put all the books except the blue book on table_2"),
        ("put the apple on table_2 and the banana on the sofa, no, the counter",
         "put the apple on table_2 and the banana on the counter"),
        ("the apple on table_2. No, the banana", "put the banana on table_2"),
        ("The apple goes on table_2, no, make that the banana", "put the banana on table_2"),
        ("apple to table_2. Oops, the banana I meant", "bring the banana to table_2"),
        ("Put the apple on table_2. The banana I meant, sorry", "put the banana on table_2"),
        ("two apples on table 2. No, books", "put two books on table 2"),
        ("Put two apples on table 2. No, books", "put two books on table 2"),
    ],
)  # fmt: skip
def test_what_is_said_in_the_end_is_what_is_meant(said, means, spoken, meant):
    assert means(spoken) == means(meant)
    assert said(spoken).notes


@pytest.mark.parametrize(
    ("spoken", "plain"),
    [
        ("put the apple and, sorry, the banana on table_2", "put the apple and the banana on table_2"),
        ("put the apple, actually, on table_2", "put the apple on table_2"),
        ("put the apple on table_2, sorry, my back hurts", "put the apple on table_2"),
        ("Put the apple on table_2, well, and open the fridge.", "put the apple on table_2 and open the fridge"),
    ],
)
def test_what_comes_besides_takes_nothing_back(means, spoken, plain):
    assert means(spoken) == means(plain)


@pytest.mark.parametrize(
    "spoken",
    [
        "put the apple and the banana on table_2, sorry, the pear",
        "put the apple on table_2 and the banana on the sofa, no, the pear",
        "put the apple on table_2, but not on the sofa, sorry, the counter",
        "turn on the lamp, on second thoughts don't",
        "put the apple on table_2, scratch that",
        "put the apple on table_2. Never mind.",
        "put the apple on table_2, actually the banana too",
        "put the apple on table_2, hold on to the banana",
        "don't open the fridge, I mean the drawer",
        "bring me an apple, no banana",
        "put 2 apples on table 2, sorry, 3",
    ],
)
def test_nothing_is_done_where_it_is_not_clear_what_is_taken_back(said, spoken):
    assert isinstance(said(spoken), Refusal)


def test_whether_a_number_says_how_many_or_which_one_is_asked(said):
    refusal = said("put 2 apples on table 2, sorry, 3")
    assert refusal.cause is FailureCause.AMBIGUOUS and "Is '3' how many are meant, or which one?" in refusal.message


def test_what_was_taken_back_is_not_told_as_left_out(plan, world):
    result = plan("put the mug on table 2, no wait, on table 3", world("mug_1 on counter_1"))
    assert [c.arguments for c in result.plan.calls if c.skill == "put_on"] == [("mug_1", "table_3")]
    assert "I take 'on table 3' for what you mean" in result.explanation
    assert "no use" not in result.explanation
