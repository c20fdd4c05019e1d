# SPDX-License-Identifier: Apache-2.0
"""How several things are to be, behind one "make sure": "make sure the vase is on table 2 and the fridge is closed".

"Make it so that" and "see that" are read in the same way of one thing, too.
"""

from __future__ import annotations

from planner_node.language.rewording.furniture.both_states import STATES
from planner_node.language.rewording.needed import OWNED, needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds
from planner_node.language.sentence.shapes.parts import is_thing
from planner_node.language.words import lexicon as lx

_BE = frozenset({"is", "are", "stays", "stay", "remains", "remain"})
_JOINTS = frozenset({",", "and"})
_LEAD = ("make", "sure", "that")
_LONGEST = 8  # words of a thing
_SO = tuple(
    tuple(said.split())
    for said in ("make it so that", "make it so", "have it so that", "arrange it so that", "fix it so that", "see that")
)


@needs(_BE | {OWNED})
def each_ensured(words: Words, reader: SentenceReader) -> Words:
    """The words with "make sure that" before each state."""
    for begin, end in sentence_bounds(words):
        core = opened(words[begin:end], reader.book.sentences).words
        first = end - len(core)
        so = next((len(s) for s in _SO if core[: len(s)] == s and words[end : end + 1] != ("?",)), 0)
        found = reader.book.sentences.ensuring.find(words, first)
        if found is None and not so:
            continue
        behind = first + (so or (found.length if found is not None else 0))
        behind += words[behind : behind + 1] == ("that",)
        parts = _states(_spelt(words[behind:end], reader), reader)
        if len(parts) > (0 if so else 1):
            reader.turned.add(words[first:behind])
            said = (word for n, part in enumerate(parts) for word in (*(("and",) if n else ()), *_LEAD, *part))
            return (*words[:first], *said, *words[end:])
    return words


def _spelt(said: Words, reader: SentenceReader) -> Words:
    """The words with "is" for "'s" before how a thing is or where: "the tv's off"."""
    for at in range(1, len(said) - 1):
        if said[at].endswith("'s") and (said[at + 1] in STATES or reader.book.places.sides.find(said, at + 1)):
            return (*said[:at], said[at].removesuffix("'s"), "is", *_spelt(said[at + 1 :], reader))
    return said


def _states(said: Words, reader: SentenceReader) -> list[Words]:
    """Words apart before each thing of which is said how it is; one part or none: they say so of one."""
    if not _is_told(said, 0, reader):
        return []
    begins = [0]
    for at in range(2, len(said) - 2):
        if said[at - 1] not in _JOINTS or said[at] in _JOINTS or _BE.isdisjoint(said[begins[-1] : at]):
            continue  # of "the vase and the bread are" both are so
        at += said[at] == "that"
        if _is_told(said, at, reader):
            begins.append(at)
    parts = []
    for begin, behind in zip(begins, (*begins[1:], len(said)), strict=True):
        part = said[begin:behind]
        while part and part[-1] in _JOINTS | {"that"}:
            part = part[:-1]
        parts.append(part)
    return parts


def _is_told(said: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a thing or a place with "is" behind it stands there, and none of it is joined to what is before."""
    be = next((i for i in range(at + 1, min(len(said), at + _LONGEST)) if said[i] in _BE), 0)
    thing = said[at:be]
    if not thing or not _JOINTS.isdisjoint(thing):
        return bool(be) and _are_joined(thing, reader)
    return is_thing(thing, reader) or _is_named(thing, reader)


def _are_joined(thing: Words, reader: SentenceReader) -> bool:
    """Whether words are things joined by "and": "the vase and the bread"."""
    parts = [tuple(part.split()) for part in " ".join(thing).replace(" and ", " , ").split(",")]
    return all(part and (is_thing(part, reader) or _is_named(part, reader)) for part in parts)


def _is_named(thing: Words, reader: SentenceReader) -> bool:
    """Whether words are one name, of furniture too."""
    noun = thing[1:] if thing[0] in lx.ARTICLES else thing
    name = reader.names.match(noun, 0)
    return name is not None and name.length == len(noun)
