# SPDX-License-Identifier: Apache-2.0
"""Adjectives that stand as nouns: "clear away the empties"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words


def adjectival(words: Words, reader: SentenceReader) -> Words:
    """With the things in place of such a noun, unless something here is called so."""
    known = reader.book.nouns.adjectival
    at = 0
    while at < len(words):
        found = known.find(words, at)
        name = reader.names.match(words, at) if found is not None else None
        if found is not None and (name is None or name.length < found.length):
            begins = at == 0 or words[at - 1] in ENDS | {","}
            plain = [*(("all",) if begins else ()), *found.value.split()]  # "empties in the bin"
            words = (*words[:at], *plain, *words[at + found.length :])
            at += len(plain)
        else:
            at += 1
    return words
