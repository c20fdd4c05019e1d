# SPDX-License-Identifier: Apache-2.0
"""Whether there is room, as a condition: "put the vase on table 3 if it fits" is tried, and told where it fails.

Nothing in a scene graph says how much room is left, so the condition decides nothing. "If there is room on table 3, put
the vase there, otherwise on the counter" is "put the vase on table 3, otherwise on the counter".
"""

from __future__ import annotations

from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_AGAIN = (("in", "there"), ("on", "there"), ("over", "there"), ("there",), ("on", "it"), ("in", "it"), ("inside",))
_INTO = {"in": ("in", "inside"), "inside": ("in", "inside"), "on": ("on",)}
_VERB = 1  # index behind the verb of an order
_LONGEST = 6  # words of what is to have a place


def if_it_fits(words: Words, reader: SentenceReader) -> Words:
    """The words without such a condition, with its place where "there" stands for it."""
    if "if" not in words:
        return words
    for at, word in enumerate(words):
        if word != "if":
            continue
        end = _end_of_room(words, at + 1, reader)
        if end is None:
            continue
        placed = _end_of_place(words, end, reader)
        place = words[end:placed] if placing_end(words, end, reader) == placed > end else ()
        stop = sentence_end(words, placed)
        opens = at == 0 or words[at - 1] in ENDS
        begin = sentence_begin(words, at)
        order = words[placed + 1 : stop] if opens else (*words[begin:at], *words[placed:stop])
        if not _puts(order, _named(words[at + 1 : end], reader), reader):
            continue  # "open the cabinet if the key fits"
        if opens and placed < stop and words[placed] in (",", "then"):
            reader.turned.add(words[at:placed])
            rest = _with_thing(words[placed + 1 :], words[at + 1 : end - 1])
            return if_it_fits((*words[:at], *_with_place(rest, place)), reader)
        closes = placed == len(words) or words[placed] in ENDS | {","}
        if not opens and closes:
            reader.turned.add(words[at:placed])
            before = at - (words[at - 1] in (",", "but"))
            is_between = words[at - 1] == "," and words[placed : placed + 1] == (",",)
            behind = placed + (is_between and placing_end(words, placed + 1, reader) > placed + 1)
            return if_it_fits((*words[:before], *words[behind:]), reader)
    return words


def _end_of_room(words: Words, at: int, reader: SentenceReader) -> int | None:
    """Index behind "there is still room", "it fits", "the vase fits"; None: something else stands there."""
    table = reader.book.sentences.has_room
    for length in range(2, 9):  # of the words as they are said, contracted or not
        found = table.find(said := spelt_out(words[at : at + length], reader.book.sentences), 0)
        longer = table.find(spelt_out(words[at : at + length + 1], reader.book.sentences), 0)
        if found is not None and found.length == len(said) and (longer is None or longer.length <= found.length):
            return at + length
    fits = next((i for i in range(at + 1, min(len(words), at + _LONGEST)) if words[i] in ("fit", "fits")), None)
    name = reader.names.match(words, at + (words[at] in lx.ARTICLES)) if fits is not None else None
    return fits + 1 if fits is not None and name is not None else None


def _named(words: Words, reader: SentenceReader) -> Words:
    """What is said to fit, by its name; empty: it is not named."""
    if words[-1:] not in (("fit",), ("fits",)) or words[0] not in lx.ARTICLES:
        return ()
    return words[1:-1]


def _puts(order: Words, thing: Words, reader: SentenceReader) -> bool:
    """Whether an order puts something somewhere, and that is what is said to fit."""
    sides = reader.book.places.sides
    verb = reader.book.said_verbs.find(order, 0)
    if verb is not None and verb.value.verb in (Verb.SWITCH, Verb.START):
        return False  # "turn on the lamp" names no place
    placed = any(sides.find(order, i) is not None for i in range(1, len(order))) or "there" in order
    placed |= not {"in", "inside"}.isdisjoint(order[2:])
    again = not thing or not {"it", "them"}.isdisjoint(order)
    return placed and (again or any(order[i : i + len(thing)] == thing for i in range(len(order))))


def _end_of_place(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind the place at which there is room; the index itself, where none is told."""
    again = next((a for a in _AGAIN if words[at : at + len(a)] == a), ())
    return at + len(again) if again else placing_end(words, at, reader)


def _with_thing(order: Words, thing: Words) -> Words:
    """An order with what is to have a place where "it" stands for that."""
    it = next((i for i, word in enumerate(order) if word in ("it", "them")), None)
    named = thing[:1] != () and thing[0] in lx.ARTICLES
    return (*order[:it], *thing, *order[it + 1 :]) if it is not None and named else order


def _with_place(order: Words, place: Words) -> Words:
    """An order with the place where "there" stands for it."""
    end = sentence_end(order, 0)
    found = ((i, a) for i in range(1, end) for a in _AGAIN if order[i : i + len(a)] == a)
    at, again = next(found, (0, ()))
    comma = next((i for i in range(end) if order[i] == ","), end)  # "put the beer in, one is enough"
    if place and not again and comma > _VERB and order[comma - 1] in _INTO.get(place[0], ()):
        return (*order[: comma - 1], *place, *order[comma:])
    return (*order[:at], *place, *order[at + len(again) :]) if place and again else order
