# SPDX-License-Identifier: Apache-2.0
"""Whether what a word joins is excepted of what was named: "everything there but the lamp and the cup goes here"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_EVERY = frozenset({"all", "every", "each", "everything", "both"})


def lists_exceptions(before: Words, joint: str, behind: Words, reader: SentenceReader) -> bool:
    """Whether a joint only stands between two exceptions: "everything except the mug and the napkin goes there"."""
    table = reader.book.nouns.excepted
    at = next((i for i in range(1, len(before)) if table.find(before, i) is not None), None)
    if at is None or joint not in ("and", ",") or reader.starts_order(behind):
        return False
    sides = (reader.book.places.sides, reader.book.verbs.belonging)
    return not any(part.find(before, i) for part in sides for i in range(at + 1, len(before)))


def excepts(before: Words, joint: str, behind: Words, reader: SentenceReader) -> bool:
    """Whether "but" stands before what is excepted of all that was named: "everything there but the lamp goes here"."""
    if joint != lx.BUT:
        return False
    said = (reader.book.verbs.belonging, reader.book.sentences.modals, reader.book.sentences.copulas)
    if reader.starts_order(before):  # "turn off every lamp but the one on the left" tells nothing of that one
        tells = any(table.find(behind, i) for table in said for i in range(1, len(behind)))
        return behind[0] in lx.ARTICLES and not tells and not _EVERY.isdisjoint(before)
    counted = reader.book.quantities.counted.find(before, 0)
    is_whole = before[0] in reader.book.nouns.anything or (counted is not None and counted.value is None)
    return is_whole and not any(table.find(before, i) for table in said for i in range(1, len(before)))
