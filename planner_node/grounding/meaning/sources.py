# SPDX-License-Identifier: Apache-2.0
"""Where all of something is taken from, if one piece of furniture is spoken of and several may be meant."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.grounding.destinations import one_of
from planner_node.grounding.meaning.doubts import AskedError
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.language.things import NounPhrase

_OF_THEM = (" of them", " of those", " of these")


def from_one_place(things: NounPhrase, scene: Scene) -> NounPhrase:
    """All things at "the table", taken from one table: the only one that has such things.

    Raises:
        AskedError: several have them, and it is not said which table is meant.
    """
    what = things.source.what if things.source is not None else None
    if what is None or things.count is not None or not (what.definite and what.count == 1):
        return things
    if what.node_id is not None or what.among is not None or what.parts or what.each:
        return things
    places = tuple(p for p in scene.places(what) if p.kind is NodeKind.ASSET)
    there = tuple(p for p in places if any(_may_be_meant(n, _taken_from(things, p), scene) for n in scene.objects))
    if len(places) < 2 or not there:
        return things
    found = one_of(there, what, scene) if len(there) > 1 else there
    if isinstance(found, Refusal):
        raise AskedError(found)
    return _taken_from(things, found[0]) if len(found) == 1 else things


def from_each_place(things: NounPhrase, scene: Scene) -> tuple[NounPhrase, ...]:
    """So many things "from each shelf", a phrase for each of the places that have such things."""
    what = things.source.what if things.source is not None else None
    if what is None or things.count is None or not what.each or things.text.endswith(_OF_THEM):
        return (things,)  # "one of them" is one in all
    if what.node_id is not None or what.among is not None:
        return (things,)
    parts = (_taken_from(things, place) for place in scene.places(what) if place.kind is NodeKind.ASSET)
    return tuple(part for part in parts if any(scene.matches(node, part) for node in scene.objects)) or (things,)


def left_out_there(excluded: NounPhrase, scene: Scene) -> NounPhrase:
    """What is left out as it is at "the toy chest", which is one piece of furniture: not what is in the toy box."""
    what = excluded.source.what if excluded.source is not None else None
    if what is None or not (what.definite and what.count == 1) or what.parts or what.each:
        return excluded
    places = tuple(p for p in scene.places(what) if p.kind is NodeKind.ASSET)
    found = one_of(places, what, scene) if len(places) > 1 and what.node_id is None and what.among is None else ()
    if isinstance(found, Refusal) or len(found) != 1:
        return excluded  # what may be meant by what is left out is left
    return _taken_from(excluded, found[0])


def _may_be_meant(node: Node, things: NounPhrase, scene: Scene) -> bool:
    """Whether a thing is what a phrase says, or is only called so."""
    called = scene.is_called(node, things) and scene.matches(node, replace(things, concept=None))
    return called or scene.matches(node, things)


def _taken_from(things: NounPhrase, place: Node) -> NounPhrase:
    source = things.source
    return things if source is None else replace(things, source=replace(source, what=_that(source.what, place)))


def _that(what: NounPhrase, place: Node) -> NounPhrase:
    return replace(what, among=frozenset({place.id}))
