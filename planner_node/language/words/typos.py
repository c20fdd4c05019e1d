# SPDX-License-Identifier: Apache-2.0
"""Typing errors: a word that is nearly a known one, and nearly only that one, is read as it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

_LONG = 7  # longer words may have two errors
_MOST = 12  # more unknown words are no typing errors
_SHORTEST = 4  # shorter words resemble too many others
_HALF = 3  # shortest half of a word that is taken apart


class Affixes(Protocol):
    """Ends and beginnings by which a word is told from another one with an error (words/spelling.yaml)."""

    @property
    def inflections(self) -> frozenset[str]:
        """What forms of one word end in."""

    @property
    def negating_beginnings(self) -> frozenset[str]:
        """What makes the contrary of a word, before it."""

    @property
    def negating_endings(self) -> frozenset[str]:
        """What makes the contrary of a word, behind it."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The words as they were read, and a note for each that was written otherwise."""

    words: tuple[str, ...]
    notes: tuple[str, ...]


def correct(
    words: Sequence[str],
    known: Collection[str],
    forbidden: Collection[str],
    affixes: Affixes,
    together: Callable[[str, str], bool] = lambda first, second: True,
) -> Corrected:
    """Replace unknown words that resemble exactly one known word.

    Numbers, and numbers in ids, are never changed.

    Args:
        words: in lower case.
        known: every word that means something.
        forbidden: words that no error is corrected towards, such as those that throw things away or negate.
        affixes: by which another word is told from an error.
        together: whether two known words say something together, so that they may have been written as one.
    """
    unknown = [word for word in dict.fromkeys(words) if word not in known]
    if len(unknown) > _MOST:
        return Corrected(tuple(words), ())
    read = {
        word: _split(word, known, forbidden, together)
        or "_".join(_read(part, known, forbidden, affixes) for part in word.split("_"))
        for word in unknown
    }
    notes = tuple(f"I read '{word}' as '{other}'." for word, other in read.items() if other != word)
    return Corrected(tuple(read.get(word, word) for word in words), notes)


def _split(
    word: str, known: Collection[str], forbidden: Collection[str], together: Callable[[str, str], bool]
) -> str | None:
    """Two known words that were written together: "lightswitch"; "underclothing" is nothing under clothing."""
    if word in known or not word.isalpha():
        return None
    halves = [(word[:i], word[i:]) for i in range(_HALF, len(word) - _HALF + 1)]
    halves = [(a, b) for a, b in halves if a in known and b in known and a not in forbidden and b not in forbidden]
    found = [f"{a} {b}" for a, b in halves if together(a, b)]
    return found[0] if len(found) == 1 else None


def _read(word: str, known: Collection[str], forbidden: Collection[str], affixes: Affixes) -> str:
    if len(word) < _SHORTEST or not word.isalpha() or not word.isascii() or word in known:
        return word
    near = nearest(word, known)
    if len(near) != 1 or near[0] in forbidden:
        return word
    if _negates(word, near[0], affixes) or _is_another_word(word, near[0], affixes):
        return word
    return near[0]


def plausible(word: str, known: Collection[str], forbidden: Collection[str], affixes: Affixes) -> tuple[str, ...]:
    """The known words that an unknown one may be meant to be, likeliest only; none for short words and numbers."""
    if len(word) < _SHORTEST or not word.isalpha() or not word.isascii() or word in known:
        return ()
    near = nearest(word, known)
    fits = [n for n in near if not _negates(word, n, affixes) and not _is_another_word(word, n, affixes)]
    return () if not set(forbidden).isdisjoint(near) else tuple(fits)


def nearest(word: str, known: Collection[str]) -> tuple[str, ...]:
    """The known words with the fewest edits, as many as the length allows; the first letter is hardly ever wrong."""
    limit = 2 if len(word) > _LONG else 1
    found: dict[int, list[str]] = {}
    starts = (word[:1], word[1::-1])
    for other in known:
        if (
            other.startswith(starts)
            and len(other) >= _SHORTEST - 1
            and (edits := distance(word, other, limit)) <= limit
        ):
            found.setdefault(edits, []).append(other)
    likeliest = sorted(found[min(found)]) if found else []
    swapped = [other for other in likeliest if sorted(other) == sorted(word)]  # "trun" is "turn" and no "trunk"
    return tuple(swapped or likeliest)


def _is_another_word(word: str, other: str, affixes: Affixes) -> bool:
    """Whether the difference is hardly a typing error.

    That is another ending ("printed", "printer"), two letters replaced ("smelling", "shelving"), or one of few
    ("dark", "dart").
    """
    alike = (a == b for a, b in zip(word, other, strict=False))
    start = next((i for i, same in enumerate(alike) if not same), min(len(word), len(other)))
    if word[:-1] == other and word[-1] == other[-1:]:
        return False  # "honeyy"
    forms = affixes.inflections | {""}
    if start >= min(len(word), len(other)) - 1 and word[start:] in forms and other[start:] in forms:
        return True
    replaced = sum(a != b for a, b in zip(word, other, strict=False)) if len(word) == len(other) else 0
    swapped = sorted(word) == sorted(other)
    return not swapped and (replaced > 1 or (replaced == 1 and len(word) <= _SHORTEST))


def _negates(word: str, other: str, affixes: Affixes) -> bool:
    """Whether one word says the contrary of the other: "unopened" of "opened"."""
    longer, shorter = sorted((word, other), key=len, reverse=True)
    before = any(longer == f"{beginning}{shorter}" for beginning in affixes.negating_beginnings)
    return before or any(longer == f"{shorter}{end}" for end in affixes.negating_endings)


def distance(first: str, second: str, limit: int) -> int:
    """Edits between two words: letters left out, added, replaced, or neighbours swapped; above `limit`, more than it.

    Source: Damerau (1964), restricted to edits that do not overlap ("optimal string alignment").
    """
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        older, before = before, row
        row = [i]
        for j, b in enumerate(second, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == second[j - 2] and first[i - 2] == b:
                best = min(best, older[j - 2] + 1)
            row.append(best)
        if min(row) > limit and min(before) > limit:
            return limit + 1
    return row[-1]
