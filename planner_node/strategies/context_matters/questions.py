# SPDX-License-Identifier: Apache-2.0
"""What a model is asked in the course of Algorithm 1, and what is wrong with an answer before it is used.

Source: Musumeci et al., Context Matters! Relaxing Goals with LLMs for Feasible 3D Scene Planning, section III-C.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from makedo_llm.ask import Answer, Complaint
from makedo_llm.chat import Prompt
from makedo_llm.ladder import Adviser, NoModel
from makedo_llm.templates import fenced
from planner_node.grounding.scene import Scene
from planner_node.llm.templates import render
from planner_node.pddl.mistakes import PddlError
from planner_node.pddl.model import Domain
from planner_node.pddl.names import node_id, pddl_name
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.writer import domain_to_pddl
from planner_node.strategies.context_matters.answers import Analysis, GoalRelaxation, GoalShift
from planner_node.strategies.context_matters.asked import Asked
from planner_node.strategies.context_matters.safety import unsafe_proposal
from planner_node.strategies.distilled import distilled
from planner_node.strategies.domain_reality import wrong_with_domain
from planner_node.strategies.reality import Reality
from planner_node.strategies.stated_goal import StatedGoal, goal_form, predicates_told, problem_of, wrong_with

_KEEP = "Do not change the goal, not even where it cannot be reached: that is for another step."
_CHANGED = "The goal has been changed already because what was asked for cannot be reached: stay with <goal>."
_AGAIN = " The goal of <problem> has the faults in <feedback>: state it so that it has none of them."
_LONGEST_FEEDBACK = 4000


@dataclass(frozen=True)
class ContextQuestions:
    """Asks one model, or ladder of models, about one scene.

    Attributes:
        longest_scene: characters of the description of the scene.
        in_json: ask for goals as JSON in place of PDDL problems, where the types of things are known.
    """

    adviser: Adviser
    scene: Scene
    instruction: str
    longest_scene: int
    in_json: bool = False

    def domain(self, goal: str, library: Domain) -> Answer[str] | NoModel:
        """A domain for a goal, of actions of a library: the text, which can be read and used."""
        blocks = {**self._scene({}), "goal": goal, "actions": domain_to_pddl(library)}

        def check(text: str) -> Complaint | None:
            try:
                wrong = wrong_with_domain(read_domain(text, tolerant=True, source="domain").value, library)
            except PddlError as error:
                wrong = str(error)
            return Complaint(wrong) if wrong else None

        return self.adviser.ask_pddl(_prompt("domain", blocks), check)

    def problem(self, goal: str, reality: Reality, changed: bool) -> Answer[str] | NoModel:
        """A problem for a goal; not read any further."""
        if self.in_json and reality.types:
            return self._stated(goal, reality, changed, {})
        blocks = {**self._scene(reality.types), "goal": goal, "domain": domain_to_pddl(reality.domain)}
        return self.adviser.ask_pddl(_prompt("problem", blocks, stage=_CHANGED if changed else _KEEP))

    def refined(
        self, goal: str, reality: Reality, changed: bool, problem: str, feedback: Sequence[str]
    ) -> Answer[str] | NoModel:
        """A problem in two steps: why did planning fail, then the problem anew; of a goal in JSON one does."""
        if self.in_json and reality.types:
            return self._stated(goal, reality, changed, {"problem": problem, "feedback": _listed(feedback)})
        blocks = {
            **self._scene(reality.types),
            "goal": goal,
            "domain": domain_to_pddl(reality.domain),
            "problem": problem,
            "feedback": _listed(feedback),
        }
        found = self.adviser.ask(_prompt("analysis", blocks), Analysis)
        if isinstance(found, NoModel):
            return found
        analysis = "\n".join((found.value.explanation, *(f"- {s}" for s in found.value.suggestions)))
        blocks["analysis"] = analysis
        return self.adviser.ask_pddl(_prompt("rewrite", blocks, stage=_CHANGED if changed else _KEEP))

    def shift(self, goal: str, reality: Reality, asked: Asked, feedback: Sequence[str]) -> Answer[GoalShift] | NoModel:
        """The goal with other things or places; no stand-in is unknown or unsafe."""
        blocks = {**self._scene(reality.types), "goal": goal, "feedback": _listed(feedback)}
        return self.adviser.ask(_prompt("shift", blocks), GoalShift, lambda shift: self._complaint(shift, asked))

    def relax(self, shift: GoalShift, reality: Reality, feedback: Sequence[str]) -> Answer[GoalRelaxation] | NoModel:
        """The shifted goal, weaker where that is needed."""
        blocks = {
            **self._scene(reality.types),
            "goal": shift.goal,
            "proposal": json.dumps(shift.model_dump(), ensure_ascii=False),
            "feedback": _listed(feedback),
        }
        return self.adviser.ask(_prompt("relax", blocks), GoalRelaxation)

    def _stated(self, goal: str, reality: Reality, changed: bool, before: Mapping[str, str]) -> Answer[str] | NoModel:
        """The problem of a goal that is stated in JSON; before: the problem and what was wrong with it."""
        blocks = {
            **self._scene(reality.types),
            "predicates": predicates_told(reality.domain),
            "goal": goal,
            **before,
        }
        stage = _CHANGED if changed else _KEEP

        def check(answer: StatedGoal) -> Complaint | None:
            wrong = wrong_with(answer, reality)
            return Complaint(wrong) if wrong else None

        prompt = _prompt("goal", blocks, stage=stage, again=_AGAIN if before else "")
        found = self.adviser.ask(prompt, StatedGoal, check, goal_form(reality))
        if isinstance(found, NoModel):
            return found
        return Answer(problem_of(found.value, reality), found.mended, found.exchanges, found.model)

    def _scene(self, types: Mapping[str, str]) -> dict[str, str]:
        text = distilled(self.scene, types, self.instruction, self.longest_scene)
        return {"scene": text, "instruction": self.instruction.strip()}

    def _complaint(self, shift: GoalShift, asked: Asked) -> Complaint | None:
        """Stand-ins that do not exist or must not be brought."""
        graph = self.scene.graph
        for name in (name for stand_in in shift.stand_ins for name in stand_in.instead):
            if node_id(name) not in graph:
                near = get_close_matches(name.lower(), [pddl_name(n.id) for n in graph], n=3)
                meant = f"; did you mean {' or '.join(near)}?" if near else "; name ids of <scene>"
                return Complaint(f"there is no {name!r} in the scene{meant}")
            unsafe = unsafe_proposal(graph[node_id(name)], asked, self.scene)
            if unsafe:
                return Complaint(f"{name} must not stand in: {unsafe}")
        return None


def _prompt(question: str, blocks: Mapping[str, str], **values: str) -> Prompt:
    """The question's system prompt, and its data between tags."""
    rules = render("context_matters_rules", blocks=", ".join(f"<{name}>" for name in blocks))
    data = "\n\n".join(fenced(name, text) for name, text in blocks.items())
    return Prompt(
        render(f"context_matters_{question}_system", rules=rules, **values),
        render(f"context_matters_{question}_user", data=data),
    )


def _listed(feedback: Sequence[str]) -> str:
    text = "\n".join(f"- {line}" for line in feedback)
    return text if len(text) <= _LONGEST_FEEDBACK else f"{text[:_LONGEST_FEEDBACK]}\n(and more)"
