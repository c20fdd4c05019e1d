# SPDX-License-Identifier: Apache-2.0
"""People who are told by where they are: "the guests standing in the hall should each get a cake" is everyone there."""

from __future__ import annotations

from typing import NamedTuple

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import begins_things, placing_end, side_in

_GUESTS = ("guests", "people", "attendees", "visitors", "persons")
_GUEST = ("guest", "person", "attendee", "visitor")
_OF = (("each", "of"), ("all",), ("all", "of"), ())
_ALL = (
    ("everyone",), ("everybody",), *((of, one) for of in ("each", "every") for one in _GUEST),
    *((*of, *the, many) for of in _OF for the in (("the",), ()) for many in _GUESTS),
)  # fmt: skip
_WHOEVER = frozenset({"everyone", "everybody", *_GUESTS, *_GUEST})
_THE = frozenset({"the", "our", "my", "this"})
_EVENTS = frozenset("party event gathering celebration meeting reception dinner lunch ceremony barbecue".split())
_POSTURES = frozenset({"standing", "sitting", "seated", "waiting", "gathered", "present", "currently", "now"})
_WHO = (("who", "is"), ("who", "are"), ("that", "is"), ("that", "are"), ("who's",))
_MAY = frozenset({"should", "must", "may", "can", "will", "shall"})
_GETTING = frozenset({"get", "gets", "receive", "receives"})
_HAVING = frozenset({"have"})  # of "everyone there has a laptop" nobody gets one
_GIVING = frozenset({"bring", "give", "serve", "hand", "offer", "get", "fetch", "pass"})
_EVERYONE = ("everyone", "who", "is")


class _People(NamedTuple):
    """Where people are named, and the words of the place that tells who they are."""

    end: int
    place: Words


@needs({"everyone", "everybody", *_GUESTS, *_GUEST})
def people_there(words: Words, reader: SentenceReader) -> Words:
    """The words with "bring ... to everyone who is there" for what they get."""
    words = _at_the_party(words, reader)
    for at in range(len(words) - 4):
        found = _people(words, at, reader)
        if found is None:
            continue
        stop = sentence_end(words, at)
        if at == 0 or words[at - 1] in ENDS | {","}:
            thing = _got(words[found.end : stop], reader)
            if thing:
                said = ("bring", *thing, "to", *_EVERYONE, *found.place)
                return people_there((*words[:at], *said, *words[stop:]), reader)
        if words[at - 1] in _GIVING:
            thing = _without_each(words[found.end : stop])
            if _is_given(thing, reader):
                said = (*thing, "to", *_EVERYONE, *found.place)
                return people_there((*words[:at], *said, *words[stop:]), reader)
        if words[at - 1] == "to" and (found.end == len(words) or words[found.end] in ENDS | {","}):
            said = (*_EVERYONE, *found.place)
            if words[at : found.end] != said:
                return people_there((*words[:at], *said, *words[found.end :]), reader)
    return words


def _at_the_party(words: Words, reader: SentenceReader) -> Words:
    """Without what they are together for, where no place is called so: "every guest at the party"."""
    for at in range(1, len(words) - 2):
        who = words[at - 1] in _WHOEVER
        if not who or words[at] not in ("at", "of") or words[at + 1] not in _THE or words[at + 2] not in _EVENTS:
            continue
        name = reader.names.match(words, at + 2)
        if name is None or not (reader.names.is_place(name) or reader.names.is_present(name)):
            reader.turned.add(words[at : at + 3])
            return (*words[:at], *words[at + 3 :])
    return words


def _people(words: Words, at: int, reader: SentenceReader) -> _People | None:
    """The people who are named there with where they are; None: nobody is."""
    head = max((a for a in _ALL if words[at : at + len(a)] == a), key=len, default=None)
    if head is None:
        return None
    begin = at + len(head)
    who = next((w for w in _WHO if words[begin : begin + len(w)] == w), ())
    begin += len(who)
    while begin < len(words) and words[begin] in _POSTURES:
        begin += 1
    end = placing_end(words, begin, reader)
    return _People(end, words[begin:end]) if end > begin else None


def _got(words: Words, reader: SentenceReader) -> Words:
    """What they get; empty: something else is said of them."""
    at = 0
    while at < len(words) and words[at] in _MAY | {"each", "all"}:
        at += 1
    getting = _GETTING | _HAVING if not _MAY.isdisjoint(words[:at]) else _GETTING
    given = words[at : at + 2] in (("be", "given"), ("be", "served"), ("be", "offered"), ("be", "handed"))
    at += given
    thing = _without_each(words[at + 1 :]) if at < len(words) and (given or words[at] in getting) else ()
    return thing if _is_given(thing, reader) else ()


def _is_given(thing: Words, reader: SentenceReader) -> bool:
    """Whether words name something and no place: "one bottle of water"."""
    return bool(thing) and begins_things(thing, reader) and not side_in(thing, reader) and "," not in thing


def _without_each(words: Words) -> Words:
    return words[:-1] if words[-1:] == ("each",) else words
