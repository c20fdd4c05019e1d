# SPDX-License-Identifier: Apache-2.0
"""Which of several may be taken, said as a condition: "any marker, as long as it isn't red" is one that is not red."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import is_look

_LEADS = (
    ("as", "long", "as"),
    ("so", "long", "as"),
    ("provided",),
    ("provided", "that"),
    ("if",),
    ("but", "only", "if"),
)
_ANY = frozenset({"a", "an", "any", "some", "one", "either"})
_IT = frozenset({"it", "they", "that"})
_BEING = frozenset({"is", "are"})
_JOINTS = frozenset({",", "but"})


@needs({"long", "provided"})
def as_long_as(words: Words, reader: SentenceReader) -> Words:
    """The words with how it must look with the thing: "a marker that is not red"."""
    return each_sentence(words, lambda said: _bound(said, reader))


def _bound(said: Words, reader: SentenceReader) -> Words:
    plain = spelt_out(said, reader.book.sentences)
    for at in range(3, len(plain) - 3):
        length = next((len(a) for a in reversed(_LEADS) if plain[at : at + len(a)] == a), 0)
        how = plain[at + length :]
        if not length or len(how) < 3 or how[0] not in _IT or how[1] not in _BEING or not is_look(how[-1], reader):
            continue
        if how[2:-1] not in ((), ("not",)):
            continue
        before = plain[:at]
        while before and before[-1] in _JOINTS:
            before = before[:-1]
        noun = next((i for i in range(1, len(before)) if before[i] in _ANY and reader.names.match(before, i + 1)), 0)
        name = reader.names.match(before, noun + 1) if noun else None
        if name is None or not reader.starts_order(before) or reader.names.is_place(name):
            return said
        end = noun + 1 + name.length
        so = ("that", how[1], *how[2:])
        reader.turned.update((plain[at:], plain[at : at + length], said[_tail(said, plain[at : at + length]) :]))
        return (
            (*before[:end], *so, *before[end:])
            if how[2] == "not"
            else (*before[: noun + 1], how[-1], *before[noun + 1 :])
        )
    return said


def _tail(said: Words, lead: Words) -> int:
    """Index at which the last such words begin, as they were said."""
    return next((i for i in range(len(said) - 1, -1, -1) if said[i : i + len(lead)] == lead), len(said))
