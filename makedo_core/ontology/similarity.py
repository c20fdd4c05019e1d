# SPDX-License-Identifier: Apache-2.0
"""How alike the names of two classes are in meaning: a port, and the only thing it may decide, which is ties.

No threshold separates good substitutes from bad ones (to a language model coffee and a coffee machine are closer than
coffee and tea), so a similarity never admits, never rejects and never costs anything. Of candidates that are equal
under all that is curated it says which to try first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Protocol, TypeVar

_DIGITS = 3  # what differs beyond is the arithmetic of the machine
_Item = TypeVar("_Item")


class Similarity(Protocol):
    """Compares names. The same two names are equally alike every time, and in either order."""

    def similarity(self, first: str, second: str) -> float:
        """Likeness of two classes' names, e.g. "cola_can" and "juice_carton": finite, at most 1, which is the same."""


def likeness(similarity: Similarity, first: str, second: str) -> float:
    """The similarity of two names, without the digits that differ between machines."""
    return round(similarity.similarity(first, second), _DIGITS)


def ties_broken(
    items: Sequence[_Item], tie: Callable[[_Item], Hashable], rank: Callable[[_Item], float]
) -> tuple[_Item, ...]:
    """The items with those of each tie in order of their rank, highest first, at the places which that tie holds.

    Items of different ties never change places, and those of one tie and rank keep their order.

    Args:
        items: in their order so far.
        tie: what equal items have in common.
        rank: compares equal items; finite.
    """
    groups: dict[Hashable, list[_Item]] = {}
    for item in items:
        groups.setdefault(tie(item), []).append(item)
    ordered: dict[Hashable, Iterator[_Item]] = {
        key: iter(sorted(group, key=rank, reverse=True)) for key, group in groups.items()
    }
    return tuple(next(ordered[tie(item)]) for item in items)
