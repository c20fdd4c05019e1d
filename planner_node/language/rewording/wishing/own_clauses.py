# SPDX-License-Identifier: Apache-2.0
"""Behind a wish a clause of its own: "I'd like the cup in the sink and the bowl washed, and the jar belongs there"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.sentence.wishes import wish_as_order

_LONGEST = 6  # words of what the clause is about


@needs({"and"})
def own_clauses(words: Words, reader: SentenceReader) -> Words:
    """The words with a stop before such a clause."""
    return each_sentence(words, lambda said: _of_sentence(said, reader))


def _of_sentence(said: Words, reader: SentenceReader) -> Words:
    known = reader.book.sentences
    core = opened(spelt_out(said, known), known).words
    wanted = known.wanting.find(core, 0)
    if wanted is None or wanted.length < 2 or said.count("and") < 2:
        return said
    for at in range(1, len(said) - 3):
        if said[at] != "and" or not _is_clause(said[at + 1 :], reader):
            continue
        before = said[: at - (said[at - 1] == ",")]
        wish = opened(spelt_out(before, known), known).words
        if "and" in before and wish_as_order(wish, reader) is not None:
            return (*before, ".", *said[at + 1 :])
    return said


def _is_clause(words: Words, reader: SentenceReader) -> bool:
    """Whether words begin with a thing and that it is to be somewhere, or so."""
    tables = (reader.book.sentences.modals, reader.book.verbs.belonging)
    links = (i for i in range(1, min(len(words), _LONGEST)) if any(table.find(words, i) for table in tables))
    at = next(links, 0)
    return at > 0 and is_thing(words[:at], reader)
