# SPDX-License-Identifier: Apache-2.0
"""What is left of a place: "everything else on the bed" is the rest of the things there."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words.verbs import Verb

_ELSE = (("everything", "else"), ("anything", "else"), ("all", "else"), ("whatever", "else"))
_REST = (("the", "rest", "of", "what", "is"), ("the", "rest", "of", "what's"), ("what", "else", "is"))
_REST_OF = ("the", "rest", "of")
_CLEARING = frozenset({"clear", "empty", "tidy", "declutter", "unload"})
_PLAIN = ("the", "rest", "of", "the", "things")
_ALL_ELSE = ("the", "rest", "of", "things")  # of which place, is asked
_SAID = frozenset({"else", "rest"})
_GOING = frozenset({Verb.THROW, Verb.THROW_AWAY, Verb.RECYCLE, Verb.TIDY, Verb.TAKE, Verb.BRING})
_AWAY = frozenset({"away", "out"})
_MAY = frozenset({"can", "may", "should", "shall", "must", "could"})
_STAY = frozenset({"stay", "remain"})
_BEFORE = 2  # words of a verb, as in "throw away"


def _staying(words: Words) -> Words:
    """With "the rest stays" for "the rest can stay", "everything else may remain"."""
    for at in range(2, len(words) - 1):
        rest = words[at - 1] in _SAID and words[at] in _MAY and words[at + 1] in _STAY
        if rest and words[at - 2] in ("the", "everything", "all"):
            return (*words[: at - 2], "the", "rest", "stays", *words[at + 2 :])
    return words


def remaining(words: Words, reader: SentenceReader) -> Words:
    """The words with "the rest of the things" on furniture, where something was named before."""
    if _SAID.isdisjoint(words):
        return words
    words = _staying(words)
    words = _without_place(_gone_or_taken(_rest_of_furniture(words, reader), reader), reader)
    for at in range(3, len(words) - 2):
        said = next((p for p in (*_ELSE, *_REST) if words[at : at + len(p)] == p), None)
        end = at + len(said) if said is not None else at
        being = reader.book.places.being.find(words, end)
        begin = end + (being.length if being is not None else 0)
        side = reader.book.places.sides.find(words, begin) or reader.book.places.sources.find(words, begin)
        if said is None or side is None or named_place_end(words, begin + side.length, reader) == begin + side.length:
            continue
        if _goes_there(words, at, named_place_end(words, begin + side.length, reader), reader):
            return remaining((*words[:at], "put", *_ALL_ELSE, *words[begin:]), reader)
        if any(reader.names.match(words, i) is not None for i in range(at)):
            return remaining((*words[:at], *_ALL_ELSE, *words[begin:]), reader)
    return words


def _gone_or_taken(words: Words, reader: SentenceReader) -> Words:
    """With "put the rest of the things" for "everything else goes" before a place, and its noun behind a verb."""
    for at in range(1, len(words) - 3):
        said = next((p for p in _ELSE if words[at : at + len(p)] == p), None)
        if said is None:
            continue
        begin = at + len(said)
        goes = reader.book.verbs.belonging.find(words, begin)
        if goes is not None and reader.book.places.sides.find(words, begin + goes.length) is not None:
            return (*words[:at], "put", *_ALL_ELSE, *words[begin + goes.length :])
        side = reader.book.places.sides.find(words, begin)
        verb = reader.book.said_verbs.find(words, at - 1)
        end = named_place_end(words, begin + side.length, reader) if side is not None else begin
        if verb is not None and side is not None and begin < end and (end == len(words) or words[end] in ENDS):
            return (*words[:at], *_ALL_ELSE, *words[begin:])  # "take everything else to the table"
    return words


def _without_place(words: Words, reader: SentenceReader) -> Words:
    """With "the rest of the things" behind a verb that needs no place: "throw everything else away"."""
    for at in range(1, len(words) - 1):
        said = next((p for p in _ELSE if words[at : at + len(p)] == p), None)
        if said is None:
            continue
        end = at + len(said)
        end += words[end : end + 1] != () and words[end] in _AWAY
        verbs = ((i, reader.book.said_verbs.find(words, i)) for i in range(max(0, at - _BEFORE), at))
        goes = any(v is not None and i + v.length == at and v.value.verb in _GOING for i, v in verbs)
        if goes and (end == len(words) or words[end] in ENDS | {","}):
            return (*words[:at], *_ALL_ELSE, *words[at + len(said) :])
    return words


def _goes_there(words: Words, at: int, end: int, reader: SentenceReader) -> bool:
    """Whether all else is the last of a list of things that each go to a place of their own: which, nobody can tell."""
    is_last = (end == len(words) or words[end] in ENDS) and words[at - 1] in ("and", ",")
    if not is_last:
        return False
    begin = sentence_begin(words, at)
    places, before = reader.book.places, range(begin + 2, at - 1)
    told = sum(bool(places.sides.find(words, i) or places.sources.find(words, i)) for i in before)
    listed = 1 + sum(words[i] in ("and", ",") and words[i + 1] not in ("and", ",") for i in range(begin, at - 1))
    return 0 < told <= listed  # more are told of where the things are


def _rest_of_furniture(words: Words, reader: SentenceReader) -> Words:
    """With the things in "the rest of the table"; who clears that clears the table."""
    for at in range(1, len(words) - 3):
        end = named_place_end(words, at + 3, reader) if words[at : at + 3] == _REST_OF else 0
        name = next((n for i in range(at + 3, end) if (n := reader.names.match(words, i)) is not None), None)
        if end <= at + 3 or name is None or reader.names.is_room(name):
            continue
        if words[at - 1] in _CLEARING:
            return (*words[:at], *words[at + 3 :])
        return (*words[:at], *_PLAIN, "on", *words[at + 3 :])
    return words
