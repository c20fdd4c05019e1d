# SPDX-License-Identifier: Apache-2.0
"""Reads a store, also one that another process is writing to: the newest graph, and older ones."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from makedo_core.files.delta_json import delta_from_json
from makedo_core.files.scene_json import graph_from_json
from makedo_core.graph.delta import GraphDelta, applied, moment_of
from makedo_core.graph.scene_graph import GraphError, SceneGraph
from scene_graph_node.store.database import (
    FILE,
    StoredGraph,
    StoreError,
    deltas,
    is_filled,
    open_for_reading,
    snapshots,
)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Dated:
    """A state and when it was reached, seconds since the epoch."""

    time_s: float
    graph: SceneGraph


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a folder holds.

    Attributes:
        newest: the newest state that can be read; None if there is none.
        furniture: digest of the rooms and assets of the scene file that it began with.
        problems: what is damaged, in words.
    """

    newest: Dated | None = None
    furniture: str = ""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """Two states of a scene.

    Attributes:
        before: the newest that is kept from a time or earlier, else the oldest.
        now: the newest.
        problems: what could not be read, in words.
    """

    before: Dated
    now: Dated
    problems: tuple[str, ...] = ()


def recall(folder: Path, scene: str | None = None, *, checked: bool = False) -> Recalled:
    """Read the newest state: the newest snapshot that is intact, then every intact delta after it.

    Args:
        folder: of the store.
        scene: that it must be of; None: any.
        checked: look through the whole file for damage, not only through what is needed.

    Raises:
        StoreError: if the store is of a newer version or of another scene.
        OSError: if the file cannot be read.
    """
    file = folder / FILE
    problems: list[str] = []
    found = _read(file, problems, lambda db: _newest(db, problems, checked=checked)) or Recalled()
    if found.newest is not None and scene is not None:
        must_be_of(scene, found.newest.graph.scene, file)
    return replace(found, problems=tuple(f"{file}: {problem}" for problem in problems))


def past_of(folder: Path, time_s: float) -> Past:
    """How things are and were.

    Args:
        folder: of the store.
        time_s: seconds since the epoch.

    Raises:
        StoreError: if there is no graph in the folder, or it is of a newer format.
        OSError: if it cannot be read.
    """
    recalled = recall(folder)
    if recalled.newest is None:
        told = "".join(f"; {problem}" for problem in recalled.problems)
        raise StoreError(f"{folder} holds no scene graph; a stack with this store_folder writes it{told}")
    file, now = folder / FILE, recalled.newest
    problems: list[str] = []
    before = None
    if now.time_s > time_s:
        before = _read(file, problems, lambda db: _state_at(db, time_s, problems))
    return Past(before or now, now, (*recalled.problems, *(f"{file}: {problem}" for problem in problems)))


def dated_snapshots(file: Path) -> Sequence[StoredGraph]:
    """The dated snapshots of a damaged file, oldest first, without those that cannot be read."""
    try:
        return _read(file, [], lambda db: list(snapshots(db, "WHERE dated ORDER BY id", []))) or ()
    except OSError:
        return ()


def with_deltas(state: Dated, following: Iterable[tuple[float, str]], problems: list[str]) -> Dated:
    """The state after all deltas up to the first that cannot be read or does not follow.

    Args:
        state: before them.
        following: when each was written [s], and its JSON.
        problems: what is wrong with the first that is left out is added to it.
    """
    at, time_s = moment_of(state.graph), state.time_s
    chain: list[GraphDelta] = []
    try:
        for written_s, text in following:
            delta = delta_from_json(text)
            if delta.base != at:
                raise GraphError(f"it follows {delta.base}")
            chain.append(delta)
            at, time_s = delta.to, written_s
    except (sqlite3.DatabaseError, GraphError) as error:
        problems.append(f"the delta after {at} is damaged, and what follows it is left out: {error}")
    try:
        return Dated(time_s, applied(state.graph, *chain))
    except GraphError as error:
        problems.append(f"the deltas from {moment_of(state.graph)} to {at} are left out: {error}")
        return state


def must_be_of(scene: str, found: str, path: Path) -> None:
    """Refuse what is of another scene.

    Raises:
        StoreError: if it is.
    """
    if found != scene:
        raise StoreError(
            f"{path} is of the scene {found!r}, the robot is in {scene!r}; name another folder as store_folder"
        )


def _read(file: Path, problems: list[str], read: Callable[[sqlite3.Connection], _T]) -> _T | None:
    """What is read of a file; None if it holds nothing, or is damaged, which is added to the problems.

    Raises:
        StoreError: if it is not ours.
        OSError: if it cannot be read.
    """
    if not file.exists():
        return None
    try:
        with closing(open_for_reading(file)) as db:
            return read(db) if is_filled(db, file) else None
    except sqlite3.OperationalError as error:
        raise OSError(errno.EIO, str(error), str(file)) from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's messages can quote damaged names
        problems.append(f"it is damaged: {error}")
        return None


def _newest(db: sqlite3.Connection, problems: list[str], *, checked: bool) -> Recalled:
    if checked:
        problems.extend(_damage(db))
    for snapshot, state in _states(db, "ORDER BY id DESC", problems):
        return Recalled(with_deltas(state, deltas(db, snapshot), problems), snapshot.furniture)
    return Recalled()


def _state_at(db: sqlite3.Connection, time_s: float, problems: list[str]) -> Dated | None:
    """The newest dated state that is not later than a time; without one, the oldest that can be read."""
    order = "WHERE dated ORDER BY written_s > ?, abs(written_s - ?)"
    return next((state for _, state in _states(db, order, problems, time_s, time_s)), None)


def _states(
    db: sqlite3.Connection, order: str, problems: list[str], *values: float
) -> Iterator[tuple[StoredGraph, Dated]]:
    """Snapshots that can be read, in an order; arguments as those of `database.snapshots`."""
    for snapshot in snapshots(db, order, problems, *values):
        try:
            yield snapshot, Dated(snapshot.written_s, graph_from_json(snapshot.text, "its graph"))
        except GraphError as error:
            problems.append(f"snapshot {snapshot.id} is damaged: {error}")


def _damage(db: sqlite3.Connection) -> list[str]:
    """What SQLite finds wrong in the whole file."""
    try:
        found = [text for (text,) in db.execute("PRAGMA quick_check(3)")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    return [] if found == ["ok"] else [f"it is damaged: {'; '.join(found)}"]
