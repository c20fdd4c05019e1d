# SPDX-License-Identifier: Apache-2.0
"""Whichever is so: "whichever table is nearest" is "the nearest table", and that of two that are named before it.

"On desk 1 or desk 3, whichever is closer" is "on the closer of desk 1 and desk 3".
"""

from __future__ import annotations

from planner_node.language.nouns.listed_choice import SEEN_FROM
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.words import lexicon as lx

_BEING = frozenset({"is", "are", "'s", "has", "be"})
_FITTING = frozenset({"right", "appropriate", "correct", "proper", "suitable"})
_MEANT_FOR = (
    ("for",),
    ("meant", "for"),
    ("intended", "for"),
    ("takes",),
    ("right", "for"),
    ("used", "for"),
    ("made", "for"),
)
_IT = frozenset({"it", "that", "this", "them"})
_LISTED = frozenset({"or", "and", ","})
_NEAR = 5  # words from "whichever" to its verb
_LONGEST = 12  # words of the things that are chosen among


def whichever_of(words: Words, reader: SentenceReader) -> Words:
    """The words with a look or a measure in place of "whichever is so"."""
    for at in range(len(words) - 4):
        is_one = words[at] == "whichever"
        be = next((i for i in range(at + 2, min(len(words) - 2, at + _NEAR)) if words[i] in _BEING), 0) if is_one else 0
        if be and words[be + 1] == "the" and reader.book.superlatives.find(words, be + 2):
            return whichever_of((*words[: be + 1], *words[be + 2 :]), reader)  # "whichever book is the thickest"
    for at in range(len(words) - 2):
        if words[at] not in ("whichever", "whatever"):
            continue
        found = _of_named_before(words, at, reader) or _of_those(words, at, reader) or _of_a_kind(words, at, reader)
        if found:
            return whichever_of(found, reader)
    return words


def _how(words: Words, at: int, reader: SentenceReader) -> tuple[Words, int]:
    """A measure or a look there, with where it ends; no words: there is none."""
    at += words[at : at + 1] == ("the",)
    book = reader.book
    measure = book.superlatives.find(words, at) or book.comparatives.find(words, at)
    if measure is not None:
        return words[at : at + measure.length], at + measure.length
    is_look = at < len(words) and book.adjectives.attribute(words[at]) is not None
    return (words[at : at + 1], at + 1) if is_look else ((), at)


def _ends(words: Words, at: int) -> bool:
    return at >= len(words) or words[at] in ENDS | {",", "and", "then", "to", "from"}


def _from_where(words: Words, at: int) -> tuple[Words, int]:
    """The words from "to" up to the end of the sentence, where distances are measured from, with where they end."""
    if words[at : at + 1] not in (("to",), ("from",)):
        return (), at
    end = sentence_end(words, at, ENDS | {",", "and", "then"})
    return words[at + 1 : end], end


def _of_named_before(words: Words, at: int, reader: SentenceReader) -> Words:
    """For "desk 1 or desk 3, whichever is closer"; empty: that does not stand there."""
    how, end = _how(words, at + 2, reader) if words[at + 1] in _BEING else ((), at)
    measured = bool(how) and reader.book.adjectives.attribute(how[0]) is None
    stop = at - (words[at - 1] in (",", "-"))
    begin = _list_begins(words, stop, reader) if measured else stop
    if begin == stop or not _ends(words, end):
        return ()
    origin, end = _from_where(words, end)
    things = tuple("and" if word == "or" else word for word in words[begin:stop] if word != "either")
    seen = (*SEEN_FROM, *origin) if origin else ()
    return (*words[:begin], "the", *how, "of", *things, *seen, *words[end:])


def _list_begins(words: Words, stop: int, reader: SentenceReader) -> int:
    """Where a list with "or" begins that ends there; its end: none does."""
    if "or" not in words[max(0, stop - _LONGEST) : stop]:
        return stop
    begin = stop
    for at in range(max(0, stop - _LONGEST), stop):
        name_at = at + (words[at] in lx.DEFINITE)
        if words[at] == "either" or reader.names.match(words, name_at) is None:
            continue
        if _is_list(words[at:stop], reader):
            begin = at
            break
    return begin - (begin < stop and words[begin - 1] == "either")


