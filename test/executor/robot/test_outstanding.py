# SPDX-License-Identifier: Apache-2.0
"""A question counts while its answer may come, and no longer."""

from __future__ import annotations

import pytest

from executor_node.robot import outstanding
from executor_node.robot.outstanding import Outstanding


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(outstanding.time, "monotonic", lambda: now[0])
    return now


def test_a_question_counts_until_it_is_answered(clock):
    asked = Outstanding()
    assert not asked.is_any()
    with asked.asked(5.0):
        with asked.asked(1.0):
            assert asked.is_any()
        assert asked.is_any()
    assert not asked.is_any()


def test_a_question_counts_no_longer_than_was_allowed_for_it(clock):
    asked = Outstanding()
    with asked.asked(5.0):
        clock[0] += 4.9
        assert asked.is_any()
        clock[0] += 0.2
        assert not asked.is_any()


def test_a_question_that_fails_counts_no_longer(clock):
    asked = Outstanding()
    with pytest.raises(ValueError), asked.asked(5.0):
        raise ValueError
    assert not asked.is_any()
