# SPDX-License-Identifier: Apache-2.0
"""The section of turns: ways to say an order, with the plain one that each stands for (language/words/turns.yaml)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import AfterValidator

from planner_node.language.phrasebook.forms import STRICT

GAPS = frozenset("THING NAMED PLACE HOLDER DEST DEVICE DEVICES DOOR DOORS WHOM VERB OBJECT LOOKS ROOM NUMBER".split())
"""Words of a turn that stand for what is named there."""
MARKS = frozenset({"END", "STOP", "AT"})
"""Words of a turn that stand for what must follow, and take none of it."""


def _checked_turn(text: str) -> str:
    """A turn as it is matched.

    Raises:
        ValueError: telling how it would be right.
    """
    words = text.replace("(", " ").replace(")", " ").replace("|", " ").split()
    wrong = [w for w in words if w != w.lower() and w not in GAPS | MARKS]
    if wrong:
        raise ValueError(f"'{wrong[0]}' is no gap; expected one of {', '.join(sorted(GAPS | MARKS))}")
    if not words or "," in text:
        raise ValueError("expected words without commas")
    if re.search(r"[()]", _PARTS.sub("", text)) or any("(" in w or ")" in w for _, w in _PARTS.findall(text)):
        raise ValueError("has a bracket too few or within another; expected such as '(pull|push) open'")
    return " ".join(text.split())


_PARTS = re.compile(r"\(([^()]*)\)|(\S+)")

TurnText = Annotated[str, AfterValidator(_checked_turn)]


@dataclass(frozen=True, slots=True)
class Turn:
    """A way to say an order.

    Attributes:
        say: how it is said, with choices and gaps: "(pull|push) THING open END".
        means: the plain order, with the same gaps: "open THING".
    """

    __pydantic_config__ = STRICT

    say: tuple[TurnText, ...]
    means: TurnText

    def __post_init__(self) -> None:
        """Every gap of what is meant is one of what is said."""
        for say in self.say:
            missing = (GAPS & set(self.means.split())) - set(say.split())
            if missing:
                raise ValueError(f"'{self.means}' has {min(missing)}, which '{say}' has not")


@dataclass(frozen=True, slots=True)
class TurnWords:
    """words/turns.yaml.

    Attributes:
        orders: where an order may begin.
        statements: where a sentence begins with what it is about.
        parts: anywhere in an instruction that is not understood as it was said.
        told: where a sentence of such an instruction begins.
        gist: anywhere in one whose gist is asked about; they may be looser, since nothing is done without a yes.
    """

    __pydantic_config__ = STRICT

    orders: tuple[Turn, ...] = field(default=())
    statements: tuple[Turn, ...] = field(default=())
    parts: tuple[Turn, ...] = field(default=())
    told: tuple[Turn, ...] = field(default=())
    gist: tuple[Turn, ...] = field(default=())


Part = tuple[tuple[str, ...], ...]
"""A part of a turn: phrases of which one stands there; a gap or a mark is alone."""


@dataclass(frozen=True, slots=True)
class SpeltTurn:
    """A turn in parts.

    Attributes:
        say: how it is said.
        means: the words that it means, gaps among them.
        needs: for each part that cannot be left out the words that it may begin with.
    """

    say: tuple[Part, ...]
    means: tuple[str, ...]
    needs: tuple[frozenset[str], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Find what is needed."""
        said = [part for part in self.say if all(part) and part[0][0] not in GAPS | MARKS]
        object.__setattr__(self, "needs", tuple(frozenset(phrase[0] for phrase in part) for part in said))

    def may_stand_in(self, words: Collection[str]) -> bool:
        """Whether the words have one for each part; quickly no for most turns and sentences."""
        for first in self.needs:
            if first.isdisjoint(words):
                return False
        return True

    def length_said(self, words: Sequence[str], at: int) -> int:
        """How many words stand there of the parts before the first gap; 0: they do not."""
        begin = at
        for part in self.say:
            if part[0] and part[0][0] in GAPS | MARKS:
                break
            phrase = next((p for p in part if tuple(words[at : at + len(p)]) == p), None)
            if phrase is None:
                return 0
            at += len(phrase)
        return at - begin


@dataclass(frozen=True, slots=True)
class SpeltTurns:
    """Turns that are found by how they begin.

    Attributes:
        orders: by their first word.
        statements: those that begin with a gap.
        parts: by their first word, those of what is not understood as it was said.
        told: those of them that stand where a sentence begins.
        gist: those of a gist.
    """

    orders: Mapping[str, Sequence[SpeltTurn]]
    statements: Sequence[SpeltTurn]
    parts: Mapping[str, Sequence[SpeltTurn]]
    told: Sequence[SpeltTurn]
    gist: Sequence[SpeltTurn]


def spelt_turns(known: TurnWords) -> SpeltTurns:
    """All turns, as they are written."""
    told = tuple(_in_parts(known.told))
    statements, gist = tuple(_in_parts(known.statements)), tuple(_in_parts(known.gist))
    return SpeltTurns(_by_first(known.orders), statements, _by_first(known.parts), told, gist)


def _by_first(turns: Sequence[Turn]) -> Mapping[str, Sequence[SpeltTurn]]:
    found: dict[str, list[SpeltTurn]] = {}
    for turn in _in_parts(turns):
        for first in dict.fromkeys(phrase[0] for phrase in turn.say[0]):
            found.setdefault(first, []).append(turn)
    return found


def _in_parts(turns: Sequence[Turn]) -> list[SpeltTurn]:
    return [SpeltTurn(tuple(_parts(say)), tuple(turn.means.split())) for turn in turns for say in turn.say]


def _parts(say: str) -> Iterator[Part]:
    """The parts of what is said: words by themselves, and choices."""
    for choice, word in _PARTS.findall(say):
        if word:
            yield ((word,),)
        else:
            phrases = (tuple(phrase.split()) for phrase in choice.split("|"))
            yield tuple(sorted(phrases, key=len, reverse=True))
