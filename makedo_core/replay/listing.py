# SPDX-License-Identifier: Apache-2.0
"""The runs of a folder, newest first, each told by a line; and which run is meant by what people write."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from makedo_core.conversation.suggestions import choices
from makedo_core.replay.folder import CLOSED, PINNED, TRACE, began_of, in_progress, is_run, run_folders
from makedo_core.replay.reading import RunError
from makedo_core.replay.timeline import RunState

HEAD_BYTES, TAIL_BYTES = 2**16, 2**16
LAST = "last"


@dataclass(frozen=True, slots=True)
class RunEntry:
    """What a list says of a run, read from the two ends of its trace.

    Attributes:
        title: what was asked or recorded; empty: nothing tells.
        kind: "instruction" or "recording"; empty: nothing tells.
        began: None: nothing tells.
        cause, message: how it ended; empty: nothing tells.
        size: of its files [bytes].
        duration_s: wall time [s].
    """

    folder: Path
    title: str
    kind: str
    began: datetime | None
    state: RunState
    cause: str
    message: str
    size: int
    duration_s: float
    pinned: bool

    @property
    def ending(self) -> str:
        """How it ended, in a few words."""
        if self.cause:
            done = "recorded" if self.kind == "recording" else "done"
            return done if self.cause == "SUCCESS" else self.cause.lower().replace("_", " ")
        return "in progress" if self.state is RunState.IN_PROGRESS else "no end"


def list_runs(parent: Path, most: int = 0) -> tuple[RunEntry, ...]:
    """The runs of a folder, newest first.

    Args:
        parent: folder of all runs.
        most: so many at most; 0: all.

    Raises:
        OSError: if it cannot be read.
    """
    folders = run_folders(parent)[::-1]
    return tuple(map(run_entry, folders[:most] if most else folders))


def run_entry(folder: Path) -> RunEntry:
    """What a list says of a run."""
    first, last, end = _ends(folder / TRACE)
    going = in_progress(folder)
    sealed = (folder / CLOSED).is_file()
    size = 0
    for file in folder.iterdir():
        try:
            size += file.lstat().st_size
        except FileNotFoundError:
            continue
    state = RunState.IN_PROGRESS if going else RunState.SEALED if sealed else RunState.UNSEALED
    return RunEntry(
        folder,
        _text(first, "text"),
        _text(first, "event"),
        began_of(folder.name),
        state,
        _text(end, "cause"),
        _text(end, "message"),
        size,
        _number(last, "wall_s"),
        (folder / PINNED).exists(),
    )


def find_run(text: str, parent: Path) -> Path:
    """The run that is meant: "last", a folder, its name, or a part of it that no other run's name has.

    Raises:
        RunError: if there is none, or several.
    """
    if "/" in text or (Path(text) / TRACE).is_file():
        folder = Path(text)
        if not (folder / TRACE).is_file():
            raise RunError(f"{text} is no run: it has no {TRACE}")
        return folder
    try:
        runs = run_folders(parent)
    except OSError as error:
        raise RunError(f"{parent} cannot be read: {error.strerror or error} (name the folder with --runs)") from None
    if not runs:
        raise RunError(f"there is no run in {parent} (name the folder with --runs)")
    if text == LAST:
        return runs[-1]
    if is_run(parent / text):
        return parent / text
    found = [run for run in runs if text and text in run.name]
    if len(found) == 1:
        return found[0]
    if found:
        raise RunError(f"{text!r} may be {len(found)} runs: {', '.join(run.name for run in found[-5:])}")
    raise RunError(f"there is no run {text!r} in {parent}; {choices(text, [run.name for run in runs[-20:]])}")


def _ends(trace: Path) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The first and the last event of a trace that can be read, and that of its outcome; empty where there is none."""
    try:
        with trace.open("rb") as file:
            head = file.read(HEAD_BYTES)
            file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL_BYTES))
            tail = file.read(TAIL_BYTES)
    except OSError:
        return {}, {}, {}
    first = next(filter(None, map(_event, head.split(b"\n"))), {})
    events = [event for event in map(_event, tail.split(b"\n")[::-1]) if event]
    outcome: dict[str, Any] = next((event for event in events if event.get("event") == "outcome"), {})
    return first, events[0] if events else {}, outcome


def _event(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _text(event: dict[str, Any], name: str) -> str:
    value = event.get(name)
    return value if isinstance(value, str) else ""


def _number(event: dict[str, Any], name: str) -> float:
    value = event.get(name)
    return float(value) if isinstance(value, int | float) else 0.0
