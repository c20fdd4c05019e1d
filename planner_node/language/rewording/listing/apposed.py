# SPDX-License-Identifier: Apache-2.0
"""What is said once more of what is listed: "two things to the desk: the pen and the cup", "..., all three, ..."."""

from __future__ import annotations

from planner_node.language.sentence.sentence import (
    ENDS,
    MARKS,
    SentenceReader,
    Words,
    sentence_begin,
    sentence_end,
    without,
)
from planner_node.language.sentence.shapes.parts import begins_things, placing_end, side_in, singular
from planner_node.language.words import lexicon as lx

_ALL = frozenset({"everything", "all", "both"})
_THINGS = frozenset({"things", "items", "objects", "pieces"})
_THE = frozenset({"the", "these", "those", "my", "our"})
_STANDING_FOR = frozenset({"those", "these", "they", "all", "both"})
_COUNTING = frozenset({"all", "both", "of", "them", "those", "these", "things", "items"}) | lx.NUMBERS.keys()
_NAMELY = (("namely",), ("that", "is", "to", "say"), ("i.e",), ("specifically",), ("these", "being"), ("being",))
_FAR = 8  # words from things to what is said once more of them


def apposed(words: Words, reader: SentenceReader) -> Words:
    """With each thing said once."""
    words = with_a_colon(words)
    if ":" in words:
        words = _instead_of_a_number(words, reader)
    words = _one_by_one(_resumed(words, reader), reader)
    if "," in words and not _ALL.isdisjoint(words):
        words = _set_off(words, reader)
        words = _all_of_a_kind(_all_together(words, reader), reader)
        words = _of_what_kind(words, reader)
    return words


def with_a_colon(words: Words) -> Words:
    """With a colon for "namely": "three things, namely A, B and C, and put ..."."""
    for at in range(2, len(words) - 2):
        lead = next((n for n in _NAMELY if words[at : at + len(n)] == n), None)
        if lead is not None and words[at - 1] in (",", "-", "("):
            return (*words[: at - 1], ":", *words[at + len(lead) :])
    return words


def _one_by_one(words: Words, reader: SentenceReader) -> Words:
    """With each of so many things by its looks: "two cones, one orange and one red" are an orange and a red cone."""
    for at in range(1, len(words) - 5):
        number = lx.NUMBERS.get(words[at], 0)
        name = reader.names.match(words, at + 1) if number > 1 else None
        end = at + 1 + (name.length if name is not None else 0)
        if name is None or not name.is_plural or words[end : end + 1] != (",",):
            continue
        looks, behind = _looks_of_each(words, end + 1, reader)
        noun = singular(words[at + 1 : end], reader)
        if len(looks) == number and noun:
            each = (word for i, look in enumerate(looks) for word in (*(("and",) if i else ()), "one", look, *noun))
            return (*words[:at], *each, *words[behind:])
    return words


def _looks_of_each(words: Words, at: int, reader: SentenceReader) -> tuple[Words, int]:
    """The looks in "one orange and one red,", and the index behind them."""
    looks: list[str] = []
    while words[at : at + 1] == ("one",) and at + 1 < len(words):
        look = words[at + 1]
        if reader.book.adjectives.attribute(look) is None and look not in reader.names.attributes:
            return (), at
        looks.append(look)
        at += 2
        joints = at
        while joints < len(words) and words[joints] in (",", "and"):
            joints += 1
        if words[joints : joints + 1] != ("one",):
            return tuple(looks), at + (words[at : at + 1] == (",",))
        at = joints
    return (), at


def _resumed(words: Words, reader: SentenceReader) -> Words:
    """Without what stands for a list before its verb: "clock, watch, glasses - those three go on the desk"."""
    known = reader.book
    for at in range(3, len(words) - 3):
        if words[at - 1] not in MARKS or words[at] not in _STANDING_FOR:
            continue
        begin = sentence_begin(words, at - 1)
        end = at + 1
        while end < len(words) and words[end] in _COUNTING:
            end += 1
        goes = known.verbs.belonging.find(words, end) or known.sentences.modals.find(words, end)
        items = [item for item in _items(words[begin : at - 1]) if item]
        are_things = all(begins_things(item, reader) and not side_in(item, reader) for item in items)
        counts = {lx.NUMBERS[word] for word in words[at + 1 : end] if word in lx.NUMBERS and word != "both"}
        if goes is None or len(items) < 2 or not are_things or counts - {len(items)}:
            continue
        listed = tuple(word for n, item in enumerate(items) for word in (*(("and",) if n else ()), *item))
        return (*words[:begin], *listed, *words[end:])
    return words


