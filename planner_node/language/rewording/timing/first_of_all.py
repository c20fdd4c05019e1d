# SPDX-License-Identifier: Apache-2.0
"""What is said last and comes first: "switch it on, but before that put it away": put it away, then switch it on."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end, without

_BEGINNING = (("to", "begin", "with"), ("to", "start", "with"), ("for", "starters"), ("for", "a", "start"))
_WAS = frozenset({"was", "were", "had", "been"})
_NEAR = 5  # words before it
_JOINTS = frozenset({",", "but", "and", ";", "."})


def first_of_all(words: Words, reader: SentenceReader) -> Words:
    """With two orders in the order in which they are to be done, and without "to begin with" behind the first."""
    words = _without_beginning(words, reader)
    table = reader.book.sentences.earlier
    for at in range(2, len(words) - 2):
        found = table.find(words, at)
        if found is None or (words[at - 1] not in _JOINTS and words[at] not in _JOINTS):
            continue
        begin = _begin(words, at)
        end = sentence_end(words, at)
        later = _stripped(words[begin:at])
        earlier = without(words[at + found.length : end], {",", "please"})
        if later and reader.starts_order(later) and reader.starts_order(earlier):
            return (*words[:begin], *earlier, ",", "then", *later, *words[end:])
    return words


def _without_beginning(words: Words, reader: SentenceReader) -> Words:
    """Without "to begin with" behind what comes first anyhow; not of where something was then."""
    for at in range(3, len(words) - 2):
        said = next((b for b in _BEGINNING if words[at : at + len(b)] == b), None)
        if said is not None and _WAS.isdisjoint(words[max(0, at - _NEAR) : at]) and words[at - 1] not in _JOINTS:
            reader.turned.add(said)
            return (*words[:at], *words[at + len(said) :])
    return words


def _begin(words: Words, at: int) -> int:
    """Where the sentence before begins: this one, or the one before where that is what begins here."""
    last = at - 1
    while last >= 0 and words[last] in _JOINTS:
        last -= 1
    return sentence_begin(words, last + 1)


def _stripped(words: Words) -> Words:
    while words and words[-1] in _JOINTS:
        words = words[:-1]
    return words
