# SPDX-License-Identifier: Apache-2.0
"""Words of a text, and where they stand in another."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = re.compile(r"[^\W_][\w'\-]*")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, without punctuation."""
    return tuple(w.rstrip("-") for w in _WORD.findall(text.replace("\u2019", "'").lower()))


def places_of(words: Sequence[str], text: Sequence[str]) -> tuple[int, ...]:
    """Where some words stand next to each other in a text: indices of the first word; none for no words."""
    if not words:
        return ()
    return tuple(i for i in range(len(text) - len(words) + 1) if tuple(text[i : i + len(words)]) == tuple(words))
