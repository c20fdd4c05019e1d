# SPDX-License-Identifier: Apache-2.0
"""What is said first of what follows: "respectively put ...", "apart from the cup, put everything ..."."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, without
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end, side_in
from planner_node.language.words import lexicon as lx

_NOT_MOVED = frozenset({"not", "and not", "but not", "without", "minus", "besides", "but leave"})
_GIVING = frozenset({"give", "bring", "hand", "pass", "get", "fetch", "take", "serve"})
_GETTING = (("get",), ("gets",), ("should", "get"), ("receive",), ("have",), ("should", "have"))
_JOINTS = frozenset({",", "and"})
_WITHOUT = frozenset({"without", "minus", "besides"})
_ALL = frozenset({"all", "everything", "whatever", "every"})


def fronted(words: Words, reader: SentenceReader) -> Words:
    """With what is said first where it is said else: behind the order, each sentence by itself."""
    return each_sentence(words, lambda said: _order_first(said, reader))


def _order_first(words: Words, reader: SentenceReader) -> Words:
    """A sentence with what is said first where it is said else."""
    words = _each_to_somebody(_order_last(_to_each_place(words, reader), reader), reader)
    return _exception_last(_from_behind(_each_with_its_place(words, reader), reader), reader)


def _to_each_place(words: Words, reader: SentenceReader) -> Words:
    """With an order in place of the mark in "stapler and calculator: desk 1 and desk 3, in that order"."""
    mark = next((i for i in range(1, len(words) - 4) if words[i] in (":", "-")), 0)
    table = reader.book.quantities.respectively
    last = next((i for i in range(mark, len(words)) if (f := table.find(words, i)) and i + f.length == len(words)), 0)
    if not mark or not last or reader.starts_order(words) or "and" not in words[:mark]:
        return words
    places = [part for part in _parts(words[mark + 1 : last]) if part]
    if len(places) < 2 or any(named_place_end(place, 0, reader) != len(place) for place in places):
        return words
    return ("bring", *words[:mark], "to", *words[mark + 1 :])


def _order_last(words: Words, reader: SentenceReader) -> Words:
    """With "respectively" at the end where it stands before or right behind the verb, or before the places."""
    table = reader.book.quantities.respectively
    for at in range(len(words)):
        found = table.find(words, at)
        if found is None:
            continue
        before, behind = words[:at], words[at + found.length :]
        first = not before or (reader.starts_order(before) and reader.book.places.sides.find(words, at - 1) is None)
        rest = behind[1:] if behind[:1] == (",",) and before[-1:] == (",",) else behind
        placed = reader.book.places.sides.find(rest, 0) or reader.book.sentences.being.find(rest, 0)
        if placed and len(rest) > 2:
            before = before[:-1] if before[-1:] == (",",) else before
            return (*before, *rest, *words[at : at + found.length])
        return (*before, *behind, *words[at : at + found.length]) if first and len(behind) > 2 else words
    return words


def _each_to_somebody(words: Words, reader: SentenceReader) -> Words:
    """With each thing to its person: "give Anna and Ben the cake and the present respectively"."""
    table = reader.book.quantities.respectively
    last = next((i for i in range(len(words)) if (f := table.find(words, i)) and i + f.length == len(words)), None)
    if last is None:
        return words
    begin = int(words[0] in _GIVING)
    people: list[Words] = []
    at = begin
    while (name := reader.names.match(words, at)) is not None and reader.names.is_person(name):
        people.append(words[at : at + name.length])
        at += name.length
        while at < last and words[at] in _JOINTS:
            at += 1
    gets = 0 if begin else next((n for n in (1, 2) if words[at : at + n] in _GETTING), 0)
    things = [t for t in _parts(words[at + gets : last]) if t]
    if len(people) < 2 or len(things) != len(people) or not (begin or gets):
        return words
    if any(reader.book.places.sides.find(t, i) for t in things for i in range(len(t))):
        return words
    verb = words[0] if begin else "give"
    return tuple(
        word
        for n, (thing, who) in enumerate(zip(things, people, strict=True))
        for word in (*(("and",) if n else ()), verb, *thing, "to", *who)
    )


def _parts(words: Words) -> list[Words]:
    found: list[list[str]] = [[]]
    for word in words:
        if word in _JOINTS:
            found.append([])
        else:
            found[-1].append(word)
    return [tuple(part) for part in found]


def _each_with_its_place(words: Words, reader: SentenceReader) -> Words:
    """With the noun of all in place of "one": "the candles, one on the table and one on the counter"."""
    comma = next((i for i, word in enumerate(words) if word in {",", ":"}), 0)
    rest = words[comma + 1 :]
    if comma < 2 or not rest or rest[0] not in lx.NUMBERS:
        return words
    verb = reader.book.said_verbs.find(words, 0)
    begin = verb.length if verb is not None and reader.names.match(words, 0) is None else 0
    noun = without(words[begin:comma], lx.ARTICLES)
    name = reader.names.match(noun, 0)
    if name is None or name.length != len(noun) or not name.is_plural or reader.names.is_place(name):
        return words
    sides = reader.book.places.sides
    found: list[str] = []
    for at, word in enumerate(rest):
        is_number = word in lx.NUMBERS and sides.find(rest, at + 1) is not None
        found += [word, *noun] if is_number else [word]
    order = words[:begin] if begin else ("put",)
    return (*order, *found) if len(found) > len(rest) else words


def _from_behind(words: Words, reader: SentenceReader) -> Words:
    """With where things are behind them: "from bench 1 all beakers but one go to the shelf"."""
    end = named_place_end(words, 1, reader) if words[:1] == ("from",) else 1
    begin = end + (words[end : end + 1] == (",",))
    rest = words[begin:]
    if end == 1 or not begins_things(rest, reader):
        return words
    goes = next((i for i in range(1, len(rest) - 1) if reader.book.verbs.belonging.find(rest, i)), 0)
    excepted = reader.book.nouns.excepted
    but = next((i for i in range(1, goes) if rest[i] == lx.BUT or excepted.find(rest, i)), goes)
    if rest[:2] == ("all", "but"):
        but = goes
    return (*rest[:but], *words[:end], *rest[but:]) if goes and not side_in(rest[:goes], reader) else words


def _exception_last(words: Words, reader: SentenceReader) -> Words:
    """With "apart from the cup" behind the things of the order that follows its comma."""
    excepted = reader.book.nouns.excepted.find(words, 0)
    comma = words.index(",") if "," in words else 0
    if excepted is None or comma <= excepted.length:
        return words
    order = words[comma + 1 :]
    if " ".join(words[: excepted.length]) in _NOT_MOVED and not (words[0] in _WITHOUT and _ALL & set(order)):
        return words
    return (*order, *words[:comma]) if len(order) > 2 else words
