# SPDX-License-Identifier: Apache-2.0
"""The prompt generator: what a model reads before it plans, and the form of its plan.

Source: Ud Din et al., Ontology-driven Prompt Tuning for LLM-based Task and Motion Planning, section IV-E.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from makedo_core.skills import SKILLS, Disjunction, SkillCall, SkillSpec
from makedo_llm.ask import Complaint
from makedo_llm.chat import Prompt
from makedo_llm.ladder import Adviser, NoModel
from makedo_llm.templates import fenced
from planner_node.llm.forms import Form, choice, either, exactly, record, some, text
from planner_node.llm.templates import render

_MOST_STEPS = 200
_LONGEST_EXPLANATION = 400  # characters
_Name = Annotated[str, Field(min_length=1, max_length=200)]


class Step(BaseModel):
    """One skill call."""

    model_config = ConfigDict(extra="forbid")

    skill: _Name
    arguments: Annotated[list[_Name], Field(max_length=4)]


class WholePlan(BaseModel):
    """A plan from the present state to the goal, and how it proceeds."""

    model_config = ConfigDict(extra="forbid")

    explanation: Annotated[str, Field(max_length=4000)] = ""
    plan: Annotated[list[Step], Field(max_length=300)]

    def calls(self) -> tuple[SkillCall, ...]:
        """The skill calls."""
        return tuple(SkillCall(step.skill, tuple(step.arguments)) for step in self.plan)


@dataclass(frozen=True, slots=True)
class Told:
    """What a prompt is made of.

    Attributes:
        instruction: what is wanted.
        environment: the scene.
        guidance: the order, by the ontology; empty: nothing is said of it.
        failures: what went wrong while moving.
        names: ids of what there is.
    """

    instruction: str
    environment: str
    guidance: str = ""
    failures: Sequence[str] = ()
    names: Sequence[str] = ()


def plan_form(names: Sequence[str]) -> Form:
    """The strict schema of a plan: skills with as many of some names as each takes."""
    steps = [
        record(skill=exactly(skill.name), arguments=some(choice(names), len(skill.parameters), len(skill.parameters)))
        for skill in SKILLS.values()
    ]
    return record(explanation=text(_LONGEST_EXPLANATION), plan=some(either(*steps), _MOST_STEPS))


def ask_for_plan(
    adviser: Adviser, told: Told, wrong: Callable[[Sequence[SkillCall]], str]
) -> tuple[SkillCall, ...] | NoModel:
    """A plan with which nothing is wrong.

    Args:
        adviser: who is asked.
        told: what its prompt contains; with failures it is asked to plan anew.
        wrong: what is wrong with some calls, in words; empty: nothing.
    """

    def check(answer: WholePlan) -> Complaint | None:
        fault = wrong(answer.calls())
        return Complaint(fault) if fault else None

    found = adviser.ask(prompt(told), WholePlan, check, plan_form(told.names))
    return found if isinstance(found, NoModel) else found.value.calls()


def prompt(told: Told) -> Prompt:
    """The question, as it is sent."""
    blocks: Mapping[str, str] = {
        "skills": skills_told(),
        "environment": told.environment,
        "instruction": told.instruction.strip(),
        "guidance": told.guidance or "(none)",
        **({"failures": "\n".join(told.failures)} if told.failures else {}),
    }
    kind = "ontology_replan" if told.failures else "ontology_plan"
    names = ", ".join(f"<{name}>" for name in blocks)
    data = "\n\n".join(fenced(name, text) for name, text in blocks.items())
    return Prompt(render(f"{kind}_system", blocks=names), render(f"{kind}_user", data=data))


def skills_told() -> str:
    """The skill catalogue, a line each: call, conditions, effects."""
    return "\n".join(_told(skill) for skill in SKILLS.values())


def _told(skill: SkillSpec) -> str:
    call = f"{skill.name}({', '.join(p.name.lstrip('?') for p in skill.parameters)})"
    needs = " and ".join(_clause(clause) for clause in skill.preconditions)
    then = " and ".join(str(effect).replace("?", "") for effect in skill.effects)
    return f"{call}: needs {needs or 'nothing'}; then {then}"


def _clause(clause: Disjunction) -> str:
    words = " or ".join(str(literal).replace("?", "") for literal in clause)
    return f"({words})" if len(clause) > 1 else words
