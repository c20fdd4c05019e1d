# SPDX-License-Identifier: Apache-2.0
"""A thing that is called as a verb is, told with where it goes: "trash in the bin, dishes in the dishwasher"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import place_stands
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words

_BEFORE_A_PART = ENDS | {",", "and", ":", ";", "then"}


def verbs_as_things(words: Words, reader: SentenceReader) -> Words:
    """The words with "the" before such a thing, where a part of an instruction begins."""
    for at in range(len(words) - 2):
        if at > 0 and words[at - 1] not in _BEFORE_A_PART:
            continue
        verb, name = reader.book.said_verbs.find(words, at), reader.names.match(words, at)
        is_both = verb is not None and name is not None and verb.length == name.length == 1
        if is_both and place_stands(words, at + 1, reader) and _is_carried(words[at], reader):
            return verbs_as_things((*words[:at], "the", *words[at:]), reader)
    return words


def _is_carried(word: str, reader: SentenceReader) -> bool:
    """Whether a word names things here that are carried: waste, though it may name the bin as well."""
    name = reader.names.match((word,), 0)
    if word in reader.book.nouns.waste:
        return True
    return name is not None and not reader.names.is_place(name) and reader.names.is_present(name)
