# SPDX-License-Identifier: Apache-2.0
"""What baselines share that have a model write PDDL: whose domain it is, and what solving a written problem leads to.

Nobody corrects what is written: a problem that cannot be read, or has no plan, ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.failure import FailureCause
from makedo_core.ontology import Ontology
from makedo_core.skills import SkillCall
from makedo_eval.baselines.one_question import BaselineOptions, asked_blocks, failed, reality_of, scene_of
from makedo_llm.ladder import Adviser, NoModel
from planner_node.engines.chain import solve
from planner_node.engines.outcome import EngineStatus, PlanningEngine
from planner_node.pddl.model import PddlTask
from planner_node.pddl.names import node_id
from planner_node.pddl.reading.reader import read_domain
from planner_node.proof.search import SearchLimits
from planner_node.strategies.context_matters.questions import ContextQuestions
from planner_node.strategies.domain_reality import GeneratedReality
from planner_node.strategies.reality import Reality
from planner_node.task import PlanningTask, Result

GIVEN, GENERATED = "given", "generated"
_CAUSES = {
    EngineStatus.UNSOLVABLE_PROVEN: FailureCause.UNSOLVABLE_INCOMPLETE,  # of the problem, not of the task
    EngineStatus.UNSOLVABLE_INCOMPLETE: FailureCause.UNSOLVABLE_INCOMPLETE,
    EngineStatus.TIMEOUT: FailureCause.PLANNING_TIMEOUT,
    EngineStatus.MEMORY: FailureCause.PLANNING_MEMORY,
    EngineStatus.CANCELED: FailureCause.CANCELED,
}
WRITTEN = (
    "A language model wrote the planning problem; that the plan can be made was checked, not that it does what was "
    "asked."
)


@dataclass(frozen=True, slots=True)
class PddlOptions(BaselineOptions):
    """Options of a baseline that has a model write PDDL.

    Attributes:
        domain: "given": the task's, or that of the robot's skills; "generated": the model writes it, of their actions.
    """

    domain: str = GIVEN

    def __post_init__(self) -> None:
        BaselineOptions.__post_init__(self)
        if self.domain not in (GIVEN, GENERATED):
            raise ValueError(f"the option domain is {self.domain!r}; it must be {GIVEN} or {GENERATED}")


def domain_for(task: PlanningTask, ontology: Ontology, options: PddlOptions, adviser: Adviser) -> Reality | NoModel:
    """The scene of a task in the words of the domain that problems are written in.

    Raises:
        GoalError: if a goal that is given cannot be read.
    """
    base = reality_of(task, ontology)
    asked = asked_blocks(task)
    if options.domain == GIVEN:
        return base
    questions = ContextQuestions(adviser, scene_of(task, ontology), task.instruction, options.scene_characters)
    answer = questions.domain(asked.get("goal", asked["instruction"]), base.library)
    if isinstance(answer, NoModel):
        return answer
    return GeneratedReality(read_domain(answer.value, tolerant=True, source="domain").value, base)


def solved(
    problem: PddlTask, engines: Sequence[PlanningEngine], limits: SearchLimits, what: str
) -> tuple[SkillCall, ...] | Result:
    """A plan for a problem in its own names, or the result that there is none; `what` says whose problem it is."""
    found = solve(problem, engines, limits)
    if found.status is EngineStatus.PLAN:
        return found.calls
    return failed(_CAUSES.get(found.status, FailureCause.INVALID_GOAL), f"{what} has no plan: {found.message}")


def in_scene(calls: Sequence[SkillCall]) -> tuple[SkillCall, ...]:
    """Calls of a plan for a written problem, with ids of the scene."""
    return tuple(SkillCall(c.skill.lower(), tuple(map(node_id, c.arguments))) for c in calls)
