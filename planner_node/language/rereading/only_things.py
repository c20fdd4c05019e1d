# SPDX-License-Identifier: Apache-2.0
"""Things that are asked for without a verb: "two forks, please" is "bring me two forks".

Only in the last sentence of an instruction, and where it is said how many: "the stapler" alone may be anything.
"""

from __future__ import annotations

from planner_node.language.rereading.misspelt import Spelt
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import begins_things
from planner_node.language.words import lexicon as lx

_AROUND = ENDS | MARKS | {","}
_SOME = frozenset({"a", "an", "some", "another"})


def only_things(words: Words, reader: SentenceReader) -> Spelt | None:
    """With the order to bring things to who speaks, and a note that tells it; None: they are not only asked for."""
    end = len(words)
    while end > 0 and words[end - 1] in _AROUND:
        end -= 1
    begin = next((i + 1 for i in range(end - 1, -1, -1) if words[i] in ENDS), 0)
    while begin < end and words[begin] in _AROUND:
        begin += 1
    said = words[begin:end]
    if not said or not (said[0] in _SOME or said[0] in lx.NUMBERS or said[0].isdigit()):
        return None
    places = reader.book.places
    placed = any(places.sides.find(said, at) or places.sources.find(said, at) for at in range(len(said)))
    if placed or not begins_things(said, reader):
        return None
    plain = ("bring", "me", *said)
    note = f"I read '{' '.join(said)}' as '{' '.join(plain)}'."
    return Spelt((*words[:begin], *plain), (note,))
