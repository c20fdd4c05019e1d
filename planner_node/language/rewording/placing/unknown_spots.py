# SPDX-License-Identifier: Apache-2.0
"""Where a thing or furniture is, by what no scene graph knows: "the shelf in the corner", "the bat on the floor"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import place_stands
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_SPOTS = frozenset("corner wall floor ground ceiling carpet window doorway entrance middle".split())
_SIDES = frozenset("in on at by near against under beside from off".split())
_SINGLE = frozenset({"a", "an", "the", "this", "that", "my", "your", "one"})
_PLACING = frozenset({Verb.BRING, Verb.SERVE, Verb.RETURN, Verb.THROW})
_BREAKS = ENDS | {",", "and", "then"}
_LOOKS = 4  # words between an article and the name


@needs(_SPOTS)
def unknown_spots(words: Words, reader: SentenceReader) -> Words:
    """The words without that behind one thing or place; that no use is made of it, is told."""
    for at in range(2, len(words) - 2):
        spot = words[at + 2 : at + 3]
        if words[at] not in _SIDES or words[at + 1] != "the" or spot == () or spot[0] not in _SPOTS:
            continue
        name = reader.names.match(words, at + 2)
        known = name is not None and (name.length > 1 or reader.names.is_present(name))
        behind = words[at + 3 : at + 4]
        goes_on = behind in (("of",), ("between",)) or reader.names.match(words, at + 3) is not None
        if known or goes_on or not _is_one(words, at, reader) or _goes_there(words, at, reader):
            continue
        return unknown_spots((*words[:at], *words[at + 3 :]), reader)
    return words


def _goes_there(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether something is to go to the spot: no other place is named in a clause that needs one."""
    begin, stop = sentence_begin(words, at, _BREAKS), sentence_end(words, at, _BREAKS)
    verbs = (reader.book.said_verbs.find(words, i) for i in range(begin, at))
    verb = next((v.value.verb for v in verbs if v is not None), None)
    others = (i for i in range(begin + 1, stop) if not at <= i < at + 3)
    return verb in _PLACING and not any(place_stands(words[:stop], i, reader) for i in others)


def _is_one(words: Words, end: int, reader: SentenceReader) -> bool:
    """Whether one thing or place is named just before a position."""
    for begin in range(max(1, end - _LOOKS), end):
        name: Name | None = reader.names.match(words, begin)
        if name is None or begin + name.length != end:
            continue
        if name.node_id is not None:
            return True
        before = words[max(0, begin - _LOOKS) : begin]
        return not name.is_plural and not _SINGLE.isdisjoint(before) and not lx.NUMBERS.keys() & set(before) - {"one"}
    return False
