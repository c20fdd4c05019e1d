# SPDX-License-Identifier: Apache-2.0
"""What is thrown away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.clauses.carrying.carried import read_carried, standing_in_room, waste_in
from planner_node.language.clauses.carrying.handling import handled
from planner_node.language.clauses.carrying.putting import homeless, puts_of
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words.verbs import Said, Verb

_BIN, _WASTE = "bin", "waste"
_TOWARDS = frozenset({"into", "onto"})
_IT_IS = frozenset({"it's", "they're"})
_IT_IS_APART = (("it", "is"), ("they", "are"))


def throwing_away(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Things go into the bin, or into a recycling bin."""
    return _away(nouns, read_carried(nouns, said).groups, said)


def throwing(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """As `throwing_away` with "away", or where a verb such as "toss" names no place; else things go to a place."""
    carried = read_carried(nouns, said)
    placed = carried.early or carried.whom or carried.told or any(g.places for g in carried.groups)
    if nouns.cursor.word() in ("away", "out") or (said.like in nouns.book.verbs.discarding and not placed):
        return _away(nouns, carried.groups, said)
    return handled(nouns, said, words, carried)


def taking(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Things are taken, or go somewhere.

    Of what is taken away with no place said, what is spoilt or waste is thrown away; where else it goes, is asked.
    """
    begin = nouns.cursor.at
    carried = read_carried(nouns, said)
    if "off" in nouns.cursor.words[begin : nouns.cursor.at]:  # nothing from elsewhere stands in
        there = (standing_in_room(nouns, _only_from_there(group)) for group in carried.groups)
        carried = replace(carried, groups=tuple(there))
    placed = carried.early or carried.whom or carried.told or any(g.places for g in carried.groups)
    is_away = "away" in nouns.cursor.words[begin : nouns.cursor.at + 1] or said.like.endswith("away")
    things = [thing for group in carried.groups for thing in group.things]
    if is_away and not placed and things and all(_is_rubbish(nouns, thing) for thing in things):
        nouns.spoken.note("What is spoilt or waste and is to be taken away goes into the bin")
        return _away(nouns, carried.groups, said)
    if is_away and not placed and things and not (nouns.originals.recall.origin or nouns.originals.recall.back):
        nouns.cursor.skip({"away"})
        what = tuple(t for g in carried.groups for t in g.sourced())
        nouns.spoken.things, nouns.spoken.at_rest = what, False
        return (homeless(nouns, what, "take away"),)
    return handled(nouns, said, words, carried)


def _only_from_there(group: Group) -> Group:
    """Things that are taken off some furniture: those there, and no others."""
    is_there = bool(group.sources)
    return replace(group, things=tuple(replace(t, only_there=is_there or bool(t.source)) for t in group.things))


def _is_rubbish(nouns: Nouns, thing: NounPhrase) -> bool:
    """Whether a thing is waste by its kind, or spoilt."""
    node = nouns.names.graph.nodes.get(thing.node_id) if thing.node_id is not None else None
    kind = thing.concept if node is None else node.label
    return (kind is not None and nouns.names.ontology.is_a(kind, _WASTE)) or _is_spoilt(nouns, thing)


def _is_spoilt(nouns: Nouns, thing: NounPhrase) -> bool:
    """Whether a thing is called spoilt, by its name or behind it ("it's rotten"), or all there are of its kind are."""
    spoilt, cursor = nouns.book.adjectives.spoilt, nouns.cursor
    if thing.attributes & spoilt:
        return True
    for at in range(cursor.at, len(cursor.words)):
        is_said = cursor.words[at - 1] in _IT_IS or cursor.words[at - 2 : at] in _IT_IS_APART
        if (nouns.book.adjectives.attribute(cursor.words[at]) or cursor.words[at]) in spoilt and is_said:
            return True
    labels = nouns.names.ontology
    alike = [
        n
        for n in nouns.names.graph.of_kind(NodeKind.OBJECT)
        if n.id == thing.node_id or (thing.node_id is None and labels.is_a(n.label, thing.concept or n.label))
    ]
    return bool(alike) and all(node.attributes & spoilt for node in alike)


def _away(nouns: Nouns, read: Sequence[Group], said: Said) -> tuple[ClauseStep, ...]:
    """Into the bin, unless another one is said."""
    cursor = nouns.cursor
    cursor.skip({"away", "out"})
    groups = [_from_where_it_is(nouns, replace(g, things=waste_in(nouns, g))) for g in read]
    words, concept = ("the recycling bin", "recycling_bin") if said.verb is Verb.RECYCLE else ("the bin", "bin")
    usual = Place(Side.INSIDE, NounPhrase(words, concept=concept, definite=False))
    while cursor.side():  # "throw it away in the bin"
        place = nouns.places.place()
        groups[-1] = _from_where_it_is(nouns, replace(groups[-1], places=(*groups[-1].places, place)))
    return puts_of(nouns, groups, None, detach=False) or puts_of(nouns, groups, usual, detach=False) or ()


def _from_where_it_is(nouns: Nouns, group: Group) -> Group:
    """Things thrown away "on the desk" are there: only what takes waste is where they go."""
    if not group.places or (_takes_waste(nouns, group.places[-1]) and not _is_what_is_there(nouns, group)):
        return group
    return replace(group, sources=(*group.sources, *group.places), places=())


def _is_what_is_there(nouns: Nouns, group: Group) -> bool:
    """Whether "everything in the bin" is thrown away, which is no order to put all there is into it."""
    words, place = nouns.cursor.words, group.places[-1]
    everything = all(t.concept is None and t.node_id is None and t.count is None for t in group.things)
    behind = (*group.things[-1].text.split(), "in", *place.what.text.split())
    stands = any(words[at : at + len(behind)] == behind for at in range(len(words)))
    return everything and place.side is Side.INSIDE and not group.sources and stands


def _takes_waste(nouns: Nouns, place: Place) -> bool:
    """Whether a place is a bin, or where things are to go by the word before it ("into the box", "to the box")."""
    names, what = nouns.names, place.what
    label = names.graph[what.node_id].label if what.node_id is not None else what.concept or ""
    words, name = nouns.cursor.words, tuple(what.text.split())
    before = {words[at - 1] for at in range(1, nouns.cursor.at) if words[at : at + len(name)] == name}
    return names.ontology.is_a(label, _BIN) or place.side is Side.ANY or not before.isdisjoint(_TOWARDS)


def thrown_away(nouns: Nouns, things: tuple[NounPhrase, ...]) -> tuple[ClauseStep, ...]:
    """Things go into the bin."""
    return _away(nouns, [Group(things)], Said(Verb.THROW_AWAY))
