# SPDX-License-Identifier: Apache-2.0
"""A room, and then a place in it: "bring the cups to the kitchen and put them on the counter there".

"There" behind furniture is the room that was named last. Of things that are taken to a room and put somewhere the place
is where they go: "the cups should be taken to the kitchen and put in the sink there".
"""

from __future__ import annotations

from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.rewording.gaps import is_clause_end
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_BE = frozenset({"be", "get"})
_BRINGING = frozenset({"bring", "move", "take", "carry"})
_PLACING = frozenset({"put", "place", "set", "lay"})
_PUTTING = frozenset({Verb.BRING, Verb.TAKE, Verb.SERVE, Verb.TIDY, Verb.LOAD})


def in_that_room(words: Words, reader: SentenceReader) -> Words:
    """The words with the room in place of "there", and with one place for what is taken to a room and put there."""
    for at in range(3, len(words)):
        if words[at] == "there" and is_clause_end(words, at + 1, reader) and _is_furniture(words, at, reader):
            room = _room_before(words, at, reader)
            if not room and _is_brought_there(words, at, reader):
                if (brought := _brought_there(words, at, reader)) is not None:
                    return in_that_room(brought, reader)
                continue
            room = room if _may_be_there(words[max(0, at - 6) : at], room, reader) else ()
            words = (*words[:at], *(("in", *room) if room else ()), *words[at + 1 :])
            return in_that_room(words, reader)
    words = _put_there(words, reader) if not _BE.isdisjoint(words) else words
    return _then_put(words, reader)


def _is_brought_there(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether "there" is where something at the furniture goes: "desk 2 is free, move the laptop on desk 3 there"."""
    begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS | {",", "and", "then"}), 0)
    told = any(named_place_end(words, i, reader) > i for i in range(begin))
    of_those = words[begin] in _PLACING and words[begin + 1 : begin + 3] in (("the", "one"), ("the", "ones"))
    return begin > 0 and (words[begin] in _BRINGING or of_those) and told


def _brought_there(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With the furniture that was named before for "there", where "the one" is at other furniture; None: it is not."""
    begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS | {",", "and", "then"}), 0)
    one = next((i for i in range(begin, at) if words[i] in lx.ONES and words[i - 1] == "the"), 0)
    side = reader.book.places.sides.find(words, one + 1) if one else None
    first = one + 1 + side.length if side is not None else at
    there = [i for i in range(begin) if named_place_end(words, i, reader) > i]
    if side is None or named_place_end(words, first, reader) != at or not there:
        return None
    start = there[-1]
    while start - 1 in there:
        start -= 1
    place = words[start : named_place_end(words, start, reader)]
    before = words[start - 1 : start]
    onto = before if before in (("on",), ("in",)) else ("to",) if words[begin] in _BRINGING else ("on",)
    plain = place if place[0] in lx.DEFINITE or place[-1].isdecimal() else ("the", *place)
    return (*words[: one + 1], "from", *words[first:at], *onto, *plain, *words[at + 1 :])


def _then_put(words: Words, reader: SentenceReader) -> Words:
    """The words without "to the kitchen and put them" before a place that is there, or nowhere else."""
    sides, said_verbs = reader.book.places.sides, reader.book.said_verbs
    for at in range(2, len(words) - 5):
        end = named_place_end(words, at + 1, reader) if words[at] in ("to", "into") else at + 1
        verb = said_verbs.find(words, end + 1) if end > at + 1 and words[end : end + 1] == ("and",) else None
        them = end + 1 + verb.length if verb is not None else len(words)
        is_put = verb is not None and verb.value.verb in _PUTTING
        if words[them : them + 1] == () or words[them] not in ("them", "it") or not is_put:
            continue
        side = sides.find(words, them + 1)
        begin = them + 1 + side.length if side is not None else len(words)
        place = named_place_end(words, begin, reader)
        room = _room_before(words[at:end], end - at, reader)
        if side is None or place == begin or not room or not is_clause_end(words, place, reader):
            continue
        together = not {"and", ","}.isdisjoint(words[sentence_begin(words, at) : at])
        if _may_be_there(words[begin:place], room, reader) and not (words[them] == "it" and together):
            reader.turned.add(words[end + 1 : them + 1])
            return (*words[:at], *words[them + 1 : place], "in", *room, *words[place:])
    return words


def _may_be_there(place: Words, room: Words, reader: SentenceReader) -> bool:
    """Whether such furniture is in the room, or nowhere."""
    graph = reader.names.graph
    name, where = _last_name(place, reader), _last_name(room, reader)
    if name is None or where is None or reader.names.is_room(name):
        return False
    rooms = {n.id for n in graph.of_kind(NodeKind.ROOM) if _is_called(n, where, reader)}
    found = [n for n in graph.of_kind(NodeKind.ASSET) if _is_called(n, name, reader)]
    return not found or any(graph.room_of(n.id) in rooms for n in found)


def _last_name(words: Words, reader: SentenceReader) -> Name | None:
    """The name that words end in; None: they end in none."""
    names = ((i, reader.names.match(words, i)) for i in range(len(words)))
    return next((name for i, name in names if name is not None and i + name.length == len(words)), None)


def _is_called(node: Node, name: Name, reader: SentenceReader) -> bool:
    is_a = reader.names.ontology.is_a
    return node.id == name.node_id if name.node_id else is_a(node.label, name.concept or "")


def _is_furniture(words: Words, end: int, reader: SentenceReader) -> bool:
    """Whether furniture with its preposition ends there: "on the counter"."""
    sides = reader.book.places.sides
    for at in range(max(0, end - 6), end - 1):
        side = sides.find(words, at)
        begin = at + side.length if side is not None else end
        name = reader.names.match(words, end - 1)
        if begin < end and named_place_end(words, begin, reader) == end:
            return name is None or not reader.names.is_room(name)
    return False


def _room_before(words: Words, end: int, reader: SentenceReader) -> Words:
    """The room that was named last before an index, with its article; empty: none was."""
    for at in range(end - 1, -1, -1):
        name = reader.names.match(words[:end], at)
        if name is not None and reader.names.is_room(name):
            return (words[at - 1] if words[at - 1 : at] in (("the",), ("my",), ("our",)) else "the",
                    *words[at : at + name.length])  # fmt: skip
    return ()


def _put_there(words: Words, reader: SentenceReader) -> Words:
    """The words without "brought to the kitchen and" before "put on the counter"."""
    done = reader.book.done_by
    for at in range(2, len(words) - 6):
        first = done.find(words, at) if words[at - 1] in _BE else None
        to = at + first.length if first is not None else len(words)
        end = named_place_end(words, to + 1, reader) if words[to : to + 1] in (("to",), ("into",)) else to
        second = done.find(words, end + 1) if end > to + 1 and words[end : end + 1] == ("and",) else None
        behind = end + 1 + second.length if second is not None else len(words)
        side = reader.book.places.sides.find(words, behind)
        place = named_place_end(words, behind + side.length, reader) if side is not None else behind
        if side is None or place == behind + side.length or place <= end:
            continue
        room = reader.names.match(words, end - 1)
        begin = sentence_begin(words, at, ENDS)
        is_room = _room_before(words[begin:end], end - begin, reader) != () and room is not None
        if is_room:
            reader.turned.add(words[at:to])
            told = () if words[place : place + 1] in (("in",), ("of",)) else ("in", *words[to + 1 : end])
            return (*words[:at], *words[end + 1 : place], *told, *words[place:])
    return words
