# SPDX-License-Identifier: Apache-2.0
"""The section of needs: what somebody needs who says how things are (language/knowledge/needs.yaml)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import auto
from typing import Annotated

from pydantic import Field

from makedo_core.enums import StrEnum
from planner_node.language.phrasebook.forms import STRICT, EntryName, Patterns, Phrase
from planner_node.language.words.phrases import Phrases


class NeedOf(StrEnum):
    """Whom or what a sentence is about that says a need."""

    SOMEBODY = auto()
    PLACE = auto()
    DEVICE = auto()
    ANYTHING = auto()


@dataclass(frozen=True, slots=True)
class SaidNeed:
    """What is needed by somebody who says how things are.

    Attributes:
        said: phrases of which one stands in the sentence.
        called: what is needed, for people.
        of: whom or what the sentence is about; a device is furniture here that can be switched or opened.
        orders: what may be done, likeliest first, in words of an instruction.
        ask: what to ask back instead.
    """

    __pydantic_config__ = STRICT

    said: Patterns
    called: EntryName
    of: NeedOf = NeedOf.ANYTHING
    orders: Annotated[tuple[Phrase, ...], Field(max_length=8)] = ()
    ask: str = ""


@dataclass(frozen=True, slots=True)
class NeedWords:
    """knowledge/needs.yaml."""

    __pydantic_config__ = STRICT

    known: tuple[SaidNeed, ...] = field(default=())


def needs_by_subject(known: tuple[SaidNeed, ...]) -> Mapping[NeedOf, Phrases[SaidNeed]]:
    """What is looked up in a sentence about each kind of subject; of several needs of a phrase, the first."""
    found: dict[NeedOf, dict[str, SaidNeed]] = {kind: {} for kind in NeedOf}
    for need in known:
        for kind in NeedOf:
            if need.of in (kind, NeedOf.ANYTHING):
                for phrase in need.said:
                    found[kind].setdefault(phrase, need)
    return {kind: Phrases(phrases) for kind, phrases in found.items()}
