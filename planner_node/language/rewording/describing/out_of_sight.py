# SPDX-License-Identifier: Apache-2.0
"""Where others shall not get at things: "somewhere the kids can't see them, say in the cabinet", "out of reach"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_SOMEWHERE = (
    ("somewhere", "where"), ("somewhere", "that"), ("somewhere",), ("some", "place", "where"), ("someplace", "where"),
    ("someplace",), ("a", "place", "where"), ("where",), ("so", "that"),
)  # fmt: skip
_CANNOT = (("can", "not"), ("could", "not"), ("will", "not"), ("do", "not"), ("does", "not"))
_NOBODY = frozenset({"nobody", "noone"})
_SEEING = frozenset({"see", "find", "spot", "notice"})
_GETTING = (("get", "at"), ("get", "to"), ("reach",), ("grab",), ("take",), ("get",), ("access",), ("knock", "over"))
_OUT_OF = (("out", "of", "reach"), ("out", "of", "the", "reach"), ("beyond", "the", "reach"))
_FOR_INSTANCE = (
    ("for", "example"), ("for", "instance"), ("e.g.",), ("eg",), ("say",), ("maybe",), ("perhaps",), ("like",),
    ("such", "as"), ("i", "guess"), ("probably",), ("best",), ("ideally",), ("preferably",),
)  # fmt: skip
_WITHIN = 4  # words for who
_HIDDEN = ("where", "it", "is", "out", "of", "sight")


@needs({"somewhere", "place", "someplace", "where", "that", "reach"})
def out_of_sight(words: Words, reader: SentenceReader) -> Words:
    """The words with such a place as one out of sight, or with the place that is named behind it instead."""
    for at in range(2, len(words) - 2):
        found = _hiding(words, at, reader) or _of_reach(words, at, reader)
        if found is None:
            continue
        end, is_hidden = found
        end, place = _place_behind(words, end, reader)
        return (*words[:at], *(place or (_HIDDEN if is_hidden else ())), *words[end:])
    return words


def _hiding(words: Words, at: int, reader: SentenceReader) -> tuple[int, bool] | None:
    """Where "somewhere the kids can't see them" ends that begins there, and whether it is about seeing."""
    lead = next((s for s in _SOMEWHERE if words[at : at + len(s)] == s), None)
    if lead is None:
        return None
    behind = spelt_out(words[at + len(lead) : at + len(lead) + _WITHIN + 6], reader.book.sentences)
    longer = len(behind) - len(words[at + len(lead) : at + len(lead) + _WITHIN + 6])
    if behind[:1] and behind[0] in _NOBODY:
        behind, longer = (behind[0], "can", "not", *behind[2:]), longer + 1
    cannot = next((i for i in range(1, _WITHIN) if behind[i : i + 2] in _CANNOT), None)
    if cannot is None or behind[0] in lx.PRONOUNS:
        return None
    verb = behind[cannot + 2 :]
    length = 1 if verb[:1] and verb[0] in _SEEING else next((len(g) for g in _GETTING if verb[: len(g)] == g), 0)
    if not length:
        return None
    end = cannot + 2 + length
    end += behind[end : end + 1] in (("it",), ("them",), ("these",), ("that",))
    return at + len(lead) + end - longer, verb[0] in _SEEING


def _of_reach(words: Words, at: int, reader: SentenceReader) -> tuple[int, bool] | None:
    """Where "out of reach of the kids" ends that begins there."""
    lead = next((o for o in _OUT_OF if words[at : at + len(o)] == o), None)
    if lead is None:
        return None
    end = at + len(lead)
    whose = without(words[end + 1 : end + 4], lx.ARTICLES) if words[end : end + 1] == ("of",) else ()
    if whose and whose[0] not in ENDS | {","}:
        end = next(i for i in range(end + 1, len(words)) if words[i] == whose[0]) + 1
    return end, False


def _place_behind(words: Words, at: int, reader: SentenceReader) -> tuple[int, Words]:
    """Past ", say in the cabinet": where it ends, and the place with its preposition; empty: no place is named."""
    begin = at + (words[at : at + 1] in ((",",), ("-",), (":",)))
    lead = next((f for f in _FOR_INSTANCE if words[begin : begin + len(f)] == f), ())
    start = begin + len(lead)
    side = reader.book.places.sides.find(words, start)
    end = named_place_end(words, start + side.length, reader) if side is not None else start
    if side is None or end == start + side.length:
        return at, ()
    place, comma = words[start:end], end + (words[end : end + 1] == (",",))
    tail = next((f for f in _FOR_INSTANCE if not lead and words[comma : comma + len(f)] == f), ())
    return (comma + len(tail) if tail else end), place
