# SPDX-License-Identifier: Apache-2.0
"""Baseline: a language model writes the planning problem, a planner solves it, and nobody corrects anything.

The domain is the one of the task, or that of the robot's skills, as LookPlanGraph tailors one to its environment. The
published baseline executes the plan; here it is first simulated on the scene as it is, whatever the problem said of it.

Source: Liu et al., "LLM+P: Empowering Large Language Models with Optimal Planning Proficiency" (2023); Onishchenko et
al., "LookPlanGraph", appendix D.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goal import GoalError
from makedo_core.plan import SkillCall
from makedo_llm.ladder import Ladder, NoModel
from planner_node.engine import Engine
from planner_node.engines.chain import solve
from planner_node.engines.outcome import EngineStatus, PlanningEngine
from planner_node.pddl.mistakes import PddlError
from planner_node.pddl.model import DomainError
from planner_node.pddl.names import node_id
from planner_node.pddl.tasks import read_task
from planner_node.pddl.writer import domain_to_pddl
from planner_node.search import Limits
from planner_node.strategies.one_question import Options, blocks_of, prompt_of, reality_of, unanswered
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts
from planner_node.strategies.stated_plan import simulated, told
from planner_node.task import Result, Stage, Task, report

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


@dataclass(frozen=True)
class LlmP:
    """Asks for the problem and has it solved. Safe for threads."""

    engine: Engine
    ladder: Ladder
    engines: Sequence[PlanningEngine]
    options: Options

    def plan(self, task: Task) -> Result:
        """A plan for the problem that a model writes if it can be carried out, else why not.

        Raises:
            ReplayError: if a recording of models lacks the exchange.
        """
        settings = self.engine.settings
        deadline_s = time.monotonic() + (task.time_limit_s or settings.time_limit_s)
        report(task, Stage.INTERPRETING)
        domain = reality_of(task, self.engine.ontology).domain
        try:
            asked = blocks_of(task, self.engine.ontology, self.options.scene_characters)
        except GoalError as error:
            return _failed(FailureCause.INVALID_GOAL, str(error))
        prompt = prompt_of("llm_p", {**asked, "domain": domain_to_pddl(domain)})
        answer = self.ladder.begin(task.cancelled).ask_pddl(prompt)
        if isinstance(answer, NoModel):
            return unanswered(answer)
        report(task, Stage.SEARCHING)
        try:
            problem = read_task(answer.value, domain, source="problem").value
            limits = Limits(deadline_s, settings.max_states, task.cancelled)
            found = solve(problem, self.engines, limits)
        except (PddlError, DomainError) as error:
            return _failed(FailureCause.INVALID_GOAL, f"The problem of a language model cannot be used: {error}")
        if found.status is not EngineStatus.PLAN:
            cause = _CAUSES.get(found.status, FailureCause.INVALID_GOAL)
            return _failed(cause, f"The problem of a language model has no plan: {found.message}")
        report(task, Stage.VALIDATING)
        calls = tuple(SkillCall(c.skill.lower(), tuple(map(node_id, c.arguments))) for c in found.calls)
        return told(simulated(calls, task, self.engine.ontology), task, WRITTEN)


def _failed(cause: FailureCause, message: str) -> Result:
    return Result(Outcome(cause, message), explanation=message)


def make_llm_p(parts: Parts) -> LlmP:
    """The baseline of some parts.

    Raises:
        StrategyError: without a model, or on an option that there is not.
    """
    options = read_options(parts, Options())
    return LlmP(parts.engine, parts.model_ladder("a problem of a model"), parts.engines, options)
