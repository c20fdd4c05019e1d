# SPDX-License-Identifier: Apache-2.0
"""Words of instructions that a model's answer is checked by, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ARTICLES = frozenset({"the", "a", "an", "some"})
_SHORTEST_SLIP = 3  # letters
_WORD = re.compile(r"[^\W_][\w'\-]*")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, without punctuation."""
    return tuple(w.rstrip("-") for w in _WORD.findall(text.replace("\u2019", "'").lower()))


def places_of(words: Sequence[str], text: Sequence[str]) -> tuple[int, ...]:
    """Where some words stand next to each other in a text: indices of the first word; none for no words."""
    if not words:
        return ()
    return tuple(i for i in range(len(text) - len(words) + 1) if tuple(text[i : i + len(words)]) == tuple(words))


def as_quoted(text: str, instruction: Sequence[str]) -> tuple[str, ...]:
    """The words of an instruction that a text quotes, typing errors of either included; none: it quotes nothing."""
    words = words_of(text)
    while words[1:] and words[0] in _ARTICLES and not places_of(words, instruction):
        words = words[1:]  # "keys" is quoted as "the keys"
    if places_of(words, instruction):
        return words
    for at in range(len(instruction) - len(words) + 1 if words else 0):
        there = tuple(instruction[at : at + len(words)])
        if all(a == b or is_slip(a, b) for a, b in zip(words, there, strict=True)):
            return there
    return ()


def is_slip(one: str, other: str) -> bool:
    """Whether a word is another one but for a letter more, less or other, or two that are swapped."""
    if min(len(one), len(other)) < _SHORTEST_SLIP or abs(len(one) - len(other)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[start:], other[start:]
    swapped = len(a) > 1 and len(b) > 1 and a[:2] == b[1::-1] and a[2:] == b[2:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or swapped
