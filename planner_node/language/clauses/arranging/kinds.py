# SPDX-License-Identifier: Apache-2.0
"""Things by their kind, each kind to a place of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words.naming import Names


def named(thing: NounPhrase, names: Names) -> tuple[Node, ...]:
    """The things of the scene that a phrase names by its class and looks, where they are said to be."""
    return tuple(
        node
        for node in names.graph.of_kind(NodeKind.OBJECT)
        if (node.id == thing.node_id if thing.node_id else _is_of(node, thing, names))
        and thing.attributes <= node.attributes
        and not any(_is_excepted(node, e, names) for e in thing.excluded)
        and (thing.source is None or _is_at(node, thing.source.what, names))
    )


def _is_excepted(node: Node, excluded: NounPhrase, names: Names) -> bool:
    """Whether a thing is what is excepted, by its name, its class, its looks and where it is."""
    called = node.id == excluded.node_id if excluded.node_id else _is_of(node, excluded, names)
    there = excluded.source is None or _is_at(node, excluded.source.what, names)
    among = excluded.among is None or node.id in excluded.among
    return called and there and among and excluded.attributes <= node.attributes


def kinds_of(things: Sequence[NounPhrase], names: Names) -> tuple[NounPhrase, ...]:
    """The phrases themselves where several were said; else one for each label that the scene has."""
    if len(things) > 1:
        return tuple(things)
    labels = dict.fromkeys(node.label for thing in things for node in named(thing, names))
    return tuple(of_label(things[0], label) for label in labels)


def of_label(thing: NounPhrase, label: str) -> NounPhrase:
    """Those of things that have a label; all of them."""
    return replace(thing, text=f"the {label.replace('_', ' ')}", concept=label, node_id=None, count=None)


def apart(kinds: Sequence[NounPhrase], places: Sequence[Node], names: Names) -> tuple[tuple[NounPhrase, Node], ...]:
    """Each kind with a place of its own: one that is named after it, where such things are already, or the next.

    There are no more kinds than places.
    """
    left = list(places)
    found: dict[int, Node] = {}
    for fits in (_is_named_after, _holds, _any):
        for at, kind in enumerate(kinds):
            place = next((p for p in left if at not in found and fits(p, kind, names)), None)
            if place is not None:
                found[at] = place
                left.remove(place)
    return tuple((kind, found[at]) for at, kind in enumerate(kinds))


def place_of(node: Node, side: Side = Side.ANY) -> Place:
    """One certain piece of furniture."""
    return Place(side, NounPhrase(spoken(node.id), node.label, node.id))


def _is_of(node: Node, phrase: NounPhrase, names: Names) -> bool:
    return phrase.concept is None or names.ontology.is_a(node.label, phrase.concept)


def _is_at(node: Node, place: NounPhrase, names: Names) -> bool:
    if place.parts:
        return any(_is_at(node, part, names) for part in place.parts)
    there = (names.graph.support(node.id), names.graph.room_of(node.id))
    room = place.source.what if place.source else None
    return any(
        where is not None
        and (where == place.node_id if place.node_id else _is_of(names.graph[where], place, names))
        and (room is None or _is_at(names.graph[where], room, names))
        for where in there
    )


def _is_named_after(place: Node, kind: NounPhrase, names: Names) -> bool:
    words = {*place.id.lower().split("_"), *place.label.split("_"), *place.attributes}
    return any(word in words or f"{word}s" in words for word in (kind.concept or "").split("_"))


def _holds(place: Node, kind: NounPhrase, names: Names) -> bool:
    return any(_is_of(names.graph[c], kind, names) for c in names.graph.contents(place.id))


def _any(place: Node, kind: NounPhrase, names: Names) -> bool:
    return True
