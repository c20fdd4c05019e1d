# SPDX-License-Identifier: Apache-2.0
"""Any engine that unified-planning finds installed, in a process of its own (`unified_program.py`).

An engine is given the task instantiated: facts without terms and actions without parameters, which every engine
reads. What cannot be instantiated, such as numbers, it is given in PDDL. Nothing of what comes back is taken on
trust: a plan is carried out once on the task, and a word on memory outweighs "unsolvable", which some adapters say
whenever there is no plan.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from makedo_core.failure import FailureCause, MakedoError
from makedo_core.goals.goal import GoalError
from makedo_core.skills import SkillCall
from planner_node.engines.builtin import GOAL, instantiated
from planner_node.engines.compilation import adds_win, in_stages, numbers_in, without_axioms, without_stages
from planner_node.engines.external.normal_form import in_normal_form
from planner_node.engines.external.pddl_files import PlanFileError, read_plan, write_task
from planner_node.engines.external.process import MEBIBYTE, Bounds, Ending, Finished, MemoryKind, run
from planner_node.engines.names import wrong_names
from planner_node.engines.outcome import EngineResult, EngineStatus, Stopwatch
from planner_node.pddl.model import DomainError, PddlTask
from planner_node.pddl.simulate import simulate
from planner_node.proof.problem import Problem
from planner_node.proof.search import SearchLimits

PREFIX = "up:"
INSTALL = (
    "more are installed with pip, e.g. `pip install up-aries` (MIT) or `pip install up-pyperplan` (which brings "
    "pyperplan, GPL-3.0); see docs/engines.md for their licences"
)

_PROGRAM = "planner_node.engines.unified_program"
_LISTING_S = 60.0  # longest time to import the adapters of all engines that are installed [s, wall]
_NO_MEMORY = ("MemoryError", "std::bad_alloc", "OutOfMemoryError", "insufficient memory", "Cannot allocate memory")

STATUS: Mapping[str, tuple[EngineStatus, str]] = {  # by the name of unified-planning's status
    "SOLVED_SATISFICING": (EngineStatus.PLAN, "found a plan"),
    "SOLVED_OPTIMALLY": (EngineStatus.PLAN, "found a plan"),
    "INTERMEDIATE": (EngineStatus.PLAN, "found a plan"),
    "UNSOLVABLE_PROVEN": (EngineStatus.UNSOLVABLE_PROVEN, "proved that there is no plan"),
    "UNSOLVABLE_INCOMPLETELY": (EngineStatus.UNSOLVABLE_INCOMPLETE, "found no plan in a search that may miss some"),
    "TIMEOUT": (EngineStatus.TIMEOUT, "ran out of time"),
    "MEMOUT": (EngineStatus.MEMORY, "ran out of memory"),
    "UNSUPPORTED_PROBLEM": (EngineStatus.UNSUPPORTED, "does not support the task"),
    "INTERNAL_ERROR": (EngineStatus.CRASH, "broke down"),
}


class UnifiedPlanningError(MakedoError):
    """The engines of unified-planning cannot be listed."""

    cause = FailureCause.ENGINE_CRASH


def installed_engines() -> tuple[str, ...]:
    """Names of the planners that unified-planning finds, its own configuration (`up.ini`) included.

    Raises:
        UnifiedPlanningError: if the library is absent or cannot be imported.
    """
    with TemporaryDirectory(prefix="makedo-unified-") as name:
        finished, answer = _asked({}, Path(name), Bounds(time.monotonic() + _LISTING_S))
    if answer is None:
        why = finished.last_lines(1) or finished.ending.name.lower()
        raise UnifiedPlanningError(f"unified-planning does not list its engines: {why}")
    return tuple(answer["engines"])


@dataclass(frozen=True, slots=True)
class _Posed:
    """A task as an engine gets it.

    Attributes:
        request: what the program gets of it.
        task: over whose names the plan is; None: over the numbers of `problem`'s instances.
        problem: of an instantiated task.
    """

    request: Mapping[str, Any]
    task: PddlTask | None = None
    problem: Problem | None = None

    def calls(self, steps: Sequence[str]) -> tuple[SkillCall, ...]:
        """The calls of an engine's plan.

        Raises:
            PlanFileError: on names that the task does not have.
        """
        if self.task is not None:
            return read_plan("\n".join(f"({step})" for step in steps), self.task)
        instances = {f"a{number}": o.call for number, o in enumerate(self.problem.instances)} if self.problem else {}
        wrong = [step for step in steps if step not in instances]
        if wrong:
            raise PlanFileError(f"its plan has the step {wrong[0]!r}, which the task does not have")
        return tuple(c for step in steps if (c := instances[step]).skill != GOAL)


@dataclass(frozen=True, slots=True)
class Unified:
    """An engine of unified-planning.

    Attributes:
        engine: its name there.
        memory_bytes: of the process that it runs in, and of each that it starts.
    """

    engine: str
    memory_bytes: int = 2048 * MEBIBYTE

    @property
    def name(self) -> str:
        """For people, and the name under which it is chosen."""
        return f"{PREFIX}{self.engine}"

    def unsupported(self, task: PddlTask) -> str:
        """Nothing is known before the engine is asked."""
        return ""

    def solve(self, task: PddlTask, limits: SearchLimits) -> EngineResult:
        """A plan, carried out once on the task, or why there is none."""
        watch = Stopwatch()
        wrong = wrong_names(task)
        if wrong:
            return watch.result(EngineStatus.INVALID_INPUT, f"{wrong[0].upper()}{wrong[1:]}.")
        staged = in_stages(task)
        with TemporaryDirectory(prefix="makedo-unified-") as name:
            try:
                posed = _posed(staged, Path(name))
            except (DomainError, GoalError) as error:
                return watch.result(EngineStatus.INVALID_INPUT, f"{self.name} cannot be given this task: {error}.")
            bounds = Bounds(limits.deadline_s, self.memory_bytes, MemoryKind.DATA, cancelled=limits.cancelled)
            finished, answer = _asked({**posed.request, "engine": self.engine}, Path(name), bounds)
        status, said = ended(finished, answer, proves=posed.problem is not None)
        if status is not EngineStatus.PLAN or answer is None:
            return watch.result(status, f"{self.name} {said}.", (), finished.cpu_s)
        try:
            calls = posed.calls(answer["plan"])
        except PlanFileError as error:
            return watch.result(EngineStatus.CRASH, f"{self.name}: {error}.", (), finished.cpu_s)
        run_of_it = simulate(staged, calls)
        if not run_of_it.outcome.ok:
            said = f"{self.name}: its plan is not one: {run_of_it.outcome.message}"
            return watch.result(EngineStatus.CRASH, said, (), finished.cpu_s)
        return watch.result(EngineStatus.PLAN, f"{self.name} found a plan.", without_stages(calls), finished.cpu_s)


def _posed(staged: PddlTask, folder: Path) -> _Posed:
    """A task instantiated, or in PDDL where it has numbers or more than can be instantiated.

    Raises:
        DomainError, GoalError: for what neither can say.
    """
    if not numbers_in(staged):
        with suppress(DomainError):
            problem, goal = instantiated(staged)
            instances = [[o.needs, o.adds, sorted(o.deletes)] for o in problem.instances]
            initial = sorted(problem.initial)
            strips = {"facts": len(problem.literals), "initial": initial, "operators": instances, "goal": goal}
            return _Posed({"strips": strips}, problem=problem)
    plain = in_normal_form(adds_win(without_axioms(staged)))
    files = write_task(plain, folder)
    return _Posed({"domain": str(files.domain), "task": str(files.task)}, task=plain)


def _asked(request: Mapping[str, Any], folder: Path, bounds: Bounds) -> tuple[Finished, dict[str, Any] | None]:
    """What the program answers; None: it did not come to an answer."""
    asked, answered = folder / "request.json", folder / "answer.json"
    asked.write_text(json.dumps(request), encoding="utf-8")
    path = os.pathsep.join(dict.fromkeys(p for p in sys.path if p))
    command = [sys.executable, "-m", _PROGRAM, str(asked), str(answered)]
    finished = run(command, folder, bounds, environment={"PYTHONPATH": path})
    if finished.ending is not Ending.EXITED or finished.exit_code != 0 or not answered.exists():
        return finished, None
    return finished, json.loads(answered.read_text(encoding="utf-8"))


def ended(finished: Finished, answer: Mapping[str, Any] | None, proves: bool) -> tuple[EngineStatus, str]:
    """How an engine ended, and in which words.

    Args:
        finished: the program that it ran in.
        answer: what that said; None: nothing.
        proves: whether the engine is believed that there is no plan. It may have misread what is in PDDL.
    """
    if finished.ending is Ending.TIMEOUT:
        return EngineStatus.TIMEOUT, f"ran out of time and was ended{finished.where()}"
    if finished.ending is Ending.CANCELED:
        return EngineStatus.CANCELED, "was cancelled"
    heard = finished.output if answer is None else f"{answer['message']}\n{finished.output}"
    status, words = STATUS["INTERNAL_ERROR"] if answer is None else STATUS[answer["status"]]
    if status is not EngineStatus.PLAN and any(mark in heard for mark in _NO_MEMORY):
        return STATUS["MEMOUT"]
    if status is EngineStatus.UNSOLVABLE_PROVEN and not proves:
        return STATUS["UNSOLVABLE_INCOMPLETELY"]
    if status in (EngineStatus.CRASH, EngineStatus.UNSUPPORTED):
        lines = [line.strip() for line in heard.splitlines() if line.strip()]
        return status, f"{words}: {'; '.join(lines[-3:]) or f'exit code {finished.exit_code}'}"
    return status, words
