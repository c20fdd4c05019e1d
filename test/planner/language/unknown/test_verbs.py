# SPDX-License-Identifier: Apache-2.0
"""A verb that nobody knows is asked about with one that is known, and never done as if it were known."""

from __future__ import annotations

import pytest

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.ontology.wordnet import PACKAGE, open_wordnet
from support.plain_instructions import result_of

WORDNET = open_wordnet()
needs_verbs = pytest.mark.skipif(WORDNET is None or WORDNET.verbs is None, reason=f"{PACKAGE} is not here")


def meant(where: str, said: str, widely: bool = False) -> str:
    """What it is asked whether it is meant; empty: nothing."""
    result = result_of(where, said, widely)
    assert result.plan is None
    question = result.question
    if question is None or question.kind is not QuestionKind.WHETHER:
        return ""
    assert result.outcome.cause is FailureCause.NOT_UNDERSTOOD
    assert result.outcome.message.startswith("I do not know the verb '")
    return question.options[0].instruction


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Zorch me a pen", "Bring me a pen"),
        ("Zorch me up with a pen", "Bring me a pen"),
        ("Zorch out a pen for me", "Bring me a pen"),
        ("Zorch desk 1 of mugs", "Remove mugs from desk 1"),
        ("Zorch desk 2 with the pens", "Put the pens on desk 2"),
        ("Zorch Carla with a pen", ""),  # nobody is called so here
        ("Zorch the mugs and the pens from desk 1", "Remove the mugs and the pens from desk 1"),
        ("Please zorch the mugs out of desk 1", "Remove the mugs out of desk 1"),
        ("I want you to zorch the pens from desk 1 to desk 2", "I want you to move the pens from desk 1 to desk 2"),
        ("Could you zorch me a pen?", "Could you bring me a pen?"),
        ("Zorch the mug", ""),
        ("Zorch desk 1", ""),
        ("Zorch me", ""),
    ],
)
def test_the_words_around_an_unknown_verb_tell_what_it_asks_for(said, asked):
    assert meant("office", said) == asked


@needs_verbs
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Procure the stapler", "Get the stapler"),
        ("Reposit the pens on desk 2", "Store the pens on desk 2"),
        ("Amass the pens on desk 2", "Pile up the pens on desk 2"),
        ("Ferry the mugs to desk 2", "Bring the mugs to desk 2"),
        (
            "Extract the pens from desk 1 and relay the stapler to desk 1",
            "Remove the pens from desk 1 and pass the stapler to desk 1",
        ),
        ("Denude desk 1 of mugs", "Remove mugs from desk 1"),
        ("Electrocute the mug", ""),
        ("Extinguish the mug", ""),  # to get rid of it is too far from it
        ("Evacuate desk 1", "Empty desk 1"),  # it is not moved
        ("Vacate desk 1", "Empty desk 1"),
        ("Purge desk 1", "Clear desk 1"),
    ],
)
def test_a_verb_that_means_the_same_or_something_more_general_is_asked_about(said, asked):
    assert meant("office", said, widely=True) == asked


@needs_verbs
def test_a_verb_that_begins_an_order_is_no_typing_error_of_a_noun():
    message = result_of("office", "Purge desk 1", widely=True).outcome.message
    assert "purse" not in message and "'purge'" in message


@needs_verbs
@pytest.mark.parametrize("said", ["Brng the pens to desk 2", "Pput the pens on desk 2"])
def test_a_known_verb_with_a_typing_error_is_still_read(said):
    result = result_of("office", said, widely=True)
    assert result.plan is not None
    assert {c.arguments for c in result.plan.calls if c.skill == "put_on"} == {("pen_1", "desk_2"), ("pen_3", "desk_2")}


def test_what_is_said_for_equipping_somebody_brings_it():
    for said in ("Hook me up with a pen", "Set us up with a pen", "Sort me out with a pen"):
        question = result_of("office", said).question
        assert question is not None and question.kind is QuestionKind.WHEREABOUTS
