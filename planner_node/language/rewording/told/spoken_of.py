# SPDX-License-Identifier: Apache-2.0
"""Who is asked after, or told of by what they do not want, before an order: "Where is Rosa? Take her a yogurt".

"Tom doesn't drink soda, give him the milk" asks for the milk alone, where the order names nothing that was denied.
"""

from __future__ import annotations

from collections.abc import Callable

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_ASKING = (("where", "is"), ("where's",), ("is",), ("have", "you", "seen"), ("do", "you", "see"))
_NOT = (("doesn't",), ("does", "not"), ("can't",), ("cannot",), ("can", "not"), ("won't",), ("never",))
_HAVING = frozenset("drink drinks eat eats like likes want wants need needs have has use uses take takes".split())
_THEM = frozenset({"her", "him", "them"})
_BEHIND = lx.ARTICLES | lx.NUMBERS.keys() | frozenset({"some", "to", "in", "on", "from", "another", "any", ",", "and"})
_FAR = 8  # words of what is told


def spoken_of(words: Words, reader: SentenceReader) -> Words:
    """The words with the person's name in the order, and without what was only denied."""
    if _THEM.isdisjoint(words):
        return words
    begin = 0
    for at in range(1, len(words) - 2):
        if words[at] not in ENDS | {","}:
            continue
        said, behind = words[begin:at], words[at + 1 :]
        end = next((i for i in range(len(behind)) if behind[i] in ENDS), len(behind))
        who = _asked_after(said, reader) if words[at] == "?" else _denied_to(said, behind[:end], reader)
        named = _with_name(behind[:end], who, reader) if who else behind[:end]
        if named != behind[:end]:
            before = words[: at + 1] if words[at] == "?" else words[:begin]
            return spoken_of((*before, *named, *behind[end:]), reader)
        begin = at + 1 if words[at] in ENDS else begin
    return words


def _asked_after(said: Words, reader: SentenceReader) -> Words:
    """The one person who a question is about; empty: it is about nobody, or several."""
    opening = next((a for a in _ASKING if said[: len(a)] == a), None)
    return _only_person(said[len(opening) :], reader) if opening is not None else ()


def _denied_to(said: Words, order: Words, reader: SentenceReader) -> Words:
    """Who does not want something that an order does not name; empty: nobody, or it names that."""
    who = _only_person(said, reader)
    denial = next((n for n in _NOT if who and said[len(who) : len(who) + len(n)] == n), None)
    verb = len(who) + len(denial) if denial is not None else len(said)
    what = said[verb + 1 :]
    if not what or len(said) > _FAR or said[verb] not in _HAVING:
        return ()
    names = [n.concept for i in range(len(what)) if (n := reader.names.match(what, i)) is not None]
    ordered = (reader.names.match(order, i) for i in range(len(order)))
    known = reader.names.ontology
    again = any(n is not None and any(_alike(n.concept, c, known.is_a) for c in names) for n in ordered)
    return who if names and not again and not set(what) & set(order) - lx.ARTICLES else ()


def _alike(one: str | None, other: str | None, is_a: Callable[[str, str], bool]) -> bool:
    return one is None or other is None or is_a(one, other) or is_a(other, one)


def _only_person(said: Words, reader: SentenceReader) -> Words:
    """The person whose name words begin with, if they name no other; empty: they begin with none."""
    first = reader.names.match(said, 0) if said else None
    if first is None or not reader.names.is_person(first):
        return ()
    others = (reader.names.match(said, i) for i in range(first.length, len(said)))
    return () if any(reader.names.is_person(n) for n in others) else said[: first.length]


def _with_name(order: Words, who: Words, reader: SentenceReader) -> Words:
    """An order with the name in place of "her" or "him", where that is no possessive."""
    bare = next((i for i in range(len(order)) if reader.starts_order(order[i:])), None)
    at = next((i for i in range(1, len(order)) if order[i] in _THEM), None)
    if bare is None or at is None or at < bare:
        return order
    ends = at + 1 == len(order) or order[at + 1] in _BEHIND
    return (*order[:at], *who, *order[at + 1 :]) if ends else order
