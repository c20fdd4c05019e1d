# SPDX-License-Identifier: Apache-2.0
"""The trace of a run: one JSON object per line, written as it happens, so that a crash loses nothing before it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def read_trace(path: Path) -> list[Mapping[str, Any]]:
    """All whole events of a trace; a line cut short by a crash at the end is left out.

    Raises:
        ValueError: if a line that is not the last is broken.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    events: list[Mapping[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        try:
            events.append(json.loads(line))
        except json.JSONDecodeError as error:
            if number == len(lines):
                break
            raise ValueError(f"{path}:{number}: not a JSON object: {error.msg}") from None
    return events
