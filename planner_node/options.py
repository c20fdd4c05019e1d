# SPDX-License-Identifier: Apache-2.0
"""What could fulfil a demand: things and places, which of them are reachable, and how far the drive is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from makedo_core.goal import OBJECT_VARIABLE
from makedo_core.goal_text import spoken
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.scene_graph import AGENT_ID, NodeKind, RelationType, State
from makedo_core.skills import Literal, Predicate
from planner_node.ground import Demand, Scene, placed
from planner_node.problem import Problem, make_problem
from planner_node.prune import position
from planner_node.reachability import reachable, why_hopeless
from planner_node.request import Side
from planner_node.shift import Substitute, substitutes

WEAKER_SIDE_COST = 0.5
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
        away_m: how far the place is from the one that was asked for, for choosing among equals.
    """

    literal: Literal
    change: Relaxation | None = None
    away_m: float = 0.0

    @property
    def cost(self) -> float:
        """Relaxation cost of the change."""
        return 0.0 if self.change is None else self.change.cost


@dataclass(frozen=True, slots=True)
class Options:
    """What could fulfil one demand.

    Attributes:
        demand: what is asked.
        targets: places (or states), those that were asked for first.
        wanted: things that are exactly what was asked for, nearest first.
        substitutes: things that may stand in, cheapest and nearest first.
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


class Reach:
    """Which literals can be reached at all, by one relaxed problem over all options."""

    def __init__(self, scene: Scene, options: Sequence[Options]) -> None:
        """Make the problem and its fixpoint."""
        literals = tuple(dict.fromkeys(literal for option in options for literal in option.literals()))
        self._problem: Problem = make_problem(scene, literals)
        self._reached = reachable(self._problem)

    def __contains__(self, literal: Literal) -> bool:
        """Whether a literal can be reached."""
        return self._problem.numbers.get(literal) in self._reached

    def why(self, literal: Literal) -> str:
        """Why it cannot."""
        return why_hopeless(self._problem, literal)


def make_options(demand: Demand, scene: Scene, other_places: bool) -> Options:
    """Everything that could fulfil a demand; other places than those asked for only where that is wanted."""
    targets = [Target(literal) for literal in demand.literals]
    if other_places:
        targets.extend(_other_targets(demand, scene))
    here = demand.literals[0].terms[-1]
    most = demand.count + _SPARE
    wanted = sorted(demand.wanted, key=lambda w: drive_m(scene, w, here))[:most]
    stand_ins = sorted(substitutes(demand, scene), key=lambda s: (s.cost, drive_m(scene, s.node_id, here)))
    return Options(demand, tuple(targets), tuple(wanted), tuple(stand_ins[:most]))


def _other_targets(demand: Demand, scene: Scene) -> list[Target]:
    """The other side of a place, then other places of the same use."""
    place = demand.place
    if place is None:
        return []
    asked = {literal.terms[-1]: literal for literal in demand.literals}
    result = []
    for asset_id, literal in asked.items():
        other = Side.ON if literal.predicate is Predicate.INSIDE else Side.INSIDE
        if scene.offers(scene.graph[asset_id], other):
            said, done = f"{literal.predicate} {spoken(asset_id)}", f"{other} {spoken(asset_id)}"
            reason = f"nothing can be put {said}"
            change = Relaxation(RelaxationKind.WEAKEN_RELATION, said, done, reason, WEAKER_SIDE_COST)
            result.append(Target(placed(other, asset_id), change))
    first = next(iter(asked))
    label = scene.graph[first].label
    for node in scene.graph.of_kind(NodeKind.ASSET):
        common = scene.ontology.functional_class(label, node.label)
        if node.id in asked or common is None or not scene.offers(node, scene.usual_side(node)):
            continue
        alike = f"{spoken(node.id)} is {scene.ontology.phrase(common.id)} too"
        reason = f"{place.what.text} cannot be used, and {alike}"
        change = Relaxation(RelaxationKind.CHANGE_PLACE, place.what.text, spoken(node.id), reason, common.breadth)
        start, end = position(scene.graph, first), position(scene.graph, node.id)
        away_m = math.dist(start, end) if start and end else _UNKNOWN_M
        away_m += 0.0 if node.label == label else _OTHER_CLASS_M
        result.append(Target(placed(scene.usual_side(node), node.id), change, away_m))
    return result


def drive_m(scene: Scene, node_id: str, target_id: str) -> float:
    """How long the way of a thing to a target is, with its obstacles as metres; for choosing among equals."""
    graph = scene.graph
    relation = graph.placement(node_id)
    if relation is not None and relation.type is RelationType.HELD_BY:
        return 0.0
    start = position(graph, node_id)
    end = position(graph, target_id if target_id != OBJECT_VARIABLE else node_id)
    robot = position(graph, AGENT_ID)
    way = math.dist(start, end) if start and end else _UNKNOWN_M
    way += 0.3 * math.dist(robot, start) if robot and start else 0.0
    support = graph.support(node_id)
    if support == target_id:
        return 0.0
    if support is not None and State.CLOSED in graph[support].states and graph.placement(node_id) is not None:
        relation = graph.placement(node_id)
        way += _CLOSED_M if relation and relation.type is RelationType.INSIDE else 0.0
    way += _COVERED_M * len(graph.contents(node_id)) if graph[node_id].kind is NodeKind.OBJECT else 0.0
    return way + (_BELIEF_M if graph[node_id].is_belief else 0.0)
