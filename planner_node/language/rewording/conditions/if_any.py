# SPDX-License-Identifier: Apache-2.0
"""The last of a list only if there is any: "the mustard and, if there is any, the ketchup", "a beer if we have one".

That is an order of its own behind the others: "bring the mustard. If there is ketchup, bring the ketchup".
"""

from __future__ import annotations

from typing import NamedTuple

from planner_node.language.people.person_phrases import read_person
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.words import lexicon as lx

_EXISTS = (
    ("there", "is"), ("there", "are"), ("there's",), ("we", "have"), ("you", "have"), ("they", "have"), ("you", "find"),
    ("we've", "got"), ("we", "have", "got"), ("you", "can", "find"), ("you", "see"), ("you", "come", "across"),
    ("we", "still", "have"), ("there", "is", "still"), ("there", "are", "still"),
)  # fmt: skip
_ANY = frozenset({"any", "one", "some", "it", "them"})
_LEFT = (("left",), ("still", "left"), ("available",), ("around",), ("there",))
_PERHAPS = frozenset({"maybe", "perhaps", "possibly", "also"})
_TOO = frozenset({"too", "also"})
_POINTED = frozenset({"it", "that", "them", "those", "one", "some"})


class _Order(NamedTuple):
    """An order in parts: its verb with who gets it, the things, and where they go."""

    verb: Words
    things: Words
    place: Words


@needs({"if"})
def if_any(words: Words, reader: SentenceReader) -> Words:
    """The words with an order of its own for what is only brought if there is any of it."""
    if "if" not in words:
        return words
    for at in range(2, len(words) - 2):
        if words[at] != "if":
            continue
        begin = sentence_begin(words, at)
        cond = _condition(words, at, reader)
        end = sentence_end(words, at)
        plain = _with_any(words, begin, at, cond, end, reader) if cond else _brought_too(words, at, end, reader)
        if plain:
            return if_any((*words[:begin], *plain, *words[end:]), reader)
    return words


def _condition(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind "if there is any"; 0: it does not stand there."""
    for exists in _EXISTS:
        behind = at + 1 + len(exists)
        if words[at + 1 : behind] == exists and words[behind : behind + 1] != () and words[behind] in _ANY:
            if reader.names.match(words, behind + 1) is not None:
                return 0  # "if there are any sausages"
            left = next((some for some in _LEFT if words[behind + 1 : behind + 1 + len(some)] == some), ())
            return behind + 1 + len(left)
    return 0


def _with_any(words: Words, begin: int, at: int, cond: int, end: int, reader: SentenceReader) -> Words:
    """Two orders for one, with the last of its list in the second; empty: that is no such list."""
    behind = words[cond + (words[cond : cond + 1] == (",",)) : end]
    before = _without_comma(words[begin:at])
    if behind and before and before[-1] == "and":  # "the mustard and, if there is any, the ketchup"
        order, last = _without_comma(before[:-1]), behind
    elif not behind or behind[0] == "to":  # "... and a beer if there is one"; "one on the shelf" is where that is
        joint = max((i for i, word in enumerate(before) if word == "and"), default=0)
        order, last = _without_comma(before[:joint]), (*before[joint + 1 :], *behind)
    else:
        return ()
    last = tuple(word for word in last if word not in _TOO and word not in _PERHAPS)
    last = last[:-2] if last[-2:] == ("as", "well") else last
    thing, own_place = _parted(last, reader)
    first = _order(order, reader)
    if first is None or not is_thing(thing, reader) or reader.starts_order(thing):
        return ()
    place = own_place or first.place
    reader.turned.add(words[at:cond])
    said = (*first.verb, *first.things, *(first.place or own_place))
    return (*said, ".", "if", *_there_is(thing, reader), ",", *first.verb, *thing, *place)


def _brought_too(words: Words, at: int, end: int, reader: SentenceReader) -> Words:
    """An order behind "if there is a beer" with where the one before went: "bring it too"; empty: it is none."""
    joint = at - 1 if words[at - 1] in ENDS | {","} else at - 2 if words[at - 2 : at] == (",", "and") else at - 1
    apart = words[joint] in ENDS | {",", "and"}
    before = words[sentence_begin(words, joint) : joint] if apart else ()
    comma = next((i for i in range(at, end) if words[i] == ","), 0)
    said = words[comma + 1 : end]
    verb = reader.book.said_verbs.find(said, 0) if comma else None
    first = _order(before, reader) if before else None
    if verb is None or first is None or said[verb.length : verb.length + 1] == ():
        return ()
    tail = said[verb.length + 1 :]
    if said[verb.length] not in _POINTED or tail not in (("too",), ("also",), ("as", "well"), ()):
        return ()
    if not tail and said[0] != "bring":
        return ()  # "if there is a note, read it"
    whom = first.verb[len(first.verb) - _whom(first.verb, reader) :]
    place = first.place or (("to", *whom) if whom else ())
    it = "it" if said[verb.length] == "that" else said[verb.length]
    begin = sentence_begin(words, at)
    return (*words[begin : comma + 1], *said[: verb.length], it, *place) if place else ()


def _order(order: Words, reader: SentenceReader) -> _Order | None:
    """An order in parts; None: it begins with no verb, or names nothing."""
    verb = reader.book.said_verbs.find(order, 0)
    if verb is None:
        return None
    begin = verb.length
    read = read_person(order, begin, reader.names, reader.book)
    if read is not None and (read.is_pronoun or order[begin + read.length : begin + read.length + 1] != ()):
        begin += read.length
    elif order[begin : begin + 1] in (("me",), ("us",)):
        begin += 1
    else:
        name = reader.names.match(order, begin)
        begin += name.length if reader.names.is_person(name) and name is not None else 0
    things, place = _parted(order[begin:], reader)
    return _Order(order[:begin], things, place) if things else None


def _whom(verb: Words, reader: SentenceReader) -> int:
    found = reader.book.said_verbs.find(verb, 0)
    return len(verb) - found.length if found is not None else 0


def _parted(said: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """Things, and the place behind them."""
    sides = reader.book.places.sides
    at = next((i for i in range(1, len(said)) if said[i] == "to" or sides.find(said, i) is not None), len(said))
    return said[:at], said[at:]


def _there_is(thing: Words, reader: SentenceReader) -> Words:
    """The condition that there is such a thing."""
    bare = thing[1:] if thing[0] in lx.DEFINITE else thing
    at = next((i for i in range(len(bare)) if reader.names.match(bare, i) is not None), 0)
    name = reader.names.match(bare, at)
    number = lx.NUMBERS.get(bare[0], 1)
    several = (name is not None and name.is_plural) or (isinstance(number, int) and number > 1)
    return ("there", "are" if several else "is", *bare)


def _without_comma(words: Words) -> Words:
    return words[:-1] if words[-1:] == (",",) else words
