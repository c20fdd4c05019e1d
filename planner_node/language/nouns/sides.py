# SPDX-License-Identifier: Apache-2.0
"""Sides at which the robot cannot place things: "by the bed", "under the book".

Behind a place that was named they are left aside, and told. Where they are all that was said of a place, it is asked
where the thing is to go instead: to the furniture that something is at, or to what stands nearest in the room.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.nouns.nearby import is_at
from planner_node.language.nouns.places import Places
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.things import NounPhrase
from planner_node.language.words.naming import Names

_WHERE, _WHETHER = QuestionKind.WHERE, QuestionKind.WHETHER
_MOST = 4  # places that are offered


def past_a_side(reader: Places, has_place: bool) -> None:
    """Past "next to the lamp" behind the place where something goes: how near it is, nobody sees to; a note says so.

    Args:
        reader: stands before the preposition.
        has_place: whether it was said already where things go.

    Raises:
        NotUnderstoodError: if it was not, with the question where they go instead.
    """
    cursor = reader.cursor
    begin = cursor.at
    found = cursor.find(cursor.book.places.no_sides)
    side = " ".join(cursor.words[begin : begin + (found.length if found else 1)])
    unaimed = NotUnderstoodError(
        FailureCause.NOT_CAPABLE, f"I know things on or in furniture, not '{side}' something. Say on or in what."
    )
    cursor.at += found.length if found else 1
    try:
        phrase = reader.phrases.noun_phrase(place=True, bare=None)
        if phrase.source is None and cursor.side() and not cursor.ends_particle():
            phrase = replace(phrase, source=reader.place())  # "under the plate on table 2"
    except NotUnderstoodError:
        raise unaimed from None
    nodes = tuple(_meant(phrase, cursor))
    if not nodes or not cursor.ends_place(0):
        raise unaimed
    said = cursor.said(begin)
    if has_place:
        reader.spoken.note(f"I see to nothing closer than the furniture, so not to '{said}'")
        return
    places = _around(nodes, cursor.names)
    if not places:
        raise unaimed
    unable = f"I know things on or in furniture, not '{side}' something."
    if len(places) == 1:
        message, gap = f"{unable} Shall it go to {spoken(places[0])} instead?", Gap(_WHETHER, said, f"to {places[0]}")
    else:
        names = enumerate_words(map(spoken, places), "or")
        message, gap = f"{unable} Which of these instead: {names}?", Gap(_WHERE, said, instead=True)
    raise NotUnderstoodError(FailureCause.NOT_CAPABLE, message, places, gap=gap)


def _meant(phrase: NounPhrase, cursor: Cursor) -> Iterator[Node]:
    """What is here and may be meant by words."""
    for node in cursor.names.graph:
        there = cursor.names.graph.support(node.id) or node.id
        if cursor.names.here.is_one(node, phrase) and (phrase.source is None or is_at(there, phrase.source, cursor)):
            yield node


def _around(nodes: tuple[Node, ...], names: Names) -> tuple[str, ...]:
    """Furniture that things are at, else what things can be put on in their room, the nearest first."""
    graph = names.graph
    supports = dict.fromkeys(s for n in nodes if n.kind is NodeKind.OBJECT and (s := graph.support(n.id)) is not None)
    if supports:
        return tuple(supports)[:_MOST]
    rooms = {graph.room_of(n.id) for n in nodes}
    others = [n for n in graph.of_kind(NodeKind.ASSET) if graph.room_of(n.id) in rooms and n not in nodes]
    ontology = names.ontology
    able = [n for n in others if "supports" in ontology.affordances(n.label) and not ontology.is_a(n.label, "bin")]
    return tuple(n.id for n in sorted(able, key=lambda n: min(_apart_m(n, other) for other in nodes)))[:_MOST]


def _apart_m(one: Node, other: Node) -> float:
    """How far two nodes are apart, in metres."""
    return math.dist(one.pose.position, other.pose.position)
