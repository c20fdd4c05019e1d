# SPDX-License-Identifier: Apache-2.0
"""What grounding a clause comes to: demands, or why there are none."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.grounding.demand import Demand
from planner_node.language.refusal import Refusal

GroundedClause = tuple[Demand, ...] | Refusal


def cannot(what: str) -> Refusal:
    """No skill does this."""
    return Refusal(FailureCause.NOT_CAPABLE, f"I have no skill for this: {what}.")
