# SPDX-License-Identifier: Apache-2.0
"""Keeps a scene graph in a folder: what was written is there after a crash, and what is damaged is set aside.

Every write is a transaction of SQLite: a delta, or a whole graph from time to time. See `database` for the file,
`recorder` for who calls this when.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from makedo_core.files.delta_json import delta_from_json, delta_to_json
from makedo_core.files.scene_json import graph_from_json, graph_to_json
from makedo_core.graph.delta import Moment, difference, moment_of
from makedo_core.graph.scene_graph import SceneGraph
from scene_graph_node.folder_lock import FolderInUseError, lock_folder
from scene_graph_node.store import database
from scene_graph_node.store.database import FILE, StoredGraph, StoreError
from scene_graph_node.store.old_format import is_old, old_past, recall_old, set_old_aside
from scene_graph_node.store.reading import Dated, Recalled, dated_snapshots, recall

HOUR_S = 3600.0
DAY_S = 86400.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """How a store is kept.

    Attributes:
        history_days: dated snapshots are kept for so long.
        delta_bytes: when the deltas after a snapshot have more than this, the next snapshot is written.
    """

    history_days: float = 14.0
    delta_bytes: int = 1_000_000


class Store:
    """One folder with one scene's graph. For one thread at a time.

    A folder that cannot be written to now is no error yet: `write` tries again each time.

    Args:
        folder: is made when it is missing.
        scene: its name.
        furniture: digest of the rooms and assets of the scene file.
        settings: how long and how much.
        clock: seconds since the epoch.

    Raises:
        StoreError: if another process uses the folder, or what is in it must not be overwritten.
        OSError: if what is in it cannot be read.
    """

    def __init__(
        self,
        folder: Path,
        scene: str,
        furniture: str,
        settings: StoreSettings | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._folder = folder
        self._file = folder / FILE
        self._scene = scene
        self._furniture = furniture
        self._settings = settings or StoreSettings()
        self._clock = clock
        self._lock: int | None = None
        self._db: sqlite3.Connection | None = None
        self._chained = False  # a delta can follow what was written; otherwise a whole graph must
        self._delta_bytes = 0
        self._carried: Callable[[], Iterable[StoredGraph]] | None = None  # the past that a new file begins with
        self.problem = ""
        """Why the folder could not be locked at the start."""
        try:
            self._lock = self._locked()
        except OSError as error:
            self.problem = f"cannot write to {folder}: {error.strerror}"
        try:
            self.recalled = self._recall()
        except BaseException:
            self.close()
            raise
        self._written = self.recalled.newest
        self._damaged = bool(self.recalled.problems) and self._file.exists()

    def write(self, graph: SceneGraph) -> bool:
        """Write what changed since the last time; after this it survives a crash of the process and of the computer.

        Returns:
            Whether there was anything to write.

        Raises:
            OSError: if it cannot be written. The next call writes the whole graph.
            GraphError: if the graph has what the file cannot hold.
            StoreError: if the folder is used by another process.
        """
        written = self._written
        if self._chained and written is not None and graph is written.graph:
            return False
        state = Dated(self._clock(), graph)
        try:
            db = self._opened()
            begins, self._chained = not self._chained, False  # also after an error a whole graph is written next
            with db:
                db.execute("BEGIN IMMEDIATE")
                self._put(db, state, begins=begins)
        except sqlite3.DatabaseError as error:
            self._damaged = self._damaged or type(error) is sqlite3.DatabaseError  # malformed, or no database
            self._disconnect()
            raise OSError(f"{self._file}: {error}") from None
        self._chained, self._written, self._carried = True, state, None
        if begins and is_old(self._folder):
            aside = set_old_aside(self._folder)
            _log.warning("%s holds what an earlier version kept; its files are in %s from now on", self._file, aside)
        return True

    def close(self) -> None:
        """Let another process use the folder."""
        self._disconnect()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _locked(self) -> int:
        try:
            return lock_folder(self._folder)
        except FolderInUseError as error:
            raise StoreError(
                f"{self._folder} is in use by another process (id {error}); "
                "stop it, or name another folder as store_folder"
            ) from None

    def _recall(self) -> Recalled:
        """What is in the file; if that was never written, what an earlier version kept."""
        found = recall(self._folder, self._scene, checked=True)
        if found.newest is not None or found.problems or not is_old(self._folder):
            return found
        self._carried = partial(old_past, self._folder)
        return recall_old(self._folder, self._scene)

    def _opened(self) -> sqlite3.Connection:
        """The connection to a sound file that is there.

        Raises:
            sqlite3.Error, OSError: if it cannot be opened now.
            StoreError: if another process uses or used it.
        """
        if self._db is not None and not self._file.exists():
            _log.warning("%s was deleted; beginning it anew", self._file)
            self.recalled = Recalled()
            self.close()
        if self._lock is None:
            self._lock = self._locked()
            if _moment(self._recall()) != _moment(self.recalled):
                self.close()
                raise StoreError(f"{self._folder} was changed by another process; restart the node to read it anew")
        if self._damaged:
            self._set_aside()
        if self._db is None:
            self._db = database.open_for_writing(self._file)
        return self._db

    def _set_aside(self) -> None:
        """Keep a damaged file under another name; the past in it is carried over as far as it can be read."""
        number = 1
        while (aside := self._file.with_name(f"damaged-{number}.sqlite3")).exists():
            number += 1
        for ending in ("-wal", ""):
            part = self._file.with_name(f"{FILE}{ending}")
            if part.exists():
                part.replace(self._file.with_name(f"{aside.name}{ending}"))
        self._file.with_name(f"{FILE}-shm").unlink(missing_ok=True)
        self._damaged, self._carried = False, partial(dated_snapshots, aside)
        _log.warning("%s was damaged and is now %s; beginning a new one", self._file, aside)

    def _disconnect(self) -> None:
        self._chained = False
        if self._db is not None:
            database.close(self._db)
            self._db = None

    def _put(self, db: sqlite3.Connection, state: Dated, *, begins: bool) -> None:
        """Write a state, in a transaction.

        Also to a new snapshot a delta leads, so that the one before stands in for it. The state before becomes a dated
        snapshot if it was the last of its hour.

        Args:
            db: the database.
            state: to be written.
            begins: with a snapshot, however few deltas there are.
        """
        written = self._written
        for snapshot in self._carried() if self._carried is not None else ():
            database.put_snapshot(db, snapshot, dated=True)
        if written is not None:
            if _is_due(written, state, db):
                self._put_snapshot(db, written, dated=True)
            self._put_delta(db, written.graph, state)
        if begins or self._delta_bytes > self._settings.delta_bytes:
            self._put_snapshot(db, state, dated=written is None)

    def _put_snapshot(self, db: sqlite3.Connection, state: Dated, *, dated: bool) -> None:
        text = graph_to_json(state.graph, indent=None)
        graph_from_json(text, "the graph as it would be kept")
        first = self.recalled.newest
        furniture = self.recalled.furniture if first is not None and state is first else self._furniture
        database.put_snapshot(db, StoredGraph(state.time_s, furniture, text), dated=dated)
        database.prune(db, state.time_s - self._settings.history_days * DAY_S)
        self._delta_bytes = 0

    def _put_delta(self, db: sqlite3.Connection, before: SceneGraph, state: Dated) -> None:
        text = delta_to_json(difference(before, state.graph))
        delta_from_json(text, "the change as it would be kept")  # what cannot be read back would end what is read
        database.put_delta(db, state.time_s, text)
        self._delta_bytes += len(text)


def _moment(recalled: Recalled) -> tuple[float, Moment] | None:
    """Which state it is, and when it was written [s]."""
    return None if recalled.newest is None else (recalled.newest.time_s, moment_of(recalled.newest.graph))


def _is_due(before: Dated, after: Dated, db: sqlite3.Connection) -> bool:
    """Whether a state is the last of its hour, and its revision not among the dated snapshots yet."""
    if before.time_s // HOUR_S == after.time_s // HOUR_S:
        return False
    known = "SELECT 1 FROM snapshots WHERE dated AND revision = ?"
    return db.execute(known, (before.graph.revision,)).fetchone() is None
