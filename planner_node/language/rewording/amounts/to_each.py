# SPDX-License-Identifier: Apache-2.0
"""What people get: "one beer each for Anna and Ben", "Anna and Ben want a soda", "Carla would like the lemonade"."""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.words import lexicon as lx

_GIVING = frozenset("give bring hand get fetch serve pass offer take".split())
_JOINTS = frozenset({",", "and", "&"})
_TO = frozenset({"for", "to"})
_WANTING = (("want",), ("need",), ("would", "like"), ("get",), ("would", "love"), ("should", "get"), ("should", "have"))
_WANTS = (("wants",), ("needs",), ("gets",), ("would", "like"), ("would", "love"), ("could", "use"), ("should", "get"))
_EVERYONE = frozenset({"everyone", "everybody"})
_NONE = frozenset({"none", "nothing"})
_EACH = frozenset({"each", "apiece"})
_SINGLE = frozenset({"a", "an", "one"})


def to_each(words: Words, reader: SentenceReader) -> Words:
    """With one order for each of them."""
    return each_sentence(words, lambda said: _orders_of(said, reader))


def _orders_of(words: Words, reader: SentenceReader) -> Words:
    """The orders of one sentence, or of each of its halves where the second names somebody who wants something else."""
    apart = _all_but_one(words, reader)
    if apart is not None:
        return apart
    for at in range(3, len(words) - 2):
        people, end = _people(words, at + 1, reader) if words[at] in ("and", ",", "but") else ((), 0)
        wants = people and any(words[end : end + len(w)] == w for w in (*_WANTS, *_WANTING))
        gap = people and words[end : end + 1] and (words[end] in lx.ARTICLES or words[end] in lx.NUMBERS)
        before = words[: at - 1] if words[at - 1] == "," else words[:at]
        first = (_orders(before, reader) or _mine(before, reader)) if wants or gap else None
        if first is not None:
            verb = ("gets",) if gap else ()  # "Anna would like a soda and Ben a beer"
            return (*first, ".", *_orders_of((*words[at + 1 : end], *verb, *words[end:]), reader))
    return _orders(words, reader) or words


def _all_but_one(words: Words, reader: SentenceReader) -> Words | None:
    """The orders of "everyone gets a soda, but Ben gets two"; None: nobody gets another number than all others."""
    for at in range(3, len(words) - 2):
        begin = at + (words[at + 1] in ("but", "only") if words[at] == "," else 0)
        if words[at] not in (",", "but", "only", "except") or words[begin] == ",":
            continue
        whom, end = _people(words, begin + 1, reader)
        wants = next((w for w in (*_WANTS, *_WANTING) if words[end : end + len(w)] == w), None) if whom else None
        number = words[end + len(wants) :] if wants is not None else ()
        things = _for_all(words[:at])
        if len(number) != 1 or things is None or not (number[0] in lx.NUMBERS or number[0] in _NONE):
            continue
        noun = things[1:]
        name = reader.names.match(noun, 0)
        if name is None or name.length != len(noun) or things[0] not in _SINGLE:
            continue
        called = words[begin + 1 : end]
        reader.turned.update({words[at:end], words[begin + 1 : end + len(wants or ())]})
        orders = ("bring", *things, "to", "everyone", "except", *called)
        if number[0] in _NONE:
            return orders
        several = tuple(plural(" ".join(noun)).split()) if lx.NUMBERS[number[0]] != 1 else noun
        return (*orders, ".", "bring", number[0], *several, "to", *called)
    return None


def _for_all(words: Words) -> Words | None:
    """What everyone is to have; None: the words say nothing like that."""
    if words[0] in _EVERYONE:
        wants = next((w for w in (*_WANTS, *_WANTING) if words[1 : 1 + len(w)] == w), None)
        return words[1 + len(wants) :] if wants is not None else None
    return words[2:] if words[0] in _GIVING and words[1] in _EVERYONE else None


def _mine(words: Words, reader: SentenceReader) -> Words | None:
    """For "I want the apple", before what somebody else wants; None: it says more than a thing."""
    wants = next((w for w in (*_WANTING, *_WANTS) if words[1 : 1 + len(w)] == w), ())
    things = words[1 + len(wants) :]
    if words[:1] != ("i",) or not wants or things[:1] == () or things[0] not in lx.ARTICLES | lx.NUMBERS.keys():
        return None
    begin = next((i for i in range(1, len(things)) if reader.names.match(things, i) is not None), None)
    name = reader.names.match(things, begin) if begin is not None else None
    is_all = name is not None and begin is not None and begin + name.length == len(things)
    return ("give", "me", *things) if is_all and name is not None and not reader.names.is_place(name) else None


def _orders(words: Words, reader: SentenceReader) -> Words | None:
    """One sentence; None: it says nothing of several people, or does not say that each of them gets something."""
    first = 1 if words[:1] and words[0] in _GIVING else 0
    words = (words[0], *words[2:]) if first and words[1:2] == ("out",) else words  # "hand out a plate to Anna and Ben"
    verb = words[0] if first else "give"
    people, end = _people(words, first, reader)
    things: Words = ()
    if len(people) == 1 and first and words[end : end + 1] and words[end] in lx.ARTICLES:  # "hand Ben the corkscrew"
        things = words[end:]
    elif len(people) == 1 and not first:  # "Carla would like the lemonade"
        wants = next((w for w in _WANTS if words[end : end + len(w)] == w), None)
        things = words[end + len(wants) :] if wants is not None else ()
        if not things or things[0] == "to":
            return None
    elif len(people) > 1:
        rest = words[end:]
        if not first:
            wants = next((w for w in _WANTING if rest[: len(w)] == w), None)
            if wants is None:
                return None
            rest = rest[len(wants) :]
        things = tuple(word for word in rest if word not in _EACH)
        is_each = len(things) < len(rest) or (rest[:1] and rest[0] in _SINGLE)
        if not is_each:
            return None
    else:
        at = next((i for i in range(first + 1, len(words) - 2) if words[i] in _TO), None)
        people, end = _people(words, at + 1, reader) if at is not None else ((), 0)
        behind = tuple(word for word in words[end:] if word != "," and word not in _EACH and word not in _SINGLE)
        said = words[first:at]
        things = tuple(word for word in said if word not in _EACH and word != ",")
        each_said = len(things) < len([w for w in said if w != ","]) or not _EACH.isdisjoint(words[end:])
        if len(people) < 2 or behind or not each_said:
            return None
    if not things or not _is_thing(things, reader):
        return None
    return tuple(word for i, who in enumerate(people) for word in (*((".",) if i else ()), verb, *who, *things))


def _people(words: Words, at: int, reader: SentenceReader) -> tuple[tuple[Words, ...], int]:
    """The people named one after the other from a position on, and where their names end."""
    found: list[Words] = []
    while at < len(words):
        here = at
        while found and here < len(words) and words[here] in _JOINTS:
            here += 1
        name = reader.names.match(words, here)
        if name is None or not reader.names.is_person(name) or (found and here == at):
            break
        found.append(words[here : here + name.length])
        at = here + name.length
    return tuple(found), at


def _is_thing(words: Words, reader: SentenceReader) -> bool:
    if len(words) == 1 and words[0] in lx.ONES | lx.NUMBERS.keys() | {"another"}:
        return True  # "a soda for Anna, and Ben gets one"
    names = ((i, reader.names.match(words, i)) for i in range(len(words)))
    return any(name is not None and not reader.names.is_place(name) for _, name in names) and not (_JOINTS & set(words))
