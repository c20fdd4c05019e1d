# SPDX-License-Identifier: Apache-2.0
"""What a speaker asked for and then drops: "put the mug and the plate on the table. Forget the plate"."""

from __future__ import annotations

from collections.abc import Iterator

from makedo_core.failure import FailureCause
from planner_node.language.refusal import Refusal
from planner_node.language.request import Request
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_DROPS = (
    ("forget", "about"),
    ("forget",),
    ("skip",),
    ("scrap",),
    ("leave", "out"),
    ("never", "mind"),
    ("don't", "bother", "with"),
    ("do", "not", "bother", "with"),
)
_BEFORE = frozenset(
    "actually oh no but and wait sorry hm please ok okay well so then on second thought thoughts".split()
)
_ONLY = frozenset({"only", "just", "instead", "rather", "but", "and", ",", "take", "use", "please"})
_WHOLE = frozenset({"everything", "all", "every", "each"})
_JOINTS = frozenset({",", ".", ";", "and", "just", "rather", "instead"})
_LONGEST = 4  # words of what is dropped


def without_dropped(words: Words, reader: SentenceReader) -> tuple[Words, tuple[str, ...]] | Refusal:
    """The words without what was asked for and dropped behind that, and a note of it; a refusal if nothing is left.

    What is named in its place ("forget the plate, only the cup") stands there.
    """
    words = _dropped_first(words, reader)
    for at in range(3, len(words) - 1):
        drop = next((d for d in _DROPS if words[at : at + len(d)] == d), None)
        begin = _clause_begin(words, at)
        if drop is None or not begin:
            continue
        thing = _thing(words, at + len(drop), reader)
        end = at + len(drop) + len(thing)
        stop = sentence_end(words, end)
        if not thing:
            continue
        is_whole = end == len(words) or words[end] in MARKS | ENDS | {"and", "but"}
        before = words[:begin]
        while before and before[-1] in MARKS | ENDS:
            before = before[:-1]
        other = without(words[end:stop], _ONLY)
        first = next((i + 1 for i in range(len(before) - 1, -1, -1) if before[i] in ENDS), 0)
        left = _left(before[first:], thing, () if reader.starts_order(other) else other, reader) if is_whole else None
        if left is None and any(word in before for word in thing if word not in lx.ARTICLES):
            text = f"I am not sure what you drop with '{' '.join((*drop, *thing))}'. Say once more what is to be done."
            return Refusal(FailureCause.AMBIGUOUS, text)
        if left is None:
            continue
        behind = (".", *other) if other and reader.starts_order(other) else ()
        kept = (*before[:first], *left, *behind, *words[stop:])
        if all(word in ENDS for word in kept):
            text = f"You drop '{' '.join(thing)}', so that nothing is left to do. Say what I am to do."
            return Refusal(FailureCause.AMBIGUOUS, text)
        return kept, (f"I leave out '{' '.join(thing)}', as you say",)
    return words, ()


def _dropped_first(words: Words, reader: SentenceReader) -> Words:
    """With "leave the vase where it is" for "forget the vase" before an order."""
    thing = _thing(words, 1, reader) if words[:1] == ("forget",) else ()
    behind = without(words[1 + len(thing) :], _JOINTS) if thing else ()
    if not behind or len(behind) == len(words) - 1 - len(thing) or not reader.starts_order(behind):
        return words
    reader.turned.add(words[: 1 + len(thing)])
    return ("leave", *thing, "where", "it", "is", ".", *behind)


def _clause_begin(words: Words, at: int) -> int:
    """Where the words begin that stand before "forget" in its clause; 0: it is no clause of its own."""
    while at > 0 and words[at - 1] in _BEFORE | {","}:
        at -= 1
    return at if at > 0 and (words[at - 1] in MARKS | ENDS or words[at] in _BEFORE | {","}) else 0


def _thing(words: Words, at: int, reader: SentenceReader) -> Words:
    """What is named there, with its article; empty: nothing is."""
    article = 1 if words[at : at + 1] and words[at] in lx.ARTICLES else 0
    for end in range(at + article, min(len(words), at + article + _LONGEST)):
        name = reader.names.match(words, end)
        looks = all(reader.book.adjectives.attribute(word) is not None for word in words[at + article : end])
        if name is not None and looks:
            return words[at : end + name.length]
    return ()


def _left(order: Words, thing: Words, other: Words, reader: SentenceReader) -> Words | None:
    """An order without a thing, or with another in its place; None: it is not about the thing."""
    bare = without(thing, lx.ARTICLES)
    spans = (
        (i, i + len(said)) for said in (thing, bare) for i in range(1, len(order)) if order[i : i + len(said)] == said
    )
    found = next(spans, None)
    if found is None:
        words = (*order, ",", "except", *thing)
        whole = not _WHOLE.isdisjoint(order) and not other
        return words if whole and isinstance(reader.orders(words), Request) else None
    begin, end = found
    while begin > 1 and reader.book.adjectives.attribute(order[begin - 1]) is not None:
        begin -= 1  # "the red mug", spoken of as "the mug"
    begin -= order[begin - 1] in lx.ARTICLES
    end = _with_its_place(order, begin, end, reader) if not other else end
    if other:
        words = (*order[:begin], *other, *order[end:])
        return words if isinstance(reader.orders(words), Request) else None
    ways = _without_one(order, begin, end)
    read = next((way for way in ways if isinstance(reader.orders(way), Request)), None)
    if read is not None:
        return read
    others = any(reader.names.match(order, i) is not None for i in range(1, begin))
    listed = {"and", ","} & set(order)
    return None if others or listed else ()


def _with_its_place(order: Words, begin: int, end: int, reader: SentenceReader) -> int:
    """Where a thing ends with where it alone goes: "the cup on table 1 and the plate on table 2"."""
    sides = reader.book.places.sides
    side = sides.find(order, end)
    stop = named_place_end(order, end + side.length, reader) if side is not None else end
    before = 1
    for at in range(1, begin):
        found = sides.find(order, at)
        before = named_place_end(order, at + found.length, reader) if found is not None else before
    shares = any(reader.names.match(order, i) is not None for i in range(before, begin))  # "the cup and the plate on"
    return stop if not shares and side is not None and stop > end + side.length else end


def _without_one(order: Words, begin: int, end: int) -> Iterator[Words]:
    """Orders without one of a list."""
    if order[begin - 1] in ("and", ","):
        yield (*order[: begin - 1], *order[end:])
        if order[begin - 2 : begin] == (",", "and"):
            yield (*order[: begin - 2], *order[end:])
    if order[end : end + 1] in (("and",), (",",)):
        yield (*order[:begin], *order[end + 1 :])
