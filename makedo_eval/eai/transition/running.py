# SPDX-License-Identifier: Apache-2.0
"""The setting "transition modelling": answers, the scorer's counts, and the table.

Source: Li et al., Embodied Agent Interface, NeurIPS 2024, table 3.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from makedo_eval.case import DatasetError
from makedo_eval.eai.goals import GoalCounts
from makedo_eval.eai.prompts import is_held_out
from makedo_eval.eai.scoring import reason_of
from makedo_eval.eai.transition.knowledge import DeedBook, load_deeds
from makedo_eval.eai.transition.prompts import EaiWorld, TransitionTask, read_transition_tasks
from makedo_eval.eai.transition.writing import ActionWriter, WrittenAction
from planner_node.engines.builtin import Builtin
from planner_node.engines.outcome import EngineStatus
from planner_node.pddl.mistakes import PddlError
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_task
from planner_node.proof.search import SearchLimits

BEST = {EaiWorld.VIRTUALHOME: ("48.9 %", "91.9 %"), EaiWorld.BEHAVIOR: ("", "")}
"""Published F1 and share of tasks that are planned; empty: not at hand."""
_PROGRAM = Path(__file__).with_name("score_definitions.py")
_PARTS = ("precondition", "effect")


@dataclass(frozen=True, slots=True)
class WrittenDefinitions:
    """An answer.

    Attributes:
        task: whose.
        actions: with their bodies.
        strict: what is usually needed is needed here, too.
        reached: whether our own search reaches the problem's goal with them.
        cpu_s: from the prompt to the answer [s].
    """

    task: str
    actions: tuple[WrittenAction, ...]
    strict: bool
    reached: bool
    cpu_s: float

    @property
    def text(self) -> str:
        """In the benchmark's format."""
        return json.dumps({"output": " ".join(map(str, self.actions))})


@dataclass(frozen=True, slots=True)
class DefinitionRecord:
    """What the scorer says of an answer.

    Attributes:
        answer: ours.
        counts: predicates of preconditions and of effects.
        by_action: the same, by the action's name.
        planned: whether the scorer's planner reaches the goal.
        read: whether the scorer could read it; else nothing is counted.
    """

    answer: WrittenDefinitions
    counts: Mapping[str, GoalCounts]
    by_action: Mapping[str, Mapping[str, GoalCounts]]
    planned: bool
    read: bool


def definitions(task: TransitionTask, book: DeedBook, time_limit_s: float) -> WrittenDefinitions:
    """Bodies for all asked actions: what the prompt itself tells of them, else what is known of the deed.

    What a deed usually needs is left out where our own search cannot reach the problem's goal with it, and can without.
    """
    begun = time.process_time()
    writer = ActionWriter(book, task.predicates)
    tried: list[WrittenDefinitions] = []
    for strict in (True, False):
        actions = tuple(
            WrittenAction(a, *task.given[a.name]) if a.name in task.given else writer.write(a, strict=strict)
            for a in task.actions
        )
        if tried and actions == tried[0].actions:
            break
        reached = _reaches(task, actions, time_limit_s)
        tried.append(WrittenDefinitions(task.id, actions, strict, reached, time.process_time() - begun))
        if reached:
            return tried[-1]
    return WrittenDefinitions(task.id, tried[0].actions, True, False, time.process_time() - begun)


def run_definitions(
    folder: Path,
    world: EaiWorld = EaiWorld.VIRTUALHOME,
    limit: int = 0,
    held_out: bool | None = None,
    python: str = sys.executable,
    time_limit_s: float = 10.0,
) -> tuple[DefinitionRecord, ...]:
    """Answer and score tasks.

    Args:
        folder: holds the unpacked wheel.
        world: the data set.
        limit: only so many; 0: all.
        held_out: only one half; None: both.
        python: runs the scorer.
        time_limit_s: of our own search, for one try of a task [s].

    Raises:
        DatasetError: if tasks or scorer are not there, or the scorer lacks a module.
    """
    book = load_deeds()
    tasks = read_transition_tasks(folder, world)
    tasks = tuple(t for t in tasks if held_out is None or is_held_out(t.id) is held_out)[: limit or None]
    _scored(folder, (), python, world)  # a scorer that cannot be run is told before the work
    answers = [definitions(task, book, time_limit_s) for task in tasks]
    said = _scored(folder, answers, python, world)
    return tuple(_record(answer, said.get(answer.task, {})) for answer in answers)


