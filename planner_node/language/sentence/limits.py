# SPDX-License-Identifier: Apache-2.0
"""What is not to be done: "don't touch the red one", "leave the bowl where it is", "without opening the fridge".

A limit asks for nothing. It holds for all that the instruction asks for: what is to be left alone is excluded from
everything, and no step may move it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from makedo_core.graph.scene_graph import NodeKind
from makedo_core.ontology.words import plural
from planner_node.language.reading.quantities import SOME
from planner_node.language.refusal import Refusal
from planner_node.language.request import Hold, Limit, LimitKind, Look, Put, Request
from planner_node.language.sentence.sentence import (
    SaidLimit,
    Sentence,
    SentenceKind,
    SentenceReader,
    Words,
    skipped,
    without,
)
from planner_node.language.sentence.shapes.parts import named_place_end, singular
from planner_node.language.things import UNTRACKED, NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_THE_OTHERS = (
    ("the", "rest"),
    ("the", "others"),
    ("the", "other"),
    ("the", "remaining"),
    ("the", "remainder"),
    ("everything", "else"),
)
_LONGEST = 12  # words of what a limit is about
_PRONOUNS = (("it",), ("them",), ("those",), ("these",), ("that",), ("that", "one"), ("this", "one"), ("those", "ones"))
_IS = frozenset("is are was were has have isn't aren't wasn't weren't hasn't haven't".split())
_STAY = frozenset({"stay", "stays", "remain", "remains"})
_MAY = frozenset("can may should must shall could might to".split())
_PARTICLES = frozenset({"away", "out"})
_ONLY = frozenset({"only", "just"})
_SEPARATE = frozenset({",", "but", "and", "then"})


def said_limit(words: Words, reader: SentenceReader) -> SaidLimit | None:
    """The limit that a sentence says; None if it is none.

    Args:
        words: of the whole sentence, with contractions spelt out.
        reader: knows the words.
    """
    known = reader.book.sentences
    while (rest := skipped(words, known.stressed)) is not None:
        words = without(rest, _SEPARATE)
    for table, kind in ((known.unopened, LimitKind.KEPT_SHUT), (known.untouched, LimitKind.LEFT_ALONE)):
        thing = skipped(words, table)
        if thing:
            return _limit(kind, thing, reader)
    left = skipped(words, known.leaving)
    if left and (thing := _before(left, reader) or _the_others(left, reader)):
        return _limit(LimitKind.LEFT_ALONE, thing, reader)
    if words[:1] == ("keep",) and (thing := _those_there(words[1:], reader)):
        return _limit(LimitKind.LEFT_ALONE, thing, reader)
    unwanted = skipped(words, known.unwanted)
    if unwanted:
        end = next((i for i in range(1, len(unwanted)) if known.unwanted_so.find(unwanted, i)), None)
        return _limit(LimitKind.LEFT_ALONE, unwanted[:end], reader) if end is not None else None
    return _staying(words, reader)


def _the_others(words: Words, reader: SentenceReader) -> Words | None:
    """The others of "leave the others", "keep the other two in the fridge"; None: something else is said."""
    if words[:2] not in _THE_OTHERS:
        return None
    side = next((i for i in range(2, len(words)) if reader.book.places.sides.find(words, i) is not None), len(words))
    counted = len(words[2:side]) <= 1 or reader.names.match(words, side - 1) is not None
    return words if counted and (side == len(words) or _is_placed_to_the_end(words, side, reader)) else None


def _those_there(words: Words, reader: SentenceReader) -> Words | None:
    """The things of "keep the pens on desk 1", where some are there and others are not; None: it is said otherwise."""
    at = next((i for i in range(2, len(words)) if _is_placed_to_the_end(words, i, reader)), None)
    name = reader.names.match(words, 1) if at is not None and words[0] in lx.DEFINITE else None
    if at is None or name is None or not name.is_plural or 1 + name.length != at:
        return None
    side = reader.book.places.sides.find(words, at)
    where = without(words[at + (side.length if side is not None else 1) :], lx.ARTICLES)
    place = reader.names.match(where, 0)
    if place is None:
        return None
    source = Place(Side.ANY, NounPhrase("", place.concept, place.node_id))
    return words if reader.names.here.is_elsewhere(NounPhrase("", name.concept, source=source)) else None


def _before(words: Words, reader: SentenceReader) -> Words | None:
    """What stands before "where it is" at the end; None if that does not end the words."""
    table = reader.book.sentences.in_place
    end = next((i for i in range(1, len(words)) if (f := table.find(words, i)) and i + f.length == len(words)), None)
    return None if end is None else words[:end]


def _staying(words: Words, reader: SentenceReader) -> SaidLimit | None:
    table = reader.book.sentences.staying
    for at in range(1, min(len(words), _LONGEST)):
        found = table.find(words, at)
        if found is not None and (at + found.length == len(words) or words[at + found.length - 1] == "leave"):
            return _limit(LimitKind.LEFT_ALONE, _with_a_noun(words[:at], reader), reader)
        certain = words[0] in lx.DEFINITE or (words[at - 1] in lx.ONES and at == 2)
        may = words[at - 1] in _MAY  # "can stay there"
        if words[at] in _STAY and certain and not may and _is_placed_to_the_end(words, at + 1, reader):
            there = words[at + 1 :] if words[:2] in _THE_OTHERS else ()  # which the others are, the place tells
            return _limit(LimitKind.LEFT_ALONE, (*_with_a_noun(words[:at], reader), *there), reader)
    return None


def _is_placed_to_the_end(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a preposition with a place stands there and ends the words: "the banana stays on the counter"."""
    side = reader.book.places.sides.find(words, at)
    return side is not None and named_place_end(words, at + side.length, reader) == len(words) > at + side.length


