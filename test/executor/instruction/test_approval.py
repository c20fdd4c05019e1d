# SPDX-License-Identifier: Apache-2.0
"""One question to the operator at a time, and the first answer to it counts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from executor_node.instruction.approval import Approval
from makedo_core.cancel import CancelToken
from makedo_core.failure import FailureCause

PATIENCE_S = 60.0


class Answering(CancelToken):
    """Gives answers while the question is waited for, instead of letting time pass."""

    def __init__(self, approval: Approval, answers: Sequence[bool]) -> None:
        super().__init__()
        self.taken: list[bool] = []
        self._approval, self._answers = approval, answers

    def wait(self, timeout_s: float) -> bool:
        self.taken += [self._approval.answer(yes, "") for yes in self._answers]
        return False


@pytest.mark.parametrize(
    ("answers", "cause"),
    [((True, False), FailureCause.SUCCESS), ((False, True), FailureCause.NOT_APPROVED)],
)
def test_the_first_answer_counts_and_a_second_one_is_not_taken(answers, cause):
    approval = Approval()
    token = Answering(approval, answers)
    assert approval.wait(PATIENCE_S, token).cause is cause
    assert token.taken == [True, False]


def test_an_answer_that_nobody_waits_for_is_not_taken_and_answers_no_later_question():
    approval = Approval()
    assert not approval.answer(True, "")
    assert approval.wait(0.0, CancelToken()).cause is FailureCause.NOT_APPROVED
    assert not approval.answer(True, "")


def test_an_answer_to_one_question_is_none_to_the_next():
    approval = Approval()
    assert approval.wait(PATIENCE_S, Answering(approval, (True,))).ok
    assert approval.wait(0.0, CancelToken()).cause is FailureCause.NOT_APPROVED
