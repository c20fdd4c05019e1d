# SPDX-License-Identifier: Apache-2.0
"""Tasks as files for separate programs, and their plans read back and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from makedo_core.skills import SkillCall
from planner_node.engines.compilation import numbers_in, without_stages
from planner_node.pddl.model import DomainError, PddlTask
from planner_node.pddl.simulate import simulate
from planner_node.pddl.writer import domain_to_pddl, task_to_pddl

_STEP = re.compile(r"^\s*(?:[\d.]+\s*:)?\s*\(([^()]*)\)")


class PlanFileError(DomainError):
    """A program wrote something that is no plan of its task; the message says what."""


@dataclass(frozen=True, slots=True)
class PddlFiles:
    """Where a task was written to."""

    domain: Path
    task: Path


def write_task(task: PddlTask, folder: Path) -> PddlFiles:
    """Write a task as two files into a folder.

    Raises:
        DomainError: for what PDDL cannot say; it takes names that differ in case only for one.
    """
    _check_case(task.domain.operators)
    if not numbers_in(task):  # what nobody asks about; not every program can read numbers
        costs = task.domain.costs
        functions = {name: symbol for name, symbol in task.domain.functions.items() if name in costs}
        values = {fluent: value for fluent, value in task.values.items() if fluent[0] in costs}
        task = replace(task, domain=replace(task.domain, functions=functions, requirements=()), values=values)
    files = PddlFiles(folder / "domain.pddl", folder / "problem.pddl")
    files.domain.write_text(domain_to_pddl(task.domain), encoding="utf-8")
    files.task.write_text(task_to_pddl(task), encoding="utf-8")
    return files


def read_plan(text: str, task: PddlTask) -> tuple[SkillCall, ...]:
    """The calls of a plan with one "(action argument ...)" a line; comments begin with a semicolon.

    Raises:
        PlanFileError: on other lines and on names that the task does not have.
    """
    operators = {name.lower(): name for name in task.domain.operators}
    objects = {name.lower(): name for name in _objects(task)}
    calls = []
    for number, line in enumerate(text.splitlines(), 1):
        step = line.partition(";")[0].strip()
        if not step:
            continue
        found = _STEP.match(step)
        words = found.group(1).lower().split() if found else []
        if not words or words[0] not in operators or any(word not in objects for word in words[1:]):
            raise PlanFileError(f"line {number} of its plan is {step!r}; expected an action with objects of the task")
        calls.append(SkillCall(operators[words[0]], tuple(objects[word] for word in words[1:])))
    return tuple(calls)


def checked_plan(path: Path, task: PddlTask) -> tuple[SkillCall, ...]:
    """The plan in a file, carried out once on its task: what a separate program says is not taken on trust.

    Args:
        path: what the program wrote.
        task: the task that it was given; if that is in stages, the plan is returned without the notes.

    Raises:
        PlanFileError: if it is unreadable or not a plan.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlanFileError(f"its plan cannot be read: {error}") from error
    calls = read_plan(text, task)
    run = simulate(task, calls)
    if not run.outcome.ok:
        raise PlanFileError(f"its plan is not one: {run.outcome.message}")
    return without_stages(calls)


def _objects(task: PddlTask) -> tuple[str, ...]:
    return tuple(dict.fromkeys(v.name for v in (*task.domain.constants, *task.objects)))


def _check_case(operators: Iterable[str]) -> None:
    counts = Counter(name.lower() for name in operators)
    twice = sorted(name for name, count in counts.items() if count > 1)
    if twice:
        raise DomainError(f"actions of PDDL must differ in more than case; rename all but one {twice[0]!r}")
