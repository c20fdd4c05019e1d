# SPDX-License-Identifier: Apache-2.0
"""The result of a strategy that was stopped."""

from __future__ import annotations

from collections.abc import Sequence

from makedo_core.failure import FailureCause, Outcome
from planner_node.proof.search import Status
from planner_node.task import Result


def stopped(status: Status, feedback: Sequence[str] = ()) -> Result:
    """A limit or the caller ended planning; nothing is concluded from that."""
    cause, message = {
        Status.TIMEOUT: (FailureCause.PLANNING_TIMEOUT, "Planning took longer than it may; the goal was not changed."),
        Status.MEMORY: (
            FailureCause.PLANNING_MEMORY,
            "Planning looked at as many states as it may without an answer; the goal was not changed.",
        ),
        Status.CANCELED: (FailureCause.CANCELED, "Planning was cancelled."),
    }[status]
    return Result(Outcome(cause, message), explanation=" ".join((message, *feedback)))
