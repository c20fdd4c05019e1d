# SPDX-License-Identifier: Apache-2.0
"""What could fulfil a demand: things and places, which of them are reachable, and how far the drive is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import predicate_words, spoken
from makedo_core.graph.scene_graph import AGENT_ID, Node, NodeKind, RelationType, State
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand, DemandChoice
from planner_node.grounding.missing import bare_text
from planner_node.grounding.scene import Scene
from planner_node.grounding.things import is_any, soiled_unasked
from planner_node.language.things import Place, Side
from planner_node.proof.backend import Backend, Manner
from planner_node.proof.prune import position
from planner_node.proof.reachability import reachable
from planner_node.relaxation.shift import Substitute, most_alike_first, substitutes

WEAKER_SIDE_COST = 0.5
READY_COST = 2.5  # all is ready, and nothing is done
ROOM_COST = 1.0  # the room is right, the furniture is not
OTHER_ROOM_COST = 0.75  # as for things that are taken from elsewhere than "from ..."
BROADER_KIND = 0.5  # of the breadth, where the kind includes the one asked for: a table, for a coffee table
_MOST_PLACES = 12  # other places, the closest in kind and then in space
_SPARE = 12  # candidates beyond the number that is asked for
_CLOSED_M = 4.0  # opening and closing costs as much as this drive
_COVERED_M = 3.0  # each thing to be moved away first
_BELIEF_M = 0.5
_UNKNOWN_M = 3.0
_OTHER_CLASS_M = 5.0  # another table is closer in kind than a counter


@dataclass(frozen=True, slots=True)
class Target:
    """A literal that could fulfil a demand.

    Attributes:
        literal: "?object" stands for the thing.
        change: what was changed to get to it; None: nothing.
        likeness: why it would do, if it is not what was asked for.
        away_m: how far the place is from the one that was asked for, for choosing among equals.
        unusable: the words of the change's reason that say no more than that the place asked for is not to be used.
    """

    literal: Literal
    change: Relaxation | None = None
    away_m: float = 0.0
    likeness: str = ""
    unusable: str = ""

    @property
    def cost(self) -> float:
        """Relaxation cost of the change."""
        return 0.0 if self.change is None else self.change.cost


@dataclass(frozen=True, slots=True)
class DemandOptions:
    """What could fulfil one demand.

    Attributes:
        demand: what is asked.
        targets: places (or states), those that were asked for first.
        wanted: things that are exactly what was asked for, nearest first.
        substitutes: things that may stand in, cheapest first, then most alike (if that is asked), then nearest.
    """

    demand: Demand
    targets: tuple[Target, ...]
    wanted: tuple[str, ...]
    substitutes: tuple[Substitute, ...]

    def literals(self) -> Iterable[Literal]:
        """Every grounded literal that could be reached."""
        for target in self.targets:
            for node_id in (*self.wanted, *(s.node_id for s in self.substitutes)):
                yield target.literal.bind({OBJECT_VARIABLE: node_id})


class Reachability:
    """Which of some literals can be reached at all, by one relaxed problem over all of them."""

    def __init__(self, backend: Backend, literals: Iterable[Literal], manner: Manner) -> None:
        """Make the problem and its fixpoint."""
        self._backend = backend
        self._manner = manner
        self._problem = backend.problem(tuple(dict.fromkeys(literals)), manner)
        self._reached = reachable(self._problem)

    def __contains__(self, literal: Literal) -> bool:
        """Whether a literal that is among them can be reached."""
        return self._reached.issuperset(self._problem.numbers_of(literal))

    def why(self, literal: Literal) -> str:
        """Why it cannot."""
        return self._backend.why(self._problem, literal, self._manner)


def make_options(
    demand: Demand, scene: Scene, other_places: bool, most: int | None = None, stand_ins: bool = True
) -> DemandOptions:
    """Everything that could fulfil a demand, within what an operator chose.

    Args:
        demand: what is asked.
        scene: what there is.
        other_places: whether there are to be other places than those asked for; those that were chosen are there.
        most: things and substitutes beyond the number that is asked for; None: as many as a plan needs to look at.
        stand_ins: whether there are to be substitutes where there is enough of what was asked for.
    """
    chosen = demand.chosen or DemandChoice("")
    targets = [Target(literal, demand.instead) for literal in demand.literals]
    if other_places or chosen.place or not targets:
        others = sorted(_other_targets(demand, scene), key=lambda t: (t.cost, t.away_m))
        targets.extend(others if chosen.place else others[:_MOST_PLACES])
    if chosen.place:
        targets = [t for t in targets if t.literal.terms[-1] == chosen.place]
    here = targets[0].literal.terms[-1] if targets else OBJECT_VARIABLE
    most = demand.count + (_SPARE if most is None else most)
    first = {node_id for pool in chosen.required for node_id in pool}
    soiled = soiled_unasked(demand, scene, here)
    drive_m, called = drives(scene, here), _Called(demand, scene)
    ranked = {
        w: (w not in first, w in soiled, called.otherwise(scene.graph[w].label), drive_m(w))
        for w in demand.wanted
        if w not in chosen.excluded
    }
    clean = [w for w in ranked if w not in soiled]
    if soiled and len(clean) >= demand.count and is_any(demand):
        at = {w: scene.graph.support(w) for w in soiled}  # what stands there dirty already is no plate to eat from
        ranked = {w: rank for w, rank in ranked.items() if w not in soiled or at[w] != here}
    wanted = sorted(ranked, key=ranked.__getitem__)[:most]
    if not stand_ins and _may_have_enough(demand, wanted):
        return DemandOptions(demand, tuple(targets), tuple(wanted), ())
    others_in = (s for s in substitutes(demand, scene) if s.node_id not in chosen.excluded)
    nearest = sorted(others_in, key=lambda s: (s.node_id not in first, s.cost, s.contrary, drive_m(s.node_id)))
    concept = demand.phrase.concept if demand.phrase is not None else None
    found = tuple(nearest[:most])  # cut first, so that names never change what can be had
    if concept is not None:
        found = most_alike_first(found, concept, scene)
    return DemandOptions(demand, tuple(targets), tuple(wanted), found)


class _Called:
    """How far what things are called is from the words: "the dress shirt" is no shirt, "a soda" no lemonade first."""

    def __init__(self, demand: Demand, scene: Scene) -> None:
        """Hold the parts; what is found is kept by label."""
        self._demand, self._scene = demand, scene
        self._known: dict[str, int] = {}

    def otherwise(self, label: str) -> int:
        """How far it is of things with a label."""
        if label not in self._known:
            self._known[label] = self._of(label)
        return self._known[label]

    def _of(self, label: str) -> int:
        phrase = self._demand.phrase
        if phrase is None or phrase.concept is None or label == phrase.concept:
            return 0
        concept = self._scene.ontology.concepts.get(phrase.concept)
        names = (phrase.concept.replace("_", " "), *(concept.synonyms if concept is not None else ()))
        words = set(phrase.text.split()) | {word.removesuffix("s") for word in phrase.text.split()}
        said = [set(name.split()) for name in names if words.issuperset(name.split())]
        named = not said or any(name <= set(label.split("_")) for name in said)
        return 1 + (not named) if phrase.definite else int(not named)


def _may_have_enough(demand: Demand, wanted: Sequence[str]) -> bool:
    """Whether there are as many wanted things as are asked for, all of which may be taken."""
    return demand.chosen is None and len(wanted) >= max(demand.count, 1)


def lacks_stand_ins(options: DemandOptions, reach: Reachability) -> bool:
    """Whether there seemed to be enough of what was asked for, and so much of it cannot be brought to each place."""
    return _may_have_enough(options.demand, options.wanted) and any(
        sum(target.literal.bind({OBJECT_VARIABLE: thing}) in reach for thing in options.wanted) < options.demand.count
        for target in options.targets
    )


def needs_other_places(options: DemandOptions, reach: Reachability) -> bool:
    """Whether nothing, not even a substitute, can be brought to the places that were asked for."""
    things = (*options.wanted, *(s.node_id for s in options.substitutes))
    asked = [t for t in options.targets if t.literal in options.demand.literals]
    return not any(t.literal.bind({OBJECT_VARIABLE: thing}) in reach for t in asked for thing in things)


def _other_targets(demand: Demand, scene: Scene) -> list[Target]:
    """The other side of a place, then other places of the same use; for what is no place, what comes before it."""
    place = demand.place
    if place is None:
        return _as_far_as_possible(demand, scene)
    asked = {literal.terms[-1]: literal for literal in demand.literals}
    result = []
    for place_id, literal in asked.items():
        side = scene.backend.side(literal)
        if side is None or place.side is Side.POURED:
            continue
        other = Side.ON if side is Side.INSIDE else Side.INSIDE
        weaker = scene.backend.placed(other, scene.graph[place_id])
        if weaker is not None and scene.offers(scene.graph[place_id], other):
            said, done = f"{side} {spoken(place_id)}", f"a place {other} {spoken(place_id)}"
            reason = f"nothing can be put {said}"
            change = Relaxation(RelaxationKind.WEAKEN_RELATION, said, done, (reason,), WEAKER_SIDE_COST)
            result.append(Target(weaker, change, unusable=reason))
    first = next(iter(asked), None)
    label = scene.graph[first].label if first is not None else place.what.concept or ""
    for node in _alike(label, scene):
        there = _rest_at(node, scene) if place.side is not Side.POURED else _poured_into(node, scene)
        likeness = _likeness(node, label, place, scene)
        if node.id in asked or likeness is None or there is None:
            continue
        alike, cost = likeness
        missing = f"I know of no {bare_text(place.what)} here" if first is None else f"{place.what.text} cannot be used"
        reason = f"{missing}, and {spoken(node.id)} {alike}"
        change = Relaxation(RelaxationKind.CHANGE_PLACE, place.what.text, spoken(node.id), (reason,), cost)
        unusable = "" if first is None else missing
        result.append(Target(there, change, _away_m(scene, first, node), f"{spoken(node.id)} {alike}", unusable))
    if place.side is not Side.POURED:
        result.extend(_somewhere_in_the_room(place, asked, scene))
    return result


def _as_far_as_possible(demand: Demand, scene: Scene) -> list[Target]:
    """What comes before the last action that cannot be done: everything made ready for it."""
    result = []
    for literal in demand.literals:
        for ready in scene.backend.before(literal):
            done = f"having everything ready {predicate_words(ready)}"
            reason = "the last step is not possible here"
            change = Relaxation(RelaxationKind.WEAKEN_RELATION, demand.text, done, (reason,), READY_COST)
            result.append(Target(ready, change))
    return result


def _somewhere_in_the_room(place: Place, asked: Mapping[str, Literal], scene: Scene) -> Iterable[Target]:
    """The room that a place was said to be in, without the place."""
    if place.what.source is None:
        return
    reason = f"{place.what.text} cannot be used" if asked else f"I know of no {bare_text(place.what)} here"
    for room in scene.rooms(place.what.source.what):
        floor = scene.backend.in_room(room)
        spots = [floor] if floor else [x for n in scene.in_room([room]) if (x := _rest_at(n, scene)) is not None]
        for literal in spots:
            done = f"{spoken(literal.terms[-1])}{'' if floor else f', in {spoken(room.id)} too'}"
            why = f"{reason}, and {done} is where it was said to be" if floor else reason
            if literal.terms[-1] not in asked:
                change = Relaxation(RelaxationKind.CHANGE_PLACE, place.what.text, done, (why,), ROOM_COST)
                yield Target(literal, change, unusable=reason if asked else "")


def _likeness(node: Node, label: str, place: Place, scene: Scene) -> tuple[str, float] | None:
    """How a place is like the one that was asked for, and at which cost; None: not at all."""
    elsewhere = place.what.source is not None and not scene.is_at(node, place.what.source)
    cost = OTHER_ROOM_COST if elsewhere else 0.0
    if place.what.source is not None and scene.ontology.is_a(node.label, label):
        room = scene.graph.room_of(node.id)
        return f"is {scene.ontology.phrase(label)} too, in {spoken(room or 'another room')}", max(cost, OTHER_ROOM_COST)
    common = scene.ontology.functional_class(label, node.label)
    if common is None:
        return None
    if label != node.label and scene.ontology.is_a(label, node.label):  # a table, where a coffee table is wanted
        return f"is {scene.ontology.phrase(node.label)} too", BROADER_KIND * common.breadth + cost
    return f"is {scene.ontology.phrase(common.id)} too", common.breadth + cost


def _alike(label: str, scene: Scene) -> Iterable[Node]:
    """Places, or rooms if the place asked for is a room."""
    rooms = scene.ontology.is_a(label, "room")
    for node in scene.graph:
        if node.kind is NodeKind.ROOM if rooms else scene.backend.is_place(node):
            yield node


def _rest_at(node: Node, scene: Scene) -> Literal | None:
    """That "?object" is at a place, if it can be put there."""
    if node.kind is NodeKind.ROOM:
        return scene.backend.in_room(node)
    side = scene.usual_side(node)
    return scene.backend.placed(side, node) if scene.offers(node, side) else None


def _poured_into(node: Node, scene: Scene) -> Literal | None:
    """That what is in "?object" was poured into a place, if that is open at the top."""
    open_at_the_top = scene.offers(node, Side.POURED) and not scene.has_door(node)
    return scene.backend.placed(Side.POURED, node) if open_at_the_top else None


def _away_m(scene: Scene, first: str | None, node: Node) -> float:
    """How far a place is from the one that was asked for; another class counts as another distance."""
    start, end = position(scene.graph, first) if first else None, position(scene.graph, node.id)
    away_m = math.dist(start, end) if start and end else _UNKNOWN_M
    return away_m + (0.0 if first and node.label == scene.graph[first].label else _OTHER_CLASS_M)


def drives(scene: Scene, target_id: str) -> Callable[[str], float]:
    """How long the way of things to a target is, with its obstacles as metres; for choosing among equals [m].

    Args:
        scene: where they are.
        target_id: "?object": they stay where they are.
    """
    graph = scene.graph
    stays = target_id == OBJECT_VARIABLE
    end, robot = None if stays else position(graph, target_id), position(graph, AGENT_ID)

    @cache
    def way_m(place_id: str) -> float:
        """The way of whatever is at a place [m]."""
        start = position(graph, place_id)
        to = start if stays else end
        way = math.dist(start, to) if start and to else _UNKNOWN_M
        return way + (0.3 * math.dist(robot, start) if robot and start else 0.0)

    def drive_m(node_id: str) -> float:
        """The way of one thing [m]."""
        relation, node = graph.placement(node_id), graph[node_id]
        if relation is not None and relation.type is RelationType.HELD_BY:
            return 0.0
        support = graph.support(node_id)
        if support == target_id:
            return 0.0
        way = way_m(node_id if support is None or node.kind is not NodeKind.OBJECT else support)
        if relation is not None and relation.type is RelationType.INSIDE and support is not None:
            way += _CLOSED_M if graph[support].states & {State.CLOSED, State.AJAR} else 0.0
        way += _COVERED_M * len(graph.contents(node_id)) if node.kind is NodeKind.OBJECT else 0.0
        return way + (_BELIEF_M if node.is_belief else 0.0)

    return drive_m
