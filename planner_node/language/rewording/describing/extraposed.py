# SPDX-License-Identifier: Apache-2.0
"""What is said of things behind their place: "everything off the bed that isn't a pillow"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_RELATIVE = frozenset({"that", "which"})
_BEING = (("is", "not"), ("are", "not"), ("isn't",), ("aren't",), ("is",), ("are",))
_MADE = tuple(
    (*lead, "made", *of)
    for lead in ((), ("that", "is"), ("that", "are"), ("which", "is"), ("which", "are"), ("that's",), ("which's",))
    for of in (("of",), ("out", "of"), ("from",))
)
_LONGEST_MATERIAL = 2  # words
_LONGEST_PLACE = 7  # words of a place with its preposition
_JOINTS = frozenset({"and", "or", ","})


@needs({"made", *_RELATIVE})
def extraposed(words: Words, reader: SentenceReader) -> Words:
    """The words with such a clause before the place, where it can be said of "everything" there alone."""
    for at in range(3, len(words) - 2):
        end = _end_of_made(words, at, reader)
        if not end and words[at] not in _RELATIVE:
            continue
        end = end or clause_end(words, at, reader)
        begin = _place_begin(words, at, reader) if end > at else None
        if begin is not None and (
            words[begin - 1] in reader.book.nouns.anything or _is_of_things(words, begin, at, reader)
        ):
            return (*words[:begin], *words[at:end], *words[begin:at], *words[end:])
    return words


def _end_of_made(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind "that is made of glass"; 0: no such thing stands there."""
    said = next((m for m in _MADE if words[at : at + len(m)] == m), None)
    if said is None:
        return 0
    begin = end = at + len(said)
    places, belonging = reader.book.places, reader.book.verbs.belonging
    while end < min(len(words), begin + _LONGEST_MATERIAL) and words[end] not in ENDS | _JOINTS:
        if places.sides.find(words, end) is not None or belonging.find(words, end) is not None:
            break
        end += 1
    return end if end > begin else 0


def _is_of_things(words: Words, place: int, at: int, reader: SentenceReader) -> bool:
    """Whether "that are blue" behind one place is said of several things before it, or no place looks so."""
    names = ((i, reader.names.match(words, i)) for i in range(max(0, place - 3), place))
    things = next((n for i, n in names if n is not None and i + n.length == place), None)
    where = next((n for i in range(place + 1, at) if (n := reader.names.match(words, i)) is not None), None)
    if things is None or where is None or where.is_plural or reader.names.is_place(things):
        return False
    if words[at + 1] in ("are", "aren't") or "made" in words[at : at + 3]:
        return things.is_plural
    looks = frozenset({words[at + 2]})
    is_so = reader.names.here.looks_so(NounPhrase("", things.concept), looks)
    return is_so and not reader.names.here.is_any_so(NounPhrase("", where.concept, where.node_id), looks)


def _place_begin(words: Words, end: int, reader: SentenceReader) -> int | None:
    """Where a preposition with a place begins that ends before a position; None: none does."""
    places = reader.book.places
    for begin in range(end - 2, max(0, end - _LONGEST_PLACE), -1):
        side = places.sources.find(words, begin) or places.sides.find(words, begin)
        if side is not None and named_place_end(words, begin + side.length, reader) == end:
            return begin
    return None


def clause_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind "that isn't a pillow", "that is red and dirty"; the position itself: something else stands there."""
    being = next((b for b in _BEING if words[at + 1 : at + 1 + len(b)] == b), None)
    if being is None:
        return at
    begin = end = at + 1 + len(being)
    while end < len(words):
        required = reader.book.adjectives.requirements.find(words, end)
        looks = reader.book.adjectives.attribute(words[end]) or words[end] in reader.names.attributes
        if required is None and not looks and not (words[end] in _JOINTS and end > begin):
            break
        end += required.length if required is not None else 1
    while end > begin and words[end - 1] in _JOINTS:
        end -= 1
    behind = without(words[end:], lx.ARTICLES)
    name = reader.names.match(behind, 0) if end == begin else None
    if name is not None and being not in (("is",), ("are",)) and not reader.names.is_place(name):
        return len(words) - len(behind) + name.length
    return end if end > begin else at
