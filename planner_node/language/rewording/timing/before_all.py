# SPDX-License-Identifier: Apache-2.0
"""What comes before all else: "before you do anything else, turn on the light. Bring me the saw" turns it on first."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds, without

_ALL = tuple(
    tuple(f"before {said}".split())
    for said in (
        "you do anything else", "you do anything", "doing anything else", "doing anything", "anything else",
        "everything else", "all else", "you start", "you begin", "starting", "beginning", "you get started",
        "you do that", "that",
    )
)  # fmt: skip
_JOINTS = frozenset({",", "-", ":", "please", "first", "and", "but"})


@needs({"before"})
def before_all(words: Words, reader: SentenceReader) -> Words:
    """The words with that first, and with "then" before what else is asked for."""
    bounds = list(sentence_bounds(words))
    for index, (begin, end) in enumerate(bounds):
        said = words[begin:end]
        first = _first(said, reader)
        if first is None or (said[:2] == ("before", "that") and begin == 0):
            continue
        before = tuple(word for b, e in bounds[:index] for word in words[b : e + 1])
        behind = tuple(word for b, e in bounds[index + 1 :] for word in words[b : e + 1])
        if before and (said[0] != "before" or not reader.starts_order(opened(before, reader.book.sentences).words)):
            continue
        if behind and not reader.starts_order(opened(without(behind, {"then"}), reader.book.sentences).words):
            continue
        reader.turned.update(
            tuple(said[at : at + len(a)]) for a in _ALL for at in range(len(said)) if said[at : at + len(a)] == a
        )
        rest = (*before, *behind)
        return (*first, *((".", "then", *without(rest, {"then"})) if rest else words[end : end + 1]))
    return words


def _first(said: Words, reader: SentenceReader) -> Words | None:
    """What a sentence asks for before all else; None: it asks for no such thing."""
    if (length := next((len(a) for a in _ALL if said[: len(a)] == a), 0)) and said[length : length + 1]:
        order = opened(without(said[length:], _JOINTS), reader.book.sentences).words
        return order if said[length] in _JOINTS and reader.starts_order(order) else None
    for lead in (a for a in _ALL if a[-1] not in ("that",)):
        at = len(said) - len(lead)
        if at > 2 and said[at:] == lead:
            order = opened(said[:at], reader.book.sentences).words
            while order and order[-1] in _JOINTS:
                order = order[:-1]
            return order if reader.starts_order(order) else None
    return None
