# SPDX-License-Identifier: Apache-2.0
"""JSON and PDDL in answers: what is found, what is mended, and what is refused with a reason."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from makedo_llm.extract import LONGEST_ANSWER, AnswerError, json_in, pddl_in

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(), parts, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(), JSON, max_size=4)


@settings(max_examples=50)
@given(OBJECTS)
def test_an_object_is_read_back_equal_and_nothing_is_mended(value):
    found = json_in(json.dumps(value))
    assert (found.value, found.mended) == (value, ())


@given(
    OBJECTS, st.sampled_from(["Sure! ", 'He said 5" and "so on: ', "", "1. (a) [b]: "]), st.sampled_from(["", " Done."])
)
def test_an_object_is_found_within_prose(value, before, after):
    assert json_in(before + json.dumps(value, indent=1) + after).value == value


@settings(max_examples=30)
@given(OBJECTS)
def test_an_object_is_found_within_a_fence(value):
    found = json_in(f"Here it is:\n```json\n{json.dumps(value)}\n```\nAnything else?")
    assert found.value == value
    assert "fence" in found.mended


@given(st.text())
def test_any_text_is_read_or_refused(text):
    for read in (json_in, pddl_in):
        try:
            read(text)
        except AnswerError as error:
            assert str(error)


def test_a_fence_that_is_never_closed_is_read():
    assert json_in('```json\n{"a": 1}').value == {"a": 1}


def test_trailing_commas_are_mended_and_reported_but_not_those_in_strings():
    found = json_in('{"a": [1, 2,], "b": "x,}",\n}')
    assert found.value == {"a": [1, 2], "b": "x,}"}
    assert found.mended == ("trailing comma",)


def test_thoughts_are_taken_off():
    found = json_in('<think>Maybe {"a": 0}?</think>\n{"a": 1}')
    assert (found.value, found.mended) == ({"a": 1}, ("thoughts",))


def test_braces_in_prose_do_not_hide_the_object():
    found = json_in('Where {x} is a number: {"a": 1}')
    assert (found.value, found.mended) == ({"a": 1}, ("prose",))


def test_the_same_object_twice_is_one():
    assert json_in('{"a": 1} or again {"a": 1}').value == {"a": 1}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("", "empty"),
        ("  \n", "empty"),
        ("I cannot do that.", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ('{"a": {"b": 1}', "1 closing braces are missing"),
        ('{"a": "unfinished', "1 closing braces are missing"),
        ("{'a': 1}", "broken near"),
        ('{"a": 1} or {"a": 2}', "2 different JSON objects"),
        ('{"a": NaN}', "NaN"),
        ('{"a": ' + "9" * 5000 + "}", "cannot be read"),
        ('{"a":' * 15_000 + "1" + "}" * 15_000, "nested too deeply"),
        ("{" * (LONGEST_ANSWER + 1), "at most 100,000"),
    ],
)
def test_what_is_no_single_whole_object_is_refused_with_the_reason(answer, words):
    with pytest.raises(AnswerError, match=words):
        json_in(answer)


def test_pddl_is_taken_from_a_fence():
    found = pddl_in("The goal:\n```pddl\n(and (on a b))\n```\n(as asked)")
    assert (found.text, found.mended) == ("(and (on a b))", ("fence",))


def test_pddl_is_found_by_its_parentheses():
    found = pddl_in("Here; (as you said):\n(and (on a b) ; not ) this\n (on b c)) That is it.")
    assert found.text == "(and (on a b) ; not ) this\n (on b c))"
    assert found.mended == ("prose",)


def test_a_definition_goes_before_longer_prose_in_parentheses():
    answer = "(I thought about this for a very long time indeed)\n(define (problem p) (:goal (on a b)))"
    assert pddl_in(answer).text.startswith("(define")


def test_pddl_alone_is_left_as_it_is():
    found = pddl_in("(and (on a b))")
    assert (found.text, found.mended) == ("(and (on a b))", ())


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("", "empty"),
        ("on a b", "no PDDL"),
        ("```pddl\n(and (on a b)\n  (on b c)\n```", "1 parentheses stay open, the last from line 1"),
        ("(and (on a b)))", "line 1 of the PDDL closes a parenthesis too many"),
        ("(and\n (on a b)\n (on b c", "2 parentheses stay open, the last from line 3"),
    ],
)
def test_pddl_that_does_not_balance_is_refused_with_the_place(answer, words):
    with pytest.raises(AnswerError, match=words):
        pddl_in(answer)


@pytest.mark.parametrize("piece", ["<think>", "{", '"', "\\", "(", "```\n", '{"', ",}", ", ", "((;", "{}"])
def test_the_longest_answers_are_read_or_refused(piece):
    answer = piece * (LONGEST_ANSWER // len(piece))  # quadratic work would take minutes
    for read in (json_in, pddl_in):
        try:
            read(answer)
        except AnswerError:
            pass
