# SPDX-License-Identifier: Apache-2.0
"""Things that change places: "the cup and the mug should change places", "replace the cup with the mug"."""

from __future__ import annotations

from collections.abc import Collection

from planner_node.language.rewording.doing.those_named import named_things, place_begin, standing
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, skipped, without
from planner_node.language.sentence.shapes.parts import is_thing, named_place_end

_LETTING = frozenset({"let", "have", "make", "get"})
_SWAPPING = (("swap",), ("exchange",), ("switch",), ("interchange",), ("trade",))
_BOTH = (
    ("them",),
    ("these",),
    ("those",),
    ("both",),
    ("the", "two"),
    ("these", "two"),
    ("those", "two"),
    ("their", "places"),
)
_ARE = frozenset({"are", "were", "stand", "lie", "sit", "got"})
_BEING = frozenset({"is", "was", "stands", "stood", "lies", "lay", ",", "now", "before"})
_AROUND = frozenset({"around", "round", "over", "please", "places", "back", "now"})
_TAKING = frozenset({"take", "remove", "get", "lift", "clear"})
_PUTTING = frozenset({"put", "place", "set", "bring", "stand", "lay"})
_INSTEAD = (("there", "instead"), ("in", "its", "place"), ("in", "its", "place", "instead"), ("instead",))
_WITH = ("with", "by", "for")
_CONTENTS = tuple(
    tuple(said.split())
    for said in (
        "the contents of", "contents of", "what is", "what's", "whatever is", "whatever's", "everything",
        "everything that is",
        "all the things", "the things", "the items", "all that is", "the stuff", "those", "the things that are",
    )
)  # fmt: skip
_SWITCHED = frozenset({"switch", "swap", "change", "flip", "move"})


def exchanging(words: Words, reader: SentenceReader) -> Words:
    """With "swap" in place of what says that two things change places."""
    return each_sentence(words, lambda said: _of_sentence(said, reader))


def _of_sentence(words: Words, reader: SentenceReader) -> Words:
    if not words:
        return words
    words = _of_places(words, reader)
    ways = (_put_instead, _told_of_both, _both_ways, _each_where_the_other_is)
    for found in (way(words, reader) for way in ways):
        words = found or words
    plain = _changing_places(words, reader) or _replacing(words, reader) or _around(words, reader) or words
    return all_of_both(plain, reader) or plain


def _of_places(words: Words, reader: SentenceReader) -> Words:
    """With "on" for "of" before two places: "exchange the laptops of desk 1 and desk 3"."""
    core = opened(words, reader.book.sentences).words
    for at in range(2, len(core) - 3) if core[:1] in _SWAPPING else ():
        of_things = core[at] == "of" and reader.names.match(core, at - 1) is not None
        end = named_place_end(core, at + 1, reader) if of_things else at
        if end > at + 1 and core[end : end + 1] == ("and",) and named_place_end(core, end + 1, reader) == len(core):
            return (*words[: len(words) - len(core) + at], "on", *core[at + 1 :])
    return words


def _told_of_both(words: Words, reader: SentenceReader) -> Words | None:
    """With the things of which something is told: "the saw and the drill are on the wrong shelf, swap them"."""
    for at in range(4, len(words) - 1):
        order = opened(words[at:], reader.book.sentences).words
        if words[at - 1] != "," or order[:1] not in _SWAPPING or (order[1:3] not in _BOTH and order[1:2] not in _BOTH):
            continue
        being = next((i for i in range(3, at) if words[i] in _ARE and "and" in words[:i]), 0)
        subject = opened(words[:being], reader.book.sentences).words
        rest = order[3 if order[1:3] in _BOTH else 2 :]
        ends = all(word in _AROUND for word in rest)
        if being and ends and not reader.starts_order(subject):
            return ("swap", *subject)
    return None


