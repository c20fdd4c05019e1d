# SPDX-License-Identifier: Apache-2.0
"""Several things that are named before which of them is meant: "of the two screwdrivers, put the shorter in the crate".

It is said as "put the shorter screwdriver in the crate"; in "of the crayons, two go in the box" they are two of them.
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end, singular
from planner_node.language.words import lexicon as lx

_OF = (("out", "of"), ("of",), ("from", "among"), ("among",))
_ALL = frozenset({"all"})


def of_several(words: Words, reader: SentenceReader) -> Words:
    """The words with the name of the things behind what is said of one or some of them."""
    begin = 0
    for at in range(len(words)):
        of = next((o for o in _OF if words[at : at + len(o)] == o), ()) if at == begin else ()
        comma = next((i for i in range(at, len(words)) if _closes(words, i, reader)), 0) if of else 0
        stop = next((i for i in range(comma, len(words)) if words[i] in ENDS), len(words)) if comma else 0
        things = _things(words[at + len(of) : comma], reader) if comma else None
        said = _with_them(opened(words[comma:stop], reader.book.sentences).words, *things, reader) if things else None
        if said is not None:
            reader.turned.add(of)
            reader.turned.add(words[at:comma])
            return (*words[:at], *said, *of_several(words[stop:], reader))
        if words[at] in ENDS:
            begin = at + 1
    return words


def _closes(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the things end there: at a comma, or before an order."""
    return words[at] == "," or (words[at] not in lx.ARTICLES and reader.starts_order(words[at:]))


def _things(words: Words, reader: SentenceReader) -> tuple[Words, Words, Words] | None:
    """The looks, the name and the places of "the two red mugs on the table"; None: something else is named."""
    if words[:1] == () or words[0] not in lx.DEFINITE | _ALL | lx.NUMBERS.keys():
        return None
    at = 1 + (words[:2] == ("all", "the"))
    at += words[at : at + 1] != () and (words[at] in lx.NUMBERS or words[at].isdecimal())
    begin = at
    while at < len(words) and reader.names.match(words, at) is None and reader.book.adjectives.attribute(words[at]):
        at += 1
    name = reader.names.match(words, at) if at < len(words) else None
    if name is None or not name.is_plural or reader.names.is_person(name):
        return None
    end = at + name.length
    behind = words[end:]
    if behind and (reader.names.is_place(name) or placing_end(behind, 0, reader) != len(behind)):
        return None
    return words[begin:at], words[at:end], behind


def _with_them(order: Words, looks: Words, name: Words, where: Words, reader: SentenceReader) -> Words | None:
    """An order with the name of the things; None: what is said there is not of one or some of them."""
    for at in range(len(order)):
        if order[at] in lx.DEFINITE:
            end = at + 1
            while end < len(order) and _tells_apart(order, end, reader):
                end += 1
            one = order[end : end + 1] != () and order[end] in lx.ONES
            if end > at + 1 and (one or _goes_on(order, end, reader)):
                several = one and order[end] == "ones"
                noun = name if several else singular(name, reader)
                return (*order[: at + 1], *order[at + 1 : end], *looks, *noun, *where, *order[end + one :])
            continue
        count = _count_end(order, at, reader)
        if count and _goes_on(order, count, reader):
            return (*order[:count], "of", "the", *looks, *name, *where, *order[count:])
    return None


def _tells_apart(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a word says which of several is meant: "shorter", "red", "biggest"."""
    if words[at] in lx.ONES or reader.names.match(words, at) is not None:
        return False
    ranked = reader.book.superlatives.find(words, at) is not None
    return ranked or reader.book.adjectives.attribute(words[at]) is not None or words[at].endswith(("er", "est"))


def _count_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind a number that stands there before no name, or "all but one"; 0: none does."""
    verb = at == 0 or words[at - 1] in (",", "and") or reader.book.said_verbs.find(words, 0) is not None
    if words[at : at + 2] == ("all", "but"):
        at += 2
    is_number = at < len(words) and (words[at] in lx.NUMBERS or words[at].isdecimal())
    named = at and (n := reader.names.match(words, at - 1)) is not None and n.length > 1
    return at + 1 if verb and is_number and not named and not _names(words, at + 1, reader) else 0


def _goes_on(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a place, a verb as "goes" or the end follows."""
    if at == len(words):
        return True
    known = reader.book
    tables = (known.places.sides, known.places.sources, known.verbs.belonging, known.sentences.modals)
    return words[at] in known.places.particles or any(table.find(words, at) is not None for table in tables)


def _names(words: Words, at: int, reader: SentenceReader) -> bool:
    return at < len(words) and reader.names.match(words, at) is not None
