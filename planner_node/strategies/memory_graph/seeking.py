# SPDX-License-Identifier: Apache-2.0
"""The memory graph's loop without a model: look where it is expected to be found soonest, then plan with what was seen.

Each planning ends in a plan for the instruction, or in a provisional one that looks into one place; who carries it out
plans again from the newer graph. A thing that is thought to be somewhere is fetched from there only if no other place
should be looked into first. When hope or looks are used up, the engine makes do with what there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from makedo_core.goals.goal import AtLeast
from makedo_core.goals.goal_text import spoken
from makedo_core.known_failure import FailureKind
from planner_node.engine import Engine
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.relaxation.relax import Variant
from planner_node.seeking.look_instead import PlannedLook, stages_of
from planner_node.seeking.order import ORDERS
from planner_node.seeking.prospect import prospect, reason
from planner_node.strategies.memory_graph.needs import Need, needs
from planner_node.strategies.memory_graph.options import MemoryGraphOptions
from planner_node.task import PlanningTask, Result, refused


@dataclass(frozen=True)
class Seeking:
    """Looks for what is needed and not known of, before anything stands in for it. Safe for threads."""

    engine: Engine
    options: MemoryGraphOptions = field(default_factory=MemoryGraphOptions)

    def plan(self, task: PlanningTask) -> Result:
        """A validated plan: for the instruction, or a provisional one that looks into a place."""
        limits = self.engine.limits(task)
        found = self.engine.understand(task)
        if isinstance(found, Refusal):
            return refused(found, task)
        if not task.time_limit_s:
            limits = self.engine.limits(task)  # a model that reads is not on search's clock
        scene, demands = found
        for need in self._needs(demands, scene):
            search = self._search(need, scene)
            looked = None if search is None else self.engine.look(task, scene, demands, search, limits)
            if search is not None and looked is not None:
                return replace(looked, explanation=_told(need, search, scene))
        return self.engine.plan_for(task, scene, demands, limits)

    def _needs(self, demands: Sequence[Demand], scene: Scene) -> Sequence[Need]:
        """What to look for, unless one has looked often enough or cannot look at all."""
        looks = sum(f.kind is FailureKind.SEARCHED for f in scene.known_failures)
        if looks >= self.options.looks or scene.backend.explored() is None:
            return ()
        return tuple(needs(demands, scene))

    def _search(self, need: Need, scene: Scene) -> PlannedLook | None:
        """Looking into the place that comes first; None: there is no hope, or the thing can as well be fetched."""
        found = prospect(
            need.concept,
            scene.graph,
            scene.ontology,
            scene.known_failures,
            believed=need.believed,
            rule=ORDERS[self.options.order],
        )
        literal = scene.backend.explored()
        if literal is None or not found.places or max(found.chances) < self.options.hope:
            return None
        first = found.places[0]
        if not need.unknown and any(scene.graph.support(node.id) == first for node in need.believed):
            return None
        variant = Variant(AtLeast(1, (first,), literal), literal, ((first,),), (), 0.0)
        return PlannedLook(variant, stages_of(first, literal, scene))


def _told(need: Need, search: PlannedLook, scene: Scene) -> str:
    place = search.variant.pools[0][0]
    why = reason(need.concept, place, scene.graph, scene.ontology, need.believed)
    unsure = "I am not sure where it is" if need.believed else f"I know of no {need.named} yet"
    return f"First I look for {need.named} at {spoken(place)}: {unsure}, and {spoken(place)} {why}."
