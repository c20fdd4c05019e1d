# SPDX-License-Identifier: Apache-2.0
"""What a planning engine is, and how solving a task can end."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from makedo_core.skills import SkillCall
from planner_node.pddl.model import PddlTask
from planner_node.proof.search import SearchLimits


class EngineStatus(Enum):
    """How an engine ended. Only UNSOLVABLE_PROVEN says that there is no plan."""

    PLAN = auto()
    UNSOLVABLE_PROVEN = auto()
    UNSOLVABLE_INCOMPLETE = auto()  # none was found, and the engine does not vouch for there being none
    TIMEOUT = auto()
    MEMORY = auto()
    INVALID_INPUT = auto()  # the task has a mistake
    UNSUPPORTED = auto()  # the engine does not know what the task says, or is not there
    CRASH = auto()
    CANCELED = auto()


@dataclass(frozen=True, slots=True)
class EngineResult:
    """How solving ended.

    Attributes:
        calls: the plan; empty unless the status is PLAN (a goal that holds already has an empty plan).
        message: one sentence or more for people: why there is no plan, or which engine found it.
        cpu_s: of all processes and of our own work [s].
        wall_s: from the call to the answer [s].
    """

    status: EngineStatus
    calls: tuple[SkillCall, ...] = ()
    message: str = ""
    cpu_s: float = 0.0
    wall_s: float = 0.0


class PlanningEngine(Protocol):
    """Something that finds plans."""

    @property
    def name(self) -> str:
        """For people."""

    def unsupported(self, task: PddlTask) -> str:
        """Why the engine cannot be given a task, and what would help; empty if it can."""

    def solve(self, task: PddlTask, limits: SearchLimits) -> EngineResult:
        """A plan from the initial state to the goal, or why there is none. Never raises for what is in the task."""


class Stopwatch:
    """Wall time and CPU time of this thread since it was made, for results."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.monotonic(), time.thread_time()

    def result(
        self, status: EngineStatus, message: str, calls: tuple[SkillCall, ...] = (), children_cpu_s: float = 0.0
    ) -> EngineResult:
        """A result with the times until now; `children_cpu_s` is what other processes used [s]."""
        cpu_s = time.thread_time() - self._cpu + children_cpu_s
        return EngineResult(status, calls, message, cpu_s, time.monotonic() - self._wall)
