# SPDX-License-Identifier: Apache-2.0
"""What is taken out, some of it told apart: "take the clothes out, put the shirt here and the rest there"."""

from __future__ import annotations

from planner_node.language.rewording.doing.those_named import named_things, taken_from
from planner_node.language.rewording.gaps import place_stands
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_begin, without
from planner_node.language.sentence.shapes.parts import all_of, is_thing, named_place_end, placing_end
from planner_node.language.words import lexicon as lx

_REST = (
    ("everything", "else"), ("all", "else"), ("the", "rest", "of", "it"), ("the", "rest", "of", "them"),
    ("the", "rest"), ("the", "others"), ("the", "other", "ones"), ("all", "the", "others"), ("all", "the", "rest"),
    ("the", "remaining", "ones"), ("whatever", "is", "left"),
)  # fmt: skip
_TAKING = frozenset({"take", "get", "remove", "bring", "pull", "lift"})
_EMPTYING = frozenset({"empty", "unload", "clear", "unpack"})
_PUTTING = frozenset({"put", "place", "lay", "set", "hang", "bring", "move", "take", "store"})
_THROWING = (("throw", "away"), ("throw", "out"), ("throw",), ("discard",), ("toss",), ("trash",))
_THROW_AWAY = ("throw", "away")
_JOINTS = ENDS - {"?"} | MARKS | {",", "and", "then", ";"}
_ALL_ELSE = ("everything", "else")
_ALL = frozenset({"everything", "all", "it"})


def rest_of_taken(words: Words, reader: SentenceReader) -> Words:
    """The words with where each of the things is, in place of the order that takes them from there."""
    words = _all_it_holds(words, reader)
    for phrase in _REST:
        for at in range(6, len(words) - len(phrase) + 1):
            if words[at : at + len(phrase)] != phrase:
                continue
            stop, thrown, end = _where_it_goes(words, at, at + len(phrase), reader)
            found = _taken(words, stop, reader) if end else None
            if found is None:
                continue
            begin, second, things, place = found
            told = taken_from(words[second:stop], place, reader)
            if told == words[second:stop]:
                continue  # nothing of it is told apart: "put them here and the others there"
            rest = ("all", "other", *without(things, lx.ARTICLES | {"all"})) if things else _ALL_ELSE
            says_verb = told[0] in _PUTTING or any(reader.book.verbs.belonging.find(told, i) for i in range(len(told)))
            reader.turned.add(phrase)
            said = (*(() if says_verb else ("put",)), *told, *thrown, *rest, "from", *place)
            return rest_of_taken((*words[:begin], *said, *words[end:]), reader)
    return words


def _where_it_goes(words: Words, at: int, end: int, reader: SentenceReader) -> tuple[int, Words, int]:
    """Where the words before the rest end, the verb that throws it away, and where what is said of it goes on.

    The last is 0 where nothing says where the rest goes.
    """
    verb = next((at - len(v) for v in _THROWING if words[at - len(v) : at] == v), at)
    away = end + (words[end : end + 1] != () and words[end] in ("away", "out"))
    if verb < at and _is_end(words, away):
        return verb, _THROW_AWAY, away
    is_last = place_stands(words, end, reader) and _is_end(words, placing_end(words, end, reader))
    return at, (), end if is_last else 0


def _is_end(words: Words, at: int) -> bool:
    return at == len(words) or words[at] in ENDS | {","}


def _taken(words: Words, at: int, reader: SentenceReader) -> tuple[int, int, Words, Words] | None:
    """Where an order begins that takes things from a place, and the one behind it; the things (empty: all), the place.

    None: no such order stands before an index, or it says where the things go.
    """
    for begin in range(at - 5):
        if begin > 0 and words[begin - 1] not in _JOINTS:
            continue
        if words[begin] in _EMPTYING:
            to, things = begin + 1 + (words[begin + 1] in ("out", "off")), Words()
        elif words[begin] in _TAKING:
            found = ((i, reader.book.places.sources.find(words, i)) for i in range(begin + 2, at))
            to, things = next(((i + s.length, words[begin + 1 : i]) for i, s in found if s is not None), (0, Words()))
        else:
            continue
        end = named_place_end(words, to, reader) if to else 0
        second = end
        while second < at and words[second] in _JOINTS:
            second += 1
        is_whole = not things or things[0] in _ALL or _are_all(things, reader)
        goes = words[second:at]
        if not (to < end < second < at) or not is_whole or not _puts(goes, reader):
            continue
        return begin, second, (() if things[:1] and things[0] in _ALL else things), words[to:end]
    return None


def _are_all(things: Words, reader: SentenceReader) -> bool:
    """Whether all of several things are named: "the clean clothes", "the cutlery"."""
    bare = without(things, lx.ARTICLES | {"all"})
    is_counted = things[0] in ("a", "an", "some", "another") or not lx.NUMBERS.keys().isdisjoint(things)
    return not is_counted and is_thing(things, reader) and len(all_of(bare, reader)) > len(bare)


def _puts(words: Words, reader: SentenceReader) -> bool:
    """Whether words say of things where they go, and end where a list goes on."""
    first = 1 if words[0] in _PUTTING else 0
    is_list = words[-1:] in (("and",), (",",)) and sentence_begin(words, len(words)) == 0
    return is_list and any(place_stands(words, i, reader) for i in range(first + 1, len(words)))


def _all_it_holds(words: Words, reader: SentenceReader) -> Words:
    """Without the order to empty what holds just those things that the next order carries."""
    for at in range(len(words) - 6):
        if words[at] not in _EMPTYING or not (at == 0 or words[at - 1] in _JOINTS):
            continue
        to = at + 1 + (words[at + 1] in ("out", "off"))
        end = second = named_place_end(words, to, reader)
        while second < len(words) and words[second] in _JOINTS:
            second += 1
        if not to < end < second < len(words) - 3 or words[second] not in _PUTTING:
            continue
        goal = next((i for i in range(second + 2, len(words)) if place_stands(words, i, reader)), 0)
        things = named_things(words[second + 1 : goal], ("from", *words[to:end]), reader) if goal else None
        graph = reader.names.graph
        holders = {r.target for n in (things.nodes if things else ()) if (r := graph.placement(n.id)) is not None}
        held = {i for holder in holders for i in graph.contents(holder)}
        if things is not None and things.is_plural and held and held == {n.id for n in things.nodes}:
            reader.turned.add(words[at:end])
            said = (*words[second:goal], "from", *words[to:end], *words[goal:])
            return _all_it_holds((*words[:at], *said), reader)
    return words
