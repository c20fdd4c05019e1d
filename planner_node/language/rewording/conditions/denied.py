# SPDX-License-Identifier: Apache-2.0
"""Where something is not to go, beside where it goes; and exceptions that are said behind what they are of.

"Put it in the suitcase, not in the hamper" says no more than "put it in the suitcase"; "do not put it on the table but
on the counter" is "put it on the counter"; "everything to the counter, the beer excepted" is "... except the beer".
"""

from __future__ import annotations

from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import is_look, name_with_looks
from planner_node.language.words import lexicon as lx

_JOINED = frozenset({",", "and", "but"})
_ENDING = frozenset({"though", "either", "however", "please"})
_EXCEPTED = frozenset({"excepted", "excluded", "aside", "apart"})
_KEPT = frozenset({"live", "lives", "belong", "belongs", "goes", "go"})
_DO_NOT = (("do", "not"), ("don't",))


def denied(words: Words, reader: SentenceReader) -> Words:
    """The words without a place that is only denied, and with "except" before what is excepted."""
    words = _said_apart(words, reader)
    begin = 0
    found: list[str] = []
    for at, word in enumerate((*words, "")):
        if word in ENDS or at == len(words):
            sentence = words[begin:at]
            found += _exception(_placed(_contrasted(_preferred(sentence, reader), reader), reader), reader)
            found += words[at : at + 1]
            begin = at + 1
    return tuple(found)


def _said_apart(words: Words, reader: SentenceReader) -> Words:
    """With a comma before what is not meant of the order before: "put the fruit in the bowl. Not the banana though"."""
    begin = 0
    for at in range(2, len(words) - 1):
        if words[at] not in ENDS:
            continue
        end = sentence_end(words, at + 1)
        said = without(words[at + 1 : end], {"but", "and", "oh", "just", ","})
        while said and said[-1] in _ENDING | {","}:
            said = said[:-1]
        is_order = reader.starts_order(opened(words[begin:at], reader.book.sentences).words)
        if is_order and said[:1] == ("not",) and _is_thing(said[1:], reader):
            return (*words[:at], ",", *said, *words[end:])
        begin = at + 1
    return words


def _placed(words: Words, reader: SentenceReader) -> Words:
    """An order without "not in the hamper" at its end."""
    at = next((i for i in range(3, len(words) - 2) if words[i] == "not"), None)
    if at is None or words[at - 1] not in _JOINED:
        return words
    side = reader.book.places.sides.find(words, at + 1)
    place = _name(words[at + 1 + side.length :], reader) if side is not None else ()
    kept = words[:at]
    while kept and kept[-1] in _JOINED:
        kept = kept[:-1]
    is_again = any(kept[i : i + len(place)] == place for i in range(len(kept)))
    stated = any(reader.book.verbs.belonging.find(kept, i) or kept[i] in _KEPT for i in range(1, len(kept)))
    return kept if place and not is_again and (stated or reader.starts_order(kept)) else words


def _preferred(words: Words, reader: SentenceReader) -> Words:
    """What somebody would rather have somewhere, without where it is now: "... on table 3 than on the sideboard"."""
    at = next((i for i in range(4, len(words) - 1) if words[i] == "than"), None)
    if at is None or "rather" not in words[:at] or words[at - 1] in ("more", "less"):
        return words
    behind = words[at + 1 :]
    side = reader.book.places.sides.find(behind, 0)
    placed = any(reader.book.places.sides.find(words, i) for i in range(2, at))
    end = at - 1 if words[at - 1] == "rather" else at
    return words[:end] if placed and _name(behind[side.length if side else 0 :], reader) else words


def _contrasted(words: Words, reader: SentenceReader) -> Words:
    """An order with the second place of "do not put it on the table but on the counter"."""
    denial = next((d for d in _DO_NOT if words[: len(d)] == d), None)
    at = words.index("but") if denial is not None and "but" in words else 0
    sides = reader.book.places.sides
    behind = sides.find(words, at + 1) if at else None
    order = words[len(denial) : at] if denial is not None and behind is not None else ()
    first = next((i for i in range(len(order) - 1, 1, -1) if sides.find(order, i) is not None), None)
    is_order = first is not None and reader.starts_order(order) and "," not in order[:-1]
    return (*order[:first], *words[at + 1 :]) if is_order else words


