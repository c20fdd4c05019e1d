# SPDX-License-Identifier: Apache-2.0
"""So many things for each of others: "one fork per plate", "a spoon next to each bowl", "forks, one for each plate".

What they are for may be said first: "for each plate on table 2, bring a fork".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planner_node.language.rewording.amounts.counted_here import count_of, several, spelt, supports_of
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, without
from planner_node.language.sentence.shapes.parts import joined, placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_NEAR = (
    ("beside",), ("by",), ("near",), ("next", "to"), ("behind",), ("alongside",), ("in", "front", "of"), ("left", "of"),
    ("right", "of"), ("to", "the", "left", "of"), ("to", "the", "right", "of"), ("on", "the", "left", "of"),
    ("on", "the", "right", "of"), ("at", "the", "side", "of"),
)  # fmt: skip
_EACH = (("each",), ("every",), ("each", "of"), ("every", "one", "of"), ("each", "one", "of"))
_LEADS = (("per",), *((*lead, *each) for lead in (("for",), ("to",), ("with",), *_NEAR) for each in _EACH))
_LONGEST = 9  # words from the number to "for each"
_MOST_LOOKS = 3
_FIRST = (("per",), *(("for", *each) for each in _EACH))
_BACK = frozenset({"there"})


@dataclass(frozen=True, slots=True)
class _Others:
    """The things for each of which there are to be so many.

    Attributes:
        name: of their kind.
        looks: what each looks like.
        end: index behind their name.
    """

    name: Name
    looks: frozenset[str]
    end: int


@needs({"per", "each", "every"})
def for_each(words: Words, reader: SentenceReader) -> Words:
    """The words with the number in all, at the place that is said, or at each place where the others are."""
    words = _said_last(words, reader)
    for at in range(2, len(words) - 1):
        lead = max((lead for lead in _LEADS if words[at : at + len(lead)] == lead), key=len, default=None)
        words = _named_one(words, at, at + len(lead), reader) if lead is not None else words
        others = _others(words, at + len(lead), reader) if lead is not None else None
        if others is None:
            continue
        said = _counted(words, at, others, reader) or _of_those_before(words, at, others, reader)
        if said is not None:
            return for_each(said, reader)
    return words


def _said_last(words: Words, reader: SentenceReader) -> Words:
    """The words with "for each plate on table 2" behind what is to be done, where it stands before that."""
    begin = 0
    for at in range(len(words) - 4):
        if at and words[at - 1] in ENDS:
            begin = at
        lead = max((lead for lead in _FIRST if words[at : at + len(lead)] == lead), key=len, default=None)
        others = _others(words, at + len(lead), reader) if lead is not None else None
        if others is None or opened(words[begin:at], reader.book.sentences).words:
            continue
        place = placing_end(words, others.end, reader)
        order = place + (words[place : place + 1] == (",",))
        if not reader.starts_order(words[order:]):
            continue
        end = _order_end(words, order, reader)
        where, said = words[others.end : place], words[order:end]
        said = (*said[:-1], *where) if said[-1] in _BACK else said
        return _said_last((*words[:at], *said, *words[at:place], *words[end:]), reader)
    return words


def _order_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Where an order ends: before a stop, or before another order."""
    for end in range(at + 2, len(words)):
        joint = words[end] in (",", "and", "then")
        if words[end] in ENDS or (joint and reader.starts_order(without(words[end:], {",", "and", "then"}))):
            return end
    return len(words)


def _named_one(words: Words, at: int, begin: int, reader: SentenceReader) -> Words:
    """With the noun in place of "one": "a clean plate for each dirty one"."""
    one = next((i for i in range(begin, min(len(words), begin + _MOST_LOOKS + 1)) if words[i] in lx.ONES), begin)
    if one == begin or any(reader.book.adjectives.attribute(word) is None for word in words[begin:one]):
        return words
    for i in range(max(0, at - _LONGEST), at):
        name = reader.names.match(words, i)
        if name is not None and not reader.names.is_place(name) and placing_end(words, i + name.length, reader) == at:
            return (*words[:one], *words[i : i + name.length], *words[one + 1 :])
    return words


def _others(words: Words, at: int, reader: SentenceReader) -> _Others | None:
    at += len(words[at:]) - len(without(words[at:], lx.DEFINITE))
    looks: set[str] = set()
    while at < len(words) and len(looks) < _MOST_LOOKS:
        name = reader.names.match(words, at)
        if name is not None:
            names = reader.names
            is_thing = name.node_id is None and (names.is_person(name) or not names.is_place(name))
            found = _Others(name, frozenset(looks), at + name.length)
            return found if is_thing and count_of(name, (), reader, found.looks) else None
        look = reader.book.adjectives.attribute(words[at])
        if look is None:
            return None
        looks.add(look)
        at += 1
    return None


