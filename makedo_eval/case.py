# SPDX-License-Identifier: Apache-2.0
"""What is evaluated on: cases with their judges, and data sets of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from makedo_core.failure import MakedoError
from planner_node.task import Result, Task


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


@dataclass(frozen=True)
class Case:
    """One task of a data set.

    Attributes:
        id: unique in its data set.
        family: what it is counted under.
        task: makes the planning task, anew for each strategy.
        judge: scores the answer.
    """

    id: str
    family: str
    task: Callable[[], Task]
    judge: Callable[[Result], Score]


@dataclass(frozen=True)
class Dataset:
    """Cases, and what has to be said of them.

    Attributes:
        name: as it is chosen on the command line.
        cases: in a fixed order.
        skipped: what of the data could not be read, a sentence each.
        published: success rate in the paper of the data by strategy, 0..1.
        source: of the published figures.
        comparable: what has to be kept in mind beside them.
    """

    name: str
    cases: tuple[Case, ...]
    skipped: tuple[str, ...] = ()
    published: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    comparable: str = ""
