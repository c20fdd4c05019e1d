# SPDX-License-Identifier: Apache-2.0
"""What lacks somewhere, and how much of it is to go "there": "there are no glasses on table 3. Put two there".

That is "put two glasses on table 3"; so is what there is "only one" of. In "we're out of toilet paper at the sink, put
two rolls there" the rolls are of toilet paper, unless the scene has rolls.
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, skipped, without
from planner_node.language.sentence.shapes.parts import is_look, named_place_end, placing_end, singular
from planner_node.language.words import lexicon as lx

_SMALL = frozenset({"any", "enough", "no", "more", "many", "left", "some", "further", "new", "fresh"})
_LACKS = (
    ("have", "no"),
    ("has", "no"),
    ("needs",),
    ("need",),
    ("lacks",),
    ("is", "missing"),
    ("is", "short", "of"),
    ("is", "out", "of"),
    ("are", "short", "of"),
    ("ran", "out", "of"),
)
_CLOSING = ENDS | {",", "and", "please"}
_SO = frozenset({"so", "then", "please", "and"})
_UNITS = frozenset(
    "roll bottle carton can tin box bag pack packet jar bar tube sheet piece cup glass bowl bunch crate".split()
)
_AMOUNTS = lx.NUMBERS.keys() | lx.ARTICLES | {"some", "more", "few", "couple", "of", "another", "one", "ones"}
_BRINGING = frozenset({"bring", "take", "carry", "get", "fetch", "move", "add"})
_FURTHER = frozenset({"some", "more", "one", "ones", "another", "two", "three"})  # "bring some"
_FAR = 7  # words from the verb to "there"


def lacking_there(words: Words, reader: SentenceReader) -> Words:
    """The words with the place for "there", and the thing for an amount, in place of such two sentences."""
    if "there" not in words[3:] and _FURTHER.isdisjoint(words[3:]):
        return words
    begin = 0
    for at, word in enumerate(words):
        if word not in ENDS and word != ",":
            continue
        lack = _lack(words[begin:at], reader)
        behind = without(words[at + 1 :], _SO) if lack is not None else ()
        order = _there(behind, *lack, reader) if lack is not None else None
        if order is not None:
            reader.turned.add(words[begin:at])
            return (*words[:begin], *order)
        if word in ENDS:
            begin = at + 1
    return words


def _lack(said: Words, reader: SentenceReader) -> tuple[Words, Words] | None:
    """Of "there are no glasses on table 3" the glasses and the place; None: no such thing is said."""
    known = reader.book.sentences
    core = spelt_out(opened(spelt_out(said, known), known).words, known)
    rest = skipped(core, known.lacks)
    exists = skipped(core, known.exists)
    if rest is None and exists is not None and exists[:1] in (("no",), ("only",), ("just",)):
        rest = exists if exists[:1] == ("no",) else without(exists[1:], lx.NUMBERS.keys())
    place = named_place_end(core, 0, reader) if core else 0
    subject = core[place:] if place else core[1:] if core[:1] in (("we",), ("i",)) else ()
    lacks = next((x for x in _LACKS if subject[: len(x)] == x), ())
    if rest is None and lacks:
        rest = subject[len(lacks) :]
    if rest is None:
        return None
    if place and lacks:
        things, where = without(rest, _SMALL), ("at", *core[:place])
    else:
        at = next((i for i in range(1, len(rest)) if placing_end(rest, i, reader) == len(rest)), None)
        if at is None:
            return None
        things, where = without(rest[:at], _SMALL), rest[at:]
        things = things[:-1] if things[-1:] == ("left",) else things
    name = reader.names.match(things, 0) if things else None
    is_thing = name is not None and name.length == len(things) and not reader.names.is_place(name)
    return (things, where) if is_thing else None


def _there(order: Words, things: Words, where: Words, reader: SentenceReader) -> Words | None:
    """Of "put two there" behind it: "put two glasses on table 3"; None: it is no such order."""
    verb = reader.book.said_verbs.find(order, 0)
    if verb is None:
        return None
    near = range(verb.length + 1, min(len(order), verb.length + _FAR) + 1)
    sources = reader.book.places.sources
    closes = (
        i for i in near if i == len(order) or order[i] == "there" or order[i] in _CLOSING or sources.find(order, i)
    )
    at = next(closes, None)
    is_said = at is not None and order[at : at + 1] == ("there",)
    behind = at + is_said if at is not None else 0
    is_from = at is not None and not is_said and at < len(order) and sources.find(order, at) is not None
    behind = placing_end(order, behind, reader) if is_from else behind
    if at is None or (behind < len(order) and order[behind] not in _CLOSING):
        return None
    said = order[verb.length : at]
    if not is_said and (
        order[0] not in _BRINGING or not said or not _AMOUNTS.issuperset(said) or said[-1] in lx.ARTICLES - {"some"}
    ):
        return None
    if any(reader.book.places.sides.find(said, i) for i in range(len(said))):
        return None
    named = [name for i in range(len(said)) if (name := reader.names.match(said, i)) is not None]
    amount = said[:-1] if said[-1].rstrip("s") in _UNITS or said[-1].rstrip("es") in _UNITS else said
    is_amount = all(word in _AMOUNTS or word.isdecimal() for word in amount)
    if is_amount and not any(reader.names.is_present(name) for name in named):
        said = (*(amount[:-1] if amount[1:] and amount[-1] in lx.ONES else amount), *things)  # "a new one"
    elif said[-1] in lx.ONES and all(word in lx.ARTICLES or is_look(word, reader) for word in said[:-1]):
        noun = singular(things, reader) if said[-1] == "one" else things
        said = (*said[:-1], *(noun or things))  # "the blue one"
    side = reader.book.places.sides.find(where, 0)
    if side is not None and order[0] in _BRINGING:
        where = ("to", *where[side.length :])  # "bring the red one on desk 3" may say where it is
    taken = order[at:behind] if is_from else ()
    return (*order[: verb.length], *said, *taken, *where, *order[behind:])
