# SPDX-License-Identifier: Apache-2.0
"""What stands for the furniture or the things named before: "check the fridge, any milk in there ...", "all of it"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end, names_things
from planner_node.language.words import lexicon as lx

_ALL_OF_IT = (("all", "of", "it"), ("the", "whole", "lot"), ("the", "lot"), ("it", "all"))
_MODALS = frozenset({"can", "may", "could", "should", "must"})
_STOPS = ENDS | {",", "-", "\u2013", "\u2014"}
_LONGEST = 3  # words said before one breaks off


def pointing(words: Words, reader: SentenceReader) -> Words:
    """The words with what is meant in its place."""
    words = _begun_anew(words, reader)
    for at in range(2, len(words) - 1):
        said = _in_there(words, at, reader) or _all_of_it(words, at, reader) or _may_go(words, at, reader)
        if said is not None:
            return pointing(said, reader)
    return words


def _begun_anew(words: Words, reader: SentenceReader) -> Words:
    """Without what was broken off and said again: "put the soap on the, on the shelf"."""
    for at in range(2, len(words) - 2):
        for length in range(_LONGEST, 0, -1):
            again = words[at + 1 : at + 1 + length]
            broken = words[at] == "," and at >= length and words[at - length : at] == again
            open_end = again[-1:] != () and (
                again[-1] in lx.ARTICLES or reader.book.places.sides.find(again, length - 1)
            )
            if broken and open_end:
                return _begun_anew((*words[:at], *words[at + 1 + length :]), reader)
    return words


def _in_there(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With "in it" for "in there" behind furniture that is named in the same sentence; None: it is said otherwise."""
    inside = words[at] in ("in", "on") and words[at + 1] == "there"
    begin = sentence_begin(words, at)
    named = inside and any(named_place_end(words, i, reader) > i for i in range(begin, at))
    return (*words[:at], words[at], "it", *words[at + 2 :]) if named else None


def _all_of_it(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With "everything" for "all of it" behind furniture alone: "table 2 is a mess, chuck all of it on the counter"."""
    said = next((a for a in _ALL_OF_IT if words[at : at + len(a)] == a), ())
    if not said or words[at - 2] not in _STOPS | {"and", "so"}:
        return None
    names = [n for i in range(at - 1) if (n := reader.names.match(words, i)) is not None]
    if not names or not all(reader.names.is_place(n) for n in names):
        return None
    reader.turned.add(said)
    return (*words[:at], "everything", *words[at + len(said) :])


def _may_go(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Without "can go" behind things of which an order tells what is to be done: "old papers can go, bin them"."""
    if words[at - 1] not in _MODALS or words[at] != "go" or words[at + 1] not in _STOPS:
        return None
    begin, end = sentence_begin(words, at), sentence_end(words, at + 2)
    order = opened(words[at + 2 : end], reader.book.sentences).words
    told = any(word in ("it", "them") for word in order) and reader.starts_order(order)
    if not told or not names_things(words[begin : at - 1], reader):
        return None
    reader.turned.add(words[at - 1 : at + 1])
    return (*words[: at - 1], ",", *words[at + 2 :])
