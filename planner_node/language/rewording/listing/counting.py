# SPDX-License-Identifier: Apache-2.0
"""How many, said behind the things: "two glasses at most", "three or more", "sample times two", "2x"."""

from __future__ import annotations

import re

from planner_node.language.phrasebook.sections import Bound
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.words import lexicon as lx

_TIMES = re.compile(r"(\d+)x|x(\d+)")
_LONGEST = 6  # words of the things
_THE = frozenset({"the", "these", "those", "my", "our"})
_FAR = 10  # words from "of" to the number
_AND_BUT = frozenset({",", "and", lx.BUT})
_ALL_OF = frozenset({"all", "of", "the", "these", "those"})


def counted(words: Words, reader: SentenceReader) -> Words:
    """With what limits a number before it, and a number before its things."""
    return _limited(_ranged(_bounded(_multiplied(_number_first(words, reader), reader), reader), reader), reader)


def _number_first(words: Words, reader: SentenceReader) -> Words:
    """With "two of the crayons go" for "of the crayons two go"."""
    for begin in range(len(words) - 4):
        if words[begin] != "of" or (begin and words[begin - 1] not in ENDS | {","}) or words[begin + 1] not in _THE:
            continue
        at = next((i for i in range(begin + 2, min(len(words), begin + _FAR)) if _is_number(words[i])), 0)
        if at and words[at - 1] == ",":
            continue
        tables = (reader.book.verbs.belonging, reader.book.sentences.modals, reader.book.places.sides)
        name = reader.names.match(words, begin + 2)
        names = name is not None and not reader.names.is_place(name)
        if at and names and any(table.find(words, at + 1) for table in tables):
            return (*words[:begin], words[at], *words[begin:at], *words[at + 1 :])
    return words


def _ranged(words: Words, reader: SentenceReader) -> Words:
    """With "at least one glass" for "at least one glass, two at most": as few as will do are brought."""
    bounds = reader.book.quantities.bounds
    for at in range(3, len(words) - 1):
        most = bounds.find(words, at) if words[at - 1] in _AND_BUT else None
        number = at + most.length if most is not None and most.value is Bound.AT_MOST else 0
        if not number or not words[number : number + 1] or not _is_number(words[number]):
            continue
        begin = sentence_begin(words, at)
        fewest = [i for i in range(begin, at - 1) if _is_number(words[i]) and reader.names.match(words, i - 1) is None]
        if len(fewest) != 1 or _amount(words[fewest[0]]) > _amount(words[number]):
            continue
        first, stop = fewest[0], at - 1
        while words[stop - 1] in _AND_BUT:
            stop -= 1
        least = next((f for i in range(begin, first) if (f := bounds.find(words, i)) and i + f.length == first), None)
        if least is not None and least.value is not Bound.AT_LEAST:
            continue
        behind = number + 1
        behind += 2 if words[behind : behind + 2] in (("of", "them"), ("of", "those")) else 0
        if not (stop == first + 1 or _ends_things(words, behind, reader)):
            continue  # "... and at most two forks" is of others
        behind += words[behind : behind + 1] == (",",)
        said = () if least is not None else ("at", "least")
        return (*words[:first], *said, *words[first:stop], *words[behind:])
    return words


def _amount(number: str) -> int:
    return int(number) if number.isdecimal() else lx.NUMBERS[number]


def _limited(words: Words, reader: SentenceReader) -> Words:
    """With "at most two" for "all" or "the" of several things where that is added: "all the cans, but at most two"."""
    bounds = reader.book.quantities.bounds
    for at in range(3, len(words) - 2):
        bound = bounds.find(words, at + 1) if words[at] in (lx.BUT, ",") else None
        number = at + 1 + bound.length if bound is not None else 0
        if not number or not words[number : number + 1] or not _is_number(words[number]):
            continue
        end = number + (3 if words[number + 1 : number + 3] in (("of", "them"), ("of", "those")) else 1)
        if not _ends_things(words, end, reader):
            continue
        begin = sentence_begin(words, at)
        things = [(i, name) for i in range(begin, at) if (name := _all_begin(words, i, reader)) is not None]
        if len(things) == 1:
            (first, name), stop = things[0], at - (words[at - 1] == ",")
            return (*words[:first], *words[at + 1 : number + 1], *words[name:stop], *words[end:])
    return words


