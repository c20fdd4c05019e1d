# SPDX-License-Identifier: Apache-2.0
"""Two pieces of furniture of different kinds that are cleared: "clear out the shelf and the locker", each by itself."""

from __future__ import annotations

from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb


@needs({"and"})
def both_cleared(words: Words, reader: SentenceReader) -> Words:
    """The words with the verb before the second of them, too."""
    if "and" not in words:
        return words
    for at in range(len(words) - 4):
        verb = reader.book.said_verbs.find(words, at)
        if verb is None or verb.value.verb is not Verb.CLEAR:
            continue
        joint = _place_end(words, at + verb.length, reader)
        end = _place_end(words, joint + 1, reader) if words[joint : joint + 1] == ("and",) else 0
        if joint > at + verb.length and end > joint + 1 and is_clause_end(words, end, reader):
            return both_cleared((*words[: joint + 1], *words[at : at + verb.length], *words[joint + 1 :]), reader)
    return words


def _place_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where the name of furniture with an article ends that begins there; the index itself: none does."""
    begin = at + (words[at : at + 1] != () and words[at] in lx.ARTICLES)
    name = reader.names.match(words, begin) if begin > at else None
    return begin + name.length if name is not None and reader.names.is_place(name) else at
