# SPDX-License-Identifier: Apache-2.0
"""Something to a place and something to somebody, with one verb: "bring the mug to the sink and me the other one"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import place_stands
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds
from planner_node.language.sentence.shapes.parts import begins_things
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_GIVING = frozenset({"bring", "take", "carry", "fetch", "get", "pass"})
_SOMEBODY = frozenset({"me", "us", "him", "her"})
_AND = frozenset({"and", ","})


@needs(_GIVING)
def and_somebody(words: Words, reader: SentenceReader) -> Words:
    """With the verb once more before whom the second thing is for."""
    for begin, end in sentence_bounds(words):
        core = opened(words[begin:end], reader.book.sentences).words
        verb = reader.book.said_verbs.find(core, 0)
        if verb is None or verb.value.verb not in (Verb.BRING, Verb.TAKE) or core[0] not in _GIVING:
            continue
        for at in range(verb.length + 2, len(core) - 2):
            if core[at - 1] not in _AND or not _is_somebody(core, at, reader):
                continue
            placed = any(place_stands(core[: at - 1], i, reader) for i in range(verb.length + 1, at - 1))
            if placed and begins_things(core[at + 1 :], reader):
                first = words[: end - len(core)]
                return (*first, *core[: at - 1], "and", "bring", *and_somebody(core[at:], reader), *words[end:])
    return words


def _is_somebody(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a person is named right before a thing with its article."""
    name = reader.names.match(words, at)
    length = name.length if name is not None and reader.names.is_person(name) else int(words[at] in _SOMEBODY)
    behind = words[at + length : at + length + 1]
    return length == 1 and behind != () and behind[0] in lx.ARTICLES | lx.NUMBERS.keys() | {"another"}
