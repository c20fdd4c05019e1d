# SPDX-License-Identifier: Apache-2.0
"""A place before the list of what goes there: "the fridge is where the milk, the eggs and the butter should go"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end, side_in

_IS_WHERE = (("is", "where"), ("is", "the", "place", "where"), ("is", "the", "place", "for"), ("is", "meant", "for"))
_STOPS = frozenset({".", "!", "?", ";"})


@needs({"where", "place", "meant"}, {","})
def where_listed(words: Words, reader: SentenceReader) -> Words:
    """The words with the things first."""
    return each_sentence(words, lambda said: _statement(said, reader) or said, _STOPS)


def _statement(words: Words, reader: SentenceReader) -> Words:
    end = named_place_end(words, 0, reader)
    where = next((w for w in _IS_WHERE if words[end : end + len(w)] == w), ()) if end else ()
    begin = end + len(where)
    if not where or not begins_things(words[begin:], reader):
        return ()
    modals, belonging = reader.book.sentences.modals, reader.book.verbs.belonging
    goes = next((i for i in range(begin + 1, len(words)) if modals.find(words, i) or belonging.find(words, i)), 0)
    if not goes:
        goes = len(words) if where[-1] == "for" else 0
    things, behind = words[begin:goes], goes
    if not goes or "and" not in things or "," not in things or side_in(things, reader):
        return ()
    while behind < len(words) and (found := modals.find(words, behind) or belonging.find(words, behind)) is not None:
        behind += found.length
    if words[behind : behind + 1] == ("be",):
        behind += 1
    if behind < len(words) and words[behind] not in (",", "but", "and"):
        return ()
    reader.turned.add(where)
    return (*things, "should", "go", "to", *words[:end], *words[behind:])
