# SPDX-License-Identifier: Apache-2.0
"""How many each gets, said behind: "put glasses on tables 2 and 3, one each" is "put one glass each ..."."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_end
from planner_node.language.sentence.shapes.parts import begins_things, side_in, singular
from planner_node.language.words import lexicon as lx

_EACH = (
    ("each",), ("apiece",), ("per", "person"), ("per", "head"), ("a", "head"), ("per", "guest"), ("per", "table"),
    ("for", "each"), ("to", "each"), ("for", "each", "of", "them"), ("for", "each", "one"),
)  # fmt: skip
_TOO = (("too",), ("as", "well"), ("also",), ("likewise",))
_LONGEST = 5  # words of other things
_SET_OFF = MARKS | {",", ";"}


@needs(_SET_OFF)
def so_many_each(words: Words, reader: SentenceReader) -> Words:
    """The words with the number before the first things that are named without one, and "each" behind them."""
    for at in range(3, len(words) - 1):
        if words[at] not in _SET_OFF:
            continue
        number = at + 1 + (words[at + 1] in ("just", "only"))
        tail = next((e for e in _EACH if words[number + 1 : number + 1 + len(e)] == e), ())
        end = number + 1 + len(tail)
        others, behind = _others_too(words, end) if tail else ((), end)
        goes_on = bool(tail) and not others and _goes_on(words, end, reader)
        closes = tail and (end == len(words) or words[end] in ENDS or bool(others) or goes_on)
        if not closes or not (words[number] in lx.NUMBERS or words[number].isdecimal()):
            continue
        begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in ENDS), 0)
        said = _with_number(words[begin:at], words[number], reader)
        if said is not None and others:
            more = _with_number(_of_others(words[begin:at], others, reader), words[number], reader)
            if more is not None:
                reader.turned.update({words[at + 1 : end], words[behind - 1 : behind]})
                return (*words[:begin], *said, ".", *more, *so_many_each(words[behind:], reader))
        if said is not None and goes_on and words[end : end + 2] == (",", "and"):
            reader.turned.add(words[at + 1 : end])
            verb = () if reader.starts_order(words[end + 2 :]) else _verb_of(words[begin:at], reader)
            return (*words[:begin], *said, ".", *verb, *so_many_each(words[end + 2 :], reader))
        if said is not None and not others:
            reader.turned.add(words[at + 1 : end])
            return (*words[:begin], *said, *so_many_each(words[end:], reader))
    return words


def _others_too(words: Words, at: int) -> tuple[Words, int]:
    """The things of ", and the knives too" that stands there, and the word behind it; empty: it does not."""
    if words[at : at + 2] != (",", "and"):
        return (), at
    end = sentence_end(words, at)
    too = next((t for t in _TOO if words[end - len(t) : end] == t), ())
    things = words[at + 2 : end - len(too)]
    return (things, end) if too and 0 < len(things) <= _LONGEST else ((), at)


def _goes_on(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether another order stands behind a comma, or another thing with its place: ", and the bread on table 3"."""
    if words[at : at + 1] != (",",):
        return False
    if words[at + 1 : at + 2] != ("and",) or reader.book.clauses.next_stage.find(words, at + 1) is not None:
        return reader.book.clauses.next_stage.find(words, at + 1) is not None
    rest = words[at + 2 : sentence_end(words, at)]
    return reader.starts_order(rest) or (begins_things(rest, reader) and side_in(rest, reader))


def _verb_of(order: Words, reader: SentenceReader) -> Words:
    """The verb with which an order begins; empty: with none."""
    verb = reader.book.said_verbs.find(order, 0)
    return order[: verb.length] if verb is not None else ()


def _of_others(order: Words, things: Words, reader: SentenceReader) -> Words:
    """An order with other things in place of the first that it names."""
    for at in range(len(order)):
        name = reader.names.match(order, at)
        if name is None or reader.names.is_person(name) or reader.names.is_place(name):
            continue
        begin = at
        while begin and (order[begin - 1] in lx.ARTICLES or reader.book.adjectives.attribute(order[begin - 1])):
            begin -= 1
        return (*order[:begin], *things, *order[at + name.length :])
    return order


def _with_number(order: Words, number: str, reader: SentenceReader) -> Words | None:
    """An order for so many things each; None: the first things that it names are counted, or certain ones."""
    for at in range(len(order)):
        name = reader.names.match(order, at)
        if name is None or reader.names.is_person(name):
            continue
        if reader.names.is_place(name):
            continue
        if not name.is_plural or name.node_id is not None:
            return _one_of_each(order, at, reader) if number in ("one", "1") else None
        first = at
        while first and reader.book.adjectives.attribute(order[first - 1]) is not None:
            first -= 1
        looks, before = order[first:at], order[:first]
        before = before[:-1] if before[-1:] in (("the",), ("some",), ("all",)) else before
        if not _are_named_first(before, reader):
            return None
        if before[-1:] and (before[-1] in lx.NUMBERS or before[-1].isdecimal() or before[-1] in lx.ARTICLES):
            return None
        end = at + name.length
        noun = order[at:end]
        noun = singular(noun, reader) if number in ("one", "1") else noun
        return (*before, number, *looks, *noun, "each", *order[end:])
    return None


def _are_named_first(before: Words, reader: SentenceReader) -> bool:
    """Whether nothing stands before things but their verb, or places that are to get them."""
    places = any(
        (n := reader.names.match(before, i)) is not None and reader.names.is_place(n) for i in range(len(before))
    )
    known = reader.book
    gets = any(known.sentences.receiving.find(before, i) for i in range(len(before)))
    return gets if places else True


def _one_of_each(order: Words, at: int, reader: SentenceReader) -> Words | None:
    """Of "a fork and a knife on tables 2 and 3": "a fork and a knife each on ..."; None: certain things are named."""
    sides = reader.book.places.sides
    end = next((i for i in range(at, len(order)) if sides.find(order, i) is not None), 0)
    counted = order[at - 1 : at] in (("a",), ("an",), ("one",))
    return (*order[:end], "each", *order[end:]) if end and counted else None
