# SPDX-License-Identifier: Apache-2.0
"""The same of another: "a pen from desk 1 and one from desk 2", "bring Anna a soda, and Ben too"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin, sentence_end, without
from planner_node.language.sentence.shapes.parts import is_look, singular
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({",", "and", "also", "plus"})
_TOO = (("too",), ("as", "well"), ("also",), ("one", "too"), ("one", "as", "well"))
_SAME_FOR = (
    ("the", "same", "goes", "for"),
    *(
        (*verb, *same, lead)
        for verb in ((), ("do",), ("bring",), ("get",))
        for same in (("the", "same"), ("the", "same", "again"), ("the", "same", "thing"), ("ditto",), ("likewise",))
        for lead in ("for", "to")
    ),
)
_SAME_AGAIN = tuple(
    (*same, *lead)
    for same in (("the", "same"), ("same",), ("likewise",))
    for lead in (("goes", "for"), ("is", "true", "of"), ("holds", "for"), ("applies", "to"), ("for",), ("with",))
)
_GETS_SAME = (("gets", "the", "same"), ("wants", "the", "same"), ("needs", "the", "same"), ("has", "the", "same"))
_SO_DO = frozenset("do does should must has have is are needs need".split())
_NEEDING = frozenset({"needs", "need", "wants", "want"})
_GIVING = frozenset("give bring hand get fetch serve pass offer".split())
_SMALL = frozenset({"for", "to"})


@needs({"one", "so", "same", "ditto", "likewise", "too", "well", "also"})
def likewise(words: Words, reader: SentenceReader) -> Words:
    """With the noun in place of "one", and what somebody gets said again for somebody else."""
    if "one" in words:
        words = _with_nouns(words, reader)
    words = _so_do(_same_for_kind(words, reader), reader)
    words = _to_the_same_place(_added(_for_somebody_too(words, reader), reader), reader)
    begin = 0
    while begin < len(words):
        end = sentence_end(words, begin)
        again = _to_another(words[begin:end], reader) if words[begin] in _GIVING else None
        if again is not None:
            words = (*words[:begin], *again, *words[end:])
            end += len(again) - (end - begin)
        begin = end + 1
    return words


def _for_somebody_too(words: Words, reader: SentenceReader) -> Words:
    """With "and Anna too" for "and the same for Anna", "Anna gets the same", behind what somebody else gets."""
    for at in range(3, len(words) - 2):
        joint = at
        while joint > 3 and words[joint - 1] in _JOINTS | ENDS:
            joint -= 1
        lead = max((lead for lead in _SAME_FOR if words[at : at + len(lead)] == lead), key=len, default=())
        who = at + len(lead)
        name = _somebody(words, who, reader) if joint < at else 0
        gets = next((g for g in _GETS_SAME if name and not lead and words[name : name + len(g)] == g), ())
        end = name + len(gets)
        if name and (lead or gets) and (end == len(words) or words[end] in ENDS):
            return _for_somebody_too((*words[:joint], ",", "and", *words[who:name], "too", *words[end:]), reader)
    return words


def _somebody(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind the name of somebody, or "me"; 0: none stands there."""
    if words[at : at + 1] == ("me",):
        return at + 1
    name = reader.names.match(words, at) if at < len(words) else None
    return at + name.length if name is not None and reader.names.is_person(name) else 0


def _same_for_kind(words: Words, reader: SentenceReader) -> Words:
    """With the sentence once more for "and the same goes for cans": what is said of the looks holds for these, too."""
    for at in range(4, len(words) - 2):
        joint = at
        while joint > 3 and words[joint - 1] in _JOINTS | ENDS:
            joint -= 1
        lead = next((lead for lead in _SAME_AGAIN if words[at : at + len(lead)] == lead), ()) if joint < at else ()
        end = sentence_end(words, at)
        kind = words[at + len(lead) : end] if lead else ()
        kind = kind[:-1] if kind[-1:] in (("too",), ("please",)) else kind
        begin = sentence_begin(words, joint)
        again = _once_more(words[begin:joint], kind, reader) if kind else None
        if again is not None:
            reader.turned.add(words[at : at + len(lead)])
            return _same_for_kind((*words[:joint], ".", *again, *words[end:]), reader)
    return words


def _once_more(said: Words, kind: Words, reader: SentenceReader) -> Words | None:
    """A sentence with another kind of things in place of its first; None: it is about several, or the kind is none."""
    bare = without(kind, lx.ARTICLES | {"all", "any", "every"})
    name = reader.names.match(bare, 0)
    if name is None or name.length != len(bare) or reader.names.is_person(name) or reader.names.is_place(name):
        return None
    named = (i for i in range(len(said)) if _thing(said, i, reader) and reader.names.match(said, i) is not None)
    at = next(named, None)
    while at is not None and is_look(said[at], reader) and reader.names.match(said, at + 1) is not None:
        at += 1  # "empty bottles" are called so
    first = reader.names.match(said, at) if at is not None else None
    if at is None or first is None or reader.starts_order(said[at:]):
        return None
    end = at + first.length
    if not name.is_plural:  # "the pear", which need not look so
        begin = at
        while begin and (is_look(said[begin - 1], reader) or said[begin - 1] in lx.ARTICLES):
            begin -= 1
        return (*said[:begin], *kind, *said[end:])
    return (*said[:at], *(bare if first.is_plural else singular(bare, reader)), *said[end:])


