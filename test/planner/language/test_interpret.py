# SPDX-License-Identifier: Apache-2.0
"""Interpretation: what is understood, and what is refused instead of guessed."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import State
from makedo_core.ontology import load_ontology
from planner_node.language.interpret import MAX_LENGTH, interpret
from planner_node.language.refusal import Refusal
from planner_node.language.request import GoTo, Hold, Inquire, Look, Put, Request, SetState
from planner_node.language.things import Side
from support.words import Words


@pytest.fixture(scope="module")
def read(world):
    """Interpret an instruction in a small world."""
    graph = world("apple_1 on table_1", "red_thing_1 on table_1")
    return lambda text: interpret(text, load_ontology(), graph)


@pytest.fixture(scope="module")
def understood(read):
    def check(text: str) -> Request:
        request = read(text)
        assert isinstance(request, Request), request
        return request

    return check


@pytest.fixture(scope="module")
def only(understood):
    def check(text: str):
        (clause,) = understood(text).clauses
        return clause

    return check


@pytest.fixture(scope="module")
def refused(read):
    def check(text: str) -> Refusal:
        refusal = read(text)
        assert isinstance(refusal, Refusal), refusal
        return refusal

    return check


def test_quantity_requirement_class_and_place(only):
    clause = only("Bring 4 kid snacks to table_2")
    assert isinstance(clause, Put)
    (snacks,) = clause.what
    assert (snacks.count, snacks.concept, snacks.requirements) == (4, "snack", {"kid_safe"})
    assert (clause.place.what.node_id, clause.place.side) == ("table_2", Side.ANY)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("bring the apple to table_2", 1),
        ("bring an apple to table_2", 1),
        ("bring three apples to table_2", 3),
        ("bring a couple of apples to table_2", 2),
        ("bring both apples to table_2", 2),
        ("bring some apples to table_2", 2),
        ("bring some milk to table_2", 1),
        ("bring all apples to table_2", None),
        ("bring all the apples to table_2", None),
        ("bring every apple to table_2", None),
        ("bring the apples to table_2", None),
        ("bring 2 of the apples to table_2", 2),
        ("bring at least two apples to table_2", 2),
        ("bring everything from table_1 to table_2", None),
    ],
)
def test_quantities(only, text, count):
    assert only(text).what[0].count == count


@pytest.mark.parametrize(
    "text",
    [
        "Please bring the apple to table_2.",
        "could you please take the apple to table 2, please",
        "Hey robot, put an apple on table_2 now!",
        "bring me the apple to table_2",
        "deliver one apple over to table_2 quickly",
    ],
)
def test_politeness_changes_nothing(only, text):
    clause = only(text)
    assert clause.what[0].concept == "apple"
    assert clause.place.what.node_id == "table_2"


@pytest.mark.parametrize(
    ("text", "state", "concept"),
    [
        ("open the fridge", State.OPEN, "fridge"),
        ("shut the refrigerator", State.CLOSED, "fridge"),
        ("turn on the lamp", State.ON, "lamp"),
        ("switch the light off", State.OFF, "lamp"),
    ],
)
def test_states(only, text, state, concept):
    clause = only(text)
    assert isinstance(clause, SetState)
    assert (clause.state, clause.what.concept) == (state, concept)


def test_several_pieces_of_furniture_share_a_verb(understood):
    clauses = understood("open the drawer and the fridge, then close the fridge").clauses
    assert [(c.what.concept, c.state) for c in clauses] == [
        ("drawer", State.OPEN),
        ("fridge", State.OPEN),
        ("fridge", State.CLOSED),
    ]
    assert len(understood("turn the lamp and the radio off").clauses) == 2


def test_other_clauses(only):
    assert isinstance(only("go to the kitchen"), GoTo)
    assert isinstance(only("find the remote control"), Look)
    assert isinstance(only("where is the apple?"), Inquire)
    assert isinstance(only("pick up the apple"), Hold)


def test_the_last_place_is_the_destination_and_earlier_ones_are_sources(only):
    clause = only("bring the mug on the counter to table_1")
    assert clause.what[0].source.what.concept == "counter"
    assert clause.place.what.node_id == "table_1"
    clause = only("move the apple and the orange from table_3 to the shelf")
    assert [t.source.what.node_id for t in clause.what] == ["table_3", "table_3"]


def test_exclusions_and_for_kids_may_stand_behind_the_destination(only):
    assert only("bring a snack without the crackers to table_2").what[0].excluded
    clause = only("bring two snacks to table_2 for the kids, except the cracker box")
    (snacks,) = clause.what
    assert snacks.requirements == {"kid_safe"}
    assert [e.concept for e in snacks.excluded] == ["cracker_box"]
    assert clause.place.what.excluded == ()


def test_a_pronoun_stands_for_what_was_named_before(only, refused):
    clause = only("pick up the apple and put it on table_2")
    assert isinstance(clause, Put)
    assert clause.what[0].concept == "apple"
    assert refused("put it on table_2").cause is FailureCause.NOT_UNDERSTOOD


def test_what_is_said_later_of_the_same_thing_counts(understood):
    first, second = understood("open the fridge, bring the milk to table_1 and close the fridge").clauses
    assert isinstance(first, Put)
    assert second.state is State.CLOSED
    request = understood("open the fridge, bring the milk to table_1, then close the fridge")
    assert len(request.clauses) == 3
    assert request.stages == (0, 0, 1)


def test_a_colour_that_is_also_a_fruit(only):
    clause = only("bring the orange apple to table_2")
    assert (clause.what[0].concept, clause.what[0].attributes) == ("apple", {"orange"})
    assert only("bring the orange to table_2").what[0].concept == "orange"
    assert only("bring the orange juice to table_2").what[0].concept == "orange_juice"


def test_labels_that_the_ontology_does_not_know_can_be_named(only):
    assert only("bring the red thing to table_2").what[0].concept == "red_thing"


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", FailureCause.INVALID_INSTRUCTION),
        ("   \n", FailureCause.INVALID_INSTRUCTION),
        ("bring the apple " * 700, FailureCause.INVALID_INSTRUCTION),
        ("bring the \udcff apple", FailureCause.INVALID_INSTRUCTION),
        ("bring the \ufffd apple", FailureCause.INVALID_INSTRUCTION),
        ("bring\x00the apple", FailureCause.INVALID_INSTRUCTION),
        ("dance for me", FailureCause.NOT_CAPABLE),
        ("make coffee", FailureCause.NOT_CAPABLE),
        ("pick up the apple and the orange", FailureCause.NOT_CAPABLE),
        ("frobnicate the apple", FailureCause.NOT_UNDERSTOOD),
        ("the apple", FailureCause.NOT_UNDERSTOOD),
        ("bring", FailureCause.NOT_UNDERSTOOD),
        ("bring the apple to table_2 xyzzy plugh", FailureCause.NOT_UNDERSTOOD),
        ("bring 0 apples to table_2", FailureCause.NOT_UNDERSTOOD),
        ("Bring the unicorn to table_2", FailureCause.UNKNOWN_OBJECT),
        ("bring the apple to table_9", FailureCause.UNKNOWN_PLACE),
        ("bring me a drink", FailureCause.AMBIGUOUS),
        ("turn the lamp", FailureCause.NOT_UNDERSTOOD),
    ],
)
def test_what_is_not_understood_is_refused_with_a_typed_cause(refused, text, cause):
    refusal = refused(text)
    assert refusal.cause is cause
    assert refusal.message.endswith((".", "?"))


def test_the_length_limit_is_exact(refused, read):
    text = "bring the apple to table_2"
    assert isinstance(read(text.ljust(MAX_LENGTH)), Request)
    assert "2,001" in refused(text.ljust(MAX_LENGTH + 1)).message


def test_candidates_are_offered_for_unknown_words(refused):
    assert "apple_1" in refused("bring the aple to table_2").candidates
    assert "table_2" in refused("bring the apple to table_9").candidates
    assert "table_2" in refused("bring me an apple").candidates


@pytest.mark.parametrize(
    ("text", "cause", "begins"),
    [
        ("bring the blorbix to table_1", FailureCause.UNKNOWN_OBJECT, "blorbix"),
        ("put the apple on the blorbix", FailureCause.UNKNOWN_PLACE, "blorbix"),
        ("bring the blorbix flooz to table_1", FailureCause.UNKNOWN_OBJECT, "blorbix"),
        ("put it on table_1", FailureCause.NOT_UNDERSTOOD, ""),
    ],
)
def test_a_refusal_names_the_first_of_the_words_that_name_nothing(read, text, cause, begins):
    refused = read(text)
    assert isinstance(refused, Refusal) and (refused.cause, refused.begins) == (cause, begins)


def test_a_misspelt_word_that_names_something_lets_the_rest_be_refused(read, words: Words):
    refused = read("bring the appel to the blorbix")
    assert isinstance(refused, Refusal) and refused.cause is FailureCause.UNKNOWN_PLACE
    words(refused.message)
