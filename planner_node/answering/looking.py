# SPDX-License-Identifier: Apache-2.0
"""What a question or a search demands of the robot: to look where nobody has, as far as that may change the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import Node, NodeKind, State
from planner_node.answering.answers import answer
from planner_node.answering.wording import told
from planner_node.grounding.demand import Demand
from planner_node.grounding.found import GroundedClause
from planner_node.grounding.missing import no_place, not_found
from planner_node.grounding.scene import Scene
from planner_node.language.kinds import Asking
from planner_node.language.questions.answer import Doubt, SceneAnswer
from planner_node.language.refusal import Refusal
from planner_node.language.request import Inquire, Look, SceneQuestion
from planner_node.language.things import NounPhrase
from planner_node.seeking.look_instead import after_looking
from planner_node.seeking.prospect import looked_into
from planner_node.seeking.travel import is_shut

_ONE_PLACE = frozenset({Asking.WHERE, Asking.WHETHER})  # answered by the first place where something is


def ask(clause: Inquire, scene: Scene, done: Sequence[Demand] = ()) -> GroundedClause:
    """Looking where the answer may be, with what is known so far; shut furniture is opened before and shut again.

    Args:
        clause: the question.
        scene: that is asked.
        done: what is demanded before: furniture that is opened anyway stays open.
    """
    unknown = _unknown_place(clause.question, scene)
    if unknown is not None:
        return no_place(unknown, scene)
    known = answer(clause.question, scene)
    return _looks(known, f"answering '{clause.question.text}'", places_to_look(known), scene, done)


def _unknown_place(question: SceneQuestion, scene: Scene) -> NounPhrase | None:
    """The place that a question is about, if there is none like it here: nothing is on a table that is not there."""
    places = [question.place, *(thing.source for thing in question.things)]
    named = [place.what for place in places if place is not None]
    return next((what for what in named if not any(scene.is_meant(node, what) for node in scene.graph)), None)


def seek(clause: Look, scene: Scene, done: Sequence[Demand] = ()) -> GroundedClause:
    """Looking for things until they were seen: where they are thought to be, then where such things usually are.

    The answer says where they are. Arguments as of `ask`.
    """
    what = clause.what
    question = SceneQuestion(Asking.WHERE, f"where is {what.text}", (what,))
    known = answer(question, scene)
    wanted = len(known.sightings) if what.count is None else what.count
    seen = sum(not f.believed for f in known.sightings)
    if seen >= wanted:  # where others are thought to be was not asked
        known = replace(known, sightings=known.sightings[:wanted])
    searched = looked_into(scene.graph, scene.known_failures)
    thought = [f.place for f in known.sightings[:wanted] if f.place in scene.graph and f.place not in searched]
    places = tuple(dict.fromkeys(p for p in thought if scene.graph[p].kind is NodeKind.ASSET))
    if not places and seen < (what.count or 1):
        places = answer(replace(question, asking=Asking.COUNT), scene).unlooked[:1]
        if not places:
            return after_looking(_not_all(what, seen, known, scene), scene)
    return _looks(known, f"looking for {what.text}", places, scene, done)


def _not_all(what: NounPhrase, seen: int, known: SceneAnswer, scene: Scene) -> Refusal:
    """Not so many were found as were to be, with what is known of them."""
    if not known.sightings:
        return not_found(what, scene)
    found = f"I found only {number_word(seen)} of {what.text}" if seen else f"I did not find {what.text}"
    return Refusal(FailureCause.OBJECT_NOT_FOUND, f"{found}. {told(known, scene.graph)}")


def _looks(
    known: SceneAnswer, text: str, look_at: Sequence[str], scene: Scene, done: Sequence[Demand]
) -> tuple[Demand, ...]:
    """Looking at places, for an answer; shut furniture is opened before and shut again."""
    explored = scene.backend.explored()
    is_open, is_closed = scene.backend.state(State.OPEN), scene.backend.state(State.CLOSED)
    places = [] if explored is None else [scene.graph[i] for i in look_at]
    opened = {i for d in done if is_open in d.literals for i in d.wanted}
    shut = [p for p in places if is_shut(p) and p.id not in opened]
    if not places or explored is None:
        return (Demand(text, 0, (), (scene.backend.explored() or scene.backend.robot_at(),), answer=known),)  # type: ignore[arg-type]
    look = Demand(text, len(places), _ids(places), (explored,), answer=known)
    if not shut or is_open is None:
        return (look,)
    named = enumerate_words(spoken(p.id) for p in shut)
    opening = Demand(f"opening {named}", len(shut), _ids(shut), (is_open,))
    if is_closed is None:
        return opening, replace(look, stage=1)
    closing = Demand(f"closing {named}", len(shut), _ids(shut), (is_closed,), stage=2)
    return opening, replace(look, stage=1), closing


def places_to_look(known: SceneAnswer) -> tuple[str, ...]:
    """Where to look for an answer: all that was asked about, or where such a thing most likely is."""
    question = known.question
    if question.asking in _ONE_PLACE or (question.place is None and Doubt.NOT_LOOKED in known.doubts):
        return known.unlooked[:1]
    return known.unlooked


def _ids(nodes: list[Node]) -> tuple[str, ...]:
    return tuple(n.id for n in nodes)
