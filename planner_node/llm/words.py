# SPDX-License-Identifier: Apache-2.0
"""Words of instructions that a model's answer is checked by: quotations, and demands that must not get lost."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_WORD = re.compile(r"[^\W_][\w'\-]*")

REQUIREMENTS: Mapping[str, tuple[str, ...]] = {
    "kid_safe": (
        *("kid", "kids", "kid's", "kids'", "child", "children", "child's", "children's", "toddler", "toddlers"),
        *("kid-safe", "child-safe", "kid-friendly", "child-friendly"),
    ),
    "non_alcoholic": (
        *("non-alcoholic", "nonalcoholic", "non alcoholic", "alcohol-free", "alcohol free"),
        *("without alcohol", "no alcohol"),
    ),
    "edible": ("edible",),
    "drinkable": ("drinkable",),
}
"""What things can be required to be, and words that show that it is required."""

EXCEPTIONS = ("except", "without", "but not", "other than", "apart from", "aside from", "excluding")
"""Words that show that something is not to be taken."""


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, without punctuation."""
    return tuple(w.rstrip("-") for w in _WORD.findall(text.replace("\u2019", "'").lower()))


def places_of(words: Sequence[str], text: Sequence[str]) -> tuple[int, ...]:
    """Where some words stand next to each other in a text: indices of the first word; none for no words."""
    if not words:
        return ()
    return tuple(i for i in range(len(text) - len(words) + 1) if tuple(text[i : i + len(words)]) == tuple(words))
