# SPDX-License-Identifier: Apache-2.0
"""Planning engines besides the in-process search: for what that leaves open, or in its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause, Outcome
from makedo_core.goals.goal import Holds, all_of, staged
from planner_node.engines.chain import solve
from planner_node.engines.outcome import EngineResult, EngineStatus, PlanningEngine
from planner_node.proof.backend import Backend, Manner
from planner_node.proof.proof import Proof, Stages
from planner_node.proof.search import SearchLimits, Status

_ANSWERS = {
    EngineStatus.PLAN: Status.SOLVED,
    EngineStatus.UNSOLVABLE_PROVEN: Status.UNSOLVABLE,
    EngineStatus.TIMEOUT: Status.TIMEOUT,
    EngineStatus.MEMORY: Status.MEMORY,
    EngineStatus.CANCELED: Status.CANCELED,
}
_CAUSES = {
    EngineStatus.UNSOLVABLE_INCOMPLETE: FailureCause.UNSOLVABLE_INCOMPLETE,
    EngineStatus.TIMEOUT: FailureCause.PLANNING_TIMEOUT,
    EngineStatus.MEMORY: FailureCause.PLANNING_MEMORY,
    EngineStatus.INVALID_INPUT: FailureCause.INVALID_GOAL,
    EngineStatus.UNSUPPORTED: FailureCause.UNSOLVABLE_INCOMPLETE,  # it has not looked for a plan
    EngineStatus.CRASH: FailureCause.ENGINE_CRASH,
    EngineStatus.CANCELED: FailureCause.CANCELED,
}


def prove_elsewhere(
    backend: Backend, stages: Stages, engines: Sequence[PlanningEngine], limits: SearchLimits, manner: Manner
) -> tuple[Proof | None, str]:
    """What other engines say of the same question, and in which words; None: they could not be asked or do not know.

    Nothing is tidied up or shortened; the plan is validated like any other.
    """
    result = _asked(backend, stages, engines, limits, manner)
    status = _ANSWERS.get(result.status)
    return None if status is None else _proof(backend, status, result), result.message


def prove_instead(
    backend: Backend, stages: Stages, engines: Sequence[PlanningEngine], limits: SearchLimits, manner: Manner
) -> Proof:
    """What engines that are asked in place of the in-process search say; as `prove_elsewhere`."""
    result = _asked(backend, stages, engines, limits, manner)
    proof = _proof(backend, _ANSWERS.get(result.status, Status.OPEN), result)
    if result.status not in _CAUSES:
        return proof
    return replace(proof, why=Outcome(_CAUSES[result.status], f"{result.message} The goal was not changed."))


def _asked(
    backend: Backend, stages: Stages, engines: Sequence[PlanningEngine], limits: SearchLimits, manner: Manner
) -> EngineResult:
    goal = staged([(i, all_of([Holds(x) for x in stage])) for i, stage in enumerate(stages)])
    task = backend.task(goal, manner)
    if task is None or not engines:
        return EngineResult(EngineStatus.UNSUPPORTED, message="The goal cannot be said in PDDL.")
    return solve(task, engines, limits)


def _proof(backend: Backend, status: Status, result: EngineResult) -> Proof:
    return Proof(status, tuple(backend.call(c) for c in result.calls))
