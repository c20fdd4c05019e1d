# SPDX-License-Identifier: Apache-2.0
"""What is wanted if the best cannot be had, said before the order or without "or".

"If there is no lime, a lemon will do - put it on table 3" is "put a lime on table 3, otherwise a lemon"; "a syringe
preferably, a pipette at worst" is "a syringe, or at worst a pipette".
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_end, skipped, without
from planner_node.language.sentence.shapes.parts import is_thing

_IT = frozenset({"it", "that", "them", "those", "one", "some"})
_PREFERRED = (("preferably",), ("ideally",), ("if", "possible"), ("by", "preference"), ("for", "preference"))
_ANY = frozenset({"no", "any", "a", "an", "more", "left", "the"})
_FAR = 6  # words of what is wanted


def second_best(words: Words, reader: SentenceReader) -> Words:
    """The words with the best in the order, and "otherwise" before the second best."""
    words = _preferably(words, reader)
    for at in range(len(words) - 8):
        if at == 0 or words[at - 1] in ENDS:
            order = _order(words[at:], reader)
            if order is not None:
                return (*words[:at], *order)
    return words


def _order(words: Words, reader: SentenceReader) -> Words | None:
    """The order behind "if there is no lime, a lemon will do", with what follows it; None: nothing is said so."""
    known = reader.book.sentences
    comma = words.index(",") if "," in words else 0
    end = next((i for i in range(comma + 1, len(words)) if words[i] in ENDS | MARKS), 0)
    stop = sentence_end(words, end + 1)
    case = skipped(spelt_out(words[:comma], known), known.if_so)
    second, order = words[comma + 1 : end], opened(words[end + 1 : stop], known).words
    ends = ((i, known.will_do.find(second, i)) for i in range(1, len(second)))
    will_do = next((i for i, found in ends if found is not None and i + found.length == len(second)), 0)
    best = _lacking(case, reader) if case and will_do else ()
    pronoun = next((i for i, word in enumerate(order) if word in _IT), None)
    if not best or pronoun is None or not reader.starts_order(order) or not is_thing(second[:will_do], reader):
        return None
    said = tuple(word for word in (*order[:pronoun], *best, *order[pronoun + 1 :]) if word != "instead")
    return (*said, ",", "otherwise", *second[:will_do], *words[stop:])


def _lacking(case: Words, reader: SentenceReader) -> Words:
    """What there is none of; empty: a condition says something else."""
    known = reader.book.sentences
    exists = skipped(case, known.exists)
    lacks = skipped(case, known.lacks) if exists is None or exists[:1] != ("no",) else exists
    thing = without(lacks or (), _ANY)
    for at in range(1, len(thing)):
        if (found := known.at_hand.find(thing, at)) is not None and at + found.length == len(thing):
            thing = thing[:at]
            break
    name = reader.names.match(thing, 0) if is_thing(thing, reader) else None
    if name is None:
        return ()
    several = name.is_plural or thing[-1] in reader.book.nouns.collectives
    return ("some", *thing) if several else ("a", *thing)


def _preferably(words: Words, reader: SentenceReader) -> Words:
    """With "or" before "a pipette at worst" behind "a syringe preferably,"."""
    known = reader.book.sentences
    for at in range(1, len(words) - 3):
        said = next((p for p in _PREFERRED if words[at : at + len(p)] == p), None)
        comma = at + len(said) if said is not None else 0
        if said is None or words[comma : comma + 1] not in ((",",), ("-",)) or not _ends_in_thing(words[:at], reader):
            continue
        begin = comma + 1
        for end in range(begin + 1, min(len(words), begin + _FAR)):
            found = known.will_do.find(words, end)
            if found is not None and is_thing(words[begin:end], reader):
                rest = words[end + found.length :]
                rest = rest[1:] if rest[:1] == (",",) and rest[1:] else rest
                return (*words[:at], "or", "at", "worst", *words[begin:end], *rest)
    return words


def _ends_in_thing(words: Words, reader: SentenceReader) -> bool:
    return any(is_thing(words[i:], reader) for i in range(max(0, len(words) - _FAR), len(words)))
