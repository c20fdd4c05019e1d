# SPDX-License-Identifier: Apache-2.0
"""What is denied of the other one, where it is said which is meant: "the blue mug, not the other one"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx

_OTHER = (("the", "other", "one"), ("the", "other", "ones"), ("the", "others"), ("the", "other"), ("another", "one"))


@needs({"not"}, {"other", "others", "another"})
def not_the_other(words: Words, reader: SentenceReader) -> Words:
    """The words without it, behind a thing that is told apart by how it looks."""
    for at in range(3, len(words) - 2):
        other = next((o for o in _OTHER if words[at : at + 1 + len(o)] == ("not", *o)), ())
        end = at + 1 + len(other)
        first = at - 1 - (words[at - 2] == ",") if words[at - 1] in ("and", "but") else at - 1
        if not other or words[first] not in (",", "and", "but") or not (end == len(words) or words[end] in ENDS):
            continue
        begin = sentence_begin(words, at)
        if any(_is_told_apart(words, i, reader) for i in range(begin, first - 1)):
            reader.turned.add(words[at:end])
            return not_the_other((*words[:first], *words[end:]), reader)
    return words


def _is_told_apart(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether "the" stands there, and a look before a name."""
    looks = reader.book.adjectives.attribute(words[at + 1]) is not None
    return words[at] in lx.DEFINITE and looks and reader.names.match(words, at + 2) is not None
