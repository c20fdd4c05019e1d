# SPDX-License-Identifier: Apache-2.0
"""Keeps what people told in a file beside the graph; in memory where the graph is not kept either."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from makedo_core.conversation.habit import (
    Change,
    Habit,
    HabitError,
    HabitKind,
    ToldHabits,
    habits_from_json,
    habits_to_json,
)
from scene_graph_node.knowledge.fact import Resource, Space, Triple

FILE = "habits.json"


class HabitKeeper:
    """The habits of one home. For one thread at a time.

    Attributes:
        habits: all that holds.
        problem: why the file could not be read or written; empty: it could.
        unkept: whether something was told that is not in the file yet, though there is one.
    """

    def __init__(self, folder: Path | None) -> None:
        """Read what was kept.

        Args:
            folder: of the graph's store; None: nothing outlives the process.
        """
        self._file = None if folder is None else folder / FILE
        self.habits = ToldHabits()
        self.problem = ""
        self.unkept = False
        if self._file is not None and self._file.exists():
            try:
                self.habits = habits_from_json(self._file.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError, HabitError) as error:
                self.problem = f"{self._file}: {error}; it is set aside"
                self._set_aside(self._file)

    def change(self, change: Change) -> None:
        """Take over a change, and have it on the disk."""
        self.habits = self.habits.changed((change,))
        self._keep()

    def keep_again(self) -> bool:
        """Have on the disk what it refused before; whether it has been now."""
        if not self.unkept:
            return False
        self._keep()
        return not self.unkept

    def _keep(self) -> None:
        if self._file is None:
            return
        self.unkept = True
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            _write(self._file, habits_to_json(self.habits) + "\n")
            self.problem, self.unkept = "", False
        except OSError as error:
            self.problem = f"{self._file}: what was told is not kept: {error.strerror or error}"

    def _set_aside(self, file: Path) -> None:
        number = 1
        while (aside := file.with_name(f"damaged-{number}-{FILE}")).exists():
            number += 1
        try:
            file.rename(aside)
        except OSError as error:
            self.problem = f"{self.problem}, which failed: {error.strerror}"
            self._file = None  # what is there is not overwritten


def facts_of_habits(habits: ToldHabits) -> Iterator[Triple]:
    """What was told, as statements; docs/knowledge.md lists the properties."""
    for habit in habits:
        yield _fact(habit)


def _fact(habit: Habit) -> Triple:
    match habit.kind:
        case HabitKind.OWNED:
            return Triple(habit.about, "owned_by", habit.value)
        case HabitKind.KEPT:
            return Triple(habit.about, "belongs_at", Resource(Space.NODES, habit.value))
        case HabitKind.KIND_KEPT:
            return Triple(habit.about, "belongs_at", Resource(Space.NODES, habit.value), Space.HOUSEHOLD)
        case HabitKind.MEANT:
            return Triple(habit.value, "called", habit.about)
        case HabitKind.STANDS:
            return Triple(habit.value, "place_of", habit.about)


def _write(file: Path, text: str) -> None:
    """All of it or nothing, whenever the process or the computer ends."""
    new = file.with_name(f"{file.name}.new")
    with new.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(file)
