# SPDX-License-Identifier: Apache-2.0
"""What each cover has: "set table 3 for two with a fork and a knife", "lay it for two: a plate and a glass each".

So many of each go where they are brought for so many: "glasses for three to table 3", "a fork each for Anna and Ben".
"""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.rewording.amounts.counted_here import several, spelt
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import joined, named_place_end, placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_SETTING = frozenset({"set", "lay", "prepare"})
_PEOPLE = frozenset({"people", "persons", "guests", "of"})
_WITH = frozenset({"with", ":", "-", "using"})
_EACH = frozenset({"each", "apiece"})


def covers(words: Words, reader: SentenceReader) -> Words:
    """The words with so many of each thing for the table in place of those of one cover."""
    words = _for_so_many(words, reader)
    for at in range(len(words) - 5):
        end = named_place_end(words, at + 1, reader) if words[at] in _SETTING else 0
        number = lx.NUMBERS.get(words[end + 1], 0) if end > at + 1 and words[end : end + 1] == ("for",) else 0
        behind = end + 2 + (words[end + 2 : end + 3] != () and words[end + 2] in _PEOPLE) if number else 0
        if not behind or words[behind : behind + 1] == () or words[behind] not in _WITH:
            continue
        stop = sentence_end(words, behind)
        things = _of_one_cover(words[behind + 1 : stop], reader)
        if things:
            amounts = tuple((spelt(number), *several(thing, reader)) for thing in things)
            place = words[at + 1 : end]
            return (*words[:at], "put", *joined(amounts), "on", *place, *words[stop:])
    return words


def _for_so_many(words: Words, reader: SentenceReader) -> Words:
    """The words with a number for what is brought for so many: "two plates" for "plates for two"."""
    for at in range(2, len(words) - 2):
        number, end = _people(words, at, reader)
        each = words[at - 1] in _EACH
        if not number or placing_end(words, end, reader) == end:
            continue
        last = at - each
        begin = _laid_begin(words, last, each, reader)
        if begin < last and reader.book.said_verbs.find(words, 0) is not None:
            counted = tuple(_numbered(words[begin:last], number, reader))
            return (*words[:begin], *counted, *words[end:])
    return words


def _people(words: Words, at: int, reader: SentenceReader) -> tuple[int, int]:
    """How many people "for two", "for Anna and Ben" speaks of, and where it ends; 0: it speaks of none."""
    if words[at] != "for":
        return 0, at
    number = lx.NUMBERS.get(words[at + 1], 0)
    if number > 1:
        end = at + 2 + (words[at + 2 : at + 3] != () and words[at + 2] in _PEOPLE)
        return number, end
    end, found = at + 1, 0
    while end < len(words) and words[at - 1] in _EACH:
        name = reader.names.match(words, end)
        known = name is not None and reader.names.is_person(name)
        strange = name is None and words[end] not in reader.book.known_words
        if not (known or strange):
            return 0, at
        end, found = end + (name.length if name is not None else 1), found + 1
        if words[end : end + 1] not in (("and",), (",",)):
            break
        end += 1 + (words[end : end + 2] == (",", "and"))
    return (found, end) if found > 1 else (0, at)


def _laid_begin(words: Words, end: int, each: bool, reader: SentenceReader) -> int:
    """Where a list of things begins that ends there, of which each has one: bare plurals, or "a fork" before "each"."""
    begin = end
    while begin > 1:
        joint = begin
        while joint > 1 and joint < end and words[joint - 1] in (",", "and"):
            joint -= 1
        at = next((i for i in range(max(1, joint - 3), joint) if _ends_name(words, i, joint, reader)), None)
        if at is None or (begin < end and joint == begin):
            return begin
        name = reader.names.match(words, at)
        single = words[at - 1] in ("a", "an", "one")
        known = name is not None and name.node_id is None and _is_laid(name, reader)
        counted = words[at - 1] in lx.ARTICLES | lx.NUMBERS.keys() and not single
        if not known or counted or (single and not each) or (name is not None and not single and not name.is_plural):
            return begin
        begin = at - single
    return begin


def _ends_name(words: Words, at: int, end: int, reader: SentenceReader) -> bool:
    name = reader.names.match(words, at)
    return name is not None and at + name.length == end


def _numbered(things: Words, number: int, reader: SentenceReader) -> Iterator[str]:
    """A list of things with so many of each."""
    at = 0
    while at < len(things):
        single = things[at] in ("a", "an", "one")
        name = reader.names.match(things, at + single)
        if name is None:
            yield things[at]
            at += 1
            continue
        noun = things[at + single : at + single + name.length]
        yield from (spelt(number), *(noun if name.is_plural else several(noun, reader)))
        at += single + name.length


def _of_one_cover(words: Words, reader: SentenceReader) -> tuple[Words, ...]:
    """The things of a list of which each is one: "a fork, a knife and a glass each"; empty: it is another list."""
    words = words[:-1] if words[-1:] and words[-1] in _EACH else words
    found: list[Words] = []
    at = 0
    while at < len(words):
        at += words[at] in ("a", "an", "one")
        name = reader.names.match(words, at) if at < len(words) else None
        if name is None or name.is_plural or name.node_id is not None or not _is_laid(name, reader):
            return ()  # "with soup" is for what
        found.append(words[at : at + name.length])
        at += name.length
        joint = at
        while joint < len(words) and words[joint] in (",", "and"):
            joint += 1
        if at < len(words) and joint == at:
            return ()
        at = joint
    return tuple(found)


def _is_laid(name: Name, reader: SentenceReader) -> bool:
    return any(reader.names.ontology.is_a(name.concept or "", kind) for kind in ("tableware", "napkin"))
