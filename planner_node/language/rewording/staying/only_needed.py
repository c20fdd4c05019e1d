# SPDX-License-Identifier: Apache-2.0
"""How many somebody needs and no more, before the order that is about them and the others.

"I only need one crayon, so put the others in the chest" puts all but one of the crayons there; "we only sleep on two
pillows, so leave two on the bed and move the rest to the shelf" leaves two pillows.
"""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx

_ONLY = frozenset({"only", "just"})
_SUBJECTS = frozenset({"i", "we", "he", "she", "they", "everybody", "everyone"})
_OWN = frozenset({"my", "our", "his", "her", "their", "the"})
_SUBJECT = 3  # words
_TOWARDS = frozenset({"on", "in", "with", "for", "ever", "really"})
_FAR = 3  # words from the verb to the amount
_ONE = (("a", "single"), ("just", "one"), ("one", "single"), ("a",), ("an",))
_KEEP = frozenset({"leave", "keep"})
_SOFTLY = frozenset({"so", "and", "then", "please", ",", "therefore"})
_SOMEBODY = frozenset({"me", "us", "him", "her", "them"})
_REST = (
    ("all", "the", "rest", "of", "them"), ("the", "rest", "of", "them"), ("all", "the", "rest"), ("the", "rest"),
    ("all", "the", "others"), ("the", "others"), ("all", "the", "other", "ones"), ("the", "other", "ones"),
    ("all", "others"), ("any", "others"),
    ("the", "other", "one"), ("the", "other"),
)  # fmt: skip


@needs(_ONLY)
def only_needed(words: Words, reader: SentenceReader) -> Words:
    """The order alone, with what the speaker needs in it by name and number."""
    for at in range(1, len(words) - 3):
        begin = sentence_begin(words, at)
        who = opened(words[begin:at], reader.book.sentences).words
        if words[at] not in _ONLY or not _is_subject(who, reader):
            continue
        stop = next((i for i in range(at + 2, len(words)) if words[i] in ENDS | {","}), len(words))
        needed = _needed(words[at + 1 : stop], reader)
        end = sentence_end(words, stop + 1)
        order = opened(without(words[stop + 1 : end], _SOFTLY), reader.book.sentences).words
        said = _of_them(order, *needed, reader) if needed is not None and reader.starts_order(order) else None
        if said is not None:
            reader.turned.add(words[begin:stop])
            return (*words[:begin], *said, *words[end:])
    return words


def _is_subject(words: Words, reader: SentenceReader) -> bool:
    """Whether words are somebody who speaks, or of whom it is told: "I", "my son", "Anna"."""
    if len(words) == 1 and (words[0] in _SUBJECTS or reader.names.is_person(reader.names.match(words, 0))):
        return True
    return 1 < len(words) <= _SUBJECT and words[0] in _OWN


def _needed(words: Words, reader: SentenceReader) -> tuple[int, Words] | None:
    """The number and the noun of "need a single crayon to draw with"; None: it is said otherwise."""
    at = next((i for i in range(1, min(len(words), _FAR)) if words[i] not in _TOWARDS), 0)
    said = words[at:] if at else ()
    one = next((o for o in _ONE if said[: len(o)] == o), ())
    number = 1 if one else lx.NUMBERS.get(said[0]) if said else None
    noun = said[len(one) or 1 :] if number else ()
    looks = next((i for i, word in enumerate(noun) if reader.book.adjectives.attribute(word) is None), len(noun))
    name = reader.names.match(noun, looks)
    if name is None or number is None or reader.names.is_place(name) or reader.names.is_person(name):
        return None
    return number, noun[: looks + name.length]


def _of_them(order: Words, number: int, noun: Words, reader: SentenceReader) -> Words | None:
    """The order with the noun behind the number of it, and with those that are not needed; None: it names neither."""
    several = noun if number > 1 else (*noun[:-1], plural(noun[-1]))
    rest = next(((i, r) for i in range(len(order)) for r in _REST if order[i : i + len(r)] == r), None)
    ones = next((i for i, word in enumerate(order) if lx.NUMBERS.get(word) == number and word.isalpha()), None)
    bare = ones is not None and not _is_named(order, ones + 1, reader)
    before = order[: rest[0]] if rest is not None else order
    named = (i for i in range(1, len(before)) if reader.names.match(before, i) is not None)
    if not all(_is_place(before, i, reader) for i in named):
        return None  # it speaks of other things
    if ones is not None and bare and (rest is None or ones < rest[0]):
        begin = ones - (order[ones - 1] in _SOMEBODY and not _KEEP.isdisjoint(order[:ones]))
        counted = (order[ones], *(singular(several, reader) if number == 1 else several))
        return (*order[:begin], *counted, *order[ones + 1 :])
    verb = reader.book.said_verbs.find(order, 0)
    it = verb.length if verb is not None else 0
    if rest is None and order[it : it + 1] in (("it",), ("them",)):
        return (*order[:it], _spelt(number), *(singular(several, reader) if number == 1 else several), *order[it + 1 :])
    if rest is not None and _KEEP.isdisjoint(order):
        which = ("all", "but", _spelt(number), "of", "the", *several)
        return (*order[: rest[0]], *which, *order[rest[0] + len(rest[1]) :])
    return None


def _spelt(number: int) -> str:
    return next(word for word, value in lx.NUMBERS.items() if value == number and word.isalpha() and word != "both")


def _is_named(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a noun, with looks before it, or "of", stands there."""
    while at < len(words) and reader.book.adjectives.attribute(words[at]) is not None:
        at += 1
    return words[at : at + 1] == ("of",) or reader.names.match(words, at) is not None


def _is_place(words: Words, at: int, reader: SentenceReader) -> bool:
    name = reader.names.match(words, at)
    verb = reader.book.said_verbs.find(words, at)
    return (name is not None and reader.names.is_place(name)) or verb is not None