def counted(records: Iterable[DefinitionRecord], part: str = "") -> GoalCounts:
    """The counts of all tasks together, of one part or of both."""
    return sum((r.counts[p] for r in records for p in _PARTS if r.read and part in ("", p)), GoalCounts())


def definitions_table(records: Sequence[DefinitionRecord], world: EaiWorld) -> str:
    """The counts in Markdown: a row for each half, and one for each action."""
    halves = [
        ("looked at", [r for r in records if not is_held_out(r.answer.task)]),
        ("unseen", [r for r in records if is_held_out(r.answer.task)]),
        ("both", list(records)),
    ]
    counts = ("precision", "recall", "F1", "best published", "F1, preconditions", "F1, effects")
    head = ("half", "tasks", *counts, "planned", "rate", "best published", "CPU time, median")
    lines = [f"{world.value}, transition modelling; counted by the benchmark's scorer", ""]
    lines += [_row(head), _row(["---"] * len(head))]
    lines += [_row(_cells(name, some, world)) for name, some in halves if some]
    lines += ["", _row(("action", "tasks", *(f"{p}: right, wrong, missed" for p in _PARTS))), _row(["---"] * 4)]
    return "\n".join([*lines, *(_row(cells) for cells in _by_action(records))]) + "\n"


def _cells(name: str, records: Sequence[DefinitionRecord], world: EaiWorld) -> tuple[str, ...]:
    rates = [_percent(rate) for rate in counted(records).rates]
    parts = [_percent(counted(records, part).rates[2]) for part in _PARTS]
    planned = sum(r.planned for r in records)
    spent = statistics.median(1000 * r.answer.cpu_s for r in records)
    best_f1, best_planned = BEST[world]
    share = _percent(planned / len(records))
    return (name, str(len(records)), *rates, best_f1, *parts, str(planned), share, best_planned, f"{spent:.0f} ms")


def _by_action(records: Sequence[DefinitionRecord]) -> Iterable[tuple[str, ...]]:
    names = sorted({action.signature.name for r in records for action in r.answer.actions})
    for name in names:
        tasks = sum(any(a.signature.name == name for a in r.answer.actions) for r in records)
        sums = (sum((r.by_action[p].get(name, GoalCounts()) for r in records if r.read), GoalCounts()) for p in _PARTS)
        yield (name, str(tasks), *(f"{c.right}, {c.wrong}, {c.missed}" for c in sums))


def _reaches(task: TransitionTask, actions: Sequence[WrittenAction], time_limit_s: float) -> bool:
    try:
        domain = read_domain(f"{task.domain}\n{' '.join(map(str, actions))})", tolerant=True, source=task.id).value
        problem = read_task(task.problem, domain, tolerant=True, source=task.id).value
    except PddlError:
        return False
    limits = SearchLimits(deadline_s=time.monotonic() + time_limit_s)
    return Builtin().solve(problem, limits).status is EngineStatus.PLAN


def _scored(
    folder: Path, answers: Sequence[WrittenDefinitions], python: str, world: EaiWorld
) -> Mapping[str, dict[str, Any]]:
    given = [{"identifier": a.task, "llm_output": a.text} for a in answers]
    with tempfile.TemporaryDirectory(prefix="makedo-eai-") as work:
        (Path(work) / "answers.json").write_text(json.dumps(given), encoding="utf-8")
        command = [python, str(_PROGRAM), str(folder.resolve()), work, world.value]
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=work)
        except OSError as error:
            raise DatasetError(f"the scorer cannot be run with {python}: {error}") from error
        if done.returncode != 0:
            more = "lark networkx numpy scipy pddlgym up-fast-downward"
            raise DatasetError(reason_of(done.stderr, python, more))
        said: dict[str, dict[str, Any]] = json.loads((Path(work) / "said.json").read_text(encoding="utf-8"))
    return said


def _record(answer: WrittenDefinitions, said: Mapping[str, Any]) -> DefinitionRecord:
    if not said.get("read"):
        return DefinitionRecord(answer, {}, {}, planned=False, read=False)
    counts = {part: GoalCounts(*said[part]) for part in _PARTS}
    by_action = {p: {name: GoalCounts(*c) for name, c in said["by_action"][p].items()} for p in _PARTS}
    return DefinitionRecord(answer, counts, by_action, bool(said["planned"]), read=True)


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
