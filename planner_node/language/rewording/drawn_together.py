# SPDX-License-Identifier: Apache-2.0
"""Pronouns and verbs that are drawn together with what stands before them: "stick 'em there", "table two's a mess"."""

from __future__ import annotations

from planner_node.language.rewording.needed import OWNED, needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_SAYING = frozenset("a an the all such where so too very not always still in on".split())


@needs({"'em", "em", OWNED})
def drawn_together(words: Words, reader: SentenceReader) -> Words:
    """The words with such pronouns and verbs at full length, unless something here is called so."""
    short = reader.book.speech.short
    said: list[str] = []
    for at, word in enumerate(words):
        full, number = short.get(word, word), word.removesuffix("'s")
        if full in lx.PRONOUNS and reader.names.match(words, at) is None:
            said.append(full)
        elif number != word and _says(words[at + 1 : at + 2]) and _is_numbered(words[:at], number, reader):
            said += [number, "is"]
        else:
            said.append(word)
    return tuple(said)


def _says(behind: Words) -> bool:
    return behind != () and behind[0] in _SAYING


def _is_numbered(before: Words, number: str, reader: SentenceReader) -> bool:
    """Whether a word is a number, and what stands before it the name of furniture with that."""
    if number not in lx.NUMBERS and not number.isdecimal():
        return False
    name = reader.names.match((*before[-1:], number), 0)
    return name is not None and name.length == 2 and reader.names.is_place(name)
