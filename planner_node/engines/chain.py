# SPDX-License-Identifier: Apache-2.0
"""Engines one after the other: the fast one first, the next only where it could do better."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from planner_node.engines.outcome import EngineResult, EngineStatus, PlanningEngine, Stopwatch
from planner_node.pddl.model import PddlTask
from planner_node.proof.search import SearchLimits

# What leaves the question open, the most hopeful first. If all engines end so, that is the answer: more time or
# memory may settle it, and what one engine does not find says nothing where another had to stop.
_OPEN = (
    EngineStatus.TIMEOUT,
    EngineStatus.MEMORY,
    EngineStatus.UNSOLVABLE_INCOMPLETE,
    EngineStatus.CRASH,
    EngineStatus.UNSUPPORTED,
)


def solve(task: PddlTask, engines: Sequence[PlanningEngine], limits: SearchLimits, share: float = 0.5) -> EngineResult:
    """Ask engines in their order until one settles the question.

    A plan, a proof that there is none, invalid input and cancellation settle it; a limit, a search that may miss
    plans, a crash and a task that an engine does not support do not. Engines of which that is known beforehand, or
    that are not installed, are passed over.

    Args:
        task: what to solve.
        engines: at least one.
        limits: of all together.
        share: of the time left, what each engine but the last gets; above 0, at most 1.

    Returns:
        The result that settles it, or the most promising of those that leave it open. Its message says what each
        engine said, its times are those of all.

    Raises:
        ValueError: without engines, or with a share out of range.
    """
    if not engines:
        raise ValueError("there is no engine to ask; give at least one")
    if not 0 < share <= 1:
        raise ValueError(f"the share of the time left is {share}; it must be above 0 and at most 1")
    watch = Stopwatch()
    said: list[str] = []
    able: list[PlanningEngine] = []
    for engine in engines:
        wrong = engine.unsupported(task)
        if wrong:
            said.append(f"{engine.name} was passed over: {wrong}.")
        else:
            able.append(engine)
    if not able:
        return watch.result(EngineStatus.UNSUPPORTED, " ".join(said))
    results: list[EngineResult] = []
    for index, engine in enumerate(able):
        last = index == len(able) - 1
        result = engine.solve(task, limits if last else _part(limits, share))
        results.append(result)
        said.append(result.message)
        if result.status not in _OPEN:
            break
        over = limits.cancelled() or time.monotonic() >= limits.deadline_s
        if over and not last:
            said.append(f"No time is left to ask {', '.join(e.name for e in able[index + 1 :])}.")
            break
    answer = results[-1]
    if answer.status in _OPEN:
        answer = min(results, key=lambda r: _OPEN.index(r.status))
    cpu_s = sum(r.cpu_s for r in results)
    wall_s = watch.result(answer.status, "").wall_s
    return EngineResult(answer.status, answer.calls, " ".join(said), cpu_s, wall_s)


def _part(limits: SearchLimits, share: float) -> SearchLimits:
    """The limits with a part of the time that is left."""
    left_s = limits.deadline_s - time.monotonic()
    if left_s == float("inf"):
        return limits
    return replace(limits, deadline_s=time.monotonic() + share * max(0.0, left_s))
