# SPDX-License-Identifier: Apache-2.0
"""What is told behind an order of its places, or of what is not meant: "the red one on desk 2", "both from there"."""

from __future__ import annotations

from planner_node.language.rewording.bounding.which_one import (
    LONGEST_TOLD,
    CountedThing,
    WhichOne,
    is_source,
    things_of,
    which_one,
)
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import is_look, named_place_end, placing_end, singular
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_GETS = frozenset("gets get needs need has have".split())
_STAYING = frozenset({"stays", "stay", "remains", "remain"})
_EACH = frozenset({"each", "every"})
_BOTH = ("one", "other")
_TOO = (("too",), ("as", "well"), ("also",))


def one_of_each(order: Words, told: Words, reader: SentenceReader) -> Words | None:
    """With one of several places apart: "put a pen on each desk, the red one on desk 2"."""
    goes = next((i for i in range(1, len(told)) if _goes(told, i, reader)), 0)
    side = next((i for i in range(1, len(told)) if placing_end(told, i, reader) == len(told)), 0)
    which, place = told[: goes or side], told[side:]
    apart = which_one(which, reader) if side else None
    name = reader.names.match(which, 0)
    each, thing, lead = _each_place(order, apart, reader)
    is_node = name is not None and name.node_id is not None and name.length == len(which)
    if not each or thing is None or not (is_node or (apart is not None and not apart.clause)):
        return None
    noun = order[thing.noun : thing.end]
    if apart is not None and not is_node:
        which = (*(apart.article or ("a",)), *apart.looks, *(apart.name or noun))
    of_kind = reader.names.match(noun, 0)
    own = reader.names.match(which, 0) or reader.names.match(which, len(which) - len(noun))
    if own is None or of_kind is None or not reader.names.ontology.is_a(own.concept or "", of_kind.concept or "-"):
        return None
    at = placing_end(told, side, reader) - len(place)
    sided = reader.book.places.sides.find(told, at)
    named = place[sided.length :] if sided is not None else place
    reader.turned.add(order[thing.begin : thing.end])
    one = order[thing.begin : thing.end]
    others = _without(order, thing)
    but = ("and",) if "except" in each else ("except",)
    return (*lead, *which, *place, ".", *lead, *one, *each, *but, *named, *((".", *others) if others else ()))


def _without(order: Words, thing: CountedThing) -> Words:
    """The order without one of the things that it lists; empty: it lists no others."""
    if order[thing.begin - 1 : thing.begin] == ("and",):
        return (*order[: thing.begin - 1], *order[thing.end :])
    return (*order[: thing.begin], *order[thing.end + 1 :]) if order[thing.end : thing.end + 1] == ("and",) else ()


def _goes(told: Words, at: int, reader: SentenceReader) -> bool:
    """Whether it is said there that a thing goes to a place, or stays at it."""
    return told[at] in _STAYING or reader.book.verbs.belonging.find(told, at) is not None


def _each_place(
    order: Words, which: WhichOne | None, reader: SentenceReader
) -> tuple[Words, CountedThing | None, Words]:
    """Each of the places of an order with one thing for each, that thing, and the words before the things."""
    things = [t for t in things_of(order, reader) if t.number == 1]
    begin = things[0].begin if things else 0
    end = things[-1].end if things else 0
    if len(things) > 1 and which is not None and which.name:
        things = [t for t in things if order[t.noun : t.end] == which.name]
    thing = things[0] if len(things) == 1 else None
    if thing is None:
        return (), None, ()
    receivers = receivers_end(order, reader)
    if receivers and thing.end == len(order):
        return ("on", *order[:receivers]), thing, ("put",)
    place = order[end:]
    side = reader.book.places.sides.find(place, 0)
    each = place[side.length : side.length + 1] if side is not None else ()
    end = placing_end(place, 0, reader)
    but = place[end + 1 :] if place[end : end + 1] in (("except",), ("but",)) else ()
    place = (*place[:end], "except", *but) if but else place
    whole = end == len(place) or (bool(but) and named_place_end(but, 0, reader) == len(but))
    is_each = bool(each) and each[0] in _EACH and whole
    return (place, thing, order[:begin]) if is_each and begin else ((), None, ())


