# SPDX-License-Identifier: Apache-2.0
"""Reasons to end the wait for an instruction early: an interruption, and an executor that is gone."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from rich.console import Console

from makedo_cli.instruction.interruption import Interruption
from makedo_core.failure import FailureCause

GONE_S = 5.0  # without an executor for so long, none will answer; discovery may blink [s, wall]
_LOOK_S = 0.25
CANCELLING = "cancelling; waiting for the robot to stand still (Ctrl-C again: leave)"
NOBODY_READS = (OSError, SystemExit)  # what a closed terminal and a closed pipe raise in rich's print


class Waiting:
    """Questions during the wait for an instruction: did somebody interrupt, is the executor there.

    ROS completes no result whose server is gone.

    Args:
        interruption: it is reported once.
        console: where.
        is_served: whether the executor is there.
        clock: monotonic wall clock [s].
    """

    def __init__(
        self,
        interruption: Interruption,
        console: Console,
        is_served: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._interruption = interruption
        self._console = console
        self._told = False
        self._is_served = is_served
        self._clock = clock
        self._looked = self._seen = clock()

    def for_server(self) -> bool:
        """Whether to wait no longer: nothing is sent yet."""
        return self._interruption.heard

    def for_answer(self) -> bool:
        """Never whether to wait no longer: only what is accepted can be cancelled."""
        if self._interruption.heard:
            self.tell()
        return False

    def for_result(self) -> bool:
        """Whether to cancel.

        Raises:
            CallError: if the executor is gone.
        """
        return self.for_stand() or self._interruption.heard

    def for_stand(self) -> bool:
        """Never whether to wait no longer: it is cancelled already.

        Raises:
            CallError: if the executor is gone.
        """
        from makedo_ros.runtime.clients import CallError

        now = self._clock()
        if now - self._looked < _LOOK_S:
            return False
        self._looked = now
        if self._is_served():
            self._seen = now
        elif now - self._seen > GONE_S:
            words = "the executor is gone; see why with `makedo doctor`, and restart the system"
            raise CallError(FailureCause.COMPONENT_LOST, words)
        return False

    def tell(self) -> None:
        """Tell that the instruction is being cancelled."""
        if not self._told:
            self._told = True
            with suppress(*NOBODY_READS):
                self._console.print(f"[yellow]{CANCELLING}[/]")
