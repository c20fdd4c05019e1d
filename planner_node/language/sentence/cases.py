# SPDX-License-Identifier: Apache-2.0
"""A sentence with a condition as what is to be done in each case."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis, StatedCondition
from planner_node.language.sentence.choices import fallback_of
from planner_node.language.sentence.conditions import SaidCondition, looking_so, read_condition, subject
from planner_node.language.sentence.limits import said_limit
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import (
    SaidWay,
    Sentence,
    SentenceKind,
    SentenceReader,
    Words,
    skipped,
    without,
)
from planner_node.language.sentence.shapes.parts import named_place_end, singular
from planner_node.language.sentence.wishes import wish_as_order
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_SOFTLY = frozenset({"then", "just", "simply", "please", ",", "and", "well"})
_PRONOUNS = frozenset({"it", "them", "one"})
_INTO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"in": ("in", "inside"), "inside": ("in", "inside"), "on": ("on",)}
)
_AWAY = frozenset({"off", "away", "out"})
_TAKING = (("take",), ("get",), ("move",), ("clear",), ("carry",))
_STATES = frozenset({Verb.OPEN, Verb.CLOSE, Verb.SWITCH, Verb.START})
_THEM = frozenset({"her", "him"})
_BEHIND = lx.ARTICLES | lx.NUMBERS.keys() | frozenset({"some", "to", "in", "on", "from", "another", ",", "and", "."})
Splitting = Callable[[Words, SentenceReader], Iterator[Sentence]]


def conditional(words: Words, said: SaidCondition, reader: SentenceReader, split: Splitting) -> Sentence:
    """A sentence with a condition.

    Args:
        words: of the whole sentence.
        said: the sentence taken apart.
        reader: reads the condition.
        split: takes what depends on it apart.
    """
    conditions, either = _conditions(said, reader)
    if isinstance(conditions, Refusal):
        return Sentence(SentenceKind.CONDITION, words, refusal=conditions)
    then, otherwise = _otherwise(said.then, reader)
    if not conditions:
        return Sentence(SentenceKind.CONDITION, words, refusal=_unknowable(said, then, reader))
    condition, several = conditions[0], len(conditions) > 1
    whole = subject(said.condition, reader)
    about = whole if said.negated else looking_so(said.condition, whole, reader)
    about = () if several else _furniture(said.condition, reader) or about
    then = _for_that_person(_at_that_place(then, said.condition, reader), said.condition, reader)
    left = _leaves_all(then, reader)
    is_limit = not (left or said.negated)
    limit = said_limit(spelt_out(then, reader.book.sentences), reader) if is_limit else None
    left |= limit is not None
    then = _in_place(then, whole, about) if not several else then
    done = () if left else _orders(_about(then, about, reader), reader, split)
    if isinstance(done, Refusal):
        return Sentence(SentenceKind.CONDITION, words, refusal=done)
    if not (done or left) and condition.negated and condition.so:  # "if there is no tea, juice will do"
        return Sentence(SentenceKind.FALLBACK, then)
    if not (done or left):
        return Sentence(SentenceKind.CONDITION, words, refusal=_unread(then))
    before = wish_as_order(said.condition, reader, is_wished=True) if said.first and not said.waits else None
    if before is not None:
        first = f"I see to it first that {' '.join(said.condition)}"
        return Sentence(SentenceKind.ORDER, words, (SaidWay((*before, ",", "then", *done)),), (first,))
    if _leaves_all(otherwise, reader):
        otherwise = ()
    plain = about if said.negated else () if several else _furniture(said.condition, reader) or whole
    otherwise = _about(without(_at_that_place(otherwise, said.condition, reader), _SOFTLY), plain, reader)
    other = _other(_in_place(done, about, plain), otherwise, reader, split) if otherwise else ()
    if isinstance(other, Refusal):
        return Sentence(SentenceKind.CONDITION, words, refusal=other)
    note = (f"I cannot wait until {' '.join(said.condition)}; tell me when it is so",) if said.waits else ()
    so, not_so = _cases_of(conditions, either)
    ways = (*(SaidWay(done, c, Basis.CASE) for c in so), *(SaidWay(other, c, Basis.CASE, note) for c in not_so))
    limits = (
        (limit,) if limit is not None and not otherwise else ()
    )  # in the other case what it is about may be asked for
    return Sentence(SentenceKind.CONDITION, words, ways, limits=limits)


def _conditions(said: SaidCondition, reader: SentenceReader) -> tuple[tuple[StatedCondition, ...] | Refusal, bool]:
    """The conditions that a sentence joins, and whether one is enough; none: no scene graph says such things."""
    whole = read_condition(said, reader)
    if isinstance(whole, StatedCondition):
        return (whole,), False
    words = said.condition
    for at in range(3, len(words) - 2):
        if words[at] not in ("and", "or") or said.negated:
            continue
        exists = reader.book.sentences.exists.find(words, 0)
        again = words[: exists.length] if exists is not None and words[at + 1] in ("no", "any") else ()
        halves = tuple(
            read_condition(replace(said, condition=half), reader) for half in (words[:at], (*again, *words[at + 1 :]))
        )
        read = tuple(half for half in halves if isinstance(half, StatedCondition))
        if len(read) == len(halves):
            return read, words[at] == "or"
    return (whole if whole is not None else ()), False


def _cases_of(
    conditions: Sequence[StatedCondition], either: bool
) -> tuple[tuple[tuple[StatedCondition, ...], ...], tuple[tuple[StatedCondition, ...], ...]]:
    """When what several conditions say together is so, and when it is not: each as what must hold at once."""
    first, rest = conditions[0], conditions[1:]
    not_first = replace(first, so=not first.so)
    if not rest:
        return ((first,),), ((not_first,),)
    second = rest[0]
    not_second = replace(second, so=not second.so)
    if either:
        return ((first,), (not_first, second)), ((not_first, not_second),)
    return ((first, second),), ((not_first,), (first, not_second))


def _other(done: Words, otherwise: Words, reader: SentenceReader, split: Splitting) -> Words | Refusal:
    """The orders for the other case: a fall-back of what is done in the first, or orders of their own."""
    return (fallback_of(done, otherwise, reader) if done else None) or _orders(otherwise, reader, split)


def _leaves_all(words: Words, reader: SentenceReader) -> bool:
    """Whether nothing is to be done: "leave it alone", "that's fine"."""
    said = tuple(
        word for word in without(spelt_out(words, reader.book.sentences), _SOFTLY) if word not in (",", "please")
    )
    found = reader.book.sentences.as_it_is.find(said, 0)
    return found is not None and found.length == len(said)


def _otherwise(words: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """What is to be done, and what otherwise."""
    table = reader.book.sentences.otherwise
    for at in range(1, len(words) - 1):
        found = table.find(words, at)
        if found is not None and (words[at - 1] == "," or found.length > 1 or words[at] != "or"):
            return without_end(words[:at]), words[at + found.length :]
    return words, ()


def without_end(words: Words) -> Words:
    """The words without a comma or "and" at their end."""
    return words[:-1] if words and words[-1] in (",", "and", "but") else words


def _about(words: Words, thing: Words, reader: SentenceReader) -> Words:
    """The words with the thing that a condition spoke of in place of the first "it", "them" or "one"."""
    words = _into_that(words, thing, reader)
    at = next((i for i, word in enumerate(words) if word in ("it", "them", "one")), None)
    if at is None or not thing:
        return words
    named = words[at] != "one" and any(_is_thing(words, i, reader) for i in range(1, at))
    if named and not _is_shut_or_switched(words, at, thing, reader):
        return _on_that(words, thing, reader)  # "take the jacket out and lay it on the bed"
    if words[at] == "one":
        is_noun = words[at + 1 : at + 2] and reader.names.match(words, at + 1) is not None
        sides = reader.book.places.sides
        place = next((i for i in range(1, len(thing)) if sides.find(thing, i) is not None), len(thing))
        elsewhere = any(reader.book.places.sources.find(words, i) is not None for i in range(at + 1, len(words)))
        certain = words[at - 1 : at] == ("the",) and sides.find(words, at + 1) is not None  # "the one on desk 3"
        elsewhere |= certain
        kind = without(thing[:place] if elsewhere else thing, {"the"})  # "otherwise bring one from the kitchen"
        one = () if certain else ("one",)
        return words if is_noun else (*words[:at], *one, *kind, *words[at + 1 :])
    if words[at + 1 : at + 2] and words[at + 1] in _AWAY and words[:at] in _TAKING:
        side = next(
            (i for i in range(1, len(thing)) if reader.book.places.sides.find(thing, i) is not None), len(thing)
        )
        if side < len(thing):  # "take everything on it off"
            return ("take", "away", *thing[:side], "from", *thing[side + 1 :], *words[at + 2 :])
    return (*words[:at], *thing, *words[at + 1 :])


def _into_that(words: Words, thing: Words, reader: SentenceReader) -> Words:
    """With where the thing of a condition is for "in it": "if no apple is in the bowl, put the pear in it"."""
    sides = reader.book.places.sides
    begin = next((i for i in range(1, len(thing)) if sides.find(thing, i) is not None), len(thing))
    at = next((i for i in range(2, len(words)) if words[i] == "it" and words[i - 1] in _INTO), 0)
    if (
        not at
        or begin == len(thing)
        or thing[begin] not in _INTO[words[at - 1]]
        or words[at - 2] in _PRONOUNS - {"one"}
    ):
        return words
    kind = without(thing[:begin], lx.ARTICLES) if words[at - 2] == "one" else ()  # "put one in it"
    kind = (singular(kind, reader) or kind) if kind else ()
    return (*words[: at - 1], *kind, *thing[begin:], *words[at + 1 :])


def _is_shut_or_switched(words: Words, at: int, thing: Words, reader: SentenceReader) -> bool:
    """Whether "it" is furniture that a condition spoke of: "if the cabinet is open, take the pot out and close it"."""
    verbs = (reader.book.said_verbs.find(words, i) for i in range(max(0, at - 2), at))
    state = any(v is not None and v.value.verb in _STATES for v in verbs)
    name = reader.names.match(without(thing, lx.ARTICLES), 0)
    return state and name is not None and reader.names.is_place(name)


def _in_place(words: Words, thing: Words, other: Words) -> Words:
    """The words with one thing in place of another: "put the apple there if it is red" is about the red one."""
    at = next((i for i in range(1, len(words)) if words[i : i + len(thing)] == thing), None) if thing else None
    return words if at is None else (*words[:at], *other, *words[at + len(thing) :])


def _on_that(words: Words, thing: Words, reader: SentenceReader) -> Words:
    """The words with furniture that a condition spoke of for "on it": "if table 3 is empty, put a plate on it"."""
    name = reader.names.match(thing, 1) if thing[:1] == ("the",) else reader.names.match(thing, 0)
    if name is None or not reader.names.is_place(name):
        return words
    tables = (reader.book.places.sides, reader.book.places.sources)
    for at in range(2, len(words)):
        found = (f for table in tables for i in range(1, at) if (f := table.find(words, i)) and i + f.length == at)
        if words[at] == "it" and next(found, None) is not None:
            return (*words[:at], *thing, *words[at + 1 :])
    return words


def _for_that_person(words: Words, condition: Words, reader: SentenceReader) -> Words:
    """The words with the name that a condition begins with for "her": "if Carla is there, bring her a soda"."""
    name = reader.names.match(condition, 0)
    at = next((i for i in range(1, len(words)) if words[i] in _THEM), None)
    if name is None or at is None or not reader.names.is_person(name) or name.node_id is None:
        return words
    ends = at + 1 == len(words) or words[at + 1] in _BEHIND
    return (*words[:at], *condition[: name.length], *words[at + 1 :]) if ends else words


def _at_that_place(words: Words, condition: Words, reader: SentenceReader) -> Words:
    """The words with the place that a condition ends in for "there": "if the pen isn't on the desk, put it there"."""
    sides, known = reader.book.places.sides, reader.book.sentences
    furniture = _furniture(condition, reader)
    told = known.exists.find(condition, 0) or known.lacks.find(condition, 0)
    if told is not None and not furniture:
        return words  # "if there is no pen on the desk, put one there"
    while condition[-1:] and condition[-1] in known.adverbs:
        condition = condition[:-1]  # "if it isn't in the fridge yet"
    begin = next((i for i in range(len(condition) - 1, 0, -1) if sides.find(condition, i) is not None), len(condition))
    place = condition[begin:] if named_place_end(condition, begin + 1, reader) == len(condition) else ()
    place = place or (("to", *furniture) if furniture else ())
    there = _there_in(words, place) if place else None
    return words if there is None else (*words[: there[0]], *place, *words[there[1] :])


def _there_in(words: Words, place: Words) -> tuple[int, int] | None:
    """Where "there" stands, or the "in" or "in it" of "put it in", which means a place with the same preposition."""
    at = next((i for i in range(1, len(words)) if words[i] == "there"), None)
    if at is not None:
        return (at, at + 1) if _ends(words, at + 1) else None
    for at in range(2, len(words)):
        if words[at - 1] in _PRONOUNS and words[at] in _INTO.get(place[0], ()):
            end = at + 2 if words[at + 1 : at + 2] == ("it",) else at + 1
            if _ends(words, end):
                return at, end
    return None


def _ends(words: Words, at: int) -> bool:
    return at == len(words) or words[at] in (",", "and", ".")


def _furniture(condition: Words, reader: SentenceReader) -> Words:
    """The furniture that a condition is about, or on which it says that nothing is; empty: it is about none."""
    known, sides = reader.book.sentences, reader.book.places.sides
    about = subject(condition, reader)
    name = reader.names.match(about, 1) if about[:1] == ("the",) else None
    if name is not None and reader.names.is_place(name):
        return about
    lacks, exists = skipped(condition, known.lacks), skipped(condition, known.exists)
    thing = ("nothing", *lacks[1:]) if lacks and lacks[0] == "anything" else exists or lacks or ()
    thing = ("nothing", *thing[2:]) if thing[:2] == ("not", "anything") else thing
    thing = ("nothing", *condition[2:]) if condition[:1] == ("nothing",) else thing
    side = sides.find(thing, 1) if thing[:1] == ("nothing",) else None
    begin = 1 + side.length if side is not None else 0
    return ("the", *without(thing[begin:], lx.ARTICLES)) if begin and begin < len(thing) else ()


def _is_thing(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the name of something that can be carried begins there."""
    name = reader.names.match(words, at)
    present = name is not None and reader.names.is_present(name)
    return name is not None and present and not reader.names.is_place(name) and not reader.names.is_person(name)