def _with_a_noun(thing: Words, reader: SentenceReader) -> Words:
    """A thing that is told by its looks alone with "ones" behind them: "the clean"."""
    looks = thing[1:] if thing[0] in lx.DEFINITE else ()
    alone = bool(looks) and all(reader.book.adjectives.attribute(word) is not None for word in looks)
    return (*thing, "ones") if alone and reader.names.match(thing, len(thing) - 1) is None else thing


def _limit(kind: LimitKind, thing: Words, reader: SentenceReader) -> SaidLimit | None:
    """The limit, if its words are those for a thing and not an order with more behind it."""
    places = reader.book.places.sides
    end = next((i for i in range(1, len(thing)) if thing[i] == "there" or places.find(thing, i)), len(thing))
    moved = kind is LimitKind.LEFT_ALONE and end < len(thing) and places.find(thing, end) is None
    thing = thing[:end] if moved else thing  # "never put wine there"
    thing = thing[:-1] if len(thing) > 1 and thing[-1] in _PARTICLES else thing  # "do not put the saw away"
    goes = reader.book.verbs.belonging
    if "," in thing and any(goes.find(thing, i) for i in range(thing.index(","), len(thing))):
        return None  # "don't touch the napkin, the plates go there"
    if not thing or len(thing) > _LONGEST or reader.starts_order(thing):
        return None
    listed = kind is LimitKind.LEFT_ALONE and "either" not in thing  # "don't take the pliers or the hammer"
    thing = without(thing, _ONLY) if kind is LimitKind.LEFT_ALONE else thing
    return SaidLimit(kind, tuple("and" if word == "or" and listed else word for word in thing)) if thing else None


def limits_of(sentences: Sequence[Sentence], reader: SentenceReader) -> tuple[SaidLimit, ...]:
    """The limits of sentences, with what was told of just before for "them": "the plates are dirty, leave them"."""
    found: list[SaidLimit] = []
    for at, sentence in enumerate(sentences):
        before = sentences[at - 1] if at else None
        told = before is not None and before.kind is SentenceKind.BACKGROUND
        subject = _subject(before.words, reader) if before is not None and told else ()
        found += [
            replace(limit, thing=subject) if subject and limit.thing in _PRONOUNS else limit
            for limit in sentence.limits
            if not (found and before is not None and before.limits and limit.thing in _PRONOUNS)  # said twice
        ]
    return tuple(found)


def _subject(words: Words, reader: SentenceReader) -> Words:
    """What a statement is about, with where it is: "the plates in the sink are dirty"; empty: nothing known."""
    end = next((i for i, word in enumerate(words) if word in _IS), 0)
    return words[:end] if end and isinstance(reader.orders(("find", *words[:end])), Request) else ()


