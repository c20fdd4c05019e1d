# SPDX-License-Identifier: Apache-2.0
"""What is said first of what follows: "respectively put ...", "apart from the cup, put everything ..."."""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, without
from planner_node.language.words import lexicon as lx

_NOT_MOVED = frozenset({"not", "and not", "but not", "without", "minus", "besides", "but leave"})


def fronted(words: Words, reader: SentenceReader) -> Words:
    """With what is said first where it is said else: behind the order, each sentence by itself."""
    found: list[str] = []
    begin = 0
    for at in range(len(words) + 1):
        if at == len(words) or words[at] in ENDS:
            sentence = _each_with_its_place(_order_last(words[begin:at], reader), reader)
            found += [*_exception_last(sentence, reader), *words[at : at + 1]]
            begin = at + 1
    return tuple(found)


def _order_last(words: Words, reader: SentenceReader) -> Words:
    """With "respectively" at the end where it stands before or right behind the verb."""
    table = reader.book.quantities.respectively
    for at in range(len(words)):
        found = table.find(words, at)
        if found is None:
            continue
        before, behind = words[:at], words[at + found.length :]
        first = not before or (reader.starts_order(before) and reader.book.places.sides.find(words, at - 1) is None)
        return (*before, *behind, *words[at : at + found.length]) if first and len(behind) > 2 else words
    return words


def _each_with_its_place(words: Words, reader: SentenceReader) -> Words:
    """With the noun of all in place of "one": "the candles, one on the table and one on the counter"."""
    comma = next((i for i, word in enumerate(words) if word in {",", ":"}), 0)
    rest = words[comma + 1 :]
    if comma < 2 or not rest or rest[0] not in lx.NUMBERS:
        return words
    verb = reader.book.said_verbs.find(words, 0)
    begin = verb.length if verb is not None and reader.names.match(words, 0) is None else 0
    noun = without(words[begin:comma], lx.ARTICLES)
    name = reader.names.match(noun, 0)
    if name is None or name.length != len(noun) or not name.is_plural or reader.names.is_place(name):
        return words
    sides = reader.book.places.sides
    found: list[str] = []
    for at, word in enumerate(rest):
        is_number = word in lx.NUMBERS and sides.find(rest, at + 1) is not None
        found += [word, *noun] if is_number else [word]
    order = words[:begin] if begin else ("put",)
    return (*order, *found) if len(found) > len(rest) else words


def _exception_last(words: Words, reader: SentenceReader) -> Words:
    """With "apart from the cup" behind the things of the order that follows its comma."""
    excepted = reader.book.nouns.excepted.find(words, 0)
    comma = words.index(",") if "," in words else 0
    if excepted is None or comma <= excepted.length or " ".join(words[: excepted.length]) in _NOT_MOVED:
        return words
    order = words[comma + 1 :]
    return (*order, *words[:comma]) if len(order) > 2 else words
