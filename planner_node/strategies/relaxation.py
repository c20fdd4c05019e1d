# SPDX-License-Identifier: Apache-2.0
"""Goal relaxation with a language model that proposes the changes, and search where that comes to nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from makedo_llm.ladder import Ladder
from planner_node.engine import Engine
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import PlanningEngine
from planner_node.language.interpret import interpret
from planner_node.language.refusal import Refusal
from planner_node.language.request import Attend, Inquire
from planner_node.proof.search import SearchLimits, Status
from planner_node.strategies.context_matters.algorithm import NoProposal
from planner_node.strategies.context_matters.settings import ContextSettings
from planner_node.strategies.context_matters.strategy import propose
from planner_node.strategies.patience import advised_within
from planner_node.strategies.telling import stopped
from planner_node.task import PlanningTask, Result


@dataclass(frozen=True)
class ProposedByModel:
    """Algorithm 1 with a language model; where it comes to nothing, the model-free engine. Safe for threads."""

    engine: Engine
    ladder: Ladder
    settings: ContextSettings = field(default_factory=ContextSettings)
    engines: Sequence[PlanningEngine] = (Builtin(),)

    def plan(self, task: PlanningTask) -> Result:
        """A validated plan for a task, or why there is none. Raises as `plan_or_fall_back`."""
        return plan_or_fall_back(task, self.engine, self.ladder, self.settings, self.engines)


def plan_or_fall_back(
    task: PlanningTask,
    engine: Engine,
    ladder: Ladder,
    settings: ContextSettings | None = None,
    engines: Sequence[PlanningEngine] = (Builtin(),),
) -> Result:
    """Plan with a model; where that comes to nothing, without one, and say so.

    A goal that is pursued already is not proposed anew: replanning goes without a model. So does what the engine itself
    has a model read. A limit of time or memory and
    a cancellation end planning; they are no reason to try again without a model.

    Raises:
        ReplayError: if a recording of models lacks an exchange.
    """
    if task.goal or _is_left_to_engine(task, engine):
        return engine.plan(task)
    settings = settings or ContextSettings()
    deadline_s = time.monotonic() + (task.time_limit_s or settings.time_limit_s)
    limits = SearchLimits(deadline_s, settings.max_states, task.cancelled)
    adviser = advised_within(ladder, limits, task.cancelled)
    asks = engine.settings.asks if task.asks is None else task.asks
    found = propose(replace(task, asks=asks), engine.ontology, adviser, limits, settings, engines, engine.book)
    if isinstance(found, Result):
        return found
    return _without_model(task, engine, found, deadline_s)


def _without_model(task: PlanningTask, engine: Engine, found: NoProposal, deadline_s: float) -> Result:
    """What search makes of a task, and why it was asked."""
    if task.time_limit_s:
        left_s = deadline_s - time.monotonic()
        if left_s <= 0:
            return replace(stopped(Status.TIMEOUT), asked=found.asked, explored=found.explored)
        task = replace(task, time_limit_s=left_s)
    result = engine.plan(task)
    told = " ".join((str(found.outcome), "I planned without a language model.", result.explanation)).strip()
    return replace(result, explanation=told)


def _is_left_to_engine(task: PlanningTask, engine: Engine) -> bool:
    """Whether no changes are to be proposed.

    A question is answered from the graph. What the grammar does not read, the engine has a model read, says back and
    asks about; the goal that a model proposes for it would be done unasked.
    """
    request = interpret(task.instruction, engine.ontology, task.graph, engine.book, task.habits)
    if isinstance(request, Refusal):
        return engine.interpreter is not None
    return any(isinstance(c, Inquire | Attend) for c in request.clauses)
