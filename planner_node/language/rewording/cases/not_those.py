# SPDX-License-Identifier: Apache-2.0
"""What is excepted by a verb that denies: "the pillows go on the dresser, one of them doesn't".

It is said as an exception of the sentence before: "the pillows except one go on the dresser".
"""

from __future__ import annotations

from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.words import lexicon as lx

_SET_OFF = frozenset({",", "-", "\u2013", "\u2014", ";", ":", "but", "and", "though", "only"})
_DENYING = (("does", "not"), ("do", "not"), ("should", "not"), ("must", "not"), ("need", "not"), ("is", "not"))
_GOING = frozenset("go move come belong going moving have need to".split())
_THEM = (("of", "them"), ("of", "those"), ("of", "these"))
_BEHIND = frozenset({"though", "however", "please", "there"})
_LONGEST = 9  # words of what is excepted


def not_those(words: Words, reader: SentenceReader) -> Words:
    """The words with such a clause as an exception of what goes, and without "of them" behind an excepted number."""
    words = _so_many(words, reader)
    for at in range(3, len(words)):
        end = _denied_end(words, at, reader)
        if not end:
            continue
        back = range(at - 1, max(-1, at - _LONGEST), -1)
        begin = next((i + 1 for i in back if words[i] in ENDS | _SET_OFF), 0)
        if not begin:
            continue
        said = words[begin:at]
        said = said[:-2] if said[-2:] in _THEM else said
        last = begin
        while last and words[last - 1] in ENDS | _SET_OFF:
            last -= 1
        first = next((i + 1 for i in range(last - 1, -1, -1) if words[i] in ENDS), 0)
        before = words[first:last]
        goes = next((i for i in range(1, len(before)) if reader.book.verbs.belonging.find(before, i)), 0)
        if goes and said and _is_excepted(said, before[:goes], reader):
            reader.turned.add(words[at:end])
            whole = (*words[:first], *before[:goes], "except", *said, *before[goes:])
            return not_those((*whole, *words[end:]), reader)
    return words


def _so_many(words: Words, reader: SentenceReader) -> Words:
    """Of "the binders, except for two of them": "the binders, except for two"."""
    for at in range(2, len(words) - 3):
        found = reader.book.nouns.excepted.find(words, at)
        number = at + found.length if found is not None else 0
        if number and words[number + 1 : number + 3] in _THEM and _is_number(words[number]):
            return _so_many((*words[: number + 1], *words[number + 3 :]), reader)
    return words


def _denied_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where "doesn't", "should not go" ends that closes its clause there; 0: none stands there."""
    last = min(len(words), at + _LONGEST)
    stop = next((i for i in range(at, last) if words[i] in ENDS | {","}), last)
    said = spelt_out(words[at:stop], reader.book.sentences)
    denial = next((d for d in _DENYING if said[: len(d)] == d), None)
    return stop if denial and not without(said[len(denial) :], _GOING | _BEHIND) else 0


def _is_excepted(said: Words, whole: Words, reader: SentenceReader) -> bool:
    """Whether a thing or a number is told apart from several that are named before."""
    several = any(
        ((n := reader.names.match(whole, i)) is not None and n.is_plural) or whole[i] in reader.book.nouns.anything
        for i in range(len(whole))
    )
    several |= whole[:1] in (("what",), ("what's",), ("whatever",)) or "and" in whole
    is_number = len(said) == 1 and _is_number(said[0])
    return several and (is_number or (said[0] in lx.ARTICLES and is_thing(said, reader)))


def _is_number(word: str) -> bool:
    return word.isdecimal() or word in lx.NUMBERS
