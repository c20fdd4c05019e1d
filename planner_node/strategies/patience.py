# SPDX-License-Identifier: Apache-2.0
"""Language models take their time; search keeps a part of every time limit for itself."""

from __future__ import annotations

import time
from collections.abc import Callable

from makedo_llm.ladder import Adviser, Ladder
from planner_node.proof.search import SearchLimits
from planner_node.task import model_time_s


def advised_within(ladder: Ladder, limits: SearchLimits, cancelled: Callable[[], bool]) -> Adviser:
    """An adviser that ends early enough for search to plan without it.

    Args:
        ladder: whom to ask.
        limits: of model and search together.
        cancelled: asked often; True ends a call. The time limit is no cancellation.
    """
    return ladder.begin(cancelled, model_time_s(max(0.0, limits.deadline_s - time.monotonic())))
