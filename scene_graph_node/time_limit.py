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
_ON_THE_WAY_OUT = 4096  # calls that clearing up may take; raising there would be lost
_Result = TypeVar("_Result")


class TimeLimitError(MakedoError):
    """Work that was ended before it was done."""


class _Expired(BaseException):
    """Passes every `except Exception` on its way out of the work; where it is swallowed, it is raised again."""


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
        if calls < 0 or calls % _SELDOM:
            return
        if time.monotonic() > deadline or stopped():
            calls = -_ON_THE_WAY_OUT
            sys.settrace(again)
            raise _Expired  # Python takes away a hook that raises

    def again(_frame: FrameType, _event: str, _argument: Any) -> None:
        sys.setprofile(look)  # a function is called: on the way out, or the work has swallowed the exception

    before, traced = sys.getprofile(), sys.gettrace()
    try:
        sys.setprofile(look)
        try:
            return work()
        finally:
            sys.setprofile(before)  # a call as well: the time may be over just here
            sys.settrace(traced)
    except _Expired:
        sys.setprofile(before)
        sys.settrace(traced)
        reason = "it was stopped" if stopped() else f"it was not done within {timeout_s:g} s"
        raise TimeLimitError(reason) from None
