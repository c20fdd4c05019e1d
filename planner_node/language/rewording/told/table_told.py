# SPDX-License-Identifier: Apache-2.0
"""For how many a table is set, and for what, where it is told besides: "we are four tonight, please set the table"."""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_FOR_IT = frozenset({"it", "that", "this", "them", "us", "everybody", "everyone"})


def table_told(words: Words, reader: SentenceReader) -> Words:
    """The words with what was told behind an order to set a table that says nothing of it."""
    for at in range(len(words)):
        end = _behind_table(words, at, reader)
        if end is None:
            continue
        rest = words[end:]
        rest = rest[2:] if rest[:1] == ("for",) and rest[1:2] and rest[1] in _FOR_IT else rest
        known = reader.book.occasions.find(rest, 1) if rest[:1] == ("for",) else None
        said, rest = (rest[: 1 + known.length], rest[1 + known.length :]) if known is not None else ((), rest)
        if rest and not is_clause_end(rest, 0, reader):
            continue
        told = (*_people(words, at, end, reader), *(() if said else _occasion(words, at, end, reader)))
        if told:
            return (*words[:end], *said, *told, *rest)
    return words


def _behind_table(words: Words, at: int, reader: SentenceReader) -> int | None:
    """Where an order to set "the table" that begins there ends; None: none does."""
    verbs = reader.book.verbs
    verb = reader.book.said_verbs.find(words, at)
    sets = verb is not None and " ".join(words[at : at + verb.length]) in verbs.setting_a_table
    if not (sets or words[at] in verbs.readying):
        return None
    begin = at + (verb.length if verb is not None and sets else 1)
    while begin < len(words) and words[begin] in lx.ARTICLES:
        begin += 1
    name = reader.names.match(words, begin)
    if name is None or name.concept is None or not reader.names.ontology.is_a(name.concept, "table"):
        return None
    end = begin + name.length
    return end if sets else end + 1 if words[end : end + 1] and words[end] in verbs.ready else None


def _elsewhere(words: Words, begin: int, end: int) -> Iterator[int]:
    return (i for i in range(len(words)) if not begin <= i < end)


def _people(words: Words, begin: int, end: int, reader: SentenceReader) -> Words:
    """The number of people that is told, in words for the order; empty: none is, or two are."""
    found: dict[str, None] = {}
    for at in _elsewhere(words, begin, end):
        told = reader.book.table_settings.counting.find(words, at)
        number = at + told.length if told is not None else at
        number += words[number : number + 1] in (("only",), ("just",), ("the",))
        if words[number : number + 1] and (words[number] in lx.NUMBERS or words[number].isdigit()):
            people = reader.book.table_settings.people.find(words, number + 1) is not None
            thing = reader.names.match(words, number + 1)
            is_person = thing is None or reader.names.is_person(thing)
            if people or (told is not None and is_person):
                found.setdefault(words[number])
    return ("for", *found, "people") if len(found) == 1 else ()


def _occasion(words: Words, begin: int, end: int, reader: SentenceReader) -> Words:
    """The occasion or the course that is told, in words for the order; empty: none is."""
    for at in _elsewhere(words, begin, end):
        having = reader.book.table_settings.having.find(words, at)
        behind = at + having.length if having is not None and words[at] != "with" else len(words)
        course = reader.book.courses.find(words, behind)
        if course is not None:
            return ("with", *words[behind : behind + course.length])
        occasion = reader.book.occasions.find(words, behind)
        if occasion is not None:
            return ("for", *words[behind : behind + occasion.length])
    return ()
