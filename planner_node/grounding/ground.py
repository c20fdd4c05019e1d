# SPDX-License-Identifier: Apache-2.0
"""From a request to demands: every name tied to nodes of the scene graph, or reported.

Things of one class are interchangeable ("the apple" is any apple); places are not: "the table" with three tables is
a question. Where there is nobody to ask, any of them serves, and a note says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import OPENINGS, Node, NodeKind, State
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand
from planner_node.grounding.destinations import called_just_so, furniture, or_only_alike
from planner_node.grounding.found import GroundedClause, cannot
from planner_node.grounding.meaning.resolving import resolved
from planner_node.grounding.meaning.shared import Shared
from planner_node.grounding.missing import bare_text, not_found
from planner_node.grounding.moves import put, put_back
from planner_node.grounding.qualities import change
from planner_node.grounding.scene import Scene
from planner_node.grounding.started import shut_before_started
from planner_node.grounding.stated.limits import limits_of
from planner_node.grounding.things import demand_of, why_not_carried
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.phrasebook.household import MachineRules
from planner_node.language.refusal import Refusal
from planner_node.language.request import (
    Attend,
    Change,
    Errand,
    GoTo,
    Hold,
    Inquire,
    Look,
    Put,
    PutBack,
    Request,
    SetState,
    TryOut,
)
from planner_node.language.things import NounPhrase

_STATE_WORDS = {
    State.OPEN: "opening {0}",
    State.CLOSED: "closing {0}",
    State.ON: "turning on {0}",
    State.OFF: "turning off {0}",
    State.UPRIGHT: "turning over {0}",
}


Asker = Callable[[Inquire | Attend | Look, Scene, Sequence[Demand]], GroundedClause]
"""What a question, something to be done with people, or a search demands, given what is demanded before it."""


def ground(
    request: Request, scene: Scene, book: Phrasebook | None = None, asker: Asker | None = None
) -> GroundedClause:
    """Tie every name of a request to the graph.

    Args:
        request: what is asked for.
        scene: what there is.
        book: knows which machine does what; None: ours.
        asker: says what questions and people demand; None: they are refused.
    """
    if not request.clauses:
        return (Demand.nothing("; ".join(request.notes)),)
    known = request if request is scene.request else resolved(request, scene)  # what a scene is about is resolved
    if isinstance(known, Refusal):
        return known
    request = known
    rules = (book or load_phrasebook()).machines
    limits = limits_of(request, scene)
    request = limits.excluded(request, scene)
    whole = Shared()
    demands: list[Demand] = []
    steps: list[tuple[int, int]] = []  # stage, and step within it: what takes several steps ends before what follows
    stages = request.stages or (0,) * len(request.clauses)
    last, first = 0, 0
    only_seeks = all(isinstance(clause, Look) for clause in request.clauses)  # else it is found as part of an errand
    for clause, stage in zip(request.clauses, stages, strict=True):
        if isinstance(clause, Inquire | Attend):
            found = asker(clause, scene, demands) if asker else cannot("answering questions and attending to people")
        elif asker and only_seeks and isinstance(clause, Look) and not _places_of(clause.what, scene):
            found = asker(clause, scene, demands)
        else:
            found = _clause(whole.counted(clause), scene, rules)
        if isinstance(found, Refusal):
            return found
        whole.add(found)
        first = first if stage == last else 0
        demands.extend(found)
        steps.extend((stage, first + d.stage) for d in found)
        several = max((d.stage for d in found), default=0)
        last, first = stage, first + (several + 1 if several else 0)
    ranks = {step: rank for rank, step in enumerate(sorted(set(steps)))}
    staged = [replace(d, stage=ranks[s]) for d, s in zip(demands, steps, strict=True)]
    staged = shut_before_started(staged, scene)
    once = [d for at, d in enumerate(staged) if not any(_is_said_again(d, before) for before in staged[:at])]
    asked = _as_far_as_there_are([d for d in once if not any(_asks_for_all_of(other, d) for other in once)])
    leading, *others = (replace(d, basis=request.basis) for d in asked)
    return (limits.bound(leading.noted(*request.notes, *limits.notes)), *others)


def _asks_for_all_of(whole: Demand, part: Demand) -> bool:
    """Whether a demand asks for all that another one does, and for more: "the balloons, the red one and the blue"."""
    if whole is part or not part.wanted or not whole.literals or whole.stage != part.stage:
        return False
    is_all = whole.phrase is not None and whole.count >= len(whole.wanted)
    same = len(part.wanted) == 1 and part.phrase is not None and part.phrase.text.startswith("only")
    more = set(part.wanted) < set(whole.wanted) or (same and part.wanted == whole.wanted)
    return is_all and more and whole.literals == part.literals


def _is_said_again(again: Demand, before: Demand) -> bool:
    """Whether the very same is asked of the very same things: "the juice should be cold, put it in the fridge"."""
    if again.phrase is None or before.phrase is None or not again.literals or again.stage != before.stage:
        return False
    same = again.phrase.referent.is_same(before.phrase.referent)
    return same and (again.literals, again.wanted, again.count) == (before.literals, before.wanted, before.count)


def _as_far_as_there_are(demands: Sequence[Demand]) -> tuple[Demand, ...]:
    """Things implied, or wanted "as many as there are", are wanted as far as they are there; a note names the rest."""
    result: list[Demand] = []
    fewer: list[str] = []
    missing: list[str] = []
    for demand in demands:
        phrase = demand.phrase
        if phrase is None or not (phrase.implied or phrase.or_fewer):
            result.append(demand)
        elif demand.wanted or phrase.or_fewer:
            there = min(demand.count, len(demand.wanted))
            result.append(replace(demand, count=there))
            if there < demand.count and phrase.implied:
                fewer.append(f"only {number_word(there)} of {demand.text}")
        else:
            missing.append(f"no {bare_text(phrase)}")
    if not result:
        return tuple(demands)
    missing = [*fewer, *missing]
    if missing:
        result[0] = result[0].noted(f"I know of {enumerate_words(missing)} here")
    return tuple(result)


def _clause(clause: Errand, scene: Scene, rules: MachineRules) -> GroundedClause:
    match clause:
        case Put(things, place):
            return put(things, place, scene)
        case Hold(thing):
            holding = scene.backend.holding()
            if holding is None:
                return cannot("hold anything")
            return why_not_carried(thing, scene) or (demand_of(thing, scene, (holding,), None),)
        case SetState(said, state):
            what, doubt = or_only_alike(said, scene)
            text = _STATE_WORDS[state].format(what.text)
            literal = scene.backend.state(state)
            only = _only_other(what, state, scene)
            assets = (only,) if only is not None else furniture(what, scene)
            if isinstance(assets, Refusal):
                return _no_part_for(state, what, scene) or assets
            assets = _that_can_be(state, assets, what, scene)
            if not assets:
                return Refusal(FailureCause.OBJECT_NOT_FOUND, f"I know of nothing here for {text}.")
            if literal is not None and state is State.OFF and not any(_has_switch(node) for node in assets):
                return _unknown_switch(assets)
            if what.left:  # of "all lamps but one" the one that is on is left so
                other = _OTHER.get(state)
                assets = tuple(sorted(assets, key=lambda node: other in node.states))[: len(assets) - what.left]
            demand = _over(assets, what, text, literal) if literal else None
            note = f"I take {what.text} for {spoken(only.id)}, the only one that is {_OTHER[state]}" if only else doubt
            return (demand.noted(note),) if demand else cannot(text)
        case GoTo(what):
            return _go(what, scene)
        case Look(what):
            return _look(what, scene)
        case Change(things, quality, using):
            return change(things, quality, using, scene, rules)
        case PutBack():
            return put_back(clause, scene)
        case TryOut(what):
            on = _clause(SetState(what, State.ON), scene, rules)
            off = _clause(SetState(what, State.OFF), scene, rules)
            if isinstance(on, Refusal) or isinstance(off, Refusal):
                return on
            return (*on, *(replace(d, stage=1) for d in off))


def _no_part_for(state: State, what: NounPhrase, scene: Scene) -> Refusal | None:
    """Why a thing that is carried is not switched or opened: the graph knows switches and doors of furniture only."""
    if scene.places(what) or not any(scene.is_named(n, what) for n in scene.objects_named(what)):
        return None
    part = "switch" if state in (State.ON, State.OFF) else "door or lid"
    return Refusal(FailureCause.NOT_CAPABLE, f"I know of no {part} of {what.text} that I could move.")


_OTHER = {State.ON: State.OFF, State.OFF: State.ON, State.OPEN: State.CLOSED, State.CLOSED: State.OPEN}
"""What is not so yet, by what it is to be."""


def _only_other(what: NounPhrase, state: State, scene: Scene) -> Node | None:
    """Of several that a definite phrase may mean the only one that is not so yet: the lamp that is on is turned off."""
    places = scene.places(what) if what.definite and what.node_id is None and state in _OTHER else ()
    exact = tuple(p for p in places if p.label == what.concept) or places
    others = [node for node in exact if _OTHER[state] in node.states]
    return others[0] if len(exact) > 1 and len(others) == 1 else None


def _that_can_be(state: State, assets: tuple[Node, ...], what: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    """Of a group those with a switch, or with a door; of a class that has none such all, which is then refused."""
    if what.count == 1:
        return assets
    doors = state in OPENINGS
    able = tuple(n for n in assets if (scene.has_door(n) if doors else _has_switch(n)))
    return able if able or (what.concept is None and what.node_id is None) else assets


def _has_switch(node: Node) -> bool:
    return bool(node.states & {State.ON, State.OFF}) or (node.model is not None and node.model.switch is not None)


def _unknown_switch(nodes: Sequence[Node]) -> Refusal:
    """What has no switch, as far as is known, is not said to be off: it may be on."""
    names = enumerate_words([spoken(node.id) for node in nodes])
    message = f"I know of no switch on {names}, so that I cannot tell whether it is on."
    return Refusal(FailureCause.NOT_CAPABLE, message, tuple(node.id for node in nodes))


def _over(nodes: Sequence[Node], what: NounPhrase, text: str, literal: Literal) -> Demand:
    count = len(nodes) if what.count is None else min(what.count, len(nodes))
    return Demand(text, count, tuple(n.id for n in nodes), (literal,))


def _go(said: NounPhrase, scene: Scene) -> GroundedClause:
    what, doubt = or_only_alike(said, scene)
    literal = scene.backend.robot_at()
    rooms = scene.rooms(what)
    places = scene.in_room(rooms) if rooms else furniture(what, scene)
    if isinstance(places, Refusal):
        return places
    if literal is None:
        return cannot(f"going to {what.text}")
    if not places:
        return Refusal(FailureCause.UNKNOWN_PLACE, f"I know of no furniture in {what.text} to go to.")
    return (_over(places, replace(what, count=1), f"going to {what.text}", literal).noted(doubt),)


def _places_of(what: NounPhrase, scene: Scene) -> tuple[Node, ...]:
    """Furniture that is named itself, or by its room."""
    return scene.in_room(scene.rooms(what)) or scene.places(what)


def _look(what: NounPhrase, scene: Scene) -> GroundedClause:
    """Look at furniture, or at where something is thought to be."""
    literal = scene.backend.explored()
    if literal is None:
        return cannot(f"looking for {what.text}")
    assets = _places_of(what, scene)
    if what.count == 1 and not what.each and not scene.rooms(what):
        assets = called_just_so(assets, what)
    if not assets:
        supports = dict.fromkeys(scene.graph.support(n.id) for n in scene.objects_matching(what))
        assets = tuple(scene.graph[s] for s in supports if s and scene.graph[s].kind is NodeKind.ASSET)
        what = replace(what, count=1)
    if not assets:
        return not_found(what, scene)
    return (_over(assets, what, f"looking for {what.text}", literal),)
