# SPDX-License-Identifier: Apache-2.0
"""From a meaning up to the first classes of ours on every way."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.ontology.wordnet.alignment import Alignment
from makedo_core.ontology.words import spaced


@dataclass(frozen=True, slots=True)
class WayUp:
    """A way up from a meaning.

    Attributes:
        words: the first word of every meaning on it, the lowest first.
        classes: of ours, that the last meaning is.
    """

    words: tuple[str, ...]
    classes: tuple[str, ...]


def ways_up(meaning: int, alignment: Alignment) -> tuple[WayUp, ...]:
    """Shortest ways from a meaning up to the first of our classes on each; those that lead to none are left out."""
    found: list[WayUp] = []
    seen = {meaning}
    queue: list[tuple[int, tuple[str, ...]]] = [(meaning, ())]
    for current, below in queue:
        synset = alignment.wordnet.synset(current)
        words = (*below, spaced(synset.words[0]))
        classes = alignment.classes_at(current)
        if classes:
            found.append(WayUp(words, classes))
            continue
        queue += [(h, words) for h in synset.hypernyms if h not in seen]
        seen.update(synset.hypernyms)
    return tuple(found)
