# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a PDDL text, what was mended, and where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Generic, NoReturn, TypeVar

from planner_node.pddl.model import DomainError

MAX_MISTAKES = 20
_MAX_COMPARED = 500  # names that a misspelt one is compared with
_MAX_LENGTH = 60  # of a name that is compared
_MAX_LISTED = 12

T = TypeVar("T")


@dataclass(frozen=True, slots=True, order=True)
class TextPosition:
    """A position in a text; the first character is at line 1, column 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong.

    Attributes:
        candidates: names that may have been meant, best first.
    """

    place: TextPosition
    found: str
    expected: str
    candidates: tuple[str, ...] = ()

    def __str__(self) -> str:
        meant = f" (did you mean {' or '.join(self.candidates)}?)" if self.candidates else ""
        return f"{self.place}: found {self.found}; expected {self.expected}{meant}"


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was mended or left out, and how."""

    place: TextPosition
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What was read from a text, and what was mended or left out on the way."""

    value: T
    notes: tuple[Note, ...] = ()


class PddlError(DomainError):
    """A text that is no valid PDDL; the message lists what is wrong, one mistake a line."""

    def __init__(self, mistakes: Iterable[Mistake], source: str = "") -> None:
        self.mistakes = tuple(mistakes)
        self.source = source
        super().__init__(self.mistakes, source)

    def __str__(self) -> str:
        prefix = f"{self.source}, " if self.source else ""
        return "\n".join(f"{prefix}{mistake}" for mistake in self.mistakes)

    @property
    def place(self) -> TextPosition:
        """Where the first mistake is."""
        return self.mistakes[0].place


class Findings:
    """Collects the mistakes and notes of one reading.

    Attributes:
        tolerant: whether mistakes that leave no doubt about the meaning are mended and noted.
    """

    def __init__(self, source: str = "", tolerant: bool = False) -> None:
        self.source = source
        self.tolerant = tolerant
        self.mistakes: list[Mistake] = []
        self.notes: dict[Note, None] = {}

    def wrong(self, place: TextPosition, found: str, expected: str, name: str = "", known: Iterable[str] = ()) -> None:
        """Add a mistake; candidates for a misspelt name are taken from the known ones.

        Raises:
            PddlError: if these are too many mistakes to go on.
        """
        mistake = Mistake(place, found, expected, similar(name, known) if name else ())
        if mistake not in self.mistakes:
            self.mistakes.append(mistake)
        if len(self.mistakes) >= MAX_MISTAKES:
            self.check()

    def fatal(self, place: TextPosition, found: str, expected: str) -> NoReturn:
        """Add a mistake after which nothing more can be read.

        Raises:
            PddlError: always.
        """
        self.mistakes.append(Mistake(place, found, expected))
        raise PddlError(sorted(self.mistakes, key=lambda m: m.place), self.source)

    def mendable(self, place: TextPosition, found: str, expected: str, mended: str) -> None:
        """Something wrong that has one meaning only: a note of what was done if tolerant, else a mistake."""
        if self.tolerant:
            self.note(place, f"{found}; {mended}")
        else:
            self.wrong(place, found, expected)

    def note(self, place: TextPosition, message: str) -> None:
        """Tell something that is no mistake."""
        self.notes.setdefault(Note(place, message))

    def check(self) -> None:
        """Go on only if nothing is wrong.

        Raises:
            PddlError: with all mistakes in the order of the text.
        """
        if self.mistakes:
            raise PddlError(sorted(self.mistakes, key=lambda m: m.place), self.source)

    def reading(self, value: T) -> Reading[T]:
        """The value with all notes.

        Raises:
            PddlError: if anything is wrong.
        """
        self.check()
        return Reading(value, tuple(sorted(self.notes, key=lambda n: n.place)))


def similar(name: str, known: Iterable[str], cutoff: float = 0.6) -> tuple[str, ...]:
    """Known names that resemble a name, best first, at most three."""
    if len(name) > _MAX_LENGTH:
        return ()
    folded = {k.lower(): k for k in islice(known, _MAX_COMPARED) if len(k) <= _MAX_LENGTH}
    return tuple(folded[match] for match in get_close_matches(name.lower(), folded, 3, cutoff))


def listed(names: Iterable[str]) -> str:
    """Names for an error message: "a, b, c", shortened where there are many."""
    every = sorted(names)
    shown = ", ".join(every[:_MAX_LISTED]) or "none"
    return f"{shown} and {len(every) - _MAX_LISTED} more" if len(every) > _MAX_LISTED else shown
