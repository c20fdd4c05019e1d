# SPDX-License-Identifier: Apache-2.0
"""A wish of what is to be there: "I'd like there to be two cups on the table" is "there should be two cups ...".

"There" behind the first of several things is said of all of them: "I'd like a cup there, a plate and two forks".
"""

from __future__ import annotations

from planner_node.language.phrasebook.sections import Bound
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, without
from planner_node.language.sentence.shapes.parts import begins_things, is_thing, side_in

_TO_BE = ("there", "to", "be")
_LISTING = frozenset({",", "and"})
_POINTING = frozenset("up over down out across".split())
_OBJECTS = frozenset({"it", "them", "one", "that", "those"})
_CLOSING = frozenset({"too", "as", "also"})


@needs({"there", "most", "more", "maximum"})
def wished_there(words: Words, reader: SentenceReader) -> Words:
    """The words with "there should be", with "there" behind the last thing, and without "up" or "over" before it."""
    words = each_sentence(words, lambda said: _of_sentence(said, reader))
    at = 2
    while at < len(words):
        if words[at - 2 : at + 1] == ("to", "over", "there"):
            words = (*words[: at - 2], *words[at - 1 :])
            continue
        if words[at] == "there" and words[at - 1] in _POINTING and _is_told_before(words, at, reader):
            to = words[at - 2] == "to"
            reader.turned.add(words[at - 1 - to : at])
            words = (*words[: at - 1 - to], *words[at:])
        at += 1
    return words


def _of_sentence(said: Words, reader: SentenceReader) -> Words:
    known = reader.book.sentences
    plain = spelt_out(said, known)
    core = opened(plain, known).words
    wanted = known.wanting.find(core, 0) or known.needing.find(core, 0)
    if wanted is None or wanted.length < 2:
        return said
    before, wish = plain[: len(plain) - len(core)], core[wanted.length :]
    if wish[: len(_TO_BE)] == _TO_BE:
        return (*before, "there", "should", "be", *wish[len(_TO_BE) :])
    bound = reader.book.quantities.bounds.find(wish, 0)
    if bound is not None and bound.value is Bound.AT_MOST and side_in(wish, reader):
        return (*before, "there", "should", "be", *wish)  # fewer of them are just as well
    at = wish.index("there") if "there" in wish[1:-1] else 0
    things, further = wish[:at], wish[at + 1 :]
    if not at or further[0] not in _LISTING or not _are_things(things, reader) or side_in(further, reader):
        return said
    if not begins_things(without(further, _LISTING), reader):
        return said
    return (*before, "put", *things, *further, "there")


def _are_things(words: Words, reader: SentenceReader) -> bool:
    counted = reader.book.quantities.counted.find(words, 0)
    return is_thing(words[counted.length if counted is not None else 0 :], reader)


def _is_told_before(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a place was named before "up there", which is where something goes."""
    before = words[at - 2]
    goes = before in _OBJECTS or any(
        (name := reader.names.match(words, i)) is not None
        and i + name.length == at - 1
        and reader.starts_order(words[i - 2 :])
        for i in range(max(0, at - 4), at - 1)
    )
    ends = at + 1 == len(words) or not words[at + 1].isalnum() or words[at + 1] in _CLOSING | {"and"}
    named = ((i, reader.names.match(words, i)) for i in range(at))
    return goes and ends and any(name is not None and reader.names.is_place(name) for _, name in named)
