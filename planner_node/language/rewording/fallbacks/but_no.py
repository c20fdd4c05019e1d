# SPDX-License-Identifier: Apache-2.0
"""What is left out of a kind that is named without an article: "bring me fruit, but no banana"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx


@needs({"but"}, {"no"})
def but_no(words: Words, reader: SentenceReader) -> Words:
    """The words with "but not the banana" for "but no banana"."""
    for at in range(2, len(words) - 2):
        if words[at : at + 2] != ("but", "no") or reader.names.match(words, at + 2) is None:
            continue
        end = at - (words[at - 1] == ",")
        kinds = ((i, reader.names.match(words, i)) for i in range(max(1, end - 3), end))
        bare = next((i for i, name in kinds if name is not None and i + name.length == end), 0)
        if bare and (words[bare - 1] in lx.RECIPIENTS or reader.book.said_verbs.find(words, bare - 1) is not None):
            return (*words[: at + 1], "not", "the", *words[at + 2 :])
    return words
