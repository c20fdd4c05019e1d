# SPDX-License-Identifier: Apache-2.0
"""Hierarchical planning with a language model, as published (HVR) and with parts of it switched off.

    retrieve what matters
    macro plan, conditions of its macro actions, validated and corrected
    for each macro action: retrieve what matters, block of calls, drives put in, validated and corrected
    the expanded plan, simulated as a whole

Nothing that a model says is believed: the result says how far the simulation accepts it.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, section 2 and appendix B.3 (limits).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from makedo_core.goals.facts import words
from makedo_core.goals.goal import AllOf, Holds, literals, satisfied
from makedo_core.ontology.similarity import Similarity
from makedo_core.skills import Literal, SkillCall
from makedo_llm.ladder import Adviser, NoModel
from planner_node.pddl.model import PddlTask
from planner_node.pddl.simulate import SimulatedRun, simulate
from planner_node.proof.instantiate import instantiate
from planner_node.proof.problem import Problem
from planner_node.strategies.hierarchical.ablation import Ablation
from planner_node.strategies.hierarchical.actions import ActionMapper, SpelledAlike
from planner_node.strategies.hierarchical.blocks import mapped
from planner_node.strategies.hierarchical.macros.drives import Drives, drives_of
from planner_node.strategies.hierarchical.questions import Conditions, MacroQuestions, PlanningMoment
from planner_node.strategies.hierarchical.retrieval import Knowledge, TaskKnowledge, selected, with_places

LONGEST_BLOCK = 50
"""Steps of a block, as published; corrections of it are as many as twice its steps."""

EVERYTHING = "all of the instruction"
"""What the only block is called where there are no macro actions."""

MACRO_CORRECTIONS = 3
"""Of the conditions of a macro plan, before the first block; the paper leaves their number open."""


@dataclass(frozen=True, slots=True)
class GuidedMacro:
    """A macro action of a model with its block.

    Attributes:
        name: what the model calls it.
        conditions: as they were in the end.
        calls: of its block, drives included.
        accepted_first: whether the block held before any correction.
        accepted: whether it held in the end.
        corrections: how often it was corrected.
    """

    name: str
    conditions: Conditions
    calls: tuple[SkillCall, ...]
    accepted_first: bool
    accepted: bool
    corrections: int = 0


@dataclass(frozen=True, slots=True)
class Guided:
    """What came of planning with a model.

    Attributes:
        macros: with their blocks; a single one where there is no hierarchy.
        macros_held_first: macro actions whose conditions held one after the other, before corrections.
        macros_held: the same after corrections.
        run: of the expanded plan, to the task's goal.
        verified: steps of the expanded plan that the simulation accepts.
    """

    macros: tuple[GuidedMacro, ...]
    macros_held_first: int
    macros_held: int
    run: SimulatedRun
    verified: int

    @property
    def calls(self) -> tuple[SkillCall, ...]:
        """The expanded plan."""
        return tuple(call for macro in self.macros for call in macro.calls)


def plan_guided(
    task: PddlTask,
    instruction: str,
    adviser: Adviser,
    ablation: Ablation = Ablation.HVR,
    similarity: Similarity | None = None,
    knowledge: Knowledge | None = None,
) -> Guided | NoModel:
    """A plan by a model, which may not hold.

    Args:
        task: what there is, what can be done and what is wanted.
        instruction: in any words.
        adviser: whom to ask.
        ablation: which parts of the method are on.
        similarity: of names; None: by their letters.
        knowledge: where what matters is retrieved from; None: the task.

    Raises:
        DomainError: if the task cannot be instantiated.
        Cancelled: if the end was asked for.
        ReplayError: if a recording of models lacks an exchange.
    """
    likeness = similarity or SpelledAlike()
    problem = instantiate(task, terminal(task))
    planning = _Planning(
        task,
        MacroQuestions(adviser, task, instruction),
        ablation,
        likeness,
        knowledge or TaskKnowledge(task),
        problem,
        ActionMapper(problem, likeness),
        drives_of(problem),
    )
    return planning.run()


@dataclass
class _Planning:
    """The loops, with what they need."""

    task: PddlTask
    questions: MacroQuestions
    ablation: Ablation
    similarity: Similarity
    knowledge: Knowledge
    problem: Problem
    mapper: ActionMapper
    drives: Drives
    history: list[tuple[str, tuple[SkillCall, ...]]] = field(default_factory=list)

    def run(self) -> Guided | NoModel:
        things = self._things()
        if isinstance(things, NoModel):
            return things
        if not self.ablation.plans_macros:
            block = self._block(EVERYTHING, Conditions(), self.task.initial, things)
            return block if isinstance(block, NoModel) else self._ended([block[0]], 0, 0)
        classes = [kind for kind, members in self.knowledge.classes.items() if not things.isdisjoint(members)]
        steps = self.questions.macros(classes)
        if isinstance(steps, NoModel):
            return steps
        return self._expanded(steps.value.steps, things)

    def _things(self, step: str = "") -> frozenset[str] | NoModel:
        """What is shown to the model: all there is, or what it finds relevant for the instruction or a macro action."""
        everything = frozenset(thing for members in self.knowledge.classes.values() for thing in members)
        if not self.ablation.retrieves:
            return everything
        relevant = self.questions.relevant(self.knowledge.classes, step)
        if isinstance(relevant, NoModel):
            return relevant
        return selected(relevant.value.classes, self.knowledge, self.similarity) or everything

    def _moment(self, state: Collection[Literal], things: frozenset[str]) -> PlanningMoment:
        shown = with_places(things, state) if self.ablation.retrieves else things
        properties = self.knowledge.properties(shown)
        return PlanningMoment(self.knowledge.subgraph(shown, state), tuple(self.history), properties)

    def _expanded(self, steps: Sequence[str], things: frozenset[str]) -> Guided | NoModel:
        """Conditions for the macro actions, then a block for each."""
        held_first = held = 0
        conditions: tuple[Conditions, ...] = (Conditions(),) * len(steps)
        if self.ablation.verifies:
            moment = self._moment(self.task.initial, things)
            stated = self.questions.conditions(steps, moment)
            for turn in range(MACRO_CORRECTIONS + 1):
                if isinstance(stated, NoModel):
                    return stated
                conditions = stated
                held, feedback = macros_held(conditions, self.task.initial)
                held_first = held if turn == 0 else held_first
                if not feedback or turn == MACRO_CORRECTIONS:
                    break
                stated = self.questions.refined(steps, conditions, moment, feedback)
        state: frozenset[Literal] = self.task.initial
        macros = []
        for step, condition in zip(steps, conditions, strict=True):
            chosen = self._things(step)
            if isinstance(chosen, NoModel):
                return chosen
            named = {t for literal in (*condition.before, *condition.after) for t in literal.terms}
            things = chosen | named
            block = self._block(step, condition, state, things)
            if isinstance(block, NoModel):
                return block
            macro, state = block
            macros.append(macro)
            self.history.append((step, macro.calls))
        return self._ended(macros, held_first, held)

    def _block(
        self, step: str, conditions: Conditions, state: frozenset[Literal], things: frozenset[str]
    ) -> tuple[GuidedMacro, frozenset[Literal]] | NoModel:
        """A block, corrected as often as is allowed, and the state that it leads to as far as it holds."""
        moment = self._moment(state, things)
        hierarchy = self.ablation.plans_macros
        answer = self.questions.block(step, conditions, moment) if hierarchy else self.questions.whole(moment)
        drives: Drives = self.drives if self.ablation.verifies else {}
        corrections, accepted_first = 0, False
        while True:
            if isinstance(answer, NoModel):
                return answer
            lines = answer.value.calls[:LONGEST_BLOCK]
            block = mapped(lines, self.problem, state, self.mapper, drives)
            run = simulate(replace(self.task, initial=state, goal=self._wanted(conditions)), block.calls)
            feedback = block.unknown or ("" if run.outcome.ok else run.outcome.message)
            accepted_first = accepted_first or (corrections == 0 and not feedback)
            if not feedback or not self.ablation.verifies or corrections >= 2 * max(1, len(block.calls)):
                break
            corrections += 1
            answer = self.questions.corrected(step, [str(c) for c in block.calls] or lines, moment, feedback)
        macro = GuidedMacro(step, conditions, block.calls, accepted_first, not feedback, corrections)
        return macro, run.states[-1]

    def _wanted(self, conditions: Conditions) -> AllOf:
        """What a block is to bring about: its macro action's postconditions; without macro actions, the goal."""
        if not self.ablation.plans_macros:
            return AllOf((self.task.goal,))
        return AllOf(tuple(Holds(literal) for literal in conditions.after))

    def _ended(self, macros: Sequence[GuidedMacro], held_first: int, held: int) -> Guided:
        calls = tuple(call for macro in macros for call in macro.calls)
        run = simulate(self.task, calls)
        return Guided(tuple(macros), held_first, held, run, len(run.states) - 1)


def terminal(task: PddlTask) -> list[Literal]:
    """What calls can bring about that no call needs, so that they are calls for the in-process problem all the same."""
    actions = task.domain.operators.values()
    needed = {x.predicate for action in actions for x in literals(action.precondition)}
    made = {effect.literal.predicate for action in actions for effect in action.effects}
    return [
        Literal(name, tuple(binding.values()))
        for name in sorted(made - needed)
        for binding in task.universe.bindings(task.domain.predicates[name].parameters)
    ]


def macros_held(conditions: Sequence[Conditions], initial: Collection[Literal]) -> tuple[int, str]:
    """How many macro actions can be done one after the other, and why the next one cannot; empty: all can."""
    state = set(initial)
    for number, one in enumerate(conditions):
        wrong = [literal for literal in one.before if not satisfied(Holds(literal), state)]
        if wrong:
            said = "; ".join(words(~literal) for literal in wrong)
            return number, f"before macro action {number + 1} its precondition does not hold: {said}"
        state -= {~literal for literal in one.after if literal.negated}
        state |= {literal for literal in one.after if not literal.negated}
    return len(conditions), ""
