# SPDX-License-Identifier: Apache-2.0
"""Furniture of which there are two, one after the other: "a book on the one nightstand and a pen on the other".

Which of them is meant first is all the same to whoever speaks so; it is the one where the first thing is already, or
the first of the scene.
"""

from __future__ import annotations

from makedo_core.goals.goal_text import spoken
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import lie_there
from planner_node.language.words.naming import Name

_LONGEST = 14  # words from the one to the other
_ENDS = (".", ",", "!", "?", ";", "please", "and", "then")


@needs({"one"}, {"other"})
def one_of_two(words: Words, reader: SentenceReader) -> Words:
    """The words with the ids of the two."""
    return each_sentence(words, lambda said: _of_two(said, reader))


def _of_two(words: Words, reader: SentenceReader) -> Words:
    for at in range(1, len(words) - 4):
        name = reader.names.match(words, at + 1) if words[at] == "one" else None
        begin = at - 1 if words[at - 1] == "the" else at
        side = reader.book.places.sides.find(words, begin - 1) if begin else None
        if name is None or name.node_id is not None or side is None or not reader.names.is_place(name):
            continue
        other = _other(words, at + 1 + name.length, name, reader)
        two = [node.id for node in reader.names.graph if node.label == name.concept]
        if other is None or len(two) != 2:
            continue
        first, last = other
        if lie_there(words[:begin], ("the", *two[1].split("_")), reader):
            two.reverse()
        reader.turned.add(words[first:last])
        one, second = (tuple(spoken(node_id).split()) for node_id in two)
        return (*words[:begin], *one, *words[at + 1 + name.length : first], *second, *words[last:])
    return words


def _other(words: Words, begin: int, kind: Name, reader: SentenceReader) -> tuple[int, int] | None:
    """Where the other of the two is spoken of, behind a preposition; None: nowhere."""
    for at in range(begin, min(len(words), begin + _LONGEST)):
        if words[at : at + 2] != ("the", "other") or reader.book.places.sides.find(words, at - 1) is None:
            continue
        name = reader.names.match(words, at + 2)
        same = name is not None and name.node_id is None and name.concept == kind.concept
        end = at + 2 + (name.length if same and name is not None else int(words[at + 2 : at + 3] == ("one",)))
        ends = end == len(words) or words[end] in _ENDS
        return (at, end) if ends and (same or name is None) else None
    return None
