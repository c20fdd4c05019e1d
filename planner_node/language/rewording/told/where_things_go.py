# SPDX-License-Identifier: Apache-2.0
"""A place that is told by what goes there: "the dishwasher is where the plates and the mugs go"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import named_place_end, placing_end

_MODALS = (("should",), ("must",), ("have", "to"), ("has", "to"), ("need", "to"), ("needs", "to"), ("ought", "to"))
_BEING = (("be",), ("all", "be"), ("end", "up"), ("all", "end", "up"))
_LIVING = {"live": "belong", "lives": "belongs"}
_JOINTS = frozenset({",", "and"})
_LONGEST = 14  # words of what goes there


def where_things_go(words: Words, reader: SentenceReader) -> Words:
    """The words with "the plates go to the dishwasher", as people say it who begin with the things."""
    words = _living_and_going(words, reader)
    if "where" not in words:
        return words
    return each_sentence(words, lambda said: _of_sentence(said, reader), ENDS | MARKS)


def _living_and_going(words: Words, reader: SentenceReader) -> Words:
    """With "belong" for "live" where the sentence goes on with other things and their place, which is an order."""
    for at in range(1, len(words) - 3):
        side = reader.book.places.sides.find(words, at + 1) if words[at] in _LIVING else None
        if side is None:
            continue
        begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS), 0)
        end = next((i for i in range(at, len(words)) if words[i] in ENDS), len(words))
        place = named_place_end(words, at + 1 + side.length, reader)
        before = next((i for i in range(at - 1, begin, -1) if words[i] in _JOINTS), begin)
        goes_on = (
            words[place : place + 1] != () and words[place] in _JOINTS and _is_placed(words[place + 1 : end], reader)
        )
        if place > at + 1 + side.length and (goes_on or _is_placed(words[begin:before], reader)):
            return _living_and_going((*words[:at], _LIVING[words[at]], *words[at + 1 :]), reader)
    return words


def _is_placed(words: Words, reader: SentenceReader) -> bool:
    """Whether things stand there with their place, and no order."""
    core = opened(words, reader.book.sentences).words
    placed = (i for i in range(1, len(core)) if placing_end(core, i, reader) > i)
    return next(placed, 0) > 0 and not reader.starts_order(core)


def _of_sentence(words: Words, reader: SentenceReader) -> Words:
    core = opened(words, reader.book.sentences).words
    link = next((i for i in range(1, len(core) - 2) if core[i : i + 2] == ("is", "where")), None)
    side = reader.book.places.sides.find(core, 0) if link is not None else None  # "inside the cupboard is where ..."
    inner = side.length if side is not None else 0
    if link is None or inner + _place_end(core[inner:], reader) != link:
        return words
    behind = core[link + 2 :]
    wanted = behind[2:] if behind[:2] in (("i", "want"), ("we", "want"), ("i", "need"), ("we", "need")) else ()
    if wanted:
        return (*wanted, *(("goes",) if wanted == ("it",) else ("go",)), *(() if inner else ("to",)), *core[:link])
    things = next((behind[:i] for i in range(1, min(len(behind), _LONGEST)) if _says_so(behind[i:], reader)), None)
    return words if things is None else (*things, "go", *(() if inner else ("to",)), *core[:link])


def _place_end(words: Words, reader: SentenceReader) -> int:
    """Where a place ends that words begin with, with what it is in: "the shelf in the hall"."""
    end = named_place_end(words, 0, reader)
    side = reader.book.places.sides.find(words, end) if 0 < end < len(words) else None
    return end if side is None else named_place_end(words, end + side.length, reader)


def _says_so(words: Words, reader: SentenceReader) -> bool:
    """Whether words say that things belong somewhere, and no more: "go", "should be"."""
    belongs = reader.book.verbs.belonging.find(words, 0)
    return (belongs is not None and belongs.length == len(words)) or any(
        words == (*modal, *being) for modal in _MODALS for being in _BEING
    )
