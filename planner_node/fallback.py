# SPDX-License-Identifier: Apache-2.0
"""Other planning engines, for what the in-process search leaves open: it ran into a limit, or cannot prove its no."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.goal import Holds
from planner_node.backend import Backend, Manner
from planner_node.engines.chain import solve
from planner_node.engines.outcome import EngineStatus, PlanningEngine
from planner_node.explored import all_of, staged
from planner_node.proof import Proof, Stages
from planner_node.search import Limits, Status

_ANSWERS = {
    EngineStatus.PLAN: Status.SOLVED,
    EngineStatus.UNSOLVABLE_PROVEN: Status.UNSOLVABLE,
    EngineStatus.TIMEOUT: Status.TIMEOUT,
    EngineStatus.MEMORY: Status.MEMORY,
    EngineStatus.CANCELED: Status.CANCELED,
}


def prove_elsewhere(
    backend: Backend, stages: Stages, engines: Sequence[PlanningEngine], limits: Limits, manner: Manner
) -> tuple[Proof | None, str]:
    """What other engines say of the same question, and in which words; None: they could not be asked or do not know.

    Nothing is tidied up or shortened; the plan is validated like any other.
    """
    goal = staged([(i, all_of([Holds(x) for x in stage])) for i, stage in enumerate(stages)])
    task = backend.task(goal, manner)
    if task is None or not engines:
        return None, ""
    result = solve(task, engines, limits)
    status = _ANSWERS.get(result.status)
    if status is None:
        return None, result.message
    calls = tuple(backend.call(c) for c in result.calls)
    return Proof(status, calls), result.message
