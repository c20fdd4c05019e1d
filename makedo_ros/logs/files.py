# SPDX-License-Identifier: Apache-2.0
"""Where the logs of Makedo's processes go: into a folder of their own, so that they can be bounded."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from makedo_core.record.log_bounds import OWN, LogBounds, log_root, prune_logs

_NO_FILE = ("--ros-args", "--disable-external-lib-logs")


def begin_logs() -> tuple[str, ...]:
    """Have ROS write this process's log into Makedo's folder; before ROS begins.

    Returns:
        Arguments for ROS: none, or that it write no file, where none can be written. ROS itself would not begin then.
    """
    folder = log_root(os.environ) / OWN
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        print(f"no log is kept of this process: {folder}: {error.strerror or error}", file=sys.stderr)
        return _NO_FILE
    os.environ["ROS_LOG_DIR"] = str(folder)
    return ()


def bound_logs(root: Path, bounds: LogBounds, tell: Callable[[str], None]) -> threading.Thread | None:
    """Remove logs beyond their bounds in a thread, so that nobody waits for it; None: there is no bound.

    Args:
        root: folder of all logs of ROS.
        bounds: of them.
        tell: gets the sentence of what could not be done.
    """
    if not bounds:
        return None

    def work() -> None:
        if problem := prune_logs(root, bounds).problem:
            tell(problem)

    thread = threading.Thread(target=work, name="logs", daemon=True)
    thread.start()
    return thread
