# SPDX-License-Identifier: Apache-2.0
"""Things that are told by a measure or by their kind: "the book that is the largest", "what is waste"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_RELATIVE = (("that", "is"), ("which", "is"), ("that", "are"), ("which", "are"), ("that's",))
_FAR = 5  # words of a thing with its looks
_GOES_ON = frozenset({",", "and", "but"})
_BEING = frozenset({"is", "are"})
_WHAT = frozenset({"what", "whatever"})
_RELATIVES = frozenset({"that", "which"})
_KEPT = frozenset({"leave", "keep", "except", "but", "without", "touching"})
_ALL_THAT = _WHAT | {"everything", "anything"}


@needs({"that", "which", "that's"})
def by_measure(words: Words, reader: SentenceReader) -> Words:
    """The words with the measure before the name."""
    for at in range(2, len(words) - 1):
        told = next((r for r in _RELATIVE if words[at : at + len(r)] == r), ())
        begin = at + len(told) + (words[at + len(told) : at + len(told) + 1] == ("the",)) if told else at
        most = reader.book.superlatives.find(words, begin) if told else None
        if told and most is None:
            most = reader.book.comparatives.find(words, begin)  # "the book that's thinner"
        first = _article(words, at, reader)
        if most is None or first is None:
            continue
        if (whole := _of_what_lies_there(words, first, at, reader)) is not None:
            first = whole
        end = begin + most.length
        end += words[end : end + 1] == ("one",)
        if _ends(words, end, reader):
            return by_measure((*words[:first], "the", *words[begin:end], *words[first + 1 : at], *words[end:]), reader)
    return words


@needs(_RELATIVES | _ALL_THAT)
def by_kind(words: Words, reader: SentenceReader) -> Words:
    """The words with all things of a kind in place of what is one: "throw away what is waste", "all that is fruit"."""
    for at in range(len(words) - 2):
        begin = at - (words[at - 1 : at] == ("all",)) if words[at] in _RELATIVES else at
        if begin == at and words[at] not in _ALL_THAT:
            continue
        place = (
            at + 1 if begin < at else placing_end(words, at + 1, reader)
        )  # "everything on the counter that is fruit"
        at_kind = _behind_being(words, place, words[at] in _WHAT or begin < at)
        one = words[at_kind : at_kind + 1] in (("a",), ("an",))
        noun = at_kind + one
        name = reader.names.match(words, noun) if at_kind > place else None
        if name is None or name.node_id is not None or reader.names.is_place(name):
            continue
        end = noun + name.length
        looks = reader.book.adjectives.attribute(words[noun]) is not None  # "what is orange"
        is_kind = not looks and _ends(words, end, reader)
        if is_kind and _is_told(words, begin, end, reader):
            reader.turned.add(words[begin : at + 1])
            whole = ("every" if one else "all", *words[noun:end])
            return by_kind((*words[:begin], *whole, *words[at + 1 : place], *words[end:]), reader)
    return words


def _behind_being(words: Words, at: int, bare: bool) -> int:
    """Index behind "that is" that stands there, or behind "is" alone; the index itself: neither does."""
    if words[at : at + 1] in (("that's",), ("which's",)):
        return at + 1
    is_relative = words[at : at + 1] != () and words[at] in _RELATIVES
    being = at + is_relative
    is_being = words[being : being + 1] != () and words[being] in _BEING
    return being + 1 if is_being and (is_relative or bare) else at


def _is_told(words: Words, begin: int, end: int, reader: SentenceReader) -> bool:
    """Whether what stands there is what an order is about, and no question: "what is waste?"."""
    first = sentence_begin(words, begin, ENDS | _GOES_ON)
    orders = reader.starts_order(opened(words[first:], reader.book.sentences).words) and begin > first
    tables = (reader.book.verbs.belonging, reader.book.sentences.modals)
    orders |= words[begin - 1 : begin] != () and words[begin - 1] in _KEPT
    return orders or any(table.find(words, end) for table in tables)


def _of_what_lies_there(words: Words, first: int, end: int, reader: SentenceReader) -> int | None:
    """Where the article of the things stands that lie on the only furniture of its kind: "the fruit on the counter".

    Of those it is said which, and not of the furniture; None: there are several such, or no things stand before it.
    """
    name = reader.names.match(words, first + 1)
    if name is None or not reader.names.is_place(name) or first < 2:
        return None
    graph, is_a = reader.names.graph, reader.names.ontology.is_a
    alike = [n for n in graph if n.id == name.node_id or (name.node_id is None and is_a(n.label, name.concept or ""))]
    side = next((i for i in (first - 1, first - 2) if placing_end(words, i, reader) == end), None)
    return _article(words, side, reader) if side is not None and len(alike) == 1 else None


def _article(words: Words, end: int, reader: SentenceReader) -> int | None:
    """Where the article of the thing stands whose name ends there; None: no such thing stands there."""
    for at in range(end - 2, max(-1, end - _FAR), -1):
        if words[at] not in lx.ARTICLES:
            continue
        names = ((i, reader.names.match(words, i)) for i in range(at + 1, end))
        whole = any(n is not None and i + n.length == end and not reader.names.is_room(n) for i, n in names)
        return at if whole else None
    return None


def _ends(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether what is told ends there: the sentence does, or it is said where the thing goes."""
    tables = (reader.book.places.sides, reader.book.verbs.belonging, reader.book.sentences.modals)
    return at >= len(words) or words[at] in ENDS | _GOES_ON or any(table.find(words, at) for table in tables)
