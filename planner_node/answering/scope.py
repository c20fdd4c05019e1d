# SPDX-License-Identifier: Apache-2.0
"""Where a question is about, and where of that nobody has looked."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.goals.facts import takes_things
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.answering.numbers import places_among
from planner_node.grounding.missing import rooms_told
from planner_node.grounding.scene import Scene
from planner_node.language.kinds import Asking
from planner_node.language.questions.answer import SceneAnswer
from planner_node.language.things import Place, Side
from planner_node.seeking.chances import places_to_keep
from planner_node.seeking.prospect import looked_into
from planner_node.seeking.travel import is_shut


def is_at_place(node: Node, place: Place, scene: Scene) -> bool:
    """Whether a thing is on, in or at a place; people at furniture share its room, and stand next to it if known."""
    if scene.is_at(node, place):
        return place.what.source is None or scene.is_at(node, place.what.source)
    return False


def certain(place: Place | None, scene: Scene) -> Place | None:
    """A definite place as the only furniture of exactly that class: "the shelf" is no bathroom shelf."""
    if place is None or place.what.count is None or place.what.node_id is not None:
        return place
    exact = [n.id for n in scene.places(place.what) if n.label == place.what.concept]
    return Place(place.side, replace(place.what, node_id=exact[0])) if len(exact) == 1 else place


def scope(found: SceneAnswer, scene: Scene) -> tuple[Node, ...]:
    """Furniture that a question is about: the place that was said, or where such things may be."""
    question = found.question
    if question.asking is Asking.HOLDS_MOST:
        among = places_among(question.among, scene)
        return tuple(n for n in scene.in_room(p for p in among if p.kind is NodeKind.ROOM)) or among
    keeps = places_to_keep(scene.graph, scene.ontology)
    places = [question.place] if question.place else [t.source for t in question.things if t.source]
    if places:
        named: list[Node] = []
        for place in places:
            rooms = scene.rooms(place.what)
            named += [n for n in scene.in_room(rooms) if n.id in keeps] if rooms else scene.places(place.what)
        return tuple(n for n in dict.fromkeys(named) if n.kind is NodeKind.ASSET)
    usual = frozenset[str]().union(*(scene.ontology.usual_places(t.concept) for t in question.things if t.concept))
    thought = {f.place for f in found.sightings}
    kept = [scene.graph[i] for i in keeps]
    told = frozenset[str]().union(*(rooms_told(t, scene) for t in question.things))
    if told:
        return tuple(n for n in kept if scene.graph.room_of(n.id) in told)
    likely = [n for n in kept if n.id in thought or scene.ontology.ancestors(n.label) & usual]
    return tuple(likely or kept)


def unlooked(found: SceneAnswer, scene: Scene) -> tuple[str, ...]:
    """Where looking could change an answer: furniture that nobody has seen, or that is shut and shows nothing."""
    asking = found.question.asking
    if asking in (Asking.STATE, Asking.ASPECT) or _is_about_furniture(found, scene):
        return ()
    seen = [f for f in found.sightings if not f.believed]
    if asking in (Asking.WHERE, Asking.WHETHER) and seen:
        return ()
    searched = looked_into(scene.graph, scene.known_failures)
    holds = [n for n in scope(found, scene) if scene.offers(n, Side.ON) or scene.offers(n, Side.INSIDE)]
    order = {f.place: i for i, f in reversed(list(enumerate(found.sightings)))}
    places = (n for n in holds if not takes_things(n))  # nobody looks through a person
    nobody = [n.id for n in places if n.id not in searched and not _looked_at(n, scene)]
    return tuple(sorted(nobody, key=lambda i: order.get(i, len(order))))


def _is_about_furniture(found: SceneAnswer, scene: Scene) -> bool:
    """Whether all that is here of the kinds that are asked about is furniture or rooms: none of it lies about."""
    kinds = {t.concept for t in found.question.things}
    if kinds and all(k is not None and k in scene.ontology and scene.ontology.is_a(k, "room") for k in kinds):
        return True
    alike = [n for n in scene.graph if any(k is not None and scene.ontology.is_a(n.label, k) for k in kinds)]
    return None not in kinds and bool(alike) and all(n.kind in (NodeKind.ASSET, NodeKind.ROOM) for n in alike)


def _looked_at(place: Node, scene: Scene) -> bool:
    """Whether what rests there was seen: the place itself, unless it is shut, or something of it."""
    contents = [scene.graph[i] for i in scene.graph.contents(place.id)]
    if any(node.last_seen is not None for node in contents):
        return True
    return place.last_seen is not None and not is_shut(place)