def _orders(words: Words, reader: SentenceReader, split: Splitting) -> Words | Refusal:
    """The orders that words come to, conditions in them excepted; empty if they are none."""
    parts = tuple(split(words, reader))
    refusal = next((p.refusal for p in parts if p.refusal is not None), None)
    if refusal is not None:
        return refusal
    if any(len(p.ways) != 1 or p.limits for p in parts):
        return ()
    orders = tuple(word for p in parts for word in (*p.ways[0].orders, "."))[:-1]
    read = reader.orders(orders) if orders else None
    if isinstance(read, Refusal) and not reader.starts_order(orders):
        return ()
    return orders


def _unread(then: Words) -> Refusal:
    return Refusal(FailureCause.NOT_UNDERSTOOD, f"I do not understand what is to be done: '{' '.join(then)}'.")


def _unknowable(said: SaidCondition, then: Words, reader: SentenceReader) -> Refusal:
    """The condition is about something that no scene graph says."""
    named = next((i + n.length for i in range(3) if (n := reader.names.match(said.condition, i)) is not None), 0)
    order = " ".join(_about(then, said.condition[:named], reader))
    text = f"I cannot tell whether {' '.join(said.condition)}. If it is so, say without a condition: {order}."
    return Refusal(FailureCause.NOT_UNDERSTOOD, text)
