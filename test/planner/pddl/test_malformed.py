# SPDX-License-Identifier: Apache-2.0
"""What is said of malformed texts: where the mistake is, what was found, what was expected."""

from __future__ import annotations

import importlib.util
import pickle
from pathlib import Path

import pytest

from planner_node.pddl.mistakes import MAX_MISTAKES, PddlError, TextPosition
from planner_node.pddl.model import Domain
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_condition, read_task


def _sibling(name: str):
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


texts = _sibling("malformed")


def marked(text: str) -> tuple[str, TextPosition]:
    """The text without its mark, and where the mark stood."""
    before, mark, after = text.partition("@@")
    assert mark and "@@" not in after, "one mark a text"
    lines = before.split("\n")
    return before + after, TextPosition(len(lines), len(lines[-1]) + 1)


@pytest.fixture(scope="module")
def domain() -> Domain:
    return read_domain(texts.GOOD).value


@pytest.mark.parametrize("case", texts.DOMAINS)
def test_a_malformed_domain_is_refused_with_place_and_words(case):
    text, *words = texts.DOMAINS[case]
    plain, place = marked(text)
    with pytest.raises(PddlError) as raised:
        read_domain(plain)
    assert raised.value.place == place, str(raised.value)
    for word in words:
        assert word in str(raised.value)


@pytest.mark.parametrize("case", texts.TASKS)
def test_a_malformed_task_is_refused_with_place_and_words(case, domain):
    text, *words = texts.TASKS[case]
    plain, place = marked(text)
    with pytest.raises(PddlError) as raised:
        read_task(plain, domain)
    assert raised.value.place == place, str(raised.value)
    for word in words:
        assert word in str(raised.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("@@", "no text; expected a condition in parentheses"),
        ("@@tidy", "the text 'tidy'"),
        ("(tidy) @@(tidy)", "a second condition; expected one condition"),
        ("@@(and (tidy)", "'(and' that is never closed"),
        ("(tidy)@@)", "1 closing parenthesis too many"),
        ("(:goal (exists (?x - cup) (in ?x @@hal)))", "the undeclared object 'hal'"),
        ("(full @@?z)", "the undeclared variable '?z'"),
        ("(and (@@full) (tidy))", "0 terms of 'full'; expected 1"),
    ],
)
def test_a_malformed_condition_is_refused_with_place_and_words(text, words, domain):
    plain, place = marked(text)
    with pytest.raises(PddlError, match="expected") as raised:
        read_condition(plain, domain)
    assert raised.value.place == place, str(raised.value)
    assert words in str(raised.value)


def test_all_mistakes_are_told_in_the_order_of_the_text():
    text = texts.ALL + "(:action a :parameters (?x - tin) :precondition (foo ?x) :effect (and (full kitchen) (in ?y))))"
    with pytest.raises(PddlError) as raised:
        read_domain(text, source="home.pddl")
    lines = str(raised.value).split("\n")
    assert len(lines) == len(raised.value.mistakes) == 5
    assert all(line.startswith("home.pddl, line 7, column ") for line in lines)
    for line, word in zip(lines, ("'tin'", "'foo'", "'kitchen'", "1 terms of 'in'", "'?y'"), strict=True):
        assert word in line
    assert list(raised.value.mistakes) == sorted(raised.value.mistakes, key=lambda m: m.place)


def test_an_error_can_be_handed_to_another_process():
    with pytest.raises(PddlError) as raised:
        read_domain("(define (domain 3d))", source="here")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.mistakes) == (str(raised.value), raised.value.mistakes)


def test_reading_ends_at_too_many_mistakes():
    text = texts.ALL + "(:action a :parameters () :precondition (and" + "(foo)\n" * 500 + ")))"
    with pytest.raises(PddlError) as raised:
        read_domain(text)
    assert len(raised.value.mistakes) == MAX_MISTAKES


def test_a_misspelt_name_has_candidates(domain):
    with pytest.raises(PddlError) as raised:
        read_condition("(in mug kichen)", domain)
    assert raised.value.mistakes[1].candidates == ("kitchen",)
    assert raised.value.mistakes[0].candidates == ()


def test_lines_may_end_in_any_way(domain):
    for end in ("\n", "\r\n", "\r"):
        with pytest.raises(PddlError) as raised:
            read_condition(f"; a comment (\n(and{end}(tidy) ; another ){end}  (foo))", domain)
        assert raised.value.place == TextPosition(4, 4)
