# SPDX-License-Identifier: Apache-2.0
"""A place and "with it": "off the table, on the counter with it", "any wine left? Table 2 with it"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end, placing_end

_THEM = frozenset(
    (
        *(("all", "of", it) for it in ("it", "them", "that", "those")), ("both", "of", "them"), ("the", "lot"),
        ("the", "lot", "of", "them"), ("the", "whole", "lot"), ("them", "all"), ("it", "all"), ("everything",),
        *((it,) for it in ("it", "them", "that", "those", "these")),
    )
)  # fmt: skip
_STOPS = ENDS | {",", "and", ":", "-"}


def with_it(words: Words, reader: SentenceReader) -> Words:
    """The words with "put it on the counter" for "on the counter with it"."""
    return each_sentence(words, lambda part: _put(part, reader), _STOPS) if "with" in words else words


def _put(part: Words, reader: SentenceReader) -> Words:
    at = part.index("with") if "with" in part[1:] else 0
    what = part[at + 1 :]
    place = part[1:at] if part[:1] == ("off",) else part[:at]
    named = what in _THEM or (begins_things(what, reader) and all(word != "with" for word in what)) if what else False
    if at and what in (("you",), ("yourself",)) and placing_end(place, 0, reader) == len(place):
        return ("go", *place)  # "off to the kitchen with you"
    if not at or not named:
        return part
    if placing_end(place, 0, reader) == len(place):
        return ("put", *what, *place)
    return ("put", *what, "to", *place) if named_place_end(place, 0, reader) == at else part
