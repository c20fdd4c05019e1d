# SPDX-License-Identifier: Apache-2.0
"""Things with a place and no verb: "two carrots on the table", "bread, table 1", "hammer tool chest, saw shelf 1"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import (
    MARKS,
    all_of,
    begins_things,
    is_several,
    joined,
    lie_there,
    named_place_end,
    side_in,
)
from planner_node.language.words import lexicon as lx

_AWAY = frozenset({"off", "out", "from", "away", "of"})
_EACH = frozenset({"each", "every", "all", "both"})


def placed(words: Words, reader: SentenceReader) -> Words | None:
    """Things with a preposition and a place behind them: "a spoon on each table", "a fork for every table"."""
    if not begins_things(words, reader) or says_of_them(words, reader):
        return None
    if words[:2] in (("no", "more"), ("not", "more")):
        return None  # "no more than two on table 1" asks for none
    if _is_moved(words, reader):
        return None
    said = _for_each(words, reader)
    bare = tuple(w for i, w in enumerate(said) if not (w in MARKS | {","} and _near_at(said, i + 1, reader)))
    return ("put", *_all_from(bare, reader)) if _goes_somewhere(bare, reader) else None


def _is_moved(words: Words, reader: SentenceReader) -> bool:
    """Whether a place alone stands behind things and where they are: "the mug on table 2, dishwasher"."""
    last = next((i for i in range(len(words) - 1, 0, -1) if words[i] in MARKS | {","}), 0)
    side = next((i for i in range(1, last) if _side_at(words, i, reader)), 0)
    alone = last and named_place_end(words, last + 1, reader) == len(words)
    whole = alone and side and named_place_end(words, side + 1, reader) == last
    return bool(whole) and lie_there(words[:side], words[side + 1 : last], reader)


def says_of_them(words: Words, reader: SentenceReader) -> bool:
    """Whether it is said of the things where they go: "..., go on shelf 2" is no order to go there."""
    belonging = reader.book.verbs.belonging
    return any(belonging.find(words, i) and words[i - 1] == "," for i in range(2, len(words) - 1))


def _goes_somewhere(words: Words, reader: SentenceReader) -> bool:
    """Whether a preposition of place stands there that does not only tell where things are: "that are on the desk"."""
    being = reader.book.places.being
    told = {i + f.length for i, w in enumerate(words) if w in lx.RELATIVE and (f := being.find(words, i))}
    return any(at not in told and _side_at(words, at, reader) for at in range(1, len(words)))


def _all_from(words: Words, reader: SentenceReader) -> Words:
    """With "all" before bare plurals: "toys off the sofa, into the chest", "forks on table 1, red mugs on table 2"."""
    if not _is_bare_plural(words, 0, reader):
        return words
    found: list[str] = []
    for at, word in enumerate(words):
        begins = at == 0 or (words[at - 1] in (",", "and") and any(_side_at(words, i, reader) for i in range(1, at)))
        found += ["all", word] if begins and _is_bare_plural(words, at, reader) else [word]
    return tuple(found)


def _is_bare_plural(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether things in the plural are named there without an article or a number, perhaps with their looks."""
    attribute = reader.book.adjectives.attribute
    noun = next((i for i in range(at, len(words)) if attribute(words[i]) is None), at)
    begin = at if reader.names.match(words, at) is not None else noun
    name = reader.names.match(words, begin)
    return name is not None and is_several(words, begin, name, reader) and not reader.names.is_place(name)


def gone(words: Words, reader: SentenceReader) -> Words | None:
    """Things with where they are to be gone from, and no other place: "toys off the sofa"."""
    sources = reader.book.places.sources
    for at in range(1, len(words) - 1):
        source = sources.find(words, at)
        if source is None or words[at - 1] in MARKS | {",", "and"}:
            continue
        whole = named_place_end(words, at + source.length, reader) == len(words)
        if not whole or not begins_things(words, reader) or side_in(words[:at], reader):
            return None
        name = reader.names.match(words, 0)
        every = ("all",) if name is not None and name.is_plural else ()
        return ("remove", *every, *words[:at], "from", *words[at + source.length :])
    return None


def _side_at(words: Words, at: int, reader: SentenceReader) -> bool:
    return reader.book.places.sides.find(words, at) is not None


def _near_at(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether words stand there that tell where things are or go: "off the desk", "onto the shelf"."""
    places = reader.book.places
    return any(table.find(words, at) is not None for table in (places.sides, places.sources))


def _for_each(words: Words, reader: SentenceReader) -> Words:
    """With "to" in place of "for" before every one of several places, or the last words."""
    for at in range(1, len(words) - 1):
        end = named_place_end(words, at + 1, reader) if words[at] == "for" else 0
        listed = end > at + 1 and all(named_place_end(p, 0, reader) == len(p) for p in _listed(words[at + 1 :]))
        if end > at + 1 and (words[at + 1] in _EACH or listed):
            return (*words[:at], "to", *words[at + 1 :])
    return words


def _listed(words: Words) -> list[Words]:
    """The parts between commas and "and"."""
    return [tuple(p.split()) for part in _parts(words) for p in " ".join(part).split(" and ") if p.split()]


def beside_its_place(words: Words, reader: SentenceReader) -> Words | None:
    """Things with the name of a place behind them: "bread, table 1", "magazine: bookshelf"."""
    pairs: list[Words] = []
    waiting: list[Words] = []
    for part in _parts(words):
        begin = _place_begin(part, reader)
        things = _without_then(without(part[:begin], {"and"}))
        if things and (not begins_things(things, reader) or side_in(things, reader) or things[-1] in _AWAY):
            return None
        waiting += [all_of(things, reader)] if things else []
        if begin < len(part):
            if not waiting:
                return None
            pairs.append((*joined(tuple(waiting)), "to", *part[begin:]))
            waiting = []
    return ("put", *joined(tuple(pairs))) if pairs and not waiting else None


def _without_then(words: Words) -> Words:
    """Without "then" behind the things: "the tea then, shelf 3"."""
    return words[:-1] if words[-1:] in (("then",), ("too",), ("also",)) else words


def _parts(words: Words) -> list[Words]:
    found: list[list[str]] = [[]]
    for word in words:
        if word in MARKS | {","}:
            found.append([])
        else:
            found[-1].append(word)
    return [tuple(part) for part in found if part]


def _place_begin(part: Words, reader: SentenceReader) -> int:
    """Where the name of the place begins that ends the part; behind the part: none does."""
    for at in range(len(part)):
        starts = part[at] in lx.DEFINITE or reader.names.match(part, at) is not None
        if starts and len(part) in _place_ends(part, at, reader):
            return at
    return len(part)


def _place_ends(part: Words, at: int, reader: SentenceReader) -> tuple[int, ...]:
    """Where the name of a place ends that begins there, without and with what it is in: "the shelf in the hall"."""
    end = named_place_end(part, at, reader)
    if not at < end < len(part) or part[end] not in reader.book.places.attaching:
        return (end,)
    return end, named_place_end(part, end + 1, reader)
