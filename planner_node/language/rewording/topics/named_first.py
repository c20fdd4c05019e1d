# SPDX-License-Identifier: Apache-2.0
"""Things that are named before the order that speaks of them: "the magazine over there, please put it on the shelf".

So may a place be ("shelf 3, go there"), and things a sentence of their own ("Milk, bread. Put it all there").
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import (
    ENDS,
    SentenceReader,
    Words,
    sentence_begin,
    sentence_end,
    without,
)
from planner_node.language.sentence.shapes.parts import into_room, named_place_end, names_things, placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_MARKS = frozenset({",", "-", ":", "\u2013", "\u2014"})
_IT = frozenset({"it", "them", "that", "those", "these", "one"})
_THEM = frozenset({"them", "those", "these"})
_SUBJECTS = frozenset({"it", "they", "these", "those", "that", "this"})
_EVERYTHING = frozenset({"all", "everything", "both"})
_LEAVING = frozenset({"leave", "keep"})
_POINTED = (("over", "there"), ("right", "there"), ("right", "here"), ("over", "here"), ("there",), ("here",))


def named_first(words: Words, reader: SentenceReader) -> Words:
    """The words with the things where a pronoun stands for them."""
    if (_IT | _SUBJECTS | _EVERYTHING | {"there", "lot"}).isdisjoint(words) and not any(map(_is_number, words)):
        return words
    for at in range(1, len(words) - 2):
        if words[at] not in _MARKS | ENDS:
            continue
        begin = sentence_begin(words, at)
        stop = sentence_end(words, at + 1)
        things = _pointed_out(opened(words[begin:at], reader.book.sentences).words)
        order = opened(words[at + 1 : stop], reader.book.sentences).words
        it = _pronoun(order, reader)
        if it is not None and _is_number(order[it[0]]) and not _is_several(things, reader):
            continue  # of one there are not two
        if it is not None and order[0] in _LEAVING and order[it[0]] not in _IT - {"one"}:
            continue  # "apples in the fridge, leave one out": of them so many stay
        if it is not None and _opens(order, reader):
            continue  # "two folders from the cabinet to desk 1, then close it"
        if it is not None and names_things(things, reader) and not (words[at] in ENDS and _is_order(things, reader)):
            said = _spoken(things, reader) if words[at] in ENDS else things
            if (order[it[0]] == "one" or _is_number(order[it[0]])) and _is_several(things, reader):
                said = (order[it[0]], "of", *said)
            reader.turned.add(order[it[0] : it[1]])
            behind = into_room(order[it[1] :], reader)
            return named_first((*words[:begin], *order[: it[0]], *said, *behind, *words[stop:]), reader)
        if order[-1:] == ("there",) and _drives(order[:-1], reader) and _is_a_place(things, reader):
            return named_first((*words[:begin], "go", "to", *things, *words[stop:]), reader)
    return words


def _pronoun(order: Words, reader: SentenceReader) -> tuple[int, int] | None:
    """Where what stands for the things begins and ends, right behind the verb or "may I have"; None: nothing does."""
    known = reader.book
    goes = known.verbs.belonging.find(order, 1) or known.sentences.modals.find(order, 1)
    if order[:1] and order[0] in _SUBJECTS and goes is not None:
        return 0, 1
    every = known.quantities.all_of_them.find(order, 0)
    whole = every.length if every is not None else int(order[:1] != () and order[0] in _EVERYTHING)
    if whole and whole < len(order) and placing_end(order, whole, reader) == len(order):
        return 0, whole
    verb = known.said_verbs.find(order, 0) if reader.starts_order(order) else None
    asked = known.sentences.needing.find(order, 0) or known.sentences.wanting.find(order, 0) if verb is None else verb
    if asked is None:
        return None
    at = asked.length
    several = known.quantities.all_of_them.find(order, at)
    if several is not None:
        return at, at + several.length
    if order[at + 1 : at + 2] == ("of",) and order[at + 2 : at + 3] and order[at + 2] in _THEM:
        return (at, at + 3) if order[at] == "one" or _is_number(order[at]) else None
    if order[at : at + 1] and _is_number(order[at]):  # "the forks. Put two on table 3"
        alone = reader.names.match(order, at + 1) is None and placing_end(order, at + 1, reader) == len(order)
        return (at, at + 1) if alone else None
    return (at, at + 1) if order[at : at + 1] and order[at] in _IT else None


def _is_number(word: str) -> bool:
    return word.isdecimal() or (word in lx.NUMBERS and word not in lx.ONES)


def _spoken(things: Words, reader: SentenceReader) -> Words:
    """Things of a sentence of their own: between two of them stands "and"."""
    last = next((i for i in range(len(things) - 1, 0, -1) if things[i] == ","), 0)
    return things if "and" in things or not last else (*things[:last], "and", *things[last + 1 :])


def _is_several(things: Words, reader: SentenceReader) -> bool:
    """Whether things are said with a plural."""
    return any((n := reader.names.match(things, i)) is not None and n.is_plural for i in range(len(things)))


def _is_order(words: Words, reader: SentenceReader) -> bool:
    return reader.starts_order(words) and words[0] not in lx.ARTICLES


def _opens(order: Words, reader: SentenceReader) -> bool:
    """Whether an order opens or closes something, which no thing is that is carried."""
    verb = reader.book.said_verbs.find(order, 0)
    return verb is not None and verb.value.verb in (Verb.OPEN, Verb.CLOSE)


def _drives(order: Words, reader: SentenceReader) -> bool:
    """Whether an order is to drive somewhere: "go", "drive over"."""
    verb = reader.book.said_verbs.find(order, 0)
    return verb is not None and verb.value.verb is Verb.GO and not without(order[verb.length :], lx.PARTICLES)


def _is_a_place(words: Words, reader: SentenceReader) -> bool:
    return bool(words) and named_place_end(words, 0, reader) == len(words)


def _pointed_out(things: Words) -> Words:
    """Things without where somebody points: "the magazine over there"."""
    said = next((p for p in _POINTED if things[-len(p) :] == p), ())
    return things[: len(things) - len(said)]
