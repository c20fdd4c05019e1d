# SPDX-License-Identifier: Apache-2.0
"""Some of a group told behind its place: "all toys go in the chest, also the ones on the sofa", "even the red one"."""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import count_of
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.sentence.shapes.parts import is_several, is_thing, named_place_end
from planner_node.language.words import lexicon as lx

_LEADS = (
    ("and", "also"), ("and", "even"), ("but", "also"), ("also",), ("even",), ("including",), ("and", "including"),
    ("that", "includes"), ("this", "includes"), ("which", "includes"), ("especially",), ("in", "particular"),
    ("particularly",), ("and", "especially"), ("and", "of", "course"),
)  # fmt: skip
_OF_THEM = frozenset({"even", "including", "includes", "especially", "particular", "particularly"})
_ALL = lx.DEFINITE | {"all", "every", "each", "any", "both", "everything", "whatever"}
_ANDS = frozenset({"and", ",", "then"})
_JOINTS = ENDS | {",", "-", "\u2013"}
_BEHIND = (("too",), ("as", "well"), ("also",), ("included",))
_THOSE = frozenset({"those", "these"})
_INTO = frozenset({"to", "into", "onto", "towards"})
_WHERE = (("that", "are"), ("that's",), ("that", "is"), ("which", "are"), ("which", "is"))


@needs({"also", "even", "including", "includes", "especially", "particular", "particularly", "course"})
def those_too(words: Words, reader: SentenceReader) -> Words:
    """With an order of their own for them, to the place of the group, so that where they are is no second place."""
    for at in range(5, len(words) - 2):
        lead = next((len(p) for p in _LEADS if words[at : at + len(p)] == p), 0)
        if not lead or words[at - 1] not in _JOINTS:
            continue
        end = sentence_end(words, at)
        begin = _last_order(words, sentence_begin(words, at - 1), at - 1, reader)
        order = words[begin : at - 1]
        found = _group(order, reader)
        are_of_them = words[at + lead - 1] in _OF_THEM
        some = _some(words[at + lead : end], reader, are_of_them)
        if found is None or some is None or (are_of_them and not _is_all(order[found[0] :], reader)):
            continue  # "two books, including the red one" are two in all
        reader.turned.add(words[at : at + lead])
        again = (*order[: found[0]], *some, *order[found[1] :])
        return those_too((*words[: at - 1], "and", *again, *words[end:]), reader)
    return words


def _last_order(words: Words, begin: int, end: int, reader: SentenceReader) -> int:
    """Where the last of several orders begins: "open the fridge and put the milk in the fridge"."""
    starts = (i for i in range(end - 1, begin, -1) if words[i - 1] in _ANDS and reader.starts_order(words[i:end]))
    return next(starts, begin)


def _group(order: Words, reader: SentenceReader) -> tuple[int, int] | None:
    """Where the things stand in words that say where they go; None: the words say something else."""
    sides, belonging = reader.book.places.sides, reader.book.verbs.belonging
    verb = reader.book.said_verbs.find(order, 0) if reader.starts_order(order) else None
    begin = verb.length if verb is not None else 0
    modals = reader.book.sentences.modals
    for at in range(begin + 1, len(order) - 1):
        stated = verb is None and (belonging.find(order, at) or modals.find(order, at)) is not None
        if stated:
            return (0, at) if _is_placed(order, at, reader) else None
        side = sides.find(order, at) if verb is not None else None
        if side is not None and at + side.length < named_place_end(order, at + side.length, reader) == len(order):
            return begin, at
    return None


def _is_all(things: Words, reader: SentenceReader) -> bool:
    """Whether words begin with all of a group: "the books", "every book", "books"."""
    name = reader.names.match(things, 0)
    return things[0] in _ALL or (name is not None and is_several(things, 0, name, reader))


def _is_placed(order: Words, at: int, reader: SentenceReader) -> bool:
    """Whether one place ends words, and no other stands before it."""
    sides = ((i, reader.book.places.sides.find(order, i)) for i in range(at + 1, len(order) - 1))
    ends = [named_place_end(order, i + side.length, reader) for i, side in sides if side is not None]
    return ends[-1:] == [len(order)] and len([end for end in ends if end == len(order)]) == len(ends)


def _some(words: Words, reader: SentenceReader, are_of_them: bool) -> Words | None:
    """The members, and where they are as a source; None: the words name none, or perhaps others with their place."""
    words = next((words[: -len(b)] for b in _BEHIND if words[-len(b) :] == b), words)
    if words[:1] and words[0] in _THOSE:
        words = ("the", "ones", *words[1:])
    if len(words) < 2 or words[0] not in lx.ARTICLES:
        return None
    for at in range(2, len(words) - 1):
        being = next((len(w) for w in _WHERE if words[at : at + len(w)] == w), 0)
        side = reader.book.places.sides.find(words, at + being) or reader.book.places.sources.find(words, at + being)
        if side is None:
            continue
        place = words[at + being + side.length :]
        if named_place_end(place, 0, reader) != len(place) or not place or words[at] in _INTO:
            return None
        return (*words[:at], "from", *place) if _are_there(words[:at], words[at + being :], reader) else None
    return words if words[-1] in lx.ONES or (are_of_them and is_thing(words, reader)) else None


def _are_there(words: Words, where: Words, reader: SentenceReader) -> bool:
    """Whether words name some of the group ("the ones"), or things that are at a place and thus not to go there."""
    if words[-1] in lx.ONES:
        return True
    names = ((i, reader.names.match(words, i)) for i in range(1, len(words)))
    name = next((name for i, name in names if name is not None and i + name.length == len(words)), None)
    return name is not None and count_of(name, where, reader) > 0
