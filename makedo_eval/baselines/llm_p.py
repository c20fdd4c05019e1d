# SPDX-License-Identifier: Apache-2.0
"""Baseline: a language model writes the planning problem, a planner solves it, and nobody corrects anything.

The domain is the one of the task, or that of the robot's skills, as LookPlanGraph tailors one to its environment; with
`domain=generated` the model writes the domain, too, of the same actions. The published baseline executes the plan; here
it is first simulated on the scene as it is, whatever the problem said of it.

Source: Liu et al., "LLM+P: Empowering Large Language Models with Optimal Planning Proficiency" (2023); Onishchenko et
al., "LookPlanGraph", appendix D.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import GoalError
from makedo_eval.baselines.one_question import blocks_of, failed, prompt_of, unanswered
from makedo_eval.baselines.stated_plan import simulated, told
from makedo_eval.baselines.written_problem import WRITTEN, PddlOptions, domain_for, in_scene, solved
from makedo_llm.ladder import Ladder, NoModel
from planner_node.engine import Engine
from planner_node.engines.outcome import PlanningEngine
from planner_node.pddl.mistakes import PddlError
from planner_node.pddl.model import DomainError
from planner_node.pddl.reading.tasks import read_task
from planner_node.pddl.writer import domain_to_pddl
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts
from planner_node.task import PlanningTask, Result, Stage, report


@dataclass(frozen=True)
class LlmP:
    """Asks for the problem and has it solved. Safe for threads."""

    engine: Engine
    ladder: Ladder
    engines: Sequence[PlanningEngine]
    options: PddlOptions = field(default_factory=PddlOptions)

    def plan(self, task: PlanningTask) -> Result:
        """A plan for the problem that a model writes if it can be carried out, else why not.

        Raises:
            ReplayError: if a recording of models lacks the exchange.
        """
        report(task, Stage.INTERPRETING)
        adviser = self.ladder.begin(task.cancelled)
        ontology = self.engine.ontology
        try:
            reality = domain_for(task, ontology, self.options, adviser)
            if isinstance(reality, NoModel):
                return unanswered(reality)
            asked = blocks_of(task, ontology, self.options.scene_characters, types=reality.types)
        except GoalError as error:
            return failed(FailureCause.INVALID_GOAL, str(error))
        prompt = prompt_of("llm_p", {**asked, "domain": domain_to_pddl(reality.domain)})
        answer = adviser.ask_pddl(prompt)
        if isinstance(answer, NoModel):
            return unanswered(answer)
        report(task, Stage.SEARCHING)
        try:
            problem = read_task(answer.value, reality.domain, source="problem").value
            calls = solved(problem, self.engines, self.engine.limits(task), "The problem of a language model")
        except (PddlError, DomainError) as error:
            return failed(FailureCause.INVALID_GOAL, f"The problem of a language model cannot be used: {error}")
        if isinstance(calls, Result):
            return calls
        report(task, Stage.VALIDATING)
        return told(simulated(in_scene(calls), task, ontology), task, WRITTEN)


def make_llm_p(parts: Parts) -> LlmP:
    """The baseline of some parts.

    Raises:
        StrategyError: without a model, or on an option that there is not.
    """
    options = read_options(parts, PddlOptions())
    return LlmP(parts.engine, parts.model_ladder("a problem of a model"), parts.engines, options)
