# SPDX-License-Identifier: Apache-2.0
"""The file of a store: an SQLite database with snapshots of the scene graph and the deltas that follow each."""

from __future__ import annotations

import logging
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from makedo_core.failure import MakedoError

FILE = "graph.sqlite3"
VERSION = 1
WAL_PAGES = 250  # of 4 KiB; a longer write-ahead log is moved into the file, and cut to this length
_APPLICATION = 0x4D4B4447  # "MKDG"
_TABLES = (
    """CREATE TABLE snapshots (
  id INTEGER PRIMARY KEY,   -- rises from each to the next
  dated INTEGER NOT NULL,   -- 1: the last state of its hour, or the first of all; kept as the past
  written_s REAL NOT NULL,  -- when it was reached, seconds since the epoch
  revision INTEGER AS (coalesce(json_extract(graph, '$.revision'), 0)) STORED,
  stamp REAL AS (coalesce(json_extract(graph, '$.stamp'), 0.0)) STORED,
  furniture TEXT NOT NULL,  -- digest of the rooms and assets of the scene file that the graph began with
  last_delta INTEGER NOT NULL,  -- id of the newest that is in it
  crc32 INTEGER NOT NULL,
  graph TEXT NOT NULL       -- what a graph file holds
)""",
    """CREATE TABLE deltas (
  id INTEGER PRIMARY KEY AUTOINCREMENT,  -- rises from each to the next, and never comes again
  written_s REAL NOT NULL,
  revision INTEGER AS (json_extract(delta, '$.to[0]')) STORED,
  stamp REAL AS (json_extract(delta, '$.to[1]')) STORED,
  crc32 INTEGER NOT NULL,
  delta TEXT NOT NULL
)""",
)
_SCHEMA = (*_TABLES, f"PRAGMA application_id = {_APPLICATION}", f"PRAGMA user_version = {VERSION}")
_log = logging.getLogger(__name__)


class StoreError(MakedoError):
    """A store that must not be used: of a newer version, of another scene, or in use."""
GONE_AT_ONCE = 2  # dated snapshots that are too old; each time that one is written, so that they do become fewer


@dataclass(frozen=True, slots=True)
class StoredGraph:
    """A whole graph as it is written.

    Attributes:
        written_s: when it was reached, seconds since the epoch.
        furniture: digest of the rooms and assets of the scene file that the graph began with.
        text: JSON, as in a graph file.
        last_delta: id of the newest delta that is in it.
        id: rises from each to the next; 0 before it is written.
    """

    written_s: float
    furniture: str
    text: str
    last_delta: int = 0
    id: int = 0


def open_for_reading(file: Path) -> sqlite3.Connection:
    """A connection that changes nothing and sees the file as it is now, whatever is written meanwhile."""
    db = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    db.execute("BEGIN")
    return db


def open_for_writing(file: Path) -> sqlite3.Connection:
    """A connection whose commits survive a power cut; the file is made when it is missing.

    Raises:
        sqlite3.Error: if it cannot be written, or is damaged.
        StoreError: if it is not ours.
    """
    db, problem = _connected(file)
    try:
        with db:
            db.execute("BEGIN IMMEDIATE")
            if not is_filled(db, file):
                for statement in _SCHEMA:
                    db.execute(statement)
    except BaseException:
        db.close()
        raise
    if problem:
        _log.warning(
            "%s: SQLite's write-ahead log does not work on this filesystem (%s); a rollback journal is used, so that "
            "whoever reads the file delays the recorder. Prefer a local disk for store_folder", file, problem,
        )  # fmt: skip
    return db


def close(db: sqlite3.Connection) -> None:
    """Leave one file without a write-ahead log, which can be copied, and read where nothing can be written."""
    with suppress(sqlite3.Error):  # somebody reads it, or the disk is full: the log stays, and is read by the next
        db.execute("PRAGMA journal_mode = DELETE")
    db.close()


def is_filled(db: sqlite3.Connection, file: Path) -> bool:
    """Whether a database has our tables; False if it has none at all.

    Raises:
        StoreError: if it is somebody else's, or a newer version's.
        sqlite3.DatabaseError: if the tables are not those that were made.
    """
    application, version = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if application == 0 and db.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        return False
    if application != _APPLICATION:
        raise StoreError(f"{file} is not a store of scene graphs; name another folder as store_folder")
    if version > VERSION:
        raise StoreError(
            f"{file} was written by a newer Makedo (version {version}, this one knows {VERSION}); "
            "update Makedo, or name another folder as store_folder"
        )
    made = tuple(sql for (sql,) in db.execute("SELECT CAST(sql AS BLOB) FROM sqlite_master WHERE sql LIKE '%json%'"))
    if made != tuple(sql.encode() for sql in _TABLES):
        raise sqlite3.DatabaseError("its tables are not those that were made")
    return True


