# SPDX-License-Identifier: Apache-2.0
"""Notes that say what some words of an instruction were taken for."""

from __future__ import annotations

from collections.abc import Sequence


def told_note(words: Sequence[str]) -> str:
    """That a sentence asks for nothing."""
    return f"I took '{' '.join(words)}' for something to know and not for something to do"
