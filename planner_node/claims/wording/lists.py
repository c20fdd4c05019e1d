# SPDX-License-Identifier: Apache-2.0
"""The words that an account knows beforehand (words.yaml)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from makedo_core.graph.scene_graph import State
from planner_node.language.phrasebook.forms import Patterns

_FILE = Path(__file__).with_name("words.yaml")


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class PiecedWords:
    """What orders that are made of pieces stand for, besides the words that they repeat; see words.yaml."""

    longing: Patterns
    duty: Patterns
    letting: Patterns
    settling: Patterns
    binding: frozenset[str]
    added: frozenset[str]
    pointing: frozenset[str]
    ending: frozenset[str]


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class WordLists:
    """Words by what each needs in what was understood; see words.yaml."""

    idioms: tuple[str, ...]
    function: frozenset[str]
    universal: frozenset[str]
    exclusion: frozenset[str]
    counted_among: Mapping[str, frozenset[str]]
    otherwise: frozenset[str]
    negation: frozenset[str]
    order: frozenset[str]
    bringing: frozenset[str]
    keeping: frozenset[str]
    outlining: frozenset[str]
    wholes: frozenset[str]
    exchanging: frozenset[str]
    pairing: frozenset[str]
    condition: frozenset[str]
    world: frozenset[str]
    persons: frozenset[str]
    vague: frozenset[str]
    manner: frozenset[str]
    nearness: tuple[str, ...]
    arranging: frozenset[str]
    limit: frozenset[str]
    possessive: frozenset[str]
    things: frozenset[str]
    comparative: frozenset[str]
    numbers: Mapping[str, int]
    contrasts: tuple[frozenset[str], ...]
    conditions: frozenset[str]
    irregular: Mapping[str, str]
    pairs: frozenset[str]
    states: Mapping[State, frozenset[str]]
    pieced: PiecedWords

    @property
    def state_of(self) -> Mapping[str, State]:
        """Words for states of furniture, with the state."""
        return _by_word(self.states)

    def contrasting(self, attribute: str) -> frozenset[str]:
        """Looks of one kind with an attribute, itself among them; only itself where none is known."""
        return next((group for group in self.contrasts if attribute in group), frozenset({attribute}))


def _by_word(states: Mapping[State, frozenset[str]]) -> Mapping[str, State]:
    return {word: state for state, said in states.items() for word in said}


@lru_cache(maxsize=1)
def word_lists() -> WordLists:
    """The lists of words.yaml."""
    return TypeAdapter(WordLists).validate_python(yaml.load(_FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader))