def limited(request: Request, limits: Sequence[SaidLimit], reader: SentenceReader) -> Request | Refusal:
    """A request within limits; what they are about that nobody knows is refused.

    Args:
        request: what is asked for.
        limits: as they were said.
        reader: reads what they are about.
    """
    found: list[Limit] = []
    for limit in limits:
        if limit.thing[:2] in _THE_OTHERS and limit.thing[0] == "the":
            found += _others_of(limit, request, reader)
            continue
        read = reader.orders(("find", *_named(limit.thing, request, reader)))
        if isinstance(read, Refusal):
            return read
        others = _asked_for(request) if limit.thing[:2] in _THE_OTHERS else ()
        whats = (c.what for c in read.clauses if isinstance(c, Look))
        found += [
            Limit(limit.kind, replace(what, excluded=(*what.excluded, *others), besides=(), referent=UNTRACKED))
            for what in whats  # read by itself: its numbers of what was spoken of are not those of the request
        ]
    return _all_but(replace(request, limits=(*request.limits, *found)), found)


def _all_but(request: Request, limits: Sequence[Limit]) -> Request:
    """With all for a bare plural of which some stay: "put dishes in the sink but leave the clean ones"."""
    staying = {limit.what.concept for limit in limits if limit.kind is LimitKind.LEFT_ALONE} - {None}

    def whole(thing: NounPhrase) -> NounPhrase:
        is_bare = set(thing.text.split()[:-1]) <= thing.attributes
        return replace(thing, count=None) if thing.count == SOME and is_bare and thing.concept in staying else thing

    clauses = (replace(c, what=tuple(map(whole, c.what))) if isinstance(c, Put) else c for c in request.clauses)
    return replace(request, clauses=tuple(clauses))


def _others_of(limit: SaidLimit, request: Request, reader: SentenceReader) -> list[Limit]:
    """The limit of "leave the others in the box": those of each kind that is asked for which are not asked for."""
    others, text = _asked_for(request), " ".join(limit.thing)
    count = next((lx.NUMBERS[word] for word in limit.thing if word in lx.NUMBERS), None)
    place = next((n for i in range(2, len(limit.thing)) if (n := reader.names.match(limit.thing, i)) is not None), None)
    is_place = place is not None and reader.names.is_place(place)
    where = Place(Side.ANY, NounPhrase("", place.concept, place.node_id)) if place is not None and is_place else None
    found: list[Limit] = []
    for kind in dict.fromkeys(p.concept for p in others):
        all_there = where is not None and _are_the_others(kind, where, request, reader)
        excluded = () if all_there else others  # "a towel" could be any, also one of those that stay
        found.append(Limit(limit.kind, NounPhrase(text, kind, count=count, excluded=excluded, source=where)))
    return found


def _are_the_others(kind: str | None, where: Place, request: Request, reader: SentenceReader) -> bool:
    """Whether all of a kind at a place are others than some that may be any: enough of it is elsewhere."""
    moved = (p for c in request.clauses if isinstance(c, Put | Hold) for p in _things(c))
    some = [p for p in moved if p.concept == kind]
    told = any(p.count is None or p.attributes or p.source or p.node_id or p.definite or p.restrictions for p in some)
    names = reader.names
    nodes = [n for n in names.graph.of_kind(NodeKind.OBJECT) if names.here.is_one(n, NounPhrase("", kind))]
    there = sum(names.here.is_within(n.id, where.what) for n in nodes)
    return not told and 0 < there <= len(nodes) - sum(p.count or 0 for p in some)


def _asked_for(request: Request) -> tuple[NounPhrase, ...]:
    """The things that a request asks for, which none of "the rest" are."""
    moved = (p for c in request.clauses if isinstance(c, Put | Hold) for p in _things(c))
    return tuple(replace(p, count=None, definite=False) for p in moved)


