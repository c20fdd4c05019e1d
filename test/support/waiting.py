# SPDX-License-Identifier: Apache-2.0
"""Waiting for a condition, so long that no busy machine makes a test fail."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
LIMIT_S = 90.0  # an idle machine takes far less than a second for what is waited for, or a few to start a process
LOOK_S = 0.01


def until(condition: Callable[[], T], what: str | Callable[[], str] = "", limit_s: float = LIMIT_S) -> T:
    """Wait until a condition holds and return its value; fail with what was waited for."""
    deadline = time.monotonic() + limit_s
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {limit_s} s: {what() if callable(what) else what or condition}")
        time.sleep(LOOK_S)
    return value
