# SPDX-License-Identifier: Apache-2.0
"""What is named before it is said what is done with it: "the plates in the sink, bring to the counter"."""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import begins_things
from planner_node.language.words import lexicon as lx

_IT = frozenset({"it", "they", "these", "those", "both"})
_FAR = 6  # words from a place to what should be there


def objects_first(words: Words, reader: SentenceReader) -> Iterator[Words]:
    """The words with things behind their verb, and with a place behind what should be there."""
    for begin, end in _sentences(words):
        for turned in (_behind_verb(words[begin:end], reader), _behind_wish(words[begin:end], reader)):
            if turned is not None:
                yield (*words[:begin], *turned, *words[end:])


def _sentences(words: Words) -> Iterator[tuple[int, int]]:
    begin = 0
    for at, word in enumerate((*words, ".")):
        if word in ENDS:
            if at > begin:
                yield begin, at
            begin = at + 1


def _behind_verb(words: Words, reader: SentenceReader) -> Words | None:
    """The words with "bring the plates to the counter" for "the plates, bring to the counter"."""
    core = opened(words, reader.book.sentences).words
    if reader.starts_order(core) or not begins_things(core, reader):
        return None
    for at in range(1, len(core) - 2):
        order = opened(core[at:], reader.book.sentences).words
        verb = reader.book.said_verbs.find(order, 0)
        if verb is None or reader.names.match(order, 0) is not None:
            continue
        behind = order[verb.length :]
        placed = reader.book.places.sides.find(behind, 0) is not None and behind[0] not in lx.PARTICLES
        if placed or behind[:1] in (("away",), ("back",), ("there",), ("out",)):
            things = core[: at - 1] if core[at - 1] in (",", ":") else core[:at]
            return (*order[: verb.length], *things, *behind)
    return None


def _behind_wish(words: Words, reader: SentenceReader) -> Words | None:
    """The words with "they should be on the shelf" for "on the shelf they should be"."""
    if reader.book.places.sides.find(words, 0) is None:
        return None
    for at in range(2, len(words) - 1):
        subject = 1 if words[at] in _IT else 0
        modal = reader.book.sentences.modals.find(words, at + subject) if subject else None
        if modal is None:
            continue
        rest = words[at + subject + modal.length :]
        being = reader.book.sentences.being.find(rest, 0)
        if being is not None and being.length == len(rest):
            place = words[: at - 1] if words[at - 1] == "," else words[:at]
            return (*words[at:], *place)
    return None
