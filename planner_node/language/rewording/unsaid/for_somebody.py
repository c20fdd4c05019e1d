# SPDX-License-Identifier: Apache-2.0
"""Somebody's things for somebody, without a verb: "Anna's jacket to Carla"; for how many: "forks for four guests"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words import lexicon as lx

_TO = frozenset({"to", "for"})
_EATING = frozenset({"guests", "people", "persons", "visitors", "children", "kids", "adults", "diners"})
_COUNTED = lx.NUMBERS.keys() | lx.ARTICLES | frozenset("all any more enough many few fewer both".split())
_JOINTS = frozenset({",", "and"})


def for_somebody(words: Words, reader: SentenceReader) -> Words:
    """With "bring" before it, and the number before each of the things."""
    words = _for_so_many(words, reader)
    for begin in (0, *(i + 1 for i, word in enumerate(words) if word in ENDS)):
        end = sentence_end(words, begin)
        said = words[begin:end]
        to = next((i for i in range(2, len(said) - 1) if said[i] in _TO), None)
        if to is None or not said[0].endswith("'s") or reader.names.match(said, 0) is not None:
            continue
        name = reader.names.match(said, 1)
        whom = said[to + 1 :]
        alone = len(whom) == 1 and (whom[0] in lx.RECIPIENTS or whom[0] == said[0].removesuffix("'s"))
        person = reader.names.match(whom, 0)
        alone |= person is not None and person.length == len(whom) and reader.names.is_person(person)
        if name is not None and 1 + name.length == to and not reader.names.is_place(name) and alone:
            return (*words[:begin], "bring", *said[:to], "to", *whom, *words[end:])
    return words


def _for_so_many(words: Words, reader: SentenceReader) -> Words:
    """With "four forks and four knives" for "forks and knives for four guests"."""
    for at in range(1, len(words) - 2):
        number, who = words[at + 1], words[at + 2]
        if words[at] != "for" or number not in lx.NUMBERS or who not in _EATING or lx.NUMBERS[number] < 2:
            continue
        nouns = _plurals_before(words, at, reader)
        if not nouns or "set" in words[sentence_begin(words, at) : nouns[0]]:
            continue
        for begin in reversed(nouns):
            words = (*words[:begin], number, *words[begin:])
        reader.turned.add(words[at + len(nouns) : at + len(nouns) + 3])
        return (*words[: at + len(nouns)], *words[at + len(nouns) + 3 :])
    return words


def _plurals_before(words: Words, end: int, reader: SentenceReader) -> tuple[int, ...]:
    """Where each of the bare plurals begins that are listed right before a position; empty: none are."""
    found: list[int] = []
    while end > 0:
        begins = (i for i in range(max(0, end - 3), end) if (n := reader.names.match(words, i)) and i + n.length == end)
        begin = next(begins, None)
        name = reader.names.match(words, begin) if begin is not None else None
        if begin is None or name is None or not name.is_plural or reader.names.is_place(name):
            return ()
        while begin > 0 and reader.book.adjectives.attribute(words[begin - 1]) is not None:
            begin -= 1  # "clean plates for three guests"
        found.insert(0, begin)
        if begin == 0 or words[begin - 1] not in _JOINTS:
            counted = begin > 0 and words[begin - 1] in _COUNTED
            return () if counted else tuple(found)
        end = begin - 1
        while end > 0 and words[end - 1] in _JOINTS:
            end -= 1
    return tuple(found)