def put_snapshot(db: sqlite3.Connection, snapshot: StoredGraph, *, dated: bool) -> None:
    """Insert a snapshot."""
    (last_delta,) = db.execute("SELECT coalesce(max(id), 0) FROM deltas").fetchone()
    values = (snapshot.written_s, snapshot.furniture, last_delta, snapshot.text)
    db.execute(
        "INSERT INTO snapshots (dated, crc32, written_s, furniture, last_delta, graph) VALUES (?, ?, ?, ?, ?, ?)",
        (dated, _checksum(*values), *values),
    )


def put_delta(db: sqlite3.Connection, written_s: float, text: str) -> None:
    """Insert a delta that follows everything before it."""
    values = (written_s, text)
    db.execute("INSERT INTO deltas (crc32, written_s, delta) VALUES (?, ?, ?)", (_checksum(*values), *values))


def snapshots(db: sqlite3.Connection, order: str, problems: list[str], *values: float) -> Iterator[StoredGraph]:
    """Snapshots that are as they were written.

    Args:
        db: the database.
        order: which ones and in which order, in SQL.
        problems: what is wrong with the others is added to it.
        values: of the question marks in `order`.
    """
    row = "SELECT crc32, written_s, furniture, last_delta, graph FROM snapshots WHERE id = ?"
    for (snapshot_id,) in db.execute(f"SELECT id FROM snapshots {order}", values):
        try:
            checksum, *found = db.execute(row, (snapshot_id,)).fetchone() or (None,)
        except sqlite3.DatabaseError as error:
            problems.append(f"snapshot {snapshot_id} is damaged: {error}")
            continue
        if checksum == _checksum(*found):
            written_s, furniture, last_delta, text = found
            yield StoredGraph(written_s, furniture, text, last_delta, snapshot_id)
        else:
            problems.append(f"snapshot {snapshot_id} is damaged: its checksum is wrong")


def deltas(db: sqlite3.Connection, snapshot: StoredGraph) -> Iterator[tuple[float, str]]:
    """What follows a snapshot, over later ones to the newest state: when it was written [s], and the delta as JSON.

    Raises:
        sqlite3.DatabaseError: at the first that is not as it was written.
    """
    rows = "SELECT crc32, written_s, delta FROM deltas WHERE id > ? ORDER BY id"
    for checksum, written_s, text in db.execute(rows, (snapshot.last_delta,)):
        if checksum != _checksum(written_s, text):
            raise sqlite3.DatabaseError("its checksum is wrong")
        yield written_s, text


def prune(db: sqlite3.Connection, oldest_s: float) -> None:
    """Delete what is not needed: all but the two newest snapshots with their deltas, and the dated ones since a time.

    So when the newest is damaged, the one before it and the deltas between lead to it. Of dated ones that are too old
    only a few go at once: a clock that jumps ahead by years for a moment does not take the whole past with it.
    """
    newest = db.execute("SELECT id, last_delta FROM snapshots ORDER BY id DESC LIMIT 2").fetchall()
    snapshot_id, last_delta = newest[-1]
    db.execute("DELETE FROM deltas WHERE id <= ?", (last_delta,))
    db.execute("DELETE FROM snapshots WHERE id < ? AND NOT dated", (snapshot_id,))
    old = "SELECT id FROM snapshots WHERE id < ? AND written_s < ? ORDER BY written_s LIMIT ?"
    db.execute(f"DELETE FROM snapshots WHERE id IN ({old})", (snapshot_id, oldest_s, GONE_AT_ONCE))


def _connected(file: Path) -> tuple[sqlite3.Connection, str]:
    """A connection, and why it has no write-ahead log: that needs memory which processes share by a file beside it."""
    try:
        db = _with(file, "journal_mode = WAL")
        (mode,) = db.execute("PRAGMA journal_mode").fetchone()
        return db, "" if mode == "wal" else f"its journal mode stays {mode}"
    except sqlite3.OperationalError as error:  # alone, SQLite can take over a log without the shared memory
        return _with(file, "locking_mode = EXCLUSIVE", "journal_mode = DELETE", "locking_mode = NORMAL"), str(error)


def _with(file: Path, *pragmas: str) -> sqlite3.Connection:
    """A connection that was seen to work."""
    db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
    try:
        for pragma in (
            *pragmas,
            "synchronous = FULL",
            f"wal_autocheckpoint = {WAL_PAGES}",
            f"journal_size_limit = {WAL_PAGES * 4096}",
        ):
            db.execute(f"PRAGMA {pragma}")
        db.execute("BEGIN IMMEDIATE")  # the first that needs the shared memory
        db.execute("ROLLBACK")
    except BaseException:
        db.close()
        raise
    return db


def _checksum(*values: object) -> int:
    return zlib.crc32(repr(values).encode())
