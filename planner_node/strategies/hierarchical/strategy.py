# SPDX-License-Identifier: Apache-2.0
"""The strategy "hierarchical": the engine decides what is pursued, macro actions how it is reached."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from makedo_core.cancel import Cancelled
from makedo_core.failure import Outcome
from makedo_core.ports import KnowledgeGraph
from makedo_core.skills import SkillCall
from makedo_llm.chat import never
from makedo_llm.ladder import Ladder, NoModel
from planner_node.engine import Engine
from planner_node.language.refusal import Refusal
from planner_node.pddl.model import PddlTask
from planner_node.proof.search import SearchLimits
from planner_node.strategies.hierarchical.ablation import Ablation
from planner_node.strategies.hierarchical.advised import Advice
from planner_node.strategies.hierarchical.guided import Guided, plan_guided
from planner_node.strategies.hierarchical.macros.graph_library import GraphLibrary
from planner_node.strategies.hierarchical.macros.library import MacroLibrary
from planner_node.strategies.hierarchical.macros.library_file import read_library, write_library
from planner_node.strategies.hierarchical.macros.macro import MacroPlan
from planner_node.strategies.hierarchical.model_free import plan_task
from planner_node.strategies.hierarchical.prover import Hierarchy
from planner_node.strategies.options import read_options
from planner_node.strategies.parts import Parts, StrategyError
from planner_node.strategies.patience import advised_within
from planner_node.task import PlanningTask, Result, refused

NO_MODEL = "none"
GRAPH = "graph"


@dataclass(frozen=True, slots=True)
class HierarchicalSettings:
    """Options of "hierarchical".

    Attributes:
        library: file in which macro actions are kept from one instruction to the next; "graph": the knowledge graph;
            empty: in memory only.
        ablation: which parts of the published method a language model is asked with (`Ablation`); "none": no model
            is asked; empty: all of them where a model is configured.
    """

    library: str = ""
    ablation: str = ""

    def __post_init__(self) -> None:
        if self.ablation not in ("", NO_MODEL, *Ablation):
            raise ValueError(f"ablation is {self.ablation!r}; it must be one of {', '.join((*Ablation, NO_MODEL))}")


@dataclass(frozen=True, slots=True)
class Expansion:
    """What came of a PDDL task.

    Attributes:
        outcome, calls: of the plan in the end: a model's where that reaches the goal, else the one without it.
        guided: what the model made of it; None: none was asked, or it gave no usable answer in time.
    """

    outcome: Outcome
    calls: tuple[SkillCall, ...] = ()
    guided: Guided | None = None


@dataclass(frozen=True)
class Hierarchical:
    """Plans by macro actions. Safe for threads.

    Attributes:
        library: of macro actions.
        file: where they are kept; None: in memory only.
        shared: the knowledge graph that keeps them instead; None: none does.
        ladder: of models that say how a goal is reached; None: the search does.
        ablation: what they are asked with.
        source: knowledge graph that what they are shown is retrieved from; None: the planning task.
        model_time_s: for planning with a model, unless the task sets a limit [s, wall].
    """

    engine: Engine
    library: MacroLibrary = field(default_factory=MacroLibrary)
    file: Path | None = None
    shared: GraphLibrary | None = None
    ladder: Ladder | None = None
    ablation: Ablation = Ablation.HVR
    source: KnowledgeGraph | None = None
    model_time_s: float = 600.0
    writing: threading.Lock = field(default_factory=threading.Lock)

    def plan(self, task: PlanningTask) -> Result:
        """A validated plan for a task, or why there is none.

        Raises:
            LibraryError: if the file of the library cannot be written.
            ReplayError: if a recording of models lacks an exchange.
        """
        advised = self.ladder is not None and not task.goal  # a goal that is pursued already goes to search
        timed = replace(task, time_limit_s=task.time_limit_s or self.model_time_s) if advised else task
        limits = self.engine.limits(timed)
        found = self.engine.understand(timed)
        if isinstance(found, Refusal):
            return refused(found, task)
        library, problem = (self.library, "") if self.shared is None else self.shared.read()
        hierarchy = Hierarchy(library, self.engine.settings.tidy_up)
        advice = None
        if self.ladder is not None and advised:
            adviser = advised_within(self.ladder, limits, task.cancelled)
            advice = Advice(hierarchy, adviser, task.instruction, self.ablation, self.source)
        result = self.engine.plan_for(task, *found, limits, hierarchy.prove if advice is None else advice.prove)
        if advice is not None and result.plan is not None:
            result = replace(result, explanation=f"{result.explanation} {advice.note}".strip())
        if problem:
            note = f"The macro actions of the knowledge graph could not all be read ({problem.rstrip('.')})."
            result = replace(result, explanation=f"{result.explanation} {note}".strip())
        if result.plan is None or not hierarchy.plan.macros or hierarchy.plan.calls != result.plan.calls:
            return result
        learnt = hierarchy.learn()
        if self.shared is not None:
            self.shared.learn(learnt, task.instruction)
        if self.file is not None:
            with self.writing:
                write_library(self.library, self.file)
        return _told(result, hierarchy.plan)

    def plan_problem(self, task: PddlTask, instruction: str, time_limit_s: float) -> Expansion:
        """A plan for a PDDL task by itself; nothing is learnt from it.

        Args:
            task: what there is, what can be done and what is wanted.
            instruction: the same in words, for a model.
            time_limit_s: of all [s, wall].

        Raises:
            DomainError: if the task cannot be instantiated.
            ReplayError: if a recording of models lacks an exchange.
        """
        limits = SearchLimits(time.monotonic() + time_limit_s, self.engine.settings.max_states)
        planned = plan_task(task, limits)
        guided: Guided | None = None
        if self.ladder is not None:
            adviser = advised_within(self.ladder, limits, never)
            try:
                answered = plan_guided(task, instruction, adviser, self.ablation)
            except Cancelled:
                return Expansion(planned.outcome, planned.plan.calls)
            guided = None if isinstance(answered, NoModel) else answered
        if guided is not None and guided.run.outcome.ok:
            return Expansion(guided.run.outcome, guided.calls, guided)
        return Expansion(planned.outcome, planned.plan.calls, guided)


def make_hierarchical(parts: Parts) -> Hierarchical:
    """The strategy of some parts.

    Raises:
        StrategyError: on an option that it does not have, or an ablation without a model.
        LibraryError: if the file of the library is damaged.
    """
    settings = read_options(parts, HierarchicalSettings())
    ladder = parts.ladder if parts.ladder is not None and parts.ladder.models else None
    if settings.ablation == NO_MODEL:
        ladder = None
    elif settings.ablation:
        ladder = parts.model_ladder(f"the ablation {settings.ablation}")
    shared = None
    if settings.library == GRAPH:
        if parts.knowledge is None:
            raise StrategyError(f"library={GRAPH} needs a knowledge graph; over ROS the node scene_graph keeps one")
        shared = GraphLibrary(parts.knowledge)
    file = Path(settings.library) if settings.library not in ("", GRAPH) else None
    library = read_library(file) if file is not None and file.exists() else MacroLibrary()
    ablation = Ablation.HVR if settings.ablation in ("", NO_MODEL) else Ablation(settings.ablation)
    return Hierarchical(
        parts.engine, library, file, shared, ladder, ablation, parts.knowledge, parts.context.time_limit_s
    )


def _told(result: Result, plan: MacroPlan) -> Result:
    """The result with its macro actions."""
    steps = "; ".join(f"{number}. {macro.name}" for number, macro in enumerate(plan.macros, 1))
    return replace(result, explanation=f"{result.explanation} Step by step: {steps}.".strip())
