# SPDX-License-Identifier: Apache-2.0
"""An order that is meant in place of the last one ("turn on the tv, no, turn it off"), and a number."""

from __future__ import annotations

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.ontology.words import plural
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx

_BETWEEN = frozenset({"and", ",", "then", "but"})
_LEFT = frozenset("there alone where it they is are be".split())
_ONLY = frozenset({"just", "only", "please"})
_SPEAKERS = tuple((word,) for word in sorted(lx.SPEAKERS))
_MEANT = (("rather",), ("i", "mean"), ("i", "meant"), ("i", "should", "say"), ("i", "meant", "to", "say"))
_FAR = 7  # words from a mark to what says that what stands between is meant
_IT = frozenset({"it", "them", "that", "those"})


def order_instead(left: Words, right: Words, reader: SentenceReader) -> Words | None:
    """The orders with another one in place of the last; None: it is not clear in place of what.

    Args:
        left: what was said before.
        right: what is meant instead, an order. What it calls "it" is what the last order is about.
        reader: reads orders.
    """
    is_instead = right[-1:] == ("instead",)
    right = right[:-1] if is_instead else right
    joints = [i for i in range(len(left) - 1, 0, -1) if left[i - 1] in _BETWEEN]
    start = next((i for i in joints if isinstance(reader.orders(_without_joint(left[:i])), Request)), 0)
    if (rest := _behind_dropped(right)) is not None:
        rest = (_in_its_place(rest, left[start:], reader) or rest) if is_instead else rest
        words = (*left[:start], *rest) if rest else _without_joint(left[:start])
        return words if words and isinstance(reader.orders(words), Request) else None
    meant = _resolved(right, left[start:], reader)
    meant = _to_where(_to_whom(meant, left[start:], reader), left[start:], reader) if meant else ()
    words = (*left[:start], *meant) if meant else ()
    return words if words and (_is_read(words, reader) or _asks_alike(words, left, reader)) else None


def _in_its_place(right: Words, last: Words, reader: SentenceReader) -> Words | None:
    """The last order about another thing: "put the cup on the shelf, no, leave it, take the mug instead"."""
    verb, old = reader.book.said_verbs.find(right, 0), reader.book.said_verbs.find(last, 0)
    at = next((i for i in range(2, len(last)) if reader.book.places.sides.find(last, i) is not None), None)
    placed = any(reader.book.places.sides.find(right, i) for i in range(1, len(right)))
    if verb is None or old is None or at is None or placed:
        return None
    words = (*last[: old.length], *right[verb.length :], *last[at:])
    return words if _is_read(words, reader) else None


def _is_read(words: Words, reader: SentenceReader) -> bool:
    return isinstance(reader.orders(words), Request)


def _asks_alike(words: Words, left: Words, reader: SentenceReader) -> bool:
    """Whether of both orders nothing is missing but what is asked for, such as where the speaker is."""
    read = (reader.orders(words), reader.orders(left))
    return all(isinstance(r, Refusal) and r.cause is FailureCause.AMBIGUOUS and r.gap is not None for r in read)


def _to_where(right: Words, last: Words, reader: SentenceReader) -> Words:
    """An order that needs a place, with that of the last one: "bring the sugar to shelf 1, no, bring the salt"."""
    read = reader.orders(right)
    asks = isinstance(read, Refusal) and read.gap is not None and read.gap.kind is QuestionKind.WHERE
    at = next((i for i in range(2, len(last)) if reader.book.places.sides.find(last, i) is not None), None)
    return (*right, *last[at:]) if asks and at is not None else right


def _to_whom(right: Words, last: Words, reader: SentenceReader) -> Words:
    """An order with whom the last one, of the same verb, was for: "bring me the sugar, no, bring the salt"."""
    verb = reader.book.said_verbs.find(last, 0)
    same = verb is not None and right[: verb.length] == last[: verb.length]
    if verb is None or not same or last[verb.length : verb.length + 1] not in _SPEAKERS:
        return right
    placed = any(reader.book.places.sides.find(right, i) for i in range(verb.length, len(right)))
    told = right[verb.length : verb.length + 1] in _SPEAKERS or placed
    return right if told else (*right[: verb.length], last[verb.length], *right[verb.length :])


def _behind_dropped(right: Words) -> Words | None:
    """What is asked for behind "leave them", by which the last order is dropped; None: it is not."""
    if right[:1] != ("leave",) or right[1:2] == () or right[1] not in _IT:
        return None
    rest = without(right[2:], _LEFT)
    return without(rest[1:], _BETWEEN | _ONLY) if rest[:1] and rest[0] in _BETWEEN else () if not rest else None


