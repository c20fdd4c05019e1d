# SPDX-License-Identifier: Apache-2.0
"""How many are meant, said behind the order: "put the gloves on the trolley, two of them", "..., at least two"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import MARKS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx

_BOUNDS = (("at", "least"), ("at", "most"), ("no", "more", "than"), ("not", "more", "than"), ("up", "to"))
_ONLY = (("just",), ("only",), ("but", "only"), ("and", "only"))
_NO = frozenset({"no", "nope", "wait", "sorry"})
_OF_THEM = (("of", "them"), ("of", "those"), ("of", "these"))
_FEW = frozenset({"one", "two", "three"})
_ALL = (
    *(("all", "of", "the"), ("all", "the"), ("all",), ("the",), ("some",), ("any",)),
    *(("both", "of", "the"), ("both", "the"), ("both",)),
)
_LAST = frozenset({"actually", "though", "please", "really", "after", "all", "rather", "then", "instead"})


@needs(MARKS)
def how_many_of_them(words: Words, reader: SentenceReader) -> Words:
    """The words with such a number before the things."""
    for at in range(2, len(words) - 1):
        if words[at] not in MARKS:
            continue
        begin, end = sentence_begin(words, at), sentence_end(words, at)
        stop = next((i for i in range(at + 1, end) if words[i] in MARKS), end)  # "gloves, two of them, to the counter"
        said = _number(words[at + 1 : stop])
        if said is None or (stop < end and words[stop + 1 : stop + 2] == ()):
            continue
        taken_back = words[at - 1] in _NO and words[at - 2] in MARKS  # "..., no, only two of them"
        order = (*words[begin : at - 2 * taken_back], *words[stop + (stop < end) : end])
        counted = so_many_of(order, said, reader)
        if counted is not None:
            reader.turned.add(words[at + 1 : stop])
            return how_many_of_them((*words[:begin], *counted, *words[end:]), reader)
    return words


def so_many_of(order: Words, number: Words, reader: SentenceReader) -> Words | None:
    """An order for so many of its things: "put two of the gloves ..."; None: they are no several, or counted.

    Args:
        order: with a verb.
        number: words for how many, perhaps with a bound before it.
        reader: knows the names.
    """
    verb = reader.book.said_verbs.find(order, 0)
    last = max((i + 1 for i, word in enumerate(order) if word == "with"), default=0)  # "stock the shelf with cups"
    if verb is not None and reader.starts_order(order):
        found = _counted(order, number, verb.length, reader)
        return None if last and found else found or (_counted(order, number, last, reader) if last else None)
    return _counted(order, number, last, reader) if last else None


def _counted(order: Words, number: Words, begin: int, reader: SentenceReader) -> Words | None:
    """The order with the number before the several things that begin there; None: none do."""
    lead: Words = next((a for a in _ALL if order[begin : begin + len(a)] == a), ())
    first = begin + len(lead)
    at = first
    while at < len(order) and reader.book.adjectives.attribute(order[at]) is not None:
        at += 1
    name = reader.names.match(order, at) if at < len(order) else None
    if name is None or not name.is_plural or name.node_id is not None or reader.names.is_place(name):
        return None
    end = at + name.length
    noun = order[at:end]
    certain = "the" in lead and len(number) == 1
    if not certain and number in (("one",), ("1",)):
        noun = singular(noun, reader) or noun
    return (*order[:begin], *number, *(("of", "the") if certain else ()), *order[first:at], *noun, *order[end:])


def _number(said: Words) -> Words | None:
    """The words for how many, with a bound before it; None: something else is said."""
    while len(said) > 1 and said[-1] in _LAST:
        said = said[:-1]
    of = next((o for o in _OF_THEM if said[-len(o) :] == o), ())
    said = said[: len(said) - len(of)]
    only = next((o for o in _ONLY if said[: len(o)] == o), ())
    bare = said[len(only) :]
    bound: Words = next((b for b in _BOUNDS if bare[: len(b)] == b), ())
    number = bare[len(bound) :]
    if only and not bound and number[:1] == ("the",) and len(number) == 2 and number[1] in _FEW:  # "just the one"
        bare = number = number[1:]
    is_number = len(number) == 1 and (number[0] in lx.NUMBERS or number[0].isdigit()) and number[0] not in ("both", "a")
    return bare if is_number and (of or only or bound) else None
