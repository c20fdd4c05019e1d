# SPDX-License-Identifier: Apache-2.0
"""All of a kind with one look or another: "the dirty or torn socks" are the dirty socks and the torn socks.

Of one thing it is a choice: "a red or a blue book" is any of both.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words.naming import Name

_OF_ALL = frozenset({"all", "every", "each"})
_OF_SEVERAL = frozenset({"the", "any", "these", "those"})
_EVERYTHING = frozenset({"everything", "anything"})
_THAT = (("that", "are"), ("which", "are"), ("that", "is"), ("which", "is"), ("that", "look"))


def of_both_looks(words: Words, reader: SentenceReader) -> Words:
    """The words with each kind of look said as all of its own."""
    for at, word in enumerate(words):
        if word == "or" and 1 < at < len(words) - 1 and _stands_between_looks(words, at, reader):
            said = _before_the_noun(words, at, reader) or _behind_the_noun(words, at, reader)
            if said:
                return of_both_looks(said, reader)
    return words


def _stands_between_looks(words: Words, at: int, reader: SentenceReader) -> bool:
    look = reader.book.adjectives.attribute
    return look(words[at - 1]) is not None and look(words[at + 1]) is not None


def _before_the_noun(words: Words, at: int, reader: SentenceReader) -> Words:
    """As in "all red or blue books", "the dirty or torn socks"; empty: it is not so."""
    first, name = at - 2, reader.names.match(words, at + 2)
    if first < 0 or name is None or not _is_all(words[first], name) or reader.names.is_place(name):
        return ()
    noun = words[at + 2 : at + 2 + name.length]
    both = (*words[first:at], *noun, "and", words[first], words[at + 1], *noun)
    return (*words[:first], *both, *words[at + 2 + name.length :])


def _behind_the_noun(words: Words, at: int, reader: SentenceReader) -> Words:
    """As in "the socks that are dirty or torn", "everything that is red or blue"; empty: it is not so."""
    begin = at - 3
    if begin < 1 or words[begin : begin + 2] not in _THAT:
        return ()
    look, other = words[at - 1], words[at + 1]
    if words[begin - 1] in _EVERYTHING:
        each = words[begin - 1 : begin + 2]
        return (*words[: begin - 1], *each, look, "and", *each, other, *words[at + 2 :])
    said = _noun_before(words, begin, reader)
    if not said:
        return ()
    both = (said[0], look, *said[1:], "and", said[0], other, *said[1:])
    return (*words[: begin - len(said)], *both, *words[at + 2 :])


def _noun_before(words: Words, end: int, reader: SentenceReader) -> Words:
    """The words of all of a kind that end at an index; empty: none do."""
    for begin in range(end - 2, max(-1, end - 5), -1):
        name = reader.names.match(words, begin + 1)
        if name is not None and begin + 1 + name.length == end and _is_all(words[begin], name):
            return () if reader.names.is_place(name) else words[begin:end]
    return ()


def _is_all(determiner: str, name: Name) -> bool:
    """Whether all of a kind is spoken of."""
    return determiner in _OF_ALL or (determiner in _OF_SEVERAL and name.is_plural)
