# SPDX-License-Identifier: Apache-2.0
"""Pronouns and verbs that are drawn together with what stands before them: "stick 'em there", "table two's a mess"."""

from __future__ import annotations

from planner_node.language.rewording.needed import OWNED, needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx


@needs({"'em", "em", OWNED})
def drawn_together(words: Words, reader: SentenceReader) -> Words:
    """The words with such pronouns and verbs at full length, unless something here is called so."""
    short = reader.book.speech.short
    said: list[str] = []
    for at, word in enumerate(words):
        full, number = short.get(word, word), word.removesuffix("'s")
        if full in lx.PRONOUNS and reader.names.match(words, at) is None:
            said.append(full)
        elif (
            number != word and (number in lx.NUMBERS or number.isdecimal()) and _is_numbered(words[:at], number, reader)
        ):
            said += [number, "is"]
        else:
            said.append(word)
    return tuple(said)


def _is_numbered(before: Words, number: str, reader: SentenceReader) -> bool:
    """Whether what stands before a number is the name of furniture with it."""
    name = reader.names.match((*before[-1:], number), 0)
    return name is not None and name.length == 2 and reader.names.is_place(name)
