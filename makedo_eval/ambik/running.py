# SPDX-License-Identifier: Apache-2.0
"""Instructions that leave something open, and their counterparts that do not: which of them Makedo asks about.

Source: Ivanova et al., AmbiK, 2025 (repository cog-model/AmbiK-dataset). The data has no licence, so
    nothing of it is kept here.
"""

from __future__ import annotations

import csv
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from makedo_core.conversation.question import QuestionKind
from makedo_core.enums import StrEnum
from makedo_eval.ambik.kitchen import kitchen_with
from makedo_eval.case import DatasetError
from planner_node.assembly import AssembledPlanner, Choices, assemble
from planner_node.task import PlanningTask

FILE = Path("ambik_dataset/ambik_test_900.csv")
"""Below a checkout."""
_HEAD = (
    "half",
    "instructions",
    "number",
    "should ask",
    "asks",
    "which",
    "otherwise",
    "plans",
    "refuses",
    "CPU time, median",
)


class AmbikKind(StrEnum):
    """What of an instruction is left open."""

    PREFERENCES = "preferences"
    COMMON_SENSE = "common_sense_knowledge"
    SAFETY = "safety"
    NOTHING = "nothing: exact names"
    NOTHING_INDIRECT = "nothing: other words"

    @property
    def is_asked_about(self) -> bool:
        """Whether the data wants a question: what only the speaker can know."""
        return self is AmbikKind.PREFERENCES


@dataclass(frozen=True, slots=True)
class AmbikTask:
    """An instruction in a kitchen.

    Attributes:
        id: of the pair that it belongs to.
        kind: what it leaves open.
        text: the instruction.
        names: of the things that are there.
    """

    id: str
    kind: AmbikKind
    text: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AmbikRecord:
    """What became of an instruction.

    Attributes:
        asked: what kind of question is asked; None: none.
        planned: whether there is a plan.
        said: the question, or what is said instead.
        cpu_s: of reading and planning [s].
    """

    task: AmbikTask
    asked: QuestionKind | None
    planned: bool
    said: str
    cpu_s: float


def is_held_out(pair: str) -> bool:
    """Whether a pair belongs to the half that nobody looks at while developing."""
    return sha256(f"makedo {pair}".encode()).digest()[0] % 2 == 1


def read_ambik(folder: Path) -> tuple[AmbikTask, ...]:
    """The instructions of a checkout, two or three of each pair.

    Raises:
        DatasetError: if the file is not there, or is something else.
    """
    file = folder / FILE
    if not file.is_file():
        raise DatasetError(f"{file} is not there; --data must be a checkout of cog-model/AmbiK-dataset")
    with file.open(encoding="utf-8", newline="") as lines:
        try:
            return tuple(task for row in csv.DictReader(lines) for task in _tasks(row))
        except (KeyError, ValueError, csv.Error) as error:
            raise DatasetError(f"{file}: not a table of pairs ({error})") from error


def run(folder: Path, limit: int = 0, held_out: bool | None = None) -> Iterator[AmbikRecord]:
    """Give instructions to the planner, danger included, with somebody to ask.

    Args:
        folder: a checkout.
        limit: only so many pairs; 0: all.
        held_out: only one half; None: both.

    Raises:
        DatasetError: if the data is not there.
    """
    tasks = [t for t in read_ambik(folder) if held_out is None or is_held_out(t.id) is held_out]
    pairs = list(dict.fromkeys(t.id for t in tasks))[: limit or None]
    planner = assemble(Choices(), {})
    for task in tasks:
        if task.id in pairs:
            yield _judged(planner, task)


def table(records: Iterable[AmbikRecord]) -> str:
    """The counts in Markdown: a row for each half and kind."""
    found = list(records)
    lines = [_row(_HEAD), _row(["---"] * len(_HEAD))]
    for half, held in (("looked at", False), ("unseen", True)):
        for kind in AmbikKind:
            some = [r for r in found if r.task.kind is kind and is_held_out(r.task.id) is held]
            lines += [_row((half, *_cells(kind, some)))] if some else []
    kinds = Counter(r.asked.value for r in found if r.asked is not None)
    return "\n".join((*lines, "", *(f"- {kind}: {count}" for kind, count in kinds.most_common()))) + "\n"


def _tasks(row: dict[str, str]) -> Iterator[AmbikTask]:
    names = tuple(name.strip() for name in row["environment_short"].split(",") if name.strip())
    yield AmbikTask(row[""], AmbikKind(row["ambiguity_type"]), row["ambiguous_task"], names)
    yield AmbikTask(row[""], AmbikKind.NOTHING, row["unambiguous_direct"], names)
    if row["unambiguous_indirect"].strip():  # not every pair has one
        yield AmbikTask(row[""], AmbikKind.NOTHING_INDIRECT, row["unambiguous_indirect"], names)


def _judged(planner: AssembledPlanner, task: AmbikTask) -> AmbikRecord:
    begun = time.process_time()
    result = planner.plan(PlanningTask(task.text, kitchen_with(task.names)))
    question = result.question
    said = question.text if question is not None else result.explanation or result.outcome.message
    kind = question.kind if question is not None else None
    return AmbikRecord(task, kind, result.plan is not None, said, time.process_time() - begun)


def _cells(kind: AmbikKind, records: Sequence[AmbikRecord]) -> tuple[str, ...]:
    asked = [r.asked for r in records if r.asked is not None]
    which = sum(a is QuestionKind.WHICH for a in asked)
    plans = sum(r.planned for r in records)
    counts = (len(asked), which, len(asked) - which, plans, sum(not r.planned and r.asked is None for r in records))
    shares = (f"{n} ({100 * n / len(records):.1f} %)" for n in counts)
    median = sorted(1000 * r.cpu_s for r in records)[len(records) // 2]
    return (kind.value, str(len(records)), "yes" if kind.is_asked_about else "no", *shares, f"{median:.0f} ms")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
