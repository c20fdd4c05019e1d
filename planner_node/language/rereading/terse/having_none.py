# SPDX-License-Identifier: Apache-2.0
"""What is wanted where there is none of the first: "lemonade on the table. None left? Water then"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.words import lexicon as lx

_LEFT = frozenset({"left", "there", "more", "around", "remaining"})
_JOINTS = frozenset({",", ".", "?", "!", ";", "-", "\u2013", "\u2014"})
_THEN = frozenset({"then", "instead", "please", "too", "just"})
_FINE = (("'s", "fine"), ("is", "fine"), ("will", "do"), ("'ll", "do"))
_RUN_OUT = tuple(
    (*who.split(), *gone.split())
    for who in ("we've", "we have", "we", "you've", "they've", "i've")
    for gone in ("run out", "run out of them", "run out of those", "run out of it", "ran out", "run out of that")
)
_FAR = 5  # words of what is lacking, and of what is wanted then


def having_none(words: Words, reader: SentenceReader) -> Words:
    """The words with ", otherwise water" behind what is wanted first."""
    for at in range(1, len(words) - 1):
        if words[at] in _JOINTS and (said := _none(words, at, reader) or _run_out(words, at, reader)) is not None:
            return said
    return words


def _none(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Behind "none left?" or "no tea?", which names what was wanted; None: it is said otherwise."""
    begin = at + 1 + (words[at + 1] == "but")
    order = words[sentence_begin(words, at) : at]
    if words[begin : begin + 1] == ("none",):
        end = begin + 1
    elif words[begin : begin + 1] == ("no",) and (name := reader.names.match(words, begin + 1)) is not None:
        named = (reader.names.match(order, i) for i in range(len(order)))
        if not any(n is not None and n.concept == name.concept for n in named):
            return None
        end = begin + 1 + name.length
    else:
        return None
    while end < len(words) and words[end] in _LEFT:
        end += 1
    mark = end
    while end < len(words) and (words[end] in _JOINTS or words[end] in _THEN):
        end += 1
    stop = sentence_end(words, end)
    second = _wanted(words[end:stop])
    if end == mark or not order or not _is_second(second, reader):
        return None
    reader.turned.add(words[begin:mark])
    return (*words[:at], ",", "otherwise", *second, *words[stop:])


def _run_out(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """Behind "or the sandwich if we've run out"; None: it is said otherwise."""
    stop = sentence_end(words, at + 1)
    said = words[at + 1 : stop]
    case = next((i for i in range(2, len(said)) if said[i] == "if" and said[i + 1 :] in _RUN_OUT), 0)
    if said[:1] != ("or",) or not case or words[at] in ENDS - {","} or not _is_second(said[1:case], reader):
        return None
    reader.turned.add(said[case:])
    return (*words[:at], ",", "otherwise", *said[1:case], *words[stop:])


def _wanted(words: Words) -> Words:
    """What is wanted, without what says that it is enough or is meant then: "soda's fine", "water then"."""
    while words and words[-1] in _THEN | {","}:
        words = words[:-1]
    if words[-1:] in (("fine",), ("ok",), ("okay",), ("good",)) and words[-2:-1] != ():
        bare = words[-2].removesuffix("'s")
        return words[:-2] if words[-2] in ("is", "are") else (*words[:-2], bare) if bare != words[-2] else words
    return words


def _is_second(words: Words, reader: SentenceReader) -> bool:
    return 0 < len(words) <= _FAR and is_thing(words, reader) and lx.PRONOUNS.isdisjoint(words)
