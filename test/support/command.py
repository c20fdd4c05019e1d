# SPDX-License-Identifier: Apache-2.0
"""The `makedo` command within the process of the tests: importing it costs seconds in each process."""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from makedo_cli.main import main

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended, named as in `subprocess.CompletedProcess`."""

    returncode: int
    stdout: str
    stderr: str


def makedo(*words: str | bytes, at: Path = ROOT) -> Ran:
    """Run `makedo` with these words in a folder; bytes come as a terminal would hand them over."""
    output = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="strict")  # as a process has them in a UTF-8 locale
    errors = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace")
    with _as_found(), redirect_stdout(output), redirect_stderr(errors):
        os.chdir(at)
        try:
            code = main([os.fsdecode(word) for word in words])
        except SystemExit as end:  # argparse
            code = end.code if isinstance(end.code, int) else 1
    return Ran(code, _text(output), _text(errors))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@contextmanager
def _as_found() -> Iterator[None]:
    """Leave folder, environment and logging as they were; main() sets up a process that is its own."""
    root, folder, environment = logging.getLogger(), Path.cwd(), dict(os.environ)
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
