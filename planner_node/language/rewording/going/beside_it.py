# SPDX-License-Identifier: Apache-2.0
"""What goes next to, on or under what was just spoken of: "put the mug on table 1 and next to it the spoon"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import begins_things
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({"and", ",", "then", ".", ";"})
_IT = frozenset({"it", "them", "that", "these", "those"})
_POINTING = frozenset({"that", "these", "those"})
_PUT = frozenset("put place set lay stand arrange leave".split())


@needs(_JOINTS, _IT)
def beside_it(words: Words, reader: SentenceReader) -> Words:
    """The words with the verb and the things before where they go: "and put the spoon next to it"."""
    for at in range(3, len(words) - 3):
        if words[at - 1] not in _JOINTS or words[at] in _JOINTS:
            continue
        side = reader.book.places.near.find(words, at) or reader.book.places.sides.find(words, at)
        pronoun = at + side.length if side is not None else at
        if side is None or words[pronoun : pronoun + 1] == () or words[pronoun] not in _IT:
            continue
        begin = pronoun + 1 + (words[pronoun + 1 : pronoun + 2] != () and words[pronoun + 1] in _PUT)
        end = next((i for i in range(begin, len(words)) if _ends_there(words, i, reader)), len(words))
        things, joint = words[begin:end], () if words[at - 1] in ("and", "then") else ("and",)
        if words[pronoun] in _POINTING and begin == pronoun + 1 and words[begin] not in lx.ARTICLES | lx.NUMBERS.keys():
            continue  # "next to that plate"
        if things and begins_things(things, reader) and reader.starts_order(words[_clause(words, at) :]):
            before = words[: at - 1] if joint and words[at - 1] == "," else words[:at]
            it = "it" if words[pronoun] == "that" else words[pronoun]
            put = (*joint, "put", *things, *words[at:pronoun], it)
            return beside_it((*before, *put, *words[end:]), reader)
    return words


def _ends_there(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the things end there: the sentence does, or what is to be done next begins."""
    if words[at] in ENDS:
        return True
    behind = at + 1 + (words[at + 1 : at + 2] in (("and",), ("then",)))
    return words[at] in _JOINTS and (reader.starts_order(words[behind:]) or side_of_it(words[behind:], reader))


def side_of_it(words: Words, reader: SentenceReader) -> bool:
    """Whether the words begin with a place at what was just spoken of: "under it"."""
    side = reader.book.places.near.find(words, 0) or reader.book.places.sides.find(words, 0)
    return side is not None and words[side.length : side.length + 1] != () and words[side.length] in _IT


def _clause(words: Words, at: int) -> int:
    """Where the sentence begins in which an index is."""
    return next((i + 1 for i in range(at - 2, -1, -1) if words[i] in ENDS), 0)
