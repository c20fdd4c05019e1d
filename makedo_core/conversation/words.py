# SPDX-License-Identifier: Apache-2.0
"""Words of short answers, from words.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from makedo_core.conversation.choosing import Singling


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """Words of short answers; each phrase is a tuple of words in lower case.

    Attributes:
        yes, no: to WHETHER.
        withdrawn: the instruction is not wanted any more.
        any: whichever.
        last: the last of several.
        all, none: every one of several, or no one.
        but: every one except those that are named behind it.
        always: that an answer holds from now on.
        comparisons: words by which one is told apart from the others.
        fillers: words that say nothing of which one is meant.
        asides: what says nothing around an answer.
        asking: first words of questions.
        any_but: whichever except what is named behind it.
        denied: before what is not meant.
        assenting: words behind "yes" that only say it again.
        left_alone: that nothing is to be done, to what is no question of yes or no.
        limiting: words behind "yes" by which not all is meant.
        ordinals: index of "first" and the like, from 0.
        numbers: value of "one" and the like.
    """

    yes: frozenset[str]
    no: frozenset[str]
    withdrawn: frozenset[str]
    any: frozenset[str]
    last: frozenset[str]
    fillers: frozenset[str]
    all: frozenset[str]
    none: frozenset[str]
    but: frozenset[str]
    always: frozenset[str]
    asides: frozenset[str]
    asking: frozenset[str]
    any_but: frozenset[str]
    denied: frozenset[str]
    limiting: frozenset[str]
    left_alone: frozenset[str]
    assenting: frozenset[str]
    comparisons: Mapping[str, Singling]
    ordinals: Mapping[str, int]
    numbers: Mapping[str, int]


_MORE = ("asides", "asking", "any_but", "denied", "limiting", "left_alone", "assenting")
_PHRASES = ("yes", "no", "withdrawn", "any", "last", "fillers", "all", "none", "but", "always", *_MORE)


@cache
def answer_words() -> AnswerWords:
    """The words of this package."""
    raw = yaml.load((Path(__file__).parent / "words.yaml").read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
    phrases = {key: frozenset(map(str.lower, raw[key])) for key in _PHRASES}
    comparisons = {word: Singling(name) for name, words in raw["comparisons"].items() for word in words}
    ordinals = {word: index for index, words in enumerate(raw["ordinals"]) for word in words}
    numbers = {word: value for value, word in enumerate(raw["numbers"])}
    return AnswerWords(**phrases, comparisons=comparisons, ordinals=ordinals, numbers=numbers)
