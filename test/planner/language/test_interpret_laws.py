# SPDX-License-Identifier: Apache-2.0
"""Laws of interpretation: politeness changes nothing, order is kept, typing errors are reported."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from makedo_core.failure import FailureCause
from makedo_core.ontology import load_ontology
from planner_node.language.interpret import interpret
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Put, Request
from planner_node.language.words.typos import correct, distance
from planner_node.language.words.verbs import gerund
from support.words import Words

ONTOLOGY = load_ontology()
BOOK = load_phrasebook()
THINGS = ("the apple", "two forks", "all mugs", "a book", "3 kid snacks", "the red ball", "some toys", "every plate")
PLACES = ("to table_2", "on the shelf", "into the drawer", "to the kitchen", "on the table in the living room")
ORDERS = ("open the fridge", "wash the mugs", "turn on the lamp", "put the pear on table_3", "go to the kitchen")
BEFORE = ("please ", "Hey robot, ", "could you ", "Robot, please ", "I want you to ", "now ", "would you kindly ")
BEHIND = (", please", " please!", " now", " quickly, please.", "!", " for me", ", thank you", ".")

things = st.lists(st.sampled_from(THINGS), min_size=1, max_size=4, unique=True)
puts = st.builds(lambda t, p: f"put {' and '.join(t)} {p}", things, st.sampled_from(PLACES))
orders = st.one_of(puts, st.sampled_from(ORDERS))


@pytest.fixture(scope="module")
def read(world):
    graph = world("apple_1 on table_1", "wine_bottle_1 on table_1")
    return lambda text: interpret(text, ONTOLOGY, graph)


def understood(request: Request | Refusal) -> Request:
    assert isinstance(request, Request), request
    return request


@given(orders, st.sampled_from(BEFORE), st.sampled_from(BEHIND))
@settings(max_examples=200, deadline=None)
def test_politeness_never_changes_the_request(read, text, before, behind):
    plain = understood(read(text))
    polite = understood(read(before + text + behind))
    assert polite.clauses == plain.clauses
    assert polite.notes == ()


@given(things, st.sampled_from(PLACES))
@settings(max_examples=100, deadline=None)
def test_the_order_of_a_conjunction_is_kept(read, named, where):
    (clause,) = understood(read(f"put {', '.join(named)} {where}")).clauses
    assert isinstance(clause, Put)
    assert [t.text for t in clause.what] == named
    (again,) = understood(read(f"put {' and '.join(named)} {where}")).clauses
    assert again == clause


@given(st.lists(puts, min_size=1, max_size=4, unique=True))
@settings(max_examples=100, deadline=None)
def test_then_makes_as_many_stages_as_there_are_orders(read, texts):
    request = understood(read(", then ".join(texts)))
    alone = [clause for text in texts for clause in understood(read(text)).clauses]
    assert list(request.clauses) == alone
    assert request.stages == (tuple(range(len(texts))) if len(texts) > 1 else ())


@given(st.lists(puts, min_size=2, max_size=4, unique=True))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_and_keeps_the_stage_of_different_things(read, texts):
    again = (thing in a and thing in b for a, b in combinations(texts, 2) for thing in THINGS)
    assume(not any(again))  # what goes on to a second place goes there afterwards
    assert understood(read(" and ".join(texts))).stages == ()


@given(orders)
@settings(max_examples=50, deadline=None)
def test_case_and_spaces_change_nothing_but_the_words(read, text):
    first, second = understood(read(text)), understood(read(f"  {text.capitalize()}\n"))
    assert first.clauses == second.clauses


words = st.text(alphabet="abcdeorst", min_size=0, max_size=9)


@given(words, words)
def test_the_distance_of_two_words_is_symmetric_and_zero_only_for_the_same(first, second):
    assert distance(first, second, 9) == distance(second, first, 9)
    assert (distance(first, second, 9) == 0) is (first == second)


@given(words, words, st.integers(0, 3))
def test_a_limit_only_stops_counting(first, second, limit):
    exact = distance(first, second, 9)
    limited = distance(first, second, limit)
    assert limited == exact if exact <= limit else limited > limit


@pytest.mark.parametrize(
    ("first", "second", "edits"),
    [("apple", "aple", 1), ("apple", "appel", 1), ("apple", "apples", 1), ("apple", "maple", 2), ("", "abc", 3)],
)
def test_edits_are_counted(first, second, edits):
    assert distance(first, second, 9) == edits


AFFIXES = load_phrasebook().spelling
KNOWN = frozenset(
    "apple apples fridge rubbish refrigerator discard opened without lock unlock cat light switch".split()
)


@pytest.mark.parametrize(
    ("word", "read"),
    [
        ("rubbsih", "rubbish"),
        ("refridgerator", "refrigerator"),
        ("friidge", "fridge"),
        ("lightswitch", "light switch"),
        ("aple", "apple"),
        ("fridge_7", "fridge_7"),
        ("frigde_7", "fridge_7"),
    ],
)
def test_a_word_that_is_nearly_one_known_word_is_read_as_it(word, read):
    corrected = correct([word], KNOWN, (), AFFIXES)
    assert corrected.words == (read,)
    assert corrected.notes == ((f"I read '{word}' as '{read}'.",) if word != read else ())


@pytest.mark.parametrize(
    "word",
    ["discrad", "withuot", "nlock", "unopened", "ca", "cta", "bridge", "12", "fridge_8x9", "\u0435pple", "disapple"],
)
def test_a_word_is_left_alone_where_a_correction_is_doubtful(word):
    assert correct([word], KNOWN, {"discard", "without"}, AFFIXES) == correct([word], (), (), AFFIXES)


def test_a_word_between_two_known_words_is_left_alone():
    assert correct(["applex"], {"apple"}, (), AFFIXES).words == ("apple",)
    assert correct(["applex"], {"apple", "applet"}, (), AFFIXES).words == ("applex",)
    assert correct(["appled"], {"applet", "apples"}, (), AFFIXES).words == ("appled",)


def test_a_text_of_unknown_words_is_not_corrected():
    many = [f"aple{'abcdefghijklmnop'[i]}" for i in range(16)] + ["rubbsih"]
    assert correct(many, KNOWN, (), AFFIXES).words == tuple(many)


def test_what_was_read_otherwise_is_noted(read):
    request = understood(read("throw away the rubbsih, then clsoe the firdge"))
    assert request.notes == (
        "I read 'rubbsih' as 'rubbish'.",
        "I read 'clsoe' as 'close'.",
        "I read 'firdge' as 'fridge'.",
    )


def test_nothing_is_thrown_away_by_a_typing_error(read):
    for verb in ("thorw away", "dsicard", "recylce", "trsah"):
        assert read(f"{verb} the apple").cause is FailureCause.NOT_UNDERSTOOD


def test_nothing_is_excluded_by_a_typing_error(read):
    refusal = read("bring the drinks withuot the wine to table_2")
    assert isinstance(refusal, Refusal)


def test_who_tells_what_they_do_is_taken_to_want_it_done(read):
    request = understood(read("I open the fridge. Then I close it."))
    assert len(request.clauses) == 2
    assert len(request.notes) == 1


def test_a_reason_is_left_aside_and_noted(read, words: Words):
    request = understood(read("bring the apple to table_2 so that I can eat it"))
    assert request.clauses == understood(read("bring the apple to table_2")).clauses
    words(request.notes[0])


@pytest.mark.parametrize("verb", BOOK.verb_bases)
def test_every_verb_has_an_ing_form_that_means_the_same(verb):
    form = gerund(verb, BOOK.verbs.doubled)
    found = BOOK.said_verbs.find(form.split(), 0)
    plain = BOOK.said_verbs.find(verb.split(), 0)
    assert plain is not None
    assert plain.value.like == verb
    if not verb.startswith("where"):
        assert found is not None
        assert replace(found.value, like="") == replace(plain.value, like="")
        assert found.value.like == form


@pytest.mark.parametrize(
    ("verb", "form"),
    [("put", "putting"), ("move", "moving"), ("mop", "mopping"), ("pick up", "picking up"), ("empty", "emptying")],
)
def test_ing_forms_are_spelt_right(verb, form):
    assert gerund(verb, BOOK.verbs.doubled) == form
