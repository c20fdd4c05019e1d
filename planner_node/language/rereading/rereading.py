# SPDX-License-Identifier: Apache-2.0
"""Another reading of what is not understood as it was said. It is told wherever words were read otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.rereading.added_later import with_added
from planner_node.language.rereading.breaks import with_breaks
from planner_node.language.rereading.misspelt import Spelt, spellings
from planner_node.language.rereading.named_before import with_what_was_named
from planner_node.language.rereading.object_first import objects_first
from planner_node.language.rereading.only_things import only_things
from planner_node.language.rereading.plainer import plainer
from planner_node.language.rereading.said_otherwise import said_otherwise
from planner_node.language.rereading.terse.in_full import in_full
from planner_node.language.rereading.terse.unknown_things import asks_for_unknown
from planner_node.language.rereading.told_of import with_what_was_told
from planner_node.language.rereading.word_order import in_usual_order
from planner_node.language.sentence.sentence import SentenceReader, Words

Read = Callable[[Words], Request | Refusal]
_UNREAD = frozenset({FailureCause.NOT_UNDERSTOOD, FailureCause.UNKNOWN_OBJECT, FailureCause.UNKNOWN_PLACE})
_LONGEST = 60  # words of an instruction that is read again


def read_again(words: Words, refusal: Refusal, reader: SentenceReader, read: Read, politely: bool) -> Request | Refusal:
    """The request that an instruction is read as in another way; the refusal, where there is none or more than one.

    Args:
        words: in lower case, as they were said.
        refusal: why they are not understood as they were said.
        reader: knows the words.
        read: reads a whole instruction.
        politely: whether "please" or "thanks" was said, which is not among the words.
    """
    if len(words) > _LONGEST:
        return refusal
    short = in_full(words, reader)
    if short != words:
        again = read(short)
        again = again if isinstance(again, Request) else _as_it_stands(short, again, reader, read, politely)
        if isinstance(again, Request) or (again.cause is FailureCause.AMBIGUOUS and refusal.cause in _UNREAD):
            return again
    return _as_it_stands(words, refusal, reader, read, politely)


def _as_it_stands(
    words: Words, refusal: Refusal, reader: SentenceReader, read: Read, politely: bool
) -> Request | Refusal:
    """As `read_again`, of words that leave out nothing that is known to be left out."""
    if refusal.cause not in _UNREAD:  # what is asked back stays asked, unless it was told
        told = with_what_was_told(words, reader)
        if told is not None and (request := _request(told, read)) is not None:
            return request
        named = only_things(words, reader, politely) if politely and refusal.cause is FailureCause.NOT_CAPABLE else None
        if named is not None and (request := _request(named.words, read)) is not None:
            return replace(request, notes=(*named.notes, *request.notes))  # "walking cane, please" is nowhere to go
        other = said_otherwise(words, reader) if refusal.cause is FailureCause.AMBIGUOUS else Spelt(words, ())
        request = _request(other.words, read) if other.words != words else None
        return refusal if request is None else replace(request, notes=(*other.notes, *request.notes))
    again = _in_another_way(words, refusal, reader, read, as_said=False)
    if isinstance(again, Request) or again.cause is FailureCause.AMBIGUOUS:
        return again
    asked_for = only_things(words, reader, politely)
    if asked_for is None and ":" in words:  # "I'm off: my coat, please"
        asked_for = only_things(tuple("." if word == ":" else word for word in words), reader, politely)
    if asked_for is not None:
        asked = read(asked_for.words)
        if isinstance(asked, Request):
            return replace(asked, notes=(*asked_for.notes, *asked.notes))
        if asked.cause is FailureCause.AMBIGUOUS:  # where that person is, mostly
            return asked
    other = said_otherwise(words, reader)
    if other.words == words:
        unknown = asks_for_unknown(words, reader) if again.cause is FailureCause.NOT_UNDERSTOOD else None
        asked = read(unknown) if unknown is not None else again
        return asked if isinstance(asked, Refusal) and asked.cause is FailureCause.UNKNOWN_OBJECT else again
    last = _in_another_way(other.words, again, reader, read, as_said=True)
    return replace(last, notes=(*other.notes, *last.notes)) if isinstance(last, Request) else last


def _in_another_way(
    words: Words, refusal: Refusal, reader: SentenceReader, read: Read, as_said: bool
) -> Request | Refusal:
    """The request as words are meant, without what says nothing, or as they are nearly written; else the refusal."""
    if (request := _told_or_broken(words, reader, read, as_said)) is not None:
        return request
    plain = plainer(words, reader)
    if plain.words != words:
        if (request := _told_or_broken(plain.words, reader, read, as_said=True)) is not None:
            return replace(request, notes=(*plain.notes, *request.notes))
    said = (plain.words,) if as_said or plain.words != words else ()
    for other in (*said, with_what_was_told(words, reader)):
        asked = refusal if other is None else read(other)
        refusal = asked if isinstance(asked, Refusal) and asked.cause is FailureCause.AMBIGUOUS else refusal
    found: list[Request] = []
    for spelt in spellings(words, reader):
        request = _told_or_broken(spelt.words, reader, read, as_said=True)
        if request is not None:
            found.append(replace(request, notes=(*spelt.notes, *request.notes)))
    return found[0] if len({r.clauses for r in found}) == 1 else refusal


def _told_or_broken(words: Words, reader: SentenceReader, read: Read, as_said: bool) -> Request | None:
    """The first reading that is understood: as the words stand, with what was told of, or with stops between."""
    if as_said and (request := _request(words, read)) is not None:
        return request
    told = with_what_was_told(words, reader)
    if told is not None and (request := _request(told, read)) is not None:
        return request
    ways = (with_what_was_named, in_usual_order, objects_first, with_added)
    for turned in chain.from_iterable(way(words, reader) for way in ways):
        if (request := _request(turned, read)) is not None:
            return request
    for broken in with_breaks(words, reader):
        told = with_what_was_told(broken, reader)
        if told is not None and (request := _request(told, read)) is not None:
            return request
        if (request := _request(broken, read)) is not None:
            return request
    return None


def _request(words: Words, read: Read) -> Request | None:
    request = read(words)
    return request if isinstance(request, Request) else None
