# SPDX-License-Identifier: Apache-2.0
"""What tells which of several things is meant ("the blue one", "one from the cooler"), and the things of an order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.rewording.amounts.counted_here import number_said
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import is_look, named_place_end, placing_end
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

LONGEST_TOLD = 5
"""Words that tell which one."""
_AMOUNTS = frozenset({"some", "any"})


class CountedThing(NamedTuple):
    """Where a thing of an order stands.

    Attributes:
        begin: of its article or number.
        noun: where its name begins.
        end: behind its name.
        number: how many; 0: all, or nobody says.
    """

    begin: int
    noun: int
    end: int
    number: int


class WhichOne(NamedTuple):
    """What tells which one is meant.

    Attributes:
        article: "the" or "a"; empty: none stands there.
        looks: how it looks.
        name: of its kind; empty: "one" stands for it.
        clause: where it is.
        is_several: whether several are told of.
    """

    article: Words
    looks: Words
    name: Words
    clause: Words
    is_several: bool


def which_one(told: Words, reader: SentenceReader) -> WhichOne | None:
    """What words tell of one thing, and of nothing else; None: they say something else."""
    at = 1 if told[:1] and told[0] in ("the", "a", "an") else 0
    article = told[:at]
    begin = at
    most = reader.book.superlatives.find(told, at) if at else None
    at += most.length if most is not None else 0
    while at < len(told) and at < LONGEST_TOLD and is_look(told[at], reader) and told[at] not in lx.ONES:
        if reader.names.match(told, at) is not None and not _look_goes_on(told, at, reader):
            break
        at += 1
    looks = told[begin:at]
    if at == len(told):
        return WhichOne(article, looks, (), (), is_several=True) if looks and not article else None
    stands_for = told[at] in lx.ONES
    name = None if stands_for else reader.names.match(told, at)
    if not stands_for and (name is None or name.node_id is not None or not is_kind_of_thing(name, reader)):
        return None
    end = at + (name.length if name is not None else 1)
    clause = told[end:]
    if not stands_for and not (clause or (article == ("the",) or (name is not None and name.is_plural))):
        return None
    is_told = not clause or is_source(clause, reader, is_sure=not looks and stands_for and bool(article))
    says = bool(looks or clause or name)
    several = told[at] == "ones" if stands_for else name is not None and name.is_plural
    return WhichOne(article, looks, told[at:end] if name else (), clause, several) if is_told and says else None


def _look_goes_on(told: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a word that is a name, too, is a look before a noun: "the orange one"."""
    behind = told[at + 1 : at + 2]
    return bool(behind) and (behind[0] in lx.ONES or reader.names.match(told, at + 1) is not None)


def is_source(clause: Words, reader: SentenceReader, is_sure: bool) -> bool:
    """Whether words say where a thing is taken from; of "the one in the crate" it is where it is, too."""
    source = reader.book.places.sources.find(clause, 0)
    if source is None and not is_sure:
        return False
    return placing_end(clause, 0, reader) == len(clause)


def things_of(order: Words, reader: SentenceReader) -> Iterator[CountedThing]:
    """The things of an order, but for those that tell a place or are excepted."""
    book = reader.book
    at = 1 if reader.starts_order(order) else 0
    while at < len(order):
        if book.nouns.excepted.find(order, at) is not None:
            return
        side = book.places.sides.find(order, at) or book.places.sources.find(order, at)
        end = named_place_end(order, at + side.length, reader) if side is not None else at
        if side is not None and end > at + side.length:
            at = end
            continue
        name = reader.names.match(order, at)
        if name is None:
            at += 1
            continue
        if is_kind_of_thing(name, reader) and name.node_id is None:
            yield _counted(order, at, name, reader)
        at += name.length


def _counted(order: Words, noun: int, name: Name, reader: SentenceReader) -> CountedThing:
    begin = noun
    while begin and is_look(order[begin - 1], reader):
        begin -= 1
    first = order[begin - 1] if begin else ""
    count = number_said(first) or (1 if first in lx.ARTICLES | _AMOUNTS and not name.is_plural else 0)
    determined = bool(number_said(first)) or first in lx.ARTICLES | _AMOUNTS
    some = number_said(order[begin - 3]) if begin > 2 and order[begin - 2] == "of" and first in lx.DEFINITE else 0
    if some:  # "one of the laptops"
        return CountedThing(begin - 3, begin, noun + name.length, some)
    return CountedThing(begin - determined, noun if determined else begin, noun + name.length, count)


def is_kind_of_thing(name: Name, reader: SentenceReader) -> bool:
    """Whether a name is of no place and nobody."""
    return not reader.names.is_place(name) and not reader.names.is_person(name)


def is_such(noun: Words, kind: Name, reader: SentenceReader) -> bool:
    """Whether things of one noun are of a kind, by what they are or are called."""
    name = reader.names.match(noun, 0)
    if name is None:
        return False
    here, nodes = reader.names.here, reader.names.graph.of_kind(NodeKind.OBJECT)
    both = (NounPhrase("", name.concept), NounPhrase("", kind.concept))
    of_both = any(all(here.is_one(node, one) for one in both) for node in nodes)
    return of_both or reader.names.ontology.is_a(name.concept or "", kind.concept or "-")
