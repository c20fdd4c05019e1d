# SPDX-License-Identifier: Apache-2.0
"""What is not where it should be: "any toy that isn't in the chest yet should go in there" is every such toy."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import named_place_end

_NOT = (("isn't",), ("aren't",), ("is", "not"), ("are", "not"), ("is", "not", "yet"), ("are", "not", "yet"))
_RELATIVE = frozenset({"that", "which"})
_YET = frozenset({"yet", "already"})
_GOING = frozenset({"go", "goes", "be", "belong", "belongs", "put", "it", "them"})
_NEAR = 4  # words from "any" to "that"


@needs(_RELATIVE)
def not_there_yet(words: Words, reader: SentenceReader) -> Words:
    """With "every" for "any", without "yet", and with the place for "there" behind it."""
    for at in range(1, len(words) - 3):
        denial = max((n for n in _NOT if words[at + 1 : at + 1 + len(n)] == n), key=len, default=None)
        begin = at + 1 + len(denial) if denial is not None and words[at] in _RELATIVE else 0
        side = reader.book.places.sides.find(words, begin) if begin else None
        end = named_place_end(words, begin + side.length, reader) if side is not None else 0
        if side is None or end == begin + side.length:
            continue
        place, stop = words[begin:end], sentence_end(words, end)
        words = _every(words, at)
        rest = words[end + (words[end : end + 1] != () and words[end] in _YET) : stop]
        there = next((i for i in range(1, len(rest)) if rest[i] == "there"), 0)
        first = there - (there > 0 and rest[there - 1] in ("in", "on", "back"))
        if there and rest[first - 1] in _GOING:
            rest = (*rest[:first], *place, *rest[there + 1 :])
        said = (*words[:at], words[at], *(denial or ())[:2], *place, *rest, *words[stop:])
        return said
    return words


def _every(words: Words, at: int) -> Words:
    """With "every" for the "any" of the noun before a position."""
    any_at = next((i for i in range(at - 1, max(-1, at - _NEAR), -1) if words[i] == "any"), None)
    return words if any_at is None else (*words[:any_at], "every", *words[any_at + 1 :])
