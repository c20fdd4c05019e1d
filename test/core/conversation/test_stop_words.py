# SPDX-License-Identifier: Apache-2.0
"""Whoever says nothing but "stop", in whatever words, means it; whoever says more does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from makedo_core.conversation.stop_words import means_stop, said_to_stop

BARE = ("stop", "halt", "freeze", "don't move", "hold it", "stand still", "stop what you're doing", "cancel that")


@pytest.mark.parametrize(
    "said",
    [
        *BARE,
        "Stop!",
        "STOP STOP STOP",
        "Hey robot, stop!",
        "no, no, hold it",
        "Please stop it now",
        "Do not move!",
        "whoa -- stop",
        "don\u2019t move",
        "STOP. NOW.",
        "just stop, please",
        "emergency stop immediately",
    ],
)
def test_who_says_so_means_it(said):
    assert means_stop(said)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "   ",
        "!",
        "no",
        "please",
        "ok",
        "stop the timer",
        "put the stop sign on table 1",
        "stop and bring me the apple",
        "Stop. Put it back",
        "don't put it there",
        "wait until 6 and bring the apple",
        "turn off the lamp",
        "stopper",
        "bring the emergency kit",
        "stop at table 1",
        "freeze the peas",
        "cancel my order and open the fridge",
    ],
)
def test_who_says_more_or_less_does_not(said):
    assert not means_stop(said)


@given(
    word=st.sampled_from(BARE),
    before=st.sampled_from(["", "please ", "hey robot, ", "no! ", "ok, "]),
    behind=st.sampled_from(["", " now", "!", " right now!!", ", please", " at once."]),
    times=st.integers(1, 4),
    case=st.sampled_from([str.lower, str.upper, str.title]),
)
def test_how_it_is_called_and_how_often_makes_no_difference(word, before, behind, times, case):
    assert means_stop(case(before + ", ".join([word] * times) + behind).replace("'S", "'s"))


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("word", "means"), [("stop", True), ("bring", False), ("no", False), ("hold", False), ("a", False)]
)
def test_the_answer_does_not_take_longer_and_longer_with_the_words(word, means):
    assert means_stop(" ".join([word] * 30)) is means
    assert not means_stop(" ".join([word] * 100_000))
    assert not means_stop(f"put {', '.join([word] * 30)} on table 1")


@given(st.text())
def test_whatever_is_said_has_an_answer(said):
    assert means_stop(said) in (True, False)


def test_what_was_said_is_the_reason():
    assert said_to_stop("  stop\n now") == "somebody said 'stop now'"
