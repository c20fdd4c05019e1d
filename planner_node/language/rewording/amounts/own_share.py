# SPDX-License-Identifier: Apache-2.0
"""What each of several things is to have by it: "each plate should get its own fork", "give every flask a beaker"."""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import count_of
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx

_EACH = (("each", "of", "the"), ("every", "one", "of", "the"), ("each", "one", "of", "the"), ("each",), ("every",))
_ALL = (("all", "of", "the"), ("all", "the"), ("all",), ("both", "of", "the"), ("both",))
_GETTING = tuple(
    tuple(said.split())
    for said in (
        "should get", "should have", "shall get", "shall have", "must get", "must have", "has to get", "has to have",
        "is to get", "is to have", "ought to get", "ought to have", "gets", "get", "needs", "need", "wants", "deserves",
        "requires",
    )
)  # fmt: skip
_GIVING = (("give",), ("provide",), ("supply",), ("equip",))
_OWN = (("its", "own"), ("their", "own"), ("one", "of", "its", "own"))
_MOST_LOOKS = 3


def own_share(words: Words, reader: SentenceReader) -> Words:
    """The words with "put one fork for each plate" for what each plate is to have."""
    return each_sentence(words, lambda said: _order(said, reader) or _without_own(said))


def _order(words: Words, reader: SentenceReader) -> Words:
    """One sentence as an order; empty: it says nothing of what each thing is to have."""
    giving = next((g for g in _GIVING if words[: len(g)] == g), ())
    begin = len(giving)
    each = next((e for e in (*_EACH, *_ALL) if words[begin : begin + len(e)] == e), None)
    if each is None:
        return ()
    first = begin + len(each)
    noun = _noun_end(words, first, reader)
    if not noun:
        return ()
    placed = placing_end(words, noun, reader)
    getting = next((g for g in _GETTING if words[placed : placed + len(g)] == g), ())
    if not (giving or getting):
        return ()
    start = placed + len(getting) + (bool(giving) and words[placed : placed + 1] == ("with",))
    things = _things(words[start:], reader)
    return ("put", *things, "for", "each", *words[first:placed]) if things else ()


def _without_own(words: Words) -> Words:
    """With "a beer" for "their own beer" of what each of some people or places is to get."""
    own = next((i for i in range(2, len(words) - 2) if words[i : i + 2] in _OWN), 0)
    each = {"each", "every", "everyone", "everybody", "all", "both"} & set(words[:own])
    got = any(words[i : i + len(g)] == g for g in (*_GETTING, *_GIVING) for i in range(own))
    return (*words[:own], "a", *words[own + 2 :]) if own and each and got else words


def _noun_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind the name of things that are here, with their looks; 0: none begins there, or it is furniture or people."""
    for begin in range(at, min(len(words), at + _MOST_LOOKS + 1)):
        name = reader.names.match(words, begin)
        if name is not None:
            other = reader.names.is_place(name) or reader.names.is_person(name) or name.node_id is not None
            return begin + name.length if not other and count_of(name, (), reader) else 0
        if reader.book.adjectives.attribute(words[begin]) is None:
            return 0
    return 0


def _things(words: Words, reader: SentenceReader) -> Words:
    """So many things as are said, to the end of a sentence; empty: other words are among them, or no number."""
    own = next((o for o in _OWN if words[: len(o)] == o), ())
    words = ("one", *words[len(own) :]) if own else words
    at = 0
    while at < len(words):
        if words[at] not in lx.NUMBERS and words[at] not in ("a", "an") and not words[at].isdecimal():
            return ()
        begin = next(
            (
                i
                for i in range(at + 1, min(len(words), at + 2 + _MOST_LOOKS))
                if reader.names.match(words, i) is not None
            ),
            None,
        )
        name = reader.names.match(words, begin) if begin is not None else None
        if begin is None or name is None or reader.names.is_place(name) or reader.names.is_person(name):
            return ()
        at = begin + name.length
        if at < len(words):
            joint = 2 if words[at : at + 2] == (",", "and") else 1 if words[at] in (",", "and") else 0
            if not joint or at + joint == len(words):
                return ()
            at += joint
    return words
