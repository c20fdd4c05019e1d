# SPDX-License-Identifier: Apache-2.0
"""All things by what people do with them: "everything you can write with", "the things for cutting", "all that spoils".

What has a name of its own ("something to write with") is that; else the groups of knowledge/uses.yaml say it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makedo_core.ontology.words import plural
from planner_node.language.rewording.amounts.counted_here import several
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words

_WIDE = frozenset({"everything", "anything", "whatever", "all"})
_THINGS = frozenset({"things", "items", "objects", "stuff"})
_STUFF = frozenset({"things", "stuff"})
_BEFORE = frozenset({"all", "the", "those", "these", "any", "some", "our", "my"})
_WHO = frozenset("you we one people i they somebody someone kids children guests".split())
_ARTICLES = (("the",), ("our",), ("my",))
_PUTTING = frozenset({"put", "place", "move", "take", ".", ",", ";", "and", "then", ":"})
_MAY = frozenset("can could may might usually normally like use need".split())
_FOR = tuple(
    (*relative, *used, "for")
    for relative in ((), ("that", "is"), ("that", "are"), ("which", "are"))
    for used in ((), ("used",), ("meant",), ("made",), ("intended",), ("needed",), ("good",))
)
_HOW = ("with", "from", "on", "in", "under")
_RELATIVE = frozenset({"that", "which"})
_MORE = frozenset({"with", "from", "out", "by", "for", "to", "of"})  # it is not said yet what is done
_LEAST = 3  # words of "something to read"


@needs(_WIDE | _THINGS)
def all_for(words: Words, reader: SentenceReader) -> Words:
    """With the name of the group for the wide word and what is done with such things."""
    for at in range(len(words) - 2):
        first = _begin(words, at)
        if first is None:
            continue
        if (before := _done_with(words, at, reader)) is not None:
            return before
        for rest in _purposes(words, at + 1):
            found = _group(words, rest, reader)
            if found is None:
                continue
            called, end = found
            reader.turned.add(words[first:end])
            return (*words[:first], *called, *words[end:])
    return words


def _done_with(words: Words, at: int, reader: SentenceReader) -> Words | None:
    """With the name of the group for "the cleaning things", "sweet stuff"; None: that does not stand there."""
    if words[at] not in _STUFF or not at or words[at - 1] in reader.names.ontology.all_materials:
        return None  # "glass things" are made of it
    name, names = reader.names.match(words, at - 1), reader.names
    found = _group(words[at - 1 : at], 0, reader) if name is None and words[at - 1].endswith("ing") else None
    if name is not None and name.length == 1 and name.node_id is None and not (name.is_plural or names.is_place(name)):
        found = (("all", *several(words[at - 1 : at], reader)), 1)
    if found is None:
        return None
    first = at - 1
    while first > 0 and words[first - 1] in _BEFORE:
        first -= 1
    reader.turned.add(words[first : at + 1])
    return (*words[:first], *found[0], *words[at + 1 :])


def _begin(words: Words, at: int) -> int | None:
    """Where what stands for things begins, of which a word is the last: "all the things", "everything"; None: none."""
    if words[at] in _THINGS:
        first = at
        while first > 0 and words[first - 1] in _BEFORE:
            first -= 1
        return first
    wide = words[at] in _WIDE and words[at + 1] not in _THINGS | _BEFORE
    single = at > 0 and words[at - 1] not in _PUTTING  # "got anything to eat?", "bring me anything to eat"
    asked = words[at] == "anything" and single
    return at if wide and not asked else None


def _purposes(words: Words, at: int) -> Iterator[int]:
    """Where it may be said what is done with things: behind "to", "you can", "for", "that"."""
    if words[at] == "to":
        yield at + 1
    relative = at + (words[at] in _RELATIVE)
    who = relative + (words[relative : relative + 1] in _ARTICLES)
    if words[who : who + 1] != () and words[who] in _WHO:
        behind = who + 1
        while behind < len(words) and words[behind] in _MAY:
            behind += 1 + (words[behind + 1 : behind + 2] == ("to",))
        yield behind
        if words[behind - 1 : behind + 1] == ("use", "for"):
            yield behind + 1
        if words[behind - 1] == "need":  # "that you need electricity for"
            yield behind - 1
    yield from (at + len(lead) for lead in _FOR if words[at : at + len(lead)] == lead)
    if relative > at:
        yield relative


def _group(words: Words, at: int, reader: SentenceReader) -> tuple[Words, int] | None:
    """The name of the things with which that is done, and where what is done ends; None: nobody knows."""
    uses, found = reader.book.uses, []
    whole = _named(words[at:], reader)
    if whole is not None:
        found.append((whole[0], at + whole[1]))
    for group in uses.groups:
        if (done := group.doing.find(words, at)) is not None:
            found.append((("all", *group.called.split()), at + done.length))
    for doing in _as_verbs(words[at]) if at < len(words) else ():
        used = next((n for how in _HOW if (n := _named((doing, how), reader)) is not None and n[1] > 1), None)
        if used is not None:
            found.append((used[0], at + 1 + (words[at + 1 : at + 2] == ("with",))))
    for known in uses.known:
        done = known.doing.find(words, at) if not known.of else None
        if done is not None and words[at + done.length : at + done.length + 1] == ("with",):
            found.append((_here(known.things, reader), at + done.length + 1))
    ends = [(called, end) for called, end in found if words[end : end + 1] == () or words[end] not in _MORE]
    return max(ends, key=lambda each: each[1], default=None)


def _here(things: Sequence[str], reader: SentenceReader) -> Words:
    """All things of several names that are here, or else of the first: "all scissors and all knives"."""
    bare = [tuple(thing.removeprefix("a ").removeprefix("an ").split()) for thing in things]
    names = [(words, reader.names.match(words, 0)) for words in bare]
    here = [words for words, name in names if name is not None and reader.names.is_present(name)] or bare[:1]
    return tuple(w for n, thing in enumerate(here) for w in (*(("and",) if n else ()), "all", *_several(thing)))


def _several(thing: Words) -> Words:
    return tuple(plural(" ".join(thing)).split()) if not thing[-1].endswith("s") else thing


def _named(doing: Words, reader: SentenceReader) -> tuple[Words, int] | None:
    """All of a class that is called "something to ...", and how many words say what is done."""
    name = reader.names.match(("something", "to", *doing), 0)
    if name is None or name.concept is None or name.length < _LEAST:
        return None
    concept = reader.names.ontology.concepts.get(name.concept)
    own = name.concept.replace("_", " ")
    said = (plural(own), *(concept.plurals if concept is not None else ()), own)
    called = next((tuple(x.split()) for x in said if _is_named(tuple(x.split()), name.concept, reader)), None)
    return (("all", *called), name.length - 2) if called is not None else None


def _is_named(called: Words, concept: str, reader: SentenceReader) -> bool:
    name = reader.names.match(called, 0)
    return name is not None and name.concept == concept and name.length == len(called)


def _as_verbs(word: str) -> tuple[str, ...]:
    """The verbs of which a word may be the "-ing" form."""
    stem = word.removesuffix("ing")
    return (stem, f"{stem}e", stem[:-1]) if stem != word and len(stem) > 1 else ()
