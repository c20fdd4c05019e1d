# SPDX-License-Identifier: Apache-2.0
"""Clearing furniture when nobody says where things go: each to where such things usually are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from makedo_core.graph.scene_graph import Node, NodeKind
from makedo_core.ontology.words import tails
from planner_node.language.clauses.arranging.kinds import named, of_label, place_of
from planner_node.language.clauses.arranging.soiled import not_kept
from planner_node.language.phrasebook.sections import AdjectiveWords
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.request import Put
from planner_node.language.things import Bearing, NounPhrase, Place, Side
from planner_node.language.words.naming import Names

KEEPING = frozenset({"storage", "cold_storage", "closed_storage", "container", "small_container"})
_USED = frozenset({"worktop", "seat", "bed"})
_TABLE, _DESK = "table", "desk"
_MACHINES = frozenset({"appliance", "fixture", "bin"})


def cleared(
    what: NounPhrase,
    names: Names,
    looks: AdjectiveWords,
    tidied: bool = False,
    left: tuple[NounPhrase, ...] = (),
) -> tuple[Put, ...]:
    """All that is on or in some furniture, each class to the place where the ontology expects it.

    What is dirty goes where it is washed, and waste into a bin.

    Args:
        what: the furniture.
        names: what can be named in the scene.
        looks: which looks are those of dirty and of spoilt things.
        tidied: what is usually there stays.
        left: what is to stay in any case.

    Raises:
        NotUnderstoodError: when it is not one certain piece of furniture, or nothing is said to be on it, or for
            one of the things no usual place is in the scene; candidates are places.
    """
    surfaces, pieces = names.surfaces(), _pieces(what, names)
    if len(pieces) != 1:
        ids = tuple(node.id for node in pieces)
        named = enumerate_words(map(spoken, ids), "or")
        unknown = f"I know of nothing here that is meant by '{what.text}' and can be cleared."
        text = f"Which one is meant by '{what.text}': {named}?" if ids else unknown
        cause = FailureCause.AMBIGUOUS if ids else FailureCause.UNKNOWN_PLACE
        gap = Gap(QuestionKind.WHICH, what.text) if ids else None
        raise NotUnderstoodError(cause, text, ids or surfaces, gap=gap)
    (piece,) = pieces
    there = [node for node in names.graph.of_kind(NodeKind.OBJECT) if names.graph.support(node.id) == piece.id]
    there = [node for node in there if not any(_is_surely(node, thing, names) for thing in left)]
    source = Place(Side.ANY, NounPhrase(what.text, piece.label, piece.id, source=what.source))
    try:
        not_kept_so = _those_not_kept(there, source, names, looks, stays=tidied)
    except NotUnderstoodError as error:  # an answer is about all that is there
        gap = Gap(QuestionKind.WHERE, what.text)
        raise NotUnderstoodError(error.refusal.cause, str(error), error.refusal.candidates, gap=gap) from None
    apart = {
        node: replace(put, what=tuple(replace(thing, excluded=left) for thing in put.what))
        for node, put in not_kept_so.items()
    }
    result: dict[str, list[NounPhrase]] = {}
    for label in dict.fromkeys(node.label for node in there if node.id not in apart):
        told = names.told_place(label)
        if told is not None and told.id == piece.id:
            if tidied:
                continue
            told = None  # what is said now counts
        place = told or _usual_place(label, (piece,), names)
        at_home = any(names.ontology.is_a(piece.label, kind) for kind in names.ontology.usual_places(label))
        if tidied and place is None and at_home:
            continue
        if place is None:
            unknown = f"I know of no usual place for the {label.replace('_', ' ')} here."
            raise NotUnderstoodError(
                FailureCause.AMBIGUOUS,
                f"Where shall I put what is on {spoken(piece.id)}? {unknown}",
                tuple(s for s in surfaces if s != piece.id),
                gap=Gap(QuestionKind.WHERE, what.text),
            )
        unmeant = (*left, *(p.what[0] for p in apart.values() if p.what[0].concept == label))
        thing = NounPhrase(f"the {label.replace('_', ' ')}", label, count=None, excluded=unmeant, source=source)
        result.setdefault(place.id, []).append(thing)
    if not result and not apart:
        if there:
            text = f"All that I know of on {spoken(piece.id)} is usually there. Say what shall go where."
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, text, tuple(s for s in surfaces if s != piece.id))
        # Nothing is known to be there: whoever can say where things go gets asked, and the place may be looked at.
        raise NotUnderstoodError(
            FailureCause.AMBIGUOUS,
            f"I know of nothing{' else' if left else ''} on {spoken(piece.id)}. Say where what is there shall go.",
            tuple(s for s in surfaces if s != piece.id),
        )
    kept = tuple(Put(tuple(things), place_of(names.graph[place_id])) for place_id, things in result.items())
    return (*apart.values(), *kept)


def _those_not_kept(
    nodes: Collection[Node], source: Place | None, names: Names, looks: AdjectiveWords, stays: bool = False
) -> dict[str, Put]:
    """By their ids, things that are dirty or spoilt, and what is waste, each with where it goes instead.

    Where it is now that may be, if it is to be tidied only (`stays`): dirty plates stay in the sink.
    """
    pieces = _pieces(source.what, names) if source is not None else []
    here = pieces[0].id if len(pieces) == 1 else ""
    surfaces = tuple(s for s in names.surfaces() if s != here)
    found = {node: not_kept(node, names, looks, surfaces, "" if stays else here) for node in nodes}
    return {
        node.id: Put((NounPhrase(spoken(node.id), node.label, node.id, source=source),), place)
        for node, place in found.items()
        if place is not None
    }


def put_away(thing: NounPhrase, names: Names, looks: AdjectiveWords) -> tuple[Put, ...]:
    """Things go where such things are kept, each class to its place; never to where they are to be taken from.

    What is dirty goes where it is washed, and waste into a bin.

    Raises:
        NotUnderstoodError: when no usual place is in the scene; candidates are places.
    """
    found: dict[str, list[NounPhrase]] = {}
    surfaces, nodes = names.surfaces(), named(thing, names)
    not_kept_so = _those_not_kept(nodes, thing.source, names, looks)
    if len(not_kept_so) == len(nodes) and len({put.place for put in not_kept_so.values()}) == 1:
        return (Put((thing,), next(iter(not_kept_so.values())).place),)
    apart = _by_place(thing, not_kept_so)
    if apart:
        thing = replace(thing, excluded=(*thing.excluded, *(put.what[0] for put in not_kept_so.values())))
        nodes = tuple(node for node in nodes if node.id not in not_kept_so)
        if not nodes:
            return apart
    labels = dict.fromkeys(node.label for node in nodes)
    left = _pieces(thing.source.what, names) if thing.source else []
    for label in labels or (thing.concept or "",):
        place = names.told_place(label, nodes[0].id if len(nodes) == 1 else "")
        if place is None or place in left:
            place = _usual_place(label, left, names, kept=True)
        if place is None:
            what = thing.text if len(labels) < 2 else f"the {label.replace('_', ' ')}"
            other = "other " if left and _usual_place(label, (), names, kept=True) in left else ""
            message = f"Where shall {what} go? I know of no {other}usual place here."
            raise NotUnderstoodError(FailureCause.AMBIGUOUS, message, surfaces, gap=Gap(QuestionKind.WHERE, thing.text))
        found.setdefault(place.id, []).append(of_label(thing, label) if len(labels) > 1 else thing)
    if len(found) == 1:
        return (*apart, Put((thing,), place_of(names.graph[next(iter(found))])))
    kept = tuple(Put(tuple(things), place_of(names.graph[place_id])) for place_id, things in found.items())
    return (*apart, *kept)


def _by_place(thing: NounPhrase, apart: Mapping[str, Put]) -> tuple[Put, ...]:
    """Those of the things that go elsewhere, by their place; of all that are meant, some, and none that is excepted."""
    if thing.count is not None:
        return tuple(apart.values())
    there: dict[Place, set[str]] = {}
    for node_id, put in apart.items():
        there.setdefault(put.place, set()).add(node_id)
    return tuple(Put((replace(thing, among=frozenset(ids)),), place) for place, ids in there.items())


def _pieces(what: NounPhrase, names: Names) -> list[Node]:
    room = what.source.what if what.source else None
    return [
        node
        for node in names.graph.of_kind(NodeKind.ASSET)
        if (node.id == what.node_id or (what.node_id is None and names.ontology.is_a(node.label, what.concept or "")))
        and (room is None or _in_room(node, room, names))
        and all(
            (node in names.here.places_of(r.what)) is not r.is_lacking
            for r in what.restrictions
            if isinstance(r, Bearing)
        )
    ]


def _is_surely(node: Node, phrase: NounPhrase, names: Names) -> bool:
    """Whether a thing is what a phrase speaks of, as far as its class and its looks tell."""
    if phrase.node_id is not None:
        return node.id == phrase.node_id
    called = any(names.ontology.class_of(tail) == phrase.concept for tail in tails(node.label))  # a wine glass
    looks = phrase.attributes <= node.attributes | {str(state) for state in node.states}
    narrowed = phrase.restrictions or phrase.requirements or phrase.superlative
    is_kind = phrase.concept is not None and (called or names.ontology.is_a(node.label, phrase.concept))
    return is_kind and looks and not narrowed


def _in_room(node: Node, room: NounPhrase, names: Names) -> bool:
    room_id = names.graph.room_of(node.id)
    if room_id is None:
        return False
    if room.node_id is not None:
        return room_id == room.node_id
    return names.ontology.is_a(names.graph[room_id].label, room.concept or "")


def _usual_place(label: str, left: Collection[Node], names: Names, kept: bool = False) -> Node | None:
    """The first piece of furniture of a usual class, those of the room that is cleared first.

    Another table is no place for what is cleared off a table.
    """
    cleared_off = {node.label for node in left}
    is_a, room_of = names.ontology.is_a, names.graph.room_of
    here = {room_of(node.id) for node in left}
    assets = sorted(names.graph.of_kind(NodeKind.ASSET), key=lambda node: room_of(node.id) not in here)
    for kind in _usual_kinds(label, names, kept):
        if any(is_a(node.label, kind) or (kind == _TABLE and is_a(node.label, _DESK)) for node in left):
            continue
        for node in assets:
            other = node.label != kind and _is_for_others(node.label, label, names)
            if node.label not in cleared_off and names.ontology.is_a(node.label, kind) and not other:
                return node
    return None


def _is_for_others(furniture: str, label: str, names: Names) -> bool:
    """Whether furniture is called by what is kept in it, and a label is none of that: no iron in a medicine cabinet."""
    called = furniture.split("_")[:-1]
    contents = [c for word in called if (c := names.ontology.class_of(word)) is not None]
    contents = [c for c in contents if not {"room", "furniture"} & names.ontology.ancestors(c)]
    return bool(contents) and not any(names.ontology.is_a(label, c) for c in contents)


def _usual_kinds(label: str, names: Names, kept: bool = False) -> list[str]:
    """Classes of usual places: what is named after such things, then where they are kept, then where they are used.

    Where things are to be kept (`kept`), none of the last.
    """
    ontology = names.ontology
    own = {word for kind in ontology.ancestors(label) for word in kind.split("_")} | set(label.split("_"))
    kinds = {kind: ontology.ancestors(kind) for kind in ontology.usual_places(label)}
    if kept:
        kinds = {kind: above for kind, above in kinds.items() if above & KEEPING and not _is_for_use(above)}
    return sorted(kinds, key=lambda kind: (not own & set(kind.split("_")), "worktop" in kinds[kind], kind))


def _is_for_use(above: Collection[str]) -> bool:
    """Whether things are used in or on furniture of some classes and not kept there: a table, a washing machine."""
    machine = not _MACHINES.isdisjoint(above) and "cold_storage" not in above
    return machine or not _USED.isdisjoint(above)