def _set_off(words: Words, reader: SentenceReader) -> Words:
    """Without "both of them" between commas behind what is plainly all: "the apples, both of them, in the bowl"."""
    for at in range(2, len(words) - 4):
        is_of_them = words[at] in ("both", "all", "each") and words[at + 1 : at + 3] == ("of", "them")
        stop = at + 3 if is_of_them else at + 1 + (words[at] == "all" and words[at + 1] in lx.NUMBERS)
        numbered = is_of_them or words[at] in ("both", "all")
        if numbered and words[at - 1] == "," and words[stop] == "," and side_in(("", *words[stop + 1 :]), reader):
            plural = reader.names.match(words, at - 2)
            listed = "and" in words[max(0, at - _FAR) : at - 1]
            if is_of_them and (listed or (plural is not None and plural.is_plural)):
                return (*words[: at - 1], *words[stop + 1 :])
    return words


def _instead_of_a_number(words: Words, reader: SentenceReader) -> Words:
    """The list in the place of "two things": "bring two things to the desk: the pen and the cup"."""
    mark = words.index(":")
    end = sentence_end(words, mark + 1)
    begin = sentence_begin(words, mark)
    ends = (i for i in range(mark + 2, end) if words[i] == "," and words[i + 1 : i + 2] in (("and",), ("then",)))
    order = next((i for i in ends if reader.starts_order(words[i + 2 :])), end)  # "..., and put them on the table"
    end, listed = order, words[mark + 1 : order]
    at = next((i for i in range(begin + 1, mark) if words[i] in _THINGS), 0)
    number = lx.NUMBERS.get(words[at - 1]) or (int(words[at - 1]) if words[at - 1].isdecimal() else 0)
    items = [item for item in _items(listed) if item]
    if not (at and number == len(items)) or any(not begins_things(item, reader) for item in items):
        return words
    if side_in(("", *listed), reader):
        return words
    first = at - 1 - (words[at - 2 : at - 1] in (("the",), ("these",), ("those",)))
    return (*words[:first], *listed, *words[at + 1 : mark], *words[end:])


def _items(listed: Words) -> list[Words]:
    found: list[list[str]] = [[]]
    for word in listed:
        if word in (",", "and"):
            found.append([])
        else:
            found[-1].append(word)
    return [tuple(item) for item in found if item]


def _all_together(words: Words, reader: SentenceReader) -> Words:
    """A list with its place behind it: "pack for the trip: the watch, the hat and the book, everything on the bed"."""
    at = next((i for i in range(3, len(words) - 2) if words[i] in _ALL and words[i - 1] == ","), 0)
    begin = sentence_begin(words, at)
    end = sentence_end(words, at)
    place = without(words[at + 1 : end], {"of", "them", "it", "that", "those"})
    mark = next((i for i in range(begin, at) if words[i] == ":"), begin - 1)
    listed = words[mark + 1 : at - 1]
    if not at or "and" not in listed or placing_end(place, 0, reader) != len(place) or not place:
        return words
    if not begins_things(listed, reader) or side_in(listed, reader):
        return words
    verb = reader.book.said_verbs.find(words, begin) if mark > begin else None
    order = ("put",) if verb is None else words[begin : begin + verb.length]
    return (*words[:begin], *order, *listed, *place, *words[end:])


def _of_what_kind(words: Words, reader: SentenceReader) -> Words:
    """With "both cola cans" for "the cola ..., both cans"."""
    for at in range(3, len(words) - 1):
        ends = words[at + 2 : at + 3] == () or words[at + 2] in ENDS | {","}
        if words[at] not in ("both", "all") or words[at - 1] != "," or not ends:
            continue
        noun = words[at + 1]
        for begin in range(max(1, at - _FAR), at):
            name = reader.names.match(words, begin)
            if name is None or words[begin - 1] not in _THE:
                continue
            kind = (*words[begin : begin + name.length], noun)
            whole = reader.names.match(kind, 0)
            if whole is not None and whole.length == len(kind) and reader.names.is_present(whole):
                return (*words[: begin - 1], words[at], *kind, *words[begin + name.length : at - 1], *words[at + 2 :])
    return words


def _all_of_a_kind(words: Words, reader: SentenceReader) -> Words:
    """The number before its things: "all three binders go there" for "the binders go, all three, there"."""
    for at in range(2, len(words) - 1):
        stop = at + 1 + (words[at] == "all")
        numbered = words[at] == "both" or (words[at] == "all" and words[at + 1] in lx.NUMBERS)
        is_set_off = words[at - 1] == "," and words[stop : stop + 1] == (",",)
        if not (numbered and is_set_off):
            continue
        for noun in range(max(1, at - _FAR), at):
            name = reader.names.match(words, noun)
            if name is not None and name.is_plural and words[noun - 1] in _THE:
                said = words[at:stop]
                return (*words[: noun - 1], *said, *words[noun : at - 1], *words[stop + 1 :])
    return words
