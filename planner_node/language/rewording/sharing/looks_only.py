# SPDX-License-Identifier: Apache-2.0
"""A look in place of a thing: "all markers except black" are all but the black ones, "except what's red" just so."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_WHAT = (("what's",), ("what", "is"), ("whatever's",), ("whatever", "is"), ("anything", "that", "is"))


def looks_only(words: Words, reader: SentenceReader) -> Words:
    """The words with "the ... ones" for looks alone that are excepted."""
    excepted = reader.book.nouns.excepted
    for at in range(2, len(words) - 1):
        found = excepted.find(words, at)
        begin = at + found.length if found is not None else 0
        what: Words = next((w for w in _WHAT if begin and words[begin : begin + len(w)] == w), ())
        begin += len(what)
        end = begin
        while begin and end < len(words) and (_is_look(words[end], reader) or (end > begin and words[end] == "and")):
            end += 1
        if end == begin or words[end - 1] == "and" or words[at - 1] in ("is", "are"):
            continue
        closes = end == len(words) or words[end] in ENDS | {","} or reader.book.places.sides.find(words, end)
        if closes and reader.names.match(words, begin) is None:
            kind = "things" if what else "ones"
            said = (("and",) if look == "and" else ("the", look, kind) for look in words[begin:end])
            looks = (word for part in said for word in part)
            return looks_only((*words[: begin - len(what)], *looks, *words[end:]), reader)
    return words


def _is_look(word: str, reader: SentenceReader) -> bool:
    known = word in reader.names.attributes or reader.book.adjectives.attribute(word) is not None
    return known and word not in lx.DEFINITE