def _all_begin(words: Words, at: int, reader: SentenceReader) -> int | None:
    """Where the name of several things begins behind "all", "the" or "all of the"; None: none stands there."""
    begin = at
    while begin < len(words) and words[begin] in _ALL_OF:
        begin += 1
    if begin == at or (at > 0 and words[at - 1] in _ALL_OF):
        return None
    end = begin
    while end < len(words) and reader.book.adjectives.attribute(words[end]) and not reader.names.match(words, end):
        end += 1
    name = reader.names.match(words, end)
    return begin if name is not None and name.is_plural and not reader.names.is_place(name) else None


def _multiplied(words: Words, reader: SentenceReader) -> Words:
    """With "2" in place of "2x" and "2 x"; with "two samples" in place of "sample times two"."""
    found: list[str] = []
    at = 0
    while at < len(words):
        times = _TIMES.fullmatch(words[at])
        is_times = times is not None or words[at] in ("x", "\u00d7")
        is_name = is_times and reader.names.match(words, at) is not None
        if times and not is_name and times[1]:
            found.append(times[1])
        elif words[at] in ("x", "\u00d7") and found and found[-1].isdecimal() and not is_name:
            pass
        elif (number := _times_behind(words, at)) and (begin := _name_begin(found, reader)) is not None:
            found.insert(begin, number[0])
            at += number[1] - 1
        else:
            found.append(words[at])
        at += 1
    return tuple(found)


def _times_behind(words: Words, at: int) -> tuple[str, int] | None:
    """The number of "times two" or "x2", and how many words say it; None: that does not stand there."""
    times = _TIMES.fullmatch(words[at])
    if times and times[2]:
        return times[2], 1
    if words[at] not in ("times", "x") or at + 1 >= len(words):
        return None
    return (words[at + 1], 2) if _is_number(words[at + 1]) else None


def _name_begin(found: list[str], reader: SentenceReader) -> int | None:
    """Where the name begins that the words end with; None: they end with none."""
    words = tuple(found)
    for at in range(max(0, len(words) - _LONGEST), len(words)):
        name = reader.names.match(words, at)
        if name is not None and at + name.length == len(words):
            return at
    return None


def _bounded(words: Words, reader: SentenceReader) -> Words:
    """With "at least", "at most" before the number of the things that "or more", "at most" stands behind."""
    known = reader.book.sentences.bound_behind
    for at in range(2, len(words)):
        found = known.find(words, at)
        end = at + found.length if found else at
        if found is None or not _ends_things(words, end, reader):
            continue
        numbers = (i for i in range(at - 1, max(-1, at - _LONGEST), -1) if _is_number(words[i]))
        begin = next((i for i in numbers if not _is_of_an_id(words, i, reader)), None)
        between = words[begin:at] if begin is not None else ()
        if begin is None or any(w in ENDS | {","} for w in between) or _is_bounded(words, begin, reader):
            continue
        behind = end + (words[end : end + 1] == (",",))
        before = begin - (words[begin - 1 : begin] == ("the",))
        return (*words[:before], *found.value.split(), *between, *words[behind:])
    return words


def _is_of_an_id(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a number is that of a node: "table 3"."""
    name = reader.names.match(words, at - 1) if at else None
    return name is not None and name.length > 1


def _ends_things(words: Words, at: int, reader: SentenceReader) -> bool:
    if at >= len(words) or words[at] in ENDS | {",", "and"}:
        return True
    return (
        reader.book.places.sides.find(words, at) is not None or reader.book.verbs.belonging.find(words, at) is not None
    )


def _is_bounded(words: Words, at: int, reader: SentenceReader) -> bool:
    bounds = reader.book.quantities.bounds
    return any((f := bounds.find(words, i)) and i + f.length == at for i in range(max(0, at - 4), at))


def _is_number(word: str) -> bool:
    return word.isdecimal() or (word in lx.NUMBERS and word not in ("both", "dozen", "hundred", "single"))
