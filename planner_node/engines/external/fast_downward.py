# SPDX-License-Identifier: Apache-2.0
"""Fast Downward as a separate program, where it is installed.

It is free software under the GNU GPL 3 and is neither imported nor linked: translator and search run as processes
that are given files and give files back.

Source: Helmert, The Fast Downward Planning System, JAIR 2006; exit codes:
    https://www.fast-downward.org/latest/documentation/exit-codes/
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from planner_node.engines.compilation import in_stages, numbers_in
from planner_node.engines.external.pddl_files import PddlFiles, PlanFileError, checked_plan, write_task
from planner_node.engines.external.process import MEBIBYTE, Bounds, Ending, Finished, run
from planner_node.engines.names import wrong_names
from planner_node.engines.outcome import EngineResult, EngineStatus, Stopwatch
from planner_node.pddl.model import DomainError, PddlTask
from planner_node.proof.search import SearchLimits

WHEEL = "up_fast_downward"
INSTALL = "install the wheel up-fast-downward==1.0.0, or name the folder of a built Fast Downward"

CONFIGURATIONS: Mapping[str, str] = {
    # The first search of LAMA: greedy, with the FF and the landmark heuristic and their preferred operators.
    "lama-first": (
        "let(landmarks,eval_modify_costs(landmark_sum(lm_reasonable_orders_hps(lm_rhw()),pref=false),cost_type=one),"
        "let(relaxed,eval_modify_costs(ff(),cost_type=one),"
        "lazy_greedy([relaxed,landmarks],preferred=[relaxed,landmarks],cost_type=one,reopen_closed=false)))"
    ),
    "greedy-ff": "let(relaxed,ff(),eager_greedy([relaxed],preferred=[relaxed]))",
    "astar-ff": "astar(ff())",  # short plans, not proven shortest
    "astar-blind": "astar(blind())",  # cheapest plans
    "astar-lmcut": "astar(lmcut())",  # cheapest plans; no derived predicates, no conditional effects
}

_NO_MEMORY = ("MemoryError", "std::bad_alloc")

_CODES: Mapping[int, tuple[EngineStatus, str]] = {
    **{code: (EngineStatus.PLAN, "found a plan") for code in (0, 1, 2, 3)},
    **{code: (EngineStatus.UNSOLVABLE_PROVEN, "proved that there is no plan") for code in (10, 11)},
    12: (EngineStatus.UNSOLVABLE_INCOMPLETE, "found no plan in a search that may miss some"),
    13: (EngineStatus.UNSOLVABLE_INCOMPLETE, "proved that there is no plan within the bound of its configuration"),
    **{code: (EngineStatus.MEMORY, "ran out of memory") for code in (20, 22, 24)},
    **{code: (EngineStatus.TIMEOUT, "ran out of time") for code in (21, 23)},
    **{code: (EngineStatus.CRASH, "met a critical error") for code in (30, 32, 35)},
    **{code: (EngineStatus.INVALID_INPUT, "refused its input") for code in (31, 33, 36)},
    **{code: (EngineStatus.UNSUPPORTED, "does not support the task") for code in (34, 37)},
}


def status_of(exit_code: int) -> EngineStatus:
    """What an exit code of Fast Downward's translator, search or driver means."""
    return _CODES.get(exit_code, (EngineStatus.CRASH, ""))[0]


@dataclass(frozen=True, slots=True)
class FastDownwardInstallation:
    """Where Fast Downward is.

    Attributes:
        binaries: the folder with the search program `downward` and the package `fast_downward.translate`.
    """

    binaries: Path

    @property
    def search(self) -> Path:
        """The search program."""
        return self.binaries / "downward"

    @property
    def is_complete(self) -> bool:
        """Whether both parts are there."""
        return self.search.is_file() and (self.binaries / "fast_downward" / "translate" / "__main__.py").is_file()


def find_installation(root: Path | None = None) -> FastDownwardInstallation | None:
    """Fast Downward in a folder, or that of the wheel, which is looked up and not imported; None if absent.

    Args:
        root: a checkout with a release build, or the folder of the build's programs itself.
    """
    if root is None:
        spec = importlib.util.find_spec(WHEEL)
        if spec is None or not spec.submodule_search_locations:
            return None
        root = Path(spec.submodule_search_locations[0]) / "downward"
    for binaries in (root / "builds" / "release" / "bin", root):
        found = FastDownwardInstallation(binaries.resolve())
        if found.is_complete:
            return found
    return None


