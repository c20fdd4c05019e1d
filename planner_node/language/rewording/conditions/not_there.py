# SPDX-License-Identifier: Apache-2.0
"""Where something is not to be, said before where it is to be: "don't put it in the fridge, put it in the cupboard".

The second order says it all; what it calls "it" is named in the first, and so is where that is now: "I don't want
the toys on the sofa, put them in the chest" is "put the toys that are on the sofa in the chest".
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_MARKS = ENDS | {",", "-", "\u2013", "\u2014", "but"}
_BETWEEN = frozenset({"but", "rather", "better", "instead", "and", "please", "just", "so", ",", "then"})
_STANDING = frozenset({"it", "them", "they"})
_DENIED = (("do", "not"), ("please", "do", "not"), ("never",), ("you", "must", "not"), ("you", "should", "not"))
_UNWANTED = tuple((who, "do", "not", verb) for who in ("i", "we") for verb in ("want", "like", "need"))
_UNFIT = frozenset({"should", "must", "do", "does", "may", "can", "shall"})
_MUST = frozenset({"must", "should", "shall"})
_STAYS = frozenset("be stay remain lie stand sit".split())
_FITS = frozenset("go belong live".split())
_RATHER = frozenset({"rather", "better", "preferably"})
_SUITING = frozenset(
    tuple(text.split())
    for text in (
        "is better, would be better, is much better, is a better place, is the better place, is their place, "
        "is its place, is where i want, is where i need, "
        "is the place, is the right place, is a good place, would be a better place, is where they belong, "
        "is where it belongs, suits better, is fine, would be good, would be nicer, is nicer, is best, would be best"
    ).split(", ")
)
_MISPLACED = tuple(
    (is_, "not", *where)
    for is_ in ("is", "are")
    for where in (
        ("where", "they", "belong"),
        ("where", "it", "belongs"),
        ("in", "the", "right", "place"),
        ("in", "their", "place"),
        ("in", "its", "place"),
    )
)
_AFTERTHOUGHT = frozenset({",", "or", "no", "hmm", "wait", "actually", "but", "though", "-", "well", "maybe"})
_FAR = 24  # words in which a better place is named
_LEAVES = frozenset({"leave", "leaves"})
_NO_MORE = frozenset("any more anymore longer there please".split())


@needs(_MARKS)
def not_there(words: Words, reader: SentenceReader) -> Words:
    """The words with one order in place of two, of which the first only denies a place."""
    begin = 0
    for at in range(3, len(words) - 2):
        if words[at] in ENDS:
            whole = _told(words[begin:at], words[at + 1 :], reader)
            if whole is not None:
                return (*words[:begin], *whole)
            begin = at + 1
        elif words[at] in _MARKS:
            whole = _told(words[begin:at], words[at + 1 :], reader)
            if whole is not None:
                return (*words[:begin], *whole)
    return words


def _told(denial: Words, behind: Words, reader: SentenceReader) -> Words | None:
    """The second order with what the first denies a place; None: the first denies none, or they are of other things."""
    better = _better_place(without(behind, _AFTERTHOUGHT | {"so", "and"}), reader)
    if better is not None:
        place, rest = better
        thing = _denied(spelt_out(denial, reader.book.sentences), reader)
        return ("put", *thing, *place, *rest) if thing else _to_the_better(denial, place, rest, reader)
    said = without(behind, _BETWEEN)
    pronoun = next((i for i, word in enumerate(said[:5]) if word in _STANDING), None)
    end = sentence_end(said, 0)
    if pronoun is None or pronoun >= end or not _orders(said, pronoun, reader):
        return None
    thing = _denied(spelt_out(denial, reader.book.sentences), reader)
    if not thing or any(reader.names.match(said, i) for i in range(pronoun)):
        return None
    said = ("put", *said[1:]) if said[:1] in (("keep",), ("leave",)) else said
    if end > 1 and said[end - 1] == "instead":
        said = (*said[: end - 1], *said[end:])
    later = pronoun + 1 + (said[pronoun + 1 : pronoun + 2] in (("all",), ("both",)))
    return (*said[:pronoun], *thing, *said[later:])


def _to_the_better(order: Words, place: Words, rest: Words, reader: SentenceReader) -> Words | None:
    """An order with what takes back the place that ends it and a better one: "... or table 3 is better"."""
    while order and order[-1] in _AFTERTHOUGHT:
        order = order[:-1]
    sides = reader.book.places.sides
    at = next((i for i in range(len(order) - 2, 1, -1) if sides.find(order, i) is not None), None)
    side = sides.find(order, at) if at is not None else None
    if at is None or side is None or named_place_end(order, at + side.length, reader) != len(order):
        return None
    side_kept = order[at : at + side.length] if place[0] == "to" else place[:1]
    meant = (*side_kept, *place[1:], *rest)
    return (*order, ",", "no", "wait", ",", *meant) if reader.starts_order(order) else None


def _better_place(said: Words, reader: SentenceReader) -> tuple[Words, Words] | None:
    """The place of "nightstand 1 is better", "rather on shelf 1", and what follows it; None: no such thing is said."""
    end = next((i for i, word in enumerate(said[:_FAR]) if word in ENDS), min(len(said), _FAR))
    words = spelt_out(said[:end], reader.book.sentences)
    lead = next((i for i in range(min(2, len(words))) if words[i] in _RATHER), None)
    words = words[lead + 1 :] if lead == 0 else words
    side = reader.book.places.sides.find(words, 0)
    begin = side.length if side is not None else 0
    behind = named_place_end(words, begin, reader)
    tail = tuple(word for word in words[behind:] if word not in _NO_MORE | {"now", "instead", "for", "it", "them"})
    told = tail in _SUITING or (not tail and (lead == 0 or words[behind : behind + 1] == ("instead",)))
    if behind == begin or not told:
        return None
    return (words[:begin] or ("to",)) + words[begin:behind], said[end:]


def _orders(said: Words, pronoun: int, reader: SentenceReader) -> bool:
    """Whether words are an order about the pronoun, or say where it goes."""
    if said[:1] in (("keep",), ("leave",)) and pronoun == 1:
        return reader.book.places.sides.find(said, 2) is not None
    if pronoun == 0:
        known = reader.book.sentences
        modal = known.modals.find(said, 1)
        is_to_be = modal is not None and known.being.find(said, 1 + modal.length) is not None
        return is_to_be or reader.book.verbs.belonging.find(said, 1) is not None
    return reader.starts_order(opened(said, reader.book.sentences).words)


def _denied(words: Words, reader: SentenceReader) -> Words:
    """What is not to be at a place, with that place where it is there now; empty: the words deny no place."""
    lead = next((d for d in _DENIED if words[: len(d)] == d), None)
    if lead is not None:
        verb = reader.book.said_verbs.find(words, len(lead))
        if verb is None or not str(verb.value.like):
            return ()
        return _split(words[len(lead) + verb.length :], reader)[0]
    unwanted = next((u for u in _UNWANTED if words[: len(u)] == u), None)
    if unwanted is not None:
        return _there(*_split(words[len(unwanted) :], reader), reader)
    if words[:1] == ("no",):
        return _there(*_split(words[1:], reader), reader)
    if words[:1] == ("neither",) or words[:3] == ("none", "of", "the"):
        at = next((i for i in range(2, len(words) - 2) if words[i] in _MUST and words[i + 1] in _STAYS), None)
        thing, place = (
            words[1 if words[0] == "neither" else 3 : at],
            _split(("x", *words[at + 2 :]), reader)[1] if at else (),
        )
        return ("every", *thing, "that", "is", *place) if at and place and _named(thing, reader) else ()
    told = next((i for i in range(1, len(words) - 3) if words[i:] in _MISPLACED), None)
    if told is not None:
        return words[:told] if _named(words[:told], reader) else ()
    must = next((i for i in range(1, len(words) - 2) if words[i] in _MUST and words[i + 1] in _LEAVES), None)
    if must is not None and named_place_end(words, must + 2, reader) == len(words) and _named(words[:must], reader):
        return _there(words[:must], ("at", *words[must + 2 :]), reader)
    at = next((i for i in range(1, len(words) - 2) if words[i] in _UNFIT and words[i + 1] == "not"), None)
    if at is None or words[at + 2] not in _STAYS | _FITS:
        return ()
    thing, place = words[:at], _split(("x", *words[at + 3 :]), reader)[1]
    if not place or not _named(thing, reader):
        return ()
    return thing if words[at + 2] in _FITS else _there(thing, place, reader)


def _split(words: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """A thing, and a preposition with the place that ends the words; both empty where they say more or less."""
    while words and words[-1] in _NO_MORE:
        words = words[:-1]
    sides = reader.book.places.sides
    at = next((i for i in range(1, len(words) - 1) if sides.find(words, i) is not None), None)
    side = sides.find(words, at) if at is not None else None
    if at is None or side is None:
        return (), ()
    bare = without(words[at + side.length :], lx.ARTICLES)
    name = reader.names.match(bare, 0)
    is_place = name is not None and name.length == len(bare) and reader.names.is_place(name)
    thing = words[:at]
    return (thing, words[at:]) if is_place and (thing == ("x",) or _named(thing, reader)) else ((), ())


def _there(thing: Words, place: Words, reader: SentenceReader) -> Words:
    """A thing that is at a place; all of a bare plural."""
    if not thing:
        return ()
    name = reader.names.match(thing, 0)
    several = ("all",) if name is not None and name.is_plural and thing[0] not in lx.DEFINITE else ()
    return (*several, *thing, "that", "is", *place)


def _named(words: Words, reader: SentenceReader) -> bool:
    """Whether words end in a name of things, and are of one thing or one kind."""
    is_one = not {",", "and", "or", "nor", "any"} & set(words)
    names = ((i, reader.names.match(words, i)) for i in range(len(words)))
    return is_one and any(name is not None and i + name.length == len(words) for i, name in names)
