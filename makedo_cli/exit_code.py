# SPDX-License-Identifier: Apache-2.0
"""Exit codes of the `makedo` command."""

from __future__ import annotations

from enum import IntEnum

from makedo_core.failure import FailureCause


class ExitCode(IntEnum):
    """Exit codes that a shell script can distinguish."""

    OK = 0
    USAGE = 2  # a bad instruction or argument
    REFUSED = 3  # no acceptable goal can be reached; nothing moved
    FAILED = 4  # something moved, and the goal was not reached
    STOPPED = 5  # cancelled or stopped
    SYSTEM = 6  # the system is not running, is busy, or a part of it died or did not answer
    MADE_DO = 7  # done, but not to the letter: with something else, elsewhere or less
    NOT_IN_ORDER = 8  # it answered: there is a fault, no standstill is known, or there was nothing to do it to


_SYSTEM = frozenset(
    {
        FailureCause.BUSY,
        FailureCause.NOT_ACTIVE,
        FailureCause.COMPONENT_LOST,
        FailureCause.TIMEOUT,
        FailureCause.STALE_GRAPH,
        FailureCause.INTERNAL_ERROR,
        FailureCause.HANDED_OVER,
    }
)


def answered(cause: FailureCause) -> ExitCode:
    """Exit code of an order that a running system answered with a cause."""
    if cause is FailureCause.SUCCESS:
        return ExitCode.OK
    return ExitCode.SYSTEM if cause in _SYSTEM else ExitCode.NOT_IN_ORDER


def exit_code(cause: FailureCause, *, moved: bool | None = None, made_do: bool = False) -> ExitCode:
    """Exit code of an instruction that ended with a cause.

    Args:
        cause: how it ended.
        moved: whether the robot began to do something; None: not known, then the cause tells.
        made_do: whether its goal was changed.
    """
    if cause is FailureCause.SUCCESS:
        return ExitCode.MADE_DO if made_do else ExitCode.OK
    if cause in (FailureCause.CANCELED, FailureCause.STOPPED):
        return ExitCode.STOPPED
    if cause in _SYSTEM:
        return ExitCode.SYSTEM
    if cause == FailureCause.INVALID_INSTRUCTION:
        return ExitCode.USAGE
    if moved is not None:
        return ExitCode.FAILED if moved else ExitCode.REFUSED
    if cause is FailureCause.NOT_APPROVED:
        return ExitCode.REFUSED
    return ExitCode.REFUSED if cause < FailureCause.NAVIGATION_FAILED else ExitCode.FAILED
