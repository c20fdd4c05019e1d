# SPDX-License-Identifier: Apache-2.0
"""The kitchen tasks as PDDL tasks, each with what was said and what plans are compared with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError
from makedo_core.skills import SkillCall
from makedo_eval.kitchen.partial_order import Chain, PartialOrder
from planner_node.pddl.model import Domain, PddlTask
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_condition, read_task
from planner_node.pddl.simulate import ungrounded

_HERE = Path(__file__).resolve().parent


class KitchenError(MakedoError):
    """Task descriptions that cannot be used; the message says where and why."""


class Complexity(StrEnum):
    """How complex the paper calls a task."""

    MODERATE = "moderate"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class KitchenTask:
    """One task.

    Attributes:
        instruction: what is wanted, in words.
        task: kitchen and goal.
        truths: ground-truth plans, one for each way that the task may be meant.
        paper_steps: length of the paper's own ground truth for a task of this name.
    """

    id: str
    name: str
    level: Complexity
    instruction: str
    task: PddlTask
    truths: tuple[PartialOrder, ...]
    paper_steps: int


class _Chain(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    steps: list[str]
    after: list[str] = []
    after_any: list[str] = []


class _Task(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: str
    name: str
    level: Complexity
    paper_steps: int
    instruction: str
    goal: str
    plans: list[list[_Chain]]


class _Tasks(BaseModel):
    model_config = ConfigDict(extra="forbid")
    tasks: list[_Task]


@cache
def kitchen_domain() -> Domain:
    """What the robot can do in the kitchen."""
    path = _HERE / "domain.pddl"
    return read_domain(path.read_text(encoding="utf-8"), source=path.name).value


@cache
def kitchen_tasks() -> tuple[KitchenTask, ...]:
    """All thirteen, in the paper's order."""
    path = _HERE / "tasks.yaml"
    return tasks_from_yaml(path.read_text(encoding="utf-8"), path.name)


def tasks_from_yaml(text: str, source: str) -> tuple[KitchenTask, ...]:
    """Tasks of our kitchen.

    Raises:
        KitchenError: if the form is wrong, or a step that is no call of a skill with things of the kitchen.
        PddlError: if a goal is wrong.
        PartialOrderError: if the chains of a plan are.
    """
    try:
        described = _Tasks.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise KitchenError(f"{source}: no YAML: {error}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise KitchenError(f"{source}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    path = _HERE / "problem.pddl"
    kitchen = read_task(path.read_text(encoding="utf-8"), kitchen_domain(), source=path.name).value
    return tuple(_task(one, kitchen, source) for one in described.tasks)


def _task(described: _Task, kitchen: PddlTask, source: str) -> KitchenTask:
    place = f"{source}: {described.id}"
    goal = read_condition(described.goal, kitchen.domain, objects=kitchen.objects, source=place).value
    task = replace(kitchen, name=described.id.lower(), goal=goal)
    truths = tuple(
        PartialOrder(
            tuple(Chain(c.name, _calls(c.steps, task, place), tuple(c.after), tuple(c.after_any)) for c in plan)
        )
        for plan in described.plans
    )
    if not truths:
        raise KitchenError(f"{place}: no plans; a task needs at least one ground truth")
    return KitchenTask(
        described.id, described.name, described.level, described.instruction, task, truths, described.paper_steps
    )


def _calls(steps: list[str], task: PddlTask, place: str) -> tuple[SkillCall, ...]:
    calls = []
    for step in steps:
        skill, *arguments = step.split() or [""]
        call = SkillCall(skill, tuple(arguments))
        wrong = ungrounded(call, task)
        if wrong:
            raise KitchenError(f"{place}: step {step!r}: {wrong}")
        calls.append(call)
    return tuple(calls)
