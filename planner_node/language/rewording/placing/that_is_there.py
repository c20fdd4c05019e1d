# SPDX-License-Identifier: Apache-2.0
"""Things that there are at a place, for "it" and "them" in what is asked next: "there is a cup on the desk. Bin it".

The thing that is there is meant and not another one of its kind, so its place goes with its name.
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import into_room, joined, name_with_looks, named_place_end, placing_end
from planner_node.language.words import lexicon as lx

_THERE = (("there's",), ("there", "is"), ("there", "are"), ("there're",), ("there", "was"), ("there", "were"))
_STILL = frozenset("still also again now currently probably always just".split())
_STANDING = frozenset("lying standing sitting left lying around about hanging kept placed".split())
_ONE = frozenset({"a", "an", "one", "another", "this"})
_SOME = frozenset({"some", "these", "those", "several", "lots", "plenty", "of", "a", "few", "loads", "bunch"})
_JOINTS = ENDS | {",", "and", "so", "but", "-", ":", "then"}
_SINGLE = frozenset({"it", "that", "this", "which"})
_MANY = frozenset({"them", "they", "those", "these", "which"})
_ALL = frozenset({"all", "both"})
_MOST_BEHIND = 8  # words between the place and what is asked
_LISTING = frozenset({",", "and", "there", "is", "are"})
_CASES = frozenset("if unless when whenever not never no none nothing only except or".split())
_BEFORE_NOUNS = frozenset({"that", "this", "those", "these", "which"})


@needs({"there's", "there", "there're"}, _SINGLE | _MANY | {"one"})
def that_is_there(words: Words, reader: SentenceReader) -> Words:
    """The words with what there is, and where, for the first pronoun behind it."""
    for begin in range(len(words) - 4):
        if begin and words[begin - 1] not in _JOINTS:
            continue
        lead = next((len(t) for t in _THERE if words[begin : begin + len(t)] == t), 0)
        told = _told(words, begin + lead, reader) if lead else None
        if told is None:
            continue
        thing, is_one, end = told
        if words[end : end + 1] in (("that",), ("which",)):
            if not _says_where_to(words, end + 1, reader):
                continue
            return (*words[:begin], *thing, *words[end + 1 :])  # "there's a book on the sofa that has to go ..."
        meant = _asked_of(words, thing, is_one, end, reader)
        if meant is not None:
            return meant
    return words


def _says_where_to(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether words say where something has to go or belongs."""
    book = reader.book
    return any(table.find(words, at) is not None for table in (book.verbs.belonging, book.sentences.modals))


def _told(words: Words, at: int, reader: SentenceReader) -> tuple[Words, bool, int] | None:
    """What there is with its place, whether that is a single thing, and the index behind; None: nothing is told so."""
    found: list[Words] = []
    is_one = True
    while True:
        one = _one_told(words, at, reader)
        if one is None:
            break
        meant, is_single, end = one
        found.append(meant)
        is_one &= is_single
        at = next((i for i in range(end, len(words)) if words[i] not in _LISTING), len(words))
        if at == end:
            break
    return (joined(tuple(found)), is_one and len(found) == 1, end) if found else None


def _one_told(words: Words, begin: int, reader: SentenceReader) -> tuple[Words, bool, int] | None:
    """As `_told`, for one thing or several of a kind."""
    at = begin
    while words[at : at + 1] and words[at] in _STILL:
        at += 1
    stop = sentence_end(words, at, _JOINTS)
    side = next((i for i in range(at + 1, stop) if _placed(words, i, reader)[1] > i), 0)
    place, end = _placed(words, side, reader) if side else ((), 0)
    if not side or end > stop or not _CASES.isdisjoint(words[begin:end]):
        return None
    thing = words[at:side]
    while thing and thing[-1] in _STANDING:
        thing = thing[:-1]
    bare = _noun(thing, reader)
    if not bare:
        return None
    number = next((w for w in thing if w in lx.NUMBERS and w not in _ONE), "")
    is_single = thing[0] in _ONE and _is_single(bare, reader)
    return ("the", *((number,) if number else ()), *bare, *place), is_single, end


def _placed(words: Words, at: int, reader: SentenceReader) -> tuple[Words, int]:
    """The preposition and place that stand there, and the index behind; the index itself: none do."""
    if words[at : at + 2] == ("all", "over"):
        end = named_place_end(words, at + 2, reader)
        return (("on", *words[at + 2 : end]), end) if end > at + 2 else ((), at)
    end = placing_end(words, at, reader)
    return words[at:end], end


def _noun(thing: Words, reader: SentenceReader) -> Words:
    """The name of a thing with its looks; empty: the words name a place, a person, several, or nothing known."""
    bare = without(thing, _ONE | _SOME | lx.ARTICLES | lx.NUMBERS.keys())
    name = name_with_looks(bare, reader)
    if name is None or reader.names.is_place(name) or reader.names.is_person(name):
        return ()
    return bare


def _asked_of(words: Words, meant: Words, is_one: bool, end: int, reader: SentenceReader) -> Words | None:
    """The words with what there is for the first pronoun of an order or a wish behind it; None: there is none."""
    pronouns = _SINGLE if is_one else _MANY
    for at in range(end, min(len(words) - 1, end + _MOST_BEHIND)):
        if words[at] not in _JOINTS:
            continue
        begin = next((i for i in range(at, len(words)) if words[i] not in _JOINTS), len(words))
        stop = sentence_end(words, begin)
        core = opened(spelt_out(words[begin:stop], reader.book.sentences), reader.book.sentences).words
        known = reader.book.sentences
        leads = core[:1] != () and (core[0] in pronouns or core[:2] == ("that", "one"))
        if not (leads or reader.starts_order(core) or known.wanting.find(core, 0) or known.needing.find(core, 0)):
            continue
        it = _pronoun(words, begin, stop, pronouns, is_one, reader)
        if it is None:
            return None
        first, last = it
        last += words[last : last + 1] != () and words[last] in _ALL  # "put them all in the box"
        return (*words[:first], *meant, *into_room(words[last:], reader))
    return None


def _is_single(bare: Words, reader: SentenceReader) -> bool:
    """Whether the last name of some words is a singular."""
    names = (reader.names.match(bare, at) for at in range(len(bare)))
    return not any(name is not None and name.is_plural for name in names)


def _pronoun(
    words: Words, begin: int, stop: int, pronouns: frozenset[str], is_one: bool, reader: SentenceReader
) -> tuple[int, int] | None:
    """Where the first pronoun for a thing stands between two positions; None: a thing is named before it."""
    for at in range(begin, stop):
        if is_one and words[at : at + 2] == ("that", "one"):
            return at, at + 2
        if words[at] in pronouns:
            behind = words[at + 1 : at + 2]
            named = bool(behind) and words[at] in _BEFORE_NOUNS and reader.names.match(words, at + 1) is not None
            sides = (reader.book.places.sides, reader.book.places.sources)
            is_place = at > begin and any(table.find(words, at - 1) is not None for table in sides)
            return None if named or is_place else (at, at + 1)  # "on it" may be the place
        name = reader.names.match(words, at)
        if name is not None and not reader.names.is_person(name):
            return None
    return None
