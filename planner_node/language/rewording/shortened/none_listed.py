# SPDX-License-Identifier: Apache-2.0
"""What is not wanted, in a list of what is: "a plate, a fork and no spoon on table 2"."""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_begin, sentence_end
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({",", "and", "but"})
_ENDING = frozenset({"though", "please", "however", "thanks"})


def none_listed(words: Words, reader: SentenceReader) -> Words:
    """An order without what nothing is wanted of; where some of it is at a place that is named, as it was."""
    if "no" not in words:
        return words
    for at in range(3, len(words) - 1):
        if words[at] != "no" or words[at - 1] not in _JOINTS:
            continue
        begin = sentence_begin(words, at)
        end = sentence_end(words, at)
        name = reader.names.match(words, at + 1)
        behind = at + 1 + name.length if name is not None else 0
        if name is None or name.concept is None or name.node_id is not None or reader.names.is_place(name):
            continue
        sides = reader.book.places.sides
        behind += words[behind : behind + 1] != () and words[behind] in _ENDING
        closes = behind == end or words[behind] in _JOINTS or sides.find(words, behind) is not None
        if not closes or not reader.starts_order(words[begin:at]) or not _has_things(words[begin:at], reader):
            continue
        if _lies_there(words[begin:end], name.concept, reader):
            continue
        if _is_of_a_group(words[begin:at], name.concept, reader):  # "all the fruit in the basket, but no bananas"
            last = at - 1 - (words[at - 2] in _JOINTS)
            return none_listed((*words[:last], "except", *words[at + 1 : behind], *words[behind:]), reader)
        joint = at
        while words[joint - 1] in _JOINTS:
            joint -= 1
        rest = words[behind:]
        if rest[:1] == (",",) and sides.find(rest, 1) is not None:
            rest = rest[1:]
        return none_listed(_joined(words[:joint], rest, begin), reader)
    return words


def _is_of_a_group(words: Words, concept: str, reader: SentenceReader) -> bool:
    """Whether a kind is one of a group that an order names: bananas, of "all the fruit"."""
    is_a, named = reader.names.ontology.is_a, (reader.names.match(words, i) for i in range(1, len(words)))
    return any(n is not None and n.concept not in (None, concept) and is_a(concept, n.concept or "") for n in named)


def _joined(before: Words, rest: Words, begin: int) -> Words:
    """The words with "and" before the last of the list, where the one that stood behind it is gone."""
    comma = max((i for i in range(begin, len(before)) if before[i] == ","), default=0)
    goes_on = rest[:1] and rest[0] in _JOINTS
    if comma and not goes_on and "and" not in before[comma:]:
        return (*before[:comma], "and", *before[comma + 1 :], *rest)
    return (*before, *rest)


def _has_things(words: Words, reader: SentenceReader) -> bool:
    """Whether at least one thing is named that is wanted, with an article or a number."""
    counts = lx.ARTICLES | lx.NUMBERS.keys()
    names = ((i, reader.names.match(words, i)) for i in range(1, len(words)))
    wanted = any(n is not None and not reader.names.is_place(n) for _, n in names)
    return wanted and any(word in counts or word.isdecimal() for word in words)


def _lies_there(words: Words, concept: str, reader: SentenceReader) -> bool:
    """Whether one of a kind is at a place that is named: that it is to go from there is more than is said."""
    names = reader.names
    matches = (names.match(words, i) for i in range(len(words)))
    places = [n for n in matches if n is not None and names.is_place(n) and not names.is_person(n)]
    alike = [n for n in names.graph.of_kind(NodeKind.OBJECT) if names.ontology.is_a(n.label, concept)]
    return any(
        names.here.lies_at(NounPhrase("", n.label, n.id), Place(Side.ANY, NounPhrase("", p.concept, p.node_id)))
        for n in alike
        for p in places
    )
