# SPDX-License-Identifier: Apache-2.0
"""Whom a thing is for that goes to a place: "put a glass on desk 1 for Dr Chen". The place is where it goes."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_GUESTS = frozenset(
    "guest guests visitor visitors customer customers client clients patient patients child children kid kids "
    "everyone everybody people".split()
)
_SHARED = frozenset({"each", "every", "both", "all"})
_LONGEST = 4  # words of whom it is for


def placed_for(words: Words, reader: SentenceReader) -> Words:
    """The words without whom it is for, at the end of an order that says where it goes."""
    return each_sentence(words, lambda said: _order(said, reader) or said)


def _order(words: Words, reader: SentenceReader) -> Words:
    """An order without whom its things are for; empty: it does not say so, or not where they go."""
    verb = reader.book.said_verbs.find(words, 0)
    if verb is None or "for" not in words[2:] or "set" in words[: verb.length]:
        return ()
    at = max(i for i, word in enumerate(words) if word == "for")
    whom = words[at + 1 :]
    if not 0 < len(whom) <= _LONGEST or not _SHARED.isdisjoint(words) or not _is_somebody(whom, reader):
        return ()
    sides = reader.book.places.sides
    ways = (i for i in range(2, at - 1) if sides.find(words, i) is not None and placing_end(words, i, reader) == at)
    begin = next(ways, None)
    if begin is None or any(reader.names.is_person(reader.names.match(words, i)) for i in range(begin, at)):
        return ()  # "bring the cup to Omar for Anna": who gets it, is not clear
    if not reader.starts_order(words):
        return ()
    reader.turned.add(words[at:])
    return words[:at]


def _is_somebody(whom: Words, reader: SentenceReader) -> bool:
    """Whether words are a person, or somebody by what they are here: "the guest"."""
    bare = tuple(word for word in whom if word not in lx.DEFINITE and word not in ("a", "an", "our", "my"))
    if len(bare) != 1 and not reader.names.is_person(reader.names.match(bare, 0) if bare else None):
        return False
    name = reader.names.match(bare, 0)
    is_person = reader.names.is_person(name) and name is not None and name.length == len(bare)
    return is_person or bare[0] in _GUESTS or bare[0] in lx.RECIPIENTS
