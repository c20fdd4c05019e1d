# SPDX-License-Identifier: Apache-2.0
"""Where the files of words are, and all of them as one book."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from planner_node.language.phrasebook.book import Phrasebook, phrasebook_of
from planner_node.language.phrasebook.merging import merged
from planner_node.language.phrasebook.word_file import WordFile, read_word_file

FOLDER = Path(__file__).resolve().parent.parent
OURS = (*sorted((FOLDER / "words").glob("*.yaml")), *sorted((FOLDER / "knowledge").glob("*.yaml")))


def load_phrasebook(*extra: Path) -> Phrasebook:
    """Our words, extended by a user's own files. Ours are read once, a user's each time: they may have changed.

    Args:
        extra: files in the same form, in the order in which they are read (docs/words.md).

    Raises:
        PhrasebookError: if a file cannot be read, or what it says is not known or contradicts another; it names the
            places and what was expected.
    """
    return _extended(extra) if extra else _ours()


@lru_cache(maxsize=1)
def _ours() -> Phrasebook:
    return _extended(())


@lru_cache(maxsize=1)
def _our_files() -> tuple[WordFile, ...]:
    return tuple(read_word_file(path) for path in OURS)


def _extended(extra: Sequence[Path]) -> Phrasebook:
    return phrasebook_of(merged([*_our_files(), *map(read_word_file, extra)]))
