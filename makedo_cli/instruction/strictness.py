# SPDX-License-Identifier: Apache-2.0
"""`--strict`: an instruction is carried out to the letter, or refused."""

from __future__ import annotations

import argparse

from makedo_core.failure import MakedoError

RELAXATION = "relaxation"  # the strategy that changes goals, at a cost


def add_strict(parser: argparse.ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument("--strict", action="store_true", help="to the letter or not at all: nothing is made do with")


def strict(strategy: str) -> str:
    """A strategy, by its name, that refuses what cannot be done to the letter.

    Raises:
        MakedoError: if the strategy cannot do so.
    """
    name, _, options = (strategy or RELAXATION).partition(":")
    if name != RELAXATION:
        raise MakedoError(f"--strict is for the strategy {RELAXATION}; {name!r} changes goals in its own way")
    return f"{name}:{','.join(filter(None, (options, 'strict=yes')))}"
