# SPDX-License-Identifier: Apache-2.0
"""Behind an order, that no more is meant than was said, or only some of it.

"Bring the red apple to table 2 only" is "bring only the red apple to table 2"; "put the toys in the box, but only the
ones on the sofa" is "put the toys that are on the sofa in the box".
"""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.request import Request
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import placing_end, singular
from planner_node.language.words import lexicon as lx

_ONLY = frozenset({"only", "just"})
_JOINTS = frozenset({",", "-", "\u2013", "\u2014", "but", "and", "though"})
_ENDING = frozenset({"though", "please", "however", "mind"})
_SAME = frozenset({"that", "this", "it", "them", "those", "these"})
_WHAT = frozenset({"what", "whatever", "whichever"})
_RELATIVE = frozenset({"that", "which"})
_LONGEST = 12  # words of what is said of those that are meant


def only_those(words: Words, reader: SentenceReader) -> Words:
    """The words with what is said of those that are meant behind their name, or "only" before it."""
    if _ONLY.isdisjoint(words):
        return words
    begin = 0
    found: list[str] = []
    for at, word in enumerate((*words, "")):
        if word in ENDS or at == len(words):
            sentence = words[begin:at]
            found += _limited(sentence, reader) or sentence
            found += words[at : at + 1]
            begin = at + 1
    return tuple(found)


def _limited(words: Words, reader: SentenceReader) -> Words | None:
    core = opened(words, reader.book.sentences).words
    if core[:1] == ("only",) and reader.starts_order(core[1:]) and _ONLY.isdisjoint(core[1:]):
        reader.turned.add(core[:1])
        return (*words[: len(words) - len(core)], *core[1:])
    if not reader.starts_order(core) or sum(word in _ONLY for word in core) != 1:
        return None
    at = next(i for i, word in enumerate(core) if word in _ONLY)
    lead, tail = words[: len(words) - len(core)], core[at + 1 :]
    while tail and tail[-1] in _ENDING | {","}:
        tail = tail[:-1]
    order = core[:at]
    if (counted := _so_many(order, tail, reader)) is not None:
        return (*lead, *counted)
    joined = order[-1:] != () and order[-1] in _JOINTS
    while order and order[-1] in _JOINTS:
        order = order[:-1]
    if not tail or (joined and len(tail) == 1 and tail[0] in _SAME):
        said = _only_first(order, reader)
    else:
        said = _those(order, tail, reader) if joined and len(tail) <= _LONGEST else None
    return None if said is None else (*lead, *said)


def _so_many(order: Words, tail: Words, reader: SentenceReader) -> Words | None:
    """The order about so many of its things: "move the chocolate to the counter, one bar only", "..., only one"."""
    joint = next((i for i in range(len(order) - 1, 0, -1) if order[i] in _JOINTS), len(order))
    said = (*order[joint + 1 :], *tail)
    order = order[:joint]
    while order and order[-1] in _JOINTS:
        order = order[:-1]
    if not said or said[0] not in lx.NUMBERS or joint == len(order) + len(said):
        return None
    number, noun = said[0], () if said[1:] in ((), ("of", "them"), ("of", "those")) else said[1:]
    for begin, end in _things(order, reader):
        is_one_of_several = order[end : end + 1] in (("and",), (",",), ("or",))
        if is_one_of_several or (begin > 0 and order[begin - 1] in lx.NUMBERS):
            return None
        kind = order[begin:end]
        kind = kind if not noun or kind[-len(noun) :] == noun else (*kind, *noun)
        kind = singular(kind, reader) if lx.NUMBERS[number] == 1 else kind
        name = reader.names.match(kind, 0)
        first = begin - (begin > 0 and order[begin - 1] in lx.ARTICLES | {"all", "some"})
        meant = (*order[:first], number, *kind, *order[end:])
        if name is not None and name.length == len(kind) and _reads(meant, reader):
            reader.turned.update(((*said, "only"), ("only", *said), ("just", *said), ("only",)))
            return meant
    return None


def _only_first(order: Words, reader: SentenceReader) -> Words | None:
    """The order with "only" behind its verb; None: it is more than one, or cannot be read so."""
    verb = reader.book.said_verbs.find(order, 0)
    if verb is None:
        return None
    begin = verb.length + (order[verb.length : verb.length + 1] in (("me",), ("us",)))
    said = (*order[:begin], "only", *order[begin:])
    if _reads(said, reader):
        return said
    state = order[-1] if order[-1] in lx.PARTICLES else ""  # "switch the lamp off"
    said = (*order[:begin], state, "only", *order[begin:-1])
    if state and _reads(said, reader):
        return said
    return order if _reads(order, reader) else None


def _those(order: Words, tail: Words, reader: SentenceReader) -> Words | None:
    """The order with what is said of those of its things that are meant; None: something else is said."""
    looks, rest = _said_of(tail, reader)
    for begin, end in _things(order, reader):
        for at in dict.fromkeys((end, placing_end(order, end, reader))):
            name = order[begin:end]
            one = singular(name, reader) if looks and tail[len(looks) + 1 : len(looks) + 2] == ("one",) else name
            said = (*order[:begin], *looks, *one, *order[end:at], *rest, *order[at:])
            if (looks or rest) and _reads(said, reader):
                return said
    return None


def _said_of(tail: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """The looks, and what else is said, of "the yellow one", "those on the sofa", "what belongs in the fridge"."""
    if tail[0] in _WHAT:
        return (), ("that", *tail[1:])
    if tail[0] in ("those", "things"):
        return (), _relative(tail[1:], reader)
    at = next((i for i, word in enumerate(tail) if word in lx.ONES), None)
    looks = tail[1:at] if at is not None and tail[0] == "the" else ()
    if at is None or tail[0] != "the" or any(reader.book.adjectives.attribute(word) is None for word in looks):
        return (), ()
    return looks, _relative(tail[at + 1 :], reader)


def _relative(words: Words, reader: SentenceReader) -> Words:
    """What is said of things, with "that are" before a place."""
    placed = placing_end(words, 0, reader) == len(words) > 0
    return ("that", "are", *words) if placed else words if words[:1] and words[0] in _RELATIVE else ()


def _things(order: Words, reader: SentenceReader) -> Iterator[tuple[int, int]]:
    """Where the name of the only things begins and ends that an order is about."""
    verb = reader.book.said_verbs.find(order, 0)
    for at in range(verb.length if verb is not None else 1, len(order)):
        name = reader.names.match(order, at)
        if name is not None and not reader.names.is_place(name):
            yield at, at + name.length
            return
        if order[at] in reader.book.nouns.anything:
            end = at + 1 + (reader.book.adjectives.requirements.find(order, at + 1) is not None)
            yield at, end
            return


def _reads(words: Words, reader: SentenceReader) -> bool:
    return isinstance(reader.orders(without(words, {","})), Request)
