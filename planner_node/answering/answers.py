# SPDX-License-Identifier: Apache-2.0
"""Answers questions from a scene: which nodes are meant, how sure that is, and where nobody has looked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from makedo_core.goals.goal_text import spoken
from makedo_core.graph.persons_word import Matter
from makedo_core.graph.scene_graph import Node, NodeKind, RelationType, State
from planner_node.answering.kindred import is_so, looks_otherwise, of_any_look
from planner_node.answering.numbers import counted
from planner_node.answering.scope import certain, is_at_place, unlooked
from planner_node.answering.whether import is_so as is_so_of_all
from planner_node.grounding.scene import Scene
from planner_node.language.kinds import Asking, Aspect, Measure
from planner_node.language.people.person_phrases import PERSON
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.questions.answer import Doubt, SceneAnswer, Sighting
from planner_node.language.request import SceneQuestion
from planner_node.language.things import NounPhrase
from planner_node.seeking.prospect import looked_into

_VOLUME, _HEIGHT, _LENGTH, _WIDTH = (
    lambda size: size[0] * size[1] * size[2],
    lambda size: size[2],
    max,
    lambda size: min(size[0], size[1]),
)
_MEASURES: Mapping[Measure, Callable[[Sequence[float]], float]] = {
    Measure.GREATEST_VOLUME: _VOLUME,
    Measure.LEAST_VOLUME: _VOLUME,
    Measure.GREATEST_WEIGHT: _VOLUME,  # a scene graph knows no weights
    Measure.LEAST_WEIGHT: _VOLUME,
    Measure.GREATEST_HEIGHT: _HEIGHT,
    Measure.LEAST_HEIGHT: _HEIGHT,
    Measure.GREATEST_LENGTH: _LENGTH,
    Measure.GREATEST_WIDTH: _WIDTH,
    Measure.LEAST_WIDTH: _WIDTH,
}
_WEIGHTS = frozenset({Measure.GREATEST_WEIGHT, Measure.LEAST_WEIGHT})
_SAME = 1e-3  # relative: two measures that differ by no more are equal
_SWITCHED = frozenset({State.ON, State.OFF})
_FURNISHED = frozenset({"on", "off", "open", "closed", "locked", "ajar", "empty", "full"})
"""What furniture may be: other things that are asked about, whatever they are, lie about."""
_NAMES = "named_"


def answer(question: SceneQuestion, scene: Scene) -> SceneAnswer:
    """What a scene says to a question."""
    question = replace(question, place=certain(question.place, scene))
    nodes = named(question, scene)
    found = SceneAnswer(question, tuple(sighting(node, scene) for node in nodes))
    match question.asking:
        case Asking.MOST:
            found = _most(found, nodes)
        case Asking.STATE:
            nodes = _called_just_so(nodes, question)
            found = replace(found, sightings=tuple(sighting(node, scene) for node in nodes))
            found = _state(found, nodes, question.state, scene)
        case Asking.ASPECT:
            found = _aspect(found, nodes, scene.book)
        case Asking.HOLDS_MOST | Asking.MORE:
            found = counted(found, nodes, scene)
        case Asking.WHETHER:
            holds, against = is_so_of_all(question, nodes, lambda other: named(other, scene))
            found = replace(found, holds=holds, against=tuple(sighting(node, scene) for node in against))
    return _doubted(_with_kindred(found, scene), scene)


def _with_kindred(found: SceneAnswer, scene: Scene) -> SceneAnswer:
    """With what there is of the kind that was asked about, and is not as was asked, or may be."""
    wider = of_any_look(found.question)
    if wider is None:
        return found
    kind = named(wider, scene)
    others = looks_otherwise(kind, found.question.things[0].attributes, scene)
    seen = {f.node_id for f in found.sightings}
    kindred = tuple(sighting(n, scene) for n in kind if n.id in others and n.id not in seen)
    unsure = frozenset(f.node_id for f in kindred if not others[f.node_id])
    return replace(found, kindred=kindred, unsure=unsure)


def is_about_people(question: SceneQuestion) -> bool:
    """Whether it asks about people."""
    return any(t.concept == PERSON for t in question.things)


def named(question: SceneQuestion, scene: Scene) -> tuple[Node, ...]:
    """The nodes that a question is about, those that were seen first, those seen last before others."""
    of_any_kind = all(t.concept is None and t.node_id is None for t in question.things)
    lie_about = of_any_kind and not _FURNISHED & {question.state, *(a for t in question.things for a in t.attributes)}
    kinds = {NodeKind.OBJECT} if lie_about else {NodeKind.OBJECT, NodeKind.ASSET, NodeKind.ROOM}
    asks_where = question.asking is Asking.WHERE
    gone = {n.id for n in scene.lost if not asks_where or not n.is_told(Matter.PLACE)}
    found = [
        node
        for node in scene.graph
        if node.kind in kinds
        and node.id not in gone
        and (not question.things or any(_meant(node, thing, scene) for thing in question.things))
        and (question.place is None or is_at_place(node, question.place, scene))
    ]
    return tuple(sorted(found, key=lambda n: (n.is_belief, -(n.last_seen or 0.0))))


def _meant(node: Node, thing: NounPhrase, scene: Scene) -> bool:
    if thing.concept == PERSON and thing.node_id is None:
        return scene.ontology.is_a(node.label, PERSON) and thing.attributes <= node.attributes
    if node.kind is NodeKind.ASSET and State.EMPTY in thing.attributes:
        thing = replace(thing, attributes=thing.attributes - {State.EMPTY})
        if not is_so(node, State.EMPTY, scene):
            return False
    return scene.matches(node, replace(thing, source=None)) and (
        thing.source is None or is_at_place(node, thing.source, scene)
    )


def sighting(node: Node, scene: Scene) -> Sighting:
    """Where a node is and how long ago it was seen there."""
    graph = scene.graph
    relation = graph.placement(node.id)
    room = graph.room_of(node.id) or ""
    age_s = None if node.last_seen is None else max(0.0, graph.stamp - node.last_seen)
    believed = node.is_belief and node.kind is not NodeKind.ASSET
    place = relation.target if relation else room
    inside = relation is not None and relation.type is RelationType.INSIDE
    missed = believed and place in looked_into(graph, scene.known_failures)
    return Sighting(node.id, place, room, inside, age_s, believed, missed)


def _most(found: SceneAnswer, nodes: Sequence[Node]) -> SceneAnswer:
    """Those of greatest or least measure first; those of unknown size last."""
    measure = found.question.measure
    assert measure is not None
    sign = -1.0 if measure.is_greatest else 1.0
    measured = {n.id: _MEASURES[measure](n.size) for n in nodes if all(extent > 0.0 for extent in n.size)}
    order = sorted(found.sightings, key=lambda f: (f.node_id not in measured, sign * measured.get(f.node_id, 0.0)))
    unsure = measure in _WEIGHTS or len(measured) < len(nodes)
    doubts = found.doubts | ({Doubt.UNMEASURED} if unsure and nodes else frozenset())
    if nodes and not measured:
        doubts |= {Doubt.UNKNOWN}
    best = measured[order[0].node_id] if measured else 0.0
    equal = frozenset(i for i, value in measured.items() if math.isclose(value, best, rel_tol=_SAME))
    return replace(found, sightings=tuple(order), so=equal, doubts=doubts)


def _called_just_so(nodes: tuple[Node, ...], question: SceneQuestion) -> tuple[Node, ...]:
    """Of what one word may mean, that which is called so: of a cabinet and a tool chest, for "the cabinet"."""
    said = f" {question.things[0].text.lower()} " if len(question.things) == 1 and not question.some else ""
    return tuple(n for n in nodes if f" {spoken(n.label)} " in said) or nodes


def _state(found: SceneAnswer, nodes: Sequence[Node], state: str, scene: Scene) -> SceneAnswer:
    """Whether things are as was asked; what no node says, nobody knows.

    Of all there is, what can be on or off is spoken of.
    """
    if state in _SWITCHED and any(t.concept is None and t.node_id is None for t in found.question.things):
        nodes = [n for n in nodes if n.states & _SWITCHED] or nodes
        found = replace(found, sightings=tuple(sighting(n, scene) for n in nodes))
    known = {n.id: is_so(n, state, scene) for n in nodes}
    so = frozenset(i for i, holds in known.items() if holds)
    unsure = frozenset(i for i, holds in known.items() if holds is None)
    found = replace(found, so=so, unsure=unsure)
    if not nodes or len(unsure) == len(nodes):
        return replace(found, holds=None, doubts=found.doubts | {Doubt.UNKNOWN})
    settled = bool(so) if found.question.some else len(so) + len(unsure) < len(nodes)
    holds = found.question.some if settled else None if unsure else not found.question.some
    if found.question.either or (_is_one_thing(found.question) and 0 < len(so) < len(nodes)):
        holds = None  # "is the window open", where one is and one is not
    doubts = {Doubt.BELIEVED} if any(node.last_seen is None and node.opening is None for node in nodes) else set()
    return replace(found, holds=holds, doubts=found.doubts | doubts | ({Doubt.UNKNOWN} if unsure else set()))


def _is_one_thing(question: SceneQuestion) -> bool:
    """Whether one thing is spoken of, whichever it is: "the window"."""
    return not question.some and len(question.things) == 1 and question.things[0].count == 1


def _aspect(found: SceneAnswer, nodes: Sequence[Node], book: Phrasebook) -> SceneAnswer:
    """What is known of the first node, and of each."""
    each = tuple(_told(node, found.question.aspect, book) for node in nodes)
    told = each[0] if each else ()
    doubts = found.doubts if told else found.doubts | {Doubt.UNKNOWN}
    return replace(found, told=told, told_of_each=each, doubts=doubts)


def _told(node: Node, aspect: Aspect | None, book: Phrasebook) -> tuple[str, ...]:
    looks = sorted(a for a in node.attributes if not a.startswith(_NAMES))
    match aspect:
        case Aspect.NAME:
            called = [a.removeprefix(_NAMES) for a in node.attributes if a.startswith(_NAMES)]
            known = node.label == PERSON and not node.id.startswith(PERSON)
            return tuple(sorted(called)) or ((node.id,) if known or node.label != PERSON else ())
        case Aspect.POSE:
            return tuple(a for a in looks if a in book.people.poses.meanings)
        case Aspect.GESTURE:
            return tuple(a for a in looks if a in book.people.gestures.meanings)
        case Aspect.COLOUR:
            return tuple(a for a in looks if a in book.adjectives.colours)
        case _:
            return tuple(looks)


def _doubted(found: SceneAnswer, scene: Scene) -> SceneAnswer:
    """With why it may be wrong and where looking would help."""
    doubts = set(found.doubts)
    if any(f.believed for f in _relevant(found)):
        doubts.add(Doubt.BELIEVED)
    if is_about_people(found.question):
        return replace(found, doubts=frozenset(doubts | {Doubt.OUT_OF_SIGHT}))
    places = unlooked(found, scene)
    if places:
        doubts.add(Doubt.NOT_LOOKED)
    return replace(found, doubts=frozenset(doubts), unlooked=places)


def _relevant(found: SceneAnswer) -> Iterable[Sighting]:
    return found.sightings[:1] if found.question.asking in (Asking.WHERE, Asking.WHETHER) else found.sightings