def _both_ways(words: Words, reader: SentenceReader) -> Words | None:
    """With both ways of "move everything from desk 1 to desk 2 and vice versa"."""
    known = reader.book.sentences
    core = opened(words, known).words
    contents = _contents_at(core[1:], reader) if core[:1] in _SWAPPING else ()
    link = core[1 + len(contents)] if contents and len(core) > len(contents) + 1 else ""
    if contents and link in ("and", *_WITH):
        rest = core[2 + len(contents) :]
        others = _contents_at(rest, reader)
        here, there = _place_of(contents, reader), _place_of(others or rest, reader)
        if here and there and (others == rest or named_place_end(there, 0, reader) == len(there)):
            return ("move", "everything", "from", *here, "to", *there, "and", "everything", "from", *there, "to", *here)
    ends = (i for i in range(4, len(core)) if (f := known.vice_versa.find(core, i)) and i + f.length == len(core))
    mutual = next(ends, 0)
    verb = reader.book.said_verbs.find(core, 0) if mutual else None
    order = core[: mutual - (core[mutual - 1] in (",", "and"))] if mutual else ()
    begin = order.index("from") if verb is not None and "from" in order else 0
    to = named_place_end(order, begin + 1, reader) if begin else 0
    side = reader.book.places.sides.find(order, to) if to > begin + 1 else None
    if verb is None or side is None or named_place_end(order, to + side.length, reader) != len(order):
        return None
    here, there = order[begin + 1 : to], order[to + side.length :]
    return (*order, "and", *order[verb.length : begin], "from", *there, "to", *here)


def _each_where_the_other_is(words: Words, reader: SentenceReader) -> Words | None:
    """With "swap" for "put the blue pen where the red one is, and the red one where the blue one was"."""
    core = opened(words, reader.book.sentences).words
    joints = [i for i, word in enumerate(core) if word == "and" and i > 1]
    wheres = [i for i, word in enumerate(core) if word == "where"]
    if core[:1] == () or core[0] not in _PUTTING | {"move"} or len(wheres) != 2:
        return None
    joint = next((i for i in joints if wheres[0] < i < wheres[1]), 0)
    first, its_place = core[1 : wheres[0]], core[wheres[0] + 1 : joint]
    other, behind = core[joint + 1 : wheres[1]], core[wheres[1] + 1 :]
    while its_place and its_place[-1] in _BEING:
        its_place = its_place[:-1]
    was_there = bool(behind) and bool(_BEING & set(behind))
    if not joint or its_place != other or not was_there or not is_thing(first, reader):
        return None
    return ("swap", *first, "and", *other)


def _contents_at(words: Words, reader: SentenceReader) -> Words:
    """The words for all that is at a place that they begin with: "the things on table 1"; empty: they do not."""
    begin = next((len(c) for c in _CONTENTS if words[: len(c)] == c), 0)
    side = reader.book.places.sides.find(words, begin) if begin and words[begin - 1] != "of" else None
    first = begin + side.length if side is not None else begin
    end = named_place_end(words, first, reader) if begin and (side is not None or words[begin - 1] == "of") else first
    return words[:end] if end > first else ()


def _place_of(words: Words, reader: SentenceReader) -> Words:
    """The place that words end in; empty: they end in none."""
    ends = (words[at:] for at in range(len(words)) if named_place_end(words, at, reader) == len(words))
    return next(ends, ())


def all_of_both(words: Words, reader: SentenceReader) -> Words | None:
    """With where each goes, where several change places with others: "swap the cup and the mug with the bowls"."""
    if words[:1] not in _SWAPPING:
        return None
    mutual = next((i for i in range(3, len(words)) if reader.book.sentences.mutually.find(words, i)), 0)
    if mutual and "and" in words[:mutual]:
        return words[:mutual]
    link = next((i for i in range(2, len(words) - 1) if words[i] in _WITH), 0)
    sides = (words[1:link], words[link + 1 :])
    listed = any("and" in side for side in sides)
    if not link or not (listed or all(_are_several_there(side, reader) for side in sides)):
        return None
    where = [standing(side, reader) for side in sides]
    first, second = where
    if not first or not second or first == second:
        return None
    return ("put", *sides[0], "on", *second.split(), "and", *sides[1], "on", *first.split())


