# SPDX-License-Identifier: Apache-2.0
"""What joins things and errands as "and" does: "plus"; and what it only seems to join: "out and onto the table"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import begins_things, is_thing, named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_ALL_OVER = frozenset({Verb.FLOOR, Verb.CHANGE, Verb.FIND, Verb.LOOK})  # what is done in several rooms alike
_CARRYING = frozenset({Verb.BRING, Verb.TAKE})
_GOING = frozenset({"to", "into", "onto"})
_TOWARDS = frozenset({"to", "into", "from", "back"})  # "on your way to the table"
_OFF = frozenset({"out", "off", "up", "down", "away"})
_FARTHEST = 8  # words of where something comes from
_BETWEEN = frozenset({",", "and", "then", "also"})


def joining(words: Words, reader: SentenceReader) -> Words:
    """With "and" in place of what joins things, and without what only says that errands go together."""
    known = reader.book.sentences
    words = _without_pause(_in_both_rooms(words, reader), reader)
    words = _without_contrast(_on_one_way(words, reader), reader)
    found: list[str] = []
    at = 0
    while at < len(words):
        meanwhile = known.meanwhile.find(words, at)
        more = known.joining.find(words, at)
        begins = not found or found[-1] in ENDS | _BETWEEN
        behind = words[at + meanwhile.length : at + meanwhile.length + 1] if meanwhile else ()
        if meanwhile and begins and behind and behind[0] not in _TOWARDS | ENDS:
            at += meanwhile.length
            at += words[at : at + 1] == (",",)
        elif more and words[at + more.length - 1] == "with" and (side := _room_begin(tuple(found), reader)):
            end = _things_end(words, at + more.length, reader)
            things, room = words[at + more.length : end], found[side:]
            if found[side - 1] in lx.PRONOUNS:  # "take it to the hall along with the desk"
                found += ["and", "bring", *things, *room]
            else:
                found[side:side] = ["and", *things]
            at = end
        elif more and found and _joins(words, at, at + more.length, reader):
            if found[-1] == ",":
                found.pop()
            found.append("and")
            at += more.length
        else:
            found.append(words[at])
            at += 1
    return tuple(found)


def _joins(words: Words, at: int, end: int, reader: SentenceReader) -> bool:
    """Whether words between two indexes join things; "don't forget to" begins an order."""
    return reader.names.match(words, at) is None and end < len(words) and words[end] != "to"


def _without_contrast(words: Words, reader: SentenceReader) -> Words:
    """With a stop in place of "while" before a thing and where it goes: "..., while the cup belongs in the sink"."""
    known = reader.book
    for at in range(4, len(words) - 4):
        if words[at] not in ("while", "whereas") or not begins_things(words[at + 1 :], reader):
            continue
        end = sentence_end(words, at)
        goes = any(
            known.verbs.belonging.find(words, i) or known.sentences.modals.find(words, i) for i in range(at + 2, end)
        )
        told = {"is", "are"} & set(words[at:end])
        if goes and not told:
            begin = at - (words[at - 1] == ",")
            return _without_contrast((*words[:begin], ".", *words[at + 1 :]), reader)
    return words


def _room_begin(words: Words, reader: SentenceReader) -> int:
    """Where the preposition of the room stands that words end in; 0: they end in none."""
    for at in range(max(1, len(words) - _FARTHEST), len(words)):
        side = reader.book.places.sides.find(words, at)
        begin = at + side.length if side is not None else 0
        begin += words[begin : begin + 1] == ("the",)
        name = reader.names.match(words, begin) if side is not None else None
        if name is not None and begin + name.length == len(words) and reader.names.is_room(name):
            return at
    return 0


def _things_end(words: Words, begin: int, reader: SentenceReader) -> int:
    """Where the things end that are named from an index on."""
    for at in range(begin + 1, len(words)):
        joins = words[at] in ENDS | {",", "then", "but"} or reader.book.places.sides.find(words, at) is not None
        if joins or (words[at] == "and" and reader.starts_order(words[at + 1 :])):
            return at
    return len(words)


def _on_one_way(words: Words, reader: SentenceReader) -> Words:
    """Without "and" between where something comes from and where it goes: "off the shelf and onto the table"."""
    places = reader.book.places
    for at in range(3, len(words) - 1):
        side = places.sides.find(words, at + 1) if words[at] in ("and", ",") else None
        if side is None or words[at + 1] not in places.towards:
            continue
        end = named_place_end(words, at + 1 + side.length, reader)
        if end == at + 1 + side.length or not (words[at - 1] in _OFF or _comes_from(words, at, reader)):
            continue
        begin = at - 1 if words[at - 1] in _OFF else at
        return _on_one_way((*words[:begin], *words[at + 1 :]), reader)
    return words


def _without_pause(words: Words, reader: SentenceReader) -> Words:
    """Without a comma between things and where they go: "bring the green can and then the white one, to the bench"."""
    places = reader.book.places
    for at in range(3, len(words) - 1):
        side = places.sides.find(words, at + 1) if words[at] == "," and words[at + 1] in _GOING else None
        end = named_place_end(words, at + 1 + side.length, reader) if side is not None else 0
        if side is None or end == at + 1 + side.length or (words[end : end + 1] != () and words[end] not in ENDS):
            continue
        begin = sentence_begin(words, at)
        order = words[len(words) - len(opened(words[begin:], reader.book.sentences).words) : at]
        verb = reader.book.said_verbs.find(order, 0)
        placed = any(places.sides.find(order, i) for i in range(1, len(order)))
        last = sentence_begin(order, len(order), {",", "and", "then"}) or (verb.length if verb is not None else 0)
        is_told = verb is not None and verb.value.verb in _CARRYING and is_thing(order[last:], reader)
        if is_told and not placed:
            return (*words[:at], *words[at + 1 :])
    return words


def _in_both_rooms(words: Words, reader: SentenceReader) -> Words:
    """Without the second preposition of rooms in which one thing is done: "mop in the hall and in the bathroom"."""
    for at in range(3, len(words) - 2):
        side = reader.book.places.sides.find(words, at + 1) if words[at] == "and" else None
        first = _room_begin(words[:at], reader) if side is not None else 0
        if side is None or not first or words[first] != words[at + 1]:
            continue
        end = named_place_end(words, at + 1 + side.length, reader)
        order = opened(words[sentence_begin(words, at, ENDS | {",", "then", "and"}) :], reader.book.sentences).words
        verb = reader.book.said_verbs.find(order, 0) if end > at + 1 + side.length else None
        if verb is not None and verb.value.verb in _ALL_OVER and _room_begin(words[:end], reader):
            return _in_both_rooms((*words[: at + 1], *words[at + 1 + side.length :]), reader)
    return words


def _comes_from(words: Words, end: int, reader: SentenceReader) -> bool:
    """Whether a place that things are taken from ends there, and no other place stands before it."""
    places = reader.book.places
    for at in range(end - 2, max(-1, end - _FARTHEST), -1):
        source = places.sources.find(words, at)
        if source is not None:
            return named_place_end(words, at + source.length, reader) == end
    return False
