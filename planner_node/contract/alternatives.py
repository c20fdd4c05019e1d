# SPDX-License-Identifier: Apache-2.0
"""What else an operator could take for a part: other things, other numbers, other places, or nothing.

All of it can be reached by delete relaxation, and is allowed; whether there is a plan is found out when it is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from makedo_core.contract.choice import ChoiceKind, OperatorChoice
from makedo_core.contract.contract import GoalAlternative
from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import number_word, spoken
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.skills import Literal
from planner_node.contract.fields import PartField, part_fields
from planner_node.grounding.demand import Demand, manner_of
from planner_node.grounding.scene import Scene
from planner_node.relaxation.options import Reachability
from planner_node.relaxation.reasons import likeness_of
from planner_node.relaxation.relax import DROP_COST, LOWER_COST, Variant
from planner_node.relaxation.shift import Substitute

_MOST_NUMBERS = 12
_LOOKED_AT = 12  # things and substitutes of a part beyond the number that is asked for


class PlannedPart(Protocol):
    """A part as it is planned; of ServedPart this much is looked at."""

    @property
    def number(self) -> int:
        """From 1."""

    @property
    def demand(self) -> Demand:
        """What was asked."""

    @property
    def variant(self) -> Variant:
        """How it is met."""

    @property
    def weight(self) -> float:
        """Of its changes."""

    @property
    def things(self) -> tuple[str, ...]:
        """Ids of what it is done for."""

    @property
    def place(self) -> str:
        """Id of where they go."""


class Alternatives:
    """Alternatives of every part of a plan; what can be reached is found out once for all of them."""

    def __init__(self, parts: Sequence[PlannedPart], scene: Scene) -> None:
        """Look at what there is.

        Args:
            parts: as they are planned.
            scene: what there is.
        """
        self._scene = scene
        numbers = {f.number: f for f in part_fields([p.demand for p in parts], scene, _LOOKED_AT)}
        self._fields = {p.number: numbers[i] for i, p in enumerate(parts, start=1) if i in numbers}
        literals = (x for p in parts if p.number in self._fields for x in self._asked_about(p))
        self._reach = Reachability(scene.backend, literals, manner_of(p.demand for p in parts))
        self._kept = sum(not p.variant.is_dropped for p in parts)

    def _asked_about(self, part: PlannedPart) -> Iterator[Literal]:
        """All that has to be reachable: each thing where the part goes, and what is planned at each other place."""
        field = self._fields[part.number]
        for node_id in field.things:
            yield from field.reaching(node_id, part.place)
        for target in field.options.targets:
            for node_id in _brought(part, field):
                yield target.literal.bind({OBJECT_VARIABLE: node_id})

    def of(self, part: PlannedPart) -> tuple[GoalAlternative, ...]:
        """What could be done instead for a part, the cheapest of each kind first."""
        field = self._fields.get(part.number)
        if field is None:
            return ()
        kinds = (self._things(part, field), self._numbers(part, field), self._places(part, field), self._nothing(part))
        return tuple(a for kind in kinds for a in sorted(kind, key=lambda a: a.cost))

    def _things(self, part: PlannedPart, field: PartField) -> Iterator[GoalAlternative]:
        """Other things in place of the one that is farthest from what was asked for."""
        replaced = max(part.things, key=lambda i: (_cost(field.substitute(i)), part.things.index(i)), default="")
        before = _cost(field.substitute(replaced)) if replaced else LOWER_COST + _drop_cost(part)
        for node_id in field.things:
            if node_id in part.things or not any(x in self._reach for x in field.reaching(node_id, part.place)):
                continue
            substitute = field.substitute(node_id)
            choice = OperatorChoice(ChoiceKind.THING, part.number, replaced, node_id)
            cost = _changed(part) + part.weight * (_cost(substitute) - before)
            yield GoalAlternative(choice, spoken(node_id), max(0.0, cost), self._why(substitute, field.demand))

    def _numbers(self, part: PlannedPart, field: PartField) -> Iterator[GoalAlternative]:
        """Other numbers than the planned one, as far as there are things."""
        demand = field.demand
        costs = [
            _cost(field.substitute(i))
            for i in field.things
            if any(x in self._reach for x in field.reaching(i, part.place))
        ]
        place = _cost_of_place(part)
        for count in range(min(demand.count, len(costs), _MOST_NUMBERS), 0, -1):
            if demand.count < 2 or count == len(part.things):
                continue
            lowered = demand.count - count
            cost = place + part.weight * (sum(sorted(costs)[:count]) + LOWER_COST * lowered)
            reason = f"{number_word(lowered)} fewer than asked for" if lowered else ""
            choice = OperatorChoice(ChoiceKind.COUNT, part.number, count=count)
            yield GoalAlternative(choice, number_word(count), cost, reason)

    def _places(self, part: PlannedPart, field: PartField) -> Iterator[GoalAlternative]:
        """Other places to which all that is planned can be brought."""
        things = _brought(part, field)
        graph = self._scene.graph
        for place, target in field.places.items():
            there = [target.literal.bind({OBJECT_VARIABLE: i}) for i in things]
            lies_there = any(graph.support(i) == place for i in things if i in graph)
            if place == part.place or not there or lies_there or not all(x in self._reach for x in there):
                continue
            choice = OperatorChoice(ChoiceKind.PLACE, part.number, taken=place)
            cost = _changed(part) - _cost_of_place(part) + part.weight * target.cost
            yield GoalAlternative(choice, spoken(place), max(0.0, cost), target.likeness)

    def _nothing(self, part: PlannedPart) -> Iterator[GoalAlternative]:
        """To leave the part out, where something else is left to be done."""
        if self._kept < 2 or part.variant.is_dropped or not part.demand.count:
            return
        cost = part.weight * (LOWER_COST * part.demand.count + DROP_COST)
        choice = OperatorChoice(ChoiceKind.NOTHING, part.number)
        yield GoalAlternative(choice, "nothing", cost, f"without {part.demand.text}")

    def _why(self, substitute: Substitute | None, demand: Demand) -> str:
        """Why a thing would do, and what it gives up."""
        if substitute is None:
            return ""
        node = self._scene.graph[substitute.node_id]
        told = (likeness_of((node,), substitute.shared, demand, self._scene), *substitute.given_up)
        return "; ".join(t for t in told if t)


def _brought(part: PlannedPart, field: PartField) -> tuple[str, ...]:
    """What goes to a place: what is planned, or would be, were the part not left out."""
    return part.things or field.options.wanted[: field.demand.count]


def _cost(substitute: Substitute | None) -> float:
    return 0.0 if substitute is None else substitute.cost


def _changed(part: PlannedPart) -> float:
    return sum(r.cost for r in part.variant.relaxations)


def _drop_cost(part: PlannedPart) -> float:
    return DROP_COST if part.variant.is_dropped else 0.0


def _cost_of_place(part: PlannedPart) -> float:
    """Of the change of the place, as it is weighted."""
    return sum(r.cost for r in part.variant.relaxations if _is_of_place(r))


def _is_of_place(change: Relaxation) -> bool:
    return change.kind in (RelaxationKind.CHANGE_PLACE, RelaxationKind.WEAKEN_RELATION)
