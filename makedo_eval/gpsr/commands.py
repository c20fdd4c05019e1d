# SPDX-License-Identifier: Apache-2.0
"""A command with what it means."""

from __future__ import annotations

from dataclasses import dataclass

from makedo_core.failure import MakedoError
from makedo_eval.gpsr.meaning import Meant


class GeneratorError(MakedoError):
    """A generator, or a file of commands, that cannot be used; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class SpokenCommand:
    """One command.

    Attributes:
        text: in plain English.
        category: what it is counted under.
        meant: what it means, step by step; None: nobody says.
    """

    text: str
    category: str
    meant: tuple[Meant, ...] | None = None
