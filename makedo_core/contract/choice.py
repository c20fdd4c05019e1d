# SPDX-License-Identifier: Apache-2.0
"""What an operator takes in place of what the planner would take, as values and as one line of text."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum

from makedo_core.failure import CausedError, FailureCause

MOST_CHOICES = 20
LONGEST_NAME = 200  # characters
MOST_THINGS = 1000
_NOTHING = frozenset({"nothing", "none", "leave it out", "left out"})
_NUMBERS = {w: n for n, w in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)}


class ChoiceKind(IntEnum):
    """What is chosen; the numbers are those of msg/OperatorChoice.msg."""

    NAMED = 0  # a thing or a place: the planner finds out which of them is meant
    THING = 1
    PLACE = 2
    COUNT = 3
    NOTHING = 4


class ChoiceError(CausedError):
    """A choice that is none; the message says what would be one."""

    def __init__(self, message: str) -> None:
        super().__init__(FailureCause.INVALID_CHOICE, message)


@dataclass(frozen=True, slots=True)
class OperatorChoice:
    """What is taken instead.

    Attributes:
        kind: what is chosen.
        part: of the instruction, from 1; 0: that which `asked` or `taken` is of.
        asked: what it is instead of: the id or name of what would be used, or of the place, or the words of a part of
            the instruction. Empty: of the whole part.
        taken: id, name or class of a thing or place; empty for COUNT and NOTHING.
        count: how many; 0 unless the kind is COUNT.

    Raises:
        ChoiceError: when these do not fit together.
    """

    kind: ChoiceKind
    part: int = 0
    asked: str = ""
    taken: str = ""
    count: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.part <= MOST_THINGS:
            raise ChoiceError(f"a choice is about a part from 1 to {MOST_THINGS}, or 0: it says which by what it names")
        for text in (self.asked, self.taken):
            if len(text) > LONGEST_NAME or not text.isprintable():
                raise ChoiceError(f"a choice names something in {LONGEST_NAME} printable characters at most")
        names = self.kind not in (ChoiceKind.COUNT, ChoiceKind.NOTHING)
        if names is not bool(self.taken.strip()):
            needed = "needs the name of what is taken" if names else "takes no name"
            raise ChoiceError(f"a choice of the kind {self.kind.name.lower()} {needed}")
        counts = self.kind is ChoiceKind.COUNT
        if not (1 <= self.count <= MOST_THINGS if counts else self.count == 0):
            needed = f"needs a number from 1 to {MOST_THINGS}" if counts else "takes no number"
            raise ChoiceError(f"a choice of the kind {self.kind.name.lower()} {needed}")

    def __str__(self) -> str:
        taken = {ChoiceKind.COUNT: str(self.count), ChoiceKind.NOTHING: "nothing"}.get(self.kind, self.taken)
        about = ":".join(x for x in (str(self.part or ""), self.asked) if x)
        return f"{about}={taken}" if about else taken


def choice_from_text(text: str) -> OperatorChoice:
    """A choice as it is typed: "ASKED=TAKEN", "PART:ASKED=TAKEN", "PART=TAKEN", or TAKEN alone.

    PART is the number of a part of the instruction. TAKEN is the id or the name of a thing or place, a number, or
    "nothing".

    Raises:
        ChoiceError: on text that is none.
    """
    about, sign, taken = (part.strip() for part in text.rpartition("="))
    if (sign and not about) or not taken:
        raise ChoiceError(f'{text[:60]!r} is no choice; write for example "cola can=juice", "1=3" or "apple=nothing"')
    number, _, asked = (about, "", "") if about.isdigit() else about.partition(":")
    if _number(number) is None or about.startswith(":"):
        number, asked = "0", about
    part, asked = _number(number) or 0, asked.strip()
    count = _number(taken)
    if taken.lower() in _NOTHING:
        return OperatorChoice(ChoiceKind.NOTHING, part, asked)
    if count is not None:
        return OperatorChoice(ChoiceKind.COUNT, part, asked, count=count)
    return OperatorChoice(ChoiceKind.NAMED, part, asked, taken)


def _number(text: str) -> int | None:
    """A number in digits or words; None: it is none, or too long to be one of something."""
    text = text.strip().lower()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else _NUMBERS.get(text)


def checked(choices: Collection[OperatorChoice]) -> tuple[OperatorChoice, ...]:
    """Choices without those that are said twice.

    Raises:
        ChoiceError: if they are too many.
    """
    different = tuple(dict.fromkeys(choices))
    if len(different) > MOST_CHOICES:
        raise ChoiceError(f"{len(different)} choices were made; at most {MOST_CHOICES} can be")
    return different