def _is_list(words: Words, reader: SentenceReader) -> bool:
    """Whether words are names joined by "or", and nothing else."""
    at, joined = 0, 0
    while at < len(words):
        at += words[at] in lx.DEFINITE
        while at < len(words) and reader.names.match(words, at) is None:
            if reader.book.adjectives.attribute(words[at]) is None:
                return False
            at += 1
        name = reader.names.match(words, at)
        if name is None:
            return False
        at += name.length
        if at == len(words):
            return joined > 0
        if words[at] not in _LISTED:
            return False
        joined += words[at] == "or"
        at += 1 + (words[at : at + 2] == (",", "or"))
        at += at < len(words) and reader.book.places.sides.find(words, at) is not None
    return False


def _of_those(words: Words, at: int, reader: SentenceReader) -> Words:
    """For "whichever of table 2 and table 3 is closer to the sofa"; empty: that does not stand there."""
    if words[at + 1] != "of":
        return ()
    be = next((i for i in range(at + 2, min(len(words), at + _LONGEST)) if words[i] in _BEING), None)
    how, end = _how(words, be + 1, reader) if be is not None else ((), at)
    things = tuple("and" if word == "or" else word for word in words[at + 2 : be or at])
    if be is not None and how and reader.book.adjectives.attribute(how[0]) is not None and "and" not in things:
        noun = next((i for i in range(len(things)) if reader.names.match(things, i) is not None), 0)
        return (*words[:at], *things[:noun], *how, *things[noun:], *words[end:])  # "whichever of the pens is blue"
    if be is None or not how or not _ends(words, end):
        return ()
    origin, end = _from_where(words, end)
    return (*words[:at], "the", *how, "of", *things, *((*SEEN_FROM, *origin) if origin else ()), *words[end:])


def _of_a_kind(words: Words, at: int, reader: SentenceReader) -> Words:
    """For "whichever table is free", "whichever bin is for metal"; empty: that does not stand there."""
    name = reader.names.match(words, at + 1)
    if name is None or not reader.names.is_present(name):
        return ()
    end = at + 1 + name.length
    kind, is_told = words[at + 1 : end], words[end : end + 1]
    if not reader.names.is_place(name):  # "whichever pie is bigger"
        how, behind = _how(words, end + 1, reader) if is_told == ("is",) else ((), end)
        measured = bool(how) and reader.book.adjectives.attribute(how[0]) is None
        return (*words[:at], "the", *how, *kind, *words[behind:]) if measured and _ends(words, behind) else ()
    if is_told == ("is",):
        how, behind = _how(words, end + 1, reader)
        if how and _ends(words, behind):
            is_measured = reader.book.adjectives.attribute(how[0]) is None
            if is_measured and words[behind : behind + 1] in (("to",), ("from",)):
                origin, stop = _from_where(words, behind)
                nearest = ("nearest",) if reader.book.comparatives.find(how, 0) else how
                return (*words[:at], "the", *kind, *nearest, "to", *origin, *words[stop:])
            book = reader.book.places
            is_placed = book.sides.find(words, at - 1) is not None or book.sources.find(words, at - 1) is not None
            if not is_measured and not is_placed:
                return ()  # "close whichever window is open"
            return (*words[:at], "the" if is_measured else "a", *how, *kind, *words[behind:])
        if words[end + 1 : end + 2] != () and words[end + 1] in _FITTING:
            it = words[end + 2 : end + 3] == ("for",) and words[end + 3 : end + 4] != () and words[end + 3] in _IT
            if it or _ends(words, end + 2):
                return (*words[:at], "the", "right", *kind, *words[end + (4 if it else 2) :])
    begin = end + (is_told == ("is",))
    lead = next((p for p in sorted(_MEANT_FOR, key=len, reverse=True) if words[begin : begin + len(p)] == p), ())
    what = words[begin + len(lead) : begin + len(lead) + 1] if lead else ()
    named = reader.names.match((*what, *kind), 0) if what else None
    if named is not None and named.length == 1 + len(kind) and reader.names.is_present(named):
        return (*words[:at], "the", *what, *kind, *words[begin + len(lead) + 1 :])
    if lead and reader.names.ontology.is_a(name.concept or "", "bin"):  # each thing goes into the bin for its kind
        stop = sentence_end(words, begin, ENDS | {",", "and", "then"})
        return (*words[:at], "the", "right", *kind, *words[stop:])
    return ()
