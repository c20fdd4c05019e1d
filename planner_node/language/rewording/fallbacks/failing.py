# SPDX-License-Identifier: Apache-2.0
"""What is wanted failing something else, however it is set off: "the hammer or, failing that, the wrench".

"A lime on table 2, if there isn't one then a lemon" is "a lime on table 2, otherwise a lemon". Of what nobody knows
there is none: "a frobnicator, or else a soda" is a soda; that nothing was made of the other word is told.
"""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import (
    SentenceReader,
    Words,
    sentence_begin,
    sentence_end,
    skipped,
    without,
)
from planner_node.language.sentence.shapes.parts import is_thing, placing_end, side_in
from planner_node.language.words import lexicon as lx

_STANDING = frozenset({"one", "any", "some", "it", "that", "them", "those", "none"})
_THERE = frozenset({"left", "there", "here", "available", "anywhere", "around"})
_BETWEEN = frozenset({",", "then", "just", "please", "bring", "take", "get"})
_FEW = 6  # words of "no clean glasses?"
_LIMITS = lx.ARTICLES | lx.NUMBERS.keys() | {"some", "any", "another"}


def failing(words: Words, reader: SentenceReader) -> Words:
    """The words with "otherwise" before what is wanted failing what stands before it."""
    words = _place_first(_as_far_as_there_are(_without_commas(words, reader), reader), reader)
    for at in range(2, len(words) - 3):
        if words[at] in ("if", "no") and words[at - 1] in (",", ".", "-", ";"):
            second = _second(words[at:], reader) if words[at] == "if" else _where_none(words[at:], reader)
            if second is not None:
                if words[at] == "no":
                    reader.turned.add(words[at : words.index("?", at)])
                words = (*words[: at - 1], ",", "otherwise", *second)
                break
    return _of_the_unknown(words, reader)


def _place_first(words: Words, reader: SentenceReader) -> Words:
    """With the place of both before "otherwise": "the syrup, otherwise the vitamins to the nightstand"."""
    for at in range(2, len(words) - 3):
        found = reader.book.sentences.otherwise.find(words, at) if words[at - 1] == "," else None
        bare_or = words[at] == "or" and found is not None and found.length == 1
        if found is None or bare_or or words[at + found.length : at + found.length + 1] == (",",):
            continue
        then, begin, end = at + found.length, sentence_begin(words, at), sentence_end(words, at)
        place = next((i for i in range(then + 1, end) if placing_end(words, i, reader) == end), 0)
        second = words[then : place - (words[place - 1] == ",")]
        bare = second and not side_in(words[begin : at - 1], reader) and is_thing(second, reader)
        if place and bare and not reader.starts_order(second):
            return (*words[: at - 1], *words[place:end], ",", "otherwise", *second, *words[end:])
    return words


def _without_commas(words: Words, reader: SentenceReader) -> Words:
    """Without the commas around "failing that" behind "or"."""
    table = reader.book.sentences.otherwise
    for at in range(1, len(words) - 3):
        begin = at + 2 if words[at : at + 2] == ("or", ",") else 0
        found = table.find(words, begin) if begin else None
        if found is None:
            continue
        end = begin + found.length
        end += words[end : end + 1] == (",",)
        before = words[: at - (words[at - 1] == ",")]
        return (*before, ",", "otherwise", *words[end:])
    return words


def _as_far_as_there_are(words: Words, reader: SentenceReader) -> Words:
    """Of "five potatoes to the counter, otherwise as many as we have": "..., or as many as we have"."""
    known = reader.book.sentences
    for at in range(2, len(words) - 1):
        found = known.otherwise.find(words, at) if words[at - 1] == "," else None
        there = known.there_are.find(words, at + found.length) if found is not None and words[at] != "or" else None
        if found is not None and there is not None:
            return (*words[:at], "or", *words[at + found.length :])
    return words


def _second(words: Words, reader: SentenceReader) -> Words | None:
    """What follows "if there isn't one, then" where that is a thing and no order; None: it says something else."""
    known = reader.book.sentences
    end = sentence_end(words, 0)
    said = spelt_out(words[:end], known)
    case = skipped(said, known.if_so)
    lacks = skipped(case, known.lacks) if case else None
    if lacks is None and case and case[0] in _STANDING and case[1:2] in (("is",), ("are",)):
        lacks = (case[0], *case[3:]) if case[2:3] in (("out",), ("gone",)) else None
    if not lacks or lacks[0] not in _STANDING:
        return None
    behind = without(without(lacks[1:], _THERE), _BETWEEN)
    return (*behind, *words[end:]) if is_thing(behind, reader) else None


def _where_none(words: Words, reader: SentenceReader) -> Words | None:
    """What follows "no lemonade?" where that is a thing and no order; None: it says something else."""
    asked = words.index("?") if "?" in words[2:_FEW] else 0
    end = sentence_end(words, asked + 1)
    second = _without_fine(without(words[asked + 1 : end], _BETWEEN), reader)
    named = asked and is_thing(words[1:asked], reader)
    return (*second, *words[end:]) if named and is_thing(second, reader) else None


def _without_fine(words: Words, reader: SentenceReader) -> Words:
    """A thing without "will do" or "then" behind it."""
    words = words[:-1] if words[-1:] == ("then",) else words
    table = reader.book.sentences.will_do
    ends = ((i, table.find(words, i)) for i in range(1, len(words)))
    return next((words[:i] for i, found in ends if found is not None and i + found.length == len(words)), words)


def _of_the_unknown(words: Words, reader: SentenceReader) -> Words:
    """With what is wanted failing that in place of what nobody knows."""
    known = reader.book.sentences
    for at in range(3, len(words) - 1):
        found = known.otherwise.find(words, at) if words[at - 1] != "or" else None
        end = sentence_end(words, at)
        second = without(words[at + found.length : end], {",", "then"}) if found is not None else ()
        if not second or not is_thing(second, reader):
            continue
        begin = sentence_begin(words, at)
        first = words[begin : at - (words[at - 1] == ",")]
        core = opened(first, known).words
        read = reader.orders(core) if reader.starts_order(core) else None
        if not isinstance(read, Refusal) or read.cause is not FailureCause.UNKNOWN_OBJECT or not read.unknown:
            continue
        other = _in_its_place(core, tuple(read.unknown.split()), second)
        if other is not None and isinstance(reader.orders(other), Request):
            return (*words[:begin], *other, *words[end:])
    return words


def _in_its_place(order: Words, unknown: Words, second: Words) -> Words | None:
    """An order with another thing where one that nobody knows stands with its article."""
    at = next((i for i in range(1, len(order)) if order[i : i + len(unknown)] == unknown), 0)
    begin = at - (order[at - 1] in _LIMITS)
    return (*order[:begin], *second, *order[at + len(unknown) :]) if at and begin else None
