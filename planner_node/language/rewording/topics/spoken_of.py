# SPDX-License-Identifier: Apache-2.0
"""Who is asked after, or told of by what they do not want, before an order: "Where is Rosa? Take her a yogurt".

"Tom doesn't drink soda, give him the milk" asks for the milk alone, where the order names nothing that was denied.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.words import lexicon as lx

_ASKING = (("where", "is"), ("where's",), ("is",), ("have", "you", "seen"), ("do", "you", "see"))
_NOT = (("doesn't",), ("does", "not"), ("can't",), ("cannot",), ("can", "not"), ("won't",), ("never",))
_HAVING = frozenset("drink drinks eat eats like likes want wants need needs have has use uses take takes".split())
_DO_NOT = (("do", "not"), ("don't",), ("never",))
_GIVING = frozenset({"give", "bring", "hand", "pass", "get", "fetch", "serve", "offer"})
_BUT = frozenset({"but", "and", "rather", "just"})
_THEM = frozenset({"her", "him", "them"})
_BEHIND = lx.ARTICLES | lx.NUMBERS.keys() | frozenset({"some", "to", "in", "on", "from", "another", "any", ",", "and"})
_OTHER_ONE = (("another", "one"), ("any", "other", "one"), ("some", "other", "one"), ("a", "different", "one"))
_FAR = 8  # words of what is told


@needs(ENDS | _THEM | {","})
def spoken_of(words: Words, reader: SentenceReader) -> Words:
    """The words with the person's name in the order, and without what was only denied."""
    words = _given_instead(words, reader)
    if _THEM.isdisjoint(words):
        return words
    begin = 0
    for at in range(1, len(words) - 2):
        if words[at] not in ENDS | {",", ":"}:
            continue
        said, behind = words[begin:at], words[at + 1 :]
        end = sentence_end(behind, 0)
        who = _asked_after(said, reader) if words[at] == "?" else _denied_to(said, behind[:end], reader)
        told = () if who or words[at] == "?" else _told_of(said, reader)
        them = _THEM - {"them"} if told and _names_thing(said, reader) else _THEM
        named = _with_name(behind[:end], who or told, reader, them) if who or told else behind[:end]
        if named != behind[:end]:
            before = words[: at + 1] if words[at] == "?" or told else words[:begin]
            return spoken_of((*before, *named, *behind[end:]), reader)
        begin = at + 1 if words[at] in ENDS else begin
    return words


def _given_instead(words: Words, reader: SentenceReader) -> Words:
    """The words without a gift that is denied before another: "don't give Anna the cake, give her a cupcake"."""
    begin = 0
    for at in range(3, len(words) - 2):
        if words[at] not in ENDS | {","}:
            continue
        end = sentence_end(words, at + 1)
        said, order = words[begin:at], without(words[at + 1 : end], _BUT)
        gift = _denied_gift(said, reader)
        other = _another(order, gift[1], reader) if gift is not None and order[:1] and order[0] in _GIVING else None
        if other is not None:
            return (*words[:begin], *other, *words[end:])
        if gift is not None and order[:1] and order[0] in _GIVING and not _names_any(order, gift[1], reader):
            order = order[:-1] if order[-1:] == ("instead",) else order
            named = _with_name(order, gift[0], reader)
            if named != order or order[1:2] == gift[0]:
                return (*words[:begin], *named, *words[end:])
        begin = at + 1 if words[at] in ENDS else begin
    return words


def _another(order: Words, denied: Words, reader: SentenceReader) -> Words | None:
    """An order for "another one" than what is denied, with its kind; None: it asks for no such thing."""
    for at in range(1, len(order)):
        length = next((len(o) for o in _OTHER_ONE if order[at : at + len(o)] == o), 0)
        first = next((i for i in range(len(denied)) if reader.names.match(denied, i) is not None), 0)
        name = reader.names.match(denied, first)
        if length and name is not None and denied[0] in lx.ARTICLES:
            noun = ("a", *denied[first : first + name.length])
            return (*order[:at], *noun, *order[at + length :], ",", "but", "not", *denied)
    return None


def _denied_gift(said: Words, reader: SentenceReader) -> tuple[Words, Words] | None:
    """To whom something is not to be given, and what; None: the words say no such thing."""
    denial = next((d for d in _DO_NOT if said[: len(d)] == d), None)
    verb = len(denial) if denial is not None else len(said)
    if said[verb : verb + 1] == () or said[verb] not in _GIVING:
        return None
    rest = said[verb + 1 :]
    who = rest[:1] if rest[:1] and rest[0] in lx.SPEAKERS else _only_person(rest, reader)
    if who:
        return who, rest[len(who) :]
    at = rest.index("to") if "to" in rest[1:-1] else 0
    who = _only_person(rest[at + 1 :], reader) if at else ()
    return (who, rest[:at]) if who else None


def _names_any(order: Words, what: Words, reader: SentenceReader) -> bool:
    """Whether an order names something of what is denied."""
    names = [n.concept for i in range(len(what)) if (n := reader.names.match(what, i)) is not None]
    ordered = (reader.names.match(order, i) for i in range(len(order)))
    is_a = reader.names.ontology.is_a
    things = (n for n in ordered if n is not None and not reader.names.is_person(n))
    return not names or any(_alike(n.concept, c, is_a) for n in things for c in names)


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


def _told_of(said: Words, reader: SentenceReader) -> Words:
    """The only person whom a statement names: "it's Anna's birthday today"; empty: it names nobody, or is an order."""
    bare = tuple(word.removesuffix("'s") for word in said)
    named = [i for i in range(len(bare)) if reader.names.is_person(reader.names.match((bare[i],), 0))]
    is_order = any(reader.starts_order(said[i:]) for i in range(min(len(said), _FAR)))
    counted = len(named) == 1 and named[0] > 0 and bare[named[0] - 1] in lx.NUMBERS  # "two people will be eating"
    return (bare[named[0]],) if len(named) == 1 and not (is_order or counted) else ()


def _alike(one: str | None, other: str | None, is_a: Callable[[str, str], bool]) -> bool:
    return one is None or other is None or is_a(one, other) or is_a(other, one)


def _only_person(said: Words, reader: SentenceReader) -> Words:
    """The person whose name words begin with, if they name no other; empty: they begin with none."""
    first = reader.names.match(said, 0) if said else None
    if first is None or not reader.names.is_person(first):
        return ()
    others = (reader.names.match(said, i) for i in range(first.length, len(said)))
    return () if any(reader.names.is_person(n) for n in others) else said[: first.length]


def _names_thing(said: Words, reader: SentenceReader) -> bool:
    """Whether words name something that "them" could be."""
    names = (reader.names.match(said, i) for i in range(len(said)))
    return any(n is not None and not reader.names.is_person(n) and not reader.names.is_place(n) for n in names)


def _with_name(order: Words, who: Words, reader: SentenceReader, them: Collection[str] = _THEM) -> Words:
    """An order with the name in place of "her" or "him", where that is no possessive."""
    bare = next((i for i in range(len(order)) if reader.starts_order(order[i:])), None)
    at = next((i for i in range(1, len(order)) if order[i] in them), None)
    if bare is None or at is None or at < bare:
        return order
    ends = at + 1 == len(order) or order[at + 1] in _BEHIND
    return (*order[:at], *who, *order[at + 1 :]) if ends else order
