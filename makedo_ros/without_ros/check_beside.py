# SPDX-License-Identifier: Apache-2.0
"""Runs the launch check; while it does nothing any more but listen for other stacks, the launch goes on beside it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from typing_extensions import Self

from makedo_ros.launch_check.listening import TOLD_TO
from makedo_ros.without_ros.launch_xml import LaunchError, run_command

_CHECK = "check_launch"
_PERIOD_S = 0.02


class CheckBeside:
    """Runs the commands of a launch file, for a LaunchReader. What is left of checks ends with the context."""

    def __init__(self) -> None:
        self._listening: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for check in self._listening:
            check.kill()
            check.communicate()

    def __call__(self, words: Sequence[str]) -> str:
        """What a command writes; of a launch check that is listening, nothing: it goes on.

        Raises:
            LaunchError: with what it writes to standard error, if it fails or is not there.
        """
        if Path(words[0]).name != _CHECK:
            return run_command(words)
        heard, told = os.pipe()
        with open(heard, "rb", buffering=0) as hearing:
            try:
                check = self._started(words, told)
            finally:
                os.close(told)
            is_listening = hearing.read(1) != b""  # else it has ended
        return "" if is_listening else self._output(check)

    def _started(self, words: Sequence[str], told: int) -> subprocess.Popen[str]:
        try:
            check = subprocess.Popen(
                words,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, TOLD_TO: str(told)},
                pass_fds=(told,),
                start_new_session=True,  # a terminal's Ctrl-C is for us, who end it
            )
        except OSError as error:
            raise LaunchError(f"cannot run {words[0]}: {error.strerror}") from None
        self._listening.append(check)
        return check

    def verdict(self, is_over: Callable[[], bool]) -> bool:
        """Wait for what the checks find.

        Args:
            is_over: whether nobody wants to know any more.

        Returns:
            Whether the launch may begin; False: nobody wants to know.

        Raises:
            LaunchError: with its words, if a check refuses the launch.
        """
        while any(check.poll() is None for check in self._listening):
            if is_over():
                return False
            time.sleep(_PERIOD_S)
        for check in tuple(self._listening):
            self._output(check)
        return not is_over()

    def _output(self, check: subprocess.Popen[str]) -> str:
        output, errors = check.communicate()
        self._listening.remove(check)
        if check.returncode:
            raise LaunchError(errors.strip() or f"{_CHECK} ended with exit code {check.returncode}")
        return output
