# SPDX-License-Identifier: Apache-2.0
"""What of a plan rests on the word of others than the ontology: which labels were counted among which groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from makedo_core.ontology import Membership, MembershipSource, memberships_of
from makedo_core.plan import Plan
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene


def memberships_behind(demands: Sequence[Demand], plan: Plan, scene: Scene) -> tuple[Membership, ...]:
    """Memberships of the things of a plan in the groups that were asked for, without those that are curated."""
    return tuple(dict.fromkeys(_behind(demands, plan, scene)))


def _behind(demands: Sequence[Demand], plan: Plan, scene: Scene) -> Iterator[Membership]:
    memberships = memberships_of(scene.ontology)
    touched = {argument for call in plan.calls for argument in call.arguments}
    for demand in demands:
        concept = demand.phrase.concept if demand.phrase is not None else None
        for node_id in [w for w in demand.wanted if w in touched] if concept is not None else ():
            found = memberships.of(scene.graph[node_id].label, concept)
            if found.source is not MembershipSource.CURATED and found.label != concept:
                yield found
