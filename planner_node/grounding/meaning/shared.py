# SPDX-License-Identifier: Apache-2.0
"""How many things are spoken of again where each of several places got some: "a cup on each table. Wash them"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from planner_node.grounding.demand import Demand
from planner_node.language.request import Change, Errand, Hold, Put
from planner_node.language.things import NounPhrase


class Shared:
    """Counts the things of each referent of which several places got a share."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._totals: dict[int, int] = {}

    def add(self, demands: Sequence[Demand]) -> None:
        """Count what one clause demands: a referent of several demands was shared out."""
        told = [(d.phrase.referent.number, d.count) for d in demands if d.phrase is not None]
        shares = Counter(number for number, _ in told if number)
        for number in (n for n, parts in shares.items() if parts > 1):
            self._totals[number] = sum(count for other, count in told if other == number)

    def counted(self, clause: Errand) -> Errand:
        """A clause with as many things as its referents have become."""
        match clause:
            case Put(things, place) if not place.what.is_shared_out:
                return replace(clause, what=tuple(map(self._phrase, things)))
            case Change(things):
                return replace(clause, what=tuple(map(self._phrase, things)))
            case Hold(thing):
                return replace(clause, what=self._phrase(thing))
        return clause

    def _phrase(self, phrase: NounPhrase) -> NounPhrase:
        total = self._totals.get(phrase.referent.number)
        return phrase if total is None or phrase.count is None else replace(phrase, count=total)
