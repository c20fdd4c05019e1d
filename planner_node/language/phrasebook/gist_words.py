# SPDX-License-Identifier: Apache-2.0
"""The section of words by which the gist of a sentence is found (language/words/gist.yaml)."""

from __future__ import annotations

from dataclasses import dataclass, field

from planner_node.language.phrasebook.forms import STRICT, Listed, Patterns, WordSet, no_phrases


@dataclass(frozen=True, slots=True)
class GistWords:
    """words/gist.yaml."""

    __pydantic_config__ = STRICT

    staying: Patterns = field(default_factory=no_phrases)
    leaving: Listed = field(default_factory=no_phrases)
    none_left: Patterns = field(default_factory=no_phrases)
    conditions: Patterns = field(default_factory=no_phrases)
    instead: Listed = field(default_factory=no_phrases)
    needing: Listed = field(default_factory=no_phrases)
    wanting: Patterns = field(default_factory=no_phrases)
    limiting: WordSet = frozenset()
    having: Patterns = field(default_factory=no_phrases)
    around: Patterns = field(default_factory=no_phrases)
    behind_counts: WordSet = frozenset()
    there: Patterns = field(default_factory=no_phrases)
    started: WordSet = frozenset()
    handing: WordSet = frozenset()
    idioms: Patterns = field(default_factory=no_phrases)
    telling: Patterns = field(default_factory=no_phrases)
    longing: WordSet = frozenset()
    deciding: WordSet = frozenset()
    said: WordSet = frozenset()
    tags: Patterns = field(default_factory=no_phrases)
    counting: Patterns = field(default_factory=no_phrases)
    missing: Patterns = field(default_factory=no_phrases)
    existing: Patterns = field(default_factory=no_phrases)
    asking: WordSet = frozenset()
