# SPDX-License-Identifier: Apache-2.0
"""The section of how people talk (language/words/speech.yaml)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from planner_node.language.phrasebook.forms import STRICT, OneWord, Patterns, Phrase, WordSet, looked_up, no_phrases

_NO_WORDS: WordSet = frozenset()


@dataclass(frozen=True, slots=True)
class SpeechWords:
    """words/speech.yaml."""

    __pydantic_config__ = STRICT

    short: Annotated[Mapping[str, str], looked_up(Phrase, OneWord)] = field(default_factory=dict)
    arrows: Patterns = field(default_factory=no_phrases)
    sounds: WordSet = _NO_WORDS
    asides: Patterns = field(default_factory=no_phrases)
    takes_back: Patterns = field(default_factory=no_phrases)
    surely: Patterns = field(default_factory=no_phrases)
    courtesy: WordSet = _NO_WORDS
    thanks: WordSet = _NO_WORDS
    asked: WordSet = _NO_WORDS
    asked_by: WordSet = _NO_WORDS
    supposed: Patterns = field(default_factory=no_phrases)
