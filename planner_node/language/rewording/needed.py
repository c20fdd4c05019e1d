# SPDX-License-Identifier: Apache-2.0
"""Words without which a rewording changes nothing, so that it is not tried on what has none of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from planner_node.language.sentence.sentence import SentenceReader, Words

Reword = Callable[[Words, SentenceReader], Words]
DIGIT = "#"
"""Among the words that a rewording needs: any word that begins with a digit."""
GERUND = "-ing"
"""Among them: any word in -ing."""
OWNED = "'s"
"""Among them: any word that ends so."""
_NEEDED: dict[Reword, tuple[frozenset[str], ...]] = {}


class GatedReword(NamedTuple):
    """A rewording, and groups of words of each of which one has to be said."""

    reword: Reword
    groups: tuple[frozenset[str], ...]

    def may_apply(self, present: frozenset[str]) -> bool:
        """Whether a word of each group is there."""
        for group in self.groups:
            if group.isdisjoint(present):
                return False
        return True


def needs(*groups: Collection[str]) -> Callable[[Reword], Reword]:
    """Of each group a word has to be said, or the rewording that is decorated changes and notes nothing."""

    def noted(reword: Reword) -> Reword:
        _NEEDED[reword] = tuple(map(frozenset, groups))
        return reword

    return noted


def with_needed(*rewordings: Reword) -> tuple[GatedReword, ...]:
    """Rewordings with the groups that were noted for them; without any, one is always tried."""
    return tuple(GatedReword(reword, _NEEDED.get(reword, ())) for reword in rewordings)


def applied(rewordings: Iterable[GatedReword], words: Words, reader: SentenceReader) -> Words:
    """The words after one rewording and the other, of those that may change them."""
    present = _said(words)
    for gated in rewordings:
        if gated.may_apply(present):
            again = gated.reword(words, reader)
            if again != words:
                words, present = again, _said(again)
    return words


def _said(words: Words) -> frozenset[str]:
    """The words as groups speak of them."""
    digits = (DIGIT,) if any(word[:1].isdigit() for word in words) else ()
    gerunds = (GERUND,) if any(word.endswith("ing") for word in words) else ()
    owned = (OWNED,) if any(word.endswith(OWNED) for word in words) else ()
    return frozenset((*words, *digits, *gerunds, *owned))
