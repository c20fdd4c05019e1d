# SPDX-License-Identifier: Apache-2.0
"""Which of a kind is meant, told behind the order: "bring me a mug. The blue one, please", "two socks, clean ones".

"Put a pen on each desk, the red one on desk 2" tells it of one of several places, "wine, one bottle" how many.
"""

from __future__ import annotations

from bisect import bisect_left

from planner_node.language.rewording.amounts.counted_here import number_said, place_of, supports_of
from planner_node.language.rewording.bounding.amount_told import amount_told
from planner_node.language.rewording.bounding.told_besides import (
    another_too,
    both_from,
    of_none,
    one_of_each,
    receivers_end,
    told_there,
)
from planner_node.language.rewording.bounding.which_one import (
    CountedThing,
    WhichOne,
    is_kind_of_thing,
    is_such,
    things_of,
    which_one,
)
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import begins_things, placing_end, singular
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_MARKS = ENDS | {",", "-", "\u2013", "\u2014", ":"}
_POLITE = frozenset({"please", "thanks", "thank", "you", ",", "then", "though"})
_BEHIND = (
    ("i", "mean"), ("that", "is"),
    *(("would", "be", how) for how in ("nice", "great", "good", "best", "fine", "perfect", "lovely")),
)  # fmt: skip
_LONGEST_ORDER = 40  # words
_GOING_ON = frozenset({"and", "then"})


@needs(_MARKS)
def told_behind(words: Words, reader: SentenceReader) -> Words:
    """The words with what is told behind an order in the name of the thing that it tells of."""
    ends = (-1, *(i for i, word in enumerate(words) if word in ENDS), len(words))
    for at in range(3, len(words) - 1):
        if words[at] not in _MARKS or words[at + 1] in _MARKS | _GOING_ON:
            continue
        begin, end = ends[bisect_left(ends, at) - 1] + 1, ends[bisect_left(ends, at + 1)]
        if at - begin > _LONGEST_ORDER or end - at > _LONGEST_ORDER:
            continue
        stop = _closing(words, at + 1, end)
        order = words[begin:at]
        if "if" in order or not _is_order(order, reader):
            continue
        told, left = _without_manners(words[at + 1 : stop]), words[stop:]
        ways = (_told, one_of_each, of_none, both_from, another_too, told_there, amount_told)
        said = next((found for way in ways if (found := way(order, told, reader))), None)
        if said:
            return told_behind((*words[:begin], *said, *left), reader)
    return words


def _closing(words: Words, at: int, end: int) -> int:
    """Where what is told ends: at the end of its sentence, or before ", and" with what goes on."""
    return next((i for i in range(at + 1, end - 1) if words[i] == "," and words[i + 1] in _GOING_ON), end)


def _without_manners(said: Words) -> Words:
    while said:
        behind = next((b for b in _BEHIND if len(said) > len(b) and said[-len(b) :] == b), ())
        if not behind and said[-1] not in _POLITE:
            break
        said = said[: -max(1, len(behind))]
    return without(said, _POLITE)


def _is_order(words: Words, reader: SentenceReader) -> bool:
    """Whether words are an order, or things with the place that they go to."""
    core = opened(words, reader.book.sentences).words
    goes = any(reader.book.verbs.belonging.find(words, i) is not None for i in range(1, len(words)))
    places = (i for i in range(2, len(words)) if placing_end(words, i, reader) == len(words))
    return reader.starts_order(core) or goes or next(places, None) is not None or receivers_end(words, reader) > 0


def _told(order: Words, told: Words, reader: SentenceReader) -> Words | None:
    """The order with what is told of one of its things; None: nothing is, or it is not clear of which."""
    things = tuple(things_of(order, reader))
    which = which_one(told, reader)
    if which is not None:
        thing = _told_of(order, things, which, reader)
        if thing is None:
            return None
        kind = which.name or _named_for(order, thing, which, reader)
        lead = which.article or order[thing.begin : thing.noun]
        if which.is_several and which.article and thing.number > 1:
            lead = ("the", *order[thing.begin : thing.noun])
        is_last = len(things) > 1 and placing_end(order, thing.end, reader) == len(order)
        clause = _of_that_alone(which.clause, kind, reader) if is_last else which.clause
        reader.turned.add(order[thing.begin : thing.end])
        verbless = thing.begin > 0 and placing_end(order, thing.end, reader) > 0 and begins_things(order, reader)
        verb = ("put",) if verbless else ()
        return (*verb, *order[: thing.begin], *lead, *which.looks, *kind, *clause, *order[thing.end :])
    ones = _several_ones(told, reader)
    several = [t for t in things if t.number > 1 and t.number == sum(n for n, _, _ in ones)]
    if len(several) != 1 or len(ones) < 2:
        return None
    thing = several[0]
    plural = order[thing.noun : thing.end]
    one = singular(plural, reader)
    whole = reader.names.match(plural, 0)
    if whole is None or any(name and not is_such(name, whole, reader) for _, _, name in ones):
        return None
    parts = [(*said, *(name or (one if number == 1 else plural))) for number, said, name in ones]
    listed = tuple(word for n, part in enumerate(parts) for word in (*(("and",) if n else ()), *part))
    reader.turned.add(order[thing.begin : thing.end])
    return (*order[: thing.begin], *listed, *order[thing.end :])