@dataclass(frozen=True, slots=True)
class FastDownward:
    """Fast Downward in one of its configurations.

    Attributes:
        installation: None: it is not there, and says so when asked to solve something.
        configuration: a name of CONFIGURATIONS.
        memory_bytes: of the translator and of the search, each.
    """

    installation: FastDownwardInstallation | None
    configuration: str = "lama-first"
    memory_bytes: int = 2048 * MEBIBYTE

    def __post_init__(self) -> None:
        """Refuse what is no configuration.

        Raises:
            ValueError: with the known ones.
        """
        if self.configuration not in CONFIGURATIONS:
            raise ValueError(f"unknown configuration {self.configuration!r}; known are {', '.join(CONFIGURATIONS)}")

    @property
    def name(self) -> str:
        """For people."""
        return f"Fast Downward ({self.configuration})"

    def unsupported(self, task: PddlTask) -> str:
        """Why it cannot be given a task; empty if it can."""
        if self.installation is None:
            return f"Fast Downward is not configured: {INSTALL}"
        numbers = numbers_in(task)
        return f"Fast Downward knows no numbers, and {numbers}" if numbers else ""

    def solve(self, task: PddlTask, limits: SearchLimits) -> EngineResult:
        """A plan, carried out once on the task, or why there is none."""
        watch = Stopwatch()
        unable, wrong = self.unsupported(task), wrong_names(task)
        if unable or self.installation is None:
            return watch.result(EngineStatus.UNSUPPORTED, f"{unable[0].upper()}{unable[1:]}.")
        if wrong:
            return watch.result(EngineStatus.INVALID_INPUT, f"{wrong[0].upper()}{wrong[1:]}.")
        staged = in_stages(task)
        proves = not staged.domain.costs  # it takes an action whose cost has no value as one that can never be done
        with TemporaryDirectory(prefix="makedo-fast-downward-") as name:
            folder = Path(name)
            try:
                files = write_task(staged, folder)
            except DomainError as error:
                return watch.result(EngineStatus.INVALID_INPUT, f"The task cannot be said in PDDL: {error}.")
            bounds = Bounds(limits.deadline_s, self.memory_bytes, cancelled=limits.cancelled)
            translated = self._translate(self.installation, files, folder, bounds)
            if translated.ending is not Ending.EXITED or translated.exit_code != 0:
                return self._without_plan("translator", translated, watch, translated.cpu_s, proves)
            searched = self._search(self.installation, folder, bounds)
            cpu_s = translated.cpu_s + searched.cpu_s
            if searched.ending is not Ending.EXITED or status_of(searched.exit_code) is not EngineStatus.PLAN:
                return self._without_plan("search", searched, watch, cpu_s, proves)
            try:
                calls = checked_plan(folder / "plan", staged)
            except PlanFileError as error:
                return watch.result(EngineStatus.CRASH, f"{self.name}: {error}.", (), cpu_s)
        return watch.result(EngineStatus.PLAN, f"{self.name} found a plan.", calls, cpu_s)

    def _translate(self, found: FastDownwardInstallation, files: PddlFiles, folder: Path, bounds: Bounds) -> Finished:
        # -S: the translator needs nothing of this environment's packages, whose start-up hooks may take long.
        command = [sys.executable, "-S", "-m", "fast_downward.translate"]
        command += [str(files.domain), str(files.task), "--sas-file", "task.sas"]
        return run(command, folder, bounds, environment={"PYTHONPATH": str(found.binaries)})

    def _search(self, found: FastDownwardInstallation, folder: Path, bounds: Bounds) -> Finished:
        command = [str(found.search), "--search", CONFIGURATIONS[self.configuration], "--internal-plan-file", "plan"]
        return run(command, folder, bounds, stdin=folder / "task.sas")

    def _without_plan(
        self, part: str, finished: Finished, watch: Stopwatch, cpu_s: float, proves: bool
    ) -> EngineResult:
        """What a part that did not succeed says."""
        who = f"The {part} of {self.name}"
        if finished.ending is Ending.TIMEOUT:
            return watch.result(
                EngineStatus.TIMEOUT, f"{who} ran out of time and was ended{finished.where()}.", (), cpu_s
            )
        if finished.ending is Ending.CANCELED:
            return watch.result(EngineStatus.CANCELED, f"{who} was cancelled.", (), cpu_s)
        if finished.ending is Ending.MISSING:
            return watch.result(EngineStatus.UNSUPPORTED, f"{who}: {finished.output}; {INSTALL}.", (), cpu_s)
        status, words = _CODES.get(finished.exit_code, (EngineStatus.CRASH, "broke down"))
        if status is EngineStatus.PLAN:  # of the translator, whose 1 is Python's; below 10 only the search succeeds
            status, words = EngineStatus.CRASH, "broke down"
        if status is EngineStatus.CRASH and any(mark in finished.output for mark in _NO_MEMORY):
            status, words = EngineStatus.MEMORY, "ran out of memory"
        if status is EngineStatus.UNSOLVABLE_PROVEN and not proves:
            status, words = EngineStatus.UNSOLVABLE_INCOMPLETE, "found no plan among actions whose cost is known"
        said = f"{who} {words} (exit code {finished.exit_code})"
        if status in (EngineStatus.INVALID_INPUT, EngineStatus.UNSUPPORTED, EngineStatus.CRASH):
            said = f"{said}: {finished.last_lines()}"
        return watch.result(status, f"{said}.", (), cpu_s)
