# SPDX-License-Identifier: Apache-2.0
"""Things that are named before the order that speaks of them: "the magazine over there, please put it on the shelf"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import begins_things, is_thing, placing_end

_MARKS = frozenset({",", "-", ":", "\u2013", "\u2014"})
_IT = frozenset({"it", "them", "that", "those", "these", "one"})
_POINTED = (("over", "there"), ("right", "there"), ("right", "here"), ("over", "here"), ("there",), ("here",))
_LONGEST = 12  # words of the things


def named_first(words: Words, reader: SentenceReader) -> Words:
    """The words with the things where a pronoun stands for them."""
    if _IT.isdisjoint(words):
        return words
    for at in range(2, len(words) - 2):
        if words[at] not in _MARKS:
            continue
        begin = sentence_begin(words, at)
        stop = sentence_end(words, at + 1)
        things = _pointed_out(opened(words[begin:at], reader.book.sentences).words)
        order = opened(words[at + 1 : stop], reader.book.sentences).words
        verb = reader.book.said_verbs.find(order, 0)
        it = verb.length if verb is not None and reader.starts_order(order) else len(order)
        if order[it : it + 1] and order[it] in _IT and _are_things(things, reader):
            return named_first((*words[:begin], *order[:it], *things, *order[it + 1 :], *words[stop:]), reader)
    return words


def _pointed_out(things: Words) -> Words:
    """Things without where somebody points: "the magazine over there"."""
    said = next((p for p in _POINTED if things[-len(p) :] == p), ())
    return things[: len(things) - len(said)]


def _are_things(words: Words, reader: SentenceReader) -> bool:
    """Whether words name things, perhaps with where they are, and nothing else."""
    if not words or len(words) > _LONGEST or not begins_things(words, reader):
        return False
    end = next((i for i in range(1, len(words)) if placing_end(words, i, reader) == len(words)), len(words))
    named = " ".join("," if word == "and" else word for word in words[:end]).split(",")
    parts = [tuple(part.split()) for part in named]
    return all(part and is_thing(part, reader) for part in parts)
