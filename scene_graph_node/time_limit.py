# SPDX-License-Identifier: Apache-2.0
"""Ends work that takes too long in its own thread, where nobody else can."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from makedo_core.failure import MakedoError

_SELDOM = 64  # calls between two looks at the clock; a look costs more than most calls
_Result = TypeVar("_Result")


class TimeLimitError(MakedoError):
    """Work that was ended before it was done."""


class _Expired(BaseException):
    """Passes every `except Exception` on its way out of the work."""


def never() -> bool:
    """Default of `stopped`: go on."""
    return False


def limited(work: Callable[[], _Result], timeout_s: float, stopped: Callable[[], bool] = never) -> _Result:
    """What the work returns, if it is done in time.

    The limit is looked at while functions are called and left (Python's profiling hook of this thread). A single long
    call into C, such as a match of a regular expression, is not interrupted.

    Args:
        work: Python code that may be left at any call.
        timeout_s: limit [s, wall].
        stopped: asked as often as the clock; True ends the work.

    Raises:
        TimeLimitError: if the time is over, or when stopped.
    """
    deadline = time.monotonic() + timeout_s
    calls = 0

    def look(_frame: FrameType, _event: str, _argument: Any) -> None:
        nonlocal calls
        calls += 1
        if calls % _SELDOM:
            return
        if time.monotonic() > deadline or stopped():
            raise _Expired

    before = sys.getprofile()
    try:
        sys.setprofile(look)
        try:
            return work()
        finally:
            sys.setprofile(before)  # a call as well: the time may be over just here
    except _Expired:
        sys.setprofile(before)  # Python takes away a hook that raises
        reason = "it was stopped" if stopped() else f"it was not done within {timeout_s:g} s"
        raise TimeLimitError(reason) from None
