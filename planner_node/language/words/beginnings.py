# SPDX-License-Identifier: Apache-2.0
"""Where an order may begin, and whether it begins with a verb there that WordNet knows."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.ontology import Ontology, verbs_of
from planner_node.language.words import lexicon as lx

_BEFORE = lx.SENTENCE_ENDS | frozenset(", : ; - \u2013 \u2014 \u2026 and then please you to just kindly".split())


def begins(words: Sequence[str], at: int) -> bool:
    """Whether an order may begin at a position: at the start, behind a mark, "and", "please", "you" and the like."""
    return at == 0 or words[at - 1] in _BEFORE


def may_be_a_verb(words: Sequence[str], at: int, ontology: Ontology) -> bool:
    """Whether an order may begin at a position with a verb that WordNet knows."""
    verbs = verbs_of(ontology)
    return verbs is not None and begins(words, at) and bool(verbs.senses(words[at]))
