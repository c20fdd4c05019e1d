# SPDX-License-Identifier: Apache-2.0
"""Orders to switch something that say last how it is to be: "flick the lamp to on", "flip the switch, leave it on"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words.verbs import Verb


def switched(words: Words, reader: SentenceReader) -> Words:
    """An order to switch something with the state as one word: "flick the lamp to on", "in the off position"."""
    verb = reader.book.said_verbs.find(words, 0)
    if verb is None or verb.value.verb is not Verb.SWITCH:
        return words
    states = reader.book.sentences.states
    for at in range(verb.length, len(words)):
        found = states.find(words, at)
        if found is not None and found.length > 1:
            return (*words[:at], str(found.value), *words[at + found.length :])
    return words


def switched_and_left(words: Words, reader: SentenceReader) -> Words | None:
    """Past "flip the switch and leave it on": how it is left says how it is switched; None if it is not said so."""
    verb = reader.book.said_verbs.find(words, 0)
    at = words.index("and") if "and" in words else 0
    if (
        verb is None
        or verb.value.verb is not Verb.SWITCH
        or len(words) < at + 4
        or words[at + 1] not in ("leave", "keep")
    ):
        return None
    known = reader.book.sentences
    state = known.states.find(words, at + 3)
    thing = words[verb.length : at]
    is_whole = state is not None and at + 3 + state.length == len(words) and words[at + 2] in ("it", "them")
    told = any(known.states.find(thing, i) for i in range(len(thing)))
    return (*known.state_orders[state.value].split(), *thing) if state and is_whole and not told else None
