# SPDX-License-Identifier: Apache-2.0
"""Notes that say what some words of an instruction were taken for, and which words these were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

_TOOK, _TO_KNOW = "I took '", "' for something to know and not for something to do"


def told_note(words: Sequence[str]) -> str:
    """That a sentence asks for nothing."""
    return f"{_TOOK}{' '.join(words)}{_TO_KNOW}"


def words_told(notes: Iterable[str]) -> Iterator[str]:
    """The sentences of which notes say that they ask for nothing."""
    return (
        note.removeprefix(_TOOK).partition(_TO_KNOW)[0] for note in notes if note.startswith(_TOOK) and _TO_KNOW in note
    )
