# SPDX-License-Identifier: Apache-2.0
"""What is excepted, by what it was called before: "all folders except those on desk 2", "every desk but the second".

What is said of several places is said of each: "the mugs except the ones on desk 1 and desk 2", "the mug that is on
neither of them".
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_THOSE = frozenset({"those", "these"})
_RELATIVE = frozenset({"that", "which", "with"})
_ORDINALS = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth".split())
_JOINTS = frozenset({"and", "or", "nor"})
_NOT = (("is", "not"), ("are", "not"), ("isn't",), ("aren't",))
_LONGEST = 4  # words of a name


def those_excepted(words: Words, reader: SentenceReader) -> Words:
    """The words with "the ones" for "those", and with the name of furniture behind an ordinal number."""
    words = _at_none_of(_at_several(words, reader), reader)
    if _THOSE.isdisjoint(words) and _ORDINALS.isdisjoint(words):
        return words
    excepted = reader.book.nouns.excepted
    for at in range(2, len(words) - 1):
        found = excepted.find(words, at)
        begin = at + found.length if found is not None else at + 1
        if (found is None and words[at] != lx.BUT) or begin + 1 >= len(words):
            continue
        if words[begin] in _THOSE and _tells_more(words, begin + 1, reader):
            ones = "things" if _is_all(words[:at]) else "ones"
            return those_excepted((*words[:begin], "the", ones, *words[begin + 1 :]), reader)
        ordinal = words[begin + 1] in _ORDINALS and words[begin] == "the"
        end = begin + 2 + (words[begin + 2 : begin + 3] == ("one",))
        noun = _furniture_before(words, at, reader) if ordinal and _ends(words, end, reader) else ()
        if noun:
            more = (*words[end : end + 3], *noun) if _goes_on(words, end) else ()
            return those_excepted((*words[: begin + 2], *noun, *more, *words[end + (3 if more else 0) :]), reader)
    return words


def _is_all(words: Words) -> bool:
    """Whether words end in "everything", of which there are no ones."""
    return words[-1:] in (("everything",), ("anything",)) or words[-2:-1] == ("everything",)


def _goes_on(words: Words, at: int) -> bool:
    """Whether another ordinal number follows: "the second and the third"."""
    is_next = words[at : at + 2] == ("and", "the") and words[at + 2 : at + 3] != () and words[at + 2] in _ORDINALS
    return is_next and (len(words) == at + 3 or words[at + 3] in ENDS | {","})


def _at_several(words: Words, reader: SentenceReader) -> Words:
    """The words with "the ones" before each further place of those that are excepted."""
    if _JOINTS.isdisjoint(words):
        return words
    excepted = reader.book.nouns.excepted
    for at in range(2, len(words) - 4):
        found = excepted.find(words, at)
        begin = at + found.length if found is not None else at + 1
        if found is None and words[at] != lx.BUT:
            continue
        ones = 1 if words[begin] in _THOSE else 2 if words[begin + 1] in lx.ONES and words[begin] == "the" else 0
        places, end = _places(words, begin + ones, reader) if ones else ((), 0)
        if len(places) > 1:
            if _is_all(words[:at]):
                return (*words[:at], *_at_neither(places), *words[end:])
            head = ("the", "one") if words[begin + 1] == "one" else ("the", "ones")
            each = (word for n, p in enumerate(places) for word in (*(("and",) if n else ()), *head, *p))
            return (*words[:begin], *each, *words[end:])
    return words


def _at_none_of(words: Words, reader: SentenceReader) -> Words:
    """The words with what is excepted, for "that is not on desk 1 or desk 2"."""
    if _JOINTS.isdisjoint(words):
        return words
    for at in range(2, len(words) - 5):
        denial: Words | None = next((n for n in _NOT if words[at + 1 : at + 1 + len(n)] == n), None)
        denial = words[at + 1 : at + 2] if words[at : at + 2] == ("that's", "not") else denial
        if words[at] not in ("that", "which", "that's") or denial is None:
            continue
        places, end = _places(words, at + 1 + len(denial), reader)
        if len(places) > 1:
            if words[end : end + 1] == ("and",) or _is_all(words[:at]):  # what follows would be excepted, too
                return (*words[:at], *_at_neither(places), *words[end:])
            each = (word for n, p in enumerate(places) for word in (*(("and",) if n else ()), "the", "ones", *p))
            return _at_none_of((*words[:at], "except", *each, *words[end:]), reader)
    return words


def _at_neither(places: tuple[Words, ...]) -> Words:
    """Words for things at none of some places, which are not understood yet and so are asked back."""
    parts = (word for n, place in enumerate(places) for word in (*(("nor",) if n else ()), *place))
    return ("that", "are", "neither", *parts)


def _places(words: Words, at: int, reader: SentenceReader) -> tuple[tuple[Words, ...], int]:
    """Places with their prepositions that are joined by "and" or "or" there, and where they end; empty: only one is."""
    sides, found = reader.book.places.sides, list[Words]()
    joints: list[str] = []
    last = at
    side: Words = ()
    while at < len(words):
        said = sides.find(words, at)
        side = words[at : at + said.length] if said is not None else side
        at += said.length if said is not None else 0
        end = named_place_end(words, at, reader)
        if not side or end == at:
            break
        found.append((*side, *words[at:end]))
        last = end
        if words[end : end + 1] == () or words[end] not in _JOINTS | {","}:
            break
        joints.append(words[end])
        at = end + 1
        if joints[-1] == "," and words[at : at + 1] and words[at] in _JOINTS:
            joints[-1], at = words[at], at + 1
        at += words[at : at + 1] == ("not",)
    is_list = len(found) > 1 and joints[len(found) - 2] in _JOINTS and _ends(words, last, reader)
    return (tuple(found), last) if is_list else ((), 0)


def _tells_more(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether it is told which ones are meant."""
    if at >= len(words):
        return False
    places = reader.book.places
    placed = places.sides.find(words, at) or places.near.find(words, at) or places.sources.find(words, at)
    return words[at] in _RELATIVE or placed is not None


def _furniture_before(words: Words, at: int, reader: SentenceReader) -> Words:
    """What one piece of the furniture is called that words before a position end in; empty: they end in none."""
    end = at - (words[at - 1] == ",")
    for begin in range(max(0, end - _LONGEST), end):
        name = reader.names.match(words[:end], begin)
        if name is None or begin + name.length != end or not reader.names.is_place(name) or name.node_id is not None:
            continue
        is_room = reader.names.is_room(name) or name.concept is None
        return () if is_room or name.concept is None else tuple(name.concept.split("_"))
    return ()


def _ends(words: Words, at: int, reader: SentenceReader) -> bool:
    if at >= len(words) or words[at] in ENDS | {",", "and"}:
        return True
    behind = (reader.book.places.sides, reader.book.sentences.receiving, reader.book.sentences.modals)
    return any(table.find(words, at) is not None for table in behind)
