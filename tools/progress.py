# SPDX-License-Identifier: Apache-2.0
"""Runs the long commands of set-up: output into a log, signs of life on the terminal, its end on failure."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from layout import BUILD

SIGN_OF_LIFE_S = 10.0


class StepFailedError(Exception):
    """A step of set-up could not be done; the message says what to do about it."""


def run_logged(
    command: Sequence[str | Path],
    log_name: str,
    *,
    environment: Mapping[str, str] | None = None,
    describe: Callable[[str], str | None] | None = None,
    folder: Path | None = None,
) -> None:
    """Run a command with its output in build/setup/<log_name>.log, reporting now and then that it is alive.

    Args:
        command: program and arguments.
        log_name: name of the log file, without folder and suffix; the output is appended.
        environment: whole environment of the command; this process's own if left out.
        describe: turns a line of output into a short note for the terminal, or None to ignore the line.
        folder: where the command is run; this process's own if left out.

    Raises:
        StepFailedError: the command ended with another exit code than 0.
    """
    BUILD.mkdir(parents=True, exist_ok=True)
    log_path = BUILD / f"{log_name}.log"
    note, shown_at = "", time.monotonic()
    with (
        log_path.open("a") as log,
        subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=dict(environment if environment is not None else os.environ),
            cwd=folder,
        ) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            log.write(line)
            note = (describe(line) if describe else None) or note
            if time.monotonic() - shown_at > SIGN_OF_LIFE_S:
                print(f"      {note or line.strip()[:100]}", flush=True)
                shown_at = time.monotonic()
    if process.returncode != 0:
        tail = "\n".join(log_path.read_text(errors="replace").splitlines()[-30:])
        shown = " ".join(str(part) for part in command)[:300]
        code = process.returncode
        raise StepFailedError(f"{shown}\nended with exit code {code}. The end of {log_path}:\n{tail}")


def say(text: str) -> None:
    """Print one indented line of progress."""
    print(f"      {text}", flush=True)
