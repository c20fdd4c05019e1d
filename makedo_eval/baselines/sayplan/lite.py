# SPDX-License-Identifier: Apache-2.0
"""SayPlan Lite: the search and the planning are asked for by prompts of their own, without a history.

    search: until the model has seen enough, or a limit: it is shown the collapsed graph and its last command
    planning: until a plan is verified, or a limit: it is shown what was revealed, its last plan and what was wrong

Source: Onishchenko et al., "LookPlanGraph", section VI-A, appendices D and F-4.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import GoalError
from makedo_eval.baselines.one_question import asked_blocks, blocks_of, failed, prompt_of, unanswered
from makedo_eval.baselines.sayplan.answers import Command, CommandName, ThoughtPlan
from makedo_eval.baselines.sayplan.revealed import Revealed
from makedo_eval.baselines.sayplan.strategy import WRITTEN, SayPlanOptions, obeyed
from makedo_eval.baselines.sayplan.verified import Verifier
from makedo_eval.baselines.stated_plan import Simulator, skills_text, told
from makedo_llm.ladder import Adviser, Ladder, NoModel
from planner_node.engine import Engine
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts
from planner_node.task import PlanningTask, Result, Stage, report


@dataclass(frozen=True)
class SayPlanLite:
    """Searches, then plans. Safe for threads."""

    engine: Engine
    ladder: Ladder
    options: SayPlanOptions = field(default_factory=SayPlanOptions)

    def plan(self, task: PlanningTask) -> Result:
        """The first plan of a model that can be carried out, else why there is none.

        Raises:
            ReplayError: if a recording of models lacks the exchange.
        """
        try:
            asked_blocks(task)
        except GoalError as error:
            return failed(FailureCause.INVALID_GOAL, str(error))
        adviser = self.ladder.begin(task.cancelled)
        report(task, Stage.GROUNDING)
        revealed = self._search(adviser, task)
        if isinstance(revealed, NoModel):
            return unanswered(revealed)
        report(task, Stage.SEARCHING)
        return self._planned(adviser, task, revealed)

    def _search(self, adviser: Adviser, task: PlanningTask) -> Revealed | NoModel:
        """What a model reveals until it has seen enough; at the limit, what it has revealed by then."""
        revealed, last = Revealed(task.graph), "nothing yet"
        for _ in range(self.options.commands):
            blocks = self._blocks(task, revealed) | {"rooms": revealed.rooms, "last": last}
            answer = adviser.ask(prompt_of("sayplan_lite_search", blocks), Command)
            if isinstance(answer, NoModel):
                return answer
            command = answer.value
            if command.command == CommandName.VERIFY:
                break
            revealed, said = obeyed(revealed, command)
            last = f"{command.command}({command.node}): {said}"
        return revealed

    def _planned(self, adviser: Adviser, task: PlanningTask, revealed: Revealed) -> Result:
        verifier = Verifier(Simulator(task, self.engine.ontology))
        blocks = self._blocks(task, revealed) | {"skills": skills_text(task)}
        for number in range(1, self.options.plans + 1):
            answer = adviser.ask(prompt_of("sayplan_lite_plan", blocks), ThoughtPlan)
            if isinstance(answer, NoModel):
                return unanswered(answer)
            stated = verifier.verify(answer.value.plan)
            if stated.outcome.ok or number == self.options.plans:
                break
            blocks |= {"plan": "\n".join(answer.value.plan) or "no step", "feedback": stated.outcome.message}
        return told(stated, task, WRITTEN)

    def _blocks(self, task: PlanningTask, revealed: Revealed) -> dict[str, str]:
        return blocks_of(task, self.engine.ontology, self.options.scene_characters, revealed.nodes)


def make_sayplan_lite(parts: Parts) -> SayPlanLite:
    """The baseline of some parts.

    Raises:
        StrategyError: without a model, or on an option that there is not.
    """
    options = read_options(parts, SayPlanOptions())
    return SayPlanLite(parts.engine, parts.model_ladder("the strategy 'sayplan_lite'"), options)