def of_the_kind_left(orders: Words, limits: Sequence[SaidLimit], reader: SentenceReader) -> Words:
    """Orders with the noun of what is left alone for a "one" before any name: "leave the red mug, put the blue one"."""
    orders = _others_of_the_kind_left(orders, limits, reader)
    at = next((i for i, word in enumerate(orders) if word in lx.ONES and i), None)
    certain = [limit.thing for limit in limits if limit.thing and limit.thing[:2] not in _THE_OTHERS]
    last = [thing[-2] if thing[-1].isdecimal() and len(thing) > 1 else thing[-1] for thing in certain]  # "pipette 1"
    nouns = [word for word in last if word not in lx.ONES | lx.PRONOUNS]
    if at is None or len(nouns) != 1 or any(reader.names.match(orders, i) for i in range(at)):
        return orders
    is_kind = reader.names.match((nouns[0],), 0) is not None and not nouns[0].isdecimal()
    return (*orders[:at], nouns[0], *orders[at + 1 :]) if is_kind else orders


def _others_of_the_kind_left(orders: Words, limits: Sequence[SaidLimit], reader: SentenceReader) -> Words:
    """With the noun for "the others" before any name: "keep the books on the table and put the others in the box"."""
    at = next((i for i in range(1, len(orders) - 1) if orders[i : i + 2] in (("the", "others"), ("the", "rest"))), None)
    if at is None or len(limits) != 1 or any(reader.names.match(orders, i) for i in range(at)):
        return orders
    thing = limits[0].thing
    name = reader.names.match(thing, 1) if thing[0] in lx.DEFINITE else None
    if name is None or reader.names.is_place(name) or not name.is_plural:
        return orders
    if orders[at + 2 : at + 3] == ("of",):  # "leave the apples but take the rest of the fruit"
        behind = orders[at + 3 + (orders[at + 3 : at + 4] == ("the",)) :]
        return (*orders[:at], "the", "other", *behind)
    return (*orders[:at], "the", "other", *thing[1 : 1 + name.length], *orders[at + 2 :])


def but_for_what_is_left(orders: Words, limits: Sequence[SaidLimit], reader: SentenceReader) -> Words:
    """Orders to clear furniture with what is left alone as an exception: nobody asks then where that shall go."""
    left = [limit.thing for limit in limits if limit.kind is LimitKind.LEFT_ALONE and limit.thing[0] not in lx.PRONOUNS]
    found: list[str] = []
    for order in _each_order(orders):
        verb = reader.book.said_verbs.find(order, 0)
        clears = verb is not None and verb.value.verb in (Verb.CLEAR, Verb.TIDY)
        bare = without(order[verb.length :], lx.ARTICLES) if verb is not None and clears else ()
        name = reader.names.match(bare, 0)
        is_whole = name is not None and name.length == len(bare) and reader.names.is_place(name)
        is_whole = is_whole and name is not None and not reader.names.is_room(name)
        found += order
        if is_whole:
            found += [word for i, thing in enumerate(left) for word in (("and",) if i else ("except",)) + thing]
        found.append(".")
    return tuple(found)


def _each_order(orders: Words) -> Iterator[Words]:
    """The orders that stops stand between."""
    begin = 0
    for at, word in enumerate((*orders, ".")):
        if word == ".":
            if at > begin:
                yield orders[begin:at]
            begin = at + 1


def _named(thing: Words, request: Request, reader: SentenceReader) -> Words:
    """The words for what a limit is about: "the red one" of toys is "the red toy", "it" the thing asked for."""
    things = [p for c in request.clauses if isinstance(c, Put | Hold) for p in _things(c)]
    looks = frozenset(a for word in thing[1:-1] if (a := reader.book.adjectives.attribute(word)))
    so = (p for p in things if p.concept is not None and reader.names.here.looks_so(p, looks))
    first = next(so, None) or next(iter(things), None)  # "the hammer and the screwdrivers ... the red one"
    if first is None or first.concept is None:
        return thing
    ones = next((i for i in range(1, len(thing)) if thing[i] in lx.ONES), 0)
    if ones and (ones + 1 == len(thing) or _is_placed_to_the_end(thing, ones + 1, reader)):  # "the one in storage"
        noun = first.text.split()[-1]
        name = reader.names.match((noun,), 0)
        several = noun if name is not None and name.is_plural else plural(noun)
        noun_of = singular((noun,), reader) if thing[ones] == "one" else (several,)
        return (*thing[:ones], *noun_of, *thing[ones + 1 :])
    return tuple(first.text.split()) if thing in (("it",), ("them",)) else thing


def _things(clause: Put | Hold) -> tuple[NounPhrase, ...]:
    return clause.what if isinstance(clause, Put) else (clause.what,)
