# SPDX-License-Identifier: Apache-2.0
"""Where something is, or what became of it, with the verb drawn together: "the jacket's in the wardrobe"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import named_place_end

_IS = "'s"
_LONGEST = 4  # words of a room with its article
_BECOME = frozenset({"gone", "been", "got", "run", "fallen", "turned", "started", "begun"})


def contracted(words: Words, reader: SentenceReader) -> Words:
    """The words with "is" for what is drawn together with a name before a place; a room's things are those in it."""
    words = _of_rooms(words, reader)
    for at in range(1, len(words) - 2):
        bare = words[at].removesuffix(_IS)
        side = reader.book.places.sides.find(words, at + 1) if bare != words[at] else None
        become = bare != words[at] and words[at + 1] in _BECOME
        is_placed = side is not None and named_place_end(words, at + 1 + side.length, reader) > at + 1 + side.length
        if not become and not is_placed:
            continue
        said = (*words[:at], bare)
        names = (reader.names.match(said, i) for i in range(max(0, at - 3), at + 1))
        if any(name is not None and not reader.names.is_person(name) for name in names):
            return contracted((*said, "has" if become else "is", *words[at + 1 :]), reader)
    return words


def _of_rooms(words: Words, reader: SentenceReader) -> Words:
    """The words with "the table in the hall" for "the hall's table"."""
    for at in range(1, len(words) - 1):
        bare = words[at].removesuffix(_IS)
        begin = next((i for i in range(at - 1, max(-1, at - _LONGEST) - 1, -1) if i >= 0 and words[i] == "the"), None)
        if bare == words[at] or begin is None:
            continue
        room = (*words[begin:at], bare)
        name, thing = reader.names.match(room, 1), reader.names.match(words, at + 1)
        whole = name is not None and 1 + name.length == len(room) and reader.names.is_room(name)
        if whole and thing is not None:
            end = at + 1 + thing.length
            return _of_rooms((*words[:begin], "the", *words[at + 1 : end], "in", *room, *words[end:]), reader)
    return words
