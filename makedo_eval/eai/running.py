# SPDX-License-Identifier: Apache-2.0
"""Settings of the Embodied Agent Interface in VirtualHome: Makedo's search answers, the benchmark scores.

Source: Li et al., Embodied Agent Interface: Benchmarking LLMs for Embodied Decision Making, NeurIPS 2024. Tasks and
    scorer: the wheel eai_eval 1.0.5, repository embodied-agent-interface/embodied-agent-interface, MIT.
"""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from makedo_eval.eai.planning import EaiAnswer, answer
from makedo_eval.eai.prompts import PROMPTS, EaiTask, is_held_out, read_prompt, read_tasks
from makedo_eval.eai.scoring import EaiVerdict, scored, subgoal_verdict, verdict
from makedo_eval.eai.subgoals import SUBGOAL_PROMPTS, read_subgoal_prompt, subgoals

_HEAD = ("half", "tasks", "scored", "success", "rate", "executable", "best published", "steps", "median", "95 %")
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


@dataclass(frozen=True, slots=True)
class EaiSetting:
    """One of the benchmark's settings: what an agent is told, and what it is to answer.

    Attributes:
        name: as the benchmark's folders have it.
        best: the best published rate.
        prompts: below the unpacked wheel.
        read: makes a task of an identifier and a prompt.
        answer: answers a task within a time [s].
        verdict: of what the scorer says of a task.
    """

    name: str
    best: str
    prompts: Path
    read: Callable[[str, str], EaiTask]
    answer: Callable[[EaiTask, float], EaiAnswer]
    verdict: Callable[[Iterable[str]], EaiVerdict]


ACTIONS = EaiSetting("action_sequencing", "73.4 %", PROMPTS, read_prompt, answer, verdict)
SUBGOALS = EaiSetting(
    "subgoal_decomposition", "89.4 %", SUBGOAL_PROMPTS, read_subgoal_prompt, subgoals, subgoal_verdict
)
SETTINGS = (ACTIONS, SUBGOALS)


def run(
    folder: Path,
    limit: int = 0,
    time_limit_s: float = 30.0,
    held_out: bool | None = None,
    python: str = sys.executable,
    setting: EaiSetting = ACTIONS,
) -> tuple[EaiRecord, ...]:
    """EaiAnswer and score tasks.

    Args:
        folder: holds the unpacked wheel.
        limit: only so many; 0: all.
        time_limit_s: of the search for a task's plan [s].
        held_out: only one half; None: both.
        python: runs the scorer.
        setting: what is asked for.

    Raises:
        DatasetError: if tasks or scorer are not there, or the scorer lacks a module.
    """
    tasks = read_tasks(folder, setting.prompts, setting.read)
    tasks = tuple(t for t in tasks if held_out is None or is_held_out(t.id) is held_out)[: limit or None]
    scored(folder, (), python, setting.name)  # a scorer that cannot be run is told before the work
    answers = [setting.answer(task, time_limit_s) for task in tasks]
    said = scored(folder, answers, python, setting.name)
    return tuple(EaiRecord(a, setting.verdict(said.get(a.task, ())), said.get(a.task, ())) for a in answers)


def table(records: Sequence[EaiRecord], setting: EaiSetting = ACTIONS) -> str:
    """The counts in Markdown: a row for each half, and below what became of the tasks that are no success."""
    halves = [
        ("looked at", [r for r in records if not is_held_out(r.answer.task)]),
        ("unseen", [r for r in records if is_held_out(r.answer.task)]),
        ("both", list(records)),
    ]
    title = setting.name.replace("_", " ")
    lines = [f"VirtualHome, {title}; success is judged by the benchmark's scorer", ""]
    lines += [_row(_HEAD), _row(["---"] * len(_HEAD))]
    lines += [_row(_cells(name, some, setting.best)) for name, some in halves if some]
    kinds = Counter(r.verdict for r in records if r.verdict is not EaiVerdict.SUCCESS)
    lines += ["", *(f"- {kind.value}: {count}" for kind, count in kinds.most_common())]
    return "\n".join(lines) + "\n"


def _cells(name: str, records: Sequence[EaiRecord], best: str) -> tuple[str, ...]:
    counted = [r for r in records if r.verdict is not EaiVerdict.NOT_SCORED]
    good = [r for r in counted if r.verdict is EaiVerdict.SUCCESS]
    ran = sum(r.verdict in _RAN for r in counted)
    steps = statistics.mean(r.answer.steps for r in records)
    times = sorted(1000 * r.answer.cpu_s for r in records)
    spent = (statistics.median(times), times[round(0.95 * (len(times) - 1))])
    rates = [f"{100 * n / len(counted):.1f} %" if counted else "-" for n in (len(good), ran)]
    counts = (str(len(records)), str(len(counted)), str(len(good)))
    return (name, *counts, *rates, best, f"{steps:.1f}", *(f"{t:.0f} ms" for t in spent))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
