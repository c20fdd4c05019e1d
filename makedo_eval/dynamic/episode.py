# SPDX-License-Identifier: Apache-2.0
"""One instruction carried out in a hidden world; after a failure and after looking one plans again, as on the robot."""

from __future__ import annotations

from dataclasses import dataclass, field

from makedo_core.failure import Outcome
from makedo_core.goals.goal_json import goal_to_json
from makedo_core.graph.scene_graph import AGENT_ID
from makedo_core.known_failure import FailureKind, KnownFailure
from makedo_core.plan import Plan
from makedo_core.skills import SkillCall
from makedo_eval.dynamic.world import HiddenWorld
from makedo_eval.kitchen.metrics import verified_share
from planner_node.seeking.travel import Travel
from planner_node.strategies.parts import Strategy
from planner_node.task import PlanningTask

REPLANS = 4
"""After so many failed calls one gives up, as the executor does."""


@dataclass
class EpisodeOutcome:
    """What came of an instruction.

    Attributes:
        outcome: of the last planning.
        calls: that were carried out.
        looks: calls that looked at furniture, and failed calls, after which one looks as well.
        way_m: driven.
        changed: whether the goal was changed.
        as_expected: calls that were carried out before the first that did not do what it should.
    """

    outcome: Outcome = field(default_factory=Outcome)
    calls: list[SkillCall] = field(default_factory=list)
    looks: int = 0
    way_m: float = 0.0
    changed: bool = False
    as_expected: int = 0
    _failed: bool = False

    @property
    def execution_success(self) -> float:
        """ES of HVR, by the episode's own calls: which share came before the first failure; of none, 0."""
        return verified_share(self.as_expected, len(self.calls))

    def note(self, call: SkillCall, failed: KnownFailure | None) -> None:
        """A call was carried out, and what was observed then is or is not what was expected."""
        self.calls.append(call)
        self.looks += call.skill == "discover_objects" or failed is not None
        self._failed |= failed is not None
        self.as_expected += not self._failed


def carry_out(instruction: str, world: HiddenWorld, strategy: Strategy, replans: int = REPLANS) -> EpisodeOutcome:
    """Plan and carry out until the plan is done, nothing can be planned, or too much failed."""
    episode, learnt, goal = EpisodeOutcome(), dict[KnownFailure, None](), ""
    while True:
        result = strategy.plan(PlanningTask(instruction, world.known, tuple(learnt), goal, asks=False))
        episode.outcome = result.outcome
        plan = result.plan
        if plan is None:
            return episode
        episode.changed = bool(plan.relaxations)
        goal = goal if plan.provisional else goal_to_json(plan.goal)
        began_s = world.truth.stamp
        failed = _follow(plan, world, episode)
        if failed is not None:
            learnt[failed] = None
            replans -= 1
            if replans < 0:
                return episode
            continue
        if not plan.provisional:
            return episode
        places = [c.arguments[0] for c in plan.calls if c.skill == "discover_objects"]
        looked = [KnownFailure(FailureKind.SEARCHED, place) for place in places]
        fresh = [fact for fact in looked if fact not in learnt]
        if not fresh:  # nothing is found out any more
            return episode
        for failure in [f for f in learnt if f.kind is FailureKind.MISSING and _seen(f.node_id, world, began_s)]:
            del learnt[failure]
        learnt.update(dict.fromkeys(fresh))


def _follow(plan: Plan, world: HiddenWorld, episode: EpisodeOutcome) -> KnownFailure | None:
    """Carry out calls up to the first that fails; what it teaches."""
    for call in plan.calls:
        if call.skill == "go_to":
            episode.way_m += Travel(world.truth).length_m(AGENT_ID, call.arguments[0])
        failed = world.carry_out(call)
        episode.note(call, failed)
        if failed is not None:
            return failed
    return None


def _seen(node_id: str, world: HiddenWorld, since_s: float) -> bool:
    node = world.known.nodes.get(node_id)
    return node is not None and node.confidence > 0.0 and (node.last_seen or -1.0) > since_s
