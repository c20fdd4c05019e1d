# SPDX-License-Identifier: Apache-2.0
"""Verbs that mean what another one means, or something more general: to procure something is to get it."""

from __future__ import annotations

from collections.abc import Iterator

from makedo_core.ontology.wordnet.lexicon import WordNet

_MOST_STEPS = 2  # up; above are "move", "change", "act" and the like
_MOST_MEANINGS = 6  # of a verb; later ones are rare


def kindred(verb: str, verbs: WordNet) -> Iterator[tuple[str, int]]:
    """Verbs of the same or of a more general meaning, nearest first, each once with how far it is from the verb.

    A step up counts as two meanings of the verb that are less frequent.

    Args:
        verb: as in an order, of one word or more: "rustle up".
        verbs: those of WordNet.
    """
    found: dict[str, int] = {}
    for rank, meaning in enumerate(verbs.senses(verb)[:_MOST_MEANINGS]):
        for synset, steps in verbs.above(meaning).items():
            if steps > _MOST_STEPS:
                continue
            for word in verbs.synset(synset).words:
                other, far = word.replace("_", " ").lower(), rank + 2 * steps
                if other != verb:
                    found[other] = min(far, found.get(other, far))
    yield from sorted(found.items(), key=lambda pair: pair[1])
