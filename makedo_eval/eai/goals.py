# SPDX-License-Identifier: Apache-2.0
"""The setting "goal interpretation" in VirtualHome: prompts, answers, the counts of the benchmark's scorer, the table.

The wheel has no prompts of this setting; the benchmark's own generator writes them.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import auto
from pathlib import Path

from makedo_core.enums import StrEnum
from makedo_core.ontology import load_ontology
from makedo_eval.case import DatasetError
from makedo_eval.eai.goal_book import GoalBook
from makedo_eval.eai.goal_reading import GoalPart, GoalReader, GoalTask, ObjectAtHand, ReadGoal
from makedo_eval.eai.planning import EaiAnswer
from makedo_eval.eai.prompts import is_held_out, parts_of
from makedo_eval.eai.scoring import GOAL_PROMPTS, GOALS, scored
from planner_node.language.phrasebook import load_phrasebook

BEST = "42.7 %"
_PARTS = (
    "Relevant objects in the scene are:",
    "All possible relationships are",
    "Each relation has a fixed set",
    "Action goals is a list",
    "Goal name: ",
    "Goal description: ",
    "Now output the symbolic version",
)
_OBJECT = re.compile(r"^(\S+), initial states: \[(.*?)\], possible states: \[(.*)\]$", re.M)
_PAIRS = re.compile(r"^\{.*\}$", re.M)
_COUNTS = re.compile(r"^TP_(node|edge|action)_goals: (\d+), FP_\w+: (-?\d+), FN_\w+: (-?\d+)$")


@dataclass(frozen=True, slots=True)
class GoalCounts:
    """What the scorer counted: goals that are right, that are wrong, and that are missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: GoalCounts) -> GoalCounts:
        """Both together."""
        return GoalCounts(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def rates(self) -> tuple[float, float, float]:
        """Precision, recall and F1."""
        precision = self.right / (self.right + self.wrong) if self.right else 0.0
        recall = self.right / (self.right + self.missed) if self.right else 0.0
        return precision, recall, 2 * precision * recall / (precision + recall) if self.right else 0.0


@dataclass(frozen=True, slots=True)
class GoalRecord:
    """What became of a task.

    Attributes:
        task: as it was told.
        goals: ours.
        counts: the scorer's, by what goals are about.
        cpu_s: from the prompt to the answer [s].
    """

    task: GoalTask
    goals: tuple[ReadGoal, ...]
    counts: tuple[tuple[GoalPart, GoalCounts], ...]
    cpu_s: float


class GoalTold(StrEnum):
    """What of a task is read; one part alone is for comparison."""

    BOTH = auto()
    NAME = auto()
    DESCRIPTION = auto()


def read_goal_prompt(identifier: str, text: str) -> GoalTask:
    """The task that a prompt of this setting tells.

    Raises:
        DatasetError: if a part of the prompt is missing, or is something else.
    """
    objects, _, relations, _, name, description = parts_of(identifier, text, _PARTS)
    pairs = _PAIRS.search(relations)
    try:
        targets = ast.literal_eval(pairs[0]) if pairs else {}
    except (ValueError, SyntaxError) as error:
        raise DatasetError(f"task {identifier}: not a table of relations ({error})") from error
    return GoalTask(
        identifier,
        name.removeprefix("Goal name: ").strip(),
        description.removeprefix("Goal description: ").strip(),
        tuple(ObjectAtHand(m[1], _words(m[2]), _words(m[3])) for m in _OBJECT.finditer(objects)),
        {str(relation): frozenset(map(str, names)) for relation, names in targets.items()},
    )


def answer_of(goals: Iterable[ReadGoal]) -> str:
    """Goals in the benchmark's format."""
    by_part = {part: [goal.words for goal in goals if goal.part is part] for part in GoalPart}
    return json.dumps(
        {
            "node goals": [{"name": name, "state": state} for name, state in by_part[GoalPart.NODE]],
            "edge goals": [{"from_name": a, "relation": r, "to_name": b} for a, r, b in by_part[GoalPart.EDGE]],
            "action goals": [{"action": a, "description": ""} for (a,) in by_part[GoalPart.ACTION]],
        }
    )


def run_goals(
    folder: Path,
    limit: int = 0,
    held_out: bool | None = None,
    python: str = sys.executable,
    told: GoalTold = GoalTold.BOTH,
) -> tuple[GoalRecord, ...]:
    """Read and score tasks.

    Args:
        folder: holds the unpacked wheel.
        limit: only so many; 0: all.
        held_out: only one half; None: both.
        python: runs the benchmark's generator and scorer.
        told: what is read of a task.

    Raises:
        DatasetError: if tasks or scorer are not there, or the scorer lacks a module.
    """
    prompts = scored(folder, (), python, GOAL_PROMPTS)
    chosen = [task for task in prompts if held_out is None or is_held_out(task) is held_out][: limit or None]
    tasks = [read_goal_prompt(task, "\n".join(prompts[task])) for task in chosen]
    book = GoalBook(load_ontology(), load_phrasebook())
    answers = [_answered(GoalReader(book).goals, _part(task, told)) for task in tasks]
    given = [
        EaiAnswer(task.id, answer_of(goals), len(goals), (), spent)
        for task, (goals, spent) in zip(tasks, answers, strict=True)
    ]
    said = scored(folder, given, python, GOALS)
    return tuple(
        GoalRecord(task, goals, counted(said.get(task.id, ())), spent)
        for task, (goals, spent) in zip(tasks, answers, strict=True)
    )


def counted(lines: Iterable[str]) -> tuple[tuple[GoalPart, GoalCounts], ...]:
    """The counts that the scorer logs of a task, by what goals are about; empty: it did not count the task."""
    found = (_COUNTS.match(line) for line in lines)
    return tuple((GoalPart(m[1]), GoalCounts(int(m[2]), int(m[3]), int(m[4]))) for m in found if m)


def total(records: Iterable[GoalRecord], part: GoalPart | None = None) -> GoalCounts:
    """All counts together, or those of one part."""
    some = (count for r in records for kind, count in r.counts if part in (None, kind))
    return sum(some, GoalCounts())


def goal_table(records: Sequence[GoalRecord]) -> str:
    """The counts in Markdown: a row for each half."""
    halves = [
        ("looked at", [r for r in records if not is_held_out(r.task.id)]),
        ("unseen", [r for r in records if is_held_out(r.task.id)]),
        ("both", list(records)),
    ]
    head = (
        "half",
        "tasks",
        "precision",
        "recall",
        "F1",
        "best published",
        "states",
        "relations",
        "actions",
        "nothing read",
    )
    lines = ["VirtualHome, goal interpretation; counted by the benchmark's scorer", ""]
    lines += [_row(head), _row(["---"] * len(head))]
    lines += [_row(_cells(name, some)) for name, some in halves if some]
    return "\n".join(lines) + "\n"


def _cells(name: str, records: Sequence[GoalRecord]) -> tuple[str, ...]:
    rates = [_percent(rate) for rate in total(records).rates]
    parts = [_percent(total(records, part).rates[2]) for part in GoalPart]
    return (name, str(len(records)), *rates, BEST, *parts, str(sum(not r.goals for r in records)))


def _answered(read: Callable[[GoalTask], tuple[ReadGoal, ...]], task: GoalTask) -> tuple[tuple[ReadGoal, ...], float]:
    begun = time.process_time()
    return read(task), time.process_time() - begun


def _part(task: GoalTask, told: GoalTold) -> GoalTask:
    name = "" if told is GoalTold.DESCRIPTION else task.name
    return replace(task, name=name, description="" if told is GoalTold.NAME else task.description)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


def _percent(rate: float) -> str:
    return f"{100 * rate:.1f} %"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
