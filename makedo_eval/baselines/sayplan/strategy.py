# SPDX-License-Identifier: Apache-2.0
"""SayPlan: a model searches a collapsed scene graph and plans over what it revealed, in one conversation.

    until a plan is verified, or a limit:
        the model is shown the collapsed graph, all that it did and what came of it, and gives a command:
        expand or contract a room, or verify a plan
        the path planner completes a plan, and the simulator carries it out or says what is wrong

Source: Rana et al., "SayPlan", Algorithm 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import GoalError
from makedo_eval.baselines.one_question import BaselineOptions, asked_blocks, blocks_of, failed, prompt_of, unanswered
from makedo_eval.baselines.sayplan.answers import Command, CommandName
from makedo_eval.baselines.sayplan.revealed import Revealed
from makedo_eval.baselines.sayplan.verified import Verifier
from makedo_eval.baselines.stated_plan import Simulator, Stated, skills_text, told
from makedo_llm.ladder import Adviser, Ladder, NoModel
from planner_node.engine import Engine
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts
from planner_node.task import PlanningTask, Result, Stage, report

WRITTEN = (
    "A language model wrote the plan and mended what a simulation of its steps found wrong; that each step can be made "
    "was checked, not that it does what was asked."
)


@dataclass(frozen=True, slots=True)
class SayPlanOptions(BaselineOptions):
    """Options of "sayplan" and "sayplan_lite".

    Attributes:
        commands: that the search may take.
        plans: that are verified; after the last that cannot be carried out there is none.
    """

    commands: int = 30
    plans: int = 5


@dataclass(frozen=True)
class SayPlan:
    """Searches and plans in one conversation. Safe for threads."""

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
        report(task, Stage.SEARCHING)
        adviser = self.ladder.begin(task.cancelled)
        verifier = Verifier(Simulator(task, self.engine.ontology))
        revealed, past, tried = Revealed(task.graph), list[str](), list[Stated]()
        for _ in range(self.options.commands + self.options.plans):
            command = self._ask(adviser, task, revealed, past)
            if isinstance(command, NoModel):
                return unanswered(command)
            if command.command != CommandName.VERIFY:
                revealed, said = obeyed(revealed, command)
                past.append(f"{command.command}({command.node}): {said}")
                continue
            tried.append(verifier.verify(command.plan))
            if tried[-1].outcome.ok or len(tried) == self.options.plans:
                return told(tried[-1], task, WRITTEN)
            past.append(f"verify_plan({'; '.join(command.plan)}): {tried[-1].outcome.message}")
        return unfinished(self.options)

    def _ask(self, adviser: Adviser, task: PlanningTask, revealed: Revealed, past: list[str]) -> Command | NoModel:
        blocks = blocks_of(task, self.engine.ontology, self.options.scene_characters, revealed.nodes)
        blocks |= {"rooms": revealed.rooms, "skills": skills_text(task), "past": "\n".join(past) or "nothing yet"}
        answer = adviser.ask(prompt_of("sayplan", blocks), Command)
        return answer if isinstance(answer, NoModel) else answer.value


def obeyed(revealed: Revealed, command: Command) -> tuple[Revealed, str]:
    """What is shown after a command of the search, and what is to be said of it."""
    match command.command:
        case CommandName.EXPAND:
            return revealed.expand(command.node)
        case CommandName.CONTRACT:
            return revealed.contract(command.node)
    return revealed, f"there is no such command; there are {', '.join(CommandName)}"


def unfinished(options: SayPlanOptions) -> Result:
    """The result where a model does not come to an end."""
    allowed = f"{options.commands + options.plans} commands"
    message = f"The language model stated no plan that can be carried out within {allowed}."
    return failed(FailureCause.UNSOLVABLE_INCOMPLETE, message)


def make_sayplan(parts: Parts) -> SayPlan:
    """The baseline of some parts.

    Raises:
        StrategyError: without a model, or on an option that there is not.
    """
    options = read_options(parts, SayPlanOptions())
    return SayPlan(parts.engine, parts.model_ladder("the strategy 'sayplan'"), options)
