# SPDX-License-Identifier: Apache-2.0
"""How Makedo and the robot are, the worst first, each fault with what helps."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from makedo_core.doctor.finding import Level
from operator_node.state.board import Board, TopicSpec

HEALTH = "health"


class HealthPane:
    """Puts on the board what the executor says of the robot's health; may be called by any thread.

    Args:
        board: where.
        clock: seconds since 1970.
    """

    def __init__(self, board: Board, clock: Callable[[], float] = time.time) -> None:
        self._board, self._clock = board, clock
        board.declare(TopicSpec(HEALTH, most_hz=2.0))

    def on_health(self, items: Sequence[dict[str, Any]], battery: float) -> None:
        """What the robot needs, and how it is.

        Args:
            items: each with area, subject, level ("ok", "warning", "fault"), found and remedy.
            battery: charge from 0 to 1; negative: unknown.
        """
        counts = {level.value: sum(item["level"] == level.value for item in items) for level in Level}
        charge = round(battery, 2) if battery >= 0.0 else None
        heard = round(self._clock())
        self._board.put(HEALTH, {"items": list(items), "counts": counts, "battery": charge, "heard": heard})
