# SPDX-License-Identifier: Apache-2.0
"""The contract of a plan: what becomes of each part of what was asked, and what stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from makedo_core.account import Account
from makedo_core.contract.contract import Contract, ContractPart, Untouched, UntouchedReason
from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.goals.goal_text import spoken
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.plan import Plan
from makedo_core.skills import Literal
from planner_node.claims.telling import sentences
from planner_node.contract.alternatives import Alternatives
from planner_node.contract.fields import numbered
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.relaxation.relax import Variant, weights
from planner_node.relaxation.shift import rejected

_MOST_RULED_OUT = 8


@dataclass(frozen=True, slots=True)
class ServedPart:
    """What a plan does for one part.

    Attributes:
        number: of the part, from 1; 0: it asks nothing to be done.
        demand: what was asked.
        variant: how it is met.
        weight: of its changes.
        literals: that are reached for it.
    """

    number: int
    demand: Demand
    variant: Variant
    weight: float
    literals: tuple[Literal, ...]

    @property
    def things(self) -> tuple[str, ...]:
        """Ids of what it is done for."""
        at = self.variant.target
        if at is None or OBJECT_VARIABLE not in at.terms:
            return ()
        return tuple(x.terms[at.terms.index(OBJECT_VARIABLE)] for x in self.literals)

    @property
    def place(self) -> str:
        """Id of where they go; empty: nowhere."""
        at = self.variant.target
        return at.terms[-1] if at is not None and len(at.terms) > 1 and self.literals else ""


def served_parts(
    demands: Sequence[Demand], chosen: Sequence[Variant], stages: Sequence[Sequence[Literal]]
) -> tuple[ServedPart, ...]:
    """Parts with what was assigned to them.

    Args:
        demands: what was asked.
        chosen: a variant of each; of a plan that looks instead, one for all, and then there are no parts.
        stages: literals that are reached together.
    """
    if len(demands) != len(chosen):
        return ()
    left = [list(stage) for stage in stages]
    order = {stage: i for i, stage in enumerate(sorted({v.stage for v in chosen}))}
    number_of = {index: number for number, index in numbered(demands)}
    found = []
    for index, (demand, variant, weight) in enumerate(zip(demands, chosen, weights(demands), strict=True)):
        literals: list[Literal] = []
        stage = left[order[variant.stage]] if variant.stage in order and order[variant.stage] < len(left) else []
        for pool in variant.pools:
            bound = (variant.target.bind({OBJECT_VARIABLE: i}) for i in pool if variant.target is not None)
            taken = next((x for x in bound if x in stage), None)
            if taken is not None:
                stage.remove(taken)
                literals.append(taken)
        found.append(ServedPart(number_of.get(index, 0), demand, variant, weight, tuple(literals)))
    return tuple(found)


def words_of_parts(served: Sequence[ServedPart]) -> Mapping[Literal, str]:
    """The words of the part that each literal is reached for."""
    return {literal: part.demand.text for part in served for literal in part.literals}


def contract_of(served: Sequence[ServedPart], plan: Plan, scene: Scene, account: Account) -> Contract:
    """The terms of a plan.

    Args:
        served: what it does for each part.
        plan: with its changes.
        scene: where it is done.
        account: what is claimed of it.
    """
    numbered_parts = tuple(p for p in served if p.number)
    alternatives = Alternatives(numbered_parts, scene)
    parts = tuple(
        ContractPart(
            p.demand.text,
            p.demand.stage,
            p.demand.count,
            p.things,
            p.place,
            p.variant.relaxations,
            alternatives.of(p),
            p.demand.chosen.text if p.demand.chosen is not None else "",
            p.demand.note,
        )
        for p in numbered_parts
    )
    return Contract(parts, account, tuple(sentences(account)), tuple(_untouched(served, plan, scene)))


def _untouched(served: Sequence[ServedPart], plan: Plan, scene: Scene) -> Iterator[Untouched]:
    """What is left as it is, each thing once: as it was said, as it must not be taken, and as it stands there."""
    graph = scene.graph
    moved = {a for call in plan.calls for a in call.arguments if a in graph and graph[a].kind is NodeKind.OBJECT}
    told: set[str] = set(moved)

    def once(node_id: str, why: UntouchedReason, reason: str) -> Iterator[Untouched]:
        if node_id not in told and node_id in graph:
            told.add(node_id)
            yield Untouched(node_id, why, reason)

    for part in served:
        for node_id in sorted(part.demand.left_alone | part.demand.kept_shut):
            yield from once(node_id, UntouchedReason.SAID, part.demand.told)
        for item in rejected(part.demand, scene)[:_MOST_RULED_OUT]:
            for node in scene.by_label.get(item.label, ()):
                yield from once(node.id, UntouchedReason.RULED_OUT, item.reason)
    worked_at = dict.fromkeys(
        call.arguments[-1] for call in plan.calls if call.skill not in ("go_to", "discover_objects")
    )
    for place in worked_at:
        for node_id in graph.contents(place):
            yield from once(node_id, UntouchedReason.BESIDE, f"it is at {spoken(place)}, where I work")
