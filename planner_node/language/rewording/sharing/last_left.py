# SPDX-License-Identifier: Apache-2.0
"""What is left behind so many that are taken: "bring three donuts to desk 1 and leave the last one".

Nothing is to be done with it. That so many are left is so by itself where there are no more of them.
"""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import count_of, number_said
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_JOINTS = frozenset({",", "and", "but"})
_KEEP = frozenset({"leave", "keep"})
_ORDINALS = {"last": 1, "remaining": 1, "second": 1, "third": 1, "fourth": 1, "fifth": 1, "sixth": 1}
_ONE = frozenset({"a", "an", "one", "1"})
_THERE = (
    (), ("there",), ("here",), ("where", "it", "is"), ("where", "they", "are"), ("behind",), ("in", "place"),
    ("alone",),
)  # fmt: skip
_FEWEST = 3  # words of an order


@needs(_KEEP)
def last_left(words: Words, reader: SentenceReader) -> Words:
    """The words without what says how many of the things stay that an order counts."""
    for at in range(_FEWEST + 1, len(words) - 1):
        if words[at] not in _KEEP or words[at - 1] not in _JOINTS:
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at)
        order = words[begin : at - 1]
        order = order[:-1] if order[-1:] == (",",) else order
        counted = _counted(order, reader)
        left = _left(words[at + 1 : end], counted[0], reader) if counted is not None else 0
        if counted is None or not left:
            continue
        name, number = counted
        if count_of(name, (), reader) - number == left:
            reader.turned.add(words[at:end])
        return (*words[:begin], *order, *words[end:])
    return words


def _counted(order: Words, reader: SentenceReader) -> tuple[Name, int] | None:
    """Of what an order takes so many, and how many in all; None: it counts nothing, or things of two kinds."""
    if not reader.starts_order(order):
        return None
    kind: Name | None = None
    total = 0
    for at in range(1, len(order) - 1):
        number = 0 if order[at - 1] == "but" else number_said(order[at])
        behind = without(order[at + 1 :], {"of", "the", "my", "our"}) if number else ()
        name = reader.names.match(behind, 0) if behind else None
        if name is None or reader.names.is_place(name) or reader.names.is_person(name) or name.node_id is not None:
            continue
        if kind is not None and name.concept != kind.concept:
            return None
        kind, total = kind or name, total + number
    return (kind, total) if kind is not None else None


def _left(said: Words, kind: Name, reader: SentenceReader) -> int:
    """How many words say that stay of a kind: "the last one", "two where they are"; 0: they say something else."""
    there = max((t for t in _THERE if not t or said[-len(t) :] == t), key=len)
    said = said[: len(said) - len(there)]
    number = 0
    if said[:1] == ("the",) and said[1:2] != () and said[1] in _ORDINALS:
        number, said = _ORDINALS[said[1]], said[2:]
        if said[:1] != () and said[0] in lx.NUMBERS.keys() - _ONE:
            number, said = lx.NUMBERS[said[0]], said[1:]
    elif said[:1] != ():
        number, said = number_said(said[0]), said[1:]
    name = reader.names.match(said, 0) if said else None
    same = name is not None and name.concept == kind.concept and name.length == len(said)
    return number if not said or same or (len(said) == 1 and said[0] in lx.ONES) else 0
