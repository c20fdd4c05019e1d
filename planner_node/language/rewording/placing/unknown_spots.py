# SPDX-License-Identifier: Apache-2.0
"""Where a thing or furniture is, by what no scene graph knows: "the shelf in the corner", "the bat on the floor"."""

from __future__ import annotations

from planner_node.language.rewording.gaps import goes_there
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_SPOTS = frozenset("corner wall floor ground ceiling carpet window doorway entrance middle".split())
_SIDES = frozenset("in on at by near against under beside from off".split())
_SINGLE = frozenset({"a", "an", "the", "this", "that", "my", "your", "one"})
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
        if known or goes_on or not _is_one(words, at, reader) or goes_there(words, at, 3, reader):
            continue
        return unknown_spots((*words[:at], *words[at + 3 :]), reader)
    return words


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