def _of_that_alone(clause: Words, kind: Words, reader: SentenceReader) -> Words:
    """With "in the crate" for "from the crate", which would be said of all that stands before it."""
    name, place = reader.names.match(kind, 0), place_of(clause, reader)
    if name is None or place is None or not clause:
        return clause
    sides = {where[0] for where in supports_of(name, reader) if _is_at(where, place.what, reader)}
    source = reader.book.places.sources.find(clause, 0)
    return (*sides, *clause[source.length :]) if source is not None and len(sides) == 1 else clause


def _is_at(where: Words, what: NounPhrase, reader: SentenceReader) -> bool:
    there = place_of(where, reader)
    node = reader.names.graph.nodes.get(there.what.node_id or "") if there is not None else None
    return node is not None and reader.names.here.is_one(node, what)


def _named_for(order: Words, thing: CountedThing, which: WhichOne, reader: SentenceReader) -> Words:
    """The noun of a thing, in the singular for "the one" of several: "one of the laptops, the one from desk 3"."""
    noun = order[thing.noun : thing.end]
    name = reader.names.match(noun, 0)
    is_one = which.article and not which.is_several and name is not None and name.is_plural
    return singular(noun, reader) if is_one else noun


def _several_ones(told: Words, reader: SentenceReader) -> list[tuple[int, Words, Words]]:
    """Each of "the red one and two others", "two sodas and a beer": how many, what stands before its noun, and that.

    Of "one" and "others" the noun is not said. Empty: something else is said.
    """
    found: list[tuple[int, Words, Words]] = []
    for part in " ".join(told).replace(" and ", " , ").split(","):
        one = tuple(part.split())
        number = number_said(one[0]) if one else 0
        name = reader.names.match(one, 1) if number else None
        if one[1:] == ("others",) and number > 1:
            found.append((number, (one[0], "other"), ()))
        elif name is not None and name.length == len(one) - 1 and name.node_id is None:
            if not is_kind_of_thing(name, reader):
                return []
            found.append((number, one[:1], one[1:]))
        elif (which := which_one(one, reader)) and which.article and which.looks and not (which.name or which.clause):
            found.append((1, (*which.article, *which.looks), ()))
        else:
            return []
    return found


def _told_of(
    order: Words, things: tuple[CountedThing, ...], which: WhichOne, reader: SentenceReader
) -> CountedThing | None:
    """The thing of an order that is told of; None: none is, or it may be one of several."""
    fit = [t for t in things if _may_be(order, t, which, reader)]
    open_ones = [t for t in fit if order[t.begin] not in lx.DEFINITE]
    fit = open_ones if len(open_ones) == 1 else fit  # "the milk and a glass, the clean one"
    if len(fit) > 1 and which.looks and not which.name:
        fit = [t for t in fit if _looks_so(order, t, which.looks, reader)]
    return fit[0] if len(fit) == 1 else None


def _may_be(order: Words, thing: CountedThing, which: WhichOne, reader: SentenceReader) -> bool:
    name = reader.names.match(order, thing.noun) or reader.names.match(order, thing.end - 1)
    if name is None:
        return False
    if not which.name:
        bare = bool(which.looks) and not which.article and not which.clause and which.is_several
        agrees = name.is_plural if which.is_several else thing.number == 1
        return agrees or (bare and thing.number == 1)  # "a pen. Red, please"
    told = reader.names.match(which.name, 0)
    if told is None or told.is_plural != (thing.number != 1) or thing.number == 0:
        return False
    if told.concept == name.concept:
        return bool(which.clause or which.looks)
    return is_such(which.name, name, reader)


def _looks_so(order: Words, thing: CountedThing, looks: Words, reader: SentenceReader) -> bool:
    """Whether something of its kind is known to look so."""
    name = reader.names.match(order, thing.noun)
    known = frozenset(a for word in looks if (a := reader.book.adjectives.attribute(word) or word))
    kind = NounPhrase("", name.concept if name is not None else None)
    return any(reader.names.here.is_one(node, kind) and known <= node.attributes for node in reader.names.graph)