def _added(words: Words, reader: SentenceReader) -> Words:
    """With "put the hammer and the drill back" for "put the hammer back, the drill too"."""
    for at in range(3, len(words) - 2):
        begin = at + 1 + (words[at : at + 2] == (",", "and"))
        thing = _thing(words, begin, reader) if words[at] in (",", "and") else 0
        too = next((t for t in _TOO if thing and words[thing : thing + len(t)] == t), ())
        end = thing + len(too)
        start = sentence_begin(words, at)
        if not too or not (end == len(words) or words[end] in ENDS | {",", "and"}):
            continue
        verb = reader.book.said_verbs.find(words, start)
        first = _thing(words, start + verb.length, reader) if verb is not None else 0
        if (
            not first
            or first > at
            or not reader.starts_order(words[start:at])
            or not _JOINTS.isdisjoint(words[first:at])
        ):
            continue
        return _added((*words[:first], "and", *words[begin:thing], *words[first:at], *words[end:]), reader)
    return words


def _so_do(words: Words, reader: SentenceReader) -> Words:
    """With both before what is said of both: "the mug goes in the sink, and so do the plates"."""
    known = reader.book
    for at in range(4, len(words) - 2):
        if words[at] != "so" or words[at + 1] not in _SO_DO or words[at - 1] not in _JOINTS | ENDS:
            continue
        joint = at
        while joint > 1 and words[joint - 1] in _JOINTS | ENDS:
            joint -= 1
        begin = next((i + 1 for i in range(joint - 1, -1, -1) if words[i] in ENDS), 0)
        end = next((i for i in range(at, len(words)) if words[i] in ENDS), len(words))
        more = words[at + 2 : end]
        tables = (known.verbs.belonging, known.sentences.modals)
        said = (i for i in range(begin + 1, joint) if words[i] in _NEEDING or any(t.find(words, i) for t in tables))
        behind = next(said, None)
        first = words[begin:behind] if behind is not None else ()
        starts = reader.starts_order(words[begin:joint]) or not first
        if starts or not _are_things(first, reader) or not _are_things(more, reader) or behind is None:
            continue
        return _so_do((*first, "and", *more, *words[behind:joint], *words[end:]), reader) if not begin else words
    return words


def _are_things(words: Words, reader: SentenceReader) -> bool:
    """Whether words end in a name, and hold no place where something is."""
    ends = any((n := reader.names.match(words, i)) and i + n.length == len(words) for i in range(len(words)))
    return ends and not any(reader.book.places.sides.find(words, i) for i in range(len(words)))


def _to_the_same_place(words: Words, reader: SentenceReader) -> Words:
    """With the place of the sentence before for "likewise": "flask 1 to bench 1; flask 2 likewise"."""
    for at in range(3, len(words) - 1):
        if words[at] not in ENDS | {","}:
            continue
        end = _thing(words, at + 1, reader)
        if not end or words[end : end + 1] not in (("likewise",), ("ditto",)):
            continue
        start = sentence_begin(words, at)
        sides = reader.book.places.sides
        place = next((i for i in range(at - 1, start, -1) if sides.find(words, i) is not None), None)
        if place is not None:
            return _to_the_same_place((*words[:end], *words[place:at], *words[end + 1 :]), reader)
    return words


def _thing(words: Words, at: int, reader: SentenceReader) -> int:
    """Behind a thing with its article that begins there; 0: none does."""
    begin = at + (words[at : at + 1] != () and words[at] in lx.ARTICLES)
    name = reader.names.match(words, begin) if begin < len(words) else None
    if name is None or reader.names.is_place(name) or reader.names.is_person(name):
        return 0
    return begin + name.length


def _with_nouns(words: Words, reader: SentenceReader) -> Words:
    """The words with "a pen" for "one", where it is said from where both are taken."""
    noun: Words = ()
    found: list[str] = []
    places = reader.book.places
    for at, word in enumerate(words):
        if word in ENDS:
            noun = ()
        name = reader.names.match(words, at) if word != "one" else None
        if name is not None and not reader.names.is_place(name) and not reader.names.is_person(name):
            is_taken = places.sources.find(words, at + name.length) is not None
            noun = words[at : at + name.length] if is_taken and not name.is_plural else ()
        is_one = word == "one" and noun and words[at - 1] in _JOINTS
        found += ["a", *noun] if is_one and places.sources.find(words, at + 1) is not None else [word]
    return tuple(found)


def _to_another(words: Words, reader: SentenceReader) -> Words | None:
    """As in "bring Anna a soda and bring Ben a soda", for "bring Anna a soda, and Ben too"; None: it is not said so."""
    too = max((t for t in _TOO if words[-len(t) :] == t), key=len, default=())
    whom = _somebody(words, 1, reader) if too else 0
    if not whom:
        return None
    rest = words[: len(words) - len(too)]
    at = next((i for i in range(len(rest) - 1, 1, -1) if rest[i] in _JOINTS), 0)
    other, before = without(rest[at + 1 :], _SMALL), rest[:at]
    while before and before[-1] in _JOINTS:
        before = before[:-1]
    things = before[whom:]
    if not things or _somebody(other, 0, reader) != len(other):
        return None
    return (*before, "and", before[0], *other, *things)
