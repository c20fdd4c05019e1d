# SPDX-License-Identifier: Apache-2.0
"""Words of a text and their stems, by rules that are no part of the grammar."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from planner_node.claims.wording.lists import word_lists

_WORD = re.compile(r"[a-z0-9]+(?:['\-][a-z0-9]+)*'?")
_LEAST = 3  # letters of a stem


@lru_cache(maxsize=20_000)
def tokens(text: str) -> tuple[str, ...]:
    """Words in lower case, without punctuation; "table_2" is two."""
    plain = text.lower().replace("\u2019", "'").replace("_", " ")
    return tuple(_WORD.findall(plain))


@lru_cache(maxsize=20_000)
def stems(word: str) -> frozenset[str]:
    """What a word may be an inflection of, itself among them."""
    found = {word}
    irregular = word_lists().irregular
    if word in irregular:
        found.add(irregular[word])
    for ending in ("'s", "'", "s'"):
        if word.endswith(ending):
            found |= stems(word.removesuffix(ending))
    for base in _without_ending(word):
        if len(base) >= _LEAST:
            found.add(base)
            if len(base) > _LEAST and base[-1] == base[-2]:
                found.add(base[:-1])
    return frozenset(found)


def _without_ending(word: str) -> Iterator[str]:
    if word.endswith("ies") or word.endswith("ied"):
        yield word[:-3] + "y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            base = word.removesuffix(ending)
            yield base
            yield base + "e"


def is_near(word: str, others: Collection[str]) -> str | None:
    """One of some words that a slip of the pen turns into this one: a letter more, less, other, or two swapped."""
    if len(word) < _LEAST + 1:
        return None
    return next((other for other in sorted(others) if len(other) > _LEAST and _one_slip(word, other)), None)


def _one_slip(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    a, b = one[start:], other[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and len(b) > 1 and a[2:] == b[2:])
