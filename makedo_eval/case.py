# SPDX-License-Identifier: Apache-2.0
"""What is evaluated on: cases, each with a way to attempt and judge it, and data sets of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from makedo_core.failure import MakedoError, Outcome
from makedo_core.skills import SkillCall
from makedo_eval.planning import CasePlanner
from planner_node.strategies.parts import Strategy
from planner_node.task import PlanningTask, Result


class DatasetError(MakedoError):
    """Data that is missing or malformed; the message says where, and what would be right."""


@dataclass(frozen=True, slots=True)
class Score:
    """How good one answer is.

    Attributes:
        success: in the sense of the data set's own metric.
        precision: share of what had to change that is right in the end, 0..1.
        more: further numbers by name; truths are 0 or 1.
        note: why it is no success, in a sentence.
    """

    success: bool
    precision: float
    more: Mapping[str, float] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class CaseAttempt:
    """What a strategy made of a case.

    Attributes:
        outcome: of planning; of several plannings, of the last.
        calls: of the plan; where it was carried out, those that were.
        explanation: what the strategy said.
    """

    outcome: Outcome
    calls: tuple[SkillCall, ...]
    explanation: str
    score: Score


class Case(Protocol):
    """One task of a data set."""

    @property
    def id(self) -> str:
        """Unique in its data set."""

    @property
    def family(self) -> str:
        """What it is counted under."""

    def attempt(self, planning: CasePlanner) -> CaseAttempt:
        """Have it planned, and judge what came of it."""


@dataclass(frozen=True)
class OnePlan:
    """A case that asks for one plan.

    Attributes:
        id, family: as of `Case`.
        task: makes the planning task, anew for each strategy.
        judge: scores the answer.
        meant: the task as somebody would put it who knows what is meant, e.g. with the goal given: from it a simulated
            model knows what is right; None: from the task itself.
    """

    id: str
    family: str
    task: Callable[[], PlanningTask]
    judge: Callable[[Result], Score]
    meant: Callable[[], PlanningTask] | None = None

    def attempt(self, planning: CasePlanner) -> CaseAttempt:
        """One plan."""
        result = planning.plan(self.task(), None if self.meant is None else self.meant())
        calls = result.plan.calls if result.plan is not None else ()
        return CaseAttempt(result.outcome, calls, result.explanation, self.judge(result))


def any_strategy(strategy: Strategy) -> str:
    """Tasks that every strategy can be given."""
    return ""


@dataclass(frozen=True)
class Dataset:
    """Cases, and what has to be said of them.

    Attributes:
        name: as it is chosen on the command line.
        cases: in a fixed order.
        skipped: what of the data could not be read, a sentence each.
        published: success rate in the paper of the data by strategy, 0..1. A strategy is named with its options, or
            without them for all.
        source: of the published figures.
        comparable: what has to be kept in mind beside them.
        published_more: means of further numbers in that paper, by strategy and name.
        published_families: success rates in that paper by strategy and family; where there are some, ours are listed by
            family too.
        refuses: why a strategy cannot be given these tasks; empty: it can.
    """

    name: str
    cases: tuple[Case, ...]
    skipped: tuple[str, ...] = ()
    published: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    comparable: str = ""
    published_more: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    published_families: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    refuses: Callable[[Strategy], str] = any_strategy
