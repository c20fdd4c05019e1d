# SPDX-License-Identifier: Apache-2.0
"""What is not at a place yet, or belongs there, and goes there: "put the cups that aren't in the sink yet in there".

"Yet" and "already" say nothing more where it is told which things are meant.
"""

from __future__ import annotations

from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_RELATIVE = frozenset({"that", "which", "who", "whatever", "what"})
_YET = frozenset({"yet", "already"})
_NOT = {"aren't": ("are",), "isn't": ("is",), "haven't": ("have",), "hasn't": ("has",)}
_IS = {"is": "is", "are": "are", "has": "is", "have": "are"}
_PUT = frozenset("put placed moved brought taken laid stored".split())
_THERE = (
    *(("back", "there"), ("in", "there"), ("on", "there"), ("there",)),
    *(("on", "it"), ("in", "it"), ("into", "it"), ("onto", "it")),
)
_FARTHEST = 6  # words from "not" to "yet"


@needs({"not", *_NOT})
def not_yet(words: Words, reader: SentenceReader) -> Words:
    """The words without "yet" where it is said which things are meant, and with "are not" for "have not been put"."""
    for at in range(1, len(words) - 1):
        verb, begin = _NOT.get(words[at], words[at - 1 : at]), at - (words[at] == "not")
        if words[at] not in (*_NOT, "not") or verb[0] not in _IS or words[begin - 1] not in _RELATIVE:
            continue
        end = next((i for i in range(at + 1, len(words)) if words[i] in ENDS), len(words))
        yet = next((i for i in range(at + 1, min(end, at + _FARTHEST + 1)) if words[i] in _YET), end)
        inner = (*words[at + 1 : yet], *words[yet + 1 : end])
        has_been = verb[0] in ("has", "have")
        is_put = inner[:1] == ("been",) and inner[1:2] != () and inner[1] in _PUT
        if has_been and not (is_put and reader.book.places.sides.find(inner, 2) is not None):
            continue
        if yet == end and not has_been:
            continue
        reader.turned.add(words[begin:end])
        inner = inner[2:] if has_been else inner
        return not_yet((*words[:begin], _IS[verb[0]], "not", *inner, *words[end:]), reader)
    return words


def to_that_place(words: Words, reader: SentenceReader) -> Words:
    """The words with the place in place of "there", where it is said of things that they belong there or are not."""
    words = _all_that(words, reader)
    for at in range(3, len(words)):
        there = next((t for t in _THERE if words[at : at + len(t)] == t), ())
        if not there or not is_clause_end(words, at + len(there), reader):
            continue
        for begin in range(at - 2, 1, -1):
            side = reader.book.places.sides.find(words, begin)
            told = words[begin - 1] in ("not", *_NOT) or reader.book.verbs.belonging.find(words, begin - 1) is not None
            is_place = side is not None and named_place_end(words, begin + side.length, reader) == at
            if told and is_place and reader.starts_order(words[_clause(words, begin) : at]):
                return to_that_place((*words[:at], *words[begin:at], *words[at + len(there) :]), reader)
    return words


def _all_that(words: Words, reader: SentenceReader) -> Words:
    """The words with "everything that belongs" for "what belongs", where it is carried."""
    for at in range(1, len(words) - 2):
        if words[at] not in ("what", "whatever") or reader.book.said_verbs.find(words, at - 1) is None:
            continue
        if reader.book.nouns.belonging.find(("that", *words[at + 1 :]), 0) is not None:
            return (*words[:at], "everything", "that", *words[at + 1 :])
    return words


def _clause(words: Words, at: int) -> int:
    return next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS | {",", "and", "then"}), 0)
