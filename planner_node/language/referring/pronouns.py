# SPDX-License-Identifier: Apache-2.0
"""What "it", "them", "these" and "both" stand for."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.referring.discourse import Discourse
from planner_node.language.referring.referents import distinct, which
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names

_SINGULAR = frozenset({"it", "this", "that"})


def stood_for(pronoun: str, at: int, spoken: Discourse, names: Names, together: bool) -> tuple[NounPhrase, ...]:
    """The things that a pronoun stands for.

    Args:
        pronoun: the word.
        at: where it stands.
        spoken: what was spoken of so far.
        names: of the scene.
        together: whether "all" or "both" stands behind it.

    Raises:
        NotUnderstoodError: with all that were named together, where "it" may be each of them.
    """
    things = spoken.recalled()
    if pronoun not in _SINGULAR or together:
        return several_of(at, spoken)
    apart = distinct(t for t in things if t.referent.number)
    if len(apart) == len(things) > 1 and all(t.count == 1 for t in things):
        raise which(NounPhrase(pronoun), things, names)
    return things


def several_of(at: int, spoken: Discourse) -> tuple[NounPhrase, ...]:
    """What "them" stands for: the things last spoken of; where that is one, several before it, or it with another."""
    things = spoken.recalled()
    if len(things) != 1 or things[0].count != 1 or _is_plural(things[0].text) or not things[0].referent.number:
        return things
    found: list[NounPhrase] = []
    for begin in reversed((0, *spoken.clauses)):
        found = distinct(m for m in spoken.mentioned(at, begin) if m.referent.number)
        if len(found) > 1:
            several = [m for m in found if m.count != 1 or _is_plural(m.text)]
            return tuple(_where_told(m, spoken) for m in (several if len(several) == 1 else found))
    return things


def _where_told(thing: NounPhrase, spoken: Discourse) -> NounPhrase:
    """Things with the place where they were told to be: "there are plates on table 1 ..., take them away"."""
    place = spoken.told.get(thing.referent.number) if thing.source is None else None
    return thing if place is None else replace(thing, source=place)


def _is_plural(text: str) -> bool:
    """Whether one thing is called by a plural: scissors, trousers."""
    word = text.split()[-1:]
    return bool(word) and word[0].endswith("s") and not word[0].endswith("ss") and word[0] not in lx.ONES