def number_instead(left: Words, right: Words, reader: SentenceReader) -> Words | None:
    """The order with another number: "three potatoes, make that two, on the table"; None: none, or not clear which.

    Of how many and of which one ("two glasses on table 2, no, three") the number is meant that is written alike.
    """
    if not right or not _is_number(right[0]) or reader.names.match(right, 1) is not None:
        return None
    at = next((i for i in range(len(left) - 1, -1, -1) if is_amount(left, i, reader)), None)
    of_place = next((w for i, w in enumerate(left) if _is_number(w) and not is_amount(left, i, reader)), None)
    digits = right[0].isdecimal()
    if at is None or (of_place is not None and of_place.isdecimal() is digits is not left[at].isdecimal()):
        return None
    return (*left[:at], right[0], *_in_number(left[at + 1 :], right[0], reader), *without(right[1:], MARKS))


def _in_number(things: Words, number: str, reader: SentenceReader) -> Words:
    """Things with their name in the singular for one, in the plural for several."""
    begin = next((i for i in range(len(things)) if reader.names.match(things, i) is not None), 0)
    name = reader.names.match(things, begin)
    is_one = lx.NUMBERS.get(number, 0) == 1 or number == "1"
    if name is None or name.is_plural is not is_one:
        return things
    end = begin + name.length
    noun = singular(things[begin:end], reader) if is_one else (*things[begin : end - 1], plural(things[end - 1]))
    return (*things[:begin], *noun, *things[end:])


def is_unclear_number(left: Words, right: Words, reader: SentenceReader) -> bool:
    """Whether a number may stand for how many as well as for which one: "2 glasses on table 2, no, 3"."""
    if len(right) != 1 or not _is_number(right[0]):
        return False
    alike = [i for i, w in enumerate(left) if _is_number(w) and w.isdecimal() is right[0].isdecimal()]
    return len({is_amount(left, i, reader) for i in alike}) > 1


def is_amount(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a number says there how many: "two clean glasses", but not "table two"."""
    if not (_is_number(words[at]) or words[at] in ("a", "an")):
        return False
    before = reader.names.match(words, at - 1) if at else None
    end = at + 1
    while end < len(words) and reader.names.match(words, end) is None and reader.book.adjectives.attribute(words[end]):
        end += 1
    return (before is None or before.length < 2) and reader.names.match(words, end) is not None


def without_denied(left: Words, right: Words) -> Words:
    """What is meant, without what it is not: of "not the fridge, the cupboard" (or "but the cupboard") the cupboard."""
    end = next((i for i, word in enumerate(right) if word in (",", lx.BUT)), 0)
    if right[:1] != ("not",) or not end:
        return right
    denied = without(right[1:end], lx.ARTICLES)
    return without(right[end + 1 :], {lx.BUT}) if denied and set(denied) <= set(left) else right


def marked_first(words: Words, reader: SentenceReader) -> Words:
    """With what says that something is meant instead before it: "hand Anna, Ben rather, the cup"."""
    for at in range(3, len(words)):
        length = next((len(m) for m in _MEANT if words[at : at + len(m)] == m), 0)
        closes = at + length == len(words) or words[at + length] in MARKS | ENDS
        bounds = range(at - 1, max(0, at - _FAR), -1) if length else ()
        first = next((i for i in bounds if words[i] in MARKS | ENDS), 0)
        said = words[first + 1 : at]
        if not (length and closes and first and said) or reader.starts_order(said) or said[0] in _BETWEEN:
            continue
        names = ((i, reader.names.match(said, i)) for i in range(len(said)))
        if any(name is not None and i + name.length == len(said) for i, name in names) or said[-1] in lx.ONES:
            reader.turned.add(words[at : at + length])
            return (*words[: first + 1], "i", "mean", *said, *words[at + length :])
    return words


def _is_number(word: str) -> bool:
    return word.isdecimal() or word in lx.NUMBERS


def _without_joint(words: Words) -> Words:
    while words and words[-1] in _BETWEEN:
        words = words[:-1]
    return words


def _resolved(right: Words, last: Words, reader: SentenceReader) -> Words | None:
    """The order with what the last one is about in place of "it"; None: nothing tells."""
    at = next((i for i, word in enumerate(right) if word in _IT), None)
    if at is None or any(reader.names.match(right, i) is not None for i in range(1, at)):
        return right
    verb = reader.book.said_verbs.find(last, 0) if reader.starts_order(last) else None
    thing = without(last[verb.length if verb else 0 :], lx.PARTICLES)
    tables = (reader.book.places.sides, reader.book.places.sources)
    end = next((i for i in range(1, len(thing)) if any(t.find(thing, i) for t in tables)), len(thing))
    thing = thing[:end]
    if thing[:1] and thing[0] in _IT:
        return right
    if not any(reader.names.match(thing, i) is not None for i in range(len(thing))):
        return None
    return (*right[:at], *thing, *right[at + 1 :])
