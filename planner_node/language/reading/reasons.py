# SPDX-License-Identifier: Apache-2.0
"""Statements that say why something else is to be done: "the towel needs washing, so put it in the hamper"."""

from __future__ import annotations

from collections.abc import Sequence

from planner_node.language.phrasebook import Phrasebook
from planner_node.language.words import lexicon as lx

_SO = (",", "so")
_IT = frozenset({"it", "them"})
_ENDS = lx.SENTENCE_ENDS | {";", ","}


def is_reason(behind: Sequence[str], book: Phrasebook) -> bool:
    """Whether a statement only says why: behind it stands "so" and where to its things are to go.

    Args:
        behind: the words that follow the statement.
        book: words and what they stand for.
    """
    words = tuple(behind)
    begin = 2 if words[:2] == _SO else 1 if words[:1] == _SO[1:] else 0
    if not begin:
        return False
    end = next((i for i in range(begin, len(words)) if words[i] in _ENDS), len(words))
    it = next((i for i in range(begin + 1, end) if words[i] in _IT), 0)
    return bool(it) and book.places.sides.find(words, it + 1) is not None
