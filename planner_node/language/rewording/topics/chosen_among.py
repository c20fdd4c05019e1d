# SPDX-License-Identifier: Apache-2.0
"""Among which ones something is chosen, said first: "of the books, the largest goes on the sofa"."""

from __future__ import annotations

from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end, singular
from planner_node.language.words import lexicon as lx

_LEADS = (("out", "of"), ("from", "among"), ("among",), ("amongst",), ("of",), ("from",))
_ALL = frozenset({"all", "both"})
_RELATIVE = frozenset({"that", "which", "who", "with"})
_BEHIND_ONE = frozenset({"is", "are", "has", "should", "must", "goes", "can"})
_LISTED = {"first": 0, "former": 0, "second": 1, "latter": 1, "last": 1}
_FAR = 8  # words of those that are chosen among


def chosen_among(words: Words, reader: SentenceReader) -> Words:
    """The words with those that are chosen among behind what chooses: "the largest of the books goes on the sofa"."""
    found: list[str] = []
    begin = 0
    for at in range(len(words) + 1):
        if at == len(words) or words[at] in ENDS:
            said = words[begin:at]
            found += [*(_chosen(said, reader) or said), *words[at : at + 1]]
            begin = at + 1
    return tuple(found)


def _chosen(words: Words, reader: SentenceReader) -> Words | None:
    """A sentence with the choice before those; None: it does not begin with them."""
    lead = next((lead for lead in _LEADS if words[: len(lead)] == lead), None)
    if lead is None:
        return None
    begin = len(lead)
    comma = next((i for i in range(begin + 1, min(len(words), begin + _FAR)) if words[i] == ","), None)
    if comma is not None:
        things, rest = words[begin:comma], spelt_out(words[comma + 1 :], reader.book.sentences)
        rest = tuple(part for word in rest for part in (("one", "is") if word == "one's" else (word,)))
        both = _of_both(things, rest, reader)
        return both or _of_them(things, rest, reader)
    if lead != ("of",):
        return None
    end = _things_end(words, begin, reader)
    return _of_them(words[begin:end], words[end:], reader) if end else None


def _things_end(words: Words, begin: int, reader: SentenceReader) -> int:
    """Behind several things with what stands before them, and where they are; 0: none stand there."""
    at = begin
    while at < len(words) and (
        words[at] in _ALL | lx.DEFINITE or words[at] in lx.NUMBERS or _is_look(words[at], reader)
    ):
        at += 1
    name = reader.names.match(words, at) if at > begin and at < len(words) else None
    if name is None or not name.is_plural or reader.names.is_place(name) or reader.names.is_person(name):
        return 0
    end = at + name.length
    side = reader.book.places.sides.find(words, end)
    place = named_place_end(words, end + side.length, reader) if side is not None else end
    return place if side is not None and place > end + side.length else end


def _is_look(word: str, reader: SentenceReader) -> bool:
    return reader.book.adjectives.attribute(word) is not None


def _of_them(things: Words, rest: Words, reader: SentenceReader) -> Words | None:
    """With "the largest of the books" for "the largest", "the book that is red" for "the one that is red"."""
    if _things_end(things, 0, reader) != len(things):
        return None
    several = things[1:] if things[:1] and things[0] in _ALL else things
    for at in range(len(rest)):
        most = reader.book.superlatives.find(rest, at + 1) if rest[at] in ("the", "is", "are") else None
        end = at + 1 + most.length if most is not None else at
        end += rest[end : end + 1] != () and most is not None and rest[end] in lx.NUMBERS and rest[end] not in lx.ONES
        end += most is not None and rest[end : end + 1] != () and rest[end] in lx.ONES
        if most is not None and reader.names.match(rest, end) is None:
            if rest[at] == "the":
                said = tuple(word for word in rest[at:end] if word not in lx.ONES)
                return (*rest[:at], *_numbered(said), "of", *several, *rest[end:])
            asked = rest[:2] == ("which", "one") or rest[:2] == ("which", "ones")
            return ("which", "of", *several, *rest[1 + asked :]) if rest[:1] == ("which",) else None
        is_number = rest[at] in lx.NUMBERS and rest[at] != "both" and reader.names.match(rest, at + 1) is None
        if is_number and (at == 0 or (rest[at - 1] not in lx.ARTICLES and reader.names.match(rest, at - 1) is None)):
            return (*rest[: at + 1], "of", *several, *rest[at + 1 :])
        if most is None and rest[at] == "the" and rest[at + 1 : at + 2] and rest[at + 1] in lx.ONES:
            if rest[at + 2 : at + 3] == () or rest[at + 2] not in _RELATIVE:
                continue
            return (*rest[:at], "the", *_kind(several, rest[at + 1], reader), *rest[at + 2 :])
        if most is None and rest[at] == "the" and _is_look("".join(rest[at + 1 : at + 2]), reader):
            one = at + 2 + (rest[at + 2 : at + 3] != () and rest[at + 2] in lx.ONES)
            if reader.names.match(rest, one) is None:
                number = "ones" if rest[at + 2 : at + 3] == ("ones",) else "one"
                return (*rest[: at + 2], *_kind(several, number, reader), *rest[one:])
    return None


def _numbered(said: Words) -> Words:
    """With the number before the measure, as "the two largest"."""
    return (said[0], said[-1], *said[1:-1]) if said[-1] in lx.NUMBERS else said


def _kind(several: Words, one: str, reader: SentenceReader) -> Words:
    """What one of several is called, or several of them, without what stands before the name."""
    at = next(i for i in range(len(several)) if reader.names.match(several, i) is not None)
    name = reader.names.match(several, at)
    end = at + (name.length if name is not None else 1)
    looks = tuple(word for word in several[:at] if _is_look(word, reader))
    kind = several[at:end] if one == "ones" else singular(several[at:end], reader)
    return (*looks, *kind, *several[end:])


def _of_both(things: Words, rest: Words, reader: SentenceReader) -> Words | None:
    """With the names for "the first" and "the second" of two that are named: "of the jam and the honey, the first"."""
    link = things.index("and") if things.count("and") == 1 else 0
    parts = (things[:link], things[link + 1 :])
    named = [any(reader.names.match(part, i) is not None for i in range(len(part))) for part in parts]
    if not link or not all(part and part[0] in lx.ARTICLES for part in parts) or not all(named):
        return None
    found: list[str] = []
    at = told = 0
    while at < len(rest):
        rank = _LISTED.get("".join(rest[at + 1 : at + 2])) if rest[at] == "the" else None
        if rank is None or reader.names.match(rest, at + 2) is not None:
            found.append(rest[at])
            at += 1
            continue
        found += parts[rank]
        at += 2 + (rest[at + 2 : at + 3] == ("one",))
        told += 1
    return tuple(found) if told else None
