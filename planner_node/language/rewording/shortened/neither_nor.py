# SPDX-License-Identifier: Apache-2.0
"""Two that are denied or wanted together: "neither red nor blue", "not only the mug but also the cup"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words import lexicon as lx

_IS = frozenset({"is", "are", "that's", "which's", "it's"})
_FAR = 6  # words of the first of the two
_ONLY = frozenset({"only", "just", "merely"})
_ALSO = frozenset({"also", "too"})
_DO = frozenset({"do", "does", "is", "are", "should", "must", "can"})


def neither_nor(words: Words, reader: SentenceReader) -> Words:
    """The words with "not A and not B", and with "A and B"."""
    words = _listed(words)
    if "neither" in words:
        words = _neither(_of_order(words), reader)
    return _not_only(words) if "only" in words or "just" in words or "merely" in words else words


def _listed(words: Words) -> Words:
    """Of "not the red one. Not the blue one either": "not the red one and not the blue one"."""
    for at in range(2, len(words) - 2):
        if words[at] != "not" or words[at + 1] not in lx.ARTICLES or words[at - 1] not in (".", ",", ";"):
            continue
        end = sentence_end(words, at)
        if words[end - 1] == "either":
            words, end = (*words[: end - 1], *words[end:]), end - 1
        begin = max(sentence_begin(words, at - 1), *(i + 1 for i in range(at - 1) if words[i] in (",", ";")), 0)
        first = words[begin : at - 1]
        if first[:1] == ("not",) and first[1:2] != () and first[1] in lx.ARTICLES and len(first) < _FAR:
            before = words[:begin] if words[begin - 1 : begin] != (".",) else (*words[: begin - 1], ",")
            return _listed((*before, *first, "and", *words[at:]))
    return words


def _of_order(words: Words) -> Words:
    """Of "bring a book, neither the red one nor the blue one": "bring a book, not the red one and not the blue one"."""
    for at in range(3, len(words) - 3):
        nor = next((i for i in range(at + 2, min(len(words) - 1, at + _FAR)) if words[i] in ("nor", "or")), 0)
        set_off = words[at - 1] in (",", "but", "-", ".")
        if words[at] == "neither" and set_off and nor and words[at + 1] in lx.ARTICLES:
            again = () if words[nor + 1] in lx.ARTICLES else (words[at + 1],)
            return (*words[:at], "not", *words[at + 1 : nor], "and", "not", *again, *words[nor + 1 :])
    return words


def _neither(words: Words, reader: SentenceReader) -> Words:
    for at in range(2, len(words) - 3):
        if words[at] != "neither" or words[at - 1] not in _IS:
            continue
        nor = next((i for i in range(at + 2, min(len(words) - 1, at + _FAR)) if words[i] in ("nor", "or")), 0)
        if not nor or ENDS & set(words[at:nor]):
            continue
        first, behind = words[at + 1 : nor], words[nor + 1 :]
        looks = all(reader.book.adjectives.attribute(word) is not None for word in (*first, behind[0]))
        sides = reader.book.places.sides
        placed = sides.find(first, 0) is not None
        again = () if not placed or sides.find(behind, 0) is not None else first[: _length(first, reader)]
        if looks or placed:
            joint = ("or",) if placed else ("and", "not")
            return _neither((*words[:at], "not", *first, *joint, *again, *behind), reader)
    return words


def _length(words: Words, reader: SentenceReader) -> int:
    side = reader.book.places.sides.find(words, 0)
    return side.length if side is not None else 0


def _not_only(words: Words) -> Words:
    for at in range(1, len(words) - 4):
        if words[at] != "not" or words[at + 1] not in _ONLY or words[at - 1] in _DO:
            continue
        but = next((i for i in range(at + 3, len(words) - 1) if words[i] == "but" or words[i] in ENDS), None)
        if but is None or words[but] != "but":
            continue
        end = sentence_end(words, but)
        also = words[but + 1] in _ALSO
        too = not also and "too" in words[but:end]
        first = words[at + 2 : but - (words[but - 1] == ",")]
        second = tuple(word for word in words[but + 1 + also : end] if not (too and word == "too"))
        if (also or too) and second:
            return _not_only((*words[:at], *first, "and", *second, *words[end:]))
    return words