def _are_several_there(side: Words, reader: SentenceReader) -> bool:
    """Whether several things are told with where they are: "the plates on table 1"."""
    at = place_begin(side, reader)
    found = named_things(side[:at], side[at:], reader) if at < len(side) else None
    return found is not None and found.is_plural and len(found.nodes) > 1


def _around(words: Words, reader: SentenceReader) -> Words | None:
    """Past "switch X and Y around", "X goes where Y is and vice versa"; None if the words say no such thing."""
    known = reader.book.sentences
    core = opened(words, known).words
    if core[:1] and core[0] in _SWITCHED and core[-1] in ("around", "round") and "and" in core:
        return ("swap", *core[1:-1])
    ends = (i for i in range(1, len(core)) if (f := known.vice_versa.find(core, i)) and i + f.length == len(core))
    mutual = next(ends, 0)
    where = core.index("where") if "where" in core[:mutual] else 0
    if not where or core[mutual - 1] not in ("is", "was", "are", "lies", "stands"):
        return None
    first = core[1:where] if reader.starts_order(core) else core[:where]
    belongs = next((i for i in range(1, len(first)) if reader.book.verbs.belonging.find(first, i)), len(first))
    return ("swap", *without_last(first[:belongs], {"to"}), "and", *core[where + 1 : mutual - 1])


def without_last(words: Words, few: Collection[str]) -> Words:
    """The words up to the last one that is none of a few."""
    return words[:-1] if words and words[-1] in few else words


def _changing_places(words: Words, reader: SentenceReader) -> Words | None:
    """Past "X and Y should change places", "X should swap places with Y"; None if the words say no such thing."""
    known = reader.book.sentences
    for at in range(1, len(words)):
        found = known.exchanging.find(words, at)
        if found is None:
            continue
        behind = skipped(words[at + found.length :], known.mutually) or words[at + found.length :]
        before = opened(words[:at], known).words
        before = before[1:] if before[:1] and before[0] in _LETTING else before
        modal = (
            i for i in range(1, len(before)) if (f := known.modals.find(before, i)) and i + f.length == len(before)
        )
        things = before[: next(modal, len(before))]
        if not things or reader.starts_order(things):
            return None
        if behind[:1] in (("with",), ("and",)):
            return ("swap", *things, *behind)
        several = "and" in things or _are_several(things, reader)
        return ("swap", *things, *behind) if several and not behind[:1] == ("of",) else None
    return None


def _are_several(things: Words, reader: SentenceReader) -> bool:
    """Whether things are of one kind: "the books on the two nightstands"."""
    at = next((i for i in range(len(things)) if reader.names.match(things, i) is not None), len(things))
    name = reader.names.match(things, at)
    return name is not None and name.is_plural


def _put_instead(words: Words, reader: SentenceReader) -> Words | None:
    """Past "take X off the shelf and put Y there instead"; None if the words say no such thing."""
    core = opened(words, reader.book.sentences).words
    link = next((i for i in range(3, len(core) - 3) if core[i] in ("and", ",") and core[i + 1] in _PUTTING), 0)
    if not link or core[0] not in _TAKING or not reader.starts_order(core):
        return None
    behind = next((core[link + 2 : len(core) - len(p)] for p in _INSTEAD if core[-len(p) :] == p), ())
    at = next((i for i in range(2, link) if reader.book.places.sources.find(core, i)), 0)
    side = reader.book.places.sources.find(core, at) if at else None
    if side is None or named_place_end(core, at + side.length, reader) != link or not is_thing(behind, reader):
        return None
    return ("replace", *core[1:at], "at", *core[at + side.length : link], "with", *behind)


def _replacing(words: Words, reader: SentenceReader) -> Words | None:
    """Past "replace X with Y"; None if the words say no such thing."""
    core = opened(words, reader.book.sentences).words
    things = skipped(core, reader.book.sentences.replacing)
    if not things or not any(word in _WITH for word in without(things, _WITH)):
        return None
    return ("swap", *things)
