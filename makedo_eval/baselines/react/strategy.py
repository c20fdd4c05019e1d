# SPDX-License-Identifier: Apache-2.0
"""ReAct: thought, action and observation in turns, all of which the model is shown each time.

    until the model is done, or a limit:
        the model thinks, and names an action or none
        the simulation applies the action and reports the observations, or why nothing happens

The plan is what was done by then. The scene is never described as a whole: what is where shows by going and looking.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import GoalError
from makedo_core.skills import SkillCall
from makedo_eval.baselines.one_question import BaselineOptions, asked_blocks, failed, prompt_of, unanswered
from makedo_eval.baselines.react.observations import Observer
from makedo_eval.baselines.stated_plan import Simulator, Stated, StepError, read_calls, skills_text, told
from makedo_llm.ladder import Adviser, Ladder, NoModel
from planner_node.engine import Engine
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts
from planner_node.task import PlanningTask, Result, Stage, report

LOOK, DONE = "look", "done"
NOTHING = "Nothing happens"
CHOSEN = (
    "A language model chose each step from what a simulation of those before showed; that each can be made was "
    "checked, not that they do what was asked."
)
_MORE = f"{LOOK}(room, furniture or thing): tells what is there; it has to be in your room\n{DONE}(): ends it"


@dataclass(frozen=True, slots=True)
class ReactOptions(BaselineOptions):
    """Options of "react".

    Attributes:
        steps: thoughts and actions that the model has.
    """

    steps: int = 40


class Step(BaseModel):
    """What the model answers: a thought, an action, or both."""

    model_config = ConfigDict(extra="forbid")

    thought: Annotated[str, Field(max_length=4000)] = ""
    action: Annotated[str, Field(max_length=400)] = ""


@dataclass(frozen=True)
class React:
    """Thinks, acts and observes in turns. Safe for threads."""

    engine: Engine
    ladder: Ladder
    options: ReactOptions = field(default_factory=ReactOptions)

    def plan(self, task: PlanningTask) -> Result:
        """What a model has done when it says that it is done, else why there is no plan.

        Raises:
            ReplayError: if a recording of models lacks the exchange.
        """
        try:
            blocks = asked_blocks(task) | {"skills": f"{skills_text(task)}\n{_MORE}"}
        except GoalError as error:
            return failed(FailureCause.INVALID_GOAL, str(error))
        report(task, Stage.SEARCHING)
        adviser = self.ladder.begin(task.cancelled)
        episode = Episode(Simulator(task, self.engine.ontology), Observer(task, self.engine.ontology))
        for _ in range(self.options.steps):
            step = _ask(adviser, blocks | {"past": "\n".join(episode.past)})
            if isinstance(step, NoModel):
                return unanswered(step)
            if episode.make(step):
                return told(episode.stated, task, CHOSEN)
        message = f"The language model was not done within {self.options.steps} steps."
        return failed(FailureCause.UNSOLVABLE_INCOMPLETE, message)


@dataclass
class Episode:
    """What was done so far, and the text of it.

    Attributes:
        stated: the actions that were made.
        past: of thoughts, actions and observations, a line each.
    """

    simulator: Simulator
    observer: Observer
    stated: Stated = field(init=False)
    past: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.stated = self.simulator.run(())
        self.past = [self.observer.first(self.stated.end)]

    def make(self, step: Step) -> bool:
        """Make a step of the model; whether it says that it is done."""
        if step.thought:
            self.past.append(f"think: {step.thought}")
        if not step.action:
            self.past.append("OK.")
            return False
        self.past.append(f"> {step.action}")
        try:
            (call,) = read_calls([step.action])
        except StepError as error:
            self.past.append(f"{NOTHING}: {error}.")
            return False
        if call.skill == DONE:
            return True
        self.past.append(self._observed(call))
        return False

    def _observed(self, call: SkillCall) -> str:
        if call.skill == LOOK and len(call.arguments) == 1:
            return self.observer.look(call.arguments[0], self.stated.end)
        tried = self.simulator.run((*self.stated.calls, call))
        if not tried.outcome.ok:
            return f"{NOTHING}: {tried.outcome.message}"
        before, self.stated = self.stated, tried
        return self.observer.after(call, before.end, tried.end)


def _ask(adviser: Adviser, blocks: dict[str, str]) -> Step | NoModel:
    answer = adviser.ask(prompt_of("react", blocks), Step)
    return answer if isinstance(answer, NoModel) else answer.value


def make_react(parts: Parts) -> React:
    """The baseline of some parts.

    Raises:
        StrategyError: without a model, or on an option that there is not.
    """
    options = read_options(parts, ReactOptions())
    return React(parts.engine, parts.model_ladder("the strategy 'react'"), options)
