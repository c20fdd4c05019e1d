# SPDX-License-Identifier: Apache-2.0
"""Action sequencing in VirtualHome, of the Embodied Agent Interface: Makedo's search answers, the benchmark scores.

Source: Li et al., Embodied Agent Interface: Benchmarking LLMs for Embodied Decision Making, NeurIPS 2024. Tasks and
    scorer: the wheel eai_eval 1.0.5, repository embodied-agent-interface/embodied-agent-interface, MIT.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from makedo_eval.eai.planning import EaiAnswer, answer
from makedo_eval.eai.prompts import read_tasks
from makedo_eval.eai.scoring import EaiVerdict, scored, verdict

_HEAD = ("half", "tasks", "scored", "success", "rate", "executable", "best published", "steps", "median", "95 %")
_BEST = "73.4 %"
_RAN = (EaiVerdict.SUCCESS, EaiVerdict.GOALS_MISSED, EaiVerdict.SAME_AS_REFERENCE)


@dataclass(frozen=True, slots=True)
class EaiRecord:
    """What became of a task.

    Attributes:
        answer: ours.
        verdict: the scorer's.
        said: the lines that the scorer logged.
    """

    answer: EaiAnswer
    verdict: EaiVerdict
    said: tuple[str, ...] = ()


def is_held_out(task: str) -> bool:
    """Whether a task belongs to the half that nobody looks at while developing."""
    return sha256(f"makedo {task}".encode()).digest()[0] % 2 == 1


def run(
    folder: Path,
    limit: int = 0,
    time_limit_s: float = 30.0,
    held_out: bool | None = None,
    python: str = sys.executable,
) -> tuple[EaiRecord, ...]:
    """EaiAnswer and score tasks.

    Args:
        folder: holds the unpacked wheel.
        limit: only so many; 0: all.
        time_limit_s: of the search for a task's plan [s].
        held_out: only one half; None: both.
        python: runs the scorer.

    Raises:
        DatasetError: if tasks or scorer are not there, or the scorer lacks a module.
    """
    tasks = [t for t in read_tasks(folder) if held_out is None or is_held_out(t.id) is held_out][: limit or None]
    scored(folder, (), python)  # a scorer that cannot be run is told before the work
    answers = [answer(task, time_limit_s) for task in tasks]
    said = scored(folder, answers, python)
    return tuple(EaiRecord(a, verdict(said.get(a.task, ())), said.get(a.task, ())) for a in answers)


def table(records: Sequence[EaiRecord]) -> str:
    """The counts in Markdown: a row for each half, and below what became of the tasks that are no success."""
    halves = [
        ("looked at", [r for r in records if not is_held_out(r.answer.task)]),
        ("unseen", [r for r in records if is_held_out(r.answer.task)]),
        ("both", list(records)),
    ]
    lines = ["VirtualHome, action sequencing; success is judged by the benchmark's scorer", ""]
    lines += [_row(_HEAD), _row(["---"] * len(_HEAD)), *(_row(_cells(name, some)) for name, some in halves if some)]
    kinds = Counter(r.verdict for r in records if r.verdict is not EaiVerdict.SUCCESS)
    lines += ["", *(f"- {kind.value}: {count}" for kind, count in kinds.most_common())]
    return "\n".join(lines) + "\n"


def _cells(name: str, records: Sequence[EaiRecord]) -> tuple[str, ...]:
    counted = [r for r in records if r.verdict is not EaiVerdict.NOT_SCORED]
    good = [r for r in counted if r.verdict is EaiVerdict.SUCCESS]
    ran = sum(r.verdict in _RAN for r in counted)
    steps = statistics.mean(r.answer.steps for r in records)
    times = sorted(1000 * r.answer.cpu_s for r in records)
    spent = (statistics.median(times), times[round(0.95 * (len(times) - 1))])
    rates = [f"{100 * n / len(counted):.1f} %" if counted else "-" for n in (len(good), ran)]
    counts = (str(len(records)), str(len(counted)), str(len(good)))
    return (name, *counts, *rates, _BEST, f"{steps:.1f}", *(f"{t:.0f} ms" for t in spent))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
