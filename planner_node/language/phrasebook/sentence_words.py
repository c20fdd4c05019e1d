# SPDX-License-Identifier: Apache-2.0
"""The section of words around what is asked for: fillers, softeners, wishes (language/words/sentences.yaml)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from makedo_core.graph.scene_graph import State
from planner_node.language.phrasebook.forms import (
    STRICT,
    OneWord,
    Patterns,
    Phrase,
    WordSet,
    keyed_patterns,
    looked_up,
    no_phrases,
)
from planner_node.language.words.phrases import Phrases

_NO_WORDS: WordSet = frozenset()


@dataclass(frozen=True, slots=True)
class SentenceWords:
    """words/sentences.yaml."""

    __pydantic_config__ = STRICT

    contractions: Annotated[Mapping[str, str], looked_up(Phrase, OneWord)] = field(default_factory=dict)
    fillers: Patterns = field(default_factory=no_phrases)
    softeners: Patterns = field(default_factory=no_phrases)
    leads: Patterns = field(default_factory=no_phrases)
    links: Patterns = field(default_factory=no_phrases)
    manners: Patterns = field(default_factory=no_phrases)
    times: Patterns = field(default_factory=no_phrases)
    wanting: Patterns = field(default_factory=no_phrases)
    needing: Patterns = field(default_factory=no_phrases)
    ensuring: Patterns = field(default_factory=no_phrases)
    modals: Patterns = field(default_factory=no_phrases)
    being: Patterns = field(default_factory=no_phrases)
    copulas: Patterns = field(default_factory=no_phrases)
    adverbs: WordSet = _NO_WORDS
    likewise: Patterns = field(default_factory=no_phrases)
    states: Annotated[Phrases[State], keyed_patterns(State)] = field(default_factory=no_phrases)
    state_orders: Mapping[State, Phrase] = field(default_factory=dict)
    participles: Mapping[OneWord, OneWord] = field(default_factory=dict)
