# SPDX-License-Identifier: Apache-2.0
"""The gist of instructions that are not understood as a whole: what is offered, and what is never offered."""

from __future__ import annotations

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import scene
from planner_node.language.gist.gist import gist_of
from planner_node.language.interpret import _reader
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.reading.cursor import words_of
from planner_node.language.words.naming import Names

ONTOLOGY = load_ontology()


def gist(where: str, said: str) -> str:
    """The orders of a gist, one a sentence; empty: there is none."""
    reader = _reader(said, Names(ONTOLOGY, scene(where), None), load_phrasebook())
    found = gist_of(tuple(words_of(said)), reader)
    return " ".join(found.orders).replace(" .", ".").replace(" ,", ",") if found is not None else ""


@pytest.mark.parametrize(
    ("where", "said", "orders"),
    [
        # things go where a clause says, with reasons before and idioms around
        ("dining", "My hands are full, so would you get the bread over to table 2?", "bring the bread to table 2."),
        ("office", "If you've got a second, the stapler could go on desk 2.", "put the stapler on desk 2."),
        ("garage", "The saw might as well end up on shelf 2.", "put the saw on shelf 2."),
        # what a pronoun, a number or a look stands for
        (
            "office",
            "There's a calculator on desk 2. I'd like that one on desk 3.",
            "put a calculator from desk 2 on desk 3.",
        ),
        ("living", "Of all our books, take the thickest over to the sofa.", "bring the thickest book to the sofa."),
        ("pantry", "An onion has to be on the table. Actually, make it two.", "put two onions on the table."),
        ("party", "Anna looks thirsty, so get a can of soda and give it to her.", "bring a can of soda to anna."),
        # all, all but so many, all except
        ("living", "Books all over again! All of them onto the bookshelf.", "put all the books on the bookshelf."),
        ("lab", "Beakers to bench 2, with the exception of one.", "bring all but one of the beakers to bench 2."),
        ("pantry", "One potato stays, the rest goes on the table.", "put all but one of the potatoes on the table."),
        (
            "garage",
            "Shelf 2 should get the hammer and the pliers, and shelf 1 the saw.",
            "bring the hammer and the pliers to shelf 2. bring the saw to shelf 1.",
        ),
        (
            "bedroom",
            "The phone can stay. Everything else on the desk goes in the wardrobe.",
            "put everything from the desk except the phone in the wardrobe.",
        ),
        # a place that is to have something
        ("office", "Desk 1 should get the stapler, and desk 3 the calculator.",
         "bring the stapler to desk 1. bring the calculator to desk 3."),
        ("garage", "Shelf 2: hammer, pliers.", "bring hammer and pliers to shelf 2."),
        # cases
        ("flat", "I'd love an apple. If we haven't got any, hand me the orange.",
         "bring me an apple. if there is no apple, bring me the orange."),
        ("dining", "Check the lamp for me and in case it isn't on, switch it on.",
         "check the lamp. if the lamp is not on, switch on the lamp."),
        # states
        ("flat", "Get the heater going. The window should be shut.", "switch on the heater. close the window."),
    ],
)  # fmt: skip
def test_what_a_gist_comes_to(where, said, orders):
    assert gist(where, said) == orders


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("dining", "table 1 needs the bread and the dodo"),  # another thing that nobody knows
        ("dining", "Would there happen to be a vase somewhere in this room?"),  # a question
        ("living", "Compare the books with the blue one and put whichever are smaller than it on the sofa."),
        ("garage", "Don't take the pliers or the hammer, shelf 1 gets everything else."),  # or
        ("flat", "Fetch exactly no apples and set them down on the counter."),
        ("flat", "Would you bring me a thing I could read?"),  # which thing is not read
        ("laundry", "Dad's shirt - ironing board."),  # whose
        ("dining", "Put the cup next to the plate if you have room, or leave it."),
        ("party", "Go have a dance with Anna."),
        ("pantry", "Keep carrying potatoes to the table until the crate is empty."),
    ],
)
def test_a_gist_that_would_lose_something_is_none(where, said):
    assert gist(where, said) == ""


def test_an_unknown_clause_is_among_what_is_left_out():
    said = "The stapler might as well end up on desk 2, and yodel."
    reader = _reader(said, Names(ONTOLOGY, scene("office"), None), load_phrasebook())
    found = gist_of(tuple(words_of(said)), reader)
    assert found is None or any("yodel" in words for words in found.left_out)


def test_which_of_several_one_stays_of_is_not_guessed():
    assert gist("lab", "Petri dishes in the fridge, just leave one out. The beakers should go on bench 2.") == ""
