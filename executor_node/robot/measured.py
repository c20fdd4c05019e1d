# SPDX-License-Identifier: Apache-2.0
"""Measurements after a motion: on a busy machine they arrive later than the result of the motion."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from makedo_core.cancel import CancelToken

LATE_S, POLL_S = 2.0, 0.02  # how late a measurement may be, and how often it is looked at [s, wall]
_Value = TypeVar("_Value")


def measured(read: Callable[[], _Value], expected: Callable[[_Value], bool], token: CancelToken) -> _Value:
    """The newest value as soon as it is as expected; the last one if that is not so in time."""
    deadline = time.monotonic() + LATE_S
    while True:
        value = read()
        if expected(value) or time.monotonic() > deadline or token.wait(POLL_S):
            return value
