# SPDX-License-Identifier: Apache-2.0
"""A lesson as text: it comes back as it was, and what is none is refused with what is wrong."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from makedo_core.record.lesson import Lesson, LessonError, lesson_from_json, lesson_to_json

LESSON = Lesson("?1 is on ?2", ("pick_up(?1, ?3)", "put_on(?1, ?2)"), "{}", "Bring it", 1.5e9)


@given(some.builds(Lesson, calls=some.lists(some.text(), min_size=1).map(tuple), learnt_s=some.floats(0, 1e10)))
def test_a_lesson_comes_back_as_it_was(lesson):
    assert lesson_from_json(lesson_to_json(lesson)) == lesson


def test_the_same_macro_action_has_the_same_name_whoever_learnt_it():
    assert LESSON.name == replace(LESSON, instruction="Fetch it", learnt_s=0.0).name
    assert LESSON.name != replace(LESSON, definition="[]").name


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"target": 3}, "target is 3; expected text"),
        ({"calls": []}, "calls is .*; expected at least one text"),
        ({"calls": [1]}, "calls is"),
        ({"learnt_s": "now"}, "learnt_s is 'now'; expected seconds"),
        ({"learnt_s": -1}, "learnt_s is -1"),
        ({"learnt_s": True}, "learnt_s is True"),
        ({"learnt_s": float("nan")}, "learnt_s is nan"),
        ({"learnt_s": 10**400}, "learnt_s is 1000"),
        ({"learnt_s": 1e300}, "learnt_s is 1e\\+300"),
        ({"target": "\ud800"}, "lone surrogate"),
        ({"calls": ["\udfff"]}, "lone surrogate"),
        ({"more": 1}, "expected an object with target"),
    ],
)
def test_what_is_no_lesson_is_refused_with_what_is_wrong(change, words):
    raw = json.loads(lesson_to_json(LESSON))
    with pytest.raises(LessonError, match=words):
        lesson_from_json(json.dumps({**raw, **change}))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", "expected an object"),
        ("{}", "expected an"),
        ("[" * 100_000, "not JSON"),
        ("1" * 5_000, "not JSON"),
        (" " * 2_000_000, "at most 1000000 are read"),
    ],
)
def test_what_is_no_object_is_refused(text, words):
    with pytest.raises(LessonError, match=words):
        lesson_from_json(text)
