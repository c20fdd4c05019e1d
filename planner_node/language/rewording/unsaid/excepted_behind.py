# SPDX-License-Identifier: Apache-2.0
"""What is excepted, with the word for it behind ("... on table 1, cheese excepted"), or with its place once more.

"A glass on each table, but not on table 1" excepts the table.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_BEHIND = frozenset({"excepted", "excluded", "aside", "exempted", "exempt"})
_EVERY = frozenset({"each", "every", "all", "both"})
_LONGEST = 5  # words of what is excepted


@needs(_BEHIND)
def excepted_behind(words: Words, reader: SentenceReader) -> Words:
    """With "except" before it."""
    for at in range(2, len(words)):
        ends = at + 1 == len(words) or words[at + 1] in ENDS | {","}
        comma = next((i for i in range(at - 1, max(-1, at - 1 - _LONGEST), -1) if words[i] == ","), None)
        if words[at] not in _BEHIND or not ends or comma is None or comma == at - 1:
            continue
        said = words[comma + 1 : at]
        if any(reader.names.match(said, i) is not None for i in range(len(said))):
            reader.turned.add(words[at : at + 1])
            return (*words[:comma], ",", "except", *said, *words[at + 1 :])
    return words


@needs({lx.BUT}, {"not"}, _EVERY)
def places_not_meant(words: Words, reader: SentenceReader) -> Words:
    """With "except table 1" for "but not on table 1" behind each of several places."""
    sides = reader.book.places.sides
    for at in range(4, len(words) - 3):
        side = sides.find(words, at + 2) if words[at : at + 2] == (lx.BUT, "not") else None
        begin = at + 2 + side.length if side is not None else at
        end = named_place_end(words, begin, reader) if side is not None else at
        ends = end > begin and (end == len(words) or words[end] in ENDS | {","})
        first = sentence_begin(words, at)
        each = any((f := sides.find(words, i)) and words[i + f.length] in _EVERY for i in range(first + 1, at - 1))
        if not (ends and each):
            continue
        named = (reader.names.match(words, i) for i in range(begin, end))
        is_room = any(name is not None and reader.names.is_room(name) for name in named)
        where = ("the", "one", *words[at + 2 : end]) if is_room else words[begin:end]
        reader.turned.add(words[at : at + 2])
        comma = words[at - 1] == ","
        return (*words[: at - comma], ",", "except", *where, *words[end:])
    return words
