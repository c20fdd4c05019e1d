# SPDX-License-Identifier: Apache-2.0
"""What is true: from a scene graph to literals, and how skill calls change both.

The literals are those of the skill catalogue. The world is closed: what is not among the facts is false.

- Nested support counts: an apple in a bowl on a table is `on` the table too, so that the robot can pick it
  there.
- `clear(x)` is derived: nothing rests on or in x.
- What is in the hands of a person is `given` to them: the robot does not take it back.
- An object whose confidence is 0 is known to be gone from where it was thought to be: it has no placement.
- `graspable` is a necessary condition only (`hand.py`): as it stands, the thing fits between the fingers, or is a dish
  that the robot takes by its rim. Whether there is a grasp is for the executor to find out and to report.
- `explored`, `pressed` and `poured` are not kept in the graph: they become true by looking, pushing and pouring, and
  live as long as the facts they were applied to. A button that is to be pressed is pressed, however often it was
  before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from makedo_core.failure import MakedoError
from makedo_core.geometry import UNKNOWN_POSE
from makedo_core.graph.asset_model import RegionKind, SwitchKind, turned_over
from makedo_core.graph.scene_graph import (
    AGENT_ID,
    OPENINGS,
    PLACEMENTS,
    Node,
    NodeKind,
    Relation,
    RelationType,
    SceneGraph,
    State,
)
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.skills import SKILLS, Disjunction, Literal, Predicate, SkillCall

ELSEWHERE = "?elsewhere"

Facts = frozenset[Literal]


def facts(
    graph: SceneGraph,
    known_failures: Collection[KnownFailure] = (),
    only: Collection[str] | None = None,
    resting: Collection[str] = (),
) -> Facts:
    """All true literals over the assets and objects of a graph.

    Args:
        graph: the snapshot.
        known_failures: what was learnt while moving, and what does not fit between the robot's fingers.
        only: ids to restrict the literals to; None: every node. What rests on these counts too.
        resting: ids of objects besides, of which only where they are is told.
    """
    failed: dict[FailureKind, set[str]] = {kind: set() for kind in FailureKind}
    for failure in known_failures:
        failed[failure.kind].add(failure.node_id)
    ungraspable = failed[FailureKind.TOO_WIDE] | failed[FailureKind.UNREACHABLE]
    cut_off = _rooms_without_route(graph)
    result: list[Literal] = list(_agent_facts(graph))
    for node in graph if only is None else (graph[i] for i in only if i in graph):
        if node.kind is NodeKind.ASSET:
            result.extend(_asset_facts(graph, node, failed))
            if node.id not in failed[FailureKind.BLOCKED] and graph.room_of(node.id) not in cut_off:
                result.append(Literal(Predicate.REACHABLE, (node.id,)))
        elif node.kind is NodeKind.OBJECT:
            result.extend(_object_facts(graph, node, ungraspable, failed[FailureKind.MISSING]))
    for node_id in resting:
        if not is_gone(graph[node_id]) and node_id not in failed[FailureKind.MISSING]:
            result.extend(_resting(graph, node_id))
    return frozenset(result)


def is_gone(node: Node) -> bool:
    """Whether an object is known not to be where the graph has it."""
    return node.kind is NodeKind.OBJECT and node.confidence <= 0.0


def takes_things(node: Node) -> bool:
    """Whether an asset is a person who can be handed something."""
    return node.model is not None and any(region.kind is RegionKind.HAND for region in node.model.regions)


def _agent_facts(graph: SceneGraph) -> Iterable[Literal]:
    """Where the robot stands, unless the graph has it at two places at once, and what it holds."""
    places = [r.target for r in graph.outgoing(AGENT_ID) if r.type is RelationType.AT]
    if len(places) == 1:
        yield Literal(Predicate.AT, (places[0],))
    held = [r.source for r in graph.incoming(AGENT_ID) if r.type is RelationType.HELD_BY]
    yield from (Literal(Predicate.HOLDING, (thing,)) for thing in held)
    if not held:
        yield Literal(Predicate.HAND_EMPTY)


def _asset_facts(graph: SceneGraph, node: Node, failed: Mapping[FailureKind, set[str]]) -> Iterable[Literal]:
    surface, container, door, switch, button = _affordances(graph, node)
    person = takes_things(node)
    term = (node.id,)
    full_on, full_inside = (
        any(node.id in failed[kind] for kind in (FailureKind.FULL, one_side))
        for one_side in (FailureKind.FULL_ON, FailureKind.FULL_INSIDE)
    )
    stuck = node.id in failed[FailureKind.STUCK]
    if surface and not full_on:
        yield Literal(Predicate.SURFACE, term)
    if container and not full_inside:
        yield Literal(Predicate.CONTAINER, term)
    if person and node.id not in failed[FailureKind.FULL]:
        yield Literal(Predicate.RECIPIENT, term)
    if door and not stuck:
        yield Literal(Predicate.OPENABLE, term)
    if State.OPEN in node.states or (container and not door):
        yield Literal(Predicate.OPEN, term)
    elif door and State.AJAR not in node.states:
        yield Literal(Predicate.CLOSED, term)
    if State.LOCKED in node.states:
        yield Literal(Predicate.LOCKED, term)
    if switch and not stuck:
        yield Literal(Predicate.SWITCHABLE, term)
    if State.ON in node.states:
        yield Literal(Predicate.SWITCHED_ON, term)
    if button and not stuck:
        yield Literal(Predicate.PRESSABLE, term)
    if node.model is not None and node.model.turning is not None and not stuck:
        yield Literal(Predicate.TURNABLE, term)
    if State.UPSIDE_DOWN in node.states:
        yield Literal(Predicate.UPSIDE_DOWN, term)
    if not graph.contents(node.id):
        yield Literal(Predicate.CLEAR, term)
    yield from _resting(graph, node.id)  # a cake that is part of the home keeps its plate from being picked up


def rest_on_or_inside(graph: SceneGraph, node: Node) -> tuple[bool, bool]:
    """Whether things can rest on furniture, and inside it; without a model, as its states and contents betray."""
    surface, container, *_ = _affordances(graph, node)
    return surface, container


def _affordances(graph: SceneGraph, node: Node) -> tuple[bool, bool, bool, bool, bool]:
    """Whether it is a surface, a container, has a door, has a switch, has a button.

    Without a model this is what its states and contents betray: a state open, ajar or closed means a door and room
    inside, on or off a switch, and what nothing speaks against is a surface. Nothing betrays a button.
    """
    model = node.model
    if model is not None:
        kinds = {region.kind for region in model.regions}
        switch = model.switch.kind if model.switch is not None else None
        return (
            RegionKind.ON in kinds,
            RegionKind.INSIDE in kinds,
            model.articulation is not None,
            switch is SwitchKind.TOGGLE,
            switch is SwitchKind.BUTTON,
        )
    door = bool(node.states & {*OPENINGS, State.LOCKED})
    used = {r.type for r in graph.incoming(node.id)}
    container = door or RelationType.INSIDE in used
    return (
        (RelationType.ON in used or not container),
        container,
        door,
        bool(node.states & {State.ON, State.OFF}),
        False,
    )


def _object_facts(
    graph: SceneGraph, node: Node, ungraspable: Collection[str], missing: Collection[str]
) -> list[Literal]:
    term = (node.id,)
    found = [] if graph.contents(node.id) else [Literal(Predicate.CLEAR, term)]
    if State.FULL in node.states:
        found.append(Literal(Predicate.FULL, term))
    if node.id not in ungraspable:
        found.append(Literal(Predicate.GRASPABLE, term))
    if not is_gone(node) and node.id not in missing:
        found.extend(_resting(graph, node.id))
    return found


def _resting(graph: SceneGraph, node_id: str) -> Iterable[Literal]:
    """What a node rests on or in, from what is next to it to the last below it."""
    placements = graph.placements
    relation = placements.get(node_id)
    while relation is not None and relation.type is not RelationType.HELD_BY:
        predicate = Predicate.ON if relation.type is RelationType.ON else Predicate.INSIDE
        if predicate is Predicate.INSIDE and takes_things(graph[relation.target]):
            predicate = Predicate.GIVEN
        yield Literal(predicate, (node_id, relation.target))
        relation = placements.get(relation.target)


def _rooms_without_route(graph: SceneGraph) -> frozenset[str]:
    """Rooms that no CONNECTED relations join to the robot's room; none if no connections are known."""
    rooms = {node.id for node in graph.of_kind(NodeKind.ROOM)}
    leading = (r for room in rooms for r in graph.outgoing(room))
    links = [r for r in leading if r.type is RelationType.CONNECTED and r.target in rooms]
    here = graph.room_of(AGENT_ID) if AGENT_ID in graph else None
    if not links or here is None:
        return frozenset()
    joined, frontier = {here}, [here]
    while frontier:
        room = frontier.pop()
        ends = {r.target for r in links if r.source == room} | {r.source for r in links if r.target == room}
        frontier.extend(ends - joined)
        joined |= ends
    return frozenset(rooms) - joined


