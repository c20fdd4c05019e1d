# SPDX-License-Identifier: Apache-2.0
"""What becomes of LIBERO's sentences, judged by the goals of their problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from makedo_core.enums import StrEnum
from makedo_core.failure import FailureCause
from makedo_core.goals.facts import Facts
from makedo_core.ontology import load_ontology
from makedo_core.skills import Literal, Predicate
from makedo_eval.libero.problems import SUITES, Atom, LiberoProblem, read_libero
from makedo_eval.sentences.judge import claims_exactness, course_of
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Result, Settings

_HEAD = ("suite", "sentences", "right", "asked", "refused", "otherwise", "otherwise and called exact")
_STATES = {"Open": (Predicate.OPEN, True), "Close": (Predicate.CLOSED, True)}
_SWITCHES = {"Turnon": True, "Turnoff": False}


class LiberoMark(StrEnum):
    """What an answer is worth."""

    RIGHT = "right"
    ASKED = "asked"  # which one is meant, or whether something else will do
    REFUSED = "refused"
    OTHERWISE = "otherwise"


@dataclass(frozen=True, slots=True)
class LiberoRecord:
    """What became of a sentence.

    Attributes:
        exact: whether it was called exactly what was asked.
        said: the explanation, the question or the refusal.
    """

    problem: LiberoProblem
    mark: LiberoMark
    exact: bool
    said: str


def run(folder: Path, limit: int = 0) -> Iterator[LiberoRecord]:
    """Give every sentence to the planner, with somebody to ask and everything in sight.

    Args:
        folder: a checkout.
        limit: only so many of each suite; 0: all.

    Raises:
        DatasetError: if the data is not there.
    """
    engine = Engine(load_ontology(), Settings())
    for suite in SUITES:
        for problem in read_libero(folder, suite)[: limit or None]:
            result = engine.plan(PlanningTask(problem.said, problem.graph))
            said = result.explanation if result.plan is not None else result.outcome.message
            yield LiberoRecord(problem, judged(problem, result), claims_exactness(result), said)


def judged(problem: LiberoProblem, result: Result) -> LiberoMark:
    """The verdict on a result, by what is true in the end."""
    if result.plan is None:
        asks = result.question is not None or result.outcome.cause is FailureCause.AMBIGUOUS
        return LiberoMark.ASKED if asks else LiberoMark.REFUSED
    course, impossible = course_of(result, problem.graph)
    end = course.states[-1]
    right = not impossible and all(_holds(atom, problem, end) for atom in problem.goal)
    return LiberoMark.RIGHT if right else LiberoMark.OTHERWISE


def table(records: Iterable[LiberoRecord]) -> str:
    """The counts in Markdown: a row for each suite, and one for all."""
    found = list(records)
    lines = [_row(_HEAD), _row(["---"] * len(_HEAD))]
    for suite in (*dict.fromkeys(r.problem.suite for r in found), "all"):
        some = [r for r in found if suite in (r.problem.suite, "all")]
        false = sum(r.exact and r.mark is LiberoMark.OTHERWISE for r in some)
        counts = (sum(r.mark is mark for r in some) for mark in LiberoMark)
        lines.append(_row((suite, str(len(some)), *map(str, counts), str(false))))
    return "\n".join(lines) + "\n"


def _holds(atom: Atom, problem: LiberoProblem, state: Facts) -> bool:
    """Whether something of a goal is so; where on a table something is to be, the goal's region says too exactly."""
    thing = problem.place_of(atom.thing)
    if atom.predicate in _STATES:
        predicate, so = _STATES[atom.predicate]
        return (Literal(predicate, (thing,)) in state) is so
    if atom.predicate in _SWITCHES:
        return (Literal(Predicate.SWITCHED_ON, (thing,)) in state) is _SWITCHES[atom.predicate]
    place = problem.place_of(atom.place)
    return any(Literal(p, (thing, place)) in state for p in (Predicate.ON, Predicate.INSIDE))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
