# SPDX-License-Identifier: Apache-2.0
"""A prover that asks a model for the whole plan, holds it against the scene and the order, and else searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from makedo_core.goals.facts import facts
from makedo_core.goals.goal import Goal, satisfied
from makedo_core.skills import Predicate, SkillCall
from makedo_llm.ladder import Adviser, NoModel
from planner_node.engine import Prover
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.proof.backend import Manner
from planner_node.proof.proof import Proof, Stages
from planner_node.proof.search import SearchLimits, Status
from planner_node.proof.validate import validate
from planner_node.relaxation.explored import asked_goal
from planner_node.strategies.ontology_prompt.ordering import out_of_order
from planner_node.strategies.ontology_prompt.questions import Told, ask_for_plan

_PLACED = (Predicate.ON, Predicate.INSIDE, Predicate.HOLDING)


@dataclass(slots=True)
class ByModel:
    """Proves with a model's plan, once; where there is none that holds, as the other prover does. For one planning.

    Attributes:
        adviser: who is asked.
        told: what its prompt contains.
        demands: what is asked for, without an order.
        ordered: the same in stages; the plan keeps their order.
        other: who proves where the model does not.
        notes: what came of asking, for people.
    """

    adviser: Adviser
    told: Told
    demands: Sequence[Demand]
    ordered: Sequence[Demand]
    other: Prover
    notes: list[str] = field(default_factory=list)

    def prove(self, scene: Scene, stages: Stages, limits: SearchLimits, manner: Manner) -> Proof:
        """Calls of the model's that are simulated to the goal, or the other prover's.

        Raises:
            Cancelled: if the end was asked for.
        """
        if self.notes:
            return self.other(scene, stages, limits, manner)
        goal = asked_goal(self.demands)
        if not _means(stages, goal, scene):
            self.notes.append("As the goal had to be changed, the plan was searched for without a model.")
            return self.other(scene, stages, limits, manner)

        def wrong(calls: Sequence[SkillCall]) -> str:
            run = validate(calls, goal, scene.graph, scene.known_failures)
            late = out_of_order(calls, self.ordered) if run.outcome.ok else ()
            return f"wrong order: {'; '.join(late)}" if late else "" if run.outcome.ok else run.outcome.message

        calls = ask_for_plan(self.adviser, self.told, wrong)
        if isinstance(calls, NoModel):
            why = "; ".join(calls.notes) or "none is configured"
            self.notes.append(f"No language model gave a plan that holds ({why}), so it was searched for.")
            return self.other(scene, stages, limits, manner)
        self.notes.append("A language model made the plan; that it does what was asked was checked without it.")
        end = validate(calls, goal, scene.graph, scene.known_failures).end
        wanted = dict.fromkeys(literal for stage in stages for literal in stage)
        kept = tuple(x for x in wanted if not x.negated and x in end)
        return Proof(Status.SOLVED, calls, len(calls), (), kept)


def _means(stages: Stages, goal: Goal, scene: Scene) -> bool:
    """Whether reaching some literals is reaching a goal, as far as they speak of the same things."""
    wanted = [literal for stage in stages for literal in stage]
    moved = {x.terms[0] for x in wanted if x.predicate in _PLACED and not x.negated}
    known = facts(scene.graph, scene.known_failures)
    still = {f for f in known if not (f.predicate in _PLACED and f.terms[0] in moved)}
    after = (still - {~x for x in wanted if x.negated}) | {x for x in wanted if not x.negated}
    return satisfied(goal, after)
