# SPDX-License-Identifier: Apache-2.0
"""A condition about the last thing alone: "bring me the book, and the phone if it's on the nightstand"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import begins_things, name_with_looks, placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_JOINTS = frozenset({",", "and", "but", "also", "then", "please"})
_TOO = (("too",), ("as", "well"), ("also",))
_ONLY = frozenset({"only", "but", "just", ","})
_IT = frozenset({"it", "it's"})
_LONGEST = 9  # words of the condition
_STATES = frozenset({Verb.SWITCH, Verb.OPEN, Verb.CLOSE, Verb.START})


@needs({"if", "unless"}, _IT)
def last_alone(words: Words, reader: SentenceReader) -> Words:
    """The words with an order of its own for the last of several things, on which alone the condition is."""
    for at in range(5, len(words) - 2):
        if words[at] not in ("if", "unless"):
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at)
        condition = spelt_out(words[at + 1 : end], reader.book.sentences)
        if not 1 < len(condition) <= _LONGEST or condition[0] != "it" or "," in condition:
            continue
        apart = _apart(words[begin:at], reader)
        if apart is not None:
            first, last = apart
            return (*words[:begin], *first, ".", *last, words[at], *condition, *words[end:])
    return words


def _apart(order: Words, reader: SentenceReader) -> tuple[Words, Words] | None:
    """The order for all but the last thing, and the one for that; None: it is about one thing, or of several orders."""
    core = opened(order, reader.book.sentences).words
    verb = reader.book.said_verbs.find(core, 0)
    if verb is None or not reader.starts_order(core):
        return None
    while order and order[-1] in _ONLY:
        order = order[:-1]
    joint = next((i for i in range(len(order) - 2, 2, -1) if order[i] in _JOINTS), 0)
    tail = order[joint + 1 :]
    tail = tail[: len(tail) - next((len(t) for t in _TOO if tail[-len(t) :] == t), 0)]
    head = order[: joint + 1]
    while head and head[-1] in _JOINTS:
        head = head[:-1]
    side = next((i for i in range(1, len(tail)) if placing_end(tail, i, reader) == len(tail)), len(tail))
    thing, place = tail[:side], tail[side:]
    if not head or not begins_things(thing, reader) or not _is_one(thing, verb.value.verb, reader):
        return None
    core = opened(head, reader.book.sentences).words
    verb = reader.book.said_verbs.find(core, 0)
    if verb is None:
        return None
    if _again(core, thing):
        core, head = (_without(words, thing, reader) for words in (core, head))
    if not core or not _names_one(core, verb.length, reader):
        return None
    if place:
        return (head, (*core[: verb.length], *tail)) if _is_placed(core, verb.length, reader) else None
    goes = next((i for i in range(verb.length + 1, len(core)) if placing_end(core, i, reader) == len(core)), 0)
    lead = core[: _first_thing(core, verb.length, reader)]
    return (head, (*lead, *thing, *core[goes:])) if goes else (head, (*lead, *thing))


def _is_one(thing: Words, verb: Verb, reader: SentenceReader) -> bool:
    name = name_with_looks(without(thing, lx.ARTICLES), reader)
    if name is None or name.is_plural or reader.names.is_person(name):
        return False
    return not reader.names.is_place(name) or verb in _STATES


def _again(core: Words, thing: Words) -> bool:
    return any(core[i : i + len(thing)] == thing for i in range(1, len(core)))


def _without(core: Words, thing: Words, reader: SentenceReader) -> Words:
    """An order without one of the things that it lists; empty: it lists no others."""
    at = next(i for i in range(1, len(core)) if core[i : i + len(thing)] == thing)
    end = at + len(thing)
    if core[at - 1] in ("and", ","):
        return (*core[: at - 1], *core[end:])
    return (*core[:at], *core[end + 1 :]) if core[end : end + 1] in (("and",), (",",)) else ()


def _first_thing(core: Words, at: int, reader: SentenceReader) -> int:
    """Index of the first thing that an order names, with what stands before it: "bring me | the book"."""
    while at < len(core) and not begins_things(core[at:], reader) and core[at] not in lx.ARTICLES:
        name = reader.names.match(core, at)
        if name is not None and not reader.names.is_person(name):
            break
        at += name.length if name is not None else 1
    return at


def _names_one(core: Words, at: int, reader: SentenceReader) -> bool:
    return any(reader.names.match(core, i) is not None for i in range(at, len(core)))


def _is_placed(core: Words, at: int, reader: SentenceReader) -> bool:
    """Whether what stands before has a place of its own, so that the last one does not share its place."""
    words = core
    while words and words[-1] in ("too", "also", "well", "as"):
        words = words[:-1]
    joints = [i for i in range(at, len(words)) if words[i] in (",", "and")]
    return any(
        placing_end(words[:stop], i, reader) == stop
        for stop in (*joints, len(words))
        for i in range(at + 1, stop)
        if words[:stop][-1:] and words[stop - 1] not in ENDS
    )
