# SPDX-License-Identifier: Apache-2.0
"""Where things are kept, told before they are put there: "the candles live in the cabinet, so put them there"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_OFTEN = frozenset("always usually normally all both really actually".split())
_KEPT = (
    *((be, how) for be in ("is", "are") for how in ("kept", "stored")),
    *((be, often, how) for be in ("is", "are") for often in ("always", "usually") for how in ("kept", "stored")),
    ("lives",), ("live",), ("belongs",), ("belong",), ("goes",), ("go",),
)  # fmt: skip
_KNOWN = frozenset({"lives", "live"})  # with these nothing is asked for
_LONGEST = 8  # words of what is spoken of
_FAR = 24  # words of what is told
_JOINTS = frozenset({",", "so", "and", "then", "therefore", "-", "please", "just"})
_STANDING = frozenset({"it", "them", "these", "those"})
_THERE = (
    ("back", "in", "there"), ("back", "there"), ("in", "there"), ("over", "there"), ("up", "there"), ("there",),
    ("where", "it", "belongs"), ("where", "they", "belong"), ("back",), ("away",),
)  # fmt: skip
_TOO = (("as", "well"), ("too",), ("also",))


@needs(ENDS | {",", "so", "and"})
def kept_there(words: Words, reader: SentenceReader) -> Words:
    """The words with the place and the things in the order, and without what only told that."""
    begin = 0
    for at in range(3, len(words) - 2):
        if words[at] in ENDS | {","} or (words[at] in ("so", "and") and at - begin < _FAR):
            order = _order(words[begin:at], words[at:], reader)
            if order is not None:
                return kept_there((*words[:begin], *order), reader)
            begin = at + 1 if words[at] in ENDS else begin
    return words


def _order(told: Words, behind: Words, reader: SentenceReader) -> Words | None:
    """The order behind a statement, with the place that it tells; None: it tells none, or nothing is ordered there."""
    known = reader.book.sentences
    core = opened(spelt_out(told, known), known).words
    kept = next((i for i in range(1, min(len(core) - 2, _LONGEST)) if _length(core, i)), None)
    if kept is None:
        return None
    thing = core[:kept]
    while thing and thing[-1] in _OFTEN:
        thing = thing[:-1]
    place = core[kept + _length(core, kept) :]
    side = reader.book.places.sides.find(place, 0)
    if side is None or named_place_end(place, side.length, reader) != len(place) or not _is_thing(thing, reader):
        return None
    first = next((i for i, word in enumerate(behind) if word not in _JOINTS | ENDS), len(behind))
    end = sentence_end(behind, first)
    said = opened(spelt_out(behind[first:end], known), known).words
    there = next(((i, t) for i in range(1, len(said)) for t in _THERE if said[i : i + len(t)] == t), None)
    if there is None or not reader.starts_order(said) or _has_place(said[: there[0]], reader):
        return None
    at, phrase = there
    rest = said[at + len(phrase) :]
    rest = next((rest[len(t) :] for t in _TOO if rest[: len(t)] == t), rest)
    what = said[:at]
    it = next((i for i, word in enumerate(what) if word in _STANDING), None)
    if it is not None:
        what = (*what[:it], *_definite(thing, reader), *what[it + 1 :])
    elif (one := next((i for i in range(1, len(what)) if what[i] in lx.ONES), None)) is not None:
        what = (*what[:one], thing[-1], *what[one + 1 :])  # "the white one" of towels
    elif phrase in (("back",), ("away",)):
        return None  # of other things: wherever they were, or belong
    only_told = it is not None or core[kept] in _KNOWN or core[kept] in ("is", "are") or "so" in behind[:first]
    before = () if only_told else (*told, ".")
    return (*before, *what, *place, *rest, *behind[end:])  # "the milk goes in the fridge, put the juice there, too"


def _length(words: Words, at: int) -> int:
    """How many words there say that things are kept somewhere; 0: none do."""
    return next((len(k) for k in _KEPT if words[at : at + len(k)] == k), 0)


def _is_thing(words: Words, reader: SentenceReader) -> bool:
    """Whether words are of one thing or kind, which is no person."""
    if not words or {",", "and", "or"} & set(words):
        return False
    names = ((i, reader.names.match(words, i)) for i in range(len(words)))
    return any(n is not None and i + n.length == len(words) and not reader.names.is_person(n) for i, n in names)


def _definite(thing: Words, reader: SentenceReader) -> Words:
    is_bare = thing[0] not in lx.ARTICLES | lx.NUMBERS.keys() and thing[0] not in ("all", "every", "each", "any")
    name = reader.names.match(thing, 0)
    is_certain = name is not None and name.node_id is not None
    return ("the", *thing) if is_bare and not is_certain else without(thing, {"a", "an"})


def _has_place(words: Words, reader: SentenceReader) -> bool:
    return any(reader.book.places.sides.find(words, i) is not None for i in range(1, len(words)))