def failing_clauses(call: SkillCall, facts: Facts) -> tuple[Disjunction, ...]:
    """The clauses of a call's preconditions that do not hold, with the arguments in place."""
    spec = SKILLS[call.skill]
    binding = spec.binding(call.arguments)
    clauses = (tuple(literal.bind(binding) for literal in clause) for clause in spec.preconditions)
    return tuple(clause for clause in clauses if not any(holds(literal, facts) for literal in clause))


def failing_preconditions(call: SkillCall, facts: Facts) -> tuple[str, ...]:
    """Why a call cannot be made now, in plain words; empty if it can.

    Of clauses that share a literal only the first is reported: a missing thing need not be reported as not shut in too.
    """
    told: list[tuple[Literal, ...]] = []
    for clause in failing_clauses(call, facts):
        if not any(set(clause) & set(before) for before in told):
            told.append(clause)
    return tuple(" and ".join(failing_words(literal) for literal in clause) for clause in told)


def holds(literal: Literal, facts: Facts) -> bool:
    """Whether a literal is true; what is not among the facts is false."""
    return (Literal(literal.predicate, literal.terms) in facts) is not literal.negated


def apply(call: SkillCall, facts: Facts) -> Facts:
    """The facts after a call whose preconditions hold. Applying it twice is applying it once."""
    spec = SKILLS[call.skill]
    binding = spec.binding(call.arguments)
    effects = [effect.bind(binding) for effect in spec.effects]
    removed: set[Literal] = set()
    for effect in effects:
        if effect.negated and ELSEWHERE in effect.terms:
            alike = (fact for fact in facts if fact.predicate is effect.predicate)
            removed.update(fact for fact in alike if _matches(effect, fact))
        elif effect.negated:
            removed.add(~effect)
    added = {effect for effect in effects if not effect.negated}
    return _with_clear(facts, frozenset((facts - removed) | added))


