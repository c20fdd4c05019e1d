# SPDX-License-Identifier: Apache-2.0
"""From a request to demands: every name tied to nodes of the scene graph, or reported.

Things of one class are interchangeable ("the apple" is any apple); places are not: "the table" with three tables is
a question. Where there is nobody to ask, any of them serves, and that is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goal_text import enumerate_words, spoken
from makedo_core.scene_graph import Node, NodeKind, State
from makedo_core.skills import Literal
from planner_node.demand import Demand
from planner_node.missing import asked_text, bare_text, no_place, not_found
from planner_node.request import (
    Change,
    Clause,
    GoTo,
    Hold,
    Look,
    NounPhrase,
    Place,
    Put,
    PutBack,
    Refusal,
    Request,
    SetState,
    Side,
)
from planner_node.scene import Scene

_BIN = "bin"
_RECYCLING = "recycling_bin"
_TAKEN_FOR_GRANTED = (("clean", "clothing", "detergent"), ("clean", "linen", "detergent"))
"""What is made how, of which class, with what nobody mentions."""
_TRANSIENT = frozenset("used dirty scattered stray leftover lying".split())
"""What a scene graph seldom tells of a thing."""
_THROWN_AWAY = "thrown away"
_STATE_WORDS = {
    State.OPEN: "opening {0}",
    State.CLOSED: "closing {0}",
    State.ON: "turning on {0}",
    State.OFF: "turning off {0}",
}

Found = tuple[Demand, ...] | Refusal


def ground(request: Request, scene: Scene) -> Found:
    """Tie every name of a request to the graph."""
    demands: list[Demand] = []
    stages = request.stages or (0,) * len(request.clauses)
    for clause, stage in zip(request.clauses, stages, strict=True):
        found = _clause(clause, scene)
        if isinstance(found, Refusal):
            return found
        demands.extend(replace(d, stage=stage) for d in found)
    asked = _as_far_as_there_are(demands)
    return (_noted(asked[0], request.notes), *asked[1:]) if asked else asked


def _noted(demand: Demand, notes: Sequence[str]) -> Demand:
    """The demand with more to be told first."""
    told = (*(n.rstrip(".") for n in notes), demand.note)
    return replace(demand, note="; ".join(n for n in told if n))


def _as_far_as_there_are(demands: Sequence[Demand]) -> tuple[Demand, ...]:
    """What nobody said, or asked for as many as there are of, is wanted as far as it is there; what is not, is told."""
    result: list[Demand] = []
    missing: list[str] = []
    for demand in demands:
        phrase = demand.phrase
        if phrase is None or not (phrase.implied or phrase.or_fewer):
            result.append(demand)
        elif demand.wanted or phrase.or_fewer:
            result.append(replace(demand, count=min(demand.count, len(demand.wanted))))
        else:
            missing.append(f"no {bare_text(phrase)}")
    if not result:
        return tuple(demands)
    if missing:
        result[0] = _noted(result[0], (f"I know of {enumerate_words(missing)} here",))
    return tuple(result)


def _clause(clause: Clause, scene: Scene) -> Found:
    match clause:
        case Put(things, place):
            return _put(things, place, scene)
        case Hold(thing):
            holding = scene.backend.holding()
            if holding is None:
                return _cannot("hold anything")
            return _things(thing, scene) or (_demand(thing, scene, (holding,), None),)
        case SetState(what, state):
            text = _STATE_WORDS[state].format(what.text)
            literal = scene.backend.state(state)
            assets = _furniture(what, scene)
            if isinstance(assets, Refusal):
                return assets
            return (_over(assets, what, text, literal),) if literal else _cannot(text)
        case GoTo(what):
            return _go(what, scene)
        case Look(what):
            return _look(what, scene)
        case Change(things, quality, using):
            return _change(things, quality, using, scene)
        case PutBack():
            return _put_back(clause, scene)


def _cannot(what: str) -> Refusal:
    return Refusal(FailureCause.NOT_CAPABLE, f"I have no skill for this: {what}.")


def _over(nodes: Sequence[Node], what: NounPhrase, text: str, literal: Literal) -> Demand:
    count = len(nodes) if what.count is None else min(what.count, len(nodes))
    return Demand(text, count, tuple(n.id for n in nodes), (literal,))


def _go(what: NounPhrase, scene: Scene) -> Found:
    literal = scene.backend.robot_at()
    rooms = scene.rooms(what)
    places = scene.in_room(rooms) if rooms else _furniture(what, scene)
    if isinstance(places, Refusal):
        return places
    if literal is None:
        return _cannot(f"going to {what.text}")
    if not places:
        return Refusal(FailureCause.UNKNOWN_PLACE, f"I know of no furniture in {what.text} to drive to.")
    return (_over(places, replace(what, count=1), f"going to {what.text}", literal),)


def _look(what: NounPhrase, scene: Scene) -> Found:
    """Look at furniture, or at where something is thought to be."""
    literal = scene.backend.explored()
    if literal is None:
        return _cannot(f"looking for {what.text}")
    assets = scene.in_room(scene.rooms(what)) or scene.places(what)
    if not assets:
        supports = dict.fromkeys(scene.graph.support(n.id) for n in scene.objects if scene.matches(n, what))
        assets = tuple(scene.graph[s] for s in supports if s and scene.graph[s].kind is NodeKind.ASSET)
        what = replace(what, count=1)
    if not assets:
        return not_found(what, scene)
    return (_over(assets, what, f"looking for {what.text}", literal),)


def _put(things: tuple[NounPhrase, ...], place: Place, scene: Scene) -> Found:
    if place.what.concept is not None and scene.ontology.is_a(place.what.concept, _BIN):
        literal = scene.backend.quality(_THROWN_AWAY)
        if literal is not None:  # where it is an action of its own, the bin is no place among others
            sorts = scene.ontology.is_a(place.what.concept, _RECYCLING)
            thrown = tuple(replace(_demand(thing, scene, (literal,), None), sorted=sorts) for thing in things)
            return _with_doubtful(thrown, scene) if sorts else thrown
    targets = _targets(place, scene)
    if isinstance(targets, Refusal):
        return targets
    literals, note = targets
    demands: list[Demand] = []
    for thing in things:
        wrong = _things(thing, scene)
        if wrong is not None:
            return wrong
        demand = _demand(thing, scene, literals, place)
        notes = (demand.note, "" if demands else note)
        demands.append(replace(demand, note="; ".join(n for n in notes if n)))
    return tuple(demands)


def _with_doubtful(thrown: tuple[Demand, ...], scene: Scene) -> Found:
    """What lies about in a room and may be an empty package: a question; with nobody to ask, left and told."""
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


def _change(things: tuple[NounPhrase, ...], quality: str, using: NounPhrase | None, scene: Scene) -> Found:
    """Things, furniture or floors become clean, empty, ...; each predicate that says so makes a demand."""
    demands: list[Demand] = []
    for spoken_of in things:
        phrase, note = _known(spoken_of, scene)
        nodes: Sequence[Node] = scene.rooms(phrase) or tuple(n for n in scene.objects if scene.matches(n, phrase))
        found = nodes or scene.places(phrase)
        if not found:
            demands.append(Demand(f"making {phrase.text} {quality}", phrase.count or 1, (), (), phrase))
            continue
        if phrase.definite and len(found) > 1 and found[0].kind is not NodeKind.OBJECT:
            chosen = _one_of(found, phrase, scene)
            if isinstance(chosen, Refusal):
                return chosen
        literals = dict.fromkeys(scene.backend.quality(quality, node) for node in found)
        literals.pop(None, None)
        if not literals:
            return _cannot(f"making {phrase.text} {quality}")
        for literal in literals:
            assert literal is not None
            able = tuple(n.id for n in found if scene.backend.quality(quality, n) == literal)
            count = len(able) if phrase.count is None else phrase.count
            means = _means(phrase, quality, using, scene)
            text = f"making {phrase.text} {quality}"
            demands.append(Demand(text, count, able, (literal,), phrase, note=note, means=means))
    return tuple(demands)


def _means(phrase: NounPhrase, quality: str, using: NounPhrase | None, scene: Scene) -> tuple[str, ...]:
    """Classes of what something is done with."""
    said = [using.concept] if using is not None and using.concept is not None else []
    ontology, concept = scene.ontology, phrase.concept or ""
    implied = [m for q, kind, m in _TAKEN_FOR_GRANTED if q == quality and ontology.is_a(concept, kind)]
    return tuple(dict.fromkeys((*said, *implied)))


def _put_back(clause: PutBack, scene: Scene) -> Found:
    """What was in or on furniture before goes back there, or to another place."""
    before: dict[str, str] = {}
    missing: list[Demand] = []
    for source in clause.sources:
        furniture = _furniture(source, scene)
        if isinstance(furniture, Refusal):
            if furniture.cause is not FailureCause.UNKNOWN_PLACE:
                return furniture
            missing.append(Demand(f"what was in {source.text}", 1, (), (), source))
            continue
        for asset in furniture:
            for node_id in sorted(scene.graph.contents(asset.id)):
                if clause.what is None or scene.matches(scene.graph[node_id], clause.what):
                    before[node_id] = asset.id
    if not before and not missing:
        names = enumerate_words(s.text for s in clause.sources)
        return Refusal(FailureCause.OBJECT_NOT_FOUND, f"I know of nothing in or on {names} that could be put back.")
    if clause.place is not None:
        targets = _targets(clause.place, scene)
        if isinstance(targets, Refusal):
            return targets
        literals, note = targets
        text = enumerate_words(spoken(o) for o in before)
        moved = [Demand(text, len(before), tuple(before), literals, place=clause.place, note=note)] if before else []
        return (*moved, *missing)
    demands = list(missing)
    for node_id, asset_id in before.items():
        literal = scene.backend.placed(_side_now(node_id, scene), scene.graph[asset_id])
        if literal is None:
            return _cannot(f"putting {spoken(node_id)} back")
        demands.append(Demand(f"{spoken(node_id)} back to {spoken(asset_id)}", 1, (node_id,), (literal,)))
    return tuple(demands)


def _side_now(node_id: str, scene: Scene) -> Side:
    relation = scene.graph.placement(node_id)
    inside = relation is not None and relation.type.name == "INSIDE"
    return Side.INSIDE if inside else Side.ON


def _things(phrase: NounPhrase, scene: Scene) -> Refusal | None:
    """Why things cannot be carried, if they are not things at all."""
    fixed = scene.ontology.is_a(phrase.concept, "furniture") if phrase.concept else False
    node = scene.graph.nodes.get(phrase.node_id) if phrase.node_id else None
    named = (node,) if node is not None else scene.places(phrase) if fixed else ()
    if named and not any(scene.backend.is_carried(scene, n) for n in named):
        return Refusal(FailureCause.NOT_CAPABLE, f"I cannot carry {phrase.text}; it is part of the home.")
    if phrase.source is not None:
        assets = _furniture(phrase.source.what, scene) if not scene.rooms(phrase.source.what) else ()
        objects = [n for n in scene.objects if scene.is_named(n, phrase.source.what)]
        if isinstance(assets, Refusal) and assets.cause is not FailureCause.AMBIGUOUS and not objects:
            return assets
    return None


def _known(phrase: NounPhrase, scene: Scene) -> tuple[NounPhrase, str]:
    """The phrase without what the scene graph tells of no thing at all, and what is to be said of that.

    Nobody puts down which towels are used: if one was meant and nothing is marked, all are.
    """
    unknown = phrase.attributes & _TRANSIENT
    if not unknown or any(scene.matches(n, phrase) for n in scene.objects):
        return phrase, ""
    plain = replace(phrase, attributes=phrase.attributes - unknown)
    if any(n.attributes & _TRANSIENT for n in scene.objects) or not any(scene.matches(n, plain) for n in scene.objects):
        return phrase, ""
    told = enumerate_words(sorted(unknown))
    return plain, f"nothing tells which of them are {told}, so that {bare_text(phrase)} may be any"


def _demand(spoken_of: NounPhrase, scene: Scene, literals: tuple[Literal, ...], place: Place | None) -> Demand:
    phrase, note = _known(spoken_of, scene)
    wanted = tuple(node.id for node in _carried(phrase, scene) if scene.matches(node, phrase))
    targets = {literal.terms[-1] for literal in literals}
    if phrase.count is None and phrase.source is None:
        wanted = tuple(w for w in wanted if w not in targets)
    count = len(wanted) if phrase.count is None else phrase.count
    return Demand(asked_text(spoken_of), count, wanted, literals, phrase, place, note=note)


def _carried(phrase: NounPhrase, scene: Scene) -> Iterable[Node]:
    """Objects; and furniture, if it is spoken of and can be moved."""
    yield from scene.objects
    if phrase.concept is not None or phrase.node_id is not None:
        for node in scene.graph.of_kind(NodeKind.ASSET):
            if scene.is_named(node, phrase) and scene.backend.is_carried(scene, node):
                yield node


def _targets(place: Place, scene: Scene) -> tuple[tuple[Literal, ...], str] | Refusal:
    """Where things are to go: one literal per alternative, best first; and what is to be told of the choice."""
    rooms = scene.rooms(place.what)
    if rooms:
        floors = tuple(f for r in rooms if (f := scene.backend.in_room(r)) is not None)
        if floors:
            return floors, ""
        assets = tuple(a for a in scene.in_room(rooms) if scene.offers(a, Side.ON))
        if not assets:
            return Refusal(FailureCause.UNKNOWN_PLACE, f"I know of nothing in {place.what.text} to put things on.")
        return tuple(f for a in assets if (f := scene.backend.placed(Side.ON, a)) is not None), ""
    found = _furniture(place.what, scene)
    if isinstance(found, Refusal):
        if found.cause is FailureCause.UNKNOWN_PLACE and place.what.node_id is None:
            return (), ""  # something of the same use may do: relaxing says what, and why
        return found
    literals = tuple(f for a in found if (f := scene.put(place.side, a)) is not None)
    if not literals:
        return _cannot(f"putting anything {place}")
    note = ""
    if place.what.definite and len(found) > 1:
        names = enumerate_words((spoken(n.id) for n in found), "or")
        note = f"'{place.what.text}' may be {names}; with nobody to ask I take what serves best"
    return literals, note


def _furniture(phrase: NounPhrase, scene: Scene) -> tuple[Node, ...] | Refusal:
    """Places that a phrase names: at least one, and only one where a certain one was meant."""
    places = scene.places(phrase)
    if not places:
        held = [n for n in scene.graph.of_kind(NodeKind.OBJECT) if scene.is_named(n, phrase)]
        if held:
            return Refusal(FailureCause.NOT_CAPABLE, f"I can use furniture as a place, not a thing like {phrase.text}.")
        return no_place(phrase, scene)
    if phrase.definite and len(places) > 1:
        return _one_of(places, phrase, scene)
    return places


def _one_of(places: Sequence[Node], phrase: NounPhrase, scene: Scene) -> tuple[Node, ...] | Refusal:
    """That of exactly the class that was said, if there is but one; all, if there is nobody to ask; else a question."""
    exact = tuple(p for p in places if p.label == phrase.concept) or tuple(places)
    if len(exact) == 1 or not scene.asks:
        return exact
    ids = tuple(p.id for p in places)
    names = enumerate_words((spoken(i) for i in ids), "or")
    return Refusal(FailureCause.AMBIGUOUS, f"Which one is meant by '{phrase.text}': {names}?", ids)


