# SPDX-License-Identifier: Apache-2.0
"""Things by what they are for: "something to open the bottle with", "whatever you'd use to cut paper"."""

from __future__ import annotations

from planner_node.language.phrasebook.household import KnownUse
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx

_ANY = frozenset({"something", "anything", "whatever", "what"})
_THING = frozenset({"thing", "tool", "item", "object"})
_WHO = frozenset("i you we one people they he she i'd you'd we'd one'd they'd he'd she'd".split())
_MAY = frozenset({"can", "could", "would", "might", "should", "may", "need"})
_ENDS = ENDS | {",", "and", "then", "please", "or", "but"}
_WITH = frozenset({"with", "on", "in", "under"})
_GOING = frozenset({"to", "from", "for"})
_NEAR = 4  # words between the thing and what it is for


@needs(_ANY | _THING)
def what_for(words: Words, reader: SentenceReader) -> Words:
    """The words with the thing in place of what is done with it."""
    if _ANY.isdisjoint(words) and _THING.isdisjoint(words):
        return words
    for at in range(len(words) - 2):
        begin = _begin(words, at)
        to = _purpose(words, at + 1)
        if begin is None or not to or _is_known(words, at, reader):
            continue
        found = _use(words, to, reader)
        if found is None:
            continue
        use, end = found
        thing = tuple(_at_hand(use, reader).split())
        is_question = words[at] == "what" and words[at + 1] in _MAY | {"do"}
        reader.turned.add(words[begin:end])
        asked = ("where", "is") if is_question else ()
        return what_for((*words[:begin], *asked, *thing, *words[end:]), reader)
    return words


def _begin(words: Words, at: int) -> int | None:
    """Where the phrase begins of which a word stands for the thing; None: it stands for none."""
    if words[at] in _THING:
        return at - 1 if at and words[at - 1] in ("the", "a", "that", "some") else None
    if words[at] in ("what", "whatever"):
        used = words[at + 1 :][:_NEAR]
        return at if "use" in used and (words[at] == "whatever" or at == 0 or words[at - 1] in _ENDS) else None
    return at if words[at] in _ANY else None


def _purpose(words: Words, at: int) -> int:
    """Index of the verb that says what is done, behind "to", "that you would use to", "he can"; 0: none."""
    that = at + (words[at : at + 1] in (("that",), ("which",)))
    if words[that : that + 1] != () and words[that] in _WHO and words[that + 1 : that + 2] in (("can",), ("could",)):
        return that + 2 if words[that + 2 : that + 3] != ("use",) else _purpose_of_use(words, at)
    return _purpose_of_use(words, at)


def _purpose_of_use(words: Words, at: int) -> int:
    end = min(len(words) - 1, at + 1 + _NEAR)
    to = next((i for i in range(at, end) if words[i] in ("to", "for")), 0)
    between = words[at:to] if to else ()
    said = [word for word in between if word not in _MAY | _WHO | {"that", "which", "else", "do", "to"}]
    if not to or said not in ([], ["use"]) or (bool(between) and said == [] and between != ("else",)):
        return 0
    return to + 1


def _is_known(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether things of that purpose have a name of their own: "something to write with"."""
    name = reader.names.match(("something", *words[at + 1 :]), 0)
    if name is None or name.length == 1:
        return False
    behind = words[at + name.length : at + name.length + 1]
    return not behind or behind[0] not in lx.ARTICLES | lx.POSSESSIVES  # "something to eat the soup with"


def _use(words: Words, at: int, reader: SentenceReader) -> tuple[KnownUse, int] | None:
    """What is used for what a verb at an index says, and where that ends; None: nobody knows."""
    stop = next((i for i in range(at, len(words)) if words[i] in _ENDS), len(words))
    for use in reader.book.uses.known:
        doing = use.doing.find(words, at)
        if doing is None:
            continue
        done_to = at + doing.length
        end = _end(words, done_to, stop, reader)
        if end == done_to:
            continue  # "anything to clean" is what has to be cleaned
        of = words[done_to : end - (words[end - 1] in _WITH)]
        if not use.of or _is_done_to(of, use, reader):
            return use, end
    return None


def _end(words: Words, at: int, stop: int, reader: SentenceReader) -> int:
    """Where it ends what is done: behind a "with" of its own, before the place where the thing is or is to go."""
    sides = reader.book.places.sides
    for i in range(at, stop):
        behind = i + 1 == stop or words[i + 1] in _GOING or sides.find(words, i + 1) is not None
        if words[i] in _WITH and behind:
            return i + 1
    going = (i for i in range(at, stop) if words[i] in _GOING or sides.find(words, i) is not None)
    return next(going, stop)


def _is_done_to(of: Words, use: KnownUse, reader: SentenceReader) -> bool:
    """Whether it is done to things of a kind: to bread, which is food."""
    ontology = reader.names.ontology
    for at, word in enumerate(of):
        if word in lx.ARTICLES or word in lx.POSSESSIVES:
            continue
        name = reader.names.match(of, at)
        kind = name.concept if name is not None else None
        for group in use.of:
            if word == group or (kind is not None and (kind == group or ontology.is_a(kind, group))):
                return True
        if name is not None and at + name.length == len(of):
            return False
    return False


def _at_hand(use: KnownUse, reader: SentenceReader) -> str:
    """The first thing that is used and is here, or else the first."""
    for thing in use.things:
        words = tuple(thing.split())
        begin = words[0] in lx.ARTICLES
        name = reader.names.match(words, int(begin))
        if name is not None and name.length + begin == len(words) and reader.names.is_present(name):
            return thing
    return use.things[0]
