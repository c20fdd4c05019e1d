# SPDX-License-Identifier: Apache-2.0
"""ENHSP as a separate program, for tasks with numbers, where it is installed.

ENHSP is free software under the GNU GPL 3 and runs in a Java machine of its own.

Source: Scala, Haslum, Thiebaux and Ramirez, Subgoaling Techniques for Satisficing and Optimal Numeric Planning,
    JAIR 2020.
"""

from __future__ import annotations

import importlib.util
import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from planner_node.engines.compilation import adds_win, in_stages, without_axioms
from planner_node.engines.external.normal_form import FALSE, in_normal_form
from planner_node.engines.external.pddl_files import PddlFiles, PlanFileError, checked_plan, write_task
from planner_node.engines.external.process import MEBIBYTE, Bounds, Ending, Finished, MemoryKind, run
from planner_node.engines.names import wrong_names
from planner_node.engines.outcome import EngineResult, EngineStatus, Stopwatch
from planner_node.pddl.model import DomainError, PddlTask
from planner_node.proof.search import SearchLimits

WHEEL = "up_enhsp"
INSTALL = "install the wheel up-enhsp==0.1.1 and Java 17, or name the jar and the java program"

_SEARCH = ("-h", "hadd", "-s", "gbfs")
_BESIDES_HEAP = 256 * MEBIBYTE  # of a Java machine: code, classes, stacks
_LEAST_HEAP = 64 * MEBIBYTE
_OUT_OF_MEMORY = 3  # the exit code under ExitOnOutOfMemoryError
_NO_MEMORY = ("OutOfMemoryError", "insufficient memory", "Could not reserve")
_UNSOLVABLE = ("Problem unsolvable", "Unsolvable Problem")


@dataclass(frozen=True, slots=True)
class EnhspInstallation:
    """Where ENHSP and Java are."""

    jar: Path
    java: Path


def find_installation(jar: Path | None = None, java: Path | None = None) -> EnhspInstallation | None:
    """ENHSP and Java where they are named, else the wheel's jar, which is looked up only, and PATH's java.

    None if one of the two is absent.
    """
    if jar is None:
        spec = importlib.util.find_spec(WHEEL)
        if spec is None or not spec.submodule_search_locations:
            return None
        jar = Path(spec.submodule_search_locations[0]) / "ENHSP" / "enhsp.jar"
    program = shutil.which(str(java or "java"))
    return EnhspInstallation(jar.resolve(), Path(program).absolute()) if program and jar.is_file() else None


@dataclass(frozen=True, slots=True)
class Enhsp:
    """ENHSP: greedy search with the additive heuristic for numbers.

    It says of some input that it misreads that it is unsolvable, and does not vouch for its search; so what it
    calls unsolvable is UNSOLVABLE_INCOMPLETE.

    Attributes:
        installation: None: it is not there, and says so when asked to solve something.
        memory_bytes: of the Java machine; more than a quarter of a gibibyte, which it takes for itself.
    """

    installation: EnhspInstallation | None
    memory_bytes: int = 2048 * MEBIBYTE
    name: str = "ENHSP"

    def __post_init__(self) -> None:
        """Refuse too little memory.

        Raises:
            ValueError: with the least that will do.
        """
        least = _BESIDES_HEAP + _LEAST_HEAP
        if self.memory_bytes < least:
            raise ValueError(f"{self.memory_bytes} bytes of memory are too few for ENHSP; it takes at least {least}")

    def unsupported(self, task: PddlTask) -> str:
        """Why it cannot be given a task; empty if it can."""
        return f"ENHSP is not configured: {INSTALL}" if self.installation is None else ""

    def solve(self, task: PddlTask, limits: SearchLimits) -> EngineResult:
        """A plan, carried out once on the task, or why there is none."""
        watch = Stopwatch()
        if self.installation is None:
            return watch.result(EngineStatus.UNSUPPORTED, f"{self.unsupported(task)}.")
        wrong = wrong_names(task)
        if wrong:
            return watch.result(EngineStatus.INVALID_INPUT, f"{wrong[0].upper()}{wrong[1:]}.")
        with TemporaryDirectory(prefix="makedo-enhsp-") as name:
            folder = Path(name)
            try:
                staged = in_normal_form(adds_win(without_axioms(in_stages(task))))
                if staged.goal == FALSE:
                    return watch.result(EngineStatus.UNSOLVABLE_PROVEN, "The goal contradicts itself.")
                files = write_task(staged, folder)
            except DomainError as error:
                return watch.result(EngineStatus.INVALID_INPUT, f"The task cannot be said in PDDL: {error}.")
            finished = self._search(self.installation, files, folder, limits)
            plan = folder / "plan"
            if not (finished.ending is Ending.EXITED and finished.exit_code == 0 and plan.exists()):
                return self._without_plan(finished, watch)
            try:
                calls = checked_plan(plan, staged)
            except PlanFileError as error:
                return watch.result(EngineStatus.CRASH, f"ENHSP: {error}.", (), finished.cpu_s)
        return watch.result(EngineStatus.PLAN, "ENHSP found a plan.", calls, finished.cpu_s)

    def _search(self, found: EnhspInstallation, files: PddlFiles, folder: Path, limits: SearchLimits) -> Finished:
        heap = (self.memory_bytes - _BESIDES_HEAP) // MEBIBYTE
        command = [str(found.java), f"-Xmx{heap}m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"]
        command += ["-jar", str(found.jar), "-o", str(files.domain), "-f", str(files.task), "-sp", "plan", "-npm"]
        # A Java machine reserves gibibytes of addresses whatever it uses.
        bounds = Bounds(limits.deadline_s, self.memory_bytes, MemoryKind.DATA, cancelled=limits.cancelled)
        return run([*command, *_SEARCH], folder, bounds)

    def _without_plan(self, finished: Finished, watch: Stopwatch) -> EngineResult:
        """What ENHSP says when it has no plan. Its exit codes say nothing; its words do."""

        def ended(status: EngineStatus, words: str) -> EngineResult:
            return watch.result(status, f"ENHSP {words}.", (), finished.cpu_s)

        if finished.ending is Ending.TIMEOUT:
            return ended(EngineStatus.TIMEOUT, f"ran out of time and was ended{finished.where()}")
        if finished.ending is Ending.CANCELED:
            return ended(EngineStatus.CANCELED, "was cancelled")
        if finished.ending is Ending.MISSING:
            return ended(EngineStatus.UNSUPPORTED, f"cannot be run: {finished.output}; {INSTALL}")
        if finished.exit_code == _OUT_OF_MEMORY or any(mark in finished.output for mark in _NO_MEMORY):
            return ended(EngineStatus.MEMORY, "ran out of memory")
        if finished.exit_code == 0 and any(words in finished.output for words in _UNSOLVABLE):
            return ended(EngineStatus.UNSOLVABLE_INCOMPLETE, "found no plan and takes the task for unsolvable")
        words = f"broke down (exit code {finished.exit_code}): {finished.last_lines()}"
        return ended(EngineStatus.CRASH, words)
