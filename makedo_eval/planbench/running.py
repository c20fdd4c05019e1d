# SPDX-License-Identifier: Apache-2.0
"""The tasks of PlanBench by Makedo's own search; a checker that shares nothing with it judges what comes out.

Source: Valmeekam et al., PlanBench, NeurIPS 2023; Valmeekam et al., Planning in Strawberry Fields, 2024 (the tasks that
    have no plan). Tasks: repository karthikv792/LLMs-Planning, MIT.
"""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from makedo_eval.case import DatasetError
from makedo_eval.planbench.checker import read
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineStatus
from planner_node.pddl.mistakes import PddlError
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_task
from planner_node.proof.certificate import closed_states
from planner_node.proof.search import SearchLimits, Status

_BENCH, _MORE = "plan-bench/instances", "llm_planning_analysis/instances"
SETS: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "blocksworld": (
            (f"{_BENCH}/blocksworld/generated_domain.pddl", f"{_BENCH}/blocksworld/generated_basic"),
            (f"{_BENCH}/blocksworld/generated_domain.pddl", f"{_BENCH}/blocksworld/generated_basic_3"),
        ),
        "mystery blocksworld": (
            (f"{_BENCH}/blocksworld/mystery/generated_domain.pddl", f"{_BENCH}/blocksworld/mystery/generated_basic"),
            (f"{_BENCH}/blocksworld/mystery/generated_domain.pddl", f"{_BENCH}/blocksworld/mystery/generated_basic_3"),
        ),
        "blocksworld, hard": (
            (f"{_MORE}/blocksworld_hard/generated_domain.pddl", f"{_MORE}/blocksworld_hard/generated"),
        ),
        "logistics": ((f"{_BENCH}/logistics/generated_domain.pddl", f"{_BENCH}/logistics/generated_basic"),),
        "logistics, deceptive names": (
            (
                f"{_BENCH}/obfuscated_deceptive_logistics/generated_domain.pddl",
                f"{_BENCH}/obfuscated_deceptive_logistics/generated_basic",
            ),
        ),
        "logistics, random names": (
            (
                f"{_BENCH}/obfuscated_randomized_logistics/generated_domain.pddl",
                f"{_BENCH}/obfuscated_randomized_logistics/generated_basic",
            ),
        ),
        "depots": ((f"{_BENCH}/depots/generated_domain.pddl", f"{_BENCH}/depots/generated_basic"),),
        "sokoban": ((f"{_MORE}/sokoban/generated_domain.pddl", f"{_MORE}/sokoban/generated_basic"),),
        "unsolvable blocksworld": (
            (
                f"{_MORE}/unsolvable_blocksworld/generated_domain.pddl",
                f"{_MORE}/unsolvable_blocksworld/generated_basic",
            ),
        ),
        "unsolvable, random names": (
            (
                f"{_MORE}/unsolvable_obfuscated_randomized_blocksworld/generated_domain.pddl",
                f"{_MORE}/unsolvable_obfuscated_randomized_blocksworld/generated_basic",
            ),
        ),
    }
)
"""Domain file and folder of tasks, below a checkout."""

_HEAD = ("set", "tasks", "solved", "shown unsolvable", "no answer", "refused by the checker", "steps", "median", "95 %")


@dataclass(frozen=True, slots=True)
class PlanBenchRecord:
    """What became of a task.

    Attributes:
        suite: of SETS.
        task: path below the checkout.
        status: how the search ended.
        steps: of the plan.
        cpu_s: from the text to the plan or the certificate, checking left out [s].
        refused: why the checker does not accept it; empty: it does, or there is nothing to check.
    """

    suite: str
    task: str
    status: EngineStatus
    steps: int
    cpu_s: float
    refused: str = ""


def is_held_out(task: str) -> bool:
    """Whether a task belongs to the half that nobody looks at while developing."""
    return sha256(f"makedo {task}".encode()).digest()[0] % 2 == 1


