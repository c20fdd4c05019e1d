# SPDX-License-Identifier: Apache-2.0
"""So many of what was told of: "if there are any buns left, bring two to Lucy", "Anna loves cupcakes, give her two"."""

from __future__ import annotations

from planner_node.language.people.person_phrases import read_person
from planner_node.language.rewording.needed import DIGIT, needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_GIVING = frozenset({Verb.BRING, Verb.TAKE, Verb.SERVE, Verb.OFFER})
_BEHIND = ENDS | {",", "to", "for", "please", "and", "from"}
_STOPS = ENDS | {","}


@needs({*lx.NUMBERS, DIGIT})
def bare_numbers(words: Words, reader: SentenceReader) -> Words:
    """The words with the kind behind a number that stands alone, where no order before names things."""
    for at in range(3, len(words)):
        count = lx.NUMBERS.get(words[at], 0) or (int(words[at]) if words[at].isdecimal() else 0)
        if not count or count < 2 or not _stands_alone(words, at, reader):
            continue
        begin = _order_begins(words, at, reader)
        kind = _told_before(words[:begin], reader) if begin else ()
        if kind:
            reader.turned.add(words[at : at + 1])
            return bare_numbers((*words[: at + 1], *kind, *words[at + 1 :]), reader)
    return words


def _stands_alone(words: Words, at: int, reader: SentenceReader) -> bool:
    behind = words[at + 1 : at + 2]
    return not behind or behind[0] in _BEHIND or reader.book.places.sides.find(words, at + 1) is not None


def _order_begins(words: Words, at: int, reader: SentenceReader) -> int:
    """Index of the verb that gives so many, with who gets them between; 0: none does."""
    for begin in range(at - 1, max(0, at - 4), -1):
        verb = reader.book.said_verbs.find(words, begin)
        if verb is None or verb.value.verb not in _GIVING or words[begin - 1] not in _STOPS | {"and", "please", "then"}:
            continue
        between = words[begin + verb.length : at]
        read = read_person(between, 0, reader.names, reader.book) if between else None
        named = reader.names.match(between, 0) if between else None
        length = read.length if read is not None else named.length if reader.names.is_person(named) and named else 0
        if len(between) == length or between in (("me",), ("us",), ("her",), ("him",), ("them",)):
            return begin
    return 0


def _told_before(before: Words, reader: SentenceReader) -> Words:
    """The last plural that was named in sentences that are no orders; empty: orders name things, or nothing does."""
    found: Words = ()
    begin = 0
    for end in [*(i for i, word in enumerate(before) if word in _STOPS), len(before)]:
        part = before[begin:end]
        for at in range(len(part)):
            name = reader.names.match(part, at)
            if name is None or reader.names.is_place(name) or reader.names.is_person(name) or not name.is_plural:
                continue
            placed = any(reader.book.places.sides.find(part, i) for i in range(at + name.length, len(part)))
            topic = len(part) - name.length - (part[0] == "of") <= 1  # "the forks, put two on table 3"
            looks = part[at + name.length : at + name.length + 1] in (("are",), ("were",))  # "the plates are dirty"
            if placed or topic or looks or reader.starts_order(part):
                return ()  # what was told to be there is meant: "there are cups on the table. Bring two"
            found = part[at : at + name.length]
        begin = end + 1
    return found
