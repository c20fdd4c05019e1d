# SPDX-License-Identifier: Apache-2.0
"""What may stand in the gaps of a turn: a thing, a place, something with a switch, somebody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import (
    ENDS,
    SentenceReader,
    Words,
    sentence_begin,
    sentence_end,
    without,
)
from planner_node.language.words import lexicon as lx
from planner_node.language.words.here import has_door, has_switch
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_JOINTS = frozenset(
    {",", ":", "and", "then", "but", "please", "thanks", "because", "so"}
    | {"before", "after", "now", "when", "if", "unless", "once"}
)
_CASES = (("if",), ("unless",), ("once",))  # before which no clause stops that says what stays
_PLACING = frozenset({Verb.BRING, Verb.SERVE, Verb.RETURN, Verb.THROW})
_BREAKS = ENDS | {",", "and", "then"}
_DOORS = frozenset({"door", "doors", "drawer", "drawers", "lid", "flap"})
_NO_NAME = frozenset("there here everything anything something yourself".split())


def is_clause_end(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a clause ends before a position, but for what says no more."""
    if at >= len(words) or words[at] in ENDS | _JOINTS:
        return True
    known = reader.book.sentences
    if words[at : at + 2] in (("for", "me"), ("for", "us")):
        return is_clause_end(words, at + 2, reader)
    manners = known.manners.find(words, at) or known.times.find(words, at)
    return manners is not None or (
        words[at] in reader.book.clauses.afterthoughts and is_clause_end(words, at + 1, reader)
    )


def is_stop(words: Words, at: int, reader: SentenceReader) -> bool:
    """As `is_clause_end`, where no list goes on: another order stands behind "and"."""
    if not is_clause_end(words, at, reader) or words[at : at + 1] in _CASES:
        return False
    rest = without(words[at:], {",", "and", "then", "but", "please"})
    is_list = words[at : at + 1] and words[at] in (",", "and", "but")
    return not is_list or not rest or reader.starts_order(opened(rest, reader.book.sentences).words)


