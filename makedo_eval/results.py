# SPDX-License-Identifier: Apache-2.0
"""Results as a file of JSON lines that is only ever appended to, so that an evaluation can be killed at any moment.

A line is written with one system call and synced. What a crash cut short is the last line; it is cut off before
anything is appended, and its task is done again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from makedo_core.failure import MakedoError

Key = tuple[str, str, str, str, int]
"""Data set, case, strategy, model and seed."""


class ResultsError(MakedoError):
    """A file of results that cannot be used; the message says where it is wrong."""


class Row(BaseModel):
    """What came of one task with one strategy and one model.

    Attributes:
        dataset, case, family: which task.
        strategy, model: who planned; the model is "none" where none is asked.
        seed: of simulated models.
        success, precision, more, note: the score.
        cause: how planning ended.
        steps: of the plan.
        calls, tokens: what the model was asked.
        corrupted: answers of a simulated model that were wrong.
        cpu_s, wall_s: of planning [s].
        plan: the skill calls as text.
        explanation: what the strategy said.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    dataset: str
    case: str
    family: str
    strategy: str
    model: str
    seed: int = 0
    success: bool
    precision: float
    more: dict[str, float] = {}
    note: str = ""
    cause: str
    steps: int = 0
    calls: int = 0
    tokens: int = 0
    corrupted: int = 0
    cpu_s: float = 0.0
    wall_s: float = 0.0
    plan: tuple[str, ...] = ()
    explanation: str = ""

    @property
    def key(self) -> Key:
        """What is done once."""
        return (self.dataset, self.case, self.strategy, self.model, self.seed)


class Results:
    """The rows of an evaluation, on disk.

    Args:
        path: the file; it need not exist yet, its folder must.

    Raises:
        ResultsError: if it cannot be read, or a line but the last is broken.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: dict[Key, Row] = {}
        self._read()

    @property
    def rows(self) -> Mapping[Key, Row]:
        """What there is, by key."""
        return self._rows

    def append(self, row: Row) -> None:
        """Keep a row, also if the machine stops right after."""
        line = (row.model_dump_json() + "\n").encode()
        try:
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            try:
                os.write(file, line)
                os.fsync(file)
            finally:
                os.close(file)
        except OSError as error:
            raise ResultsError(f"cannot write to {self._path}: {error.strerror}") from None
        self._rows[row.key] = row

    def _read(self) -> None:
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise ResultsError(f"cannot read {self._path}: {error.strerror}") from None
        whole = content[: content.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                row = Row.model_validate_json(line)
            except ValidationError as error:
                first = error.errors()[0]
                place = ".".join(str(p) for p in first["loc"])
                wrong = f"{self._path}:{number}: {place}: {first['msg']}"
                raise ResultsError(f"{wrong}; take the line out, its task will be done again") from None
            self._rows[row.key] = row
        if len(whole) < len(content):
            os.truncate(self._path, len(whole))
