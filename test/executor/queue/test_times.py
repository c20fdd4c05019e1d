# SPDX-License-Identifier: Apache-2.0
"""Times as people say them, alone and around an instruction; what leaves a time open is refused, never guessed."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from executor_node.queue.times import SaidTime, TimeError, due, said_time, timed, words_of

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp()


NOW = at("2026-03-03 12:00")  # a Tuesday


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("at 18:00", SaidTime(hour=18)),
        ("18:05", SaidTime(hour=18, minute=5)),
        ("at 6 pm", SaidTime(hour=18)),
        ("at 6:30 p.m.", SaidTime(hour=18, minute=30)),
        ("at 12 am", SaidTime(hour=0)),
        ("at 12 pm", SaidTime(hour=12)),
        ("at six o'clock in the evening", SaidTime(hour=18)),
        ("at 7 in the morning", SaidTime(hour=7)),
        ("tonight at 8", SaidTime(hour=20, day="today")),
        ("at half past six pm", SaidTime(hour=18, minute=30)),
        ("at quarter to 7 pm", SaidTime(hour=18, minute=45)),
        ("noon", SaidTime(hour=12)),
        ("at midnight", SaidTime(hour=0)),
        ("tomorrow at 9 am", SaidTime(hour=9, day="tomorrow")),
        ("at 18:00 tomorrow", SaidTime(hour=18, day="tomorrow")),
        ("on Friday at 18:00", SaidTime(hour=18, day="friday")),
        ("on 2026-03-24 at 18:00", SaidTime(hour=18, day="2026-03-24")),
        ("in ten minutes", SaidTime(in_s=600.0)),
        ("in an hour", SaidTime(in_s=3600.0)),
        ("in half an hour", SaidTime(in_s=1800.0)),
        ("in a quarter of an hour", SaidTime(in_s=900.0)),
        ("in an hour and a half", SaidTime(in_s=5400.0)),
        ("in two and a half hours", SaidTime(in_s=9000.0)),
        ("in twenty-five minutes", SaidTime(in_s=1500.0)),
        ("in 1 hour and 20 minutes", SaidTime(in_s=4800.0)),
        ("in 1.5 h", SaidTime(in_s=5400.0)),
        ("In 90 s from now.", SaidTime(in_s=90.0)),
        ("in a couple of minutes", SaidTime(in_s=120.0)),
    ],
)
def test_a_time_is_read(words, said):
    assert said_time(words) == said


@pytest.mark.parametrize(
    "words",
    [
        "",
        "soon",
        "at six",
        "at 6",
        "at 6 o'clock",
        "at half past six",
        "at 25:00",
        "at 18:61",
        "at 13 pm",
        "at 0 am",
        "in the kitchen",
        "at table_2",
        "today at 18:00 tomorrow",
        "every day at 18:00",
        "at 18:00 and at 19:00",
        "in ten",
    ],
)
def test_what_is_no_time_or_leaves_open_which_is_refused(words):
    with pytest.raises(TimeError):
        said_time(words)


@pytest.mark.parametrize(
    ("instruction", "rest", "said"),
    [
        ("At 18:00 set the table", "set the table", SaidTime(hour=18)),
        ("at 18:00, please set the table", "please set the table", SaidTime(hour=18)),
        ("In ten minutes bring me the apple", "bring me the apple", SaidTime(in_s=600.0)),
        ("Set the table at 6 pm.", "Set the table", SaidTime(hour=18)),
        ("set the table in half an hour, please", "set the table", SaidTime(in_s=1800.0)),
        ("set the table for two at noon", "set the table for two", SaidTime(hour=12)),
        ("tomorrow at 9 am water the plant", "water the plant", SaidTime(hour=9, day="tomorrow")),
        ("Put the mug in the sink", "Put the mug in the sink", None),
        ("Bring 4 kid snacks to table_2", "Bring 4 kid snacks to table_2", None),
        ("put two apples in a box", "put two apples in a box", None),
        ("look at table 2", "look at table 2", None),
    ],
)
def test_the_time_of_an_instruction_is_taken_off(instruction, rest, said):
    assert timed(instruction) == (rest, said)


@pytest.mark.parametrize(
    "instruction",
    [
        "at six set the table",
        "set the table at 7",
        "every day at 18:00 set the table",
        "set the table every day at 18:00",
        "set the table tomorrow",
        "tonight set the table",
        "at 18:00 set the table and at 19:00 clear it",
        "bring the soup in ten minutes and then the salad",
        "on Friday set the table",
    ],
)
def test_an_instruction_whose_time_is_not_clear_is_refused(instruction):
    with pytest.raises(TimeError):
        timed(instruction)


@pytest.mark.parametrize(
    ("words", "when"),
    [
        ("at 18:00", "2026-03-03 18:00"),
        ("at 11:00", "2026-03-04 11:00"),
        ("at 12:00", "2026-03-04 12:00"),
        ("tomorrow at 11:00", "2026-03-04 11:00"),
        ("on tuesday at 18:00", "2026-03-03 18:00"),
        ("on tuesday at 11:00", "2026-03-10 11:00"),
        ("on monday at 11:00", "2026-03-09 11:00"),
        ("on 2026-03-24 at 18:00", "2026-03-24 18:00"),
        ("in ten minutes", "2026-03-03 12:10"),
        ("on sunday at 18:00", "2026-03-08 18:00"),
    ],
)
def test_a_time_is_the_next_one_that_is_called_so(words, when):
    assert due(said_time(words), NOW, BERLIN) == at(when)


@pytest.mark.parametrize(
    "words",
    ["today at 11:00", "on 2026-03-01 at 18:00", "on 2026-02-30 at 18:00", "on 2026-06-01 at 18:00", "in 40 days"],
)
def test_a_time_that_is_over_or_far_off_is_refused(words):
    with pytest.raises(TimeError):
        due(said_time(words), NOW, BERLIN)


def test_a_clock_that_is_changed_overnight_is_minded():
    saturday = at("2026-03-28 20:00")
    assert due(said_time("at 18:00 tomorrow"), saturday, BERLIN) - saturday == 21 * 3600.0  # an hour less
    with pytest.raises(TimeError, match="the clocks are changed"):
        due(said_time("tomorrow at 02:30"), saturday, BERLIN)


def test_the_zone_decides_what_a_clock_says():
    new_york = ZoneInfo("America/New_York")
    assert due(said_time("at 18:00"), NOW, new_york) - due(said_time("at 18:00"), NOW, BERLIN) == 6 * 3600.0


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("2026-03-03 18:00", "today at 18:00"),
        ("2026-03-03 12:10:30", "today at 12:10:30"),
        ("2026-03-04 09:05", "tomorrow at 09:05"),
        ("2026-03-02 09:05", "yesterday at 09:05"),
        ("2026-03-24 18:00", "on 2026-03-24 at 18:00"),
    ],
)
def test_a_time_is_told_in_words(when, words):
    assert words_of(at(when), NOW, BERLIN) == words
