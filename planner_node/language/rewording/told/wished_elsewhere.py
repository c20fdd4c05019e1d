# SPDX-License-Identifier: Apache-2.0
"""Things with their place, then where they are wanted: "the mugs on the counter, I would like both in the sink"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import MARKS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_MARKS = MARKS | {",", "-", "\u2013", "\u2014"}
_WISHES = (
    ("i", "would", "like"), ("i'd", "like"), ("i", "want"), ("i", "need"), ("we", "would", "like"), ("we'd", "like"),
    ("we", "want"), ("we", "need"), ("i", "would", "love"), ("i'd", "love"), ("i", "would", "rather", "have"),
)  # fmt: skip
_THE = lx.DEFINITE | {"those", "these", "my", "our", "your", "all"}
_THEM = frozenset({"them", "those", "these"})
_IT = frozenset({"it", "that", "this"})
_LONGEST = 10  # words of the things with their place


def wished_elsewhere(words: Words, reader: SentenceReader) -> Words:
    """The words as an order; as they are where nothing of the kind is said."""
    mark = next((i for i in range(3, min(len(words) - 3, _LONGEST)) if words[i] in _MARKS), 0)
    wish = next((w for w in _WISHES if words[mark + 1 : mark + 1 + len(w)] == w), None) if mark else None
    things = words[:mark]
    if wish is None or not things or things[0] not in _THE:
        return words
    things = ("the", *things[1:])
    end = sentence_end(words, mark)
    wanted = words[mark + 1 + len(wish) : end]
    pointing = (i for i, word in enumerate(wanted[:5]) if word in _THEM | _IT or word == "both")
    at = next((i for i in pointing if _is_place(wanted[i + 1 :], reader)), None)
    if at is None:
        return words
    side = next((i for i in range(2, len(things)) if _is_place(things[i:], reader)), 0)
    if not side or reader.names.match(things, 1) is None:
        return words
    number = next((w for w in wanted[:at] if w in lx.NUMBERS), "")
    if number and wanted[at] in _THEM:
        things = (number, "of", *things)
    elif wanted[at] not in _IT:
        things = ("all", *things)
    return ("put", *things, *wanted[at + 1 :], *words[end:])


def _is_place(words: Words, reader: SentenceReader) -> bool:
    side = reader.book.places.sides.find(words, 0)
    return side is not None and named_place_end(words, side.length, reader) == len(words) > side.length
