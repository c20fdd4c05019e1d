# SPDX-License-Identifier: Apache-2.0
"""Keeps a scene graph in a folder: what was written is there after a crash, and what was torn is noticed.

A delta is a line that is appended to the journal of the newest generation; when the journal has outgrown the snapshot
a new generation begins. See `generations` for the files, `recorder` for who calls this when.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from makedo_core.files.delta_json import delta_from_json, delta_to_json
from makedo_core.graph.delta import difference
from makedo_core.graph.scene_graph import SceneGraph
from scene_graph_node.store.dated import Dated, is_due, keep
from scene_graph_node.store.generations import (
    Header,
    Recalled,
    StoreError,
    delta_line,
    journal_path,
    numbers,
    recall,
    snapshot_bytes,
    snapshot_path,
    write_durably,
)

HISTORY = "history"
_LOCK = "lock"
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """How a store is kept.

    Attributes:
        history_days: dated snapshots are kept for so long.
        journal_bytes: a journal may grow to this, or to four times its snapshot if that is more.
    """

    history_days: float = 14.0
    journal_bytes: int = 1_000_000


class Store:
    """One folder with one scene's graph. For one thread at a time.

    A folder that cannot be written to now is no error yet: `write` tries again each time.

    Args:
        folder: is made when it is missing.
        header: scene and digest of its furniture.
        settings: how long and how much.
        clock: seconds since the epoch.

    Raises:
        StoreError: if another process uses the folder, or what is in it must not be overwritten.
        OSError: if what is in it cannot be read.
    """

    def __init__(
        self,
        folder: Path,
        header: Header,
        settings: StoreSettings | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.folder = folder
        self._header = header
        self._settings = settings or StoreSettings()
        self._clock = clock
        self._lock: int | None = None
        self._journal: int | None = None
        self._sizes = (0, 0)  # bytes of snapshot and journal
        self._written: Dated | None = None
        self._outdated: Dated | None = None  # to be kept among the dated snapshots
        self._kept_revision = -1
        self.problem = ""
        """Why the folder could not be locked at the start."""
        try:
            self._take()
        except OSError as error:
            self.problem = f"cannot write to {folder}: {error.strerror}"
        try:
            self.recalled: Recalled = recall(folder, header.scene)
        except BaseException:
            self.close()
            raise
        self._number = self.recalled.newest
        if self.recalled.remembered is not None:
            found = self.recalled.remembered
            self._written = Dated(found.header.written_s, found.graph)

    @property
    def history(self) -> Path:
        """The folder of the dated snapshots."""
        return self.folder / HISTORY

    def write(self, graph: SceneGraph) -> bool:
        """Write what changed since the last time; it is safe from a crash of the process, after `sync` of the computer.

        Returns:
            Whether there was anything to write.

        Raises:
            OSError: if it cannot be written. The next call writes the whole graph into new files.
            GraphError: if the graph has what the files cannot hold.
            StoreError: if the folder is used by another process.
        """
        now_s = self._clock()
        if self._journal is None:
            self._begin(graph, now_s)
        elif self._written is not None and graph is not self._written.graph:
            self._append(graph, now_s)
        else:
            self._keep_outdated()
            return False
        self._note(graph, now_s)
        self._keep_outdated()
        snapshot, journal = self._sizes
        if journal > max(self._settings.journal_bytes, 4 * snapshot):
            self._begin(graph, now_s)
        return True

    def sync(self) -> None:
        """Make everything that was written survive a power cut.

        Raises:
            OSError: if it cannot be; what was written counts as lost then.
        """
        if self._journal is None:
            return
        try:
            os.fsync(self._journal)
        except OSError:
            self._abandon()
            raise

    def close(self) -> None:
        """Let another process use the folder."""
        self._abandon()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _take(self) -> None:
        """Lock the folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.pread(lock, 20, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(lock)
            raise StoreError(
                f"{self.folder} is in use by another process (id {owner}); "
                "stop it, or name another folder as store_folder"
            ) from None
        os.ftruncate(lock, 0)
        os.pwrite(lock, b"%d\n" % os.getpid(), 0)
        self._lock = lock

    def _begin(self, graph: SceneGraph, now_s: float) -> None:
        """Begin a new generation: an empty journal, then the snapshot, then without the files that are not needed."""
        if self._lock is None:
            self._take()
        known = numbers(self.folder)
        if known and known[-1] > self._number:
            raise StoreError(f"{self.folder} was changed by another process; restart the node to read it anew")
        self.sync()
        data = snapshot_bytes(replace(self._header, written_s=now_s), graph)
        number = self._number + 1
        path = journal_path(self.folder, number)
        journal = os.open(path, _NEW_FILE, 0o644)
        try:
            write_durably(snapshot_path(self.folder, number), data)
        except OSError:
            os.close(journal)
            path.unlink(missing_ok=True)
            raise
        self._abandon()
        self._number, self._journal, self._sizes = number, journal, (len(data), 0)
        self._tidy()

    def _tidy(self) -> None:
        """Set damaged snapshots aside, and keep two generations."""
        for path in self.recalled.damaged:
            if path.exists():
                path.replace(path.with_suffix(".damaged"))
        kept = [n for n in numbers(self.folder) if snapshot_path(self.folder, n).exists()][-2:]
        for number in numbers(self.folder):
            if number < kept[0]:
                journal_path(self.folder, number).unlink(missing_ok=True)
                snapshot_path(self.folder, number).unlink(missing_ok=True)

    def _append(self, graph: SceneGraph, now_s: float) -> None:
        assert self._written is not None
        assert self._journal is not None
        text = delta_to_json(difference(self._written.graph, graph))
        delta_from_json(text, "the change as it would be kept")  # what cannot be read back would end the journal
        line = delta_line(text, now_s)
        try:
            if os.write(self._journal, line) != len(line):
                raise OSError(28, os.strerror(28))
        except OSError:
            self._abandon()
            raise
        self._sizes = (self._sizes[0], self._sizes[1] + len(line))

    def _abandon(self) -> None:
        if self._journal is not None:
            os.close(self._journal)
            self._journal = None

    def _note(self, graph: SceneGraph, now_s: float) -> None:
        """The state is written; the one before it is to be kept if it is the last of its hour, or the first of all."""
        before, self._written = self._written, Dated(now_s, graph)
        if before is None or (before.graph.revision != self._kept_revision and is_due(before.time_s, now_s)):
            self._outdated = before or self._written

    def _keep_outdated(self) -> None:
        if self._outdated is None:
            return
        keep(self.history, self._outdated, self._settings.history_days)
        self._kept_revision = self._outdated.graph.revision
        self._outdated = None
