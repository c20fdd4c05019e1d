# SPDX-License-Identifier: Apache-2.0
"""The loop of LookPlanGraph's Algorithm 1: a model chooses one action after the other, the simulator corrects them.

    until done, a look, or a limit:
        the model is shown the memory, what it did and what was wrong, and names an action
        the scene graph simulator completes it, or says why it cannot be done

What a look shows is known only when it was carried out. So planning ends with a provisional plan there, and goes on
from the newer graph. Where the grammar understands the instruction, only what it asks for is touched or switched, and
whether everything is done is checked: a wrong "done" is one of the actions that cannot be done. After three of these in
a row, too many actions, or without a model, the search without a model takes over.

Source: Onishchenko et al., LookPlanGraph, section IV.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from makedo_core.failure import Outcome
from makedo_core.goals.facts import facts
from makedo_core.goals.goal import Goal, Holds, all_of, literals
from makedo_core.goals.goal_text import achieved, describe
from makedo_core.graph.scene_graph import SceneGraph, State
from makedo_core.plan import Plan
from makedo_core.skills import Literal, Predicate, SkillCall
from makedo_llm.chat import Prompt
from makedo_llm.ladder import Adviser, Ladder, NoModel
from makedo_llm.templates import fenced
from planner_node.engine import Engine
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.llm.templates import render
from planner_node.proof.search import SearchLimits
from planner_node.strategies.context_matters.asked import Asked, understand
from planner_node.strategies.context_matters.safety import unsafe_reading
from planner_node.strategies.memory_graph.answers import Action, Function, NextAction, action_form
from planner_node.strategies.memory_graph.memory import SceneMemory, described
from planner_node.strategies.memory_graph.options import MemoryGraphOptions
from planner_node.strategies.memory_graph.seeking import Seeking
from planner_node.strategies.memory_graph.simulator import FeasibleAction, Feedback, SceneGraphSimulator
from planner_node.strategies.patience import advised_within
from planner_node.task import PlanningTask, Result, refused

_LASTING = (
    Predicate.ON,
    Predicate.INSIDE,
    Predicate.HOLDING,
    Predicate.OPEN,
    Predicate.CLOSED,
    Predicate.SWITCHED_ON,
)
_ONLY_IF_ASKED = (Function.PICK_UP, Function.REARRANGE, Function.TURN_ON, Function.TURN_OFF)
_CHOSEN = "A language model chose the actions; that they can be done in this scene was checked without it."
_FUNCTIONS = {
    Function.GO_TO: "go_to(node): go to a room.",
    Function.DISCOVER: "discover_objects(node): look at furniture, and into it; shows which objects are there.",
    Function.REARRANGE: "rearrange(node, relation, destination): bring an object onto or into furniture.",
    Function.PICK_UP: "pick_up(node): take an object into the hand.",
    Function.OPEN: "open(node): open furniture.",
    Function.CLOSE: "close(node): close furniture.",
    Function.TURN_ON: "turn_on(node): switch something on.",
    Function.TURN_OFF: "turn_off(node): switch something off.",
    Function.DONE: "done(): all is as the instruction wants it.",
}


@dataclass(frozen=True)
class Advised:
    """Algorithm 1 with a language model; where it comes to nothing, the search without one. Safe for threads.

    Attributes:
        model_time_s: of one planning with a model, unless the task sets a limit [s, wall].
    """

    engine: Engine
    ladder: Ladder
    options: MemoryGraphOptions = field(default_factory=MemoryGraphOptions)
    model_time_s: float = 300.0

    def plan(self, task: PlanningTask) -> Result:
        """A validated plan: for the instruction, or a provisional one that ends with a look."""
        alone = Seeking(self.engine, self.options)
        if task.domain is not None or task.goal:
            return alone.plan(task)
        limits = self.engine.limits(replace(task, time_limit_s=task.time_limit_s or self.model_time_s))
        scene = Scene(
            task.graph,
            self.engine.ontology,
            task.known_failures,
            asks=task.asks is not False,
            book=self.engine.book,
        )
        asked = understand(task.instruction, scene, self.engine.book)
        if isinstance(asked, Refusal):
            return refused(asked, task)
        if asked.request is None and self.engine.interpreter is not None:
            return alone.plan(task)  # a model reads it there, and the reading is said back and asked about
        adviser = advised_within(self.ladder, limits, task.cancelled)
        found = Loop(self.engine, adviser, asked, scene, self.options, limits).run()
        if isinstance(found, Result):
            return found
        left_s = limits.deadline_s - time.monotonic() if task.time_limit_s else 0.0
        result = alone.plan(replace(task, time_limit_s=left_s))
        told = f"{found} I went on without a language model. {result.explanation}".strip()
        return replace(result, explanation=told)


@dataclass(frozen=True)
class Loop:
    """One planning with a model."""

    engine: Engine
    adviser: Adviser
    asked: Asked
    scene: Scene
    options: MemoryGraphOptions
    limits: SearchLimits

    def run(self) -> Result | str:
        """A plan, or why the model came to none."""
        simulator = SceneGraphSimulator(self.engine.ontology, self.engine.prove, self.limits)
        memory = SceneMemory.of(self.scene.graph, self.scene.known_failures)
        calls: tuple[SkillCall, ...] = ()
        feedback, infeasible = "", 0
        for _ in range(self.options.actions):
            answer = self._ask(memory, feedback)
            if isinstance(answer, NoModel):
                return f"No language model gave a usable answer: {'; '.join(answer.notes) or 'none is configured'}."
            action = answer.action
            done = action.function == Function.DONE
            tried = self._judged(memory, calls) if done else self._allowed(simulator.correct(memory, action), action)
            if isinstance(tried, Feedback):
                feedback, infeasible = f"{action}: {tried.text}", infeasible + 1
                if infeasible >= self.options.infeasible:
                    return f"The language model named {infeasible} actions in a row that cannot be done: {feedback}."
                continue
            calls, feedback, infeasible = (*calls, *tried.calls), "", 0
            if done or tried.looks:
                ended = self._shut_again(calls, tried.memory, simulator)
                return self._result((*calls, *ended.calls), ended.memory.graph, provisional=tried.looks)
            memory = tried.memory.noted(f"{answer.reason} {action}".strip())
        return f"The language model did not end within {self.options.actions} actions."

    def _ask(self, memory: SceneMemory, feedback: str) -> NextAction | NoModel:
        past = "\n".join(memory.past) or "nothing yet"
        blocks = {"instruction": self.asked.instruction.strip(), "past": past, "memory": described(memory)}
        if feedback:
            blocks["feedback"] = feedback
        functions = "\n".join(f"- {text}" for text in _FUNCTIONS.values())
        prompt = Prompt(
            render("memory_graph_system", functions=functions, limit=str(self.options.infeasible)),
            render("memory_graph_user", data="\n\n".join(fenced(name, text) for name, text in blocks.items())),
        )
        answer = self.adviser.ask(prompt, NextAction, form=action_form(memory.graph))
        return answer if isinstance(answer, NoModel) else answer.value

    def _allowed(self, tried: FeasibleAction | Feedback, action: Action) -> FeasibleAction | Feedback:
        """Nothing is carried or switched that the instruction does not ask for; required qualities hold."""
        if isinstance(tried, Feedback):
            return tried
        if self.asked.goal is None:
            unsafe = unsafe_reading(self._brought_about(tried.memory.graph), self.asked, self.scene)
            return Feedback(f"that is not safe: {unsafe}") if unsafe else tried
        named = {term for literal in literals(self.asked.goal) for term in literal.terms}
        if action.function in _ONLY_IF_ASKED and action.node not in named:
            return Feedback(f"the instruction does not ask for {action.node}")
        return tried

    def _shut_again(
        self, calls: Sequence[SkillCall], memory: SceneMemory, simulator: SceneGraphSimulator
    ) -> FeasibleAction:
        """What closes the furniture that the model had opened and that the instruction does not want open."""
        ended = FeasibleAction(memory)
        if not self.engine.settings.tidy_up:
            return ended
        goal = self.asked.goal
        kept = {x.terms[0] for x in literals(goal) if x.predicate is Predicate.OPEN} if goal is not None else set()
        for place in dict.fromkeys(c.arguments[0] for c in calls if c.skill == "open"):
            if place not in kept and State.OPEN in ended.memory.graph[place].states:
                shut = simulator.correct(ended.memory, Action(function=Function.CLOSE, node=place))
                if isinstance(shut, FeasibleAction):
                    ended = FeasibleAction(shut.memory, (*ended.calls, *shut.calls))
        return ended

    def _judged(self, memory: SceneMemory, calls: Sequence[SkillCall]) -> FeasibleAction | Feedback:
        """Whether all is done, as far as that is known without a model."""
        goal = self.asked.goal
        if goal is None:
            return FeasibleAction(memory) if calls else Feedback("nothing was done yet")
        if self.scene.backend.validate(calls, goal).outcome.ok:  # all stages of it, in their order
            return FeasibleAction(memory)
        return Feedback(f"it is not so yet that {describe(goal, self.scene.graph)}")

    def _brought_about(self, end: SceneGraph) -> tuple[Literal, ...]:
        """Lasting facts that are true in the end and were not before."""
        new = facts(end) - facts(self.scene.graph)
        return tuple(sorted((x for x in new if x.predicate in _LASTING), key=str))

    def _result(self, calls: tuple[SkillCall, ...], end: SceneGraph, provisional: bool) -> Result | str:
        """The plan, simulated once more on the graph as it is."""
        wanted = self.asked.goal
        goal: Goal
        if provisional:
            goal = Holds(Literal(Predicate.EXPLORED, next(c.arguments for c in calls if c.skill == "discover_objects")))
        else:
            goal = wanted if wanted is not None else all_of([Holds(x) for x in self._brought_about(end)])
            looks = () if calls else self.scene.backend.already_so(goal)
            calls, provisional = calls or looks, bool(looks)
        validation = self.scene.backend.validate(calls, goal)
        if not validation.outcome.ok:
            return f"The actions that the language model chose do not do it: {validation.outcome}."
        plan = Plan(self.asked.instruction, goal, calls, self.scene.graph.revision, provisional=provisional)
        text = achieved(goal, validation.end)
        deeds = self.scene.backend.deeds(calls) or text
        said = f"First {deeds}, to see what is there." if provisional else f"{deeds[:1].upper()}{deeds[1:]}."
        unread = f"{self.asked.unread.rstrip('.')}. " if self.asked.unread else ""
        return Result(Outcome(), plan, f"{unread}{said} {_CHOSEN}", goal_text=text, asked=wanted)
