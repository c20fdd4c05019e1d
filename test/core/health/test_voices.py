# SPDX-License-Identifier: Apache-2.0
"""One speaker or two, by the numbers of their messages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.health.voices import FALLS, WITHIN_S, Voices


@pytest.fixture
def now():
    return [100.0]


@pytest.fixture
def voices(now):
    return Voices(lambda: now[0])


@given(st.lists(st.integers(1, 5), max_size=50))
def test_one_publisher_is_one_however_many_messages_are_lost(steps):
    voices, number = Voices(), 0
    for step in steps:
        number += step
        voices.heard(["joint"], number)
    assert voices.doubled() == set()


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_two_publishers_are_two_whatever_their_counts(first, second):
    voices = Voices()
    for i in range(FALLS + 1):
        voices.heard(["joint"], first + i)
        voices.heard(["joint"], second + i)
    assert voices.doubled() == {"joint"}


def test_a_publisher_that_is_started_again_is_one(voices):
    for number in (7, 8, 9, 1, 2, 3, 4):
        voices.heard(["joint"], number)
    assert voices.doubled() == set()


def test_each_thing_is_told_apart_and_one_that_a_message_names_twice_is_one(voices):
    for number in range(10):
        voices.heard(["arm", "arm"], number)
        voices.heard(["wheel"], 50 + number)
    assert voices.doubled() == set()


def test_when_the_second_is_gone_there_is_one_again(voices, now):
    for number in range(10):
        voices.heard(["joint"], number)
        voices.heard(["joint"], 50 + number)
    assert voices.doubled() == {"joint"}
    now[0] += WITHIN_S + 0.1
    voices.heard(["joint"], 60)
    assert voices.doubled() == set()


def test_without_numbers_nothing_is_claimed(voices):
    for _ in range(10):
        voices.heard(["joint"], None)
    assert voices.doubled() == set()
