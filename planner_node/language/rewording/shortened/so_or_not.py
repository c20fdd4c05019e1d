# SPDX-License-Identifier: Apache-2.0
"""Looks that tell nothing apart: "put the socks, dirty or not, in the hamper", "all shirts, whether clean or dirty"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_SET_OFF = frozenset({",", "(", "-", "\u2013", "whether"})
_CLOSING = frozenset({",", ")", "-", "\u2013"})
_LONGEST = 4  # words of a name


def so_or_not(words: Words, reader: SentenceReader) -> Words:
    """The words without such looks, and with "all" before a bare plural."""
    if "or" not in words:
        return words
    for at in range(3, len(words) - 1):
        if words[at] != "or" or not _is_either(words[at - 1], words[at + 1], reader):
            continue
        begin = at - 1
        while begin > 0 and words[begin - 1] in _SET_OFF:
            begin -= 1
        if begin == at - 1:
            continue
        end = at + 2
        closes = end == len(words) or words[end] in _CLOSING | ENDS
        end += end < len(words) and words[end] in _CLOSING
        if closes or words[begin] == "whether":
            return so_or_not((*_as_all(words[:begin], reader), *words[end:]), reader)
    return words


def _is_either(one: str, other: str, reader: SentenceReader) -> bool:
    """Whether all things are one or the other: "dirty" or "not", "clean" or "dirty"."""
    known = reader.book.adjectives
    look = known.attribute(one)
    if look is None or other == "not":
        return look is not None
    against = known.attribute(other)
    return any(look in group and against in group and look != against for group in known.contraries)


def _as_all(words: Words, reader: SentenceReader) -> Words:
    """The words with "all" before the plural that they end in, if nothing stands before it but the verb."""
    for begin in range(max(1, len(words) - _LONGEST), len(words)):
        name = reader.names.match(words, begin)
        verb = reader.book.said_verbs.find(words, 0)
        if name is not None and name.is_plural and begin + name.length == len(words):
            return (*words[:begin], "all", *words[begin:]) if verb and verb.length == begin else words
    return words
