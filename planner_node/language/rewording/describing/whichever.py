# SPDX-License-Identifier: Apache-2.0
"""Whichever it is: "whichever nightstand has a watch" is "the nightstand that has a watch"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words

_HAVING = {"has": "has", "have": "have", "holds": "has", "contains": "has", "carries": "has"}
_BEING = frozenset({"is", "are"})
_STILL = frozenset({"still", "currently", "already", "now", "left"})
_ARTICLES = frozenset({"the", "a", "an", "my"})


def whichever(words: Words, reader: SentenceReader) -> Words:
    """The words with a relative clause in place of such a one about furniture, and without "still" in others."""
    for at in range(1, len(words) - 3):
        name = reader.names.match(words, at + 1) if words[at] in reader.book.nouns.whichever else None
        if name is None or not reader.names.is_present(name):
            continue
        end = at + 1 + name.length
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
