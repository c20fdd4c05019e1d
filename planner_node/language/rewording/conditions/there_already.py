# SPDX-License-Identifier: Apache-2.0
"""What is where an order puts things: "put a glass on table 2 unless there is one already", "... if it has none".

Such a condition names neither the kind of thing nor the place; both stand in the order. That the place is meant shows
in what follows: a glass that is somewhere is no reason to bring none, and one that is nowhere cannot be brought.
"""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_MARKS = ENDS | {","}
_BETWEEN = frozenset({"already", "yet", "still"})
_HAVE = frozenset({"has", "have", "holds", "contains"})
_STANDING = frozenset({"it", "they", "that", "this"})
_IS = frozenset({"is", "are"})
_NONE = (("not", "one"), ("not", "any"), ("no", "one"), ("none",), ("no",), ("not", "a"), ("not", "an"))
_ONE = frozenset({"one", "1", "any", "some", "a", "an"})


def there_already(words: Words, reader: SentenceReader) -> Words:
    """The words with the things and the place of an order in a condition right behind it or before it."""
    known = reader.book.sentences
    for at in range(len(words) - 2):
        so, not_so = known.if_so.find(words, at), known.if_not.find(words, at)
        lead = not_so or so
        if lead is None:
            continue
        end = next((i for i in range(at + lead.length, len(words)) if words[i] in _MARKS), len(words))
        begin = sentence_begin(words, at)
        ahead = at > begin
        order = without(words[begin:at], {","}) if ahead else words[end + 1 : sentence_end(words, end + 1)]
        condition = _plain(words[at + lead.length : end], reader)
        if not order or not condition:
            continue
        kind = _kind(order, reader) or _kind_of_one(order, _amount(condition)[0], reader)
        told = _told(condition, kind, _goal(order, reader), not_so is not None, reader)
        if told is not None:
            said = (*words[at : at + lead.length], *told)
            order = _one_more(order, kind, told[1] == "are", reader)
            behind = words[end:] if ahead else words[sentence_end(words, end + 1) :]
            return (*words[:begin], *order, *said, *behind) if ahead else (*words[:begin], *said, ",", *order, *behind)
    return words


def _one_more(order: Words, kind: Words, counted: bool, reader: SentenceReader) -> Words:
    """An order for one thing of a kind; where a condition counts them, for one more."""
    article = "another" if counted else "a"
    for at in range(1, len(order)):
        if order[at] in ("a", "an") and reader.names.match(order, at + 1):
            return (*order[:at], article, *order[at + 1 :]) if counted else order
        if order[at] == "one" and not reader.names.match(order, at + 1):
            return (*order[:at], article, *kind, *order[at + 1 :])
    return order


def _plain(condition: Words, reader: SentenceReader) -> Words:
    """A condition without "already" in it."""
    spelt = spelt_out(condition, reader.book.sentences)
    return tuple(word for word in spelt if word not in _BETWEEN)


def _told(condition: Words, kind: Words, place: Words, unless: bool, reader: SentenceReader) -> Words | None:
    """What a condition says, as "there is one glass on table 2"; None: it says all of it, or something else."""
    amount, points = _amount(condition)
    if not amount or not kind or not place:
        return None
    none = next((n for n in _NONE if amount[: len(n)] == n), ())
    rest = amount[len(none) :]
    number, noun = _number(rest, reader) if not none else ((), rest)
    noun = without(noun, {"of", "them", "those"}) if noun[:1] == ("of",) else noun
    if noun not in ((), kind, (*kind[:-1], plural(kind[-1]))) or (not none and not number):
        return None
    if not points and unless is bool(none):  # "if there are any": whether they can be had at all
        return None
    several = number not in ((), ("a",), *((one,) for one in _ONE))
    name = reader.names.match(kind, 0)
    is_plural = name is not None and name.is_plural
    if is_plural and not (several or none):
        return None  # "two plates unless there is one already"
    named = (*kind[:-1], plural(kind[-1])) if several and not is_plural else kind
    return ("there", "are" if several else "is", *(("no",) if none else number), *named, *place)


def _amount(condition: Words) -> tuple[Words, bool]:
    """Which things are said to be there, and whether "there" or "it" points to the place; empty: no such thing."""
    if condition[:1] == ("there",) and condition[1:2] and condition[1] in _IS:
        amount = condition[2:]
    elif condition[:1] and condition[0] in _STANDING and condition[1:2] and condition[1] in _HAVE:
        return condition[2:], True
    elif condition[:1] and condition[0] in _STANDING and condition[1:3] == ("does", "not"):
        return (("not", *condition[4:]), True) if condition[3:4] == ("have",) else ((), False)
    elif len(condition) > 2 and condition[-1] == "there" and condition[-2] in _IS:
        return condition[:-2], True
    elif len(condition) > 3 and condition[-2:] == ("not", "there") and condition[-3] in _IS:
        return ("not", *condition[:-3]), True
    else:
        return (), False
    on_it = amount[-1:] in (("it",), ("them",)) and amount[-2:-1] and amount[-2] in ("on", "in", "at")
    return (amount[:-2], True) if on_it else (amount[:-1], True) if amount[-1:] == ("there",) else (amount, False)


def _number(words: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """A number with its bound, and what follows; the first is empty: none stands there."""
    bound = reader.book.quantities.bounds.find(words, 0)
    at = bound.length if bound is not None else 0
    if not words[at:] or not (words[at] in lx.NUMBERS or words[at].isdecimal() or words[at] in _ONE):
        return (), words
    return words[: at + 1], words[at + 1 :]


def _kind(order: Words, reader: SentenceReader) -> Words:
    """The words for the kind of the first thing of an order, in the singular; empty: it is another sort of order."""
    verb = reader.book.said_verbs.find(order, 0)
    for at in range(verb.length if verb else 0, len(order)) if verb else ():
        name = reader.names.match(order, at)
        if name is not None:
            is_thing = not (reader.names.is_place(name) or reader.names.is_person(name))
            named = order[at : at + name.length]
            counted = not name.is_plural or order[at - 1] in lx.NUMBERS or order[at - 1].isdecimal()
            return named if is_thing and counted and not named[-1].isdecimal() else ()
    return ()


def _kind_of_one(order: Words, amount: Words, reader: SentenceReader) -> Words:
    """The words for the kind of what a condition names, of which its order takes "one"; empty: it takes another."""
    at = next((i for i in range(len(amount)) if reader.names.match(amount, i)), len(amount))
    name = reader.names.match(amount, at) if at < len(amount) else None
    plain = name is not None and not (name.is_plural or reader.names.is_place(name) or reader.names.is_person(name))
    return amount[at:] if plain and name and at + name.length == len(amount) and "one" in order else ()


def _goal(order: Words, reader: SentenceReader) -> Words:
    """The place that ends an order, with its preposition; empty: it has none, or it is where things come from."""
    sides = reader.book.places.sides
    ends = range(len(order) - 2, 1, -1)
    at = next((i for i in ends if sides.find(order, i) and order[i] != "from"), None)
    side = sides.find(order, at) if at is not None else None
    if at is None or side is None or named_place_end(order, at + side.length, reader) != len(order):
        return ()
    return ("on" if order[at] == "to" else order[at], *order[at + side.length :])
