# SPDX-License-Identifier: Apache-2.0
"""One thing and not another, with the other one first: "not the blue but the red book".

"Dirty plates go in the dishwasher and clean plates in the cupboard" tells plates apart: nobody is to clean any.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import is_several, placing_end
from planner_node.language.words import lexicon as lx

_POINTING = frozenset({"this", "that"})
_FAR = 6  # words of what is not meant
_DENIALS = (("not",), ("do", "not"), ("does", "not"), ("don't",), ("doesn't",), ("should", "not"), ("shouldn't",))
_JOINTS = frozenset({",", "and", "but", "or", "then"})


@needs({"and", ",", "not", "don't", "doesn't", "shouldn't"})
def contrasted(words: Words, reader: SentenceReader) -> Words:
    """The words with "the red book, not the blue one" for it; a noun that stands behind both is said for both."""
    words = _there_and_not_here(_in_one_sentence(_told_apart(_without_this(words), reader), reader), reader)
    for at in range(len(words) - 5):
        if words[at] != "not" or words[at + 1] not in lx.DEFINITE:
            continue
        but = next((i for i in range(at + 3, min(at + 3 + _FAR, len(words) - 1)) if words[i] == "but"), None)
        if but is None or words[but + 1] not in lx.DEFINITE or not (ENDS | {","}).isdisjoint(words[at:but]):
            continue
        other, end = words[at + 1 : but], _end_of_noun(words, but + 1, reader)
        if end is None or not _may_be(other, reader):
            continue
        one = () if _end_of_noun(other, 0, reader) == len(other) else ("one",)
        last = sentence_end(words, end)
        if not _JOINTS.isdisjoint(words[end:last]):
            last = end  # more is to be done, and what is not meant is said before
        behind = words[last:] if last == len(words) or words[last] in ENDS else (",", *words[last:])
        denied = (",", "not", *other, *one)
        return contrasted((*words[:at], *words[but + 1 : end], *words[end:last], *denied, *behind), reader)
    return words


def _there_and_not_here(words: Words, reader: SentenceReader) -> Words:
    """With the place that is meant first: "the coat goes not in the wardrobe but on the bed"."""
    for at in range(1, len(words) - 5):
        denied = next((d for d in _DENIALS if words[at : at + len(d)] == d), ())
        if not denied:
            continue
        begin = at + len(denied)
        verb = reader.book.verbs.belonging.find(words, begin) if denied != ("not",) else None
        begin += verb.length if verb is not None else 0
        if denied != ("not",) and verb is None:
            continue
        but = placing_end(words, begin, reader)
        other = but + 1 + (words[but : but + 2] == (",", "but"))
        end = placing_end(words, other, reader) if words[other - 1 : other] == ("but",) else other
        if but > begin and end > other and (end == len(words) or words[end] in ENDS | {","}):
            said = words[begin - (verb.length if verb is not None else 0) : begin]
            return (*words[:at], *said, *words[other:end], ",", "not", *words[begin:but], *words[end:])
    return words


def _without_this(words: Words) -> Words:
    """Without "not this one" behind "the other", which says that already."""
    for at in range(3, len(words) - 2):
        if words[at : at + 2] == (",", "not") and words[at + 2] in _POINTING and "other" in words[:at]:
            end = at + 3 + (words[at + 3 : at + 4] == ("one",))
            if end == len(words) or words[end] in ENDS:
                return (*words[:at], *words[end:])
    return words


def _in_one_sentence(words: Words, reader: SentenceReader) -> Words:
    """With a comma for the stop before what is not meant: "the cans on the counter. Not the cat food"."""
    for at in range(3, len(words) - 2):
        if words[at - 1] not in ENDS - {"?"} or words[at] != "not" or words[at + 1] not in lx.DEFINITE:
            continue
        end = sentence_end(words, at)
        name = reader.names.match(words, at + 2)
        if name is not None and at + 2 + name.length == end:
            return (*words[: at - 1], ",", *words[at:])
    return words


def _told_apart(words: Words, reader: SentenceReader) -> Words:
    """With "all" before a look that is a verb, too, where things that look otherwise were named before."""
    known, begin = reader.book.adjectives, 0
    for at in range(2, len(words) - 2):
        begin = at if words[at - 1] in ENDS else begin
        look = known.attribute(words[at]) if words[at - 1] in ("and", ",") else None
        name = reader.names.match(words, at + 1) if look and reader.book.said_verbs.find(words, at) else None
        is_sorted = words[at + 1] in reader.book.nouns.anything  # "sort it, dirty things here and clean things there"
        if name is None or not look or is_sorted or not is_several(words, at + 1, name, reader):
            continue
        before = {known.attribute(word) for word in words[begin : at - 1]}
        contrary = any(look in group and before & (set(group) - {look}) for group in known.contraries)
        if contrary and reader.book.places.sides.find(words, at + 1 + name.length):
            return (*words[:at], "all", *_told_apart(words[at:], reader))
    return words


def _end_of_noun(words: Words, at: int, reader: SentenceReader) -> int | None:
    """Where a noun phrase of an article, looks and the name of a thing ends; None: none begins there."""
    for begin in range(at + 1, min(at + _FAR, len(words))):
        name = reader.names.match(words, begin)
        if name is not None:
            return None if reader.names.is_place(name) else begin + name.length
        if not _is_look(words[begin], reader):
            return None
    return None


def _may_be(other: Words, reader: SentenceReader) -> bool:
    """Whether an article, and looks with or without a name behind them, is all that is said."""
    return all(_is_look(word, reader) for word in other[1:]) or _end_of_noun(other, 0, reader) == len(other)


def _is_look(word: str, reader: SentenceReader) -> bool:
    return word in reader.names.attributes or reader.book.adjectives.attribute(word) is not None
