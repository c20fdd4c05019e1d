# SPDX-License-Identifier: Apache-2.0
"""Everything that is taken out of furniture, with no place: "take out everything in the drawer" empties it."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_BEFORE = ENDS | {",", "and", "then", "please", "to", "you", "now", "first"}
_ENDING = _BEFORE | {"before", "after"}
_TAKING = (("take", "out"), ("get", "out"), ("remove",), ("clear", "out"), ("take",), ("get",), ("bring", "out"))
_ALL = (
    ("everything",),
    ("all", "things"),
    ("all", "the", "things"),
    ("all", "items"),
    ("all", "the", "items"),
    ("all",),
)
_BEING = (("that", "is"), ("that's",), ("that", "are"), ("which", "is"), ("which", "are"), ("stored",), ("left",))
_OUT_OF = (("out", "of"), ("from", "inside"), ("from",))
_INSIDE = (("inside",), ("in",), ("on",))
_GOES_ON = lx.PRONOUNS | {"everything", "all"}


@needs({"take", "get", "remove", "clear", "bring"}, {"everything", "all"})
def emptied(words: Words, reader: SentenceReader) -> Words:
    """The words with "empty" before the furniture, where nothing more is said of what was in it."""
    at = 0
    while at < len(words) - 3:
        side, end = _taken_out(words, at, reader) if at == 0 or words[at - 1] in _BEFORE else (0, 0)
        if end and _GOES_ON.isdisjoint(words[end : sentence_end(words, end)]):
            reader.turned.add(words[at:side])
            words = (*words[:at], "empty", *words[side:])
        at += 1
    return words


def _taken_out(words: Words, at: int, reader: SentenceReader) -> tuple[int, int]:
    """Where the furniture that everything is taken out of begins and ends; zeros: nothing of the kind stands there."""
    took = _length(_TAKING, words, at)
    whole = _length(_ALL, words, at + took) if took else 0
    if not whole:
        return 0, 0
    told = at + took + whole + _length(_BEING, words, at + took + whole)
    inside = _length(_INSIDE, words, told) if words[at + took - 1] == "out" else 0
    begin = told + (inside or _length(_OUT_OF, words, told))
    end = _places_end(words, begin, reader) if begin > told else begin
    ends = words[end : end + 1] == () or words[end] in _ENDING
    return (begin, end) if end > begin and ends else (0, 0)


def _length(phrases: tuple[Words, ...], words: Words, at: int) -> int:
    return max((len(p) for p in phrases if words[at : at + len(p)] == p), default=0)


def _places_end(words: Words, at: int, reader: SentenceReader) -> int:
    end = named_place_end(words, at, reader)
    more = named_place_end(words, end + 1, reader) if end > at and words[end : end + 1] == ("and",) else end + 1
    return more if more > end + 1 else end
