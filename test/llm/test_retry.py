# SPDX-License-Identifier: Apache-2.0
"""Pauses between attempts, and what servers say about them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_llm.chat import ModelError, ModelFault
from makedo_llm.retry import FIRST_PAUSE_S, LONGEST_PAUSE_S, passes, pause_s, retry_after_s

NOON = 1_767_268_800.0  # 2026-01-01 12:00:00 UTC


@given(st.integers(1, 50), st.integers())
def test_pauses_double_up_to_the_longest_with_up_to_half_by_chance(attempt, seed):
    full = min(FIRST_PAUSE_S * 2.0 ** (attempt - 1), LONGEST_PAUSE_S)
    assert full / 2 <= pause_s(attempt, None, Random(seed)) <= full


@given(st.integers(1, 20), st.floats(0, 1000))
def test_a_pause_is_never_shorter_than_the_server_asks(attempt, asked):
    assert pause_s(attempt, asked, Random(0)) >= asked


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        (" 0 ", 0.0),
        ("Thu, 01 Jan 2026 12:00:30 GMT", 30.0),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-1", None),
        ("", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(value, seconds):
    assert retry_after_s({"retry-after": value}, NOON) == seconds


def test_no_header_is_no_wish():
    assert retry_after_s({}, NOON) is None


@pytest.mark.parametrize("fault", ModelFault)
def test_only_passing_faults_are_tried_again(fault):
    assert passes(ModelError(fault, "")) is (fault in (ModelFault.UNAVAILABLE, ModelFault.RATE_LIMITED))
