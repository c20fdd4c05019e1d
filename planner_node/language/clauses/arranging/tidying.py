# SPDX-License-Identifier: Apache-2.0
"""What is tidied or put away: things go where such things are kept; furniture is cleared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.clauses.arranging.clearing import clearing, joined
from planner_node.language.clauses.arranging.usual_places import KEEPING, put_away
from planner_node.language.clauses.carrying.carried import Carried, read_carried
from planner_node.language.clauses.carrying.handling import handled
from planner_node.language.clauses.steps import ClauseStep, Pending
from planner_node.language.clauses.wording.ahead import things_ahead
from planner_node.language.nouns.groups import Group
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.things import NounPhrase, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Said

_SHOWN = 4  # things that a question names
_PLACE_WORDS = 5  # that a place is named by at most: "onto the kitchen table 1"


def tidying(nouns: Nouns, said: Said, words: str) -> tuple[ClauseStep, ...]:
    """Things go to a place that is said, else to where such things are kept; furniture is cleared.

    Raises:
        NotUnderstoodError: where nothing is named, or only a room: what belongs elsewhere there, is asked.
    """
    cursor = nouns.cursor
    cursor.skip({"up", "away"})
    ahead = 0
    while cursor.word(ahead) in lx.DEFINITE:
        ahead += 1
    name = cursor.name(ahead)
    if cursor.ends_clause() and cursor.word() not in lx.PRONOUNS:
        raise what_to_tidy(nouns, words)
    if name is not None and nouns.names.is_room(name) and cursor.ends_place(ahead + name.length):
        cursor.at += ahead + name.length
        raise what_to_tidy(nouns, words, name)
    if name is not None and nouns.names.is_place(name):
        return clearing(nouns, said, words)
    return put_away_or_there(nouns, said, words, read_carried(nouns, said))


def put_away_or_there(nouns: Nouns, said: Said, words: str, carried: Carried) -> tuple[ClauseStep, ...]:
    """Things go to the place that was said, else to where they are kept, unless a later clause says otherwise."""
    said_so = carried
    if "onto" not in nouns.cursor.words[max(0, nouns.cursor.at - _PLACE_WORDS) : nouns.cursor.at]:
        carried = replace(carried, groups=tuple(_from_where_they_lie(nouns, g) for g in carried.groups))
    if carried.early is not None or carried.whom is not None or any(g.places for g in carried.groups):
        return handled(nouns, said, words, carried)
    nouns.cursor.skip({"up", "away"})
    if nouns.cursor.side():  # "put the cereal away in the cupboard"
        return handled(nouns, said, words, replace(carried, early=nouns.places.place()))
    things = tuple(t for g in carried.groups for t in g.sourced())
    if _is_listed_next(nouns, things):
        nouns.spoken.note(f"I take what follows for how '{words} {enumerate_words(t.text for t in things)}' is meant")
        return ()
    nouns.spoken.things, nouns.spoken.at_rest, nouns.spoken.waiting = things, False, things
    try:
        kept = joined(p for t in things for p in put_away(t, nouns.names, nouns.book.adjectives))
    except NotUnderstoodError as unknown:
        if any(_are_elsewhere(nouns, g) for g in said_so.groups):  # kept nowhere: where is said is where they go
            return handled(nouns, said, words, said_so)
        return (Pending(things, unknown),)
    reason = NotUnderstoodError(
        FailureCause.AMBIGUOUS, f"Where shall I {words} {enumerate_words(t.text for t in things)}?"
    )
    return (Pending(things, reason, otherwise=kept),)


def _from_where_they_lie(nouns: Nouns, group: Group) -> Group:
    """Things that are put away "on the table" lie there: nothing is kept on a table."""
    if len(group.places) != 1 or group.sources:
        return group
    place, names = group.places[0], nouns.names
    label = names.graph[place.what.node_id].label if place.what.node_id is not None else place.what.concept or ""
    kept = names.ontology.ancestors(label) & KEEPING or nouns.places.in_room(place.what)
    there = all(t.concept is None or names.here.lies_at(t, place) for t in group.things)
    if place.side is Side.ANY or kept or not there:
        return group
    return replace(group, sources=(place,), places=())


def _are_elsewhere(nouns: Nouns, group: Group) -> bool:
    """Whether some of the things lie elsewhere than at the place that is said with them."""
    here = nouns.names.here
    at = [n for t in group.things for n in here.places_of(t)]
    return any(not here.is_one(node, place.what) for place in group.places for node in at)


def _is_listed_next(nouns: Nouns, things: Sequence[NounPhrase]) -> bool:
    """Whether some of these follow with where they go: "put your tools away, the hammer and the saw go there"."""
    cursor, ahead = nouns.cursor, 0
    while cursor.word(ahead) in (",", ":", "-"):
        ahead += 1
    found = things_ahead(nouns, ahead) if ahead else None
    if found is None or not nouns.book.verbs.belonging.find(cursor.words, cursor.at + ahead + found[1]):
        return False
    is_a = nouns.names.ontology.is_a
    groups = [thing.concept for thing in things]
    return all(
        t.concept is not None and any(g is not None and g != t.concept and is_a(t.concept, g) for g in groups)
        for t in found[0]
    )


def what_to_tidy(nouns: Nouns, words: str, room: Name | None = None) -> NotUnderstoodError:
    """The question what is to be put away, with what lies about."""
    graph, ontology = nouns.names.graph, nouns.names.ontology
    about = [
        node.id
        for node in graph.of_kind(NodeKind.OBJECT)
        if (support := graph.support(node.id)) is not None
        and graph[support].kind is NodeKind.ASSET
        and ontology.ancestors(graph[support].label) & {"worktop", "seat", "bed"}
        and (room is None or graph.room_of(node.id) == room.node_id or _is_in(nouns, node.id, room))
    ]
    shown = (*map(spoken, about[:_SHOWN]), *(("more",) if len(about) > _SHOWN else ()))
    seen = f" I know of {enumerate_words(shown)}." if about else ""
    message = f"What shall I {words}? Say the things or the furniture.{seen}"
    gap = Gap(QuestionKind.WHICH, nouns.cursor.just_read())
    return NotUnderstoodError(FailureCause.AMBIGUOUS, message, tuple(about), gap=gap)


def _is_in(nouns: Nouns, node_id: str, room: Name) -> bool:
    here = nouns.names.graph.room_of(node_id)
    return (
        room.node_id is None
        and here is not None
        and nouns.names.ontology.is_a(nouns.names.graph[here].label, room.concept or "")
    )
