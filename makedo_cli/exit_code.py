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
    FAILED = 4  # moved, and did not reach the goal
    STOPPED = 5  # cancelled or stopped
    SYSTEM = 6  # the system is not running, or a part of it died


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


def exit_code(cause: FailureCause) -> ExitCode:
    """Exit code of an instruction that ended with a cause."""
    if cause is FailureCause.SUCCESS:
        return ExitCode.OK
    if cause in (FailureCause.CANCELED, FailureCause.STOPPED):
        return ExitCode.STOPPED
    if cause in _SYSTEM:
        return ExitCode.SYSTEM
    if cause == FailureCause.INVALID_INSTRUCTION:
        return ExitCode.USAGE
    if cause is FailureCause.NOT_APPROVED:
        return ExitCode.REFUSED
    return ExitCode.REFUSED if cause < FailureCause.NAVIGATION_FAILED else ExitCode.FAILED
