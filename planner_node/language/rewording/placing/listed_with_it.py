# SPDX-License-Identifier: Apache-2.0
"""What was named before at the head of a list: "put both of them, the desk and the lamp in the hall"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end
from planner_node.language.words import lexicon as lx

_THOSE = (("both", "of", "them"), ("all", "of", "them"), ("all", "of", "those"), ("them", "both"), ("them", "all"),
          ("them",), ("it",), ("these",), ("those",))  # fmt: skip


@needs({"them", "it", "these", "those"}, {","})
def listed_with_it(words: Words, reader: SentenceReader) -> Words:
    """The words with "and" for the comma behind it."""
    sides = reader.book.places.sides
    for at in range(len(words) - 5):
        verb = reader.book.said_verbs.find(words, at)
        begin = at + verb.length if verb is not None and reader.starts_order(words[at:]) else 0
        those = next((t for t in _THOSE if words[begin : begin + len(t)] == t), ()) if begin else ()
        mark = begin + len(those)
        if not those or words[mark : mark + 1] != (",",) or words[mark + 1 : mark + 2] == ():
            continue
        if words[mark + 1] not in lx.DEFINITE or reader.names.match(words, mark + 2) is None:
            continue
        end = sentence_end(words, mark)
        joint = next((i for i in range(mark + 2, end) if words[i] == "and"), end)
        place = next((i for i in range(mark + 2, end) if sides.find(words, i) is not None), end)
        if joint < place < end:
            it = those if len(those) == 1 else ("them",)
            return listed_with_it((*words[:begin], *it, "and", *words[mark + 1 :]), reader)
    return words
