# SPDX-License-Identifier: Apache-2.0
"""Where things belong, and that they are to be brought there: "the books go on the shelf, so fetch the ones upstairs".

Where they are told to come from all over the home, the first sentence says it all.
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words.verbs import Verb

_THEM = (
    ("them",), ("the", "ones"), ("those",), ("them", "all"), ("all", "of", "them"), ("all",), ("it",), ("it", "all"),
)  # fmt: skip
_FROM = frozenset({"from", "in", "out", "of"})
_EVERYWHERE = frozenset({"all", "every", "each", "everywhere", "house", "home", "whole"})
_FETCHING = frozenset({Verb.BRING, Verb.TAKE, Verb.RETURN})
_GATHERING = frozenset({"collect", "gather", "fetch", "bring", "get", "take", "round"})


def brought_there(words: Words, reader: SentenceReader) -> Words:
    """The words without the order to bring there what belongs there."""
    for at in range(4, len(words) - 2):
        if words[at] not in ("so", "and", ";", "."):
            continue
        begin = at + 1 + (words[at + 1] in ("please", "so"))
        verb = reader.book.said_verbs.find(words, begin)
        if verb is None or (verb.value.verb not in _FETCHING and words[begin] not in _GATHERING):
            continue
        end = sentence_end(words, begin, ENDS | {","})
        rest = words[begin + verb.length : end]
        them = next((t for t in sorted(_THEM, key=len, reverse=True) if rest[: len(t)] == t), None)
        joint = at - (words[at - 1] == ",")
        told = words[sentence_begin(words, joint) : joint]
        if them is None or not _is_everywhere(rest[len(them) :]) or not _belongs(told, reader):
            continue
        reader.turned.add(words[at:end])
        return brought_there((*words[:joint], *words[end:]), reader)
    return words


def _is_everywhere(source: Words) -> bool:
    """Whether nothing, or no more than "from all the rooms", says where the things come from."""
    return not source or (source[0] in _FROM and not _EVERYWHERE.isdisjoint(source)) or source[0] == "everywhere"


def _belongs(told: Words, reader: SentenceReader) -> bool:
    """Whether a sentence says of things where they belong."""
    belonging, sides = reader.book.verbs.belonging, reader.book.places.sides
    for at in range(1, len(told) - 2):
        found = belonging.find(told, at)
        if found is not None and sides.find(told, at + found.length) is not None:
            return reader.book.said_verbs.find(told, 0) is None
    return False
