# SPDX-License-Identifier: Apache-2.0
"""What the state of a task is called."""

from __future__ import annotations

from typing import Any

_NAMES = (
    "IDLE",
    "PLANNING",
    "EXECUTING",
    "RECOVERING",
    "STOPPING",
    "FINISHED",
    "PAUSED",
    "WAITING_FOR_APPROVAL",
    "WAITING_FOR_ANSWER",
    "HANDED_OVER",
)


def state_of(status: Any) -> str:
    """The name of the state in a `TaskStatus`, e.g. "PLANNING"; its number, if it has none that is known."""
    return next((name for name in _NAMES if getattr(type(status), name) == status.state), str(status.state))