def _matches(pattern: Literal, fact: Literal) -> bool:
    """Whether a fact of the pattern's predicate is one that it stands for."""
    return all(p in (ELSEWHERE, t) for p, t in zip(pattern.terms, fact.terms, strict=True))


def _with_clear(before: Facts, after: Facts) -> Facts:
    """Facts with `clear` brought up to date for everything that a placement was added to or removed from."""
    placements = (Predicate.ON, Predicate.INSIDE, Predicate.GIVEN)
    touched = {f.terms[1] for f in before ^ after if f.predicate in placements}
    if not touched:
        return after
    covered = {f.terms[1] for f in after if f.predicate in placements}
    clear = {Literal(Predicate.CLEAR, (node_id,)) for node_id in touched - covered}
    hidden = {Literal(Predicate.CLEAR, (node_id,)) for node_id in touched & covered}
    return (after | clear) - hidden


def graph_after(call: SkillCall, graph: SceneGraph) -> SceneGraph:
    """The graph that a successful call leads to. What was moved has no known pose until it is seen."""
    match call.skill, call.arguments:
        case "go_to", (asset,):
            return _robot_at(graph, asset)
        case "pick_up", (moved, _):
            return _placed(graph, Relation(moved, RelationType.HELD_BY, AGENT_ID))
        case "put_on", (moved, asset):
            return _placed(graph, Relation(moved, RelationType.ON, asset))
        case "put_inside" | "hand_over", (moved, asset):
            return _placed(graph, Relation(moved, RelationType.INSIDE, asset))
        case ("open" | "close" | "turn_on" | "turn_off") as skill, (asset,):
            state = {"open": State.OPEN, "close": State.CLOSED, "turn_on": State.ON, "turn_off": State.OFF}[skill]
            return graph.changed(put=[graph[asset].with_state(state)])
        case "pour", (source, _):
            return graph.changed(put=[graph[source].with_state(State.EMPTY)])
        case "turn_over", (asset,):
            return graph.changed(put=[_turned_over(graph[asset])])
        case "press" | "discover_objects", (_,):
            return graph
    raise MakedoError(f"{call} is not a call of a known skill; known are {', '.join(SKILLS)}")


def _turned_over(node: Node) -> Node:
    turned = node.with_state(State.UPRIGHT)
    if node.model is None or node.model.turning is None or not node.pose.is_known:
        return turned
    return replace(turned, pose=turned_over(node.pose, node.size[2], node.model.turning))


def _robot_at(graph: SceneGraph, asset: str) -> SceneGraph:
    old = [r for r in graph.outgoing(AGENT_ID) if r.type in (RelationType.AT, RelationType.IN)]
    new = [Relation(AGENT_ID, RelationType.AT, asset)]
    room = graph.room_of(asset)
    if room is not None:
        new.append(Relation(AGENT_ID, RelationType.IN, room))
    return graph.changed(drop=[r for r in old if r not in new], add=new)


