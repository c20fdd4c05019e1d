# SPDX-License-Identifier: Apache-2.0
"""The terms of a plan, as values: what was asked, what becomes of it, what else could, and what stays as it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from makedo_core.account import Account
from makedo_core.contract.choice import OperatorChoice
from makedo_core.goals.relaxation import Relaxation


@dataclass(frozen=True, slots=True)
class GoalAlternative:
    """What could be done instead for a part; it can be reached as far as can be seen without a search.

    Attributes:
        choice: that takes it.
        words: what it is, in plain language.
        cost: relaxation cost of the whole part with it; 0: it is just what was asked for.
        reason: why it would do, and what it gives up; empty: it is just what was asked for.
    """

    choice: OperatorChoice
    words: str
    cost: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ContractPart:
    """What becomes of one part of what was asked.

    Attributes:
        asked: in plain language.
        stage: parts of a later one are met after those of an earlier one.
        count: how many things were asked for.
        things: ids of those for which it is done.
        place: id of where they go; empty: it is about no place, or left out.
        changes: of what was asked.
        alternatives: what could be done instead.
        chosen: what an operator chose for it, in plain language; empty: nothing.
        note: a choice that the planner made, and has to tell.
    """

    asked: str
    stage: int = 0
    count: int = 0
    things: tuple[str, ...] = ()
    place: str = ""
    changes: tuple[Relaxation, ...] = ()
    alternatives: tuple[GoalAlternative, ...] = ()
    chosen: str = ""
    note: str = ""


class UntouchedReason(IntEnum):
    """Why something is left as it is; the numbers are those of msg/Untouched.msg."""

    SAID = 0
    RULED_OUT = 1
    BESIDE = 2


@dataclass(frozen=True, slots=True)
class Untouched:
    """A thing that a plan leaves as it is, where somebody may expect otherwise."""

    node_id: str
    why: UntouchedReason
    reason: str


@dataclass(frozen=True, slots=True)
class Contract:
    """The terms of a plan.

    Attributes:
        parts: of what was asked.
        account: what is claimed of words and things.
        doubts: what is not sure or not as asked, each in a sentence without a full stop.
        untouched: what stays as it is.
    """

    parts: tuple[ContractPart, ...] = ()
    account: Account = field(default_factory=Account)
    doubts: tuple[str, ...] = ()
    untouched: tuple[Untouched, ...] = ()
