# SPDX-License-Identifier: Apache-2.0
"""What each of two things is for: "one soda for Anna, the other for Ben", "take two pens, one for desk 2, ..."."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence, sentence_end, without
from planner_node.language.sentence.shapes.parts import placing_end, singular
from planner_node.language.words import lexicon as lx

_OTHER = (
    ("one",),
    ("the", "other", "one"),
    ("the", "other"),
    ("the", "second", "one"),
    ("the", "second"),
    ("another", "one"),
)
_JOINTS = frozenset({",", "and", "-", "\u2013", ":"})
_TO = frozenset({"for", "to", "on", "onto", "in", "into"})
_FETCHING = frozenset({"get", "take", "fetch", "grab", "find", "bring", "put", "give", "place"})
_TWO = frozenset({"two", "2", "both", "the", "of"})


def one_and_other(words: Words, reader: SentenceReader) -> Words:
    """With an order for each of the two."""
    return each_sentence(words, lambda said: _each(said, reader) or _counted_for(said, reader) or said)


def _each(words: Words, reader: SentenceReader) -> Words | None:
    """The orders of one sentence; None: it does not say what each of two is for."""
    last = next((i for i in range(len(words) - 3, 2, -1) if _other(words, i)), None)
    first = next((i for i in range(last or 0) if words[i] == "one" and _kind(words, i, reader)), None)
    if last is None or first is None:
        return None
    noun, kind_end = _kind(words, first, reader)
    length = len(_other(words, last))
    behind = words[last + length :]
    joint = next((i for i in range(2, len(behind) - 1) if _joins_order(behind, i, reader)), len(behind))
    goals = (_without_joints(words[kind_end:last]), _without_joints(behind[:joint]))
    if not all(_is_goal(goal, reader) for goal in goals):
        return None
    lead, source = _without_source(words[:first], reader)
    if _is_lead(lead, noun, reader) is False:
        return None
    verb = ("put",) if lead[:1] == ("put",) else ("bring",)
    (one, other) = (_as_goal(goal, reader) for goal in goals)
    said = (*verb, "one", *noun, *source, *one, "and", *verb, "the", "other", *noun, *source, *other)
    return (*said, *behind[joint:])


def _joins_order(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether what goes on there is another order: ", and close it"."""
    order = without(words[at:], _JOINTS | {"then"})
    return words[at] in _JOINTS and len(order) < len(words) - at and reader.starts_order(order)


def _counted_for(words: Words, reader: SentenceReader) -> Words | None:
    """One order of "two glasses for Anna and one for Carla"; None: it is said otherwise."""
    name = reader.names.match(words, 1) if words[:1] and words[0] in lx.NUMBERS else None
    if name is None or reader.names.is_place(name) or words[1 + name.length : 2 + name.length] != ("for",):
        return None
    found = [*words[: 1 + name.length]]
    at = 1 + name.length
    while at < len(words):
        end = sentence_end(words, at + 1, _JOINTS)
        if words[at] != "for" or not _is_goal(words[at:end], reader):
            return None
        found += _as_goal(words[at:end], reader)
        behind = without(words[end:], _JOINTS)
        if not behind:
            return ("bring", *found)
        if behind[0] not in lx.NUMBERS or behind[1:2] != ("for",):
            return None
        found += ["and", behind[0]]
        at = len(words) - len(behind) + 1
    return None


def _other(words: Words, at: int) -> Words:
    """The words for the second of two that stand there, before what it is for; empty: none do."""
    if words[at - 1] not in _JOINTS:
        return ()
    return next(
        (
            o
            for o in _OTHER
            if words[at : at + len(o)] == o and words[at + len(o) : at + len(o) + 1] and words[at + len(o)] in _TO
        ),
        (),
    )


def _kind(words: Words, at: int, reader: SentenceReader) -> tuple[Words, int]:
    """The noun of "one soda for", or of what was named before "one for", and where what it is for begins."""
    name = reader.names.match(words, at + 1)
    if name is not None and not reader.names.is_place(name) and not name.is_plural:
        end = at + 1 + name.length
        return (words[at + 1 : end], end) if words[end : end + 1] and words[end] in _TO else ((), 0)
    if words[at + 1 : at + 2] and words[at + 1] in _TO:
        for i in range(at - 1, -1, -1):
            named = reader.names.match(words, i)
            if named is not None and named.is_plural and i + named.length <= at:
                several = words[i : i + named.length]
                looks = tuple(w for w in words[max(0, i - 2) : i] if reader.book.adjectives.attribute(w) is not None)
                return (*looks, *singular(several, reader)), at + 1
    return (), 0


def _without_source(lead: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """What stands before, without where both are to be taken from, and that: "the cans out of the fridge, one ..."."""
    lead = _without_joints(lead)
    for at in range(2, len(lead) - 1):
        source = reader.book.places.sources.find(lead, at)
        if source is not None and placing_end(lead, at, reader) == len(lead):
            return lead[:at], ("from", *lead[at + source.length :])
    return lead, ()


def _is_lead(lead: Words, noun: Words, reader: SentenceReader) -> bool:
    """Whether nothing stands before but an order to get two of the things."""
    rest = without(lead, _FETCHING | {"me", "out"})
    rest = tuple(w for w in without(rest, _TWO) if w not in _JOINTS)
    if not rest:
        return True
    name = reader.names.match(rest, len(rest) - 1) or reader.names.match(rest, 0)
    return name is not None and (name.is_plural and len(rest) <= name.length + 2)


def _without_joints(words: Words) -> Words:
    while words and words[-1] in _JOINTS:
        words = words[:-1]
    return words


def _is_goal(words: Words, reader: SentenceReader) -> bool:
    """Whether words are a preposition with a place or somebody, and no more."""
    bare = without(words[1:], lx.ARTICLES)
    name = reader.names.match(bare, 0) if words[:1] and words[0] in _TO else None
    whole = name is not None and name.length == len(bare)
    return whole and name is not None and (reader.names.is_place(name) or reader.names.is_person(name))


def _as_goal(words: Words, reader: SentenceReader) -> Words:
    return ("to", *words[1:]) if words[0] == "for" else words