def _exception(words: Words, reader: SentenceReader) -> Words:
    """An order with "except" before "the beer excepted", or in place of "not" in ", not the laptop though"."""
    words = _but_for_some(_not_first(words, reader), reader)
    comma = max((i for i, word in enumerate(words) if word == ","), default=0)
    if not comma:
        return words
    said = without(words[comma + 1 :], {"and", "but", "oh", "just"})
    while said and said[-1] in _ENDING:
        said = said[:-1]
    if said[-1:] and said[-1] in _EXCEPTED and _is_thing(said[:-1], reader):
        return (*words[:comma], "except", *said[:-1])
    if said[:2] in (("all", "but"), ("all", "except"), ("everything", "but"), ("everything", "except")):
        if _is_thing(said[2:], reader):
            return (*words[:comma], "except", *said[2:])
        if len(said) == 4 and said[2] == "the" and is_look(said[3], reader):  # "all but the blue"
            return (*words[:comma], "except", *said[2:], "ones" if said[3] in reader.names.attributes else "one")
    if said[:1] == ("not",) and _is_thing(said[1:], reader):
        return (*words[:comma], "except", *said[1:])
    if said[:1] == ("no",) and _is_kind(said[1:], reader) and _moves(words[:comma], reader):
        return (*words[:comma], "except", *said[1:])
    return words


def _is_kind(words: Words, reader: SentenceReader) -> bool:
    """Whether words are the name of a kind of things, and no more: "alcohol"."""
    name = reader.names.match(words, 0)
    whole = name is not None and name.length == len(words) and name.node_id is None
    return whole and name is not None and not reader.names.is_place(name) and not reader.names.is_person(name)


def _moves(words: Words, reader: SentenceReader) -> bool:
    """Whether words are one order about several things: nothing is left out of one."""
    core = opened(words, reader.book.sentences).words
    names = [n for i in range(len(core)) if (n := reader.names.match(core, i)) is not None]
    things = [n for n in names if not (reader.names.is_place(n) or reader.names.is_person(n))]
    several = any(n.is_plural for n in things) or not reader.book.nouns.anything.isdisjoint(core)
    return reader.starts_order(core) and several


def _not_first(words: Words, reader: SentenceReader) -> Words:
    """Without what is only denied at the beginning: "not the honey, the jam goes on the table"."""
    comma = words.index(",") if words[:1] == ("not",) and "," in words else 0
    return words[comma + 1 :] if comma and _is_thing(words[1:comma], reader) else words


def _but_for_some(words: Words, reader: SentenceReader) -> Words:
    """With "all but one" before the things that it is said behind: "bring the pillows to the bed, all but one"."""
    verb = reader.book.said_verbs.find(words, 0)
    behind = words[-4:-1] == (",", "all", "but") and (words[-1] in lx.NUMBERS or words[-1].isdecimal())
    if verb is None or not behind or words[verb.length : verb.length + 1] != ("the",):
        return words
    return (*words[: verb.length], "all", "but", words[-1], "of", *words[verb.length : -4])


def _is_thing(words: Words, reader: SentenceReader) -> bool:
    looks = words[1:-1]
    if words[:1] == ("the",) and looks and words[-1] in lx.ONES:  # "the red one"
        return all(reader.book.adjectives.attribute(word) is not None for word in looks)
    name = _name(words, reader)
    found = reader.names.match(name, 0) if name else None
    is_sure = words[:1] != () and (words[0] in lx.DEFINITE or (found is not None and found.node_id is not None))
    return found is not None and not reader.names.is_place(found) and is_sure


def _name(words: Words, reader: SentenceReader) -> Words:
    """The words without their article, if they are all of one name, with what it looks like; empty: they are not."""
    while words and words[-1] in _ENDING:
        words = words[:-1]
    bare = without(words, lx.ARTICLES)
    return bare if name_with_looks(bare, reader) is not None else ()