def receivers_end(words: Words, reader: SentenceReader) -> int:
    """Index behind the places of "each desk gets a pen"; 0: something else is said."""
    end = named_place_end(words, 0, reader) if words[:1] and words[0] in _EACH else 0
    begin = end + (words[end : end + 1] in (("should",), ("must",)))
    return end if end and words[begin : begin + 1] and words[begin] in _GETS else 0


def of_none(order: Words, told: Words, reader: SentenceReader) -> Words | None:
    """With what is not to be taken left where it is: "a bottle on desk 2, not the one from desk 1"."""
    told = told[1:] if told[:1] == ("but",) else told
    which = which_one(told[1:], reader) if told[:1] == ("not",) else None
    things = tuple(things_of(order, reader))
    if which is None or which.name or not which.clause or which.article != ("the",) or not things:
        return None
    kinds = {order[t.noun : t.end] for t in things}
    noun = next(iter(kinds))
    if len(kinds) > 1 or which.is_several != (reader.names.match(noun, 0) or Name(0, None)).is_plural:
        return None
    is_are = ("they", "are") if which.is_several else ("it", "is")
    reader.turned.add(("not",))
    return (*order, ".", "leave", "the", *which.looks, *noun, *which.clause, "where", *is_are)


def both_from(order: Words, told: Words, reader: SentenceReader) -> Words | None:
    """With where they are taken from behind each of the things: "a beaker and a pipette, both from the shelf"."""
    things = tuple(things_of(order, reader))
    source = told[1:]
    number = sum(t.number for t in things)
    counted = told[:1] == ("all",) or (told[:1] == ("both",) and number == len(_BOTH))
    if not counted or not is_source(source, reader, is_sure=False):
        return None
    reader.turned.add(told)
    said = order
    for thing in reversed(things):
        said = (*said[: thing.end], *source, *said[thing.end :])
    return said


def another_too(order: Words, told: Words, reader: SentenceReader) -> Words | None:
    """With the order once more for "the one on the table as well", of things at another place."""
    too = next((t for t in _TOO if told[-len(t) :] == t), ())
    which = told[: len(told) - len(too)] if too else ()
    one = next((i for i, word in enumerate(which[:LONGEST_TOLD]) if word in lx.ONES), 0)
    there = which[one + 1 :]
    things = tuple(things_of(order, reader))
    if not one or which[0] != "the" or len(things) != 1 or not there or placing_end(there, 0, reader) != len(there):
        return None
    thing = things[0]
    place = placing_end(order, thing.end, reader)
    if place == thing.end or place == len(order) or not all(is_look(word, reader) for word in which[1:one]):
        return None
    noun = order[thing.noun : thing.end]
    name = reader.names.match(noun, 0)
    several = noun if which[one] == "ones" or (name is not None and not name.is_plural) else singular(noun, reader)
    goes = _one_place(order, thing.end, reader)
    return (*order, ".", *order[: thing.begin], "the", *which[1:one], *several, *there, *order[goes:])


def _one_place(order: Words, at: int, reader: SentenceReader) -> int:
    """Index behind the first preposition with its place: "the mugs | on the counter | in the sink"."""
    side = reader.book.places.sides.find(order, at) or reader.book.places.sources.find(order, at)
    return named_place_end(order, at + side.length, reader) if side is not None else at


def told_there(order: Words, told: Words, reader: SentenceReader) -> Words | None:
    """With what is told of the thing that goes to the same place: "a mug here and one there, the blue one there"."""
    side = next((i for i in range(1, len(told)) if placing_end(told, i, reader) == len(told)), 0)
    which, place = which_one(told[:side], reader) if side else None, told[side:]
    if which is None or which.name or which.clause or which.is_several or not which.looks:
        return None
    fit = [t for t in things_of(order, reader) if t.number == 1 and order[t.end : t.end + len(place)] == place]
    if len(fit) != 1:
        return None
    thing = fit[0]
    noun = order[thing.noun : thing.end]
    reader.turned.add(told)
    return (*order[: thing.begin], *(which.article or ("a",)), *which.looks, *noun, *order[thing.end :])
