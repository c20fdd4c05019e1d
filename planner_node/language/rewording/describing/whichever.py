# SPDX-License-Identifier: Apache-2.0
"""Whichever it is: "whichever stand has a watch" is "the stand that has a watch", "whatever cups are dirty" are all."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words

_HAVING = {"has": "has", "have": "have", "holds": "has", "contains": "has", "carries": "has"}
_BEING = frozenset({"is", "are"})
_STILL = frozenset({"still", "currently", "already", "now", "left"})
_ARTICLES = frozenset({"the", "a", "an", "my"})


def whichever(words: Words, reader: SentenceReader) -> Words:
    """The words with a relative clause in place of such a one about furniture, and without "still" in others."""
    for at in range(len(words) - 3):
        name = reader.names.match(words, at + 1) if words[at] in reader.book.nouns.whichever else None
        if name is None or not reader.names.is_present(name):
            continue
        end = at + 1 + name.length
        if _is_told_of(words, at, end) and not reader.names.is_place(name):  # "whatever forks are clean go in the box"
            return (*words[:at], "all", "the", *words[at + 1 : end], "that", *words[end:])
        if words[end : end + 1] and words[end] in _BEING and words[end + 1 : end + 2] and words[end + 1] in _STILL:
            return whichever((*words[: end + 1], *words[end + 2 :]), reader)
        behind = words[end] if end < len(words) else ""
        is_placed = reader.book.places.sides.find(words, at - 1) or reader.book.places.sources.find(words, at - 1)
        if not reader.names.is_place(name) or not is_placed:
            continue
        if behind in _HAVING:
            return (*words[:at], "the", *words[at + 1 : end], "that", _HAVING[behind], *words[end + 1 :])
        if behind in _ARTICLES:  # "whichever nightstand the watch is on"
            return (*words[:at], "the", *words[at + 1 : end], "that", *words[end:])
    return words


def _is_told_of(words: Words, at: int, end: int) -> bool:
    """Whether "whatever cups are dirty" begins there, and not a choice as "whichever cup is nearest"."""
    told = words[end : end + 1] != () and words[end] in _BEING and words[end + 1 : end + 2] != ()
    return told and words[at] == "whatever" and words[end + 1] not in _STILL
