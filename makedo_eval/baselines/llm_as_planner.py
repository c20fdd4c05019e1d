# SPDX-License-Identifier: Apache-2.0
"""Baseline: a language model writes the whole plan in one answer.

The published baseline executes what comes back. Here the plan is simulated first, and one that cannot be carried out
is refused; the model is not told why, as it is not there. Only an answer that cannot be read is asked for again.

Source: "LLM-as-P" in Liu et al., "LLM+P" (2023), as Onishchenko et al., "LookPlanGraph", use it (appendix F-1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import GoalError
from makedo_eval.baselines.one_question import BaselineOptions, blocks_of, failed, prompt_of, unanswered
from makedo_eval.baselines.stated_plan import StepError, read_calls, simulated, skills_text, told
from makedo_llm.ask import Complaint
from makedo_llm.ladder import Ladder, NoModel
from planner_node.engine import Engine
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts
from planner_node.task import PlanningTask, Result, Stage, report


class StatedPlan(BaseModel):
    """What the model answers."""

    model_config = ConfigDict(extra="forbid")

    plan: Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=500)]


@dataclass(frozen=True)
class LlmAsPlanner:
    """Asks for the plan and simulates it. Safe for threads."""

    engine: Engine
    ladder: Ladder
    options: BaselineOptions

    def plan(self, task: PlanningTask) -> Result:
        """The plan of a model if it can be carried out, else why not.

        Raises:
            ReplayError: if a recording of models lacks the exchange.
        """
        report(task, Stage.SEARCHING)
        try:
            asked = blocks_of(task, self.engine.ontology, self.options.scene_characters)
        except GoalError as error:
            return failed(FailureCause.INVALID_GOAL, str(error))
        prompt = prompt_of("llm_as_planner", {**asked, "skills": skills_text(task)})
        answer = self.ladder.begin(task.cancelled).ask(prompt, StatedPlan, _unreadable)
        if isinstance(answer, NoModel):
            return unanswered(answer)
        report(task, Stage.VALIDATING)
        return told(simulated(read_calls(answer.value.plan), task, self.engine.ontology), task)


def _unreadable(answer: StatedPlan) -> Complaint | None:
    try:
        read_calls(answer.plan)
    except StepError as error:
        return Complaint(str(error))
    return None


def make_llm_as_planner(parts: Parts) -> LlmAsPlanner:
    """The baseline of some parts.

    Raises:
        StrategyError: without a model, or on an option that there is not.
    """
    options = read_options(parts, BaselineOptions())
    return LlmAsPlanner(parts.engine, parts.model_ladder("a plan of a model"), options)
