# SPDX-License-Identifier: Apache-2.0
"""Adjectives as nouns: "clear away the empties"; and what says how much before a noun: "a bit of paper"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_SOMETHING = frozenset({"something", "anything"})
_USES = frozenset({"eat", "drink", "read", "wear", "munch", "snack"})
_AMOUNTS = frozenset("bit piece scrap sheet lump chunk pieces bits scraps sheets".split())


def adjectival(words: Words, reader: SentenceReader) -> Words:
    """With the things in place of such a noun, unless something here is called so."""
    known = reader.book.nouns.adjectival
    words = _told_behind(_without_amounts(words, reader), reader)
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


def _told_behind(words: Words, reader: SentenceReader) -> Words:
    """With what is required of it behind "something to eat": "something healthy to eat"."""
    known = reader.book.adjectives
    for at in range(len(words) - 3):
        if words[at] not in _SOMETHING or words[at + 2] != "to" or words[at + 3] not in _USES:
            continue
        look, use = words[at + 1], words[at + 3]
        whole = reader.names.match((look, use), 0)
        if whole is not None and whole.length > 1:  # "a cold drink"
            reader.turned.update({words[at : at + 1], words[at : at + 4]})
            return (*words[:at], "a", look, use, *words[at + 4 :])
        if known.attribute(look) is not None or known.requirements.find(words, at + 1) is not None:
            return (*words[: at + 1], *words[at + 2 : at + 4], "that", "is", words[at + 1], *words[at + 4 :])
    return words


def _without_amounts(words: Words, reader: SentenceReader) -> Words:
    """Without "bit of" before what is called so: "that crumpled bit of paper" is crumpled paper."""
    for at in range(1, len(words) - 2):
        if words[at] not in _AMOUNTS or words[at + 1] != "of" or reader.names.match(words, at) is not None:
            continue
        looks = (words[at - 1], *words[at + 2 :])
        name = reader.names.match(looks, 0) or reader.names.match(words, at + 2)
        if name is not None and not reader.names.is_place(name):  # "a bit of light" is no lamp to be brought
            return _without_amounts((*words[:at], *words[at + 2 :]), reader)
    return words
