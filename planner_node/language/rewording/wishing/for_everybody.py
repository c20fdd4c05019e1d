# SPDX-License-Identifier: Apache-2.0
"""What everybody is to have, and where or how many they are: "everybody should have a pen: one on every desk".

"Everybody at table 2 should have a fork, we are three" asks for three forks there, and "give everyone who has no drink
a soda" is about those whom the scene knows to have none.
"""

from __future__ import annotations

from makedo_core.graph.scene_graph import SceneGraph
from makedo_core.ontology.words import plural
from planner_node.language.people.person_phrases import PERSON
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds, sentence_end, without
from planner_node.language.sentence.shapes.parts import is_look, placing_end
from planner_node.language.words import lexicon as lx

_EVERYBODY = tuple(
    tuple(said.split())
    for said in (
        "everybody", "everyone", "each guest", "every guest", "each person", "every person", "all guests",
        "each of us", "all of us", "each one",
    )
)  # fmt: skip
_HAVING = tuple(
    tuple(said.split())
    for said in (
        "should have", "should get", "must have", "ought to have", "has to have", "is to have", "needs to have",
        "shall have", "should be given", "gets", "has to get", "needs", "wants", "is supposed to have", "need",
        "should receive",
    )
)  # fmt: skip
_GIVING = frozenset({"bring", "give", "serve", "get", "hand"})
_MARKS = frozenset({":", "-", "\u2013", "\u2014", ",", "."})
_WE = frozenset("we there they it you".split())
_ARE = frozenset({"are", "is", "will", "be", "were", "'re"})
_OF_US = frozenset("of us them people persons guests altogether here in total".split())
_JOINTS = frozenset({",", ";", ".", "-", ":", "as", "since", "because", "for", "and"})
_LACKING = tuple(
    tuple(said.split())
    for said in (
        "who has no", "who have no", "without a", "without an", "without any", "without", "who does not have a",
        "who does not have any", "who has not got a", "who doesn't have a", "who doesn't have any", "that has no",
        "still without a", "who hasn't got a", "who lacks a", "lacking a",
    )
)  # fmt: skip
_ALL = tuple(
    tuple(said.split())
    for said in (
        "everyone", "everybody", "anyone", "anybody", "whoever", "every guest", "each guest", "all", "each person",
        "every person", "each of those", "those", "all those",
    )
)  # fmt: skip


@needs({"everybody", "everyone", "each", "every", "all", "anyone", "anybody", "whoever", "those"})
def for_everybody(words: Words, reader: SentenceReader) -> Words:
    """The words with what each of them is to have as an order with its place, or with those who are meant."""
    words = _lacking(words, reader)
    for begin, end in sentence_bounds(words):
        said = words[begin:end]
        who = next((w for w in _EVERYBODY if said[: len(w)] == w), None)
        if who is None:
            continue
        have = next((len(who) + len(h) for h in _HAVING if said[len(who) : len(who) + len(h)] == h), 0)
        mark = next((i for i in range(have + 1, len(said)) if said[i] in _MARKS), 0) if have else 0
        if mark and said[mark + 2 : mark + 3] == ("pair",):
            end, words = end - 1, (*words[: begin + mark + 2], *words[begin + mark + 3 :])
            said = words[begin:end]  # "goggles: one pair on each bench"
        if mark and said[mark + 1 : mark + 2] == ("one",) and placing_end(said, mark + 2, reader) == len(said):
            return (*words[:begin], "everybody", "needs", *said[have:mark], ":", *said[mark + 1 :], *words[end:])
    return _at_the_table(words, reader)


def _at_the_table(words: Words, reader: SentenceReader) -> Words:
    """Of "everybody at table 2 should have a fork, we are three": "put three forks on table 2"."""
    for begin, _ in sentence_bounds(words):
        giving = words[begin : begin + 1] != () and words[begin] in _GIVING
        at = begin + giving
        who = next((at + len(w) for w in _EVERYBODY if words[at : at + len(w)] == w), 0)
        placed = placing_end(words, who, reader) if who else 0
        if not who or placed == who:
            continue
        have = 0 if giving else next((placed + len(h) for h in _HAVING if words[placed : placed + len(h)] == h), 0)
        first = placed if giving else have
        told = _number(words, first) if first else None
        if told is None:
            continue
        stop, number, last = told
        things = _so_many(words[first:stop], number, reader)
        if things:
            side = ("on",) if words[who] == "at" else words[who : who + 1]
            reader.turned.add(words[stop:last])
            return (*words[:begin], "put", *things, *side, *words[who + 1 : placed], *words[last:])
    return words


def _number(words: Words, at: int) -> tuple[int, str, int] | None:
    """Where "we are three", "there will be two of them" begins behind some words, the number, and where it ends."""
    for begin in range(at + 1, len(words) - 2):
        if words[begin] not in _WE or words[begin - 1] not in _JOINTS:
            continue
        end = sentence_end(words, begin)
        said = without(words[begin + 1 : end], _ARE)
        is_told = said != words[begin + 1 : end] and said[:1] != () and set(said[1:]) <= _OF_US
        if is_told and (said[0].isdecimal() or lx.NUMBERS.get(said[0], 0) > 1):
            stop = begin
            while words[stop - 1] in _JOINTS:
                stop -= 1
            return stop, said[0], end
    return None


def _so_many(things: Words, number: str, reader: SentenceReader) -> Words:
    """So many of each of some things that were said as one each; empty: they were not."""
    found: list[str] = []
    begin = 0
    for at in (*(i for i, word in enumerate(things) if word in ("and", ",")), len(things)):
        part = things[begin:at]
        begin = at + 1
        if not part:
            continue
        looks = next((i for i in range(1, len(part)) if not is_look(part[i], reader)), len(part) - 1)
        name = reader.names.match(part, looks)
        if part[0] not in ("a", "an", "one") or name is None or looks + name.length != len(part):
            return ()
        several = tuple(plural(" ".join(part[looks:])).split())
        noun = several if reader.names.match(several, 0) is not None else part[looks:]
        found += [*(("and",) if found else ()), number, *part[1:looks], *noun]
    return tuple(found)


def _lacking(words: Words, reader: SentenceReader) -> Words:
    """With the names of those who have none for "everyone who has no drink"."""
    for at in range(len(words) - 2):
        who = next((at + len(a) for a in _ALL if words[at : at + len(a)] == a), 0)
        lack = next((who + len(k) for k in _LACKING if words[who : who + len(k)] == k), 0) if who else 0
        name = reader.names.match(words, lack) if lack else None
        if name is None or name.concept is None or reader.names.is_place(name):
            continue
        graph = reader.names.graph
        people = sorted(n.id for n in graph if n.label == PERSON)
        without_any = [p for p in people if not _has(p, name.concept, graph, reader)]
        if without_any and all(reader.names.match((*p.split("_"),), 0) is not None for p in people):
            reader.turned.add(words[at : lack + name.length])
            named = [p.replace("_", " ") for p in without_any]
            said = " and ".join((", ".join(named[:-1]), named[-1])) if len(named) > 1 else named[0]
            behind = words[lack + name.length :]
            each = ("each",) if len(named) > 1 and "each" not in behind else ()
            end = sentence_end(behind, 0)
            return (*words[:at], *said.replace(",", " ,").split(), *behind[:end], *each, *behind[end:])
    return words


def _has(person: str, concept: str, graph: SceneGraph, reader: SentenceReader) -> bool:
    return any(reader.names.ontology.is_a(graph[i].label, concept) for i in graph.contents(person))
