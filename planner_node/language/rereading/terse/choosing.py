# SPDX-License-Identifier: Apache-2.0
"""One of two that are named first: "night light or floor lamp, get one of them on"."""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, without
from planner_node.language.sentence.shapes.parts import name_with_looks
from planner_node.language.words import lexicon as lx

_ONE = (
    ("either", "of", "them"),
    ("either", "one"),
    ("one", "of", "them"),
    ("one", "of", "those"),
    ("either",),
    ("one",),
)
_BOTH = (("both", "of", "them"), ("them", "both"), ("both",))


def chosen_last(words: Words, reader: SentenceReader) -> Words:
    """The words with what was named in the place of "one of them" or "both"."""
    return each_sentence(words, lambda said: _chosen(said, reader))


def _chosen(words: Words, reader: SentenceReader) -> Words:
    at = next((i for i, word in enumerate(words) if word in (",", ":", "-")), 0)
    named = words[:at]
    joint = "or" if "or" in named else "and" if "and" in named else ""
    order = opened(words[at + 1 :], reader.book.sentences).words
    if not at or not joint or not reader.starts_order(order) or not _are_named(named, joint, reader):
        return words
    for standing in _ONE if joint == "or" else _BOTH:
        begin = next((i for i in range(1, len(order)) if order[i : i + len(standing)] == standing), 0)
        if begin and reader.book.said_verbs.find(order, 0) is not None:
            behind = order[begin + len(standing) :]
            reader.turned.add(standing)
            if order[:begin] in (("get",), ("have",), ("put",)) and behind[:1] and behind[0] in lx.PARTICLES:
                return ("turn", behind[0], *named, *behind[1:])
            return (*order[:begin], *named, *behind)
    return words


def _are_named(words: Words, joint: str, reader: SentenceReader) -> bool:
    """Whether two or more are named with a joint between them, and nothing else."""
    parts = " ".join(joint if word == "," else word for word in words).split(f" {joint} ")
    return len(parts) > 1 and all(name_with_looks(without(tuple(p.split()), lx.ARTICLES), reader) for p in parts)
