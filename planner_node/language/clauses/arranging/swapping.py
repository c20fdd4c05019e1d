# SPDX-License-Identifier: Apache-2.0
"""Two things that change places: each goes to where the other is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, RelationType
from planner_node.language.clauses.arranging.kinds import named, place_of
from planner_node.language.clauses.carrying.carried import read_groups
from planner_node.language.clauses.carrying.putting import put
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Said

_LINKS = ("with", "for", "against", "by")


def swapping(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Each of two things to where the other is.

    Raises:
        NotUnderstoodError: if there are not two, it is not clear which, or both are at the same place.
    """
    cursor = nouns.cursor
    cursor.take(nouns.book.clauses.places_of)
    _join(nouns)
    things = [t for group in read_groups(nouns) for t in _where_they_are(group, nouns)]
    if cursor.word() == ":":
        nouns.spoken.note(f"I take what follows for how '{words} {enumerate_words(t.text for t in things)}' is meant")
        nouns.spoken.things = tuple(things)
        return ()
    both = named(things[0], nouns.names) if len(things) == 1 and things[0].count != 1 else ()
    if len(both) == 2:  # "the two books on the shelves"
        things = [replace(things[0], text=spoken(n.id), node_id=n.id, count=1) for n in both]
    if len(things) != 2:
        raise NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, f"Say the two things to {words}.")
    first, second = (_the_one(nouns, thing) for thing in things)
    places = tuple(_where(nouns, node) for node in (first, second))
    if places[0].what.node_id == places[1].what.node_id:
        where = f"{things[0].text} and {things[1].text} are both at {places[0].what.text}"
        raise NotUnderstoodError(FailureCause.NOT_CAPABLE, f"{where}; I know only at which furniture things are.")
    exact = [NounPhrase(t.text, n.label, n.id, definite=True) for t, n in zip(things, (first, second), strict=True)]
    steps = tuple(put(nouns, (thing,), place) for thing, place in zip(exact, reversed(places), strict=True))
    nouns.spoken.things = tuple(exact)
    return steps


def _where_they_are(group: Group, nouns: Nouns) -> tuple[NounPhrase, ...]:
    """The things with the place behind the last of them; it is the last one's alone where the others are not there."""
    placed = group.sourced(*group.places)
    if len(placed) != len(group.things) or all(named(thing, nouns.names) for thing in placed):
        return placed
    return (*group.things[:-1], placed[-1])


def _join(nouns: Nouns) -> None:
    """With "and" between the two things: "swap the apple for the pear"."""
    cursor, here, ahead = nouns.cursor, nouns.cursor.at, 0
    while (word := cursor.word(ahead)) and word not in lx.SENTENCE_ENDS:
        if word in _LINKS:
            cursor.rewrite(here + ahead, here + ahead + 1, ("and",))
            cursor.at = here
            return
        ahead += 1


def _the_one(nouns: Nouns, thing: NounPhrase) -> Node:
    found = named(thing, nouns.names)
    if not found:
        raise NotUnderstoodError(FailureCause.OBJECT_NOT_FOUND, f"I know of no such thing here: '{thing.text}'.")
    if len(found) > 1 or thing.count != 1:
        ids = tuple(node.id for node in found)
        places = tuple(dict.fromkeys(_where(nouns, node) for node in found)) if thing.count != 1 else ()
        if len(places) > 1:
            raise _at_several_places(thing, places)
        gap = Gap(QuestionKind.WHICH, thing.text)
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"Which one is meant by '{thing.text}'?", ids, gap=gap)
    return found[0]


def _at_several_places(thing: NounPhrase, places: Sequence[Place]) -> NotUnderstoodError:
    """Why things do not change places that are at several: nobody said of which."""
    ids = tuple(place.what.node_id or "" for place in places)
    side = "in" if places[0].side is Side.INSIDE else "on"
    message = f"'{thing.text}' are at {enumerate_words(map(spoken, ids))}."
    hint = f" Say of which place, for example '{thing.text} {side} {spoken(ids[0])}'."
    return NotUnderstoodError(FailureCause.AMBIGUOUS, message + hint, ids)


def _where(nouns: Nouns, node: Node) -> Place:
    graph = nouns.names.graph
    relation = graph.placement(node.id)
    if relation is None or relation.type not in (RelationType.ON, RelationType.INSIDE):
        raise NotUnderstoodError(FailureCause.OBJECT_NOT_FOUND, f"I do not know where {spoken(node.id)} is.")
    side = Side.INSIDE if relation.type is RelationType.INSIDE else Side.ON
    return place_of(graph[relation.target], side)