def place_stands(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a place with its preposition stands there, or "where the cake is"."""
    if words[at : at + 1] == ("where",) and words[at + 1 : at + 2] != () and words[at + 1] in lx.ARTICLES:
        return True
    side = reader.book.places.sides.find(words, at) or reader.book.places.near.find(words, at)
    return side is not None or reader.book.places.somewhere.find(words, at) is not None


def goes_there(words: Words, at: int, length: int, reader: SentenceReader) -> bool:
    """Whether something is to go to so many words from a position on: a clause that needs a place names no other."""
    begin, stop = sentence_begin(words, at, _BREAKS), sentence_end(words, at, _BREAKS)
    verbs = (reader.book.said_verbs.find(words, i) for i in range(begin, at))
    verb = next((v.value.verb for v in verbs if v is not None), None)
    others = (i for i in range(begin + 1, stop) if not at <= i < at + length)
    return verb in _PLACING and not any(place_stands(words[:stop], i, reader) for i in others)


def _thing(said: Words, reader: SentenceReader) -> bool:
    return not reader.starts_order(said) and said[0] not in _NO_NAME


def _named(said: Words, reader: SentenceReader) -> bool:
    """Whether words end in a name or in what stands for one."""
    if reader.starts_order(said) and said[0] not in lx.ARTICLES:
        return False
    if any(_is_side(said, at, reader) for at in range(len(said))):
        return False
    is_pronoun = len(said) == 1 and said[0] in lx.PRONOUNS
    return (
        is_pronoun
        or (len(said) > 1 and said[-1] in lx.ONES)
        or said[-1] in reader.book.nouns.anything
        or (_last_name(said, reader) is not None)
    )


def _is_side(said: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a preposition of place stands there, and not "at least"."""
    return said[at : at + 2] != ("at", "least") and reader.book.places.sides.find(said, at) is not None


def _last_name(said: Words, reader: SentenceReader) -> Name | None:
    """The name that words end in; None: they end in none, or a preposition stands before it."""
    for at in range(len(said)):
        if _is_side(said, at, reader) or reader.book.places.sources.find(said, at):
            return None
        name = reader.names.match(said, at)
        if name is not None and at + name.length == len(said):
            return name
    return None


def _place(said: Words, reader: SentenceReader) -> bool:
    name = _last_name(said, reader)
    is_place = name is not None and (reader.names.is_place(name) or _has(said, reader, lambda node: True))
    return name is not None and is_place and not reader.names.is_person(name)


def _holder(said: Words, reader: SentenceReader) -> bool:
    """Whether words name a place, or a thing that others are kept in, with its room behind it at most."""
    at = next((i for i in range(1, len(said) - 1) if said[i] == "in" and _room(said[i + 1 :], reader)), len(said))
    if _place(said[:at], reader):
        return True
    name = _last_name(said[:at], reader)
    return name is not None and reader.names.ontology.is_a(name.concept or "", "container")


def _room(said: Words, reader: SentenceReader) -> bool:
    name = _last_name(said, reader)
    return name is not None and reader.names.is_room(name)


def _object(said: Words, reader: SentenceReader) -> bool:
    return _named(said, reader) and not _place(said, reader)


def _looks(said: Words, reader: SentenceReader) -> bool:
    """Whether words are an article and looks of things: "the red", "the dirty"."""
    known = reader.book.adjectives
    looks = said[1:]
    return said[0] in lx.DEFINITE and bool(looks) and all(known.attribute(word) is not None for word in looks)


def _whom(said: Words, reader: SentenceReader) -> bool:
    if len(said) == 1 and said[0] in lx.RECIPIENTS:
        return True
    bare = without(said, lx.ARTICLES)
    name = reader.names.match(bare, 0)
    return name is not None and name.length == len(bare) and reader.names.is_person(name)


def _dest(said: Words, reader: SentenceReader) -> bool:
    return _place(said, reader) or _whom(said, reader)


def _device(said: Words, reader: SentenceReader) -> bool:
    return _has(said, reader, has_switch)


def _devices(said: Words, reader: SentenceReader) -> bool:
    return _device(said, reader) and _several(said, reader)


def _doors(said: Words, reader: SentenceReader) -> bool:
    return _door(said, reader) and _several(said, reader)


def _several(said: Words, reader: SentenceReader) -> bool:
    """Whether words end in a plural."""
    name = _last_name(said, reader)
    return name is not None and name.is_plural


def _door(said: Words, reader: SentenceReader) -> bool:
    if _has(said, reader, has_door):
        return True
    return len(said) > 1 and said[-1] in _DOORS and _has(said[:-1], reader, has_door)


def _verb(said: Words, reader: SentenceReader) -> bool:
    """Whether another order begins with the first of these words."""
    found = reader.book.said_verbs.find(said, 0)
    if found is None or found.length != len(said):
        return False
    name = reader.names.match(said, 0)
    return name is None or name.concept not in (None, "_".join(said))  # "set", beside a socket set


def _number(said: Words, reader: SentenceReader) -> bool:
    return len(said) == 1 and (said[0].isdecimal() or said[0] in lx.NUMBERS)


def _has(said: Words, reader: SentenceReader, able: Callable[[Node], bool]) -> bool:
    """Whether the scene has furniture of that name that is able to do something."""
    name = _last_name(said, reader)
    if name is None:
        return False
    return any(
        able(node)
        and (node.id == name.node_id if name.node_id else reader.names.ontology.is_a(node.label, name.concept or ""))
        for node in reader.names.graph.of_kind(NodeKind.ASSET)
    )


CHECKS: Mapping[str, Callable[[Words, SentenceReader], bool]] = MappingProxyType(
    {
        "THING": _thing,
        "NAMED": _named,
        "PLACE": _place,
        "HOLDER": _holder,
        "ROOM": _room,
        "DEST": _dest,
        "DEVICE": _device,
        "DEVICES": _devices,
        "DOOR": _door,
        "DOORS": _doors,
        "WHOM": _whom,
        "OBJECT": _object,
        "LOOKS": _looks,
        "VERB": _verb,
        "NUMBER": _number,
    }
)
"""Whether words fill a gap."""
