# SPDX-License-Identifier: Apache-2.0
"""One thing in each of several places, said behind them: "the doll and the bear in the box and the chest, one each"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import begins_things, is_thing, named_place_end, placing_end, singular
from planner_node.language.words import lexicon as lx

_SIDES = frozenset({"in", "on", "to", "at", "inside", "for", "into", "onto"})
_POLITE = frozenset({"please", "thanks", ","})
_ALL = frozenset({"the", "both", "two", "2", "all", "my", "our", "of", "three", "3", "four", "4"})


@needs({"one", "1"}, {"each"}, {","})
def one_in_each(words: Words, reader: SentenceReader) -> Words:
    """The words with one of the things at one place and one at the other."""
    return each_sentence(words, lambda said: _apart(said, reader) or said)


def _apart(words: Words, reader: SentenceReader) -> Words | None:
    while words and words[-1] in _POLITE:
        words = words[:-1]
    at = next((i for i in range(4, len(words) - 1) if words[i] == "," and words[i + 1] in ("one", "1")), 0)
    if not at or not _in_each(words[at + 2 :]):
        return None
    core = opened(words[:at], reader.book.sentences).words
    verb = reader.book.said_verbs.find(core, 0)
    side = next((i for i in range(2, len(core)) if placing_end(core, i, reader) > i), 0)
    if verb is None or not side or not reader.starts_order(core):
        return None
    places = _places(core, side, reader)
    things = core[verb.length : side]
    if len(places) < 2 or not begins_things(things, reader):
        return None
    reader.turned.update((words[at + 1 :], things))
    parts = " ".join("," if word == "and" else word for word in things).split(",")
    listed = [tuple(one.split()) for one in parts if one.strip()]
    lead = words[: at - len(core) + verb.length]
    if len(listed) == len(places) and all(is_thing(one, reader) for one in listed):
        return tuple(
            word
            for n, (one, place) in enumerate(zip(listed, places, strict=True))
            for word in (*(("and",) if n else lead), *one, *place)
        )
    noun = tuple(word for word in things if word not in _ALL)
    one = singular(noun, reader) if noun else ()
    if len(listed) != 1 or not one or one == noun:
        return None
    said = (("one", "of", "the", *noun), *((("another", *one),) * (len(places) - 1)))
    return tuple(
        word
        for n, (which, place) in enumerate(zip(said, places, strict=True))
        for word in (*(("and",) if n else lead), *which, *place)
    )


def _in_each(words: Words) -> bool:
    """Whether words behind "one" are "in each", "on each of them", "each" or "per place"."""
    behind = words[1:] if words[:1] and words[0] in _SIDES else words
    return behind[:1] == ("each",) and (len(behind) < 3 or behind[1] in ("of", "one"))


def _places(core: Words, at: int, reader: SentenceReader) -> list[Words]:
    """Each of the places that an order ends in, with a preposition; empty: it ends in something else."""
    found: list[Words] = []
    lead: Words = ()
    while at < len(core):
        side = reader.book.places.sides.find(core, at)
        lead = core[at : at + side.length] if side is not None else lead
        begin = at + (side.length if side is not None else 0)
        end = named_place_end(core, begin, reader)
        if end == begin:
            return []
        named = core[begin:end]
        found.append((*lead, *named) if named[0] in lx.ARTICLES or named[-1].isdecimal() else (*lead, "the", *named))
        at = end
        while at < len(core) and core[at] in (",", "and"):
            at += 1
    return found
