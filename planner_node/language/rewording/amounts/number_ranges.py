# SPDX-License-Identifier: Apache-2.0
"""All numbers from one to another: "folders 1-3", "glasses 2 to 4", "tables 1 through 3"."""

from __future__ import annotations

import re

from planner_node.language.rewording.needed import DIGIT, needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_DASHED = re.compile(r"(\d+)[-\u2013](\d+)")
_LINKS = frozenset({"to", "through", "till", "until", "thru", "-", "\u2013"})
_NUMBERED = frozenset({"number", "numbers", "no", "nos", "nr"})
_MOST = 20  # things


@needs({DIGIT, "up", "more"})
def number_ranges(words: Words, reader: SentenceReader) -> Words:
    """The words with each of the things by its number; where one of them is not here, as it was."""
    words = _same_kind(words, reader)
    for at in range(1, len(words)):
        up_to = words[at : at + 2] == ("up", "to") and words[at + 2 : at + 3] != ()
        if up_to and (words[at + 2] in lx.NUMBERS or words[at + 2].isdecimal()) and reader.names.match(words, at + 3):
            return number_ranges((*words[:at], "at", "most", *words[at + 2 :]), reader)  # "bring up to five forks"
        more = words[at : at + 2] == ("or", "more") and (words[at - 1] in lx.NUMBERS or words[at - 1].isdecimal())
        if more and reader.names.match(words, at + 2) is not None:  # "one or more bowls"
            return number_ranges((*words[: at - 1], "at", "least", words[at - 1], *words[at + 2 :]), reader)
        name = reader.names.match(words, at)
        end = at + name.length if name is not None else at
        counted = words[at - 1] in lx.NUMBERS or words[at - 1].isdecimal()
        if name is not None and counted and words[end : end + 2] == ("or", "more"):  # "four bowls or more"
            return number_ranges((*words[: at - 1], "at", "least", *words[at - 1 : end], *words[end + 2 :]), reader)
        found = _range(words, at) if words[at][:1].isdecimal() else None
        said = _each(words, at, found[:2], reader) if found is not None else None
        if found is not None and said is not None:
            begin, each = said
            return number_ranges((*words[:begin], *each, *words[found[2] :]), reader)
    return words


def _same_kind(words: Words, reader: SentenceReader) -> Words:
    """With the furniture before a number that stands for it: "forks on table 1, spoons on 2"; "samples number 1"."""
    head: Words = ()
    for at in range(1, len(words)):
        if words[at - 1] in ENDS:
            head = ()
        name = reader.names.match(words, at)
        end = at + name.length if name is not None else at
        if (
            name is not None
            and name.node_id
            and end > at + 1
            and words[end - 1].isdecimal()
            and reader.names.is_place(name)
        ):
            head = words[at : end - 1]
        is_number = words[at].isdecimal() and (at + 1 == len(words) or words[at + 1] in ENDS | {",", "and"})
        if is_number and head and reader.book.places.sides.find(words, at - 1) is not None:
            one = reader.names.match((*head, words[at]), 0)
            if one is not None and one.node_id is not None and one.length == len(head) + 1:
                return _same_kind((*words[:at], *head, *words[at:]), reader)
        if words[at] == "," and _range(words, at + 1) is not None if words[at + 1 : at + 2] else False:
            names = (n for i in range(max(0, at - 4), at) if (n := reader.names.match(words, i)) and i + n.length == at)
            if any(n.is_plural and not reader.names.is_place(n) for n in names):
                return _same_kind((*words[:at], *words[at + 1 :]), reader)  # "the samples, 1 to 3"
        if words[at] in _NUMBERED and words[at + 1 : at + 2] != () and words[at + 1].isdecimal():
            before = (
                i for i in range(max(0, at - 4), at) if (n := reader.names.match(words, i)) and i + n.length == at
            )
            if next(before, None) is not None and reader.names.match(words, at) is None:
                return _same_kind((*words[:at], *words[at + 1 :]), reader)
    return words


def _range(words: Words, at: int) -> tuple[int, int, int] | None:
    """The first and the last number, and the index behind them; None: no range stands there."""
    dashed = _DASHED.fullmatch(words[at])
    if dashed is not None:
        first, last, end = int(dashed[1]), int(dashed[2]), at + 1
    elif words[at].isdecimal() and words[at + 1 : at + 2] and words[at + 1] in _LINKS and words[at + 2 : at + 3]:
        if not words[at + 2].isdecimal():
            return None
        first, last, end = int(words[at]), int(words[at + 2]), at + 3
    else:
        return None
    return (first, last, end) if first < last < first + _MOST else None


def _each(words: Words, at: int, numbers: tuple[int, ...], reader: SentenceReader) -> tuple[int, Words] | None:
    """Where the plural before the numbers begins with its article, and the words for each; None: one is not here."""
    for begin in range(max(0, at - 4), at):
        name = reader.names.match(words, begin)
        if name is None or begin + name.length != at or not name.is_plural or name.concept is None:
            continue
        if begin > 0 and words[begin - 1] == "from":  # "from tables 1 to 2"
            return None
        each: list[str] = []
        for number in range(numbers[0], numbers[1] + 1):
            said = (*name.concept.split("_"), str(number))
            known = reader.names.match(said, 0)
            if known is None or known.length != len(said) or known.node_id is None:
                return None
            each += [*(() if not each else ("and",) if number == numbers[1] else (",",)), *said]
        return begin - (begin > 0 and words[begin - 1] == "the"), tuple(each)
    return None
