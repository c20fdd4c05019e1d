# SPDX-License-Identifier: Apache-2.0
"""The strategy "hierarchical": the engine decides what is pursued, macro actions how it is reached."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from pathlib import Path

from planner_node.engine import Engine, refused
from planner_node.request import Refusal
from planner_node.strategies.hierarchical.library import MacroLibrary
from planner_node.strategies.hierarchical.library_file import read_library, write_library
from planner_node.strategies.hierarchical.macro import MacroPlan
from planner_node.strategies.hierarchical.prover import Hierarchy
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts
from planner_node.task import Result, Task


@dataclass(frozen=True, slots=True)
class HierarchicalSettings:
    """Options of "hierarchical".

    Attributes:
        library: file in which macro actions are kept from one instruction to the next; empty: in memory only.
    """

    library: str = ""


@dataclass(frozen=True)
class Hierarchical:
    """Plans by macro actions without a model. Safe for threads."""

    engine: Engine
    library: MacroLibrary = field(default_factory=MacroLibrary)
    file: Path | None = None
    writing: threading.Lock = field(default_factory=threading.Lock)

    def plan(self, task: Task) -> Result:
        """A validated plan for a task, or why there is none.

        Raises:
            LibraryError: if the file of the library cannot be written.
        """
        limits = self.engine.limits(task)
        found = self.engine.understand(task)
        if isinstance(found, Refusal):
            return refused(found)
        hierarchy = Hierarchy(self.library, self.engine.settings.tidy_up)
        result = self.engine.plan_for(task, *found, limits, hierarchy.prove)
        if result.plan is None or not hierarchy.plan.macros or hierarchy.plan.calls != result.plan.calls:
            return result
        hierarchy.learn()
        if self.file is not None:
            with self.writing:
                write_library(self.library, self.file)
        return _told(result, hierarchy.plan)


def make_hierarchical(parts: Parts) -> Hierarchical:
    """The strategy of some parts.

    Raises:
        StrategyError: on an option that it does not have.
        LibraryError: if the file of the library is damaged.
    """
    settings = read_options(parts, HierarchicalSettings())
    file = Path(settings.library) if settings.library else None
    library = read_library(file) if file is not None and file.exists() else MacroLibrary()
    return Hierarchical(parts.engine, library, file)


def _told(result: Result, plan: MacroPlan) -> Result:
    """The result with its macro actions."""
    steps = "; ".join(f"{number}. {macro.name}" for number, macro in enumerate(plan.macros, 1))
    return replace(result, explanation=f"{result.explanation} Step by step: {steps}.".strip())
