# SPDX-License-Identifier: Apache-2.0
"""A place that is told by what goes there: "the dishwasher is where the plates and the mugs go"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import named_place_end

_MODALS = (("should",), ("must",), ("have", "to"), ("has", "to"), ("need", "to"), ("needs", "to"), ("ought", "to"))
_BEING = (("be",), ("all", "be"), ("end", "up"), ("all", "end", "up"))
_LONGEST = 14  # words of what goes there


def where_things_go(words: Words, reader: SentenceReader) -> Words:
    """The words with "the plates go to the dishwasher", as people say it who begin with the things."""
    if "where" not in words:
        return words
    return each_sentence(words, lambda said: _of_sentence(said, reader), ENDS | MARKS)


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
