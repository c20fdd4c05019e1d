# SPDX-License-Identifier: Apache-2.0
"""What becomes of what people wrote of ALFRED's demonstrations, judged by what was done in those."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause
from makedo_core.goals.facts import Facts
from makedo_core.ontology import load_ontology
from makedo_core.skills import Literal, Predicate
from makedo_eval.alfred.tasks import SPLITS, AlfredTask, read_alfred
from makedo_eval.sentences.judge import claims_exactness, course_of
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

_MACHINES = {
    "hot": ("microwave_1", "stove_burner_1"),
    "cold": ("fridge_1",),
    "clean": ("sink_basin_1", "bathtub_basin_1"),
}
_HEAD = ("split", "sentences of", "number", "right", "made do", "asked", "cannot", "refused", "otherwise", "ms, median")


class AlfredMark(StrEnum):
    """What an answer is worth, from best to worst."""

    RIGHT = "right"  # the end of the demonstration
    MADE_DO = "made do"  # the same but for what nobody can do or knows here (cut, clean), and it says so
    ASKED = "asked"
    CANNOT = "cannot"  # says that it has no skill for what it indeed has none for: cutting
    REFUSED = "refused"
    OTHERWISE = "otherwise"  # another end, though the sentence may not say all that was done


@dataclass(frozen=True, slots=True)
class AlfredRecord:
    """What became of a sentence.

    Attributes:
        exact: whether it was called exactly what was asked.
        said: the explanation, the question or the refusal.
        cpu_s: of reading and planning [s].
    """

    task: AlfredTask
    mark: AlfredMark
    exact: bool
    said: str
    cpu_s: float


def run(folder: Path, limit: int = 0, splits: Sequence[str] = SPLITS) -> Iterator[AlfredRecord]:
    """Give every sentence to the planner, with somebody to ask.

    Args:
        folder: a checkout.
        limit: only so many sentences of each split; 0: all.
        splits: which; those but the first are to be run for their counts only.

    Raises:
        DatasetError: if the data is not there.
    """
    engine = Engine(load_ontology(), Settings())
    for split in splits:
        for task in read_alfred(folder, split)[: limit or None]:
            begin = time.process_time()
            result = engine.plan(PlanningTask(task.said, task.graph))
            cpu_s = time.process_time() - begin
            said = result.explanation if result.plan is not None else result.outcome.message
            yield AlfredRecord(task, judged(task, result), claims_exactness(result), said, cpu_s)


def judged(task: AlfredTask, result: Result) -> AlfredMark:
    """The verdict on a result, by the end that its plan brings about."""
    if result.plan is None:
        if task.sliced and (result.outcome.cause is FailureCause.NOT_CAPABLE or "no skill" in result.outcome.message):
            return AlfredMark.CANNOT
        return AlfredMark.ASKED if result.question is not None else AlfredMark.REFUSED
    course, impossible = course_of(result, task.graph)
    if impossible or not _ends_so(task, course.states):
        return AlfredMark.OTHERWISE
    unsure = task.sliced or (task.quality == "clean" and not _was_made(task, course.states))
    if not unsure:
        return AlfredMark.RIGHT
    return AlfredMark.OTHERWISE if claims_exactness(result) else AlfredMark.MADE_DO


def table(records: Iterable[AlfredRecord]) -> str:
    """The counts in Markdown: a row for each split and kind of task, and one for each split."""
    found = list(records)
    lines = [_row(_HEAD), _row(["---"] * len(_HEAD))]
    for split in dict.fromkeys(r.task.split for r in found):
        some = [r for r in found if r.task.split == split]
        for kind in sorted({r.task.kind for r in some}):
            lines.append(_row((split, kind, *_cells([r for r in some if r.task.kind == kind]))))
        lines.append(_row((split, "all", *_cells(some))))
    exact = sum(r.exact and r.mark is AlfredMark.OTHERWISE for r in found)
    return "\n".join((*lines, "", f"Called exactly what was asked, and ended otherwise: {exact}")) + "\n"


def _ends_so(task: AlfredTask, states: Sequence[Facts]) -> bool:
    """Whether a thing ends as in the demonstration, but for what it was made."""
    thing, place = f"{task.thing}_1", f"{task.place}_1"
    if task.lit:
        is_held = Literal(Predicate.HOLDING, (thing,)) in states[-1] or any(_is_at(thing, (place,), s) for s in states)
        return is_held and Literal(Predicate.SWITCHED_ON, (place,)) in states[-1]
    made = task.quality in ("", "clean") or _was_made(task, states)
    return made and _is_at(thing, (place,), states[-1])


def _was_made(task: AlfredTask, states: Sequence[Facts]) -> bool:
    """Whether a thing was in a machine that makes it so, which ran if it has to."""
    runs = task.quality != "cold"
    return any(
        _is_at(f"{task.thing}_1", (machine,), state)
        and (not runs or Literal(Predicate.SWITCHED_ON, (machine,)) in state)
        for state in states
        for machine in _MACHINES[task.quality]
    )


def _is_at(thing: str, places: Collection[str], state: Facts) -> bool:
    return any(Literal(p, (thing, place)) in state for p in (Predicate.ON, Predicate.INSIDE) for place in places)


def _cells(records: Sequence[AlfredRecord]) -> Iterator[str]:
    yield str(len(records))
    for mark in AlfredMark:
        count = sum(r.mark is mark for r in records)
        yield f"{count} ({100 * count / len(records):.1f} %)"
    yield f"{1000 * median(r.cpu_s for r in records):.0f}"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
