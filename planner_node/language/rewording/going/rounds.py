# SPDX-License-Identifier: Apache-2.0
"""All over the home before things that are carried: "go round the house, pick up the cups and put them in the sink"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.words.verbs import Verb

_JOINTS = frozenset({",", "and", "then", "to", "please"})
_BEFORE = ENDS | {",", "and", "then", "please", "to", "you", "now", "first"}
_CARRYING = frozenset(
    {Verb.BRING, Verb.TAKE, Verb.HOLD, Verb.THROW, Verb.THROW_AWAY, Verb.RECYCLE, Verb.TIDY, Verb.CLEAR, Verb.LOAD}
)
_OF_ROOMS = frozenset({"there", "here"})  # what follows may be meant of every room


def without_rounds(words: Words, reader: SentenceReader) -> Words:
    """The words without where to go, if what is to be carried is said behind it: that is looked for anyway."""
    rounds = reader.book.places.rounds
    for at in range(len(words)):
        found = rounds.find(words, at) if at == 0 or words[at - 1] in _BEFORE else None
        if found is None:
            continue
        behind = without(words[at + found.length :], _JOINTS)
        joined = len(words) - at - found.length - len(behind)
        end = sentence_end(behind, 0)
        verb = reader.book.said_verbs.find(opened(behind, reader.book.sentences).words, 0) if joined else None
        if verb is not None and verb.value.verb in _CARRYING and not _is_of_rooms(behind[:end], reader):
            reader.turned.add(words[at : at + found.length])
            return without_rounds((*words[:at], *behind), reader)
    return words


def _is_of_rooms(words: Words, reader: SentenceReader) -> bool:
    """Whether what is to be done may be meant of every room: "put a candle there", "two candles in each"."""
    alone = (i for i, word in enumerate(words) if word == "each" and reader.names.match(words, i + 1) is None)
    return not _OF_ROOMS.isdisjoint(words) or any(True for _ in alone)
