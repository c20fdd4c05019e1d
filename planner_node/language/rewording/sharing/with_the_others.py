# SPDX-License-Identifier: Apache-2.0
"""A place told by what is there: "put the key card with the other one", "put the soap and the shampoo together".

Of two that are put together the first goes where the second is.
"""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.rewording.amounts.counted_here import several
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import side_in
from planner_node.language.words import lexicon as lx

_OTHERS = (("the", "other", "ones"), ("the", "others"), ("the", "rest", "of", "them"), ("the", "rest"))
_ONE = ("the", "other", "one")
_PUTTING = frozenset({"put", "place", "move", "bring", "take", "set", "lay", "store", "keep", "stow", "leave"})
_BRINGING = frozenset({"bring", "take", "leave"})  # "bring the cup and the plate together": at once
_TOGETHER = (("together",), ("next", "to", "each", "other"), ("side", "by", "side"), ("beside", "each", "other"))


def with_the_others(words: Words, reader: SentenceReader) -> Words:
    """The words with "where ... is" for such a place."""
    return each_sentence(words, lambda said: _with_others(said, reader) or _together(said, reader) or said)


def _with_others(words: Words, reader: SentenceReader) -> Words:
    """Of "... with the other cups"; empty: it says no such thing."""
    at = next((i for i in range(2, len(words) - 1) if words[i] == "with"), 0)
    if not at or words[0] not in _PUTTING or words[at + 1] != "the" or side_in(words[:at], reader):
        return ()
    if any(reader.book.places.sources.find(words, i) is not None for i in range(1, at)):
        return ()  # from where they are taken tells which the others are
    others = words[at + 1 :]
    noun = _noun_before(words, at, reader)
    if others == _ONE:
        return (*words[:at], "where", "the", "other", *noun, "is") if noun else ()
    if others in _OTHERS:
        return (*words[:at], "where", "the", "other", *several(noun, reader), "are") if noun else ()
    name = reader.names.match(others, 2) if others[1:2] == ("other",) else None
    whole = name is not None and 2 + name.length == len(others) and not reader.names.is_place(name)
    if name is None or not whole:
        return ()
    return (*words[:at], "where", *others, "are" if name.is_plural else "is")


def _together(words: Words, reader: SentenceReader) -> Words:
    """Of "put the soap and the shampoo together"; empty: it says no such thing, or names other than two things."""
    tail = next((t for t in _TOGETHER if words[-len(t) :] == t), ())
    if not tail or words[0] not in _PUTTING - _BRINGING or words.count("and") != 1:
        return ()
    at = words.index("and")
    first, second = words[1:at], words[at + 1 : len(words) - len(tail)]
    if first[:1] == () or second[:1] == () or first[0] in ("a", "an", "some", "all") or first[0] in lx.NUMBERS:
        return ()
    first = first if first[0] in lx.DEFINITE else ("the", *first)
    second = second if second[0] in lx.DEFINITE else ("the", *second)
    names = [reader.names.match(part, len(part) - 1) or reader.names.match(part, 1) for part in (first, second)]
    singular = all(n is not None and not n.is_plural and not reader.names.is_place(n) for n in names)
    if not singular or "," in words:
        return ()
    reader.turned.add(tail)
    return (words[0], *first, "where", *second, "is")


def _noun_before(words: Words, at: int, reader: SentenceReader) -> Words:
    """The name that ends right before a position, in the singular; empty: none does."""
    for begin in range(1, at):
        name = reader.names.match(words, begin)
        if name is not None and begin + name.length == at:
            noun = tuple(word for word in words[begin:at] if not word.isdecimal())
            one = noun[-1].removesuffix("s")
            return (*noun[:-1], one) if name.is_plural and plural(one) == noun[-1] else noun
    return ()
