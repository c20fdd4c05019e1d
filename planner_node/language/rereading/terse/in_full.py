# SPDX-License-Identifier: Apache-2.0
"""An instruction that is as short as a telegram, in whole sentences."""

from __future__ import annotations

from planner_node.language.rereading.terse.choosing import chosen_last
from planner_node.language.rereading.terse.exchanged import exchanged
from planner_node.language.rereading.terse.having_none import having_none
from planner_node.language.rereading.terse.pointing import pointing
from planner_node.language.rereading.terse.said_once import said_once
from planner_node.language.rereading.terse.set_off import set_off
from planner_node.language.rereading.terse.states import states
from planner_node.language.rereading.terse.stuff import stuff
from planner_node.language.rereading.terse.to_their_place import to_their_place
from planner_node.language.rereading.terse.with_it import with_it
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.spoken.plain_speech import plain_speech

_WAYS = (stuff, pointing, said_once, with_it, set_off, exchanged, to_their_place, having_none, states, chosen_last)


def in_full(words: Words, reader: SentenceReader) -> Words:
    """The words with what they leave out; the same words where nothing is known to be left out.

    Args:
        words: of an instruction, in lower case.
        reader: knows the words.
    """
    plain = said = plain_speech(words, reader)
    for way in _WAYS:
        said = way(said, reader)
    return words if said == plain else said
