# SPDX-License-Identifier: Apache-2.0
"""Things wherever they are found: "take every mug that you can find to the sink" is about every mug."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_FINDING = frozenset({"find", "see", "spot", "discover", "locate", "encounter", "meet"})
_LYING = frozenset({"scattered", "lying", "strewn", "spread", "left", "distributed", "standing", "sitting"})
_AROUND = (("all", "around"), ("around",), ("all", "over"), ("throughout",), ("about",), ("across",), ("all", "about"))
_ANYWHERE = (
    ("regardless", "of", "where", "they", "are"), ("wherever", "they", "are"), ("no", "matter", "where", "they", "are"),
    ("regardless", "of", "where", "it", "is"), ("wherever", "it", "is"), ("no", "matter", "where", "it", "is"),
    ("wherever", "they", "may", "be"), ("wherever", "it", "may", "be"), ("wherever", "you", "find", "them"),
)  # fmt: skip
_MAY = frozenset({"can", "could", "may", "might", "will"})
_BEHIND = ENDS | {",", "and", "to", "into", "onto", "then", "go", "goes", "belong", "belongs", "should", "must"}


@needs({"regardless", "wherever", "matter", "around", "over", "throughout", "about", "across", "you"})
def found_anywhere(words: Words, reader: SentenceReader) -> Words:
    """The words without "that you can find", where no place of it follows, and "in" for "scattered around"."""
    words = _scattered(words, reader)
    for at in range(2, len(words) - 2):
        if words[at] not in ("that", "which") or words[at + 1] != "you":
            continue
        verb = at + 2 + (words[at + 2] in _MAY)
        across = words[verb : verb + 2] == ("come", "across")
        known = across or (words[verb : verb + 1] != () and words[verb] in _FINDING)
        end = verb + 1 + across
        end += words[end : end + 1] in (("anywhere",), ("around",))
        names = (reader.names.match(words, i) for i in range(max(0, at - 3), at))
        is_named = any(name is not None and not reader.names.is_place(name) for name in names)
        if known and is_named and (end == len(words) or words[end] in _BEHIND):
            reader.turned.add(words[at:end])
            return found_anywhere((*words[:at], *words[end:]), reader)
    return words


def _scattered(words: Words, reader: SentenceReader) -> Words:
    """With "in" before a room that things are scattered around; without "wherever they are"."""
    for at in range(2, len(words)):
        is_apart = reader.book.places.sources.find(words, at - 1) is None  # "from wherever they are"
        said = next((a for a in _ANYWHERE if is_apart and words[at : at + len(a)] == a), None)
        begin = at - (words[at - 1] == ",")
        if said is not None:
            end = at + len(said) + (words[at + len(said) : at + len(said) + 1] == (",",) and begin < at)
            reader.turned.add(said)
            return _scattered((*words[:begin], *words[end:]), reader)
        around = next((a for a in _AROUND if words[at : at + len(a)] == a), None)
        place = at + len(around) if around is not None else 0
        end = named_place_end(words, place, reader) if place and words[at - 1] in _LYING else 0
        name = next((n for i in range(place, end) if (n := reader.names.match(words, i)) is not None), None)
        if end > place and name is not None and reader.names.is_room(name):
            reader.turned.add(words[at - 1 : place])
            return _scattered((*words[: at - 1], "in", *words[place:]), reader)
    return words
