# SPDX-License-Identifier: Apache-2.0
"""How many things may be somewhere: "only one book should be left on the table", "don't leave more than two there"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.words import lexicon as lx

_BOUNDS = (("at", "most"), ("no", "more", "than"), ("not", "more", "than"), ("up", "to"), ("only",), ("just",))
_MAY = frozenset({"may", "should", "can", "must", "shall", "might", "could", "are", "is"})
_STAY = (
    ("be", "left"), ("be", "kept"), ("be", "allowed"), ("stay",), ("remain",), ("to", "stay"), ("to", "remain"),
    ("to", "be", "left"), ("allowed",), ("left",), ("lie",), ("be",),
)  # fmt: skip
_THERE = frozenset({"should", "may", "can", "must", "shall"})
_TOO_MANY = (("don't", "leave"), ("do", "not", "leave"), ("don't", "keep"), ("do", "not", "keep"))
_OTHERS = (("the", "rest"), ("the", "others"), ("the", "other", "ones"))
_LONGEST = 5  # words of the things


def at_most(words: Words, reader: SentenceReader) -> Words:
    """Each such sentence as an order to leave so many; what is said of the others right behind says where they go."""
    found: list[str] = []
    begin = 0
    for at, word in enumerate((*words, "")):
        if word in ENDS or at == len(words):
            sentence = words[begin:at]
            found += _allowed(sentence, reader) or _too_many(sentence) or _there(sentence) or sentence
            found += words[at : at + 1]
            begin = at + 1
    return _with_the_others(tuple(found), reader)


def _bound(words: Words) -> int:
    """How many words there bound a number behind them; 0: none do."""
    bound = next((b for b in _BOUNDS if words[: len(b)] == b), ())
    single = words[len(bound) : len(bound) + 2] == ("a", "single")
    number = words[len(bound) + single : len(bound) + single + 1]
    return len(bound) if bound and number and (number[0] in lx.NUMBERS or number[0].isdecimal()) else 0


def _allowed(words: Words, reader: SentenceReader) -> Words | None:
    """Past "at most two tools may stay on the bench"."""
    length = _bound(words)
    ends = range(length + 2, min(len(words), length + 2 + _LONGEST)) if length else range(0)
    may = next((i for i in ends if words[i] in _MAY), None)
    stay = next((s for s in _STAY if may is not None and words[may + 1 : may + 1 + len(s)] == s), None)
    if may is None or stay is None:
        return None
    place = words[may + 1 + len(stay) :]
    if reader.book.places.sides.find(place, 0) is None:
        return None
    return ("leave", "at", "most", *words[length:may], *place)


def _too_many(words: Words) -> Words | None:
    """Past "don't leave more than two tools on the bench"."""
    denied = next((d for d in _TOO_MANY if words[: len(d)] == d), None)
    if denied is None or words[len(denied) : len(denied) + 2] != ("more", "than"):
        return None
    return ("leave", "at", "most", *words[len(denied) + 2 :])


def _there(words: Words) -> Words | None:
    """Past "there should be no more than two cups on the table"."""
    begins = words[:1] == ("there",) and words[1:2] and words[1] in _THERE and words[2:3] == ("be",)
    length = _bound(words[3:]) if begins else 0
    return ("leave", "at", "most", *words[3 + length :]) if length else None


def _with_the_others(words: Words, reader: SentenceReader) -> Words:
    """With "put the rest in the box" behind it as what is asked for."""
    if words[:3] != ("leave", "at", "most"):
        return words
    joint = sentence_end(words, 4, {",", ".", ";", "and"})
    said, behind = words[3:joint], without(words[joint:], {",", ".", ";", "and", "then"})
    verb = reader.book.said_verbs.find(behind, 0)
    rest = behind[verb.length if verb is not None else 0 :]
    others = next((o for o in _OTHERS if rest[: len(o)] == o), None)
    if others is None:
        return words
    goes = rest[len(others) :]
    belongs = reader.book.verbs.belonging.find(goes, 0)
    goes = goes[belongs.length :] if belongs is not None else goes
    if reader.book.places.sides.find(goes, 0) is None:
        return words
    return ("put", "all", "but", *said, *goes)
