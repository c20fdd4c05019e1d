# SPDX-License-Identifier: Apache-2.0
"""Things that are brought somewhere, thrown away, or put back where they were."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, spoken
from planner_node.grounding.demand import Demand
from planner_node.grounding.destinations import furniture, onto_a_thing, side_now, targets, usual_in_room
from planner_node.grounding.found import GroundedClause, cannot
from planner_node.grounding.meaning.bins import BIN, RECYCLING, sorted_by_bin
from planner_node.grounding.meaning.sharing_out import several_at_once, share_out
from planner_node.grounding.scene import Scene
from planner_node.grounding.there_already import within_already
from planner_node.grounding.things import demand_of, why_not_carried
from planner_node.language.refusal import Refusal
from planner_node.language.request import PutBack
from planner_node.language.things import NounPhrase, Place

_THROWN_AWAY = "thrown away"


def put(things: tuple[NounPhrase, ...], place: Place, scene: Scene) -> GroundedClause:
    """Things are brought to a place, or thrown away."""
    kind = place.what.concept or ""
    is_bin = scene.ontology.is_a(kind, BIN)
    if is_bin and (thing := next(filter(_is_all_there_is, things), None)) is not None:
        message = f"I do not throw away all there is. What is '{thing.text}': which things, or from where?"
        return Refusal(FailureCause.AMBIGUOUS, message)
    if is_bin:
        literal = scene.backend.quality(_THROWN_AWAY)
        if literal is not None:  # where it is an action of its own, the bin is no place among others
            several = place.what.count is None  # "in the bins", "in the right bin": each thing in that for its kind
            sorts = several or scene.ontology.is_a(kind, RECYCLING)
            thrown = tuple(replace(demand_of(thing, scene, (literal,), None), sorted=sorts) for thing in things)
            return _with_doubtful(thrown, scene) if sorts else thrown
    for thing in things:  # before any question about the place: where a fridge is to go, nobody needs to know
        wrong = why_not_carried(thing, scene) or onto_a_thing(thing, place, scene) or _in_a_hand(thing, place, scene)
        if wrong is not None:
            return wrong
    if place.what.is_shared_out:
        return share_out(things, place, scene)
    all_of_them, told = several_at_once(things, place, scene)
    if all_of_them is not None:
        return share_out(things, all_of_them, scene, told=True)
    found = targets(place, scene)
    if isinstance(found, Refusal):
        return found
    literals, note = found[0], found[1] or told
    demands: list[Demand] = []
    for thing in things:
        demand = demand_of(thing, scene, usual_in_room(thing, place, scene) or literals, place)
        if thing.source is None and (there := within_already(demand, scene.rooms(place.what), scene)):
            demands.extend(there)
            continue
        notes = (demand.note, "" if demands else note)
        by_bin = sorted_by_bin(replace(demand, note="; ".join(n for n in notes if n)), scene)
        if isinstance(by_bin, Refusal):
            return by_bin
        demands.extend(by_bin)
    return tuple(demands)


def _in_a_hand(thing: NounPhrase, place: Place, scene: Scene) -> Refusal | None:
    """Why a thing stays where it is, of which each that is meant is in somebody's hand, elsewhere than it is to go."""
    graph = scene.graph
    held: dict[str, str] = {}
    for node in scene.objects_matching(thing):  # most often the first is in nobody's hand
        who = graph.support(node.id)
        if who is None or not scene.ontology.is_a(graph[who].label, "person"):
            return None
        held[node.id] = who
    people = set(held.values())
    if not held or any(p.id in people for p in scene.places(place.what)):
        return None
    names = enumerate_words(spoken(who) for who in sorted(people))
    what = enumerate_words(spoken(n) for n in held)
    verb = "have" if len(people) > 1 else "has"
    names = names[0].upper() + names[1:]
    return Refusal(FailureCause.NOT_CAPABLE, f"{names} {verb} {what}; I take nothing out of a person's hand.")


def _is_all_there_is(thing: NounPhrase) -> bool:
    """Whether nothing is said of which things are meant: "everything"."""
    named = thing.concept or thing.node_id or thing.parts or thing.among is not None
    narrowed = thing.source or thing.attributes or thing.requirements or thing.restrictions or thing.besides
    return thing.count is None and not (named or narrowed)


def _with_doubtful(thrown: tuple[Demand, ...], scene: Scene) -> GroundedClause:
    """A thing that lies about and may be an empty package: a question; with nobody to ask, left, with a note."""
    taken = {w for d in thrown for w in d.wanted}
    doubtful = [
        n
        for n in scene.objects
        if n.id not in taken and scene.graph.support(n.id) is None and "full" not in n.attributes
        if scene.ontology.disposal(n.label) and scene.ontology.is_a(n.label, "drink")
    ]
    if not doubtful:
        return thrown
    names = enumerate_words(spoken(n.id) for n in doubtful)
    if scene.asks:
        ids = tuple(n.id for n in doubtful)
        return Refusal(FailureCause.AMBIGUOUS, f"Is {names} to go too? Nothing tells whether it is empty.", ids)
    doubt = "it may not be empty, and there is nobody to ask"
    return (*thrown, *(Demand(spoken(n.id), 1, (n.id,), thrown[0].literals, doubt=doubt) for n in doubtful))


def put_back(clause: PutBack, scene: Scene) -> GroundedClause:
    """Things that were in or on furniture before go back there, or to another place."""
    before: dict[str, str] = {}
    missing: list[Demand] = []
    for source in clause.sources:
        assets = furniture(source, scene)
        if isinstance(assets, Refusal):
            if assets.cause is not FailureCause.UNKNOWN_PLACE:
                return assets
            missing.append(Demand(f"what was in {source.text}", 1, (), (), source))
            continue
        for asset in assets:
            for node_id in sorted(scene.graph.contents(asset.id)):
                if clause.what is None or scene.matches(scene.graph[node_id], clause.what):
                    before[node_id] = asset.id
    if not before and not missing:
        names = enumerate_words(s.text for s in clause.sources)
        there = f"I know of nothing in or on {names} that could be put back"
        what = clause.what.text if clause.what is not None else "that"
        lost = f"I do not know where {what} came from"
        return Refusal(FailureCause.OBJECT_NOT_FOUND, f"{there if names else lost}. Say the place.")
    if clause.place is not None:
        found = targets(clause.place, scene)
        if isinstance(found, Refusal):
            return found
        literals, note = found
        text = enumerate_words(spoken(o) for o in before)
        moved = [Demand(text, len(before), tuple(before), literals, place=clause.place, note=note)] if before else []
        return (*moved, *missing)
    demands = list(missing)
    for node_id, asset_id in before.items():
        literal = scene.backend.placed(side_now(node_id, scene), scene.graph[asset_id])
        if literal is None:
            return cannot(f"putting {spoken(node_id)} back")
        demands.append(Demand(f"{spoken(node_id)} back to {spoken(asset_id)}", 1, (node_id,), (literal,)))
    return tuple(demands)
