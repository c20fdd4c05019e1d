# SPDX-License-Identifier: Apache-2.0
"""A word that nobody knows is likened to what is at hand, where WordNet is installed; nothing is done on its word."""

from __future__ import annotations

import pytest

from makedo_core.failure import FailureCause
from makedo_core.ontology.wordnet import open_wordnet
from planner_node.engine import Engine
from planner_node.task import PlanningTask
from support.words import Words

WORDNET = open_wordnet()


@pytest.mark.skipif(WORDNET is None, reason="wordnet-base is not installed")
@pytest.mark.parametrize(("word", "like"), [("tankard", "mug"), ("satsuma", "orange")])
def test_an_unknown_word_is_asked_about_and_not_acted_on(ontology, home, word, like):
    if word in ontology.names:
        pytest.skip(f"the ontology knows {word}")
    result = Engine(ontology, wordnet=WORDNET).plan(PlanningTask(f"bring the {word} to table_2", home))
    assert result.outcome.cause is FailureCause.UNKNOWN_OBJECT and result.plan is None
    assert like in result.candidates and f"like a {like}" in result.outcome.message.replace(" an ", " a ")


@pytest.mark.skipif(WORDNET is None, reason="wordnet-base is not installed")
def test_what_is_like_nothing_at_hand_gets_no_question(ontology, home):
    result = Engine(ontology, wordnet=WORDNET).plan(PlanningTask("bring the florb to table_2", home))
    assert "like" not in result.outcome.message


def test_without_wordnet_the_refusal_is_the_grammars(ontology, home, words: Words):
    result = Engine(ontology).plan(PlanningTask("bring the tankard to table_2", home))
    assert result.outcome.cause is FailureCause.UNKNOWN_OBJECT
    words(result.outcome.message)
