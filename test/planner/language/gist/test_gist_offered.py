# SPDX-License-Identifier: Apache-2.0
"""The gist as a question: what it says, what comes of yes, and that nothing is done without it."""

from __future__ import annotations

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_eval.sentences.corpus import scene
from planner_node.task import PlanningTask
from test.support.plain_instructions import ENGINE, placed, result_of


@pytest.mark.parametrize(
    ("where", "said", "orders", "ends"),
    [
        (
            "lab",
            "Work on bench 2 begins soon and the beakers have to be there, with the exception of the one in storage.",
            "Put the beakers except the one in storage on bench 2",
            {"beaker_1->bench_2", "beaker_2->bench_2", "beaker_3->bench_2"},
        ),
        (
            "dining",
            "Make sure nobody can reach the knives: put them in the cupboard",
            "Put the knives in the cupboard",
            {"knife_1->cupboard_1", "knife_2->cupboard_1"},
        ),
    ],
)
def test_the_gist_is_asked_about_and_done_on_yes(where, said, orders, ends, words):
    result = result_of(where, said)
    assert result.plan is None and result.question is not None
    assert result.question.kind is QuestionKind.WHETHER
    assert [option.instruction for option in result.question.options] == [orders]
    assert placed(result_of(where, orders)) == ends
    words(result.outcome.message)


def test_with_nobody_to_ask_nothing_is_offered():
    said = "Make sure nobody can reach the knives: put them in the cupboard"
    result = ENGINE.plan(PlanningTask(said, scene("dining"), asks=False))
    assert (result.plan, result.question) == (None, None)
    assert result.outcome.cause in (FailureCause.NOT_UNDERSTOOD, FailureCause.UNKNOWN_PLACE)