def _placed(graph: SceneGraph, relation: Relation) -> SceneGraph:
    old = [r for r in graph.outgoing(relation.source) if r.type in (*PLACEMENTS, RelationType.IN)]
    node = replace(graph[relation.source], pose=UNKNOWN_POSE)
    return graph.changed(put=[node], drop=[r for r in old if r != relation], add=[relation])


_TRUE: Mapping[Predicate, str] = {
    Predicate.AT: "the robot is at {0}",
    Predicate.ON: "{0} is on {1}",
    Predicate.INSIDE: "{0} is inside {1}",
    Predicate.GIVEN: "{1} has {0}",
    Predicate.HOLDING: "the robot holds {0}",
    Predicate.HAND_EMPTY: "the robot's hand is empty",
    Predicate.OPEN: "{0} is open",
    Predicate.CLOSED: "{0} is closed",
    Predicate.SWITCHED_ON: "{0} is switched on",
    Predicate.PRESSED: "{0} has been pressed",
    Predicate.UPSIDE_DOWN: "{0} is upside down",
    Predicate.FULL: "there is something in {0}",
    Predicate.POURED: "{0} has been poured into {1}",
    Predicate.EXPLORED: "{0} has been looked at",
    Predicate.CLEAR: "nothing rests on or in {0}",
    Predicate.SURFACE: "things can be put on {0}",
    Predicate.CONTAINER: "things can be put inside {0}",
    Predicate.OPENABLE: "{0} can be opened",
    Predicate.LOCKED: "{0} is locked",
    Predicate.SWITCHABLE: "{0} can be switched",
    Predicate.RECIPIENT: "{0} takes what is handed over",
    Predicate.PRESSABLE: "{0} has a button that can be pressed",
    Predicate.TURNABLE: "{0} can be turned over",
    Predicate.GRASPABLE: "{0} can be grasped",
    Predicate.REACHABLE: "{0} can be driven to",
}
_FALSE: Mapping[Predicate, str] = {
    Predicate.AT: "the robot is not at {0}",
    Predicate.ON: "{0} is not on {1}",
    Predicate.INSIDE: "{0} is not inside {1}",
    Predicate.GIVEN: "{1} does not have {0}",
    Predicate.HOLDING: "the robot does not hold {0}",
    Predicate.HAND_EMPTY: "the robot's hand is not empty",
    Predicate.OPEN: "{0} is not open",
    Predicate.CLOSED: "{0} is not closed",
    Predicate.SWITCHED_ON: "{0} is switched off",
    Predicate.PRESSED: "{0} has not been pressed",
    Predicate.UPSIDE_DOWN: "{0} is not upside down",
    Predicate.FULL: "nothing that can be poured is known to be in {0}",
    Predicate.POURED: "{0} has not been poured into {1}",
    Predicate.EXPLORED: "{0} has not been looked at",
    Predicate.CLEAR: "something rests on or in {0}",
    Predicate.SURFACE: "nothing can be put on {0}",
    Predicate.CONTAINER: "nothing can be put inside {0}",
    Predicate.OPENABLE: "{0} cannot be opened or closed",
    Predicate.LOCKED: "{0} is not locked",
    Predicate.SWITCHABLE: "{0} cannot be switched",
    Predicate.RECIPIENT: "{0} takes nothing",
    Predicate.PRESSABLE: "{0} has no button that can be pressed",
    Predicate.TURNABLE: "{0} cannot be turned over",
    Predicate.GRASPABLE: "{0} cannot be grasped",
    Predicate.REACHABLE: "{0} cannot be driven to",
}


def words(literal: Literal) -> str:
    """A literal as a statement in plain English, e.g. "fridge 1 is not open" for not open(fridge_1)."""
    terms = [term.replace("_", " ") for term in literal.terms]
    if isinstance(literal.predicate, Predicate):
        return (_FALSE if literal.negated else _TRUE)[literal.predicate].format(*terms)
    return _foreign_words(literal.predicate, terms, literal.negated)


def _foreign_words(predicate: str, terms: list[str], negated: bool) -> str:
    """Words of a predicate of a user's domain, from its name: is-on(a, b) -> "a is on b", empty(a) -> "a is empty"."""
    name = predicate.replace("-", " ").replace("_", " ").removeprefix("is ")
    no = "not " if negated else ""
    if predicate == "=":
        return f"{terms[0]} is {no}the same as {terms[1]}"
    if not terms:
        return f"it is {no}so that {name}"
    return " ".join((terms[0], "is", f"{no}{name}", *terms[1:]))


def failing_words(literal: Literal) -> str:
    """What is wrong when a literal does not hold."""
    return words(~literal)
