# SPDX-License-Identifier: Apache-2.0
"""What a number, a look or "all of it" stands for, of things that were spoken of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from planner_node.language.gist.frame import SpokenKind, SpokenThing
from planner_node.language.gist.numbers import bare, in_plural, number_of, singular
from planner_node.language.sentence.sentence import Words


def so_many(head: Callable[[Words], Words], thing: SpokenThing, of: SpokenThing) -> SpokenThing:
    """So many of what was spoken of: "one", of apples."""
    if thing.looks:
        noun = head(bare(of.words))
        one = noun if thing.words[-1:] == ("ones",) else singular(noun)
        is_clause = thing.looks[0] in ("that", "which")
        return replace(of, words=("the", *one, *thing.looks) if is_clause else ("the", *thing.looks, *one), at=())
    if thing.count in (-1, 0):
        return of
    is_one = number_of(of.words) == 1 or of.words[:1] in (("a",), ("an",))
    if thing.count == 1 and is_one:
        return of
    amount = next((w for w in thing.words if number_of((w,))), "one")
    noun = bare(of.words)
    return replace(of, words=(amount, *(in_plural(noun) if thing.count > 1 else noun)), at=())


def all_of(thing: SpokenThing) -> SpokenThing:
    """All of a thing; of furniture, all that is on it."""
    if thing.kind is SpokenKind.PLACE:
        return SpokenThing(SpokenKind.NAMED, ("everything", "on", *thing.words))
    return replace(thing, words=("all", "the", *bare(thing.words)), is_bare=False)