def _counted(words: Words, at: int, others: _Others, reader: SentenceReader) -> Words | None:
    """Past "one fork (and one knife) (on table 2) per plate (on table 2)"; None: no number with a name is before it."""
    for begin in range(at - 2, max(-1, at - _LONGEST), -1):
        each = _number(words[begin])
        noun_end = _noun_end(words, begin + 1, at, reader) if each else 0
        if not noun_end or placing_end(words[:at], noun_end, reader) != at:
            continue
        placed = words[noun_end:at]
        listed = [*_listed_before(words, begin, reader), (begin, each, words[begin + 1 : noun_end])]
        end = placing_end(words, others.end, reader)
        where, goes = _apart(words[others.end : end], placed, reader)
        beside = _beside(words, at, others, reader)
        if goes:
            number = _there(others, where or goes, reader) or (0 if where else _there(others, (), reader))
            said = [(*_amounts(number, listed, reader), *beside, *goes)] if number else []
        elif reader.names.is_person(others.name):
            return None  # they are handed it
        else:
            supports = supports_of(others.name, reader, others.looks)
            said = [(*_amounts(n, listed, reader), *beside, *there) for there, n in sorted(supports.items())]
        return (*words[: listed[0][0]], *joined(tuple(said)), *words[end:]) if said else None
    return None


def _number(word: str) -> int:
    return 1 if word in ("a", "an") else lx.NUMBERS.get(word, 0)


def _listed_before(words: Words, at: int, reader: SentenceReader) -> list[tuple[int, int, Words]]:
    """Numbers with names before another of a list, with where each begins: "a fork and" before "a knife"."""
    end = at
    while end > 1 and words[end - 1] in (",", "and"):
        end -= 1
    for begin in range(end - 2, max(-1, end - _LONGEST), -1) if end < at else ():
        each = _number(words[begin])
        if each and _noun_end(words, begin + 1, end, reader) == end:
            return [*_listed_before(words, begin, reader), (begin, each, words[begin + 1 : end])]
    return []


def _beside(words: Words, at: int, others: _Others, reader: SentenceReader) -> Words:
    """Words as "next to the plates" for "next to each plate"; empty: nothing is said of how near they are to be."""
    near = next((lead for lead in _NEAR if words[at : at + len(lead)] == lead), ())
    name = others.end - others.name.length
    looks = tuple(word for word in words[at:name] if reader.book.adjectives.attribute(word) is not None)
    return (*near, "the", *looks, *several(words[name : others.end], reader)) if near else ()


def _of_those_before(words: Words, at: int, others: _Others, reader: SentenceReader) -> Words | None:
    """Past "the forks to table 2, one per plate"; None: other words stand before it."""
    each = lx.NUMBERS.get(words[at - 1], 0)
    ends = others.end == len(words) or words[others.end] in ENDS
    if not (each and ends and words[at - 2] in (",", "-")) or reader.names.is_person(others.name):
        return None
    begin = sentence_begin(words, at - 2)
    for i in range(begin + 1, at - 2):
        name = reader.names.match(words, i)
        if name is None or reader.names.is_place(name) or not name.is_plural:
            continue
        goes = words[i + name.length : at - 2]
        first = i - 1 if words[i - 1] in lx.DEFINITE | {"some"} else i
        number = each * (_there(others, goes, reader) or _there(others, (), reader))
        whole = placing_end(words, i + name.length, reader) == at - 2
        amount = _amount(number, words[i : i + name.length], reader)
        return (*words[:first], *amount, *goes, *words[others.end :]) if whole else None
    return None


def _noun_end(words: Words, at: int, stop: int, reader: SentenceReader) -> int:
    """Behind the name of a thing with its looks; 0: none begins there."""
    while at < stop:
        name = reader.names.match(words, at)
        if name is not None:
            return 0 if reader.names.is_place(name) or at + name.length > stop else at + name.length
        if reader.book.adjectives.attribute(words[at]) is None:
            return 0
        at += 1
    return 0


def _apart(behind: Words, before: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """Where the others are, if that is said, and where all goes: of two places behind, the second."""
    if before:
        return behind, before
    second = next((i for i in range(2, len(behind)) if reader.book.places.sides.find(behind, i)), None)
    return (behind[:second], behind[second:]) if second is not None else ((), behind)


def _there(others: _Others, where: Words, reader: SentenceReader) -> int:
    return count_of(others.name, where, reader, others.looks)


def _amounts(times: int, listed: Sequence[tuple[int, int, Words]], reader: SentenceReader) -> Words:
    """So many times each of some numbers with names."""
    return joined(tuple(_amount(times * each, noun, reader) for _, each, noun in listed))


def _amount(number: int, noun: Words, reader: SentenceReader) -> Words:
    """A number with a noun; none of it is nothing."""
    return (spelt(number), *(noun if number == 1 else several(noun, reader))) if number else ()
