# SPDX-License-Identifier: Apache-2.0
"""What a model is asked in hierarchical planning, and what is wrong with an answer before it is used.

Source: Petruzzellis et al., Hierarchical Planning for Complex Tasks with Knowledge Graph-RAG and Symbolic
    Verification, sections 2.4 and 3.3.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from makedo_core.goals.goal import Holds, Not, conjuncts
from makedo_core.goals.goal_text import describe
from makedo_core.skills import Literal, SkillCall
from makedo_llm.ask import Answer, Complaint
from makedo_llm.chat import Prompt
from makedo_llm.ladder import Adviser, NoModel
from makedo_llm.templates import fenced
from planner_node.llm.templates import render
from planner_node.pddl.mistakes import PddlError
from planner_node.pddl.model import PddlTask
from planner_node.pddl.reading.tasks import read_condition
from planner_node.pddl.writer import domain_to_pddl
from planner_node.strategies.hierarchical.answers import (
    BLOCK_FORM,
    MACROS_FORM,
    AllConditions,
    Block,
    MacroSteps,
    Relevant,
    conditions_form,
    relevant_form,
)
from planner_node.strategies.hierarchical.retrieval import facts_text
from planner_node.strategies.statement import said


@dataclass(frozen=True, slots=True)
class Conditions:
    """What has to hold before a macro action, and what holds after it."""

    before: tuple[Literal, ...] = ()
    after: tuple[Literal, ...] = ()

    @property
    def text(self) -> str:
        """For a prompt."""
        before, after = (" ".join(map(said, side)) or "nothing" for side in (self.before, self.after))
        return f"before: {before}; after: {after}"


@dataclass(frozen=True, slots=True)
class PlanningMoment:
    """Where planning stands: what is known of the things that are shown, and the calls so far by macro action.

    Attributes:
        facts: what holds.
        history: calls by macro action.
        properties: what else is known, a line for each thing.
    """

    facts: Sequence[Literal]
    history: tuple[tuple[str, tuple[SkillCall, ...]], ...] = ()
    properties: Sequence[str] = ()

    @property
    def scene(self) -> dict[str, str]:
        """What is known of things, for a prompt."""
        more = {"properties": "\n".join(self.properties)} if self.properties else {}
        return {"facts": facts_text(self.facts), **more}

    @property
    def blocks(self) -> dict[str, str]:
        """All of it, for a prompt."""
        past = [f"{name}: {', '.join(map(str, calls)) or 'nothing'}" for name, calls in self.history]
        return {**self.scene, "history": "\n".join(past) or "nothing yet"}


@dataclass(frozen=True)
class MacroQuestions:
    """Asks one model, or ladder of models, about one task."""

    adviser: Adviser
    task: PddlTask
    instruction: str
    _common: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        common = {
            "actions": domain_to_pddl(self.task.domain),
            "instruction": self.instruction.strip(),
            "goal": describe(self.task.goal),
        }
        object.__setattr__(self, "_common", common)

    def relevant(self, classes: Collection[str], step: str = "") -> Answer[Relevant] | NoModel:
        """The classes that matter for the instruction, or for one macro action."""
        names = sorted(classes)
        blocks = {"classes": "\n".join(names), "instruction": step or self._common["instruction"]}
        return self.adviser.ask(_prompt("select", blocks), Relevant, form=relevant_form(names))

    def macros(self, classes: Collection[str]) -> Answer[MacroSteps] | NoModel:
        """A macro plan; as published it is made on classes, not on things."""
        prompt = _prompt("macros", {**self._common, "classes": "\n".join(sorted(classes))})
        return self.adviser.ask(prompt, MacroSteps, form=MACROS_FORM)

    def conditions(self, steps: Sequence[str], moment: PlanningMoment) -> tuple[Conditions, ...] | NoModel:
        """Conditions of every macro action."""
        macros = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
        prompt = _prompt("conditions", {**self._common, **moment.scene, "macros": macros})
        return self._conditions(prompt, len(steps))

    def refined(
        self, steps: Sequence[str], known: Sequence[Conditions], moment: PlanningMoment, feedback: str
    ) -> tuple[Conditions, ...] | NoModel:
        """Conditions that the validator found wrong, corrected."""
        lines = [f"{n}. {step}; {one.text}" for n, (step, one) in enumerate(zip(steps, known, strict=True), 1)]
        blocks = {**self._common, **moment.scene, "macros": "\n".join(lines), "feedback": feedback}
        return self._conditions(_prompt("refine", blocks), len(steps))

    def block(self, step: str, conditions: Conditions, moment: PlanningMoment) -> Answer[Block] | NoModel:
        """The calls of a macro action."""
        blocks = {**self._common, **moment.blocks, "conditions": conditions.text, "macro": step}
        return self.adviser.ask(_prompt("block", blocks), Block, form=BLOCK_FORM)

    def whole(self, moment: PlanningMoment) -> Answer[Block] | NoModel:
        """All calls at once."""
        return self.adviser.ask(_prompt("plan", {**self._common, **moment.scene}), Block, form=BLOCK_FORM)

    def corrected(
        self, step: str, calls: Sequence[str], moment: PlanningMoment, feedback: str
    ) -> Answer[Block] | NoModel:
        """The calls of a block that the validator found wrong, corrected."""
        blocks = {
            **self._common,
            **moment.blocks,
            "macro": step,
            "block": "\n".join(calls) or "no calls",
            "feedback": feedback,
        }
        return self.adviser.ask(_prompt("correct", blocks), Block, form=BLOCK_FORM)

    def _conditions(self, prompt: Prompt, count: int) -> tuple[Conditions, ...] | NoModel:
        def check(answer: AllConditions) -> Complaint | None:
            if len(answer.macros) != count:
                return Complaint(f"there are {len(answer.macros)} entries for {count} macro actions; give one for each")
            try:
                self._read(answer)
            except PddlError as error:
                return Complaint(f"a condition cannot be read: {error}")
            return None

        found = self.adviser.ask(prompt, AllConditions, check, conditions_form(count))
        return found if isinstance(found, NoModel) else self._read(found.value)

    def _read(self, answer: AllConditions) -> tuple[Conditions, ...]:
        """Conditions as values. Raises PddlError where one is no literal of the task."""
        return tuple(Conditions(self._literals(m.before), self._literals(m.after)) for m in answer.macros)

    def _literals(self, texts: Sequence[str]) -> tuple[Literal, ...]:
        found: list[Literal] = []
        for text in texts:
            goal = read_condition(text, self.task.domain, objects=self.task.objects, source=text).value
            for part in conjuncts(goal):
                match part:
                    case Holds(literal):
                        found.append(literal)
                    case Not(Holds(literal)):
                        found.append(~literal)
        return tuple(dict.fromkeys(found))


def _prompt(question: str, blocks: Mapping[str, str]) -> Prompt:
    """The question's system prompt, and its data between tags."""
    rules = render("hierarchical_rules", blocks=", ".join(f"<{name}>" for name in blocks))
    data = "\n\n".join(fenced(name, text) for name, text in blocks.items())
    return Prompt(
        render(f"hierarchical_{question}_system", rules=rules),
        render(f"hierarchical_{question}_user", data=data),
    )
