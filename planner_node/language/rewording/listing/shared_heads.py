# SPDX-License-Identifier: Apache-2.0
"""Names that share a word: "tomato and tuna cans" are tomato cans and tuna cans.

"Tables 2 and 3", of which something is said at the beginning of a sentence, are table 2 and table 3.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import singular


def shared_heads(words: Words, reader: SentenceReader) -> Words:
    """With the last word of a name behind the first of two, where both are names of what is here."""
    words = _numbered(words, reader)
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


def _numbered(words: Words, reader: SentenceReader) -> Words:
    """With a name before each of the numbers that it has at the beginning of a sentence."""
    for at in range(len(words) - 4):
        begins = at == 0 or words[at - 1] in ENDS
        several = next((n for n in (2, 1) if words[at + n].isdecimal()), 0) if begins else 0
        end = at + several
        one = singular(words[at:end], reader) if several else ()
        if not one:
            continue
        is_singular = one == words[at:end]  # "Table 1, 2 and 3" are those, too; but not "table 1 and 2 plates"
        numbers: list[str] = []
        while end < len(words) and (words[end].isdecimal() or (words[end] in (",", "and") and numbers)):
            numbers.append(words[end])
            end += 1
        names = [reader.names.match((*one, w), 0) for w in numbers if w.isdecimal()]
        there = all(name is not None and name.length == len(one) + 1 for name in names)
        there &= not (is_singular and reader.names.match(words, end) is not None)
        there &= not (is_singular and end < len(words) and reader.book.adjectives.attribute(words[end]) is not None)
        if there and len(numbers) > 2 and numbers[-1].isdecimal():
            said = (word for w in numbers for word in ((*one, w) if w.isdecimal() else (w,)))
            return (*words[:at], *said, *words[end:])
    return words