def run(
    folder: Path, limit: int = 0, time_limit_s: float = 30.0, held_out: bool | None = None
) -> Iterator[PlanBenchRecord]:
    """Solve and judge tasks.

    Args:
        folder: a checkout of LLMs-Planning.
        limit: only so many of each set; 0: all.
        time_limit_s: of a task [s].
        held_out: only one half; None: both.

    Raises:
        DatasetError: if a set is not there.
    """
    for suite, places in SETS.items():
        files = [(folder / domain, task) for domain, below in places for task in _tasks(folder / below)]
        if held_out is not None:
            files = [f for f in files if is_held_out(f[1].relative_to(folder).as_posix()) is held_out]
        for domain, task in files[: limit or None]:
            yield _judged(suite, domain, task, task.relative_to(folder).as_posix(), time_limit_s)


def table(records: Iterable[PlanBenchRecord]) -> str:
    """The counts in Markdown, a row for each set."""
    found: dict[str, list[PlanBenchRecord]] = {}
    for record in records:
        found.setdefault(record.suite, []).append(record)
    lines = [_row(_HEAD), _row(["---"] * len(_HEAD)), *(_row(_cells(suite, some)) for suite, some in found.items())]
    return "\n".join(lines) + "\n"


def _cells(suite: str, records: list[PlanBenchRecord]) -> tuple[str, ...]:
    accepted = [r for r in records if not r.refused]
    solved = [r for r in accepted if r.status is EngineStatus.PLAN]
    shown = sum(r.status is EngineStatus.UNSOLVABLE_PROVEN for r in accepted)
    refused = len(records) - len(accepted)
    times = sorted(1000 * r.cpu_s for r in records)
    steps = f"{statistics.mean(r.steps for r in solved):.1f}" if solved else "-"
    counts = (len(records), len(solved), shown, len(accepted) - len(solved) - shown, refused)
    spent = (statistics.median(times), times[int(0.95 * (len(times) - 1))])
    return (suite, *map(str, counts), steps, *(f"{t:.0f} ms" for t in spent))


def _tasks(folder: Path) -> list[Path]:
    files = [(int(m[1]), p) for p in folder.glob("instance-*.pddl") if (m := re.fullmatch(r"instance-(\d+)", p.stem))]
    if not files:
        raise DatasetError(f"{folder}: no instance-N.pddl; --data must be a checkout of karthikv792/LLMs-Planning")
    return [p for _, p in sorted(files)]


def _judged(suite: str, domain_file: Path, task_file: Path, name: str, time_limit_s: float) -> PlanBenchRecord:
    texts = domain_file.read_text(encoding="utf-8"), task_file.read_text(encoding="utf-8")
    begun = time.process_time()
    limits = SearchLimits(deadline_s=time.monotonic() + time_limit_s)
    try:
        domain = read_domain(texts[0], tolerant=True, source=str(domain_file)).value
        task = read_task(texts[1], domain, tolerant=True, source=name).value
    except PddlError as error:
        return PlanBenchRecord(suite, name, EngineStatus.INVALID_INPUT, 0, time.process_time() - begun, str(error))
    result = Builtin().solve(task, limits)
    states = closed_states(task, limits) if result.status is EngineStatus.UNSOLVABLE_PROVEN else frozenset()
    cpu_s = time.process_time() - begun
    try:
        checker = read(*texts)
    except DatasetError as error:
        return PlanBenchRecord(suite, name, result.status, len(result.calls), cpu_s, f"not read: {error}")
    refused = ""
    if result.status is EngineStatus.PLAN:
        refused = checker.reaches([(c.skill.lower(), [a.lower() for a in c.arguments]) for c in result.calls])
    elif isinstance(states, Status):
        refused = "the certificate was not ready in time"
    elif result.status is EngineStatus.UNSOLVABLE_PROVEN:
        plain = [frozenset((x.predicate.lower(), *(t.lower() for t in x.terms)) for x in state) for state in states]
        refused = checker.is_never_left(plain)
    return PlanBenchRecord(suite, name, result.status, len(result.calls), cpu_s, refused)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
