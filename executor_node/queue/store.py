# SPDX-License-Identifier: Apache-2.0
"""The file in which the queue is kept: written whole or not at all, never overwritten while it cannot be read."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from executor_node.queue.entries import Entry, EntryState
from makedo_core.failure import FailureCause, MakedoError, Outcome

VERSION = 1
LARGEST = 1_000_000  # bytes
LONGEST = 2000  # characters of an instruction


class QueueFileError(MakedoError):
    """The file of the queue cannot be read, written or shared; the message says what helps."""


@dataclass(frozen=True, slots=True)
class KeptQueue:
    """What is kept.

    Attributes:
        entries: those that wait in their order, and those that are over.
        next_number: of the next entry.
        paused: why nothing is begun; empty: it is.
    """

    entries: tuple[Entry, ...] = ()
    next_number: int = 1
    paused: str = ""


class _KeptEntry(BaseModel):
    model_config = ConfigDict(extra="forbid")
    number: Annotated[int, Field(ge=1)]
    instruction: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    strategy: Annotated[str, Field(max_length=LONGEST)] = ""
    due_s: Annotated[float, Field(ge=0.0, allow_inf_nan=False)] | None = None
    is_relative: bool = False
    state: EntryState
    message: str = ""
    cause: FailureCause = FailureCause.SUCCESS
    outcome: str = ""


class _KeptFile(BaseModel):
    model_config = ConfigDict(extra="forbid")
    version: Annotated[int, Field(ge=VERSION, le=VERSION)]
    next_number: Annotated[int, Field(ge=1)]
    paused: str = ""
    entries: list[_KeptEntry]


class QueueStore:
    """Keeps a queue in one file, which no other executor uses meanwhile.

    Args:
        path: of the file; its folder is made when something is kept.

    Raises:
        QueueFileError: if another executor keeps its queue there.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[str] | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = path.with_name(f"{path.name}.lock").open("a", encoding="utf-8")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            what = f"another executor keeps its queue in {path}"
            raise QueueFileError(f"{what}; end it, or set the parameter queue_file") from None
        except OSError as error:
            self.close()
            raise QueueFileError(f"cannot use {path}: {error.strerror}; set the parameter queue_file") from None

    def close(self) -> None:
        """Let others use the file."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def load(self) -> KeptQueue:
        """What is kept; nothing if there is no file.

        Raises:
            QueueFileError: if the file cannot be read; it is left as it is.
        """
        try:
            with self.path.open("rb") as file:
                raw = file.read(LARGEST + 1)
        except FileNotFoundError:
            return KeptQueue()
        except OSError as error:
            raise QueueFileError(f"cannot read {self.path}: {error.strerror}; {self._remedy}") from None
        if len(raw) > LARGEST:
            raise QueueFileError(f"{self.path} has more than {LARGEST:,} bytes; {self._remedy}")
        try:
            kept = _KeptFile.model_validate(json.loads(raw))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "file"
            raise QueueFileError(f"{self.path}: {place}: {first['msg']}; {self._remedy}") from None
        except (ValueError, RecursionError) as error:
            raise QueueFileError(f"{self.path} is not JSON ({error}); {self._remedy}") from None
        numbers = [entry.number for entry in kept.entries]
        if len(set(numbers)) < len(numbers) or max(numbers, default=0) >= kept.next_number:
            raise QueueFileError(f"{self.path}: entries share a number, or next_number was given; {self._remedy}")
        return KeptQueue(tuple(map(_read, kept.entries)), kept.next_number, kept.paused)

    def save(self, queue: KeptQueue) -> None:
        """Keep this in place of what was kept.

        Raises:
            QueueFileError: if it cannot be written; what was kept stays.
        """
        file = _KeptFile(
            version=VERSION, next_number=queue.next_number, paused=queue.paused, entries=_written(queue.entries)
        )
        new = self.path.with_name(f"{self.path.name}.new")
        try:
            with new.open("w", encoding="utf-8") as stream:
                stream.write(file.model_dump_json(indent=1))
                stream.flush()
                os.fsync(stream.fileno())
            new.replace(self.path)
        except OSError as error:
            raise QueueFileError(f"cannot write {self.path}: {error.strerror}") from None

    @property
    def _remedy(self) -> str:
        return f"mend it, or move it away (`mv {self.path} {self.path}.old`), and restart the stack"


def _read(kept: _KeptEntry) -> Entry:
    return Entry(
        kept.number,
        kept.instruction,
        kept.strategy,
        kept.due_s,
        kept.is_relative,
        kept.state,
        kept.message,
        Outcome(kept.cause, kept.outcome),
    )


def _written(entries: Sequence[Entry]) -> list[_KeptEntry]:
    return [
        _KeptEntry(
            number=entry.number,
            instruction=entry.instruction,
            strategy=entry.strategy,
            due_s=entry.due_s,
            is_relative=entry.is_relative,
            state=entry.state,
            message=entry.message,
            cause=entry.outcome.cause,
            outcome=entry.outcome.message,
        )
        for entry in entries
    ]
