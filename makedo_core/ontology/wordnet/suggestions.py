# SPDX-License-Identifier: Apache-2.0
"""Which described classes a word is like that nobody knows, for a question back.

Nothing is ever called safe, or allowed to stand in for something, because WordNet finds it alike.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from makedo_core.ontology.wordnet.wide_base import WideBase

LEAST_LIKENESS = 0.7  # below it, a class is no suggestion


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A class, or a label that no class describes, that is like an unknown word; likeness is at most 1."""

    concept: str
    likeness: float


def suggest(word: str, among: Collection[str], base: WideBase, count: int = 3) -> tuple[Suggestion, ...]:
    """Things at hand that an unknown word may mean, most alike first; for a question back, never for acting.

    Args:
        word: a noun, or a label.
        among: labels to choose from, e.g. those of the things at hand.
        base: where they are compared.
        count: how many at most.
    """
    noun = base.noun(word)
    if noun is None:
        return ()
    named = {base.ontology.class_of(label) or label for label in among}
    found = [Suggestion(c, likeness) for c in named if (likeness := base.likeness(noun, c)) >= LEAST_LIKENESS]
    return tuple(sorted(found, key=lambda s: (-s.likeness, s.concept))[:count])
