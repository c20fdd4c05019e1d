# SPDX-License-Identifier: Apache-2.0
"""A wide verb and then how it is done: "clean up table 2, everything goes to the counter" puts all of it there."""

from __future__ import annotations

from planner_node.language.rewording.gaps import place_stands
from planner_node.language.sentence.openings import opened
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import begins_things, named_place_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_WIDE = frozenset({Verb.CLEAR, Verb.TIDY, Verb.SORT})
_EMPTIED = frozenset({"clean", "empty"})  # what furniture becomes that is tidied, as people say
_SAYING_HOW = frozenset("and so by just simply then please like this".split())
_IT_ALL = (
    ("everything", "there"), ("everything", "on", "it"), ("everything", "in", "it"), ("everything", "on", "there"),
    ("everything", "in", "there"), ("everything",), ("it", "all"), ("all", "of", "it"), ("all", "the", "stuff"),
    ("all", "the", "things"), ("all", "that", "stuff"), ("the", "whole", "lot"), ("the", "lot"), ("all", "things"),
    ("all", "items"), ("all", "the", "items"),
)  # fmt: skip
_BACK = frozenset({"back", "over", "straight", "right", "away"})
_KEPT = (("where", "it"), ("where", "they"), ("to", "where", "it"), ("to", "where", "they"))


def elaborated(words: Words, reader: SentenceReader) -> Words:
    """The words with what is said last of how furniture is tidied in place of both clauses."""
    for begin in range(len(words) - 4):
        if begin == 0 or words[begin - 1] in ENDS:
            core = opened(words[begin:], reader.book.sentences).words
            order = _how(core, reader) or _listed(core, reader)
            if order is not None:
                return (*words[: len(words) - len(core)], *order)
    return words


def _how(core: Words, reader: SentenceReader) -> Words | None:
    """The order that puts everything from furniture there; None: the words say no such thing."""
    end, behind = _tidied(core, reader)
    if not end:
        return None
    verb = reader.book.said_verbs.find(core, behind)
    carries = verb is not None and verb.value.verb in (Verb.BRING, Verb.TAKE, Verb.RETURN, Verb.THROW, Verb.TIDY)
    at = behind + verb.length if verb is not None and carries else behind
    whole = next((w for w in _IT_ALL if core[at : at + len(w)] == w), None)
    if whole is None:
        return None
    at += len(whole)
    goes = reader.book.verbs.belonging.find(core, at) if not carries else None
    at += goes.length if goes is not None else 0
    place = _place_of(core, end, reader)
    rest = core[at:]
    back = next((i for i, word in enumerate(rest) if word not in _BACK), len(rest))
    ends = back == len(rest) or rest[back] in ENDS | MARKS
    kept = any(rest[back : back + len(k)] == k for k in _KEPT)
    if kept or (ends and "away" in rest[:back]):
        stop = next((i for i, word in enumerate(rest) if word in ENDS | MARKS), len(rest))
        return ("put", "away", "everything", "from", *place, *rest[stop:])
    if verb is not None and carries and verb.value.verb is Verb.THROW and (ends or place_stands(rest, 0, reader)):
        return (*core[behind : behind + verb.length], "everything", "from", *place, *rest)
    return ("put", "everything", "from", *place, *rest[back:]) if place_stands(rest, back, reader) else None


def _listed(core: Words, reader: SentenceReader) -> Words | None:
    """With "clear" before furniture where "clean up" is said and where its things go follows."""
    end, behind = _tidied(core, reader)
    verb = reader.book.said_verbs.find(core, 0)
    if not end or verb is None or verb.value.verb is not Verb.CHANGE or verb.length < 2:
        return None
    next_verb = reader.book.said_verbs.find(core, behind)
    carries = next_verb is not None and next_verb.value.verb in (Verb.BRING, Verb.TAKE, Verb.THROW, Verb.THROW_AWAY)
    stop = next((i for i in range(behind, len(core)) if core[i] in ENDS), len(core))
    goes = begins_things(core[behind:], reader) and any(
        place_stands(core[:stop], i, reader) for i in range(behind + 1, stop)
    )
    return ("clear", *core[verb.length : end], ":", *core[behind:]) if carries or goes else None


def _tidied(core: Words, reader: SentenceReader) -> tuple[int, int]:
    """Index behind the furniture that a wide verb names first, and of what says how; 0: no such thing stands there."""
    verb = reader.book.said_verbs.find(core, 0)
    if verb is None:
        return 0, 0
    wide = verb.value.verb in _WIDE or (verb.value.verb is Verb.CHANGE and verb.value.quality in _EMPTIED)
    begin = verb.length + (core[verb.length : verb.length + 1] in (("off",), ("out",), ("up",)))
    end = named_place_end(core, begin, reader) if wide else begin
    behind = end
    while behind < len(core) and (core[behind] in ENDS | MARKS or core[behind] in _SAYING_HOW):
        behind += 1
    return (end, behind) if end > begin and behind > end and core[end] != "?" else (0, 0)


def _place_of(core: Words, end: int, reader: SentenceReader) -> Words:
    verb = reader.book.said_verbs.find(core, 0)
    begin = verb.length if verb is not None else 0
    begin += core[begin : begin + 1] in (("off",), ("out",), ("up",))
    place = core[begin:end]
    return place if place[:1] and (place[0] in lx.ARTICLES or place[-1].isdigit()) else ("the", *place)
