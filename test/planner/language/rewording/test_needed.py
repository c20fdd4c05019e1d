# SPDX-License-Identifier: Apache-2.0
"""A rewording that is not tried, for want of the words that it needs, would have changed nothing."""

from collections import defaultdict

import pytest

from makedo_core.ontology import load_ontology
from makedo_eval.sentences.corpus import Half, corpus, scene
from planner_node.language.interpret import _reader, words_of
from planner_node.language.phrasebook import load_phrasebook
from planner_node.language.rewording.needed import DIGIT, GERUND, _said, applied, needs, with_needed
from planner_node.language.rewording.reworded import _REWORDINGS
from planner_node.language.words.naming import Names

ONTOLOGY = load_ontology()
BOOK = load_phrasebook()
SAID = defaultdict(list)
for case in corpus():
    if case.half is Half.DEVELOP:
        SAID[case.scene].append(case.said)


@pytest.mark.parametrize("name", sorted(SAID))
def test_what_is_not_tried_changes_nothing(name):
    names = Names(ONTOLOGY, scene(name), None)
    for sentence in SAID[name]:
        reader = _reader(sentence, names, BOOK)
        words = words_of(sentence)
        for gated in _REWORDINGS:
            noted = set(reader.turned)
            again = gated.reword(words, reader)
            if not gated.may_apply(_said(words)):
                assert (again, reader.turned) == (words, noted), (gated.reword.__name__, sentence)
            words = again


def tried(groups, words):
    """Whether a rewording with groups of needed words is tried on words."""
    met = []

    def reword(words, reader):
        met.append(words)
        return words

    applied(with_needed(needs(*groups)(reword)), tuple(words.split()), None)
    return bool(met)


@pytest.mark.parametrize(
    ("groups", "words", "is_tried"),
    [
        ((), "put it there", True),
        (({"if", "unless"},), "put it there", False),
        (({"if", "unless"},), "put it there unless it is full", True),
        (({"take", "get"}, {"all"}), "take it", False),
        (({"take", "get"}, {"all"}), "take all", True),
        (({DIGIT},), "bring one cup", False),
        (({DIGIT},), "bring 2 cups", True),
        (({GERUND},), "who is there", False),
        (({GERUND},), "he is sitting there", True),
    ],
)
def test_a_rewording_is_tried_where_of_each_group_a_word_is_said(groups, words, is_tried):
    assert tried(groups, words) is is_tried


def test_what_a_rewording_adds_is_there_for_the_next():
    @needs({"a"})
    def first(words, reader):
        return (*words, "b")

    @needs({"b"})
    def second(words, reader):
        return (*words, "c")

    assert applied(with_needed(second, first, second), ("a",), None) == ("a", "b", "c")
