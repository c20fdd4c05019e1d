# SPDX-License-Identifier: Apache-2.0
"""Things that are only taken to have something done to them: "take the dirty clothes and wash them" washes them."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words.verbs import Verb

_TAKING = (("take",), ("get",), ("grab",), ("collect",), ("gather",), ("pick", "up"), ("fetch",))
_THEM = frozenset({"it", "them"})
_DONE = frozenset({Verb.CHANGE, Verb.TEND})
_LONGEST = 9  # words of the things


@needs({"take", "get", "grab", "collect", "gather", "pick", "fetch"}, {"and"}, _THEM)
def taken_and_done(words: Words, reader: SentenceReader) -> Words:
    """The words with what is done to them as the only order."""
    for at in range(len(words) - 4):
        taking = next((t for t in _TAKING if words[at : at + len(t)] == t), ())
        begin = at + len(taking)
        if not taking or not reader.starts_order(words[at:]):
            continue
        joint = next((i for i in range(begin + 1, min(len(words) - 2, begin + _LONGEST)) if words[i] == "and"), 0)
        verb = reader.book.said_verbs.find(words, joint + 1) if joint else None
        it = joint + 1 + (verb.length if verb is not None else 0)
        if verb is None or verb.value.verb not in _DONE or words[it : it + 1] == () or words[it] not in _THEM:
            continue
        things = words[begin:joint]
        sides = reader.book.places.sides
        if "," in things or any(sides.find(things, i) is not None for i in range(len(things))):
            continue  # it is carried somewhere first
        reader.turned.add(taking)
        return (*words[:at], *words[joint + 1 : it], *things, *words[it + 1 :])
    return words
