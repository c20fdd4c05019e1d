# SPDX-License-Identifier: Apache-2.0
"""Things that change places: "the cup and the mug should change places", "replace the cup with the mug"."""

from __future__ import annotations

from collections.abc import Collection

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, skipped, without

_LETTING = frozenset({"let", "have", "make", "get"})
_WITH = ("with", "by", "for")
_SWITCHED = frozenset({"switch", "swap", "change", "flip", "move"})


def exchanging(words: Words, reader: SentenceReader) -> Words:
    """With "swap" in place of what says that two things change places."""
    found: list[str] = []
    begin = 0
    for at in range(len(words) + 1):
        if at == len(words) or words[at] in ENDS:
            found += [*_of_sentence(words[begin:at], reader), *words[at : at + 1]]
            begin = at + 1
    return tuple(found)


def _of_sentence(words: Words, reader: SentenceReader) -> Words:
    if not words:
        return words
    return _changing_places(words, reader) or _replacing(words, reader) or _around(words, reader) or words


def _around(words: Words, reader: SentenceReader) -> Words | None:
    """Past "switch X and Y around", "X goes where Y is and vice versa"; None if the words say no such thing."""
    known = reader.book.sentences
    core = opened(words, known).words
    if core[:1] and core[0] in _SWITCHED and core[-1] in ("around", "round") and "and" in core:
        return ("swap", *core[1:-1])
    ends = (i for i in range(1, len(core)) if (f := known.vice_versa.find(core, i)) and i + f.length == len(core))
    mutual = next(ends, 0)
    where = core.index("where") if "where" in core[:mutual] else 0
    if not where or core[mutual - 1] not in ("is", "was", "are", "lies", "stands"):
        return None
    first = core[1:where] if reader.starts_order(core) else core[:where]
    belongs = next((i for i in range(1, len(first)) if reader.book.verbs.belonging.find(first, i)), len(first))
    return ("swap", *without_last(first[:belongs], {"to"}), "and", *core[where + 1 : mutual - 1])


def without_last(words: Words, few: Collection[str]) -> Words:
    """The words up to the last one that is none of a few."""
    return words[:-1] if words and words[-1] in few else words


def _changing_places(words: Words, reader: SentenceReader) -> Words | None:
    """Past "X and Y should change places", "X should swap places with Y"; None if the words say no such thing."""
    known = reader.book.sentences
    for at in range(1, len(words)):
        found = known.exchanging.find(words, at)
        if found is None:
            continue
        behind = skipped(words[at + found.length :], known.mutually) or words[at + found.length :]
        before = opened(words[:at], known).words
        before = before[1:] if before[:1] and before[0] in _LETTING else before
        modal = (
            i for i in range(1, len(before)) if (f := known.modals.find(before, i)) and i + f.length == len(before)
        )
        things = before[: next(modal, len(before))]
        if not things or reader.starts_order(things):
            return None
        if behind[:1] in (("with",), ("and",)):
            return ("swap", *things, *behind)
        return ("swap", *things, *behind) if "and" in things and not behind[:1] == ("of",) else None
    return None


def _replacing(words: Words, reader: SentenceReader) -> Words | None:
    """Past "replace X with Y"; None if the words say no such thing."""
    core = opened(words, reader.book.sentences).words
    things = skipped(core, reader.book.sentences.replacing)
    if not things or not any(word in _WITH for word in without(things, _WITH)):
        return None
    return ("swap", *things)
