# SPDX-License-Identifier: Apache-2.0
"""Where what is fetched is thought to be: "fetch the umbrella; it should be in the closet" does not put it there."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import is_thing, placing_end
from planner_node.language.words import lexicon as lx

_FETCHING = frozenset({"fetch", "get", "retrieve", "grab", "bring", "find", "pick"})
_IT = (("it",), ("they",), ("i", "think", "it"), ("i", "think", "they"), ("i", "believe", "it"))
_SHOULD = (
    ("should", "be"), ("must", "be"), ("might", "be"), ("may", "be"), ("ought", "to", "be"), ("could", "be"),
    ("will", "be"), ("should", "still", "be"), ("must", "still", "be"), ("is", "probably"), ("are", "probably"),
)  # fmt: skip
_JOINTS = ENDS | {",", ";", "-"}


@needs(_FETCHING, {"it", "they"})
def where_it_should_be(words: Words, reader: SentenceReader) -> Words:
    """The words with that place as where the thing is fetched from."""
    for at in range(len(words) - 6):
        if words[at] not in _FETCHING or not (at == 0 or words[at - 1] in _JOINTS | {"and", "please", "you"}):
            continue
        first = at + 1 + (words[at + 1] in ("up", "out"))
        first += words[first : first + 1] != () and words[first] in lx.RECIPIENTS
        end = next((i for i in range(first + 1, len(words)) if words[i] in _JOINTS), 0)
        if not end or not is_thing(words[first:end], reader):
            continue
        it = next((i for i in _IT if words[end + 1 : end + 1 + len(i)] == i), None)
        begin = end + 1 + len(it) if it is not None else 0
        be = next((s for s in _SHOULD if words[begin : begin + len(s)] == s), None) if begin else None
        place = begin + len(be) if be is not None else 0
        stop = placing_end(words, place, reader) if place else 0
        side = reader.book.places.sides.find(words, place) if place else None
        if side is None or stop <= place or not (stop == len(words) or words[stop] in _JOINTS | {"and"}):
            continue
        reader.turned.update((words[end + 1 : place], words[place : place + side.length]))
        source = ("from", *words[place + side.length : stop])
        return where_it_should_be((*words[:end], *source, *words[stop:]), reader)
    return words
