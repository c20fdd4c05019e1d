# SPDX-License-Identifier: Apache-2.0
"""The largest, or so, told by a clause: "the plate that weighs the most", "the two beakers bigger than the rest".

Also by what is to be found out first ("find out which book is the largest and put that one on the shelf"), by all of
which it is one ("of all our books, take the largest"), and by which one is to be taken of what was just asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_IS = (("that", "is"), ("that", "are"), ("that's",), ("which", "is"), ("which", "are"), ("who", "is"))
_WEIGHING = {
    ("weighs", "the", "most"): "heaviest", ("weigh", "the", "most"): "heaviest", ("weighs", "most"): "heaviest",
    ("weighs", "the", "least"): "lightest", ("weigh", "the", "least"): "lightest", ("weighs", "least"): "lightest",
    ("costs", "the", "most"): "dearest", ("costs", "the", "least"): "cheapest",
}  # fmt: skip
_NEAREST = (
    ("the", "shortest", "way", "off"), ("the", "shortest", "way", "away"), ("the", "least", "far", "away"),
    ("least", "far", "away"), ("the", "shortest", "distance", "away"),
)  # fmt: skip
_FROM_YOU = (("to", "you"), ("to", "where", "you", "are"), ("from", "you"), ("to", "yourself"), ())
_THAN = tuple(
    tuple(said.split())
    for said in (
        "than the rest", "than all the rest", "than all the others", "than all others", "than the others",
        "than any other", "than the other ones",
        "than all the other ones", "than every other one", "than any of the others",
    )
)  # fmt: skip
_FINDING = (
    ("find", "out"), ("work", "out"), ("figure", "out"), ("see",), ("check",), ("determine",), ("look",), ("decide",),
    ("establish",), ("tell",),
)  # fmt: skip
_LOOKING = (("look", "at"), ("compare",), ("have", "a", "look", "at"), ("measure",), ("go", "through"))
_THAT_ONE = (("that", "one"), ("it",), ("this", "one"), ("that",), ("the", "one"))
_PICKING = (("take",), ("pick",), ("choose",), ("use",), ("make", "it"), ("grab",))
_OF = (("of", "all"), ("of",), ("among",), ("among", "all"), ("out", "of"), ("out", "of", "all"))
_FAR = 8


@needs({"than", "weighs", "weigh", "costs", "which", "of", "among", "that's", "that"})
def told_superlative(words: Words, reader: SentenceReader) -> Words:
    """The words with "the largest book" for what is told so."""
    words = _found_out(_of_all(_in_clauses(words, reader), reader), reader)
    return _taken_so(words, reader)


def _in_clauses(words: Words, reader: SentenceReader) -> Words:
    """With the measure before the name: "the plate that weighs the most"."""
    for at in range(1, len(words) - 1):
        most, end = _clause(words, at, reader)
        if not most:
            continue
        first = next((i for i in range(at - 1, max(-1, at - _FAR), -1) if words[i] == "the"), None)
        if first is None:
            continue
        noun = words[first + 1 : at]
        number = noun[:1] if noun and noun[0] in lx.NUMBERS and noun[0] not in lx.ONES else ()
        noun = noun[len(number) :]
        noun = _kind_before(words, first, noun[0], reader) if len(noun) == 1 and noun[0] in lx.ONES else noun
        if not noun or reader.names.match(noun, 0) is None:
            continue
        reader.turned.add(words[at:end])
        return _in_clauses((*words[: first + 1], *number, *most, *noun, *words[end:]), reader)
    return words


def _clause(words: Words, at: int, reader: SentenceReader) -> tuple[Words, int]:
    """The measure that a clause tells, and where the clause ends; empty: it tells none."""
    if words[at] in ("that", "which"):
        for said, measured in _WEIGHING.items():
            if words[at + 1 : at + 1 + len(said)] == said:
                return (measured,), at + 1 + len(said)
    told = next((t for t in _IS if words[at : at + len(t)] == t), ())
    begin = at + len(told)
    if not told or begin == len(words):
        return (), at
    near = next((n for n in _NEAREST if words[begin : begin + len(n)] == n), ())
    if near:
        return ("nearest",), begin + len(near)
    compared = words[begin]
    than = next((t for t in _THAN if words[begin + 1 : begin + 1 + len(t)] == t), ())
    if than and compared.endswith("er"):
        most: Words = (f"{compared}st".replace("erst", "est"),)
        return (most, begin + 1 + len(than)) if reader.book.superlatives.find(most, 0) is not None else ((), at)
    begin += words[begin] == "the"
    found = reader.book.superlatives.find(words, begin)
    if found is None:
        return (), at
    end = begin + found.length
    you = next(len(f) for f in _FROM_YOU if words[end : end + len(f)] == f)
    ones = any(word in lx.ONES for word in words[max(0, at - 2) : at])
    return (words[begin:end], end + you) if you or ones else ((), at)


def _kind_before(words: Words, at: int, one: str, reader: SentenceReader) -> Words:
    """The kind named last before "the one": "bring me a mug. Take the one ..."; empty: none was, or several."""
    begin = sentence_begin(words, max(0, sentence_begin(words, at) - 1)) if at else 0
    kinds = {name.concept: words[i : i + name.length] for i, name in _things(words[begin:at], reader, begin)}
    if len(kinds) != 1:
        return ()
    said = singular(next(iter(kinds.values())), reader)
    return said if one == "one" else ()


def _things(said: Words, reader: SentenceReader, begin: int) -> Iterator[tuple[int, Name]]:
    at = 0
    while at < len(said):
        name = reader.names.match(said, at)
        if name is not None and not reader.names.is_place(name) and not reader.names.is_person(name):
            yield begin + at, name
        at += name.length if name is not None else 1


def _found_out(words: Words, reader: SentenceReader) -> Words:
    """With the measure in the order behind "find out which book is the largest"."""
    for at in range(1, len(words) - 4):
        if words[at] != "which":
            continue
        finding = next((f for f in _FINDING if words[max(0, at - len(f)) : at] == f), ())
        be = next((i for i in range(at + 1, min(len(words), at + 4)) if words[i] in ("is", "are")), 0)
        if not finding or not be:
            continue
        kind, begin = words[at + 1 : be], at - len(finding)
        most, end = _clause(("the", "that", *words[be : be + _FAR + 4]), 1, reader)
        if not most:
            found = reader.book.superlatives.find(words, be + 1 + (words[be + 1] == "the"))
            first = be + 1 + (words[be + 1] == "the")
            most, stop = (words[first : first + found.length], first + found.length) if found else ((), 0)
        else:
            stop = be + end - 2
        order = without(words[stop:], {",", "and", "then", ".", "please"})
        stands = ((i, t) for i in range(1, min(len(order), 6)) for t in _THAT_ONE if order[i : i + len(t)] == t)
        that = next(stands, None)
        if not most or that is None or not reader.starts_order(order):
            continue
        first, kind = _looked_at(words, begin, kind, reader)
        if kind:
            thing = ("the", *most, *kind)
            return (*words[:first], *order[: that[0]], *thing, *order[that[0] + len(that[1]) :])
    return words


def _looked_at(words: Words, begin: int, kind: Words, reader: SentenceReader) -> tuple[int, Words]:
    """Where "look at the screwdrivers and" begins before what is found out, and what they are."""
    if kind:
        return begin, kind
    first = sentence_begin(words, begin)
    said = words[first:begin]
    core = said if said[:1] == ("look",) else opened(said, reader.book.sentences).words
    looking = next((k for k in _LOOKING if core[: len(k)] == k), ())
    thing = without(core[len(looking) :], lx.ARTICLES | {"all"})
    name = reader.names.match(thing, 0) if looking and thing else None
    return (begin - len(core), singular(thing[: name.length], reader)) if name is not None else (begin, ())


def _of_all(words: Words, reader: SentenceReader) -> Words:
    """With the kind behind the measure of "of all our books, pick out the largest and ..."."""
    for begin in (i for i in range(len(words)) if i == 0 or words[i - 1] in ENDS):
        of = max((o for o in _OF if words[begin : begin + len(o)] == o), key=len, default=())
        comma = sentence_end(words, begin, ENDS | {","})
        kind = without(words[begin + len(of) : comma], lx.ARTICLES)
        name = reader.names.match(kind, 0) if of and kind else None
        order = opened(words[comma + 1 :], reader.book.sentences).words
        whole = name is not None and name.length == len(kind) and words[comma : comma + 1] == (",",)
        if not whole or not reader.starts_order(order):
            continue
        at = next((i for i in range(1, min(_FAR, len(order) - 1)) if order[i] == "the"), 0)
        very = order[at + 1 : at + 2] == ("very",)
        found = reader.book.superlatives.find(order, at + 1 + very) if at else None
        if found is None or reader.names.match(order, at + 1 + very + found.length) is not None:
            continue
        end = at + 1 + very + found.length
        end += order[end : end + 1] == ("one",)
        most = order[at + 1 + very : at + 1 + very + found.length]
        return (*words[:begin], *order[: at + 1], *most, *singular(kind, reader), *order[end:])
    return words


def _taken_so(words: Words, reader: SentenceReader) -> Words:
    """With the measure in what was asked for before "just take the nearest mug"."""
    for begin in (i for i in range(3, len(words) - 2) if words[i - 1] in ENDS):
        end = sentence_end(words, begin)
        core = opened(words[begin:end], reader.book.sentences).words
        picking = next((p for p in _PICKING if core[: len(p)] == p), ())
        thing = core[len(picking) :]
        found = reader.book.superlatives.find(thing, 1) if picking and thing[:1] == ("the",) else None
        noun = thing[1 + found.length :] if found is not None else ()
        if not noun or reader.names.match(noun, 0) is None or len(noun) > 3:
            continue
        first = sentence_begin(words, begin - 1)
        at = next((i for i in range(first, begin - len(noun)) if words[i + 1 : i + 1 + len(noun)] == noun), None)
        if at is not None and words[at] in ("a", "an", "the"):
            return (*words[:at], *thing, *words[at + 1 + len(noun) : begin - 1], *words[end:])
    return words
