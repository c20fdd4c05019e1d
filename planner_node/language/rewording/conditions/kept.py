# SPDX-License-Identifier: Apache-2.0
"""What stays while all else goes.

"Clear the table to the counter, but keep the napkin there"; "keep one here, the others go to the shelf"; "the balloons
stay, everything else on the sofa goes to the table".
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, skipped, without
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({",", "and", "but", ";"})
_KEEP = frozenset({"keep", "leave"})
_ONLY = frozenset({"only", "just", "merely"})
_THERE = (("there",), ("on", "it"), ("in", "it"), ("where", "it", "is"), ("where", "they", "are"))
_ALL = frozenset({"everything", "all", "clear", "empty", "anything", "whatever"})
_STAY = frozenset({"stay", "stays", "remain", "remains"})
_OTHERS = (("the", "others"), ("the", "rest"), ("the", "other", "ones"), ("all", "others"), ("all", "the", "others"))
_ELSE = (("everything", "else"), ("all", "else"), ("anything", "else"))


def kept(words: Words, reader: SentenceReader) -> Words:
    """The words with what stays as an exception from what goes."""
    end = next((i for i, word in enumerate(words) if word in ENDS - {";"}), len(words))
    sentence = words[:end]
    found = _staying(sentence, reader) or _some_kept(sentence, reader) or _left_there(sentence, reader)
    return words if found is None else (*found, *words[end:])


def _left_there(words: Words, reader: SentenceReader) -> Words | None:
    """Behind an order about everything: "and leave only the stapler there"."""
    there = next((t for t in _THERE if words[-len(t) :] == t), None)
    at = next((i for i in range(3, len(words) - 2) if words[i] in _KEEP and words[i - 1] in _JOINTS), None)
    if there is None or at is None or _ALL.isdisjoint(words[:at]):
        return None
    thing = without(words[at + 1 : len(words) - len(there)], _ONLY)
    order = _bare(words[:at])
    return (*order, ",", "except", *thing) if _is_thing(thing, reader) and reader.starts_order(order) else None


def _some_kept(words: Words, reader: SentenceReader) -> Words | None:
    """Past "keep one beaker on bench 1, the others (on it) go to the shelf"."""
    comma = next((i for i, word in enumerate(words) if word in {",", ";", "and"} and i > 3), None)
    if words[:1] == () or words[0] not in _KEEP or comma is None:
        return None
    said = words[1:comma]
    number = lx.NUMBERS.get(said[0]) if said else None
    sides = reader.book.places.sides
    at = next((i for i in range(1, len(said)) if sides.find(said, i) is not None), None)
    goes = _where_others_go(without(words[comma:], _JOINTS), reader)
    if number is None or at is None or goes is None:
        return None
    thing, place = said[1:at], said[at:]
    return ("put", "all", "but", said[0], *thing, *place, *goes) if reader.names.match(thing, 0) is not None else None


def _where_others_go(words: Words, reader: SentenceReader) -> Words | None:
    others = next((o for o in _OTHERS if words[: len(o)] == o), None)
    if others is None:
        return None
    rest = words[len(others) :]
    rest = next((rest[len(t) :] for t in _THERE if rest[: len(t)] == t), rest)
    return skipped(rest, reader.book.verbs.belonging)


def _staying(words: Words, reader: SentenceReader) -> Words | None:
    """Past "the balloons stay, everything else on the sofa goes to the side table"."""
    comma = next((i for i, word in enumerate(words) if word in _JOINTS and i > 1), None)
    at = next((i for i in range(1, comma) if words[i] in _STAY), None) if comma else None
    if comma is None or at is None or len(words[at:comma]) > 3 or not _is_thing(words[:at], reader):
        return None
    behind = without(words[comma:], _JOINTS)
    all_else = next((e for e in _ELSE if behind[: len(e)] == e), None)
    if all_else is None:
        return None
    rest = behind[len(all_else) :]
    goes = next((i for i in range(len(rest)) if reader.book.verbs.belonging.find(rest, i) is not None), None)
    place = skipped(rest[goes:], reader.book.verbs.belonging) if goes is not None else None
    return None if place is None else ("put", "everything", *rest[:goes], "except", *words[:at], *place)


def _is_thing(words: Words, reader: SentenceReader) -> bool:
    """Whether words name a thing that can be told from others."""
    bare = without(words, lx.ARTICLES | set(lx.NUMBERS))
    at = next((i for i in range(len(bare)) if reader.names.match(bare, i) is not None), None)
    name = reader.names.match(bare, at) if at is not None else None
    return name is not None and at is not None and at + name.length == len(bare) and words != bare


def _bare(words: Words) -> Words:
    while words and words[-1] in _JOINTS:
        words = words[:-1]
    return words
