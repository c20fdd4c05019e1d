# SPDX-License-Identifier: Apache-2.0
"""Names that share their last word: "tomato and tuna cans" are tomato cans and tuna cans."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words


def shared_heads(words: Words, reader: SentenceReader) -> Words:
    """With the last word of a name behind the first of two, where both are names of what is here."""
    for at in range(len(words) - 3):
        if words[at + 1] != "and":
            continue
        head = words[at + 3]
        first, second = (reader.names.match((words[i], head), 0) for i in (at, at + 2))
        if all(n is not None and n.length == 2 and reader.names.is_present(n) for n in (first, second)):
            alone = reader.names.match(words, at)
            if first != second and (alone is None or alone.length == 1):
                return (*words[: at + 1], head, *words[at + 1 :])
    return words
