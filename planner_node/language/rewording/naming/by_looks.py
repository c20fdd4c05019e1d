# SPDX-License-Identifier: Apache-2.0
"""Several things that are told apart behind their place: "put two screwdrivers in the crate, one red, one blue"."""

from __future__ import annotations

from makedo_core.ontology.words import spaced
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import is_several
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_JOINTS = frozenset({",", "and", ":", "-"})
_BEFORE_A_PART = ENDS | _JOINTS | {"but", ";"}
_MOST = 3  # looks
_ONE = frozenset({"one", "a", "an"})


def looks_alone(words: Words, reader: SentenceReader) -> Words:
    """The words with "the dirty ones" for "dirty ones" where a part begins behind what it is a part of.

    "Sort the plates: dirty ones in the dishwasher, clean ones in the cupboard". Of "dirty laundry in the hamper, clean
    laundry in the dryer" each part is all of it, and "clean" no verb.
    """
    words, at = _told_apart(words, reader), 0
    while "ones" in words[at:]:
        ones = words.index("ones", at)
        begin = ones
        while begin > max(0, ones - _MOST) and _is_a_look(words[begin - 1], reader):
            begin -= 1
        at = ones + 1
        if 0 < begin < ones and words[begin - 1] in _BEFORE_A_PART:
            words, at = (*words[:begin], "the", *words[begin:]), at + 1
    return words


def _told_apart(words: Words, reader: SentenceReader) -> Words:
    """With "all" before things of one kind and different looks, each with its place, where two parts begin so."""
    begins = [at for at in range(len(words)) if at == 0 or words[at - 1] in _BEFORE_A_PART]
    parts = [(at, name) for at in begins if (name := _of_some_look(words, at, reader)) is not None]
    kinds = [name.concept for _, name in parts]
    whole = {at for at, name in parts if kinds.count(name.concept) > 1}
    if len({words[at] for at in whole}) < 2:
        return words
    return tuple(word for at, said in enumerate(words) for word in (*(("all",) if at in whole else ()), said))


def _of_some_look(words: Words, at: int, reader: SentenceReader) -> Name | None:
    """The name of several things behind a look that begins there, if a place stands behind it."""
    name = reader.names.match(words, at + 1) if _is_a_look(words[at], reader) else None
    if name is None or reader.names.is_place(name) or not is_several(words, at + 1, name, reader):
        return None
    return name if reader.book.places.sides.find(words, at + 1 + name.length) is not None else None


def _is_a_look(word: str, reader: SentenceReader) -> bool:
    return word in reader.names.attributes or reader.book.adjectives.attribute(word) is not None


def by_looks(words: Words, reader: SentenceReader) -> Words:
    """The words with "a red screwdriver and a blue screwdriver" in place of so many and their looks."""
    if lx.NUMBERS.keys().isdisjoint(words):
        return words
    end = sentence_end(words, 0)
    for begin in range(3, end - 3):
        looks = _looks(words[begin:end], reader) if words[begin] in _JOINTS else ()
        if not looks:
            continue
        for at in range(1, begin - 1):
            name = reader.names.match(words, at + 1)
            if lx.NUMBERS.get(words[at]) != len(looks) or name is None or not name.is_plural or not name.concept:
                continue
            noun = spaced(name.concept).split()
            each = [("a", look, *noun) for look in looks]
            said = tuple(word for i, one in enumerate(each) for word in (("and",) if i else ()) + one)
            return (*words[:at], *said, *words[at + 1 + name.length : begin], *words[end:])
    return words


def _looks(words: Words, reader: SentenceReader) -> tuple[str, ...]:
    """The looks of ", one red, one blue", if nothing else is said; empty: something else is, or of one alone."""
    found: list[str] = []
    at = 0
    while at < len(words):
        if words[at] in _JOINTS:
            at += 1
            continue
        look = words[at + 1 : at + 2]
        known = look and (reader.book.adjectives.attribute(look[0]) or look[0] in reader.names.attributes)
        if words[at] not in _ONE or not known:
            return ()
        found.append(look[0])
        at += 2 + (words[at + 2 : at + 3] == ("one",))
    return tuple(found) if len(found) > 1 else ()
