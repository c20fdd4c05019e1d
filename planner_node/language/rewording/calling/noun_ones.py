# SPDX-License-Identifier: Apache-2.0
"""One of several kinds by its first noun alone: "the cherry pie and the apple one", "not the hand ones"."""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx

_ONES = frozenset({"one", "ones"})
_NO_KIND = frozenset("other others same last next first second third right left only new old this that".split())


@needs(_ONES)
def noun_ones(words: Words, reader: SentenceReader) -> Words:
    """The words with the kind that was spoken of in place of "one", where it makes a name of something that is here."""
    for at in range(3, len(words)):
        kind = words[at - 1]
        if words[at] not in _ONES or words[at - 2] not in lx.ARTICLES or kind in _NO_KIND | set(lx.NUMBERS):
            continue
        if reader.book.adjectives.attribute(kind) is not None or kind in reader.names.attributes:
            continue
        noun = _noun_before(words, at - 2, kind, reader)
        if noun:
            reader.turned.add((words[at],))
            said = plural(noun) if words[at] == "ones" and not _is_plural(noun, reader) else noun
            return noun_ones((*words[:at], said, *words[at + 1 :]), reader)
    return words


def _noun_before(words: Words, at: int, kind: str, reader: SentenceReader) -> str:
    """The last noun before an index with which a first noun makes the name of something that is here; "": none."""
    for i in range(at - 1, 0, -1):
        whole = reader.names.match((kind, words[i]), 0)
        if whole is None or whole.length != 2 or not reader.names.is_present(whole):
            continue
        if words[i - 1] != kind and reader.names.match(words, i) is not None:
            return words[i]
    return ""


def _is_plural(noun: str, reader: SentenceReader) -> bool:
    name = reader.names.match((noun,), 0)
    return name is not None and name.is_plural
