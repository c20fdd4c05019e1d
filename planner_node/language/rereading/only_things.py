# SPDX-License-Identifier: Apache-2.0
"""Things that are asked for without a verb: "two forks, please" is "bring me two forks".

Only in the last sentence of an instruction, and where it is said how many, or politely: "the stapler" alone may be
anything, "the stapler, please" is asked for.
"""

from __future__ import annotations

import re

from planner_node.language.rereading.misspelt import Spelt
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import begins_things, is_thing
from planner_node.language.words import lexicon as lx

_AROUND = ENDS | MARKS | {","}
_SOME = frozenset({"a", "an", "some", "another"})
_POLITE = re.compile(r"\b(please|pls|thanks|thank you|cheers)\b", re.IGNORECASE)


def is_polite(instruction: str) -> bool:
    """Whether it is said with "please" or "thanks": what has no verb is then asked for, and not only named."""
    return _POLITE.search(instruction) is not None


def only_things(words: Words, reader: SentenceReader, politely: bool) -> Spelt | None:
    """With the order to bring things to who speaks, and a note that tells it; None: they are not only asked for."""
    end = len(words)
    while end > 0 and words[end - 1] in _AROUND:
        end -= 1
    begin = sentence_begin(words, end)
    while begin < end and words[begin] in _AROUND:
        begin += 1
    said = words[begin:end]
    while said and said[-1] in reader.book.clauses.afterthoughts | {","}:
        said = said[:-1]
    counted = said[:1] != () and (said[0] in _SOME or said[0] in lx.NUMBERS or said[0].isdigit())
    if not counted and not (politely and _are_things(said, reader)):
        return None
    places = reader.book.places
    placed = any(places.sides.find(said, at) or places.sources.find(said, at) for at in range(len(said)))
    if placed or not begins_things(said, reader):
        return None
    plain = ("bring", "me", *said)
    note = f"I read '{' '.join(said)}' as '{' '.join(plain)}'."
    return Spelt((*words[:begin], *plain), (note,))


def _are_things(said: Words, reader: SentenceReader) -> bool:
    """Whether words only name things, one after the other: "my coat and the umbrella"."""
    parts = [tuple(part.split()) for part in " ".join("," if w == "and" else w for w in said).split(",")]
    named = [part for part in parts if part]
    return bool(named) and all(is_thing(part, reader) for part in named)
